package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Counter is a count over a growing table, such as "projects".
type Counter struct{ ent.Schema }

func (Counter) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("name"),
		field.Int("value").Default(0),
	}
}
