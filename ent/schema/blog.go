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

// BlogPost is a story of a user. Its likes are upvotes.
type BlogPost struct{ ent.Schema }

func (BlogPost) Mixin() []ent.Mixin {
	return []ent.Mixin{mixin.ID{}, mixin.Times{}, mixin.Via{}, mixin.Short{}}
}

func (BlogPost) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("title"),
		field.String("title_key").Default("").Comment("title without case and accents, for the list of admins"),
		field.String("excerpt").Default("").Comment("summary by the author"),
		field.Strings("tags").Default([]string{}),
		field.String("cover_image").Default(""),
		field.Bool("is_published").Default(true).Comment("false for a draft"),
		field.Bool("is_visible").Default(true).Comment("published, and neither hidden nor deleted"),
		field.Time("published_at").Optional().Nillable().Comment("first publication"),
		field.Time("hidden_at").Optional().Nillable().Comment("hidden by a moderator since then"),
		field.Bool("is_awaiting").Default(false).Comment("hidden because it waits for a moderator"),
		field.Time("deleted_at").Optional().Nillable().
			Comment("soft delete: the row is deleted when its likes and comments are"),
		field.Int("upvotes").Default(0).Comment("likes"),
		field.Int("downvotes").Default(0).Comment("always 0"),
		field.Int("eligible_upvotes").Default(0).Comment("those that rank it"),
		field.Int("eligible_downvotes").Default(0),
		field.Int("comment_count").Default(0).Comment("visible comments"),
		field.Int("popularity").Default(0).Comment("likes and visible comments of the last 30 days"),
		field.Int("read_time").Default(1).Comment("minutes"),
		field.String("summary").Default("").Comment("start of the content as plain text, for lists"),
		field.Int("content_version").Default(0).
			Comment("renderer version of content_html; an older one is rendered again when read"),
		field.Text("content"),
		field.Text("content_html").Default(""),
	}
}

func (BlogPost) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.From("author", User.Type).Ref("blog_posts").Field("user_id").Unique().Required().Immutable(),
		edge.To("comments", BlogComment.Type).Annotations(cascade),
	}
}

// Indexes of BlogPost: one for each list, and those of the list of admins, which has drafts too.
func (BlogPost) Indexes() []ent.Index {
	visible := entsql.IndexWhere("is_visible")
	return []ent.Index{
		index.Fields("user_id", "id"),
		index.Fields("published_at", "id").Annotations(visible).StorageKey("blogpost_newest"),
		index.Fields("popularity", "published_at", "id").Annotations(visible).StorageKey("blogpost_popular"),
		index.Fields("id").Annotations(visible).StorageKey("blogpost_visible"),
		index.Fields("id").Annotations(entsql.IndexWhere("popularity > 0")).StorageKey("blogpost_with_popularity"),
		index.Fields("title_key", "id"),
		index.Fields("upvotes", "id"),
		index.Fields("eligible_upvotes", "id"),
		index.Fields("comment_count", "id"),
		index.Fields("deleted_at").Annotations(entsql.IndexWhere("deleted_at IS NOT NULL")).
			StorageKey("blogpost_deleted"),
	}
}

// BlogComment is a comment on a blog post.
type BlogComment struct{ ent.Schema }

func (BlogComment) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}, mixin.Via{}} }

// Fields of BlogComment. The id begins with created_at, so ids order by age.
func (BlogComment) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("post_id", uuid.UUID{}).Immutable(),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("parent_id", uuid.UUID{}).Optional().Nillable().
			Comment("the comment that it answers; null if that has been deleted"),
		field.Text("content").Comment("Markdown"),
		field.Int("content_version").Default(0).
			Comment("renderer version of content_html; an older one is rendered again when read"),
		field.Text("content_html").Default("").Comment("empty for plain text"),
		field.Int("upvotes").Default(0).Comment("likes"),
		field.Int("downvotes").Default(0).Comment("always 0"),
		field.Int("eligible_upvotes").Default(0).Comment("those that rank it"),
		field.Int("eligible_downvotes").Default(0),
		field.Bool("is_visible").Default(true).Comment("not hidden"),
		field.Time("edited_at").Optional().Nillable().Comment("last edit by the author"),
		field.Time("hidden_at").Optional().Nillable().
			Comment("hidden by the author of the post or a moderator since then"),
		field.Bool("hidden_by_moderator").Default(false).Comment("only a moderator may show it again"),
		field.Bool("is_awaiting").Default(false).Comment("hidden because it waits for a moderator"),
	}
}

func (BlogComment) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("post", BlogPost.Type).Ref("comments").Field("post_id").Unique().Required().Immutable(),
		edge.From("author", User.Type).Ref("blog_comments").Field("user_id").Unique().Required().Immutable(),
		edge.To("answers", BlogComment.Type).Annotations(entsql.OnDelete(entsql.SetNull)).From("parent").
			Field("parent_id").Unique(),
	}
}

func (BlogComment) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("post_id", "id"),
		index.Fields("user_id", "id"),
		index.Fields("parent_id"),
	}
}
