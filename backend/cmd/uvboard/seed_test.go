package main

import (
	"strings"
	"testing"
)

func TestSeed(t *testing.T) {
	env := []string{"UVBOARD_DATA_DIR=" + t.TempDir()}
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
	for _, want := range []string{"--threads is skipped", "--posts is skipped", "4 users, 2 projects, 3 votes", "log in as kilnfire", "vibecoding"} {
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
}
