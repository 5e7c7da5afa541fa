package producttest

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/ops/backup"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/ent/project"
)

// place is where a board is: a database and a store of uploads.
type place struct {
	db *store.DB
	c  *config.Config
}

func newPlace(t *testing.T, database, uploads string) place {
	t.Helper()
	p := place{storetest.Open(t, database), testConfig(t)}
	p.c.UploadsURL = config.Secret(uploads)
	return p
}

func (p place) board(t *testing.T) backup.Board {
	t.Helper()
	files, err := media.OpenBucket(t.Context(), p.c.UploadsURL.Reveal(), p.c.DataDir)
	must.NoError(t, err)
	return backup.Board{DB: p.db, Bucket: files}
}

// expectExact expects exact counters and complete files.
func (p place) expectExact(t *testing.T) {
	t.Helper()
	expectNoDrift(t, p.db)
	built := product.New(p.c, p.db, openUploads(t, p.c, p.db))
	found, err := built.Uploads.Examine(t.Context(),
		domain.Collect(built.Domains, func(d domain.Domain) []domain.UploadUse { return d.Uploads }))
	must.NoError(t, err)
	if len(found.Missing)+len(found.Stray)+found.Young > 0 {
		t.Errorf("files %+v", found)
	}
}

// A used board can be restored into either database and either store: every answer is the same, and an old password,
// session and access token are valid.
func TestABoardMoves(t *testing.T) {
	t.Parallel()
	for name, from := range map[string]place{
		"sqlite":   newPlace(t, storetest.SQLiteURL(t), buckettest.S3(t)),
		"postgres": newPlace(t, storetest.PostgresURL(t), ""),
	} {
		t.Run(name, func(t *testing.T) {
			server := serveTest(t, from.c, from.db, io.Discard)
			tell(t, from.db, server, func(step, *http.Response, []byte) {})
			at := &client{t: t, base: server.URL}
			user, id := at.register("mover")
			token := valueAt(t, user.want(http.StatusCreated, "POST", "/api/auth/tokens",
				`{"name":"script","expiresInDays":30}`), "token")
			form, contentType := imageForm(t, "profilePic")
			user.want(http.StatusOK, "POST", "/api/users/"+id+"/profile-pic", string(form), "Content-Type", contentType)
			avatar := valueAt(t, user.want(http.StatusOK, "GET", "/api/users/"+id, ""), "avatar")
			paths := []string{"/api/projects", "/api/projects?search=kiln&limit=5", "/api/blog/posts",
				"/api/forum/channels", "/api/forum/search?q=glaze", "/api/news",
				"/api/stats/community", "/api/users/top", "/api/users/" + id, avatar}
			before := map[string]string{}
			for _, path := range paths {
				before[path] = string(user.want(http.StatusOK, "GET", path, ""))
			}
			file := filepath.Join(t.TempDir(), "board.backup")
			_, err := backup.Write(t.Context(), from.board(t), file, "1", t.Logf)
			must.NoError(t, err)
			for name, to := range map[string]place{
				"sqlite":   newPlace(t, "sqlite://"+filepath.Join(t.TempDir(), "new.db"), ""),
				"postgres": newPlace(t, storetest.EmptyPostgresURL(t), buckettest.S3(t)),
			} {
				t.Run("To"+name, func(t *testing.T) {
					archive, err := backup.Open(t.Context(), file, t.Logf)
					must.NoError(t, err)
					defer archive.Close()
					_, err = archive.Restore(t.Context(), to.board(t), t.Logf)
					must.NoError(t, err)
					to.expectExact(t)
					moved := &client{t: t, base: serveTest(t, to.c, to.db, io.Discard).URL, cookie: user.cookie}
					for _, path := range paths {
						if got := string(moved.want(http.StatusOK, "GET", path, "")); got != before[path] {
							t.Errorf("%s is now\n%s\nand was\n%s", path, got, before[path])
						}
					}
					if got := valueAt(t, moved.want(http.StatusOK, "GET", "/api/auth/me", ""), "user.id"); got != id {
						t.Errorf("the session is of %s", got)
					}
					script := moved.as("")
					if got := valueAt(t, script.want(http.StatusOK, "GET", "/api/auth/me", "", "Authorization",
						"Bearer "+token), "user.id"); got != id {
						t.Errorf("the token is of %s", got)
					}
					// New writes work: rows with numbered ids, uploads, counters.
					moved.as("").want(http.StatusOK, "POST", "/api/auth/login",
						`{"username":"mover","password":"vibecoding"}`)
					project := to.db.Client().Project.Query().Where(project.IsPublic(true)).Order(project.ByID()).
						FirstIDX(t.Context()).String()
					moved.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+project+
						`","targetType":"project","voteType":"upvote"}`)
					form, contentType := imageForm(t, "profilePic")
					moved.want(http.StatusOK, "POST", "/api/users/"+id+"/profile-pic", string(form), "Content-Type",
						contentType)
					expectNoDrift(t, to.db)
				})
			}
		})
	}
}

// A backup during writes is complete and consistent. Its progress is on standard error.
func TestBackupDuringWrites(t *testing.T) {
	data := t.TempDir()
	env := []string{"UVBOARD_DATA_DIR=" + data, "UVBOARD_RATE_LIMITS=off"}
	server := startServe(t, env)
	stop, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- func() error {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return nil
				default:
				}
				body := fmt.Sprintf(`{"username":"member%d","email":"member%d@example.org","password":"vibecoding"}`, i,
					i)
				response, err := http.Post(server.base+"/api/auth/register", "application/json",
					strings.NewReader(body))
				if err != nil {
					return err
				}
				response.Body.Close()
				if response.StatusCode != http.StatusCreated {
					return fmt.Errorf("registering: %s", response.Status)
				}
			}
		}()
	}()
	for range 3 {
		file := filepath.Join(t.TempDir(), "file:copy?mode=ro")
		if out := do(t, 0, env, "backup", file); !strings.Contains(out, "rows and 0 files, as of ") {
			t.Errorf("backup says %s", out)
		}
		restored := "UVBOARD_DATA_DIR=" + filepath.Join(t.TempDir(), "new")
		if out := do(t, 0, []string{restored}, "restore", file); !strings.Contains(out, "restored ") {
			t.Errorf("restore says %s", out)
		}
		expectExact(t, []string{restored})
	}
	close(stop)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	server.stop(syscall.SIGTERM)
}

func TestBackupIsRefused(t *testing.T) {
	data := "UVBOARD_DATA_DIR=" + t.TempDir()
	do(t, 0, []string{data}, "migrate")
	there := filepath.Join(t.TempDir(), "there")
	must.NoError(t, os.WriteFile(there, []byte("precious"), 0o600))
	for _, tc := range []struct{ name, database, file, want string }{
		{"FileIsThere", "", there, "exists"},
		{"NoFolder", "", filepath.Join(t.TempDir(), "none", "copy"), "no such file"},
		{"NoSchema", "DATABASE_URL=" + storetest.EmptyPostgresURL(t), filepath.Join(t.TempDir(), "copy"), "no tables"},
		{"NoDatabase", "DATABASE_URL=sqlite://" + filepath.Join(t.TempDir(), "none.db"),
			filepath.Join(t.TempDir(), "copy"), "there is no database"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if out := do(t, 1, []string{data, tc.database}, "backup", tc.file); !strings.Contains(out, tc.want) {
				t.Errorf("%s, want %s", out, tc.want)
			}
			if left, err := filepath.Glob(tc.file + "*"); tc.file != there && len(left) > 0 {
				t.Errorf("there is a file: %v, %v", left, err)
			}
		})
	}
	if got, err := os.ReadFile(there); err != nil || string(got) != "precious" {
		t.Errorf("the file that was there is now %q, %v", got, err)
	}
}

// A restore that is refused creates nothing and changes nothing.
func TestRestoreIsRefused(t *testing.T) {
	source := "UVBOARD_DATA_DIR=" + t.TempDir()
	do(t, 0, []string{source}, "seed", "--users", "3", "--projects", "1", "--votes", "1", "--threads", "1", "--posts",
		"1", "--stories", "0", "--comments", "0")
	file := filepath.Join(t.TempDir(), "board.backup")
	do(t, 0, []string{source}, "backup", file)
	whole, err := os.ReadFile(file)
	must.NoError(t, err)
	cut, damaged := file+".cut", file+".damaged"
	must.NoError(t, os.WriteFile(cut, whole[:len(whole)*2/3], 0o600))
	clear(whole[len(whole)/2:][:64])
	must.NoError(t, os.WriteFile(damaged, whole, 0o600))

	if out := do(t, 1, []string{source}, "restore", file); !strings.Contains(out,
		"the database is not empty: there are rows in") {
		t.Error(out)
	}
	expectExact(t, []string{source})

	folder := t.TempDir()
	for path, want := range map[string]string{cut: "the archive is incomplete", damaged: "the archive is damaged",
		os.Args[0]: "the file is not a backup", folder + "/none": "no such file"} {
		if out := do(t, 1, []string{"UVBOARD_DATA_DIR=" + folder + "/data"}, "restore", path); !strings.Contains(out,
			want) || strings.Count(out, "uvboard: ") != 1 {
			t.Errorf("%s, want %s", out, want)
		}
	}
	// Interrupted while it stores files: the bucket accepts nothing.
	database := "DATABASE_URL=sqlite://" + folder + "/data/board.db"
	if out := do(t, 1, []string{"UVBOARD_DATA_DIR=" + folder + "/data", database,
		"UVBOARD_UPLOADS_URL=s3://none?endpoint=http://127.0.0.1:1"}, "restore",
		file); !strings.Contains(out, "UVBOARD_UPLOADS_URL") {
		t.Error(out)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}

	// A server that waits on the empty database prevents a restore.
	env := []string{"UVBOARD_DATA_DIR=" + folder}
	do(t, 0, env, "migrate")
	server := startServe(t, env)
	if out := do(t, 1, env, "restore", file); !strings.Contains(out, "server") && !strings.Contains(out, "not empty") {
		t.Error(out)
	}
	server.stop(syscall.SIGTERM)
}

// A backup that is killed leaves no file under its name.
func TestKilledBackup(t *testing.T) {
	t.Parallel()
	env := []string{"UVBOARD_DATA_DIR=" + t.TempDir()}
	do(t, 0, env, "seed", "--users", "30", "--projects", "400", "--votes", "100", "--threads", "0", "--posts", "0",
		"--stories", "0", "--comments", "0")
	file := filepath.Join(t.TempDir(), "board.backup")
	cmd := program(t, env, "backup", file)
	must.NoError(t, cmd.Start())
	for end := time.Now().Add(time.Minute); ; {
		if begun, err := filepath.Glob(file + "*"); err != nil || len(begun) > 0 || time.Now().After(end) {
			break
		}
	}
	must.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	left, err := filepath.Glob(file + "*")
	must.NoError(t, err)
	if len(left) != 1 || left[0] == file {
		t.Fatalf("left %v", left)
	}
	if out := do(t, 1, []string{"UVBOARD_DATA_DIR=" + t.TempDir()}, "restore", left[0]); !strings.Contains(out,
		"the archive is incomplete") && !strings.Contains(out, "no backup") {
		t.Error(out)
	}
	do(t, 0, env, "backup", file)
}
