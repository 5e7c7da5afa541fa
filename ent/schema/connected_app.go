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

// ConnectedApp is an app that a user has allowed to act for them by OAuth. It has one access token at a time.
type ConnectedApp struct{ ent.Schema }

func (ConnectedApp) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

// Fields of ConnectedApp. Its secrets are not stored. A code and the refresh tokens after it are the family's secret
// and one of their own.
func (ConnectedApp) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("name").Immutable().Comment("as the app calls itself"),
		field.String("redirect_host").Immutable().Comment("where the user went after allowing it"),
		field.Strings("scopes").Immutable().Comment("read, write"),
		field.String("client_hash").Immutable().Comment("SHA-256 of the client id, hex"),
		field.String("family_hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the family's secret, hex"),
		field.String("secret_hash").Sensitive().
			Comment("SHA-256 of the secret of the code or refresh token that works, hex"),
		field.String("code_challenge").Comment("S256 of PKCE, base64url; empty once the code was used"),
		field.String("redirect_uri").Comment("of the request; empty once the code was used"),
		field.Time("created_at").Immutable(),
		field.Time("expires_at"),
		field.Time("used_at").Comment("when the newest access token was issued"),
	}
}

func (ConnectedApp) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (ConnectedApp) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("expires_at")}
}
