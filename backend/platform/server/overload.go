package server

import (
	"context"
	"sync/atomic"
	"time"

	"connectrpc.com/connect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
)

// Bounds on the calls that execute at once, which docs/limits.md lists.
const (
	callsPerCPU   = 16 // more would answer no more of them, and each later: bench/README.md
	burstPatience = 100 * time.Millisecond
	// Calls have waited for longer than overloadedAfter: it is not a burst, and who comes now waits only for shortPatience.
	overloadedAfter = 100 * time.Millisecond
	shortPatience   = 10 * time.Millisecond
)

// work bounds the calls that execute at once, so that more of them than the server can answer do not slow all down. A burst waits; if
// calls have been waiting all the time for a while, they are refused almost at once. It is the rule that Facebook describes in "Fail at
// Scale" (ACM Queue 13, 2015).
type work struct {
	slots chan struct{}
	free  atomic.Int64 // when a call last found a free slot, Unix nanoseconds
}

func newWork(slots int) *work { return &work{slots: make(chan struct{}, slots)} }

// begin waits for a slot, which end gives back. Fault: BUSY.
func (w *work) begin(ctx context.Context) error {
	select {
	case w.slots <- struct{}{}:
		w.free.Store(time.Now().UnixNano())
		return nil
	default:
	}
	patience := burstPatience
	if w.overloaded() {
		patience = shortPatience
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case w.slots <- struct{}{}:
		return nil
	case <-timer.C:
		return &fault.Fault{Kind: fault.KindUnavailable, Code: "BUSY", RetryAfter: time.Second, Message: "The server is busy. Please try again in a moment."}
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *work) end() { <-w.slots }

// overloaded reports whether all slots have been taken for a while. It is false for nil.
func (w *work) overloaded() bool {
	return w != nil && len(w.slots) == cap(w.slots) && time.Since(time.Unix(0, w.free.Load())) > overloadedAfter
}

// takeTurns is an interceptor that lets a call execute when it has a slot: after its message has arrived and before its response is
// sent, so that slow clients hold none. Calls that wait for something other than the database have bounds of their own.
func (s *Server) takeTurns(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		_, slow := s.timeouts[request.Spec().Procedure]
		switch limit := auth.RuleOf(schemaOf(request.Spec())).Limit; {
		case slow, limit == auth.LimitLogin, limit == auth.LimitRegister, limit == auth.LimitDonation: // a provider, or a password hash
			return next(ctx, request)
		}
		if err := s.work.begin(ctx); err != nil {
			return nil, err
		}
		defer s.work.end()
		return next(ctx, request)
	}
}
