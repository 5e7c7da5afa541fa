package main

import (
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
)

func TestAcknowledgedWritesSurvive(t *testing.T) {
	binary, err := tooltest.Program()
	must.NoError(t, err)
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
