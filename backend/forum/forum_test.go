package forum

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// fixture is a service on a new database, with a clock that tests move.
type fixture struct {
	*Service
	db       *store.DB
	clock    *atomic.Int64 // milliseconds
	projects *project.Service
	votes    *vote.Service
	heard    *storetest.Recorder
}

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, db *store.DB) fixture {
	t.Helper()
	bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	clock := new(atomic.Int64)
	clock.Store(start.UnixMilli())
	now := func() time.Time { return time.UnixMilli(clock.Load()).UTC() }
	uploads := media.NewService(db, bucket, now)
	votes := vote.NewService(db, []domain.Votable{project.Votable, ThreadVotable, PostVotable}, now)
	return fixture{NewService(db, uploads, now), db, clock, project.NewService(db, uploads, now), votes,
		storetest.Listen(db)}
}

// each runs test on both databases, and then runs doctor.
func each(t *testing.T, test func(t *testing.T, h fixture)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		test(t, h)
		h.exact(t)
	})
}

func (h fixture) domains() []domain.Domain {
	return []domain.Domain{
		project.Domain(h.projects), Domain(h.Service), vote.Domain(h.votes),
		media.Domain(h.media, "", nil, append(slices.Clone(Uploads), project.Uploads)),
	}
}

// exact checks every counter with doctor.
func (h fixture) exact(t testing.TB) {
	t.Helper()
	drifts, err := doctor.Examine(t.Context(), h.db, h.domains())
	must.NoError(t, err)
	for _, d := range drifts {
		t.Error(d)
	}
}

func (h fixture) user(t testing.TB, username string) *auth.Caller {
	t.Helper()
	caller := &auth.Caller{Username: username}
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, username, username+"@example.com", "", start).Save(ctx)
		if err != nil {
			return err
		}
		caller.UserID = u.ID
		return stats.Add(ctx, tx, stats.Users, 1)
	}))
	storetest.Age(t, h.db, caller.UserID)
	return caller
}

func (h fixture) admin(t testing.TB) *auth.Caller {
	t.Helper()
	admin := h.user(t, "admin")
	admin.Role = auth.RoleAdmin
	return admin
}

// project creates a public project.
func (h fixture) project(t testing.TB, owner *auth.Caller, title string) uuid.UUID {
	t.Helper()
	p, err := h.projects.Create(t.Context(), owner, project.Input{
		Title: new(title), Tagline: new("What " + title + " does for you"), PrimaryCategory: new("games"),
		Stage:     new("mvp"),
		VibeTools: []string{"cursor"}, Logo: new("/uploads/logo.png"),
	})
	must.NoError(t, err)
	return p.ID
}

// channel, thread and post create one a second after what was created before.
func (h fixture) channel(t testing.TB, by *auth.Caller, name string) uuid.UUID {
	t.Helper()
	h.clock.Add(1000)
	c, err := h.CreateChannel(t.Context(), by, NewChannel{Name: name})
	must.NoError(t, err)
	return c.ID
}

func (h fixture) thread(t testing.TB, by *auth.Caller, channel uuid.UUID, title string) uuid.UUID {
	t.Helper()
	h.clock.Add(1000)
	thread, err := h.CreateThread(t.Context(), by, channel, title, "About "+title)
	must.NoError(t, err)
	return thread.ID
}

func (h fixture) post(t testing.TB, by *auth.Caller, thread uuid.UUID, parent *uuid.UUID, content string) uuid.UUID {
	t.Helper()
	h.clock.Add(1000)
	p, err := h.CreatePost(t.Context(), by, thread, parent, content)
	must.NoError(t, err)
	return p.ID
}

// threads returns the titles of all pages of a list, latest first.
func (h fixture) threads(t testing.TB, channel *uuid.UUID, size int) []string {
	t.Helper()
	return h.sorted(t, channel, Latest, size)
}

func (h fixture) sorted(t testing.TB, channel *uuid.UUID, sort string, size int) []string {
	t.Helper()
	titles := []string{}
	for token := ""; ; {
		page, next, err := h.ListThreads(t.Context(), nil, ThreadQuery{ChannelID: channel, Sort: sort, Size: size,
			Token: token})
		must.NoError(t, err)
		for _, thread := range page {
			titles = append(titles, thread.Title)
		}
		if token = next; token == "" {
			return titles
		}
		if len(page) == 0 {
			t.Fatal("an empty page has a next one")
		}
	}
}

// posts returns what the caller reads in a thread, "-" for a placeholder.
func (h fixture) posts(t testing.TB, caller *auth.Caller, q PostQuery) []string {
	t.Helper()
	if q.Size == 0 {
		q.Size = 2
	}
	texts := []string{}
	for {
		page, err := h.ListPosts(t.Context(), caller, q)
		must.NoError(t, err)
		texts = append(texts, contents(page.Posts)...)
		if q.Token = page.Next; q.Token == "" {
			return texts
		}
	}
}

func contents(posts []*ent.ForumPost) []string {
	texts := []string{}
	for _, p := range posts {
		switch {
		case p.UserID != nil && p.Edges.Author != nil && p.Content != "":
			texts = append(texts, p.Content)
		case p.UserID == nil && p.Edges.Author == nil && p.Content == "" && p.ContentHTML == "":
			texts = append(texts, "-")
		default:
			texts = append(texts, "neither a reply nor a placeholder")
		}
	}
	return texts
}

func (h fixture) found(t testing.TB, query string, channel *uuid.UUID) []string {
	t.Helper()
	texts := []string{}
	for token := ""; ; {
		page, err := h.Search(t.Context(), SearchQuery{Text: query, ChannelID: channel, Size: 2, Token: token})
		must.NoError(t, err)
		for _, f := range page.Found {
			texts = append(texts, f.Title+": "+f.Excerpt)
		}
		if token = page.Next; token == "" {
			return texts
		}
	}
}

// setVisible shows or hides a thread or a reply, as a moderator does.
func (h fixture) setVisible(t testing.TB, thread uuid.UUID, post *uuid.UUID, visible bool) {
	t.Helper()
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		found, err := h.lockThread(ctx, tx, thread)
		if err != nil {
			return err
		}
		if post == nil {
			return h.setThreadVisible(ctx, tx, found, visible)
		}
		p, err := tx.ForumPost.Get(ctx, *post)
		if err != nil {
			return err
		}
		return h.setPostVisible(ctx, tx, found, p, visible)
	}))
}

func equal(t testing.TB, what string, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// refuse expects a fault.
func refuse(t testing.TB, err error, code string) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Code != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

func words(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
