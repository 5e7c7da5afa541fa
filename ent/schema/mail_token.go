package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// MailToken is a token in a mailed link; it proves access to the mailbox.
type MailToken struct{ ent.Schema }

func (MailToken) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

// Fields of MailToken. The token itself is not stored.
func (MailToken) Fields() []ent.Field {
	return []ent.Field{
		field.String("token_hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the token, hex"),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("purpose").Immutable().Comment("password_reset, verify_email or change_email"),
		field.Time("created_at").Immutable(),
		field.Time("expires_at").Immutable(),
	}
}

func (MailToken) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("mail_tokens").Field("user_id").Unique().Required().Immutable(),
	}
}

func (MailToken) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "purpose"), index.Fields("expires_at")}
}
