package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Lease says which of several servers does a job that only one may do at a time.
type Lease struct{ ent.Schema }

// Fields of Lease.
func (Lease) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("name of the job"),
		field.String("holder").Comment("the server that does it"),
		field.Time("expires_at"),
	}
}
