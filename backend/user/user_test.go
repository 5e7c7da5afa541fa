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
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/user"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

var start = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

// house is a database with members, and the handler that shows them.
type house struct {
	*user.Handler
	service *user.Service
	db      *store.DB

	mu  sync.Mutex
	now time.Time
}

func newHouse(db *store.DB) *house {
	h := &house{db: db, now: start}
	projects := project.NewService(db, nil, h.clock) // no media: projects are only read here
	h.service = user.NewService(db, project.Domain(projects).Activity, h.clock)
	h.Handler = user.NewHandler(h.service, projects)
	return h
}

func (h *house) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *house) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// member moves in; with may say more about them.
func (h *house) member(t *testing.T, username string, with func(*ent.UserCreate)) *ent.User {
	t.Helper()
	var member *ent.User
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		create := account.NewUser(tx, username, username+"@secret.example", "", h.clock())
		if with != nil {
			with(create)
		}
		var err error
		member, err = create.Save(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return member
}

// project is one of owner's; published is nil for a draft that never was public.
func (h *house) project(t *testing.T, owner *ent.User, title string, public bool, published *time.Time) *ent.Project {
	t.Helper()
	var project *ent.Project
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		var err error
		project, err = tx.Project.Create().
			SetUserID(owner.ID).SetTitle(title).SetTitleKey(title).SetTagline("The tagline of " + title).
			SetStage("mvp").SetPrimaryCategory("games").
			SetIsPublic(public).SetNillablePublishedAt(published).
			SetCreatedAt(start).SetUpdatedAt(start).
			Save(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// reload reads a member anew.
func (h *house) reload(t *testing.T, id uuid.UUID) *ent.User {
	t.Helper()
	member, err := h.db.Client().User.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return member
}

// as is a context in which this member calls.
func as(t *testing.T, member *ent.User) context.Context {
	return auth.WithCaller(t.Context(), &auth.Caller{UserID: member.ID, Username: member.Username, IsAdmin: member.IsAdmin})
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
	wantFault(t, err, fault.KindInvalid, "VALIDATION_FAILED", "The cursor is not valid. Start again from the first page.")
}

func update(h *house, ctx context.Context, id string, in *pb.UserInput) (*pb.User, error) {
	response, err := h.UpdateUser(ctx, &pb.UpdateUserRequest{Id: id, User: in})
	if err != nil {
		return nil, err
	}
	return response.User, nil
}
