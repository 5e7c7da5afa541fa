package producttest

import (
	"net/http"
	"testing"
	"time"

	"uvboard/backend/ops/seed"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	entvote "uvboard/ent/vote"
)

// If a server is killed while it deletes a project with many votes, the project stays hidden, every counter is exact,
// and the next server finishes the deletion.
func TestKillDuringADeletion(t *testing.T) {
	t.Parallel()
	const voters = "1100" // three steps
	for name, address := range map[string]string{"sqlite": storetest.SQLiteURL(t),
		"postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			env := []string{"DATABASE_URL=" + address, "UVBOARD_DATA_DIR=" + t.TempDir()}
			do(t, 0, env, "seed", "--users", voters, "--projects", "1", "--votes", voters, "--threads", "0", "--posts",
				"0")
			db := storetest.Open(t, address)
			id := db.Client().Project.Query().OnlyX(t.Context()).ID.String()
			votes := func() int {
				return db.Client().Vote.Query().Where(entvote.TargetType(project.Kind)).CountX(t.Context())
			}
			before := votes()
			server := startServe(t, env)
			admin := &client{t: t, base: server.base}
			admin.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"kilnfire","password":"`+seed.Password+
				`"}`)
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
			server.kill()
			left := votes()
			if left == 0 || left == before {
				t.Fatalf("killed too early or too late: %d of %d votes are left", left, before)
			}
			t.Logf("killed with %d of %d votes left", left, before)
			do(t, 0, env, "doctor")
			storetest.Exec(t, db, "DELETE FROM jobs") // that the killed server still holds, for a minute
			server = startServe(t, env)
			admin.base = server.base
			admin.want(http.StatusNotFound, "GET", "/api/projects/"+id, "")
			wait("the deletion is not finished", func() bool {
				return db.Client().Project.Query().
					CountX(t.Context()) == 0
			})
			if left := votes(); left != 0 {
				t.Errorf("%d votes are left of a project that is gone", left)
			}
			do(t, 0, env, "doctor")
			server.kill()
		})
	}
}
