package feedback

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/forum"
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
	"uvboard/ent"
	"uvboard/ent/user"
)

// fixture is a service on a new database, with a clock that tests move.
type fixture struct {
	*Service
	clock *atomic.Int64 // milliseconds
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
	projects := project.NewService(db, uploads, now)
	h := fixture{NewService(db, forum.NewService(db, uploads, now), projects, now), clock}
	db.SetListeners(Domain(h.Service).Listeners...)
	return h
}

// each runs test on both databases, and then runs doctor.
func each(t *testing.T, test func(t *testing.T, h fixture)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		test(t, h)
		drifts, err := doctor.Examine(t.Context(), db, []domain.Domain{project.Domain(h.projects), Domain(h.Service),
			forum.Domain(h.forum)})
		must.NoError(t, err)
		for _, d := range drifts {
			t.Error(d)
		}
	})
}

func (h fixture) pass(d time.Duration) { h.clock.Add(d.Milliseconds()) }

func (h fixture) user(t testing.TB, username string, skills ...string) *auth.Caller {
	t.Helper()
	caller := &auth.Caller{Username: username, SessionID: uuid.New()}
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, username, username+"@example.com", "", start).Save(ctx)
		if err != nil {
			return err
		}
		caller.UserID = u.ID
		if err := tx.User.Update().Where(user.ID(u.ID)).SetSkills(skills).Exec(ctx); err != nil {
			return err
		}
		return stats.Add(ctx, tx, stats.Users, 1)
	}))
	return caller
}

// project publishes a project, with tags.
func (h fixture) project(t testing.TB, owner *auth.Caller, title string, tags ...string) uuid.UUID {
	t.Helper()
	p, err := h.projects.Create(t.Context(), owner, project.Input{
		Title: new(title), Tagline: new("What " + title + " does for you"), PrimaryCategory: new("games"),
		Stage: new("mvp"), VibeTools: []string{"cursor"}, Logo: new("/uploads/logo.png"), Tags: tags,
	})
	must.NoError(t, err)
	h.pass(time.Second)
	return p.ID
}

// assigned returns the title of the project that a member is given, "" for none.
func (h fixture) assigned(t testing.TB, caller *auth.Caller) string {
	t.Helper()
	a, err := h.Assign(t.Context(), caller)
	must.NoError(t, err)
	if a == nil {
		return ""
	}
	return a.Project.Title
}

// texts returns the parts of a review with words of its own.
func texts(words ...string) Texts {
	all := strings.Fields(strings.Repeat(strings.Join(words, " ")+" ", 60/len(words)))
	return Texts{Reach: "used", FirstImpression: strings.Join(all, " "), Tried: "I " + words[0]}
}

// review writes the assigned review of a member after ten minutes, and returns its reply.
func (h fixture) review(t testing.TB, caller *auth.Caller, words ...string) *ent.ForumPost {
	t.Helper()
	a, err := h.Assign(t.Context(), caller)
	must.NoError(t, err)
	if a == nil {
		t.Fatal("no project waits for " + caller.Username)
	}
	h.pass(10 * time.Minute)
	if len(words) == 0 {
		words = []string{caller.Username, "clicked", a.Project.Title}
	}
	p, err := h.Write(t.Context(), caller, a.ID, texts(words...))
	must.NoError(t, err)
	return p
}

func (h fixture) owed(t testing.TB, caller *auth.Caller, projectID uuid.UUID) bool {
	t.Helper()
	r, err := h.Request(t.Context(), caller, projectID)
	must.NoError(t, err)
	if r == nil {
		t.Fatal("the project does not wait")
	}
	return r.IsOwed
}

func (h fixture) balance(t testing.TB, caller *auth.Caller) Balance {
	t.Helper()
	b, err := h.Balance(t.Context(), caller.UserID)
	must.NoError(t, err)
	return b
}

// refuse expects a fault.
func refuse(t testing.TB, err error, code string) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Code != code {
		t.Helper()
		t.Errorf("got %v, want %s", err, code)
	}
}
