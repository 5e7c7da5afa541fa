package auth

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
)

func TestSemaphore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := make(semaphore, 1)
		release, err := s.acquire(t.Context())
		must.NoError(t, err)
		begin := time.Now()
		_, err = s.acquire(t.Context())
		if f := fault.Of(err); f == nil || f.Code != "BUSY" || f.Status() != 503 || f.RetryAfter != maxWait || time.Since(begin) != maxWait {
			t.Errorf("without room: %v after %v", err, time.Since(begin))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.acquire(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("past the caller's deadline: %v", err)
		}
		time.AfterFunc(time.Second, release)
		begin = time.Now()
		release, err = s.acquire(t.Context())
		if err != nil || time.Since(begin) != time.Second {
			t.Fatalf("once there is room: %v after %v", err, time.Since(begin))
		}
		release()
	})
}
