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
	callsPerCPU = 16  // more would answer no more of them, and each later: bench/README.md
	maxWaiting  = 128 // bounds how long an admitted call waits under a load that does not end
	maxWait     = 5 * time.Second
)

// work bounds the calls that execute at once, so that more of them than the server can answer do not slow all down. A
// burst waits in the order of arrival; calls beyond maxWaiting are refused at once.
type work struct {
	slots   chan struct{}
	waiting atomic.Int64
}

func newWork(slots int) *work { return &work{slots: make(chan struct{}, slots)} }

// begin waits for a slot, which end gives back. Fault: BUSY.
func (w *work) begin(ctx context.Context) error {
	select {
	case w.slots <- struct{}{}:
		return nil
	default:
	}
	defer w.waiting.Add(-1)
	if w.waiting.Add(1) > maxWaiting {
		return errBusy()
	}
	timer := time.NewTimer(maxWait)
	defer timer.Stop()
	select {
	case w.slots <- struct{}{}: // the runtime serves blocked senders in their order
		return nil
	case <-timer.C:
		return errBusy()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *work) end() { <-w.slots }

func errBusy() error {
	return &fault.Fault{
		Kind: fault.KindUnavailable, Code: "BUSY", RetryAfter: time.Second,
		Message: "The server is busy. Please try again in a moment.",
	}
}

// TakeTurn waits for a slot for the request in ctx. It must be given back with end, which may be called twice. A
// request that another request makes in process uses its slot. Fault: BUSY.
func TakeTurn(ctx context.Context) (end func(), err error) {
	info := infoOf(ctx)
	if info.work == nil || info.shared.turn {
		return func() {}, nil
	}
	if err := info.work.begin(ctx); err != nil {
		return nil, err
	}
	info.shared.turn = true
	return func() { endTurn(ctx) }, nil
}

// endTurn gives back the slot of a request that now waits for something other than the database.
func endTurn(ctx context.Context) {
	if info := infoOf(ctx); info.shared.turn {
		info.shared.turn = false
		info.work.end()
	}
}

// takeTurns is an interceptor that lets a call execute when it has a slot: after its message has arrived and before its
// response is sent, so that slow clients hold none. Calls that wait for something other than the database have bounds
// of their own.
func (s *Server) takeTurns(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		_, slow := s.timeouts[request.Spec().Procedure]
		switch limit := auth.RuleOf(schemaOf(request.Spec())).Limit; {
		case slow, limit == auth.LimitLogin, limit == auth.LimitRegister,
			limit == auth.LimitDonation: // a provider, or a password hash
			endTurn(ctx)
			return next(ctx, request)
		}
		end, err := TakeTurn(ctx)
		if err != nil {
			return nil, err
		}
		defer end()
		return next(ctx, request)
	}
}
