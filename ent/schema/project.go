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

// ProjectLinks are the URLs of a project; empty if there is none.
type ProjectLinks struct {
	Demo    string `json:"demo,omitempty"`
	Repo    string `json:"repo,omitempty"`
	Discord string `json:"discord,omitempty"`
	Twitter string `json:"twitter,omitempty"`
	Website string `json:"website,omitempty"`
	Docs    string `json:"docs,omitempty"`
}

// ProjectMedia are the images and videos of a project, in order.
type ProjectMedia struct {
	Screenshots []string `json:"screenshots,omitempty"`
	Videos      []string `json:"videos,omitempty"`
}

// ProjectImpact is the impact of a project. Users and Revenue are nil if unknown; Custom has numbers and strings.
type ProjectImpact struct {
	Problem  string         `json:"problem,omitempty"`
	Solution string         `json:"solution,omitempty"`
	Users    *float64       `json:"users,omitempty"`
	Revenue  *float64       `json:"revenue,omitempty"`
	Custom   map[string]any `json:"custom,omitempty"`
}

// Project is a project of a user. Enumerations are stored as in REST, such as "ai_agents".
type Project struct{ ent.Schema }

func (Project) Mixin() []ent.Mixin {
	return []ent.Mixin{mixin.ID{}, mixin.Times{}, mixin.Via{}, mixin.Short{}}
}

// Fields of Project. The id begins with created_at, so ids order by age.
func (Project) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("title"),
		field.String("title_key").Comment("title without case and accents, for sorting"),
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
		field.Time("published_at").Optional().Nillable().Comment("first time it was public"),
		field.Time("featured_at").Optional().Nillable().Comment("null if not featured"),
		field.String("featured_reason").Default("").
			Comment("why, for everybody; empty if not featured or if no reason was given"),
		field.Time("deleted_at").Optional().Nillable().Comment("soft delete: the row is deleted when its votes are"),
		field.Time("hidden_at").Optional().Nillable().
			Comment("hidden by a moderator since then; is_public is false meanwhile"),
		field.Bool("publish_on_restore").Default(false).Comment("was public when it was hidden"),
		field.Bool("is_awaiting").Default(false).Comment("hidden because it waits for a moderator"),
		field.Int("comment_count").Default(0).Comment("post_count of its forum channel"),
		field.Int("feedback_count").Default(0).Comment("reply_count of its feedback thread"),
		field.UUID("feedback_thread_id", uuid.UUID{}).Optional().Nillable().
			Comment("its visible feedback thread; null if there is none"),
		field.Time("first_answer_at").Optional().Nillable().
			Comment("first visible reply in its channel by somebody else, in a session; null without one"),
		field.Int("upvotes").Default(0),
		field.Int("downvotes").Default(0),
		field.Int("eligible_upvotes").Default(0).Comment("those that rank it"),
		field.Int("eligible_downvotes").Default(0),
		field.Bool("is_entered").Default(false).Comment("has the eligible upvotes that a ranking takes"),
		field.String("build_code").Default("").Comment("who wrote the code, as in REST; empty if its owner does not say"),
		field.Int("build_hours").Optional().Nillable(),
		field.Int("build_cost").Optional().Nillable().Comment("whole US dollars"),
		field.String("build_lesson").Default(""),
		field.String("alive").Default("unknown").Comment("state of its links, as in REST; see ProjectCheck"),
		field.Float("alive_share").Optional().Nillable().
			Comment("share of the last 90 days with a check that have an answer; null without one"),
		field.Time("alive_checked_at").Optional().Nillable(),
		field.Float("rank").Default(0).Comment("trending rank; changes with every eligible vote"),
		field.String("excerpt").Default("").
			Comment("start of the description as plain text, for lists; empty if the description has no Markdown"),
		field.Int("description_version").Default(0).
			Comment("renderer version of description_html; an older one is rendered again when read"),
		// Last, since lists do not read it: a copied SQLite table has this order of columns. PostgreSQL appends new
		// columns, and stores long texts outside the row.
		field.Text("description_html").Default("").Comment("empty if the description has no Markdown"),
	}
}

func (Project) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.From("owner", User.Type).Ref("projects").Field("user_id").Unique().Required().Immutable(),
		edge.To("feature_acts", FeatureAct.Type).Annotations(cascade),
		edge.To("forum_channel", ForumChannel.Type).Unique().Annotations(entsql.OnDelete(entsql.SetNull)),
	}
}

// Indexes of Project: one for each order of the public lists, one for the list of an owner, and those of the list of
// admins, which has drafts too. Those of rankings have the owner, which limits who is among the first ten.
func (Project) Indexes() []ent.Index {
	public := entsql.IndexWhere("is_public")
	earlier := entsql.DescColumns("id") // of equal ones the earlier is first, the index being read from its end
	return []ent.Index{
		index.Fields("user_id", "id"),
		index.Fields("id").Annotations(public).StorageKey("project_newest"),
		index.Fields("published_at", "id").Annotations(entsql.IndexWhere("is_public AND (first_answer_at IS NULL)")).
			StorageKey("project_waiting"),
		index.Fields("published_at").Annotations(public).StorageKey("project_published"),
		index.Fields("is_entered", "rank", "id", "user_id").Annotations(public, earlier).
			StorageKey("project_trending"),
		index.Fields("title_key", "id").Annotations(public).StorageKey("project_alphabetical"),
		index.Fields("build_code", "id").Annotations(public).
			StorageKey("project_code"),
		index.Fields("build_hours", "id").Annotations(entsql.IndexWhere("is_public AND (build_hours IS NOT NULL)")).
			StorageKey("project_hours"),
		index.Fields("stage", "id").Annotations(public).StorageKey("project_stage_newest"),
		index.Fields("stage", "is_entered", "rank", "id", "user_id").Annotations(public, earlier).
			StorageKey("project_stage_trending"),
		index.Fields("stage", "title_key", "id").Annotations(public).StorageKey("project_stage_alphabetical"),
		index.Fields("primary_category", "is_entered", "rank", "id", "user_id").Annotations(public, earlier).
			StorageKey("project_category_trending"),
		index.Fields("eligible_upvotes", "id", "user_id").Annotations(public, earlier).
			StorageKey("project_all_time"),
		index.Fields("deleted_at").Annotations(entsql.IndexWhere("deleted_at IS NOT NULL")).
			StorageKey("project_deleted"),
		index.Fields("title_key", "id"),
		index.Fields("upvotes", "id"),
		index.Fields("downvotes", "id"),
		index.Fields("featured_at", "id").Annotations(entsql.IndexWhere("featured_at IS NOT NULL")).
			StorageKey("project_featured"),
	}
}
