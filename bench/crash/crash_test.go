package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

func TestAcknowledgedWritesSurvive(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "uvboard")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "uvboard/backend/cmd/uvboard").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for database := range endings {
		t.Run(database, func(t *testing.T) {
			r, err := crash(t.Context(), options{database: database, binary: binary, rounds: 3, writers: 4, seed: 1, out: t.Output()})
			if r != nil {
				r.write(t.Output())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
