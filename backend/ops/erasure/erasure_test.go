package erasure_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/moderation"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/signin"
	"uvboard/backend/user"
	"uvboard/backend/vote"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	entuser "uvboard/ent/user"
)

// filesOfImage is the number of sizes of the image that upload sends.
const filesOfImage = 3

const password = "two drums and a squeegee"

// fixture is a database with all services and a clock that a test moves.
type fixture struct {
	db        *store.DB
	clock     *atomic.Int64 // milliseconds
	files     string
	accounts  *signin.Service
	users     *user.Service
	projects  *project.Service
	votes     *vote.Service
	uploads   *media.Service
	collector *media.Collector
}

func open(t testing.TB, db *store.DB) fixture {
	t.Helper()
	h := fixture{db: db, clock: new(atomic.Int64), files: t.TempDir()}
	bucket, err := media.OpenBucket(t.Context(), "", h.files)
	must.NoError(t, err)
	h.clock.Store(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).UnixMilli())
	h.accounts = signin.NewService(db, mail.Named("UV Board", "https://board.example"), h.now)
	h.users = user.NewService(db, nil, h.now)
	h.uploads = media.NewService(db, bucket, h.now)
	h.collector = media.NewCollector(h.uploads)
	h.projects = project.NewService(db, h.uploads, h.now)
	h.votes = vote.NewService(db, []domain.Votable{project.Votable}, h.now)
	return h
}

func (h fixture) now() time.Time { return time.UnixMilli(h.clock.Load()).UTC() }

func (h fixture) worker() *erasure.Worker {
	return erasure.NewWorker(h.db, h.domains(), h.now)
}

func (h fixture) domains() []domain.Domain {
	return []domain.Domain{
		project.Domain(h.projects), vote.Domain(h.votes),
		access.Domain(h.accounts.Service.Service), account.Domain(h.accounts.Service),
		signin.Domain(h.accounts, auth.Cookies{}),
		media.Domain(h.uploads, "", nil, []domain.UploadUse{project.Uploads}),
		moderation.Domain(moderation.NewService(h.db, nil, mail.Named("", ""), nil, h.now), event.Listener{}),
	}
}

// work runs the worker once.
func (h fixture) work(t *testing.T) {
	t.Helper()
	must.NoError(t, h.worker().Work(t.Context()))
	h.clock.Add(2 * time.Minute.Milliseconds())
}

func (h fixture) exact(t *testing.T) {
	t.Helper()
	drifts, err := doctor.Examine(context.WithoutCancel(t.Context()), h.db, h.domains())
	must.NoError(t, err)
	for _, d := range drifts {
		t.Error(d)
	}
}

func (h fixture) join(t testing.TB, name string) *auth.Caller {
	t.Helper()
	member, session, err := h.accounts.Register(t.Context(), account.Registration{Username: name,
		Email: name + "@example.org", Password: password}, access.Client{})
	must.NoError(t, err)
	caller, err := h.accounts.Authenticate(t.Context(), session.Token)
	if err != nil || caller == nil || caller.UserID != member.ID {
		t.Fatalf("caller %v, err %v", caller, err)
	}
	return caller
}

func (h fixture) leave(t testing.TB, who *auth.Caller, content string) {
	t.Helper()
	must.NoError(t, h.accounts.Delete(t.Context(), who.UserID, password, content))
}

func pngImage(t testing.TB) io.Reader {
	t.Helper()
	var b bytes.Buffer
	must.NoError(t, png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 400, 400))))
	return &b
}

func (h fixture) setAvatar(t testing.TB, who *auth.Caller) error {
	t.Helper()
	_, err := h.uploads.AddAvatar(t.Context(), who.UserID, pngImage(t), h.users.SetAvatar)
	return err
}

func (h fixture) upload(t testing.TB, who *auth.Caller) string {
	t.Helper()
	u, err := h.uploads.Add(t.Context(), who.UserID, pngImage(t))
	must.NoError(t, err)
	return media.Address(u.Upload)
}

func (h fixture) publish(t testing.TB, who *auth.Caller, title, logo string) *ent.Project {
	t.Helper()
	h.clock.Add(1000)
	p, err := h.projects.Create(t.Context(), who, project.Input{
		Title: new(title), Tagline: new("What " + title + " does for you"), PrimaryCategory: new("games"),
		Stage:     new("mvp"),
		VibeTools: []string{"cursor"}, Logo: new(logo),
	})
	must.NoError(t, err)
	return p
}

func (h fixture) vote(t testing.TB, who *auth.Caller, p *ent.Project, value int) {
	t.Helper()
	if _, err := h.votes.Cast(t.Context(), who.UserID, "project", p.ID, value); err != nil {
		t.Fatal(err)
	}
}

// find returns how many projects a search finds.
func (h fixture) find(t testing.TB, text string) int {
	t.Helper()
	page, err := h.projects.List(t.Context(), project.ListQuery{Search: text, Size: 20})
	must.NoError(t, err)
	return len(page.Projects)
}

func (h fixture) countFiles(t testing.TB) int {
	t.Helper()
	h.clock.Add((20 * time.Minute).Milliseconds()) // files of interrupted uploads are removed some minutes later
	must.NoError(t, h.collector.Work(t.Context()))
	n := 0
	must.NoError(t, filepath.WalkDir(h.files, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	}))
	return n
}

func (h fixture) row(t testing.TB, id uuid.UUID) *ent.User {
	t.Helper()
	member, err := h.db.Client().User.Query().Where(entuser.ID(id)).Only(t.Context())
	if ent.IsNotFound(err) {
		return nil
	}
	must.NoError(t, err)
	return member
}

func wantCode(t testing.TB, err error, code string) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Code != code {
		t.Errorf("error %v, want %s", err, code)
	}
}

// expectGone checks that a deleted account cannot be used or seen, whatever happens to its content.
func (h fixture) expectGone(t *testing.T, who *auth.Caller, name, session, script string) {
	t.Helper()
	if caller, err := h.accounts.Authenticate(t.Context(), session); caller != nil || err != nil {
		t.Errorf("the session still is %v, err %v", caller, err)
	}
	_, err := h.accounts.Authenticate(t.Context(), script)
	wantCode(t, err, "INVALID_TOKEN")
	_, _, err = h.accounts.Login(t.Context(), name, password, access.Client{})
	wantCode(t, err, "INVALID_CREDENTIALS")
	_, err = h.users.Get(t.Context(), who.UserID)
	wantCode(t, err, "USER_NOT_FOUND")
	_, err = h.users.GetByUsername(t.Context(), name)
	wantCode(t, err, "USER_NOT_FOUND")
	_, err = h.users.GetByUsername(t.Context(), "deleted-"+who.UserID.String())
	wantCode(t, err, "USER_NOT_FOUND")
	_, err = h.users.Update(t.Context(), who, who.UserID, user.Changes{Bio: new("Still here")})
	wantCode(t, err, "USER_NOT_FOUND")
	wantCode(t, h.setAvatar(t, who), "USER_NOT_FOUND")
	_, err = h.projects.Create(t.Context(), who, project.Input{
		Title: new("Too late"), Tagline: new("Begun before it was deleted"), PrimaryCategory: new("games"),
		Stage:     new("mvp"),
		VibeTools: []string{"cursor"}, Logo: new("https://x.example/logo.png"),
	})
	wantCode(t, err, "UNAUTHENTICATED")
	_, _, err = h.accounts.CreateToken(t.Context(), who.UserID, "late", 1)
	wantCode(t, err, "UNAUTHENTICATED")
	wantCode(t, h.accounts.Delete(t.Context(), who.UserID, password, account.Erase), "WRONG_PASSWORD")
	top, _, _, err := h.users.Top(t.Context(), 20, "")
	must.NoError(t, err)
	for _, member := range top {
		if member.ID == who.UserID {
			t.Error("a deleted account is among the most voted members")
		}
	}
}

// ada is a user with projects, votes, images and mails, among other users.
type ada struct {
	*auth.Caller
	session, script  string
	shown, draft, of *ent.Project // of is bob's
	bob              *auth.Caller
}

func (h fixture) ada(t *testing.T) ada {
	t.Helper()
	a := ada{Caller: h.join(t, "ada"), bob: h.join(t, "bob")}
	_, session, err := h.accounts.Login(t.Context(), "ada", password, access.Client{})
	must.NoError(t, err)
	a.session = session.Token
	if _, a.script, err = h.accounts.CreateToken(t.Context(), a.UserID, "script", 1); err != nil {
		t.Fatal(err)
	}
	must.NoError(t, h.setAvatar(t, a.Caller))
	h.upload(t, a.Caller) // and used for nothing
	name := "Lovelace"
	if _, err := h.users.Update(t.Context(), a.Caller, a.UserID, user.Changes{DisplayName: &name}); err != nil {
		t.Fatal(err)
	}
	a.shown = h.publish(t, a.Caller, "Engine", h.upload(t, a.Caller))
	a.draft = h.publish(t, a.Caller, "Sketch", h.upload(t, a.Caller))
	a.of = h.publish(t, a.bob, "Loom", h.upload(t, a.bob))
	h.vote(t, a.bob, a.shown, vote.Up)
	h.vote(t, a.bob, a.draft, vote.Down)
	h.vote(t, a.Caller, a.of, vote.Up)
	if _, err := h.projects.Update(t.Context(), a.Caller, a.draft.ID, project.Input{IsPublic: new(false)}); err != nil {
		t.Fatal(err)
	}
	h.exact(t)
	return a
}

func TestErase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		a := h.ada(t)
		before := h.countFiles(t)
		h.leave(t, a.Caller, account.Erase)
		h.exact(t)
		h.expectGone(t, a.Caller, "ada", a.session, a.script)
		again := h.join(t, "ada") // with the same address
		h.exact(t)

		h.work(t)
		h.exact(t)
		for _, p := range []*ent.Project{a.shown, a.draft} {
			_, err := h.projects.Get(t.Context(), &auth.Caller{Role: auth.RoleAdmin}, p.ID)
			wantCode(t, err, "PROJECT_NOT_FOUND")
		}
		if n := h.find(t, "engine"); n != 0 {
			t.Errorf("search finds %d of the erased projects", n)
		}
		loom, err := h.projects.Get(t.Context(), nil, a.of.ID)
		if err != nil || loom.Upvotes != 0 || loom.Edges.Owner.Reputation != 0 || loom.Rank >= h.rankWithOneVote(loom) {
			t.Errorf("the vote stands: %+v, err %v", loom, err)
		}
		if bob := h.row(t, a.bob.UserID); bob.VotesGiven != 0 {
			t.Errorf("bob has given %d votes", bob.VotesGiven)
		}
		if after := h.countFiles(t); after != filesOfImage {
			t.Errorf("%d files of %d are left, want those of bob's logo", after, before)
		}
		if left := h.row(t, a.UserID); left == nil || left.Deleting != account.Vanish {
			t.Errorf("row %v", left)
		}
		h.clock.Add((30 * time.Minute).Milliseconds())
		h.work(t)
		if h.row(t, a.UserID) == nil {
			t.Error("the row has gone before what the member had begun could end")
		}
		h.clock.Add((30 * time.Minute).Milliseconds())
		h.work(t)
		if left := h.row(t, a.UserID); left != nil {
			t.Errorf("the row is left: %v", left)
		}
		if h.row(t, again.UserID) == nil {
			t.Error("who took the name is gone")
		}
		h.exact(t)
	})
}

func (h fixture) rankWithOneVote(p *ent.Project) float64 { return vote.Rank(1, 0, *p.PublishedAt) }

func TestAnonymise(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		a := h.ada(t)
		if h.find(t, "lovelace") != 1 {
			t.Fatal("the name finds nothing")
		}
		h.leave(t, a.Caller, account.Anonymise)
		h.exact(t)
		h.expectGone(t, a.Caller, "ada", a.session, a.script)
		h.join(t, "ada")
		h.work(t)
		h.exact(t)
		shown, err := h.projects.Get(t.Context(), nil, a.shown.ID)
		if err != nil || shown.Upvotes != 1 {
			t.Fatalf("project %v, err %v", shown, err)
		}
		if author := h.projects.ToProto(shown).Author; author.DisplayName != "Deleted member" || author.Username+
			author.ViberTag+author.Avatar != "" {
			t.Errorf("author %v", author)
		}
		if _, err := h.projects.Get(t.Context(), &auth.Caller{Role: auth.RoleAdmin}, a.draft.ID); err != nil {
			t.Errorf("the draft: %v", err)
		}
		if h.find(t, "lovelace")+h.find(t, "ada") != 0 || h.find(t, "engine") != 1 {
			t.Error("search knows the name")
		}
		loom, err := h.projects.Get(t.Context(), nil, a.of.ID)
		if err != nil || loom.Upvotes != 1 {
			t.Errorf("the vote is gone: %v, err %v", loom, err)
		}
		if left := h.countFiles(t); left != 3*filesOfImage { // the logos; the avatar and the unused one are gone
			t.Errorf("%d files", left)
		}
		// The project stays in use: others vote on it, and an admin may change it.
		h.vote(t, h.join(t, "eve"), shown, vote.Up)
		admin := h.join(t, "admin")
		admin.Role = auth.RoleAdmin
		if _, err := h.projects.Update(t.Context(), admin, shown.ID, project.Input{Title: new("Engines")}); err != nil {
			t.Error(err)
		}
		h.clock.Add(2 * time.Hour.Milliseconds())
		h.work(t)
		if left := h.row(t, a.UserID); left == nil || left.Deleting != "" || left.DeletedAt == nil {
			t.Errorf("row %v", left)
		}
		h.exact(t)
	})
}

func TestFarewell(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		known, unknown := h.join(t, "known"), h.join(t, "unknown")
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(known.UserID).SetEmailVerifiedAt(h.now()).Exec(ctx)
		}))
		h.leave(t, known, account.Erase)
		h.leave(t, unknown, account.Erase)
		left, err := db.Client().Mail.Query().Where(entmail.StateEQ("waiting")).All(t.Context())
		if err != nil || len(left) != 1 {
			t.Fatalf("mails %v, err %v", left, err)
		}
		letter := left[0]
		if letter.UserID != nil || letter.Recipient != "known@example.org" ||
			letter.Subject != "Your UV Board account has been deleted" ||
			!strings.Contains(letter.Text, "\n\nHi known,\n\nYour account has been deleted. Your projects") ||
			strings.Contains(letter.HTML, `class="button" href`) {
			t.Errorf("letter %v\n%s\n%s", letter, letter.Text, letter.HTML)
		}
	})
}

// An upload of an admin for a project of another user goes to its owner.
func TestEraseOfAnAdmin(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		admin, bob := h.join(t, "admin"), h.join(t, "bob")
		admin.Role = auth.RoleAdmin
		loom := h.publish(t, bob, "Loom", "https://loom.example/logo.png")
		logo := h.upload(t, admin)
		if _, err := h.projects.Update(t.Context(), admin, loom.ID, project.Input{Logo: &logo}); err != nil {
			t.Fatal(err)
		}
		h.leave(t, admin, account.Erase)
		h.work(t)
		shown, err := db.Client().Upload.Query().Only(t.Context())
		if err != nil || media.Address(shown) != logo || shown.UserID != bob.UserID || h.countFiles(t) != filesOfImage {
			t.Errorf("upload %v, %d files, err %v", shown, h.countFiles(t), err)
		}
		h.exact(t)
	})
}

// The audit log keeps the row of its actor. Once the row is empty, the worker leaves it alone.
func TestEraseOfAnActorInTheAuditLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		a := h.ada(t)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return audit.Add(ctx, h.db, tx, a.Caller, audit.Entry{Action: audit.Update, TargetType: account.Kind,
				Target: a.bob.UserID}, h.now())
		}))
		h.leave(t, a.Caller, account.Erase)
		h.work(t)
		h.clock.Add(time.Hour.Milliseconds())
		h.work(t)
		left := h.row(t, a.UserID)
		if left == nil || left.Deleting != "" || left.DeletedAt == nil || db.Client().AuditEntry.Query().
			CountX(t.Context()) != 1 {
			t.Errorf("row %v", left)
		}
		if n := db.Client().Project.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d projects are left, want bob's", n)
		}
		written := db.Version()
		h.work(t)
		if db.Version() != written {
			t.Error("the worker writes although nothing is to be done")
		}
		h.exact(t)
	})
}
