package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// ContactMessage is a message to the people who run the board.
type ContactMessage struct{ ent.Schema }

// Mixin of ContactMessage.
func (ContactMessage) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

// Fields of ContactMessage.
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

// Edges of ContactMessage.
func (ContactMessage) Edges() []ent.Edge {
	return []ent.Edge{edge.From("sender", User.Type).Ref("contact_messages").Field("user_id").Unique().Immutable()}
}

// Indexes of ContactMessage.
func (ContactMessage) Indexes() []ent.Index {
	return []ent.Index{index.Fields("status", "id"), index.Fields("user_id", "id")}
}
