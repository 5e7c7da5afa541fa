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

// Webhook is an address that is called when something happens.
type Webhook struct{ ent.Schema }

func (Webhook) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Webhook) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("the owner, or the admin who added it for the board"),
		field.String("scope").Immutable().Comment("own; board for one that is called for all items of the board"),
		field.String("url"),
		field.Strings("events").Comment("as in REST, such as project.published"),
		field.String("secret").Sensitive().Comment("as standard-webhooks writes it"),
		field.String("previous_secret").Default("").Sensitive().Comment("also signs until a day after rotated_at"),
		field.Time("rotated_at").Optional().Nillable(),
		field.String("state").Comment("on; off if a user turned it off, failing or gone if the board did"),
		field.Time("failing_since").Optional().Nillable().Comment("of the first failure after the last success"),
		field.Time("failed_at").Optional().Nillable().Comment("of the last failure after the last success"),
		field.Time("created_at").Immutable(),
	}
}

func (Webhook) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("deliveries", WebhookDelivery.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Webhook) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "state"), index.Fields("scope", "state"),
		index.Fields("state", "user_id")}
}

// WebhookDelivery is a call of a webhook for one event.
type WebhookDelivery struct{ ent.Schema }

func (WebhookDelivery) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (WebhookDelivery) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("webhook_id", uuid.UUID{}).Immutable(),
		field.UUID("source", uuid.UUID{}).Immutable().Comment("the event, of which the webhook is told once"),
		field.String("event").Immutable().Comment("as in REST"),
		field.String("item_type").Immutable().Comment("of the item that must be public; empty if it need not be"),
		field.UUID("item_id", uuid.UUID{}).Immutable(),
		field.UUID("person", uuid.UUID{}).Optional().Nillable().Comment("the user whose name is in the body"),
		field.Text("body").Comment("JSON; empty if it may not be shown any more"),
		field.String("state").Comment("waiting, delivered or failed"),
		field.Int("attempts").Default(0),
		field.Int("status").Default(0),
		field.Text("answer").Default(""),
		field.String("failure").Default(""),
		field.Time("created_at").Immutable(),
		field.Time("attempted_at").Optional().Nillable(),
		field.Time("next_at").Optional().Nillable().Comment("null unless it waits"),
	}
}

func (WebhookDelivery) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("webhook", Webhook.Type).Ref("deliveries").Field("webhook_id").Unique().Required().Immutable(),
	}
}

func (WebhookDelivery) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("webhook_id", "source").Unique(),
		index.Fields("webhook_id", "id"),
		index.Fields("item_id"),
		index.Fields("person"),
	}
}
