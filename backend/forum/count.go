package forum

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/search"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/user"
)

// What a visible thread or reply counts in:
//
//	users.forum_thread_count and users.forum_post_count, also while the thread of a reply or the channel is hidden or
//	deleted: the reply itself is not hidden, and hiding a thread with thousands of replies stays one short transaction
//	forum_threads.reply_count and last_activity_at
//	forum_channels.thread_count and post_count, and projects.comment_count: replies of visible threads
//	projects.feedback_count: replies of the visible feedback thread; projects.first_answer_at: its first answer
//	the counters of the whole forum: the same, without deleted channels

// setThreadVisible shows or hides a thread locked by lockThread, in every list, counter and search.
func (s *Service) setThreadVisible(ctx context.Context, tx *ent.Client, t *ent.ForumThread, visible bool) error {
	if t.IsVisible == visible {
		return nil
	}
	t.IsVisible = visible
	if err := tx.ForumThread.Update().Where(forumthread.ID(t.ID)).SetIsVisible(visible).Exec(ctx); err != nil {
		return fmt.Errorf("show or hide a thread: %w", err)
	}
	return s.countThread(ctx, tx, t, time.Time{})
}

// countThread counts a thread that has just become visible or invisible, and adds it to search or removes it. It marks
// the author as active at activeAt, unless that is zero.
func (s *Service) countThread(ctx context.Context, tx *ent.Client, t *ent.ForumThread, activeAt time.Time) error {
	by := sign(t.IsVisible)
	if err := countUsers(ctx, tx, map[uuid.UUID]userChange{t.UserID: {threads: by, activeAt: activeAt}}); err != nil {
		return err
	}
	var err error
	if t.Edges.Author, err = tx.User.Get(ctx, t.UserID); err != nil {
		return fmt.Errorf("author of a thread: %w", err)
	}
	if err := countChannel(ctx, tx, t.Edges.Channel, by, by*t.ReplyCount); err != nil {
		return err
	}
	if !t.IsVisible {
		return search.Remove(ctx, tx, SearchKind, t.ID)
	}
	return search.Put(ctx, tx, ThreadDoc(t, t.Edges.Author))
}

// setPostVisible shows or hides a reply in a thread locked by lockThread, like setThreadVisible.
func (s *Service) setPostVisible(ctx context.Context, tx *ent.Client, t *ent.ForumThread, p *ent.ForumPost,
	visible bool) error {
	if p.IsVisible == visible {
		return nil
	}
	p.IsVisible = visible
	if err := tx.ForumPost.Update().Where(forumpost.ID(p.ID)).SetIsVisible(visible).Exec(ctx); err != nil {
		return fmt.Errorf("show or hide a reply: %w", err)
	}
	by := sign(p.IsVisible)
	t.ReplyCount += by
	if p.IsVisible && p.CreatedAt.After(t.LastActivityAt) {
		t.LastActivityAt = p.CreatedAt
	} else if !p.IsVisible {
		var err error
		if t.LastActivityAt, err = lastActivity(ctx, tx, t); err != nil {
			return err
		}
	}
	err := tx.ForumThread.Update().Where(forumthread.ID(t.ID)).SetReplyCount(t.ReplyCount).
		SetLastActivityAt(t.LastActivityAt).Exec(ctx)
	if err != nil {
		return fmt.Errorf("count a reply: %w", err)
	}
	if err := countUsers(ctx, tx, map[uuid.UUID]userChange{*p.UserID: {posts: by}}); err != nil {
		return err
	}
	if p.Edges.Author, err = tx.User.Get(ctx, *p.UserID); err != nil {
		return fmt.Errorf("author of a reply: %w", err)
	}
	if t.IsVisible {
		if err := countChannel(ctx, tx, t.Edges.Channel, 0, by); err != nil {
			return err
		}
	}
	if !p.IsVisible {
		return search.Remove(ctx, tx, SearchKind, p.ID)
	}
	return search.Put(ctx, tx, PostDoc(p, t.ChannelID, p.Edges.Author))
}

// lastActivity returns the time of the newest visible reply or, if there is none, of the thread.
func lastActivity(ctx context.Context, tx *ent.Client, t *ent.ForumThread) (time.Time, error) {
	newest, err := tx.ForumPost.Query().Where(forumpost.ThreadID(t.ID), forumpost.IsVisible(true)).
		Order(forumpost.ByID(entsql.OrderDesc())).Limit(1).Select(forumpost.FieldCreatedAt).All(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("newest reply: %w", err)
	}
	if len(newest) == 0 {
		return t.CreatedAt, nil
	}
	return newest[0].CreatedAt, nil
}

type userChange struct {
	threads, posts int
	activeAt       time.Time // zero to leave it
}

func countUsers(ctx context.Context, tx *ent.Client, changes map[uuid.UUID]userChange) error {
	for _, id := range slices.SortedFunc(maps.Keys(changes),
		func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) {
		c := changes[id]
		u := tx.User.Update().Where(user.ID(id)).AddForumThreadCount(c.threads).AddForumPostCount(c.posts)
		if !c.activeAt.IsZero() {
			u.SetLastActiveAt(c.activeAt)
		}
		if err := u.Exec(ctx); err != nil {
			return fmt.Errorf("count content of a user: %w", err)
		}
	}
	return nil
}

// countChannel counts visible threads and their replies in a locked channel, its project and the whole forum.
func countChannel(ctx context.Context, tx *ent.Client, c *ent.ForumChannel, threads, posts int) error {
	if threads == 0 && posts == 0 {
		return nil
	}
	c.ThreadCount += threads
	c.PostCount += posts
	if c.ProjectID != nil {
		if err := describeProject(ctx, tx, c); err != nil {
			return err
		}
	}
	if err := tx.ForumChannel.UpdateOneID(c.ID).SetThreadCount(c.ThreadCount).SetPostCount(c.PostCount).
		Exec(ctx); err != nil {
		return fmt.Errorf("count content of a channel: %w", err)
	}
	if c.DeletedAt != nil {
		return nil
	}
	return countForum(ctx, tx, 0, threads, posts)
}

// firstAnswer is the SQL of the time of the first answer to a project of this alias: a visible reply in its channel by
// somebody else than the owner, written in a session.
func firstAnswer(project string) string {
	return `(SELECT MIN(a.created_at) FROM forum_channels b JOIN forum_threads h ON h.channel_id = b.id
JOIN forum_posts a ON a.thread_id = h.id WHERE b.project_id = ` + project + `.id AND h.is_visible AND a.is_visible AND a.via = ''
AND a.user_id <> ` + project + `.user_id)`
}

// describeProject sets what the project of a locked channel says of it.
func describeProject(ctx context.Context, tx *ent.Client, c *ent.ForumChannel) error {
	_, err := tx.ExecContext(ctx, `UPDATE projects SET comment_count = $3, feedback_thread_id =
(SELECT t.id FROM forum_threads t WHERE t.channel_id = $2 AND t.is_feedback AND t.is_visible), feedback_count = COALESCE(
(SELECT t.reply_count FROM forum_threads t WHERE t.channel_id = $2 AND t.is_feedback AND t.is_visible), 0),
first_answer_at = `+firstAnswer("projects")+` WHERE id = $1`, *c.ProjectID, c.ID, c.PostCount)
	if err != nil {
		return fmt.Errorf("count comments of a project: %w", err)
	}
	return nil
}

func countForum(ctx context.Context, tx *ent.Client, channels, threads, posts int) error {
	for _, counter := range []struct { // in the order of their names
		name string
		by   int
	}{{stats.Channels, channels}, {stats.ForumPosts, posts}, {stats.ForumThreads, threads}} {
		if counter.by == 0 {
			continue
		}
		if err := stats.Add(ctx, tx, counter.name, counter.by); err != nil {
			return fmt.Errorf("count %s: %w", counter.name, err)
		}
	}
	return nil
}

func sign(visible bool) int {
	if visible {
		return 1
	}
	return -1
}
