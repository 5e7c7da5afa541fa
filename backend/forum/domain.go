package forum

import (
	"context"
	"encoding/json"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumread"
	"uvboard/ent/forumthread"
	"uvboard/ent/forumwatch"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// readable is the SQL condition under which a thread or a reply of a thread h can be read by everybody.
const readable = "h.is_visible AND EXISTS (SELECT 1 FROM forum_channels c WHERE c.id = h.channel_id AND c.deleted_at IS NULL)"

// These describe threads and replies to package vote.
var (
	ThreadVotable = domain.Votable{
		Type: ThreadKind, Table: "forum_threads", Title: "title", Noun: "Thread",
		Visible: "(is_visible AND EXISTS (SELECT 1 FROM forum_channels c WHERE c.id = channel_id AND c.deleted_at IS NULL))",
		Lists:   lists, ParentType: ChannelKind, Parent: "channel_id",
	}
	PostVotable = domain.Votable{
		Type: PostKind, Table: "forum_posts", Noun: "Reply",
		Visible: "(is_visible AND EXISTS (SELECT 1 FROM forum_threads h WHERE h.id = thread_id AND " + readable +
			"))",
		ParentType: ThreadKind, Parent: "thread_id",
	}
)

// Uploads are the uploads that threads and replies show.
var Uploads = []domain.UploadUse{
	{Kind: ThreadKind, Table: "forum_threads", Visible: ThreadVotable.Visible, Hidden: "t.deleted_at IS NULL"},
	{Kind: PostKind, Table: "forum_posts", Visible: PostVotable.Visible,
		Hidden: "EXISTS (SELECT 1 FROM forum_threads h WHERE h.id = t.thread_id AND h.deleted_at IS NULL)"},
}

// Domain returns the forum's contributions to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "forum",
		Services: []server.Service{
			server.Mount[uvboardv1connect.ForumServiceHandler](uvboardv1connect.NewForumServiceHandler, h)},
		Cached: []string{
			"/api/forum/channels", uvboardv1connect.ForumServiceListChannelsProcedure,
			"/api/forum/threads", uvboardv1connect.ForumServiceListThreadsProcedure,
			"/api/stats/forum", uvboardv1connect.ForumServiceGetForumStatsProcedure,
		},
		Pages:     h.Pages(),
		Votable:   []domain.Votable{ThreadVotable, PostVotable},
		Notices:   s.notices(),
		Moderated: s.moderated(),
		Items: []domain.ItemKind{{Type: ChannelKind, Table: "forum_channels", Visible: "deleted_at IS NULL",
			Noun: "Channel", Targets: channelTargets, Content: channelContents}},
		Published: []domain.Published{{Type: ThreadKind, Time: "created_at", ByID: true,
			By: map[string]string{"user": "user_id", "channel": "channel_id"}}},
		Search: []domain.Searchable{
			{Kind: SearchKind, Table: "forum_threads", Visible: "is_visible", Docs: threadDocs},
			{Kind: SearchKind, Table: "forum_posts", Visible: "is_visible", Docs: postDocs},
		},
		Uploads:  Uploads,
		Activity: []domain.Activity{{Kind: ThreadKind, List: s.threadActivity}, {Kind: PostKind, List: s.postActivity}},
		Checks:   checks(),
		Counted:  []string{"forum_channels", "forum_threads", "forum_posts", "projects", "users", "counters"},
		Exports: []domain.Export{
			{Name: "forum-channels.json", About: "the forum channels that you created", Of: "forum_channels.user_id",
				Content: true, Write: s.exportChannels},
			{Name: "forum-threads.json", About: "your forum threads", Of: "forum_threads.user_id", Content: true,
				Write: s.exportThreads},
			{Name: "forum-posts.json", About: "your replies in the forum", Of: "forum_posts.user_id", Content: true,
				Write: s.exportPosts},
			{Name: "forum-watches.json", About: "the threads whose replies you are notified about",
				Of: "forum_watches.user_id", Private: true, Write: s.exportWatches},
			{Name: "forum-reads.json", About: "up to when you have read which thread", Of: "forum_reads.user_id",
				Private: true, Write: s.exportReads},
		},

		Erase: s.erase, Anonymise: s.anonymise,
		Owns: user.Or(user.HasForumThreads(), user.HasForumPosts(), user.HasForumChannels()),
		Deletions: []domain.Deletion{
			{What: "thread", Pending: s.DeletedThreads, Continue: s.FinishThread},
			{What: "channel", Pending: s.DeletedChannels, Continue: s.FinishChannel},
		},
	}
}

// checks are in the order in which the values depend on each other.
func checks() []domain.Check {
	return []domain.Check{
		domain.CheckCount("users", "forum_thread_count", "forum_threads", "user_id", "is_visible"),
		domain.CheckCount("users", "forum_post_count", "forum_posts", "user_id", "is_visible"),
		domain.CheckCount("forum_posts", "answer_count", "forum_posts", "parent_id", "parent_id IS NOT NULL"),
		domain.CheckCount("forum_threads", "reply_count", "forum_posts", "thread_id", "is_visible"),
		domain.CheckCount("forum_channels", "thread_count", "forum_threads", "channel_id", "is_visible"),
		{What: "forum_channels.post_count", Set: domain.SetColumn("forum_channels", "post_count"),
			Query: `SELECT c.id, c.post_count AS stored,
			COALESCE((SELECT SUM(t.reply_count) FROM forum_threads t WHERE t.channel_id = c.id AND t.is_visible), 0) AS counted FROM forum_channels c`},
		{What: "projects.comment_count", Set: domain.SetColumn("projects", "comment_count"),
			Query: `SELECT p.id, p.comment_count AS stored,
			COALESCE(c.post_count, 0) AS counted FROM projects p LEFT JOIN forum_channels c ON c.project_id = p.id`},
		{What: "projects.feedback_count", Set: domain.SetColumn("projects", "feedback_count"),
			Query: `SELECT p.id, p.feedback_count AS stored, COALESCE(t.reply_count, 0) AS counted FROM projects p
			LEFT JOIN forum_channels c ON c.project_id = p.id
			LEFT JOIN forum_threads t ON t.channel_id = c.id AND t.is_feedback AND t.is_visible`},
		{What: "projects.feedback_thread_id", Query: `SELECT p.id, CASE WHEN p.feedback_thread_id IS NULL THEN 0 ELSE 1 END AS stored,
			CASE WHEN t.id IS NULL THEN 0 ELSE 1 END AS counted FROM projects p
			LEFT JOIN forum_channels c ON c.project_id = p.id
			LEFT JOIN forum_threads t ON t.channel_id = c.id AND t.is_feedback AND t.is_visible
			WHERE t.id IS NULL OR p.feedback_thread_id IS NULL OR t.id = p.feedback_thread_id`},
		{What: "projects.first_answer_at", Query: `SELECT p.id, CASE WHEN p.first_answer_at IS NULL THEN 0 ELSE 1 END AS stored,
			CASE WHEN ` + firstAnswer("p") + ` IS NULL THEN 0 ELSE 1 END AS counted FROM projects p`},
		stats.Check(stats.Channels, "SELECT COUNT(*) FROM forum_channels WHERE deleted_at IS NULL"),
		stats.Check(stats.ForumThreads,
			"SELECT COALESCE(SUM(thread_count), 0) FROM forum_channels WHERE deleted_at IS NULL"),
		stats.Check(stats.ForumPosts,
			"SELECT COALESCE(SUM(post_count), 0) FROM forum_channels WHERE deleted_at IS NULL"),
		{What: "forum_threads.last_activity_at", Query: `SELECT t.id, CASE WHEN t.last_activity_at = COALESCE(
			(SELECT MAX(p.created_at) FROM forum_posts p WHERE p.thread_id = t.id AND p.is_visible), t.created_at) THEN 1 ELSE 0 END AS stored,
			1 AS counted FROM forum_threads t WHERE t.deleted_at IS NULL`},
		{What: "placeholders without answers",
			Query: `SELECT p.id, 1 AS stored, 0 AS counted FROM forum_posts p JOIN forum_threads t ON t.id = p.thread_id
			WHERE p.user_id IS NULL AND p.answer_count = 0 AND t.deleted_at IS NULL`},
	}
}

func (s *Service) exportChannels(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "forum-channels.json", func(after uuid.UUID) ([]*ent.ForumChannel, error) {
		return s.db.Client().ForumChannel.Query().Where(forumchannel.UserID(u.ID), forumchannel.DeletedAtIsNil(),
			forumchannel.IDGT(after)).
			Order(forumchannel.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(c *ent.ForumChannel) (uuid.UUID, any) { return c.ID, json.RawMessage(rest.JSON(ChannelToProto(c))) })
}

func (s *Service) exportThreads(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "forum-threads.json", func(after uuid.UUID) ([]*ent.ForumThread, error) {
		return s.db.Client().ForumThread.Query().Where(forumthread.UserID(u.ID), forumthread.DeletedAtIsNil(),
			forumthread.IDGT(after)).
			Order(forumthread.ByID()).Limit(archive.PageSize).WithChannel().All(ctx)
	}, func(t *ent.ForumThread) (uuid.UUID, any) {
		t.Edges.Author = u
		return t.ID, json.RawMessage(rest.JSON(s.ThreadToProto(t)))
	})
}

func (s *Service) exportPosts(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "forum-posts.json", func(after uuid.UUID) ([]*ent.ForumPost, error) {
		return s.db.Client().ForumPost.Query().Where(forumpost.UserID(u.ID), forumpost.IDGT(after)).
			Order(forumpost.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(p *ent.ForumPost) (uuid.UUID, any) {
		p.Edges.Author = u
		return p.ID, json.RawMessage(rest.JSON(PostToProto(p)))
	})
}

// readRow is a read marker in the export.
type readRow struct {
	ThreadID uuid.UUID `json:"threadId"`
	ReadAt   time.Time `json:"readAt"`
}

// watchRow is a watch in the data export.
type watchRow struct {
	ThreadID uuid.UUID `json:"threadId"`
	Watching bool      `json:"watching"`
}

func (s *Service) exportWatches(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "forum-watches.json", func(after uuid.UUID) ([]*ent.ForumWatch, error) {
		return s.db.Client().ForumWatch.Query().
			Where(forumwatch.UserID(u.ID), predicate.ForumWatch(entsql.FieldGT(forumwatch.FieldThreadID, after))).
			Order(forumwatch.ByThreadID()).Limit(archive.PageSize).All(ctx)
	}, func(r *ent.ForumWatch) (uuid.UUID, any) { return r.ThreadID, watchRow{r.ThreadID, r.IsOn} })
}

func (s *Service) exportReads(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "forum-reads.json", func(after uuid.UUID) ([]*ent.ForumRead, error) {
		return s.db.Client().ForumRead.Query().
			Where(forumread.UserID(u.ID), predicate.ForumRead(entsql.FieldGT(forumread.FieldThreadID, after))).
			Order(forumread.ByThreadID()).Limit(archive.PageSize).All(ctx)
	}, func(r *ent.ForumRead) (uuid.UUID, any) { return r.ThreadID, readRow{r.ThreadID, r.ReadAt.UTC()} })
}
