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

// Ring is a group of accounts whose votes look as if one hand had cast them.
type Ring struct{ ent.Schema }

func (Ring) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Ring) Fields() []ent.Field {
	return []ent.Field{
		field.String("kind").Immutable().Comment("as in REST, such as crowd"),
		field.UUID("owner_id", uuid.UUID{}).Immutable().
			Comment("of what a crowd upvoted, kept after the account is deleted; all zeros for another kind"),
		field.String("state").Comment("held or released"),
		field.String("findings").Comment("what was found, with its figures, in sentences"),
		field.Time("created_at").Immutable(),
		field.UUID("decided_by", uuid.UUID{}).Optional().Nillable().
			Comment("the admin who decided last, kept after the account is deleted; null if none did"),
		field.Time("decided_at").Optional().Nillable(),
		field.String("reason").Default("").Comment("of the admin"),
		field.UUID("act_id", uuid.UUID{}).Comment("of the last change of the state: members are told of each once"),
	}
}

func (Ring) Edges() []ent.Edge {
	return []ent.Edge{edge.To("members", RingMember.Type).Annotations(entsql.OnDelete(entsql.Cascade))}
}

func (Ring) Indexes() []ent.Index {
	return []ent.Index{index.Fields("state", "id"), index.Fields("owner_id", "kind")}
}

// RingMember is an account in a ring.
type RingMember struct{ ent.Schema }

func (RingMember) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("ring_id", uuid.UUID{}).Immutable(),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Time("created_at").Immutable(),
		field.String("appeal").Default("").Comment("what the user says about the hold"),
		field.Time("appealed_at").Optional().Nillable(),
	}
}

func (RingMember) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("ring", Ring.Type).Ref("members").Field("ring_id").Unique().Required().Immutable(),
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (RingMember) Indexes() []ent.Index {
	return []ent.Index{index.Fields("ring_id", "user_id").Unique(), index.Fields("user_id")}
}

// Trace says that a user registered or voted on a day from a network and with a browser. Both are hashes with a salt of
// the day, so that they tell nothing but who else came from there on that day.
type Trace struct{ ent.Schema }

func (Trace) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Int("day").Immutable().Comment("in UTC, such as 20261123"),
		field.String("network").Immutable().Sensitive().
			Comment("hash of the /24 or /64 of the address; empty if unknown"),
		field.String("agent").Immutable().Sensitive().Comment("hash of the User-Agent; empty if there was none"),
	}
}

func (Trace) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Trace) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "day", "network", "agent").Unique(),
		index.Fields("day", "agent", "user_id"),
	}
}

// RingSearch is how far the search for rings has come. There is one row.
type RingSearch struct{ ent.Schema }

func (RingSearch) Fields() []ent.Field {
	return []ent.Field{
		field.Int("vote_id").Comment("of the last vote that it has looked at"),
		field.Time("registered_until").Comment("it has looked at the accounts registered until then"),
	}
}
