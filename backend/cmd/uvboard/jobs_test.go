package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"uvboard/backend/platform/domain"
)

func TestJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged bytes.Buffer
		readied, ended, released := 0, false, false
		var tries atomic.Int32
		j := domain.Job{Name: "sweep", Work: func(ctx context.Context) error {
			if tries.Add(1) == 1 {
				return errors.New("no broom")
			}
			<-ctx.Done()
			time.Sleep(time.Second) // it takes a second to end
			ended = true
			return ctx.Err()
		}, Release: func(ctx context.Context) error {
			released = ended && ctx.Err() == nil
			return errors.New("the lock is stuck")
		}}
		ready := func(context.Context) error {
			if readied++; readied == 1 {
				return errors.New("no schema")
			}
			return nil
		}
		stop := startJob(t.Context(), j, ready, slog.New(slog.NewTextHandler(&logged, nil)))
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if tries.Load() != 0 {
			t.Error("the job did not wait until the database was ready")
		}
		time.Sleep(2 * jobInterval)
		synctest.Wait()
		if n := tries.Load(); n != 2 {
			t.Errorf("tried %d times, want once more after a failure", n)
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

// A job that never started is not released.
func TestJobWithoutADatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged bytes.Buffer
		never := func(context.Context) error { return errors.New("it was done") }
		j := domain.Job{Name: "sweep", Work: never, Release: never}
		stop := startJob(t.Context(), j, func(context.Context) error { return errors.New("no schema") }, slog.New(slog.NewTextHandler(&logged, nil)))
		time.Sleep(3 * jobInterval)
		stop()
		if logged.Len() > 0 {
			t.Errorf("logged %s", logged.String())
		}
	})
}
