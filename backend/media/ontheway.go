package media

import (
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
)

// maxOnTheWay is how many uploads a member may be sending at once. A form sends four, and each may take half an hour.
const maxOnTheWay = 10

// onTheWay counts the uploads that members are sending.
type onTheWay struct {
	mu sync.Mutex
	of map[uuid.UUID]int
}

// begin counts one more of a member, until done is called, or refuses it.
func (o *onTheWay) begin(member uuid.UUID) (done func(), err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.of[member] >= maxOnTheWay {
		return nil, &fault.Fault{
			Kind: fault.KindRateLimited, Code: "TOO_MANY_UPLOADS", RetryAfter: 5 * time.Second,
			Message: fmt.Sprintf("You are sending %d files already. Please wait until one of them has arrived.", maxOnTheWay),
		}
	}
	if o.of == nil {
		o.of = map[uuid.UUID]int{}
	}
	o.of[member]++
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.of[member]--; o.of[member] == 0 {
			delete(o.of, member)
		}
	}, nil
}
