package user_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/user"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

var start = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

// fixture is a database with the handler under test.
type fixture struct {
	*user.Handler
	service *user.Service
	db      *store.DB

	mu  sync.Mutex
	now time.Time
}

func newFixture(db *store.DB) *fixture {
	h := &fixture{db: db, now: start}
	projects := project.NewService(db, nil, h.clock) // no media: the tests only read projects
	h.service = user.NewService(db, project.Domain(projects).Activity, h.clock)
	h.Handler = user.NewHandler(h.service, project.NewHandler(projects).ListByUser)
	return h
}

func (h *fixture) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *fixture) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// addUser creates a user; with may set more columns.
func (h *fixture) addUser(t *testing.T, username string, with func(*ent.UserCreate)) *ent.User {
	t.Helper()
	var u *ent.User
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		create := account.NewUser(tx, username, username+"@secret.example", "", h.clock())
		if with != nil {
			with(create)
		}
		var err error
		u, err = create.Save(ctx)
		return err
	}))
	return u
}

// addProject creates a project; published is nil for a draft that was never public.
func (h *fixture) addProject(t *testing.T, owner *ent.User, title string, public bool,
	published *time.Time) *ent.Project {
	t.Helper()
	var project *ent.Project
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		var err error
		project, err = tx.Project.Create().
			SetUserID(owner.ID).SetTitle(title).SetTitleKey(title).SetTagline("The tagline of " + title).
			SetStage("mvp").SetPrimaryCategory("games").
			SetIsPublic(public).SetNillablePublishedAt(published).
			SetCreatedAt(start).SetUpdatedAt(start).
			Save(ctx)
		return err
	}))
	return project
}

// reload reads a user again.
func (h *fixture) reload(t *testing.T, id uuid.UUID) *ent.User {
	t.Helper()
	u, err := h.db.Client().User.Get(t.Context(), id)
	must.NoError(t, err)
	return u
}

// as returns a context with this user as the caller.
func as(t *testing.T, u *ent.User) context.Context {
	return auth.WithCaller(t.Context(), &auth.Caller{UserID: u.ID, Username: u.Username, Role: u.Role})
}

func wantFault(t *testing.T, err error, kind fault.Kind, code, message string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil {
		t.Fatalf("error %v, want the fault %s", err, code)
	}
	if f.Kind != kind || f.Code != code || f.Message != message {
		t.Errorf("fault kind %d, %s %q; want kind %d, %s %q", f.Kind, f.Code, f.Message, kind, code, message)
	}
}

func wantNotFound(t *testing.T, err error) {
	t.Helper()
	wantFault(t, err, fault.KindNotFound, "USER_NOT_FOUND", "User not found")
}

func wantBadCursor(t *testing.T, err error) {
	t.Helper()
	wantFault(t, err, fault.KindInvalid, "VALIDATION_FAILED",
		"The cursor is not valid. Start again from the first page.")
}

func update(h *fixture, ctx context.Context, id string, in *pb.UserInput) (*pb.User, error) {
	response, err := h.UpdateUser(ctx, &pb.UpdateUserRequest{Id: id, User: in})
	if err != nil {
		return nil, err
	}
	return response.User, nil
}

// allPages reads a list to its end and returns the items of all pages.
func allPages(t *testing.T, page func(token string) (items []string, next string, err error)) (
	all []string, pages int) {
	t.Helper()
	for token := ""; ; {
		items, next, err := page(token)
		must.NoError(t, err)
		all, pages = append(all, items...), pages+1
		if token = next; token == "" {
			return all, pages
		}
	}
}
