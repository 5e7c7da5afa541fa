package producttest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

func TestSeedAndRepair(t *testing.T) {
	data := t.TempDir()
	run := func(status int, command string, wants ...string) {
		t.Helper()
		out := do(t, status, []string{"UVBOARD_DATA_DIR=" + data}, strings.Fields(command)...)
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in %q", command, want, out)
			}
		}
	}
	run(1, "seed --users 1 --projects 2 --votes 0", "--users")
	run(1, "seed --users 4 --threads 0 --posts 1", "--posts")
	run(0, "seed --users 4 --projects 2 --votes 3 --threads 5 --posts 9",
		"4 users, 2 projects, 3 votes, 5 threads, 9 replies", "log in as the admin kilnfire", "vibecoding")
	run(1, "seed", "the database is not empty")
	run(0, "doctor", "every counter is exact")
	run(1, "admin revoke kilnfire", "only admin", "--force")
	for range 2 { // the first call takes the role
		run(0, "admin revoke kilnfire --force", "kilnfire is no longer an admin\n")
	}
	db := storetest.Open(t, "sqlite://"+filepath.Join(data, "uvboard.db"))
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.Project.Update().AddUpvotes(1).Exec(ctx)
	}))
	run(1, "doctor", "2 counters differ from what they count, 0 other checks failed, 0 files are missing, changed or unused: `uvboard doctor --fix` repairs the counters")
	run(0, "doctor --fix", "set to")
	run(0, "doctor", "every counter is exact")
}

// The rows of removed demo accounts stay for an hour, and do not keep an empty board from being seeded.
func TestSeedAfterRemovingDemo(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{"sqlite": storetest.SQLiteURL(t),
		"postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			env := []string{"DATABASE_URL=" + address, "UVBOARD_DATA_DIR=" + t.TempDir()}
			const seed = "seed --users 4 --projects 2 --votes 3 --threads 5 --posts 9 --stories 2 --comments 3"
			for range 2 {
				do(t, 0, env, strings.Fields(seed)...)
				do(t, 1, env, strings.Fields(seed)...)
				do(t, 0, env, "seed", "--remove")
			}
			do(t, 0, env, strings.Fields(seed)...)
			do(t, 0, env, "doctor")
		})
	}
}
