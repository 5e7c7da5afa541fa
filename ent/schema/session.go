package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// Session is a login until it expires or is revoked.
type Session struct{ ent.Schema }

func (Session) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

// Fields of Session. The token itself is not stored.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		field.String("token_hash").Unique().Sensitive().
			Comment("SHA-256 of the token, hex; a proof replaces the token"),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("user_agent").Default("").Immutable().Comment("shortened, such as Firefox on Linux"),
		field.Time("created_at").Immutable(),
		field.Time("last_used_at").Comment("to the hour"),
		field.String("network").Default("").Comment("of the last use, such as 203.0.113.0/24; empty if unknown"),
		field.Time("expires_at"),
		field.Time("proved_at").Optional().Nillable().
			Comment("last login or step-up; null for sessions older than the column"),
	}
}

func (Session) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("sessions").Field("user_id").Unique().Required().Immutable(),
	}
}

func (Session) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("expires_at")}
}
