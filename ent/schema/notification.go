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

// Notification tells a user about one event. The unread notifications of a kind about one subject are a group; the
// newest one in the inbox is its head.
type Notification struct{ ent.Schema }

func (Notification) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Notification) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("kind").Immutable().Comment("as in REST, such as reply"),
		field.UUID("source", uuid.UUID{}).Immutable().Comment("what caused it: a user is notified about it once"),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().
			Comment("null for the board, and for a deleted account"),
		field.String("item_type").Immutable().Comment("as in REST, such as forum_post"),
		field.UUID("item_id", uuid.UUID{}).Immutable(),
		field.UUID("subject_id", uuid.UUID{}).Immutable().
			Comment("the item that shows it, such as the thread of a reply"),
		field.String("detail").Default("").Immutable().Comment("such as the number of a milestone"),
		field.UUID("group_id", uuid.UUID{}).Immutable().Comment("id of the first notification of the group"),
		field.Bool("is_head").Comment("the inbox lists it"),
		field.Int("people").Default(1).Comment("actors in the group; of a head"),
		field.Bool("is_read").Default(false),
		field.Time("mail_at").Optional().Nillable().Comment("when it is due by email; null if it is not"),
	}
}

func (Notification) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("actor", User.Type).Field("actor_id").Unique().Annotations(entsql.OnDelete(entsql.SetNull)),
	}
}

func (Notification) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "source").Unique(),
		index.Fields("user_id", "id").Annotations(entsql.IndexWhere("is_head")).StorageKey("notification_inbox"),
		index.Fields("user_id", "kind", "id").Annotations(entsql.IndexWhere("is_head")).
			StorageKey("notification_inbox_kind"),
		index.Fields("user_id", "id").Annotations(entsql.IndexWhere("is_head AND (NOT is_read)")).
			StorageKey("notification_unread_inbox"),
		index.Fields("user_id", "kind", "subject_id").Annotations(entsql.IndexWhere("is_head AND (NOT is_read)")).
			StorageKey("notification_unread"),
		index.Fields("group_id"),
		index.Fields("item_id"),
		index.Fields("subject_id"),
		index.Fields("actor_id"),
		index.Fields("mail_at").Annotations(entsql.IndexWhere("mail_at IS NOT NULL")).StorageKey("notification_mail"),
		index.Fields("user_id", "mail_at").Annotations(entsql.IndexWhere("mail_at IS NOT NULL")).
			StorageKey("notification_user_mail"),
	}
}

// Mute is what a user does not want to be notified about: a thread, a channel, or what a user does.
type Mute struct{ ent.Schema }

func (Mute) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Mute) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("target_type").Immutable().Comment("thread, channel or user"),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
	}
}

func (Mute) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Mute) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "target_id").Unique(), index.Fields("user_id", "id")}
}

// NotificationPreference has the notification settings that a user has changed. A user without a row has the defaults
// in the code.
type NotificationPreference struct{ ent.Schema }

func (NotificationPreference) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (NotificationPreference) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.JSON("kinds", map[string]uint8{}).Optional().
			Comment("channels by kind, or by category of emails that are " +
				"not notifications: 1 inbox, 2 email, 4 push; the defaults are in the code"),
		field.String("digest").Default("").Comment("off, daily or weekly; empty for the default"),
		field.Int("digest_hour").Default(9),
		field.String("time_zone").Default("").Comment("empty for that of the board"),
		field.Time("digest_at").Optional().Nillable().Comment("when the last digest was made"),
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
