package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

func TestSeed(t *testing.T) {
	data := t.TempDir()
	env := []string{"UVBOARD_DATA_DIR=" + data}
	run := func(args ...string) (int, string, string) {
		var out, errOut strings.Builder
		cmd := program(t, env, append([]string{"seed"}, args...)...)
		cmd.Stdout, cmd.Stderr = &out, &errOut
		_ = cmd.Run() // the exit status tells
		return cmd.ProcessState.ExitCode(), out.String(), errOut.String()
	}
	if status, _, errOut := run("--users", "1", "--projects", "2", "--votes", "0"); status != 1 || !strings.Contains(errOut, "--users") {
		t.Errorf("exit status %d with %q, want one that names --users", status, errOut)
	}
	status, out, errOut := run("--users", "4", "--projects", "2", "--votes", "3", "--threads", "5", "--posts", "9")
	if status != 0 || errOut != "" {
		t.Fatalf("exit status %d with %q", status, errOut)
	}
	for _, want := range []string{"--threads is ignored", "--posts is ignored", "4 users, 2 projects, 3 votes", "log in as the admin kilnfire", "vibecoding"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %q", want, out)
		}
	}
	if status, _, errOut := run(); status != 1 || !strings.Contains(errOut, "the database is not empty") {
		t.Errorf("exit status %d with %q on a database that is not empty", status, errOut)
	}
	doctor := program(t, env, "doctor")
	if out, err := doctor.CombinedOutput(); err != nil {
		t.Errorf("doctor: %v: %s", err, out)
	}

	db, err := store.Open(t.Context(), "sqlite://"+filepath.Join(data, "uvboard.db"))
	must.NoError(t, err)
	err = db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.Project.Update().AddUpvotes(1).Exec(ctx)
	})
	must.NoError(t, errors.Join(err, db.Close()))
	for _, step := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"doctor"}, 1, "4 counters differ from what they count, 0 other checks failed, 0 files are missing or unused: `uvboard doctor --fix` repairs the counters"},
		{[]string{"doctor", "--fix"}, 0, "set to"},
		{[]string{"doctor"}, 0, "every counter is exact"},
	} {
		cmd := program(t, env, step.args...)
		out, _ := cmd.CombinedOutput() // the exit status tells
		if got := cmd.ProcessState.ExitCode(); got != step.status || !strings.Contains(string(out), step.want) {
			t.Errorf("%v: exit status %d, want %d with %q: %s", step.args, got, step.status, step.want, out)
		}
	}
}
