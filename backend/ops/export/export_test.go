package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/ops/export"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/domain"
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
)

// manyVotes is more than one page.
const manyVotes = 230

func now() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) }

// board is a database with the services that an export needs.
type board struct {
	db       *store.DB
	files    bucket.Bucket
	service  *export.Service
	accounts *signin.Service
	projects *project.Service
	uploads  *media.Service
	votes    *vote.Service
}

func open(t *testing.T, db *store.DB) board {
	t.Helper()
	files, err := media.OpenBucket(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	uploads := media.NewService(db, files, now)
	b := board{
		db: db, files: files, uploads: uploads, projects: project.NewService(db, uploads, now),
		accounts: signin.NewService(db, mail.Named("UV Board", "https://board.example"), now),
		votes:    vote.NewService(db, []domain.Votable{project.Votable}, now),
	}
	b.service = export.NewService(db, []domain.Domain{
		user.Domain(user.NewService(db, nil, now), project.NewHandler(b.projects).ListByUser),
		project.Domain(b.projects), vote.Domain(b.votes),
		access.Domain(b.accounts.Service.Service), account.Domain(b.accounts.Service),
		signin.Domain(b.accounts, auth.Cookies{}),
		media.Domain(uploads, "", nil, nil),
	}, func() string { return "UV Board" }, now)
	return b
}

func (b board) join(t *testing.T, name string) *auth.Caller {
	t.Helper()
	member, _, err := b.accounts.Register(t.Context(), account.Registration{Username: name,
		Email: name + "@example.org", Password: "vibecoding"}, access.Client{UserAgent: name + "s browser"})
	must.NoError(t, err)
	return &auth.Caller{UserID: member.ID, Username: name, SessionID: uuid.New()}
}

func (b board) upload(t *testing.T, who *auth.Caller) *ent.Upload {
	t.Helper()
	var img bytes.Buffer
	must.NoError(t, png.Encode(&img, image.NewRGBA(image.Rect(0, 0, 400, 300))))
	u, err := b.uploads.Add(t.Context(), who.UserID, &img)
	must.NoError(t, err)
	return u.Upload
}

func (b board) publish(t *testing.T, who *auth.Caller, title, logo string, public bool) *ent.Project {
	t.Helper()
	p, err := b.projects.Create(t.Context(), who, project.Input{
		Title: new(title), Tagline: new("What " + title + " does for you"), PrimaryCategory: new("ai_agents"),
		Stage:     new("mvp"),
		VibeTools: []string{"cursor"}, Logo: new(logo), IsPublic: new(public),
	})
	must.NoError(t, err)
	return p
}

// ask requests an export.
func (b board) ask(t *testing.T, who *auth.Caller, id string) (*httptest.ResponseRecorder, error) {
	t.Helper()
	request := httptest.NewRequestWithContext(auth.WithCaller(t.Context(), who), http.MethodGet, "/api/users/"+id+
		"/export", nil)
	request.SetPathValue("id", id)
	answer := httptest.NewRecorder()
	return answer, b.service.Handle(answer, request)
}

// unpack returns the content of each file of a zip.
func unpack(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must.NoError(t, err)
	files := map[string][]byte{}
	for _, entry := range archive.File {
		file, err := entry.Open()
		must.NoError(t, err)
		if files[entry.Name], err = io.ReadAll(file); err != nil { // checks the sum too
			t.Fatal(err)
		}
		file.Close()
	}
	return files
}

func parse[T any](t *testing.T, data []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return value
}

type projectEntry struct {
	Title, Logo, PrimaryCategory string
	IsPublic                     bool
}

func TestExport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := open(t, db)
		ada, bob := b.join(t, "ada"), b.join(t, "bob")
		logo, avatar, missing := b.upload(t, ada), b.upload(t, ada), b.upload(t, ada)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			if _, err := user.NewService(db, nil, now).
				SetAvatar(ctx, tx, ada.UserID, media.Address(avatar)); err != nil {
				return err
			}
			return b.uploads.Claim(ctx, tx, ada.UserID, media.Use{Kind: media.AvatarUse, ID: ada.UserID}, nil,
				[]string{media.Address(avatar)})
		}))
		must.NoError(t, b.files.Delete(t.Context(), missing.Path))
		engine := b.publish(t, ada, "Engine <1>", media.Address(logo), true)
		b.publish(t, ada, "Sketch", "https://x.example/logo.png", false)
		loom := b.publish(t, bob, "Loom", media.Address(b.upload(t, bob)), true)
		if _, err := b.votes.Cast(t.Context(), ada.UserID, "project", loom.ID, vote.Up); err != nil {
			t.Fatal(err)
		}
		hidden := b.publish(t, bob, "Bobs secret", "https://x.example/logo.png", true)
		if _, err := b.votes.Cast(t.Context(), ada.UserID, "project", hidden.ID, vote.Down); err != nil {
			t.Fatal(err)
		}
		if _, err := b.projects.Update(t.Context(), bob, hidden.ID, project.Input{IsPublic: new(false)}); err != nil {
			t.Fatal(err)
		}
		// Votes of the same time, as an import makes them.
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for range manyVotes {
				err := tx.Vote.Create().SetUserID(ada.UserID).SetTargetType("project").SetTargetID(uuid.New()).
					SetValue(vote.Up).
					SetCreatedAt(now()).SetUpdatedAt(now()).Exec(ctx)
				if err != nil {
					return err
				}
			}
			return nil
		}))
		must.NoError(t, b.accounts.ChangeEmail(t.Context(), ada.UserID, "lovelace@example.org", "vibecoding"))
		_, secret, err := b.accounts.CreateToken(t.Context(), ada.UserID, "script", 30)
		must.NoError(t, err)

		answer, err := b.ask(t, ada, ada.UserID.String())
		must.NoError(t, err)
		if got := answer.Header().
			Get("Content-Disposition"); got != `attachment; filename=uvboard-ada-2026-05-01.zip` ||
			answer.Header().Get("Content-Type") != "application/zip" || answer.Header().
			Get("Cache-Control") != "no-store" {
			t.Errorf("header %v", answer.Header())
		}
		files := unpack(t, answer.Body.Bytes())
		var names []string
		for name := range files {
			names = append(names, name)
		}
		slices.Sort(names)
		want := []string{"README.txt", "connected-apps.json", "invitations.json", "logins.json", "mails.json",
			"passkeys.json", "profile.json", "projects.json", "project-updates.json", "second-factor.json",
			"security-events.json", "sessions.json", "tokens.json", "upload-addresses.json",
			"uploads.json", "uploads/" + avatar.Path, "uploads/" + logo.Path, "votes.json"}
		slices.Sort(want)
		if !slices.Equal(names, want) {
			t.Errorf("files %q, want %q", names, want)
		}
		all := answerText(files)
		for _, secret := range []string{secret, "argon2id", "token=", "bob@example.org", "bobs browser", "Bobs secret",
			loom.Logo} {
			if strings.Contains(all, secret) {
				t.Errorf("the export contains %q", secret)
			}
		}
		profile := parse[struct {
			Email, NewEmail string
			User            struct{ Username, Avatar string }
			Stats           struct{ ProjectsCreated, VotesGiven int }
		}](t, files["profile.json"])
		if profile.Email != "ada@example.org" || profile.NewEmail != "lovelace@example.org" ||
			profile.User.Username != "ada" || profile.User.Avatar != media.Address(avatar) ||
			profile.Stats.ProjectsCreated != 2 {
			t.Errorf("profile %+v", profile)
		}
		projects := parse[[]projectEntry](t, files["projects.json"])
		// both made at one time
		slices.SortFunc(projects, func(a, b projectEntry) int { return strings.Compare(a.Title, b.Title) })
		if len(projects) != 2 || projects[0].Title != "Engine <1>" || projects[0].Logo != media.Address(logo) ||
			projects[0].PrimaryCategory != "ai_agents" || projects[1].Title != "Sketch" || projects[1].IsPublic {
			t.Errorf("projects %+v", projects)
		}
		type cast struct{ TargetID, Title, VoteType string }
		given := parse[[]cast](t, files["votes.json"])
		distinct := map[string]bool{}
		for _, v := range given {
			distinct[v.TargetID] = true
		}
		if len(given) != manyVotes+2 || len(distinct) != len(given) ||
			!slices.Contains(given, cast{loom.ID.String(), "Loom", "upvote"}) ||
			!slices.Contains(given, cast{hidden.ID.String(), "", "downvote"}) {
			t.Errorf("%d votes: %+v", len(given), given[:3])
		}
		sessions := parse[[]struct{ UserAgent string }](t, files["sessions.json"])
		if tokens := parse[[]struct{ Name string }](t, files["tokens.json"]); len(tokens) != 1 ||
			tokens[0].Name != "script" || len(sessions) != 1 {
			t.Errorf("tokens %v, sessions %v", tokens, sessions)
		}
		type letter struct{ Recipient string }
		if mails := parse[[]letter](t, files["mails.json"]); len(mails) != 2 ||
			!slices.Contains(mails, letter{"ada@example.org"}) ||
			!slices.Contains(mails, letter{"lovelace@example.org"}) {
			t.Errorf("mails %v", mails)
		}
		type showing struct {
			Kind string
			ID   uuid.UUID
		}
		uploads := parse[[]struct {
			File, Address string
			ShownBy       []showing
		}](t, files["uploads.json"])
		if len(uploads) != 3 {
			t.Fatalf("uploads %+v", uploads)
		}
		for _, u := range uploads {
			shown := slices.Contains(u.ShownBy, showing{"project", engine.ID})
			isAvatar := slices.Contains(u.ShownBy, showing{"user", ada.UserID})
			if shown != (u.Address == media.Address(logo)) || isAvatar != (u.Address == media.Address(avatar)) ||
				(u.File == "") != (u.Address == media.Address(missing)) {
				t.Errorf("upload %+v", u)
			}
		}
		if _, err := png.Decode(bytes.NewReader(files["uploads/"+logo.Path])); err != nil {
			t.Error(err)
		}

		t.Run("ErrOfAnotherUser", func(t *testing.T) {
			for _, who := range []*auth.Caller{bob, {UserID: bob.UserID, Role: auth.RoleAdmin}} {
				_, err := b.ask(t, who, ada.UserID.String())
				if f := fault.Of(err); f == nil || f.Kind != fault.KindDenied || f.Code != "NOT_OWNER" {
					t.Errorf("error %v", err)
				}
			}
		})
		t.Run("ErrAccountDeleted", func(t *testing.T) {
			gone := b.join(t, "gone")
			must.NoError(t, b.accounts.Delete(t.Context(), gone.UserID, "vibecoding", account.Erase))
			answer, err := b.ask(t, gone, gone.UserID.String())
			if f := fault.Of(err); f == nil || f.Kind != fault.KindUnauthenticated || answer.Body.Len() > 0 {
				t.Errorf("error %v, %d bytes", err, answer.Body.Len())
			}
		})
		t.Run("FailedWriteAbortsTheConnection", func(t *testing.T) {
			defer func() {
				if caught := recover(); caught != http.ErrAbortHandler {
					t.Errorf("recovered %v", caught)
				}
			}()
			request := httptest.NewRequestWithContext(auth.WithCaller(t.Context(), ada), http.MethodGet, "/", nil)
			request.SetPathValue("id", ada.UserID.String())
			_ = b.service.Handle(&cutWriter{ResponseRecorder: httptest.NewRecorder(), left: 300}, request)
			t.Error("a partial export looks complete")
		})
	})
}

// cutWriter fails after a number of bytes.
type cutWriter struct {
	*httptest.ResponseRecorder
	left int
}

func (w *cutWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, fmt.Errorf("connection lost")
	}
	return w.ResponseRecorder.Write(p)
}

func answerText(files map[string][]byte) string {
	var all strings.Builder
	for _, content := range files {
		all.Write(content)
	}
	return all.String()
}
