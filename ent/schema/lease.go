package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Lease names the server that runs a job which only one may run at a time.
type Lease struct{ ent.Schema }

// Fields of Lease.
func (Lease) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("name of the job"),
		field.String("holder").Comment("id of the server"),
		field.Time("expires_at"),
	}
}
