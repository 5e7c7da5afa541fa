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

// ProjectLinks are the addresses of a project elsewhere; empty where there is none.
type ProjectLinks struct {
	Demo    string `json:"demo,omitempty"`
	Repo    string `json:"repo,omitempty"`
	Discord string `json:"discord,omitempty"`
	Twitter string `json:"twitter,omitempty"`
	Website string `json:"website,omitempty"`
	Docs    string `json:"docs,omitempty"`
}

// ProjectMedia are the pictures and films of a project, in order.
type ProjectMedia struct {
	Screenshots []string `json:"screenshots,omitempty"`
	Videos      []string `json:"videos,omitempty"`
}

// ProjectImpact is what a project changes. Users and Revenue are nil when not said; Custom holds numbers and texts.
type ProjectImpact struct {
	Problem  string         `json:"problem,omitempty"`
	Solution string         `json:"solution,omitempty"`
	Users    *float64       `json:"users,omitempty"`
	Revenue  *float64       `json:"revenue,omitempty"`
	Custom   map[string]any `json:"custom,omitempty"`
}

// Project is a piece of software that a member shows.
// Enumerations are stored as their REST words, such as "ai_agents".
type Project struct{ ent.Schema }

// Mixin of Project.
func (Project) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

// Fields of Project. The time inside the id is created_at, so the id alone orders by age.
func (Project) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("title"),
		field.String("title_key").Comment("title folded to lower case without accents, for the order A to Z"),
		field.String("tagline"),
		field.Text("description").Default(""),
		field.String("logo").Default(""),
		field.String("cover_image").Default(""),
		field.String("stage"),
		field.String("primary_category"),
		field.Strings("secondary_categories").Default([]string{}),
		field.Strings("vibe_tools").Default([]string{}),
		field.Strings("custom_tools").Default([]string{}),
		field.String("monetization").Default("free"),
		field.Strings("looking_for").Default([]string{}),
		field.Strings("tags").Default([]string{}),
		field.JSON("links", ProjectLinks{}).Default(ProjectLinks{}),
		field.JSON("media", ProjectMedia{}).Default(ProjectMedia{}),
		field.JSON("impact", ProjectImpact{}).Default(ProjectImpact{}),
		field.String("launch_date").Default("").Comment("YYYY-MM-DD"),
		field.Bool("is_public").Default(true),
		field.Time("published_at").Optional().Nillable().Comment("when it first became public"),
		field.Time("featured_at").Optional().Nillable().Comment("since when an admin features it"),
		field.Time("deleted_at").Optional().Nillable().Comment("since when it is gone for everybody; its votes are being taken back, and then the row goes"),
		field.Int("upvotes").Default(0),
		field.Int("downvotes").Default(0),
		field.Float("rank").Default(0).Comment("trending rank, recomputed with every vote"),
		field.String("excerpt").Default("").Comment("how the description begins without its marks, for lists; empty where it has none"),
		field.Int("description_version").Default(0).Comment("what made description_html; of another it is made anew when it is read"),
		// Last here, since lists pass over it: a table of SQLite that is copied has its columns in this order. PostgreSQL
		// appends whatever comes later, and keeps long texts beside the row anyway.
		field.Text("description_html").Default("").Comment("description as a page shows it, empty where it has no marks"),
	}
}

// Edges of Project.
func (Project) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.From("owner", User.Type).Ref("projects").Field("user_id").Unique().Required().Immutable(),
		edge.To("facets", ProjectFacet.Type).Annotations(cascade),
		edge.To("feature_acts", FeatureAct.Type).Annotations(cascade),
	}
}

// Indexes of Project, one for each order of the public lists and one for an owner's own.
func (Project) Indexes() []ent.Index {
	public := entsql.IndexWhere("is_public")
	return []ent.Index{
		index.Fields("user_id", "id"),
		index.Fields("id").Annotations(public).StorageKey("project_newest"),
		index.Fields("rank", "id").Annotations(public).StorageKey("project_trending"),
		index.Fields("title_key", "id").Annotations(public).StorageKey("project_alphabetical"),
		index.Fields("stage", "id").Annotations(public).StorageKey("project_stage_newest"),
		index.Fields("stage", "rank", "id").Annotations(public).StorageKey("project_stage_trending"),
		index.Fields("stage", "title_key", "id").Annotations(public).StorageKey("project_stage_alphabetical"),
		index.Fields("primary_category", "rank", "id").Annotations(public).StorageKey("project_category_trending"),
		index.Fields("deleted_at").Annotations(entsql.IndexWhere("deleted_at IS NOT NULL")).StorageKey("project_deleted"),
		index.Fields("featured_at", "id").Annotations(entsql.IndexWhere("featured_at IS NOT NULL")).StorageKey("project_featured"),
	}
}
