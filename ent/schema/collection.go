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

// Collection is a list of projects that a user has made.
type Collection struct{ ent.Schema }

func (Collection) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

// Fields of Collection. The id begins with created_at, so ids order by age.
func (Collection) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("title"),
		field.String("description").Default(""),
		field.Bool("is_public").Default(false),
		field.Time("hidden_at").Optional().Nillable().Comment("hidden by a moderator since then"),
	}
}

func (Collection) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("owner", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Collection) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id", "id")} }

// CollectionItem is a project in a collection.
type CollectionItem struct{ ent.Schema }

func (CollectionItem) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (CollectionItem) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("collection_id", uuid.UUID{}).Immutable(),
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.String("note").Default("").Comment("what the owner says about the project"),
		field.Int("position").Comment("the order of the list; a deleted project leaves a gap"),
		field.Time("created_at").Immutable(),
	}
}

func (CollectionItem) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.To("collection", Collection.Type).Field("collection_id").Unique().Required().Immutable().
			Annotations(cascade),
		edge.To("project", Project.Type).Field("project_id").Unique().Required().Immutable().Annotations(cascade),
	}
}

func (CollectionItem) Indexes() []ent.Index {
	return []ent.Index{index.Fields("collection_id", "project_id").Unique(), index.Fields("project_id")}
}
