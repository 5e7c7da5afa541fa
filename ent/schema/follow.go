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

// Follow is what a user follows: exactly one of the four is set.
type Follow struct{ ent.Schema }

func (Follow) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Follow) Fields() []ent.Field {
	id := func(name string) ent.Field { return field.UUID(name, uuid.UUID{}).Optional().Nillable().Immutable() }
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("who follows"),
		id("member_id"), id("project_id"), id("channel_id"),
		field.String("tag").Optional().Nillable().Immutable().
			Comment(`kind and slug of a tag or a tool, such as "tool:nextjs"`),
		field.Time("created_at").Immutable(),
	}
}

func (Follow) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(cascade),
		edge.To("member", User.Type).Field("member_id").Unique().Immutable().Annotations(cascade),
		edge.To("project", Project.Type).Field("project_id").Unique().Immutable().Annotations(cascade),
		edge.To("channel", ForumChannel.Type).Field("channel_id").Unique().Immutable().Annotations(cascade),
	}
}

// Indexes of Follow: what a user follows, and the followers of each.
func (Follow) Indexes() []ent.Index {
	indexes := []ent.Index{index.Fields("user_id", "id")}
	for _, what := range []string{"member_id", "project_id", "channel_id", "tag"} {
		indexes = append(indexes, index.Fields("user_id", what).Unique(), index.Fields(what, "id"))
	}
	return indexes
}
