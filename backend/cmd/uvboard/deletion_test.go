package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os/exec"
	"testing"
	"time"

	"uvboard/backend/ops/seed"
	"uvboard/backend/platform/must"
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
	must.NoError(t, err)
	must.NoError(t, server.Start())
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
		for lines.Scan() { // or the server would block
		}
	}()
	return server, "http://" + line.Addr
}

// If a server is killed while it deletes a project with many votes, the project stays hidden, every counter is exact, and the
// next server finishes the deletion.
func TestKillDuringADeletion(t *testing.T) {
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
			admin := &client{t: t, base: base}
			admin.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"kilnfire","password":"`+seed.Password+`"}`)
			admin.want(http.StatusOK, "DELETE", "/api/projects/"+id, "")
			wait := func(what string, done func() bool) {
				t.Helper()
				for end := time.Now().Add(time.Minute); !done(); time.Sleep(time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("%s: %d of %d votes are left", what, votes(), before)
					}
				}
			}
			wait("no vote is removed", func() bool { return votes() < before })
			must.NoError(t, server.Process.Kill())
			_ = server.Wait() // it was killed
			left := votes()
			if left == 0 || left == before {
				t.Fatalf("killed too early or too late: %d of %d votes are left", left, before)
			}
			t.Logf("killed with %d of %d votes left", left, before)
			do("doctor")
			// The killed server still has the lease, for a minute.
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				_, err := tx.Lease.Delete().Exec(ctx)
				return err
			}))
			server, admin.base = startServe(t, env)
			admin.want(http.StatusNotFound, "GET", "/api/projects/"+id, "")
			wait("the deletion is not finished", func() bool { return db.Client().Project.Query().CountX(t.Context()) == 0 })
			if left := votes(); left != 0 {
				t.Errorf("%d votes are left of a project that is gone", left)
			}
			do("doctor")
			must.NoError(t, server.Process.Kill())
			_ = server.Wait()
		})
	}
}
