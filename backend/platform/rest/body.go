package rest

import (
	"fmt"
	"io"
	"time"

	"uvboard/backend/platform/fault"
)

// MaxBodyBytes is the size that the body of a call may have.
const MaxBodyBytes = 1 << 20

// Nobody has to keep more of a body in memory than this before the rest has come. What is larger takes one of a few places
// until its call ends: else whoever sends a megabyte to all but its end, a few hundred times, takes the memory of all.
// What people write is small.
const (
	smallBytes  = 64 << 10
	largeAtOnce = 16
)

var places = make(chan struct{}, largeAtOnce)

// Body is the body of a call on its way in, with the bounds that hold at every door. Its errors of being too large or one
// too many are of the kind that Connect passes on as they are.
type Body struct {
	io.ReadCloser
	read   int
	placed bool
}

// Bounded puts bounds to a body. Done has to be called when the call ends.
func Bounded(body io.ReadCloser) *Body { return &Body{ReadCloser: body} }

func (b *Body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read += n
	switch {
	case b.read > MaxBodyBytes:
		return n, fault.ToConnect(fault.Of(TooLarge()))
	case b.read > smallBytes && !b.placed:
		select {
		case places <- struct{}{}:
			b.placed = true
		default:
			return n, fault.ToConnect(&fault.Fault{
				Kind: fault.KindUnavailable, Code: "BUSY", RetryAfter: 5 * time.Second,
				Message: "Too many large requests are on their way right now. Please try again in a moment.",
			})
		}
	}
	return n, err
}

// Done lets another large body in.
func (b *Body) Done() {
	if b.placed {
		<-places
		b.placed = false
	}
}

// TooLarge refuses a body of more than MaxBodyBytes.
func TooLarge() error {
	return fault.TooLarge(fmt.Sprintf("The request body must be at most %d KiB.", MaxBodyBytes>>10))
}
