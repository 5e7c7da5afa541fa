package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// NotificationPreference has the notification settings that a user has changed. A user without a row has the defaults in the code.
type NotificationPreference struct{ ent.Schema }

func (NotificationPreference) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (NotificationPreference) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Strings("email_off").Comment("names of categories of mails that are off"),
	}
}

func (NotificationPreference) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("notification_preferences").Field("user_id").Unique().Required().Immutable(),
	}
}

func (NotificationPreference) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id").Unique()}
}

// Key is a secret of the board, made at its first use.
type Key struct{ ent.Schema }

func (Key) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("what it is for, such as unsubscribe"),
		field.Bytes("secret").Immutable().Sensitive(),
	}
}
