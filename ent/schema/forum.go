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

// ForumChannel is a list of threads on one subject.
type ForumChannel struct{ ent.Schema }

func (ForumChannel) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

// Fields of ForumChannel. Counters change in the transaction that changes the counted rows.
func (ForumChannel) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().
			Comment("who created it; null if that account is erased"),
		field.String("name"),
		field.String("name_key").Unique().Comment("name without case and accents, for order and uniqueness"),
		field.String("description").Default(""),
		field.UUID("project_id", uuid.UUID{}).Optional().Nillable().Unique().Comment("the project that it discusses"),
		field.Int("thread_count").Default(0).Comment("visible threads"),
		field.Int("post_count").Default(0).Comment("sum of reply_count of the visible threads"),
		field.Time("deleted_at").Optional().Nillable().Comment("soft delete: the row is deleted when its threads are"),
	}
}

func (ForumChannel) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("creator", User.Type).Ref("forum_channels").Field("user_id").Unique(),
		edge.From("project", Project.Type).Ref("forum_channel").Field("project_id").Unique(),
		edge.To("threads", ForumThread.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (ForumChannel) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id"),
		index.Fields("thread_count", "id"),
		index.Fields("post_count", "id"),
		index.Fields("deleted_at").Annotations(entsql.IndexWhere("deleted_at IS NOT NULL")).
			StorageKey("forumchannel_deleted"),
	}
}

// ForumThread is a thread of a channel.
type ForumThread struct{ ent.Schema }

func (ForumThread) Mixin() []ent.Mixin {
	return []ent.Mixin{mixin.ID{}, mixin.Times{}, mixin.Via{}, mixin.Short{}}
}

// Fields of ForumThread. The id begins with created_at, so ids order by age.
func (ForumThread) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("channel_id", uuid.UUID{}),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("title"),
		field.Bool("is_visible").Default(true).Comment("neither hidden nor deleted"),
		field.Bool("is_feedback").Default(false).Comment("the feedback on the project of its channel"),
		field.Bool("is_pinned").Default(false),
		field.Bool("is_locked").Default(false),
		field.Time("edited_at").Optional().Nillable().Comment("last edit by the author"),
		field.Time("hidden_at").Optional().Nillable().Comment("hidden by a moderator since then"),
		field.Bool("is_awaiting").Default(false).Comment("hidden because it waits for a moderator"),
		field.Time("deleted_at").Optional().Nillable().
			Comment("soft delete: the row is deleted when its replies and votes are"),
		field.Time("last_activity_at").Comment("created_at of the newest visible reply, else of the thread"),
		field.Int("reply_count").Default(0).Comment("visible replies"),
		field.Int("upvotes").Default(0),
		field.Int("downvotes").Default(0),
		field.Int("eligible_upvotes").Default(0).Comment("those that rank it"),
		field.Int("eligible_downvotes").Default(0),
		field.String("excerpt").Default("").Comment("start of the content as plain text, for lists"),
		field.Int("content_version").Default(0).
			Comment("renderer version of content_html; an older one is rendered again when read"),
		field.Text("content"),
		field.Text("content_html").Default(""),
	}
}

func (ForumThread) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.From("channel", ForumChannel.Type).Ref("threads").Field("channel_id").Unique().Required(),
		edge.From("author", User.Type).Ref("forum_threads").Field("user_id").Unique().Required().Immutable(),
		edge.To("posts", ForumPost.Type).Annotations(cascade),
		edge.To("reads", ForumRead.Type).Annotations(cascade),
	}
}

// Indexes of ForumThread: one for each list.
func (ForumThread) Indexes() []ent.Index {
	visible := entsql.IndexWhere("is_visible")
	unanswered := entsql.IndexWhere("is_visible AND (reply_count = 0) AND (NOT is_locked)")
	return []ent.Index{
		index.Fields("user_id", "id"),
		index.Fields("channel_id", "is_pinned", "last_activity_at", "id").Annotations(visible).
			StorageKey("forumthread_channel"),
		index.Fields("last_activity_at", "id").Annotations(visible).StorageKey("forumthread_active"),
		index.Fields("id").Annotations(visible).StorageKey("forumthread_newest"),
		index.Fields("eligible_upvotes", "id").Annotations(visible).StorageKey("forumthread_top"),
		index.Fields("channel_id", "eligible_upvotes", "id").Annotations(visible).
			StorageKey("forumthread_channel_top"),
		index.Fields("id").Annotations(unanswered).StorageKey("forumthread_unanswered"),
		index.Fields("channel_id", "id").Annotations(unanswered).StorageKey("forumthread_channel_unanswered"),
		index.Fields("channel_id", "id").StorageKey("forumthread_of_channel"),
		index.Fields("channel_id").Unique().Annotations(entsql.IndexWhere("is_feedback AND (deleted_at IS NULL)")).
			StorageKey("forumthread_feedback"),
		index.Fields("deleted_at").Annotations(entsql.IndexWhere("deleted_at IS NOT NULL")).
			StorageKey("forumthread_deleted"),
	}
}

// ForumPost is a reply in a thread. A deleted one that has answers stays as a placeholder without content and author,
// until its last answer is deleted.
type ForumPost struct{ ent.Schema }

func (ForumPost) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}, mixin.Via{}} }

// Fields of ForumPost. The id begins with created_at, so ids order by age.
func (ForumPost) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("thread_id", uuid.UUID{}).Immutable(),
		field.UUID("parent_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the reply that it answers; null if it answers the thread"),
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Comment("null for a placeholder"),
		field.Bool("is_visible").Default(true).Comment("neither hidden nor a placeholder"),
		field.Time("edited_at").Optional().Nillable().Comment("last edit by the author"),
		field.Time("hidden_at").Optional().Nillable().Comment("hidden by a moderator since then"),
		field.Bool("is_awaiting").Default(false).Comment("hidden because it waits for a moderator"),
		field.Int("answer_count").Default(0).Comment("replies with this parent_id, placeholders included"),
		field.Int("upvotes").Default(0),
		field.Int("downvotes").Default(0),
		field.Int("eligible_upvotes").Default(0).Comment("those that rank it"),
		field.Int("eligible_downvotes").Default(0),
		field.Int("content_version").Default(0).
			Comment("renderer version of content_html; an older one is rendered again when read"),
		field.Text("content"),
		field.Text("content_html").Default(""),
	}
}

func (ForumPost) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("thread", ForumThread.Type).Ref("posts").Field("thread_id").Unique().Required().Immutable(),
		edge.From("author", User.Type).Ref("forum_posts").Field("user_id").Unique(),
		edge.To("answers", ForumPost.Type).From("parent").Field("parent_id").Unique().Immutable(),
		edge.To("review", Review.Type).Unique().Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (ForumPost) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("thread_id", "id"),
		// with the author and via, for the last one and for those who take part
		index.Fields("thread_id", "id", "user_id", "via").Annotations(entsql.IndexWhere("is_visible")).
			StorageKey("forumpost_visible"),
		index.Fields("id").Annotations(entsql.IndexWhere("is_visible")).StorageKey("forumpost_newest"), // counts by day
		index.Fields("user_id", "id"),
		index.Fields("parent_id").Annotations(entsql.IndexWhere("parent_id IS NOT NULL")).
			StorageKey("forumpost_answers"),
	}
}

// ForumWatch records whether a user wants to be notified about replies in a thread. It begins when the user posts in
// it.
type ForumWatch struct{ ent.Schema }

func (ForumWatch) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("thread_id", uuid.UUID{}).Immutable(),
		field.Bool("is_on"),
	}
}

func (ForumWatch) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("thread", ForumThread.Type).Field("thread_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (ForumWatch) Indexes() []ent.Index {
	return []ent.Index{index.Fields("thread_id", "user_id").Unique(), index.Fields("user_id", "id")}
}

// ForumRead records up to when a user has read a thread.
type ForumRead struct{ ent.Schema }

func (ForumRead) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("thread_id", uuid.UUID{}).Immutable(),
		field.Time("read_at"),
	}
}

func (ForumRead) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("forum_reads").Field("user_id").Unique().Required().Immutable(),
		edge.From("thread", ForumThread.Type).Ref("reads").Field("thread_id").Unique().Required().Immutable(),
	}
}

func (ForumRead) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "thread_id").Unique(),
		index.Fields("thread_id"),
	}
}
