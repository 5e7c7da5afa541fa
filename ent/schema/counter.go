package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Counter is a number about the whole community, such as "projects", kept so that nobody counts a growing table.
type Counter struct{ ent.Schema }

// Fields of Counter.
func (Counter) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("name"),
		field.Int("value").Default(0),
	}
}
