package blog

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
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
	clock *atomic.Int64 // milliseconds
	heard *storetest.Recorder
}

const origin = "https://board.example"

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, db *store.DB) fixture {
	t.Helper()
	bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	clock := new(atomic.Int64)
	clock.Store(start.UnixMilli())
	now := func() time.Time { return time.UnixMilli(clock.Load()).UTC() }
	uploads := media.NewService(db, bucket, now)
	return fixture{NewService(db, uploads, project.NewService(db, uploads, now),
		vote.NewService(db, []domain.Votable{Votable}, now), origin, now), clock, storetest.Listen(db)}
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

// exact checks every counter with doctor.
func (h fixture) exact(t *testing.T) {
	t.Helper()
	drifts, err := doctor.Examine(t.Context(), h.db, []domain.Domain{
		Domain(h.Service), project.Domain(h.projects),
		vote.Domain(vote.NewService(h.db, []domain.Votable{Votable, CommentVotable, project.Votable}, h.now)),
		account.Domain(account.NewService(h.db, mail.Named("", ""), h.now)),
		media.Domain(h.media, "", nil, append(Uploads[:len(Uploads):len(Uploads)], project.Uploads)),
	})
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

// story returns the required fields of a post, and tags.
func story(title string, tags ...string) Input {
	return Input{Title: new(title), Content: new("What happened with " + title + "."), Tags: tags}
}

func draft(title string, tags ...string) Input {
	in := story(title, tags...)
	in.IsPublished = new(false)
	return in
}

// create creates a post one second after the previous one.
func (h fixture) create(t testing.TB, writer *auth.Caller, in Input) *ent.BlogPost {
	t.Helper()
	h.clock.Add(1000)
	p, err := h.Create(t.Context(), writer, in)
	must.NoError(t, err)
	return p
}

func (h fixture) update(t testing.TB, writer *auth.Caller, id uuid.UUID, in Input) *ent.BlogPost {
	t.Helper()
	h.clock.Add(1000)
	p, err := h.Update(t.Context(), writer, id, in)
	must.NoError(t, err)
	return p
}

func (h fixture) get(t testing.TB, caller *auth.Caller, id uuid.UUID) *ent.BlogPost {
	t.Helper()
	p, err := h.Get(t.Context(), caller, id)
	must.NoError(t, err)
	return p
}

func (h fixture) like(t testing.TB, who *auth.Caller, id uuid.UUID) Engagement {
	t.Helper()
	e, err := h.Like(t.Context(), who, id)
	must.NoError(t, err)
	return e
}

func (h fixture) comment(t testing.TB, who *auth.Caller, id uuid.UUID, text string) *ent.BlogComment {
	t.Helper()
	h.clock.Add(1000)
	c, err := h.CreateComment(t.Context(), who, id, nil, text)
	must.NoError(t, err)
	return c
}

// comments returns the texts of the comments that a caller sees.
func (h fixture) comments(t testing.TB, caller *auth.Caller, id uuid.UUID) (texts []string) {
	t.Helper()
	list, _, err := h.Comments(t.Context(), caller, id, 100, "")
	must.NoError(t, err)
	for _, c := range list {
		texts = append(texts, c.Content)
	}
	return texts
}

func (h fixture) popularity(t testing.TB, id uuid.UUID) int {
	t.Helper()
	p, err := h.db.Client().BlogPost.Get(t.Context(), id)
	must.NoError(t, err)
	return p.Popularity
}

// list returns the titles of all pages of a list.
func (h fixture) list(t testing.TB, caller *auth.Caller, q ListQuery) []string {
	t.Helper()
	if q.Size == 0 {
		q.Size = 100
	}
	got := []string{}
	for {
		page, err := h.List(t.Context(), caller, q)
		must.NoError(t, err)
		got = append(got, titles(page.Posts)...)
		next := page.Next
		if next == "" {
			return got
		}
		if len(page.Posts) == 0 {
			t.Fatal("an empty page has a next one")
		}
		q.Token = next
	}
}

func titles(posts []*ent.BlogPost) []string {
	got := []string{}
	for _, p := range posts {
		got = append(got, p.Title)
	}
	return got
}

func equal(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// refuse expects a fault with this code and, for a validation, this field.
func refuse(t testing.TB, err error, code, field string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil || f.Code != code {
		t.Fatalf("error %v, want a fault %s", err, code)
	}
	if _, ok := f.Fields[field]; field != "" && !ok {
		t.Errorf("fault of fields %v, want %s", f.Fields, field)
	}
}

// upload uploads an image and returns its address.
func (h fixture) upload(t testing.TB, sender *auth.Caller) string {
	t.Helper()
	var img bytes.Buffer
	must.NoError(t, png.Encode(&img, image.NewGray(image.Rect(0, 0, 200, 100))))
	u, err := h.media.AddImage(t.Context(), sender.UserID, &img)
	must.NoError(t, err)
	return media.Address(u.Upload)
}

func (h fixture) uploads(t testing.TB) int {
	t.Helper()
	n, err := h.db.Client().Upload.Query().Count(t.Context())
	must.NoError(t, err)
	return n
}

func words(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }

func (h fixture) votables() []domain.Votable {
	return []domain.Votable{Votable, CommentVotable, project.Votable}
}

// unless drops the faults that a concurrent hiding or deletion causes, and the fault with this code.
func unless(err error, code string) error {
	if f := fault.Of(err); f != nil && (f.Kind == fault.KindNotFound || f.Code == "BLOG_POST_NOT_PUBLIC" ||
		f.Code == code) {
		return nil
	}
	return err
}
