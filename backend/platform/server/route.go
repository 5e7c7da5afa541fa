package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/rest"
)

// responseTime is how long a request may take until its response has been sent.
func (r Route) responseTime() time.Duration {
	if r.File {
		return fileTimeout
	}
	timeout := cmp.Or(r.Timeout, callTimeout) + smallTimeout - callTimeout
	if r.MaxBody > rest.MaxBodyBytes {
		timeout += bodyTimeout
	}
	return timeout
}

// handle calls the Handle of a route, within the bounds that the route declares.
func (s *Server) handle(route Route, w http.ResponseWriter, r *http.Request) error {
	if route.File {
		endTurn(r.Context())
		if r.Body == nil {
			r.Body = http.NoBody // as in a request in process
		}
		r.Body = http.MaxBytesReader(w, r.Body, route.MaxBody)
		return route.Handle(w, r)
	}
	ctx, done, err := s.receive(route, r)
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(route.Timeout, callTimeout))
	defer cancel()
	r = r.WithContext(ctx)
	if route.Timeout != 0 {
		endTurn(ctx)
		return route.Handle(w, r)
	}
	end, err := TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer end()
	response := &heldResponse{ResponseWriter: w}
	if err := route.Handle(response, r); err != nil {
		return err
	}
	end()
	response.send()
	return nil
}

// receive replaces the body of a request by its content, and checks the caller again when it has arrived. The caller
// must call done when the body is not used any more.
func (s *Server) receive(route Route, r *http.Request) (ctx context.Context, done func(), err error) {
	ctx, done = r.Context(), func() {}
	if r.Body == nil || route.MaxBody == 0 {
		r.Body = http.NoBody
		return ctx, done, nil
	}
	var content bytes.Buffer
	_, err = io.CopyN(&content, r.Body, min(route.MaxBody, rest.MaxBodyBytes)+1)
	if err == nil && route.MaxBody > rest.MaxBodyBytes {
		if done, err = s.large.begin(auth.From(ctx).ID()); err != nil {
			return ctx, nil, err
		}
		if err = s.countLarge(ctx); err == nil {
			content.Grow(int(min(max(r.ContentLength, 0), route.MaxBody)))
			_, err = io.CopyN(&content, r.Body, route.MaxBody-rest.MaxBodyBytes)
		}
	}
	switch {
	case err == nil:
		err = fault.TooLarge(fmt.Sprintf("The request body must be at most %d KiB.", route.MaxBody>>10))
	case errors.Is(err, io.EOF):
		r.Body = io.NopCloser(&content)
		ctx, err = Recheck(ctx)
	case fault.Of(err) == nil:
		err = fault.Malformed("The request body cannot be read.")
	}
	if err != nil {
		done()
		return ctx, nil, err
	}
	return ctx, done, nil
}

// countLarge counts a large body as a write, of its address and of its user.
func (s *Server) countLarge(ctx context.Context) error {
	return errors.Join(
		s.gate.count(ctx, ratelimit.ByAddr(auth.LimitWrite, auth.ClientAddr(ctx))),
		s.gate.count(ctx, ratelimit.ByUser(auth.LimitWrite, auth.From(ctx).ID())),
	)
}

// maxLarge bounds the large bodies in memory, which are not on a disk like those of uploads.
const maxLarge = 4

// largeBodies counts the bodies above that of a call, by their users.
type largeBodies struct {
	mu sync.Mutex
	of map[uuid.UUID]bool
}

func (b *largeBodies) begin(user uuid.UUID) (done func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.of[user]:
		return nil, fault.Limited("You are sending a large request already.", 5*time.Second)
	case len(b.of) == maxLarge:
		return nil, errBusy()
	case b.of == nil:
		b.of = map[uuid.UUID]bool{}
	}
	b.of[user] = true
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.of, user)
	}, nil
}

// heldResponse holds a response back until the turn has ended, so that a client that reads slowly does not keep it.
type heldResponse struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *heldResponse) WriteHeader(status int) { h.status = cmp.Or(h.status, status) }

func (h *heldResponse) Write(p []byte) (int, error) { return h.body.Write(p) }

func (h *heldResponse) send() {
	if h.status != 0 {
		h.ResponseWriter.WriteHeader(h.status)
	}
	_, _ = h.ResponseWriter.Write(h.body.Bytes()) // fails only if the client has gone
}
