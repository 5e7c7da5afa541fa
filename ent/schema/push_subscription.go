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

// PushSubscription is a browser in which a user gets push notifications.
type PushSubscription struct{ ent.Schema }

func (PushSubscription) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (PushSubscription) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Comment("who used the browser last"),
		field.UUID("session_id", uuid.UUID{}).Comment("with which the subscription ends"),
		field.String("endpoint").Unique().Immutable().Sensitive().Comment("address at the browser's push service"),
		field.String("p256dh").Sensitive().Comment("the browser's public key, as in its PushSubscription"),
		field.String("auth").Sensitive(),
		field.Time("created_at").Immutable(),
	}
}

func (PushSubscription) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("session", Session.Type).Field("session_id").Unique().Required().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (PushSubscription) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "id"), index.Fields("session_id")}
}
