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

// AccessToken authenticates scripts and connected apps of a user until it expires or is deleted.
type AccessToken struct{ ent.Schema }

func (AccessToken) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

// Fields of AccessToken. The token itself is not stored.
func (AccessToken) Fields() []ent.Field {
	return []ent.Field{
		field.String("token_hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the token, hex"),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("name").Immutable(),
		field.Strings("scopes").Optional().Immutable().
			Comment("read, write, moderate, admin; null for all, as before scopes"),
		field.Time("created_at").Immutable(),
		field.Time("expires_at").Immutable(),
		field.UUID("connected_app_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the app that has it; null for a token that the user made"),
		field.Time("last_used_at").Optional().Nillable().Comment("updated at most once an hour"),
	}
}

func (AccessToken) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("access_tokens").Field("user_id").Unique().Required().Immutable(),
		edge.To("connected_app", ConnectedApp.Type).Field("connected_app_id").Unique().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (AccessToken) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("connected_app_id")}
}
