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

// SecurityEvent is something that has happened to an account, for its user to check, for 90 days.
type SecurityEvent struct{ ent.Schema }

func (SecurityEvent) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (SecurityEvent) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("kind").Immutable().Comment("as in SecurityEventKind"),
		field.String("label").Default("").Immutable().Comment("what it was about, such as the name of a token"),
		field.String("user_agent").Default("").Immutable().
			Comment("shortened, such as Firefox on Linux; empty for a command"),
		field.String("network").Default("").Immutable().Comment("such as 203.0.113.0/24; empty for a command"),
		field.Time("created_at").Immutable(),
	}
}

func (SecurityEvent) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (SecurityEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "id"), index.Fields("created_at")}
}
