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

// Donation is a payment that a user or a visitor has started. When the account of its user is deleted, it stays without
// the user.
type Donation struct{ ent.Schema }

func (Donation) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

func (Donation) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().
			Comment("the donor; null for a visitor and for a deleted account"),
		field.Int64("amount").Immutable().Comment("in the currency's smallest unit, cents"),
		field.Int64("refunded").Default(0).Comment("the part of the amount that was paid back"),
		field.String("currency").Default("usd").Immutable(),
		field.String("status").Default("pending").Comment("pending, failed, canceled, succeeded or refunded"),
		field.String("email").Default("").Sensitive().
			Comment("the address of Stripe's receipt; empty if there is none"),
		field.String("request_key").Optional().Nillable().Unique().Immutable().Sensitive().
			Comment("the client's idempotency key"),
		field.String("payment_intent").Optional().Nillable().Comment("Stripe's id; null until Stripe has answered"),
		field.Int("failures").Default(0).Comment("failed attempts to pay"),
		field.Time("succeeded_at").Optional().Nillable(),
	}
}

func (Donation) Edges() []ent.Edge {
	return []ent.Edge{edge.From("donor", User.Type).Ref("donations").Field("user_id").Unique()}
}

func (Donation) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("status", "id"),
		index.Fields("payment_intent"),
		index.Fields("user_id", "id").Annotations(entsql.IndexWhere("user_id IS NOT NULL")),
	}
}

// StripeEvent is an event of Stripe that was handled, so that a duplicate is recognised and failed payments are
// counted.
type StripeEvent struct{ ent.Schema }

func (StripeEvent) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("Stripe's id"),
		field.String("kind").Immutable().Comment("such as payment_intent.succeeded"),
		field.Time("happened_at").Immutable(),
	}
}

func (StripeEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("kind", "happened_at"), index.Fields("happened_at")}
}
