package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// Mail is a message in the mail queue; it is kept for some time after it was sent.
type Mail struct{ ent.Schema }

func (Mail) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Mail) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("recipient; null if the address belongs to no account"),
		field.String("recipient").Immutable().Sensitive().Comment("email address"),
		field.String("reply_to").Default("").Immutable().Sensitive().
			Comment("email address that answers go to; empty for none"),
		field.String("category").Default("").Immutable().
			Comment("of mail.Category; empty for mails of earlier versions"),
		field.String("subject").Immutable(),
		field.Text("text").Sensitive().
			Comment("empty once sent, since it may contain a token; kept if given up, for a retry"),
		field.Text("html").Sensitive().Comment("the same in HTML"),
		field.String("unsubscribe").Default("").Immutable().Sensitive().
			Comment("link that switches the category off; empty for none"),
		field.String("state").Default("waiting").Comment("waiting, sent, kept (no mail server) or failed"),
		field.Int("attempts").Default(0),
		field.Time("next_try_at"),
		field.Time("sent_at").Optional().Nillable(),
		field.String("failure").Default("").Comment("of the last attempt"),
		field.Time("created_at").Immutable(),
	}
}

func (Mail) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("mails").Field("user_id").Unique().Immutable(),
	}
}

func (Mail) Indexes() []ent.Index {
	return []ent.Index{index.Fields("state", "next_try_at"), index.Fields("state", "id"),
		index.Fields("user_id", "created_at"), index.Fields("created_at"),
		index.Fields("recipient")}
}
