package auth

import (
	"context"
	"fmt"
	"time"

	"uvboard/backend/platform/fault"
)

// hashing allows two password hashes at once: each takes 19 MiB and a processor.
var hashing = make(semaphore, 2)

// maxWait is how long a call waits for its hash. It leaves time to hash within the call's timeout.
const maxWait = 10 * time.Second

// semaphore bounds concurrent work to its capacity.
type semaphore chan struct{}

// acquire waits until there is room. It fails when ctx ends, and with fault BUSY after maxWait.
func (s semaphore) acquire(ctx context.Context) (release func(), err error) {
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-timeout.C:
		return nil, &fault.Fault{
			Kind: fault.KindUnavailable, Code: "BUSY", RetryAfter: maxWait,
			Message: "Too many people are logging in or joining right now. Please try again in a moment.",
		}
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}
