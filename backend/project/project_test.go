package project

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io/fs"
	"path/filepath"
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
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// fixture is a service on a new database, with a clock that tests move.
type fixture struct {
	*Service
	db        *store.DB
	clock     *atomic.Int64 // milliseconds
	files     string        // folder of the uploads
	collector *media.Collector
}

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, db *store.DB) fixture {
	t.Helper()
	files := t.TempDir()
	bucket, err := media.OpenBucket(t.Context(), "", files)
	must.NoError(t, err)
	clock := new(atomic.Int64)
	clock.Store(start.UnixMilli())
	now := func() time.Time { return time.UnixMilli(clock.Load()).UTC() }
	uploads := media.NewService(db, bucket, now)
	return fixture{NewService(db, uploads, now), db, clock, files, media.NewCollector(uploads)}
}

// each runs test on both databases, and then runs doctor.
func each(t *testing.T, test func(t *testing.T, h fixture)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		test(t, h)
		exact(t, h)
	})
}

func (h fixture) votes() *vote.Service {
	return vote.NewService(h.db, []domain.Votable{Votable}, h.now)
}

// exact checks every counter with doctor.
func exact(t *testing.T, h fixture) {
	t.Helper()
	drifts, err := doctor.Examine(t.Context(), h.db, []domain.Domain{
		Domain(h.Service), vote.Domain(h.votes()), account.Domain(account.NewService(h.db, mail.Named("", ""), h.now)),
		media.Domain(h.media, "", nil, []domain.UploadUse{Uploads}),
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

// idea returns the required fields of a project.
func idea(title string) Input {
	return Input{
		Title: new(title), Tagline: new("What " + title + " does for you"), PrimaryCategory: new("games"),
		Stage:     new("mvp"),
		VibeTools: []string{"cursor"}, Logo: new("/uploads/logo.png"),
	}
}

// create creates a project one second after the previous one.
func (h fixture) create(t testing.TB, owner *auth.Caller, in Input) *ent.Project {
	t.Helper()
	h.clock.Add(1000)
	p, err := h.Create(t.Context(), owner, in)
	must.NoError(t, err)
	return p
}

func (h fixture) draft(t testing.TB, owner *auth.Caller, title string) *ent.Project {
	t.Helper()
	in := idea(title)
	in.IsPublic = new(false)
	return h.create(t, owner, in)
}

// list returns the titles of all pages of a list.
func (h fixture) list(t testing.TB, q ListQuery) []string {
	t.Helper()
	if q.Size == 0 {
		q.Size = 100
	}
	got := []string{}
	for {
		page, err := h.List(t.Context(), q)
		must.NoError(t, err)
		got = append(got, titles(page.Projects)...)
		if page.Next == "" {
			return got
		}
		if len(page.Projects) == 0 {
			t.Fatal("an empty page has a next one")
		}
		q.Token = page.Next
	}
}

func titles(projects []*ent.Project) []string {
	got := []string{}
	for _, p := range projects {
		got = append(got, p.Title)
	}
	return got
}

func equal(t testing.TB, what string, got, want []string) {
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

func (h fixture) get(t testing.TB, caller *auth.Caller, id uuid.UUID) *ent.Project {
	t.Helper()
	p, err := h.Get(t.Context(), caller, id)
	must.NoError(t, err)
	return p
}

// upload uploads an image and returns its address.
func (h fixture) upload(t testing.TB, sender *auth.Caller) string {
	t.Helper()
	var img bytes.Buffer
	must.NoError(t, png.Encode(&img, image.NewGray(image.Rect(0, 0, 200, 100))))
	u, err := h.media.Add(t.Context(), sender.UserID, &img)
	must.NoError(t, err)
	return media.Address(u.Upload)
}

// stored returns the number of files after the collector has run.
func (h fixture) stored(t testing.TB) int {
	t.Helper()
	must.NoError(t, h.collector.Work(t.Context()))
	n := 0
	must.NoError(t, filepath.WalkDir(h.files, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasSuffix(path, ".attrs") {
			n++
		}
		return err
	}))
	return n
}
