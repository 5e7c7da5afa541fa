package producttest

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

// TestUpgrade starts this binary on data that earlier binaries wrote, see testdata/upgrade/README.md.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	copies, err := filepath.Glob("testdata/upgrade/*.tar.gz")
	if err != nil || len(copies) < 2 {
		t.Fatalf("copies %v, %v", copies, err)
	}
	for _, name := range copies {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".tar.gz"), func(t *testing.T) {
			data := t.TempDir()
			extract(t, name, data)
			env := []string{"UVBOARD_DATA_DIR=" + data}
			if dump, err := os.ReadFile(filepath.Join(data, "database.sql")); err == nil {
				address := storetest.EmptyPostgresURL(t)
				load(t, address, string(dump))
				env = append(env, "DATABASE_URL="+address)
			}
			moves(t, env, filepath.Join(data, "answers.json"))
			do(t, 0, env, "migrate")
			expectExact(t, env)
			server := startServe(t, env)
			expectAnswers(t, server.base, filepath.Join(data, "answers.json"))
			server.stop(syscall.SIGTERM)
			expectExact(t, env) // the jobs have run
		})
	}
}

// Archives that earlier binaries wrote are restored into either database and served, see testdata/upgrade/README.md.
func TestUpgradeOfArchives(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/upgrade/*.uvb")
	if err != nil || len(archives) < 3 {
		t.Fatalf("archives %v, %v", archives, err)
	}
	for _, archive := range archives {
		archive, err := filepath.Abs(archive)
		must.NoError(t, err)
		for name, database := range map[string]func() string{
			"sqlite":   func() string { return "sqlite://" + filepath.Join(t.TempDir(), "uvboard.db") },
			"postgres": func() string { return storetest.EmptyPostgresURL(t) },
		} {
			t.Run(filepath.Base(archive)+"/"+name, func(t *testing.T) {
				env := []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + database()}
				do(t, 0, env, "restore", archive)
				expectExact(t, env)
				server := startServe(t, env)
				visitor := &client{t: t, base: server.base}
				visitor.want(http.StatusOK, "GET", "/", "")
				for _, path := range []string{"/api/projects", "/api/forum/threads"} {
					id := valueAt(t, visitor.want(http.StatusOK, "GET", path, ""), "0.id")
					visitor.want(http.StatusOK, "GET", path+"/"+id, "")
				}
				for _, username := range []string{"kilnfire", "earlier"} { // of the demo data, and registered
					visitor.as("").want(http.StatusOK, "POST", "/api/auth/login",
						fmt.Sprintf(`{"username":%q,"password":"vibecoding"}`, username))
				}
				server.stop(syscall.SIGTERM)
				expectExact(t, env) // the jobs have run
			})
		}
	}
}

// moves backs up the data with its old schema and restores it into the other database, with the current schema.
func moves(t *testing.T, env []string, answers string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "board.backup")
	do(t, 0, env, "backup", file)
	to := []string{"UVBOARD_DATA_DIR=" + t.TempDir()}
	if len(env) == 1 { // it comes from SQLite
		to = append(to, "DATABASE_URL="+storetest.EmptyPostgresURL(t))
	}
	do(t, 0, to, "restore", file)
	expectExact(t, to)
	server := startServe(t, to)
	expectAnswers(t, server.base, answers)
	server.stop(syscall.SIGTERM)
}

// extract unpacks an archive. Files keep their times: doctor overlooks young ones.
func extract(t *testing.T, name, into string) {
	t.Helper()
	file, err := os.Open(name)
	must.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	must.NoError(t, err)
	for archive := tar.NewReader(unzipped); ; {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		must.NoError(t, err)
		if entry.Typeflag != tar.TypeReg {
			continue
		}
		var content bytes.Buffer
		if _, err := content.ReadFrom(archive); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(into, filepath.FromSlash(entry.Name))
		err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, content.Bytes(), 0o600),
			os.Chtimes(path, entry.ModTime, entry.ModTime))
		must.NoError(t, err)
	}
}

// load runs the output of pg_dump --inserts.
func load(t *testing.T, address, dump string) {
	t.Helper()
	db, err := sql.Open("postgres", address)
	must.NoError(t, err)
	_, err = db.ExecContext(t.Context(), dump)
	must.NoError(t, errors.Join(err, db.Close()))
}

func expectExact(t *testing.T, env []string) {
	t.Helper()
	if out := do(t, 0, env, "doctor"); out != "every counter is exact, every file accounted for\n" {
		t.Errorf("doctor: %s", out)
	}
}

// expectAnswers logs in and repeats the requests to the earlier binary. An answer may have additional fields. It also
// reads the feed, a project's preview card and every upload that the answers name.
func expectAnswers(t *testing.T, base, file string) {
	t.Helper()
	content, err := os.ReadFile(file)
	must.NoError(t, err)
	var earlier struct {
		Username, Password string
		Project            string
		Answers            map[string]any
	}
	must.NoError(t, json.Unmarshal(content, &earlier))
	user := &client{t: t, base: base}
	user.want(http.StatusOK, "POST", "/api/auth/login", fmt.Sprintf(`{"username":%q,"password":%q}`, earlier.Username,
		earlier.Password))
	read := func(path string) []byte { return user.want(http.StatusOK, "GET", path, "") }
	for path, want := range earlier.Answers {
		var got any
		must.NoError(t, json.Unmarshal(read(path), &got))
		if strings.Contains(path, "type=trending") { // the order follows a rule that earlier binaries did not have
			byID(got)
			byID(want)
		}
		if !includes(got, want) {
			t.Errorf("%s\n%v\nwant\n%v", path, got, want)
		}
	}
	_, id, _ := strings.Cut(strings.TrimPrefix(earlier.Project, "/"), "/")
	if feed := read("/projects/feed.xml"); !bytes.Contains(feed, []byte("urn:uuid:"+id)) {
		t.Errorf("%s is not in the feed: %s", earlier.Project, feed)
	}
	read(earlier.Project + "/og.png")
	uploads := regexp.MustCompile(`/uploads/[^"]+`).FindAllString(string(content), -1)
	if len(uploads) == 0 {
		t.Error("no answer names an upload")
	}
	for _, upload := range uploads {
		if len(read(upload)) == 0 {
			t.Errorf("%s is empty", upload)
		}
	}
}

func byID(list any) {
	slices.SortFunc(list.([]any), func(a, b any) int {
		return cmp.Compare(a.(map[string]any)["id"].(string), b.(map[string]any)["id"].(string))
	})
}

// includes reports whether got has every value of want: objects may have further fields.
func includes(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		fields, ok := got.(map[string]any)
		for name, value := range want {
			ok = ok && includes(fields[name], value)
		}
		return ok
	case []any:
		list, ok := got.([]any)
		ok = ok && len(list) == len(want)
		for i, value := range want {
			ok = ok && includes(list[i], value)
		}
		return ok
	default:
		return reflect.DeepEqual(got, want)
	}
}
