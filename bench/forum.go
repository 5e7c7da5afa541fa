package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/paging"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
)

var forumPairs = []pair{
	{name: "forum-list", description: "threads of a channel or of all from a random cursor, logged in; net/http, one prepared query, encoding/json",
		goal: goal{ratio: 0.75}, open: openThreads},
	{name: "thread", description: "the first 50 replies of a thread, logged in; net/http, one prepared query, encoding/json",
		goal: goal{ratio: 0.75}, open: openPosts},
	{name: "reply-postgres", on: "postgres", description: "replies over Connect; pgbench with the same statements",
		goal: goal{ratio: 0.60}, open: openReplies},
}

const (
	threadsRead = 4000 // enough that their rows do not fit the CPU cache
	pageOfPosts = 50   // of the web app
)

// threads returns visible threads, spread evenly over those that match. There must be at least min.
func (e *env) threads(ctx context.Context, database string, atLeast int,
	where ...func(*entsql.Selector)) ([]*ent.ForumThread, error) {
	db, err := e.open(ctx, database)
	if err != nil {
		return nil, err
	}
	query := db.Client().ForumThread.Query().
		Where(forumthread.IsVisible(true), forumthread.HasChannelWith(forumchannel.DeletedAtIsNil()))
	for _, is := range where {
		query.Where(is)
	}
	all, err := query.Order(forumthread.ByID()).
		Select(forumthread.FieldID, forumthread.FieldChannelID, forumthread.FieldIsPinned,
			forumthread.FieldLastActivityAt, forumthread.FieldExcerpt, forumthread.FieldTitle).
		All(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	if len(all) < atLeast {
		return nil, fmt.Errorf("the database has %d suitable threads, %d are needed", len(all), atLeast)
	}
	n := min(len(all), threadsRead)
	chosen := make([]*ent.ForumThread, n)
	for i := range n {
		chosen[i] = all[i*len(all)/n]
	}
	return chosen, nil
}

func openThreads(ctx context.Context, e *env) ([]side, error) {
	threads, err := e.threads(ctx, e.database, 1000, entsql.FieldEQ(forumthread.FieldIsPinned, false))
	if err != nil {
		return nil, err
	}
	type position struct {
		At time.Time `json:"a"`
		ID uuid.UUID `json:"i"`
	}
	var targets, bareTargets []string
	for i, t := range threads {
		list, query, bareQuery := "threads", url.Values{}, url.Values{}
		path := "/threads?"
		if i%2 == 0 {
			list, path = "threads of "+t.ChannelID.String(), "/channel?"
			query.Set("channelId", t.ChannelID.String())
			bareQuery.Set("channel", t.ChannelID.String())
		}
		cursor, err := paging.Token(list, position{At: t.LastActivityAt.UTC(), ID: t.ID})
		if err != nil {
			return nil, err
		}
		query.Set("cursor", cursor)
		bareQuery.Set("at", t.LastActivityAt.UTC().Format(time.RFC3339Nano))
		bareQuery.Set("id", t.ID.String())
		targets, bareTargets = append(targets, "/api/forum/threads?"+query.Encode()),
			append(bareTargets, path+bareQuery.Encode())
	}
	return e.reading(ctx, e.database, targets, bareTargets)
}

func openPosts(ctx context.Context, e *env) ([]side, error) {
	threads, err := e.threads(ctx, e.database, 20, entsql.FieldGTE(forumthread.FieldReplyCount, pageOfPosts))
	if err != nil {
		return nil, err
	}
	var targets, bareTargets []string
	for _, t := range threads {
		targets, bareTargets = append(targets, "/api/forum/threads/"+t.ID.String()+"/posts"),
			append(bareTargets, "/posts?thread="+t.ID.String())
	}
	return e.reading(ctx, e.database, targets, bareTargets)
}

func openForumSearch(ctx context.Context, e *env) ([]side, error) {
	threads, err := e.threads(ctx, e.database, 100)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, t := range threads[:min(len(threads), 400)] {
		words = append(words, wordsIn(t.Title+" "+t.Excerpt)...)
	}
	return e.searches(ctx, "/api/forum/search?q=", "forum", words)
}

// bareThread is a thread in REST.
type bareThread struct {
	ID             string     `json:"id"`
	Title          string     `json:"title"`
	Content        string     `json:"content"`
	ChannelID      string     `json:"channelId"`
	ChannelName    string     `json:"channelName"`
	UserID         string     `json:"userId"`
	Author         bareAuthor `json:"author"`
	CreatedAt      time.Time  `json:"createdAt"`
	EditedAt       *time.Time `json:"editedAt"`
	IsPinned       bool       `json:"isPinned"`
	IsLocked       bool       `json:"isLocked"`
	ReplyCount     int        `json:"replyCount"`
	LastActivityAt time.Time  `json:"lastActivityAt"`
	Upvotes        int        `json:"upvotes"`
	Downvotes      int        `json:"downvotes"`
	ContentHTML    string     `json:"contentHtml"`
	Excerpt        string     `json:"excerpt"`
	IsHidden       bool       `json:"isHidden"`
	ProjectID      *string    `json:"projectId"`

	LastReplyAuthor *bareAuthor `json:"lastReplyAuthor"`
	IsFeedback      bool        `json:"isFeedback"`
	Via             *string     `json:"via"`
	LastReplyVia    *string     `json:"lastReplyVia"`
	IsAwaiting      bool        `json:"isAwaiting"`
	URL             string      `json:"url"`
}

// barePost is a reply in REST.
type barePost struct {
	ID          string     `json:"id"`
	Content     string     `json:"content"`
	ThreadID    string     `json:"threadId"`
	ParentID    *string    `json:"parentId"`
	UserID      string     `json:"userId"`
	Author      bareAuthor `json:"author"`
	CreatedAt   time.Time  `json:"createdAt"`
	EditedAt    *time.Time `json:"editedAt"`
	IsDeleted   bool       `json:"isDeleted"`
	Upvotes     int        `json:"upvotes"`
	Downvotes   int        `json:"downvotes"`
	ContentHTML string     `json:"contentHtml"`
	IsHidden    bool       `json:"isHidden"`
	Via         *string    `json:"via"`
	Review      *struct{}  `json:"review"`
	IsAwaiting  bool       `json:"isAwaiting"`
}

// forum serves lists of threads and the first replies of a thread.
func (b *bare) forum() {
	// With CROSS JOIN, SQLite reads the threads first, in the order of the list.
	const threads = `SELECT t.id, t.title, t.excerpt, t.channel_id, c.name, c.project_id, t.user_id, t.created_at, t.edited_at, t.is_pinned, t.is_locked, t.is_feedback,
		t.reply_count, t.last_activity_at, t.upvotes, t.downvotes, u.username, u.display_name, u.viber_tag, u.avatar,
		t.short, l.id, COALESCE(l.username, ''), COALESCE(l.display_name, ''), COALESCE(l.viber_tag, ''), COALESCE(l.avatar, '')
		FROM forum_threads t CROSS JOIN forum_channels c CROSS JOIN users u LEFT JOIN users l ON l.id =
		(SELECT p.user_id FROM forum_posts p WHERE p.thread_id = t.id AND p.is_visible ORDER BY p.id DESC LIMIT 1)
		WHERE c.id = t.channel_id AND u.id = t.user_id AND t.is_visible AND `
	scanThread := func(rows *sql.Rows, t *bareThread) error {
		var (
			lastID *string
			short  string
			last   bareAuthor
		)
		err := rows.Scan(&t.ID, &t.Title, &t.Excerpt, &t.ChannelID, &t.ChannelName, &t.ProjectID, &t.UserID,
			&t.CreatedAt, &t.EditedAt, &t.IsPinned, &t.IsLocked, &t.IsFeedback,
			&t.ReplyCount, &t.LastActivityAt, &t.Upvotes, &t.Downvotes, &t.Author.Username, &t.Author.DisplayName,
			&t.Author.ViberTag, &t.Author.Avatar,
			&short, &lastID, &last.Username, &last.DisplayName, &last.ViberTag, &last.Avatar)
		if lastID != nil {
			last.ID = *lastID
			t.LastReplyAuthor = &last
		}
		t.URL = b.origin + address.Thread(t.Title, short)
		t.Content, t.Author.ID = t.Excerpt, t.UserID
		return err
	}
	serveRows(b, "/threads",
		threads+`(t.last_activity_at, t.id) < ($1, $2) ORDER BY t.last_activity_at DESC, t.id DESC LIMIT 21`,
		scanThread, 20, "at", "id")
	serveRows(b, "/channel", threads+`t.channel_id = $1 AND (t.is_pinned, t.last_activity_at, t.id) < (FALSE, $2, $3)
		ORDER BY t.is_pinned DESC, t.last_activity_at DESC, t.id DESC LIMIT 21`, scanThread, 20, "channel", "at", "id")
	scanPost := func(rows *sql.Rows, p *barePost) error {
		err := rows.Scan(&p.ID, &p.Content, &p.ThreadID, &p.ParentID, &p.UserID, &p.CreatedAt, &p.EditedAt, &p.Upvotes,
			&p.Downvotes, &p.ContentHTML,
			&p.Author.Username, &p.Author.DisplayName, &p.Author.ViberTag, &p.Author.Avatar)
		if p.Author.ID = p.UserID; p.ContentHTML == "" { // not stored if the text has no Markdown
			p.ContentHTML = markdown.Escape(p.Content)
		}
		return err
	}
	serveRows(b, "/posts", fmt.Sprintf(
		`SELECT p.id, p.content, p.thread_id, p.parent_id, p.user_id, p.created_at, p.edited_at, p.upvotes, p.downvotes,
		p.content_html, u.username, u.display_name, u.viber_tag, u.avatar FROM forum_posts p CROSS JOIN users u
		WHERE u.id = p.user_id AND p.thread_id = $1 AND p.is_visible ORDER BY p.id LIMIT %d`, pageOfPosts+1), scanPost, pageOfPosts, "thread")
}

const replyText = "I tried it last night and it works. Thank you."

// openReplies posts replies of many users in many threads, none in the channel of a project, which would be one
// statement more.
func openReplies(ctx context.Context, e *env) ([]side, error) {
	threads, err := e.threads(ctx, e.database, 1000, func(s *entsql.Selector) {
		bound := entsql.Select(forumchannel.FieldID).From(entsql.Table(forumchannel.Table)).
			Where(entsql.NotNull(forumchannel.FieldProjectID))
		s.Where(entsql.NotIn(s.C(forumthread.FieldChannelID), bound))
	})
	if err != nil {
		return nil, err
	}
	authors, err := e.sessions(ctx, e.database, voterCount)
	if err != nil {
		return nil, err
	}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	bodies := make([][]byte, len(threads))
	for i, t := range threads {
		if bodies[i], err = json.Marshal(map[string]string{"threadId": t.ID.String(),
			"content": replyText}); err != nil {
			return nil, err
		}
	}
	script := filepath.Join(e.dir, "reply.sql")
	if err := os.WriteFile(script, []byte(replyScript(authors, threads)), 0o600); err != nil {
		return nil, err
	}
	raw, err := e.pgbench(script)
	return []side{asking(product, func(_ int, r *rand.Rand) request {
		author := authors[r.IntN(len(authors))]
		return request{wire: post("/uvboard.v1.ForumService/CreatePost", "application/json",
			bodies[r.IntN(len(bodies))], author.cookie)}
	}), raw}, err
}

// replyScript returns a pgbench script that posts a reply with the statements of the product. It writes colons as
// chr(58), since pgbench replaces names after a colon in strings too.
func replyScript(authors []session, threads []*ent.ForumThread) string {
	return fmt.Sprintf(`\set author random(1, %d)
\set thread random(1, %d)
BEGIN;
SELECT id AS thread_id, channel_id, (SELECT c.project_id FROM forum_channels c WHERE c.id = channel_id) AS project, %s[:author] AS author_id,
	(lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid AS post_id
FROM forum_threads WHERE id = %s[:thread] AND deleted_at IS NULL FOR UPDATE \gset
UPDATE forum_channels SET post_count = post_count + 1 WHERE id = :channel_id AND deleted_at IS NULL;
INSERT INTO forum_posts (id, thread_id, user_id, created_at, updated_at, content, content_version)
	VALUES (:post_id, :thread_id, :author_id, now(), now(), '%s', %d);
UPDATE forum_threads SET reply_count = reply_count + 1, last_activity_at = now() WHERE id = :thread_id;
UPDATE users SET forum_post_count = forum_post_count + 1, last_active_at = now() WHERE id = :author_id RETURNING username, display_name, viber_tag, avatar;
INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
	VALUES ('forum', :post_id, :author_id, '', '', '', 'kilnfire odile brandt', replace('_kind_forum _channel_' || replace((:channel_id)::text, '-', ''), '_', chr(58)), '%s');
INSERT INTO counters (id, value) VALUES ('forum_posts', 1) ON CONFLICT (id) DO UPDATE SET value = counters.value + excluded.value;
COMMIT;
`, len(authors), len(threads),
		uuidList(len(authors), func(i int) uuid.UUID { return authors[i].id }),
		uuidList(len(threads), func(i int) uuid.UUID { return threads[i].ID }),
		replyText, markdown.Version, strings.ToLower(strings.ReplaceAll(replyText, ".", "")))
}
