package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Vote is the vote of a user on an item.
type Vote struct{ ent.Schema }

func (Vote) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{"vote_value": "value IN (-1, 1)"})}
}

func (Vote) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("target_type").Immutable().Comment("as in REST, such as project"),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
		field.Int("value").Comment("1 for an upvote, -1 for a downvote"),
		field.Bool("is_counted").Default(true).Comment("false while the voter is banned"),
		field.Bool("is_eligible").Default(true).Comment("whether it ranks its target; never without is_counted"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
		field.Int("cast_day").Default(0).
			Comment("on which the user chose the value, in the time zone that the board had then, such as 20261123"),
	}
}

func (Vote) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("votes").Field("user_id").Unique().Required().Immutable(),
	}
}

func (Vote) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("target_id", "user_id", "target_type").Unique(),
		index.Fields("user_id", "created_at"),
		index.Fields("created_at"),
		index.Fields("user_id").Annotations(entsql.IndexWhere("NOT is_counted")).StorageKey("vote_uncounted"),
		index.Fields("user_id").Annotations(entsql.IndexWhere("NOT is_eligible")).StorageKey("vote_ineligible"),
	}
}
