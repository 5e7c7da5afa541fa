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

// ContactMessage is a message to the people who run the board.
type ContactMessage struct{ ent.Schema }

func (ContactMessage) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

func (ContactMessage) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the sender; null for a visitor"),
		field.String("name").Immutable().Sensitive(),
		field.String("email").Immutable().Sensitive(),
		field.String("subject").Immutable().Sensitive(),
		field.Text("message").Immutable().Sensitive(),
		field.String("status").Default("new").Comment("new or done"),
	}
}

func (ContactMessage) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("sender", User.Type).Field("user_id").Unique().Immutable().Annotations(entsql.OnDelete(entsql.Cascade)).
			StorageKey(edge.Symbol("contact_messages_users_contact_messages")), // a name that migrations once gave it
	}
}

func (ContactMessage) Indexes() []ent.Index {
	return []ent.Index{index.Fields("status", "id"), index.Fields("user_id", "id")}
}
