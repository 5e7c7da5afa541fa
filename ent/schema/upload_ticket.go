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

// UploadTicket is an address that takes one image of a user, until it expires. It ends with the session or the access
// token that made it.
type UploadTicket struct{ ent.Schema }

func (UploadTicket) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (UploadTicket) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("access_token_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.UUID("session_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("secret_hash").Unique().Immutable().Comment("of the last part of the address"),
		field.Time("expires_at").Immutable(),
		field.Bool("is_used").Default(false).Comment("whether an image arrives or has arrived"),
		field.String("url").Default("").Comment("of the image that has arrived"),
	}
}

func (UploadTicket) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(cascade),
		edge.To("access_token", AccessToken.Type).Field("access_token_id").Unique().Immutable().Annotations(cascade),
		edge.To("session", Session.Type).Field("session_id").Unique().Immutable().Annotations(cascade),
	}
}

func (UploadTicket) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("access_token_id"), index.Fields("session_id"),
		index.Fields("expires_at")}
}
