package producttest

import (
	"archive/zip"
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/ops/doctor"
	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/backend/product/producttest/testdata/note"
)

// TestAddingADomain adds the example domain of docs/adding-a-domain.md to the list and uses everything that it
// contributes.
func TestAddingADomain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		timeType := "timestamp with time zone"
		if db.IsSQLite() {
			timeType = "datetime"
		}
		storetest.Exec(t, db, "CREATE TABLE notes (id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE, text text NOT NULL, created_at "+timeType+" NOT NULL)")
		c := testConfig(t)
		p := product.New(c, db, openUploads(t, c, db))
		notes := note.NewService(db, time.Now)
		p.Domains = append(p.Domains, note.Domain(notes))

		handler, err := p.NewServer(slog.New(slog.DiscardHandler))
		must.NoError(t, err)
		server := httptest.NewServer(handler)
		defer server.Close()
		user := &client{t: t, base: server.URL}
		exact := func(when string) {
			t.Helper()
			drifts, err := doctor.Examine(t.Context(), db, p.Domains)
			if err != nil || len(drifts) > 0 {
				t.Errorf("%s: drift %v, %v", when, drifts, err)
			}
		}

		user.want(http.StatusUnauthorized, "GET", "/api/notes", "")
		user.want(http.StatusCreated, "POST", "/api/auth/register",
			`{"username":"ada","email":"ada@example.org","password":"vibecoding"}`)
		user.want(http.StatusBadRequest, "POST", "/api/notes", `{"text":" "}`)
		user.want(http.StatusCreated, "POST", "/api/notes", `{"text":"Remember the milk"}`)
		if got := user.want(http.StatusOK, "GET", "/api/notes", ""); bytes.Count(got,
			[]byte("Remember the milk")) != 1 {
			t.Errorf("notes %s", got)
		}
		exact("after the first note")

		ada := db.Client().User.Query().OnlyX(t.Context())
		content := user.want(http.StatusOK, "GET", "/api/users/"+ada.ID.String()+"/export", "")
		archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		must.NoError(t, err)
		file, err := archive.Open("notes.json")
		must.NoError(t, err)
		defer file.Close()
		if exported, err := io.ReadAll(file); err != nil || !bytes.Contains(exported, []byte("Remember the milk")) {
			t.Errorf("notes.json: %s, %v", exported, err)
		}

		storetest.Exec(t, db, "INSERT INTO notes (id, user_id, text, created_at) VALUES ($1, $2, 'old', $3)",
			uuid.New(), ada.ID, time.Now().AddDate(-2, 0, 0).UTC())
		if drifts, err := doctor.Repair(t.Context(), db, p.Domains); err != nil || len(drifts) != 1 {
			t.Errorf("repaired %v, %v, want the counter of notes", drifts, err)
		}
		must.NoError(t, p.NewJobs(nil, slog.New(slog.DiscardHandler)).Work(t.Context()))
		if left, err := notes.List(t.Context(), ada.ID, uuid.Max); err != nil || len(left) != 1 {
			t.Errorf("after the job %v, %v", left, err)
		}
		exact("after the job")

		user.want(http.StatusOK, "DELETE", "/api/users/"+ada.ID.String(), `{"password":"vibecoding","content":"erase"}`)
		for range 2 { // the content, then the row
			later := func() time.Time { return time.Now().Add(2 * time.Hour) }
			must.NoError(t, erasure.NewWorker(db, p.Domains, later).Work(t.Context()))
		}
		if left, err := notes.List(t.Context(), ada.ID, uuid.Max); err != nil || len(left) > 0 {
			t.Errorf("after the erasure %v, %v", left, err)
		}
		if n := db.Client().User.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d users are left", n)
		}
		exact("after the erasure")
	})
}

// The code in docs/adding-a-domain.md is that of the example.
func TestAddingADomainShowsTheExample(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/adding-a-domain.md")
	must.NoError(t, err)
	files, err := filepath.Glob("testdata/note/*.go")
	must.NoError(t, err)
	source := ""
	for _, name := range append(files, "../product.go") {
		content, err := os.ReadFile(name)
		must.NoError(t, err)
		source += string(content)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(doc), -1)
	if len(blocks) < 4 {
		t.Fatalf("%d blocks of Go", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(source, block[1]) {
			t.Errorf("not in the source of the example or of the list:\n%s", block[1])
		}
	}
}
