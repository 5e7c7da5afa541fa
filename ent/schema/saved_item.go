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

// SavedItem is an item that a user has saved to find it again. The row stays if the item is hidden or deleted.
type SavedItem struct{ ent.Schema }

func (SavedItem) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (SavedItem) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("target_type").Immutable().Comment("as in REST, such as project"),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
		field.String("label").Default("").Comment("the user's own word for it"),
		field.String("title_key").Comment("folded title when it was saved, for the search"),
		field.Time("created_at").Immutable(),
	}
}

func (SavedItem) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (SavedItem) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "target_id", "target_type").Unique(),
		index.Fields("user_id", "id"),
	}
}
