package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged bytes.Buffer
		tries, ended, released := 0, false, false
		j := job{name: "sweep", work: func(ctx context.Context) error {
			if tries++; tries == 1 {
				return errors.New("no broom")
			}
			<-ctx.Done()
			time.Sleep(time.Second) // it ends in order
			ended = true
			return ctx.Err()
		}, release: func(ctx context.Context) error {
			released = ended && ctx.Err() == nil
			return errors.New("the lock is stuck")
		}}
		stop := j.start(t.Context(), slog.New(slog.NewTextHandler(&logged, nil)))
		time.Sleep(lookEvery + time.Millisecond)
		synctest.Wait()
		if tries != 2 {
			t.Errorf("tried %d times, want once more after a failure", tries)
		}
		stop()
		if !released {
			t.Error("stop did not wait for the work and then for the release")
		}
		if got := logged.String(); !strings.Contains(got, "job=sweep") || !strings.Contains(got, `"no broom"`) || !strings.Contains(got, `"the lock is stuck"`) || strings.Contains(got, "canceled") {
			t.Errorf("logged %s", got)
		}
	})
}
