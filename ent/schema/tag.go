package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Tag is a tag, a tool or a category that visible content has, with the number of items that have it.
type Tag struct{ ent.Schema }

func (Tag) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment(`kind and slug, such as "tool:nextjs"`),
		field.String("name").Default("").Comment("as somebody wrote it; empty for the slug"),
		field.Int("project_count").Default(0),
		field.Int("story_count").Default(0),
		field.Int("news_count").Default(0),
	}
}

// Indexes of Tag: one for each list of the most frequent.
func (Tag) Indexes() []ent.Index {
	return []ent.Index{index.Fields("story_count", "id")}
}

// TagSynonym is another word for a tag, which an operator has merged into it.
type TagSynonym struct{ ent.Schema }

func (TagSynonym) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment(`kind and slug of the word, such as "tool:next"`),
		field.String("tag"),
	}
}

// Tagged is a tag of a visible item. It duplicates the lists of the item for an index.
type Tagged struct{ ent.Schema }

func (Tagged) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Annotation{Table: "tagged"}}
}

func (Tagged) Fields() []ent.Field {
	return []ent.Field{
		field.String("tag"),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
		field.Time("published_at").Immutable().Comment("of the item, for the order"),
	}
}

// Indexes of Tagged: one for lists of a tag, and one to find the tags of an item and whether an item has a tag.
func (Tagged) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("tag", "target_type", "published_at", "target_id"),
		index.Fields("target_id", "tag").Unique(),
	}
}
