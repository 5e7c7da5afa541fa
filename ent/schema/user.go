// Package schema is the data model, from which Ent generates the other packages in ent.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"uvboard/ent/schema/mixin"
)

// User is an account.
type User struct{ ent.Schema }

func (User) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

// Fields of User. Counters change in the transaction that changes the counted rows.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.String("username").Comment("empty when the account is deleted"),
		field.String("username_key").Unique().Comment("username in lower case"),
		field.String("email").Sensitive(),
		field.String("email_key").Unique().Sensitive().Comment("email in lower case"),
		field.String("new_email").Optional().Sensitive().
			Comment("replaces email once confirmed; null without a change"),
		field.Time("email_verified_at").Optional().Nillable().Comment("null if email is not confirmed"),
		field.Time("email_owned_at").Optional().Nillable().
			Comment("since when a user of the account is known to read its mail; null if only the mailbox was proved, or nothing"),
		field.String("password_hash").Sensitive().Comment("argon2id, PHC string"),
		field.String("viber_tag").Unique(),
		field.String("display_name").Default(""),
		field.String("avatar").Default(""),
		field.String("bio").Default(""),
		field.String("github").Default(""),
		field.String("twitter").Default(""),
		field.String("linkedin").Default(""),
		field.String("website").Default(""),
		field.Strings("skills").Default([]string{}),
		field.String("location").Default(""),
		field.Enum("role").Values("member", "moderator", "admin").Default("member"),
		field.Bool("is_demo").Default(false).Comment("made by uvboard seed"),
		field.Time("deleted_at").Optional().Nillable().Comment("soft delete: personal columns are empty since then"),
		field.String("deleting").Optional().
			Comment("remaining work for a deleted account: erase, anonymise or vanish; null if none"),
		field.Int("project_count").Default(0).Comment("public projects"),
		field.Int("draft_count").Default(0).Comment("projects that are not public, without deleted ones"),
		field.Int("forum_thread_count").Default(0).Comment("visible threads"),
		field.Int("forum_post_count").Default(0).Comment("visible replies"),
		field.Int("blog_post_count").Default(0).Comment("visible blog posts"),
		field.Int("blog_comment_count").Default(0).Comment("visible comments"),
		field.Int("follower_count").Default(0).Comment("users who follow the user"),
		field.Int("following_count").Default(0).Comment("users whom the user follows"),
		field.Bool("hides_follows").Default(false).Comment("only the user sees the followers and who is followed"),
		field.Bool("hides_agents").Default(false).Comment("lists of threads leave out what came via agents"),
		field.Int("votes_given").Default(0),
		field.Int("upvotes_received").Default(0),
		field.Int("downvotes_received").Default(0),
		field.Int("eligible_upvotes_received").Default(0),
		field.Time("vouched_at").Optional().Nillable().
			Comment("first upvote or useful mark by a member who is eligible by age, from when on a new account is eligible"),
		field.Time("votes_held_at").Optional().Nillable().
			Comment("since when a ring with the user is held: no vote of the user is eligible; null if none is"),
		field.Int("reputation").Default(0).Comment("5 per upvote received, -2 per downvote received"),
		field.Int("link_post_count").Default(0).
			Comment("posts with links to other sites that others may see, counted up to 3; never falls, so it cannot be recounted"),
		field.Time("link_posted_at").Optional().Nillable().
			Comment("of the last post with links that had to wait; null without one"),
		field.Time("suspended_at").Optional().Nillable().
			Comment("beginning of the current suspension or ban; null if there is none"),
		field.Time("suspended_until").Optional().Nillable().Comment("null for a ban"),
		field.String("suspension_reason").Default(""),
		field.Time("last_active_at").Optional().Nillable().Comment("last time of publishing, voting or editing"),
	}
}

func (User) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.To("sessions", Session.Type).Annotations(cascade),
		edge.To("access_tokens", AccessToken.Type).Annotations(cascade),
		edge.To("mail_tokens", MailToken.Type).Annotations(cascade),
		edge.To("mails", Mail.Type).Annotations(cascade),
		edge.To("notification_preferences", NotificationPreference.Type).Annotations(cascade),
		edge.To("projects", Project.Type).Annotations(cascade),
		edge.To("votes", Vote.Type).Annotations(cascade),
		edge.To("uploads", Upload.Type).Annotations(cascade),
		edge.To("forum_channels", ForumChannel.Type).Annotations(entsql.OnDelete(entsql.SetNull)),
		edge.To("forum_threads", ForumThread.Type).Annotations(cascade),
		edge.To("forum_posts", ForumPost.Type).Annotations(cascade),
		edge.To("forum_reads", ForumRead.Type).Annotations(cascade),
		edge.To("blog_posts", BlogPost.Type).Annotations(cascade),
		edge.To("blog_comments", BlogComment.Type).Annotations(cascade),
		edge.To("reports", Report.Type).Annotations(cascade),
		edge.To("appeals", Appeal.Type).Annotations(cascade),
		edge.To("generations", Generation.Type).Annotations(cascade),
		edge.To("donations", Donation.Type).Annotations(entsql.OnDelete(entsql.SetNull)),
		edge.To("audit_entries", AuditEntry.Type).Annotations(cascade),
	}
}

func (User) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("upvotes_received", "id"),
		index.Fields("eligible_upvotes_received", "id"),
		index.Fields("last_active_at", "id"), // admins also list users who never were
		index.Fields("reputation", "id"),
		index.Fields("project_count", "id"),
		index.Fields("forum_post_count", "id"),
		index.Fields("blog_post_count", "id"),
		index.Fields("suspended_at").Annotations(entsql.IndexWhere("suspended_at IS NOT NULL")).
			StorageKey("user_suspended"),
		index.Fields("id").Annotations(entsql.IndexWhere("is_demo")).StorageKey("user_demo"),
		index.Fields("role"), // admins
		index.Fields("deleted_at").Annotations(entsql.IndexWhere("deleting IS NOT NULL")).StorageKey("user_deleting"),
	}
}
