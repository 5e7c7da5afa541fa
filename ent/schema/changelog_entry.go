package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// ChangelogEntry is an update of a project: what its owner says is new, or a change of its stage.
type ChangelogEntry struct{ ent.Schema }

func (ChangelogEntry) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}, mixin.Via{}} }

func (ChangelogEntry) Annotations() []schema.Annotation {
	// Ent would call the entity as it calls the builder of a change
	return []schema.Annotation{entsql.Annotation{Table: "project_updates"}}
}

// Fields of ChangelogEntry. The id begins with created_at, so ids order by age.
func (ChangelogEntry) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("the owner of the project"),
		field.String("stage_before").Default("").Immutable().
			Comment("of a change of the stage, which has no title and content"),
		field.String("stage_after").Default("").Immutable(),
		field.String("title").Default(""),
		field.Time("edited_at").Optional().Nillable().Comment("last edit by the owner"),
		field.Time("hidden_at").Optional().Nillable().Comment("hidden by a moderator since then"),
		field.Bool("is_awaiting").Default(false).Comment("hidden because it waits for a moderator"),
		field.Int("content_version").Default(0).
			Comment("renderer version of content_html; an older one is rendered again when read"),
		field.Text("content").Default("").Comment("Markdown"),
		field.Text("content_html").Default("").Comment("empty for plain text"),
	}
}

func (ChangelogEntry) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.To("project", Project.Type).Field("project_id").Unique().Required().Immutable().Annotations(cascade),
		edge.To("author", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(cascade),
	}
}

func (ChangelogEntry) Indexes() []ent.Index {
	return []ent.Index{index.Fields("project_id", "id"), index.Fields("user_id", "id")}
}
