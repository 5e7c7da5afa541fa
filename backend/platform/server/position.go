package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"connectrpc.com/connect"

	"uvboard/backend/platform/store"
)

// A client that has written sends the position of its last write in the cookie or the header, so that no standby that
// lacks the write answers it.
const (
	positionCookie = "uvboard_position"
	positionHeader = "Uvboard-Position"
	positionLife   = time.Minute // longer than a standby in use may be behind
)

// positionOf returns the position that a standby must have reached to answer a request. A program that does not send
// the position of its last write gets answers from the primary.
func positionOf(r *http.Request) uint64 {
	value := r.Header.Get(positionHeader)
	if value == "" && r.Header.Get("Authorization") != "" {
		return store.Latest
	}
	if cookie, err := r.Cookie(positionCookie); value == "" && err == nil {
		value = cookie.Value
	}
	if value == "" {
		return 0
	}
	position, err := strconv.ParseUint(value, 10, 63)
	if err != nil {
		return store.Latest
	}
	return position
}

func (s *Server) setPosition(header http.Header, position uint64) {
	value := strconv.FormatUint(position, 10)
	header.Set(positionHeader, value)
	cookie := http.Cookie{
		Name: positionCookie, Value: value, Path: "/", MaxAge: int(positionLife.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   s.config.BaseURL.Scheme == "https",
	}
	header.Add("Set-Cookie", cookie.String())
}

// notePosition is an interceptor that sends the position of a write to its client.
func (s *Server) notePosition(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		response, err := next(ctx, request)
		if err != nil || s.config.Standbys == nil ||
			request.Spec().IdempotencyLevel == connect.IdempotencyNoSideEffects {
			return response, err
		}
		position, err := s.config.Standbys.Position(ctx)
		if err != nil { // the write is done
			position = store.Latest
		}
		s.setPosition(response.Header(), position)
		return response, nil
	}
}
