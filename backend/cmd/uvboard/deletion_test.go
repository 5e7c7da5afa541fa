package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"strings"
	"testing"
	"time"

	"uvboard/backend/ops/seed"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// startServe starts the program as a server and waits until it listens.
func startServe(t *testing.T, env []string) (server *exec.Cmd, base string) {
	t.Helper()
	return listening(t, program(t, env, "serve", "--addr", "127.0.0.1:0"))
}

// listening starts a server that logs in JSON, and waits until it listens.
func listening(t *testing.T, server *exec.Cmd) (_ *exec.Cmd, base string) {
	t.Helper()
	stderr, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	var line struct{ Msg, Addr string }
	lines := bufio.NewScanner(stderr)
	for line.Msg != "listening" {
		if !lines.Scan() {
			t.Fatal("it ended without listening: ", lines.Text(), server.Wait())
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
	}
	go func() {
		for lines.Scan() { // so that it can go on writing
		}
	}()
	return server, "http://" + line.Addr
}

// A server that is killed while it takes back the votes on a deleted project leaves nothing that is to be seen, and the next
// one goes on by itself.
func TestKilledInTheMidstOfADeletion(t *testing.T) {
	const voters = "6000"
	for _, database := range []struct {
		name    string
		address func(testing.TB) string
	}{{"sqlite", storetest.SQLiteURL}, {"postgres", storetest.PostgresURL}} {
		t.Run(database.name, func(t *testing.T) {
			address := database.address(t)
			env := []string{"DATABASE_URL=" + address, "UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_LOG_FORMAT=json"}
			do := func(args ...string) {
				t.Helper()
				if out, err := program(t, env, args...).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", args, err, out)
				}
			}
			do("seed", "--users", voters, "--projects", "1", "--votes", voters)
			db := storetest.Open(t, address)
			id := db.Client().Project.Query().OnlyX(t.Context()).ID.String()
			votes := func() int { return db.Client().Vote.Query().CountX(t.Context()) }
			before := votes()
			server, base := startServe(t, env)
			jar, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			client := http.Client{Jar: jar, Timeout: 10 * time.Second}
			call := func(method, path, body string) int {
				t.Helper()
				request, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("Content-Type", "application/json")
				response, err := client.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				return response.StatusCode
			}
			login := `{"username":"kilnfire","password":"` + seed.Password + `"}`
			if got := call(http.MethodPost, "/api/auth/login", login); got != http.StatusOK {
				t.Fatalf("login: %d", got)
			}
			if got := call(http.MethodDelete, "/api/projects/"+id, ""); got != http.StatusOK {
				t.Fatalf("delete: %d", got)
			}
			wait := func(what string, done func() bool) {
				t.Helper()
				for end := time.Now().Add(time.Minute); !done(); time.Sleep(time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("%s: %d of %d votes are left", what, votes(), before)
					}
				}
			}
			wait("nothing is taken back", func() bool { return votes() < before })
			if err := server.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = server.Wait() // which tells of the kill
			left := votes()
			if left == 0 || left == before {
				t.Fatalf("killed too early or too late: %d of %d votes are left", left, before)
			}
			t.Logf("killed with %d of %d votes left", left, before)
			do("doctor")
			// The killed one still holds the right to do it, for a minute; let that be over.
			err = db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				_, err := tx.Lease.Delete().Exec(ctx)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			server, base = startServe(t, env)
			if got := call(http.MethodGet, "/api/projects/"+id, ""); got != http.StatusNotFound {
				t.Errorf("an admin sees what is deleted: %d", got)
			}
			wait("nobody goes on", func() bool { return db.Client().Project.Query().CountX(t.Context()) == 0 })
			if left := votes(); left != 0 {
				t.Errorf("%d votes are left of a project that is gone", left)
			}
			do("doctor")
			if err := server.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = server.Wait()
		})
	}
}
