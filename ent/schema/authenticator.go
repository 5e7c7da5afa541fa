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

// Authenticator is the app of a user whose codes are the second factor of the account.
type Authenticator struct{ ent.Schema }

func (Authenticator) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Authenticator) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("secret").Default("").Sensitive().Comment("base32; empty before the first code"),
		field.String("new_secret").Default("").Sensitive().
			Comment("replaces secret with the first code; empty if nothing was begun"),
		field.Time("confirmed_at").Optional().Nillable().Comment("since when secret is used"),
		field.Int64("last_step").Default(0).Comment("time step of the last code: a code works once"),
		field.Strings("recovery_hashes").Default([]string{}).Sensitive().
			Comment("SHA-256 of the recovery codes that are left, hex"),
		field.Int("wrong_codes").Default(0).Comment("since wrong_since"),
		field.Time("wrong_since").Optional().Nillable(),
	}
}

func (Authenticator) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Authenticator) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id").Unique()} }
