package auth

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"uvboard/backend/platform/fault"
)

func TestTurnstile(t *testing.T) {
	ts := &turnstile{places: make(chan struct{}, 2)}
	ts.stay.Store(int64(4 * time.Second))
	var leave []func()
	for range 2 {
		out, err := ts.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, out)
	}
	// Two places and four seconds each: whoever comes after six others would wait for twelve.
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	const row = 6
	for range row {
		go func() {
			_, err := ts.enter(ctx)
			ended <- err
		}()
	}
	for ts.waiting.Load() < row {
		time.Sleep(time.Millisecond)
	}
	_, err := ts.enter(t.Context())
	if f := fault.Of(err); f == nil || f.Kind != fault.KindUnavailable || f.RetryAfter != 12*time.Second {
		t.Errorf("error %v, want that it is busy for twelve seconds", err)
	}
	cancel()
	for range row {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v of somebody who gave up", err)
		}
	}
	for _, out := range leave {
		out()
	}
	if got := time.Duration(ts.stay.Load()); got >= 4*time.Second {
		t.Errorf("after two short stays the usual one is still %v", got)
	}
	if out, err := ts.enter(t.Context()); err != nil {
		t.Errorf("error %v with both places free", err)
	} else {
		out()
	}
}

// What was expected to be short and is not ends all the same while there is time to say so.
func TestTurnstileEndsALongWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ts := &turnstile{places: make(chan struct{}, 1)}
		leave, err := ts.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		begin := time.Now()
		_, err = ts.enter(t.Context())
		if f := fault.Of(err); f == nil || f.Kind != fault.KindUnavailable || f.RetryAfter != longestWait || time.Since(begin) != longestWait {
			t.Errorf("error %v after %v", err, time.Since(begin))
		}
	})
}
