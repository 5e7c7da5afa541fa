package media

import (
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
)

// maxInFlight bounds the uploads that a user sends at once. A form sends four, and each may take half an hour.
const maxInFlight = 10

type inFlight struct {
	mu sync.Mutex
	of map[uuid.UUID]int
}

// begin counts an upload of a user until done is called, or rejects it.
func (o *inFlight) begin(user uuid.UUID) (done func(), err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.of[user] >= maxInFlight {
		return nil, &fault.Fault{
			Kind: fault.KindRateLimited, Code: "TOO_MANY_UPLOADS", RetryAfter: 5 * time.Second,
			Message: fmt.Sprintf("You are sending %d files already. Please wait until one of them has arrived.",
				maxInFlight),
		}
	}
	if o.of == nil {
		o.of = map[uuid.UUID]int{}
	}
	o.of[user]++
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.of[user]--; o.of[user] == 0 {
			delete(o.of, user)
		}
	}, nil
}
