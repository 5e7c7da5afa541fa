package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// Identity is a login of a user at another service.
type Identity struct{ ent.Schema }

func (Identity) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Identity) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("provider").Immutable().Comment("id of the service in the server's settings"),
		field.String("subject").Immutable().Comment("the user's id there"),
		field.String("label").Comment("the user's name or email address there, as of the last login"),
		field.Time("created_at").Immutable(),
		field.Time("last_used_at").Optional().Nillable(),
	}
}

func (Identity) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Identity) Indexes() []ent.Index {
	return []ent.Index{index.Fields("provider", "subject").Unique(), index.Fields("user_id")}
}
