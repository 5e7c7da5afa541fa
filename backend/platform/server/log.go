package server

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/ratelimit"
)

// requestInfo collects the fields of a request's log line while the request is handled.
type requestInfo struct {
	id        string
	begin     time.Time
	procedure string
	user      uuid.UUID
	quiet     bool   // a public file, logged at debug level
	login     bool   // it has logged a user in
	stream    bool   // a stream, logged at debug level unless it fails
	code      string // of the fault in the response
	fault     *fault.Fault
	hidden    error  // error details for the log, which the client must not see
	stack     []byte // of a panic
	trace     trace.TraceID

	body      *requestBody // nil without one
	authorize func(context.Context) (context.Context, error)

	limits   *ratelimit.Limiter
	work     *work
	counted  bool   // against the rate limit of its address
	position uint64 // that a standby must have reached to answer
	inside   bool   // another request makes it in process
	shared   *shared
}

// shared is what a request has in common with those that it makes in process, one after the other.
type shared struct {
	turn bool // one of them has a slot
	read bool // a read is counted that none of those in process has used
}

type requestInfoKey struct{}

// infoOf returns the info of a request; outside of one, an info that is dropped.
func infoOf(ctx context.Context) *requestInfo {
	if info, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
		return info
	}
	return &requestInfo{shared: &shared{}}
}

// LoggedIn puts a login into the line of its request, which is then logged also for a route.
func LoggedIn(ctx context.Context, userID uuid.UUID) {
	info := infoOf(ctx)
	info.user, info.login = userID, true
}

// newRequestID returns an id to find a request by in the log. It is not a secret.
func newRequestID() string {
	var id [8]byte
	binary.NativeEndian.PutUint64(id[:], rand.Uint64())
	return hex.EncodeToString(id[:])
}

// maxLoggedPath is longer than every path of this server.
const maxLoggedPath = 200

// logRequest writes the request's line. Of the data that the client sent, it contains only the path without the query.
func (s *Server) logRequest(r *http.Request, response *countingWriter, info *requestInfo) {
	if response.status == 0 {
		response.status = http.StatusOK // implied, as in a gRPC response of trailers only
	}
	now := time.Now()
	took := now.Sub(info.begin)
	if !info.stream || info.code != "" { // the duration of a stream is up to the client
		s.metrics.observe(r, info, response.status, took)
	}
	level := slog.LevelInfo
	switch {
	case info.hidden != nil && !errors.Is(info.hidden, context.Canceled):
		level = slog.LevelError
	case info.login:
	case (info.procedure == "" || info.quiet || info.stream && info.code == "") &&
		response.status < http.StatusBadRequest:
		level = slog.LevelDebug // files and probes
	}
	handler := s.config.Log.Handler() // the Logger would look up its caller for each line
	if !handler.Enabled(r.Context(), level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 13),
		slog.String("request_id", info.id), slog.String("method", r.Method),
		slog.String("path", r.URL.Path[:min(len(r.URL.Path), maxLoggedPath)]),
		slog.Int("status", response.status), slog.Int64("bytes", response.bytes),
		slog.Int64("us", took.Microseconds()), slog.String("addr", auth.ClientAddr(r.Context()).String()),
	)
	if info.procedure != "" {
		attrs = append(attrs, slog.String("procedure", info.procedure))
	}
	if info.user != uuid.Nil {
		attrs = append(attrs, slog.String("user_id", info.user.String()))
	}
	if info.trace.IsValid() {
		attrs = append(attrs, slog.String("trace_id", info.trace.String()))
	}
	if info.code != "" {
		attrs = append(attrs, slog.String("code", info.code))
	}
	if info.hidden != nil {
		attrs = append(attrs, slog.String("error", info.hidden.Error()))
	}
	if info.stack != nil {
		attrs = append(attrs, slog.String("stack", string(info.stack)))
	}
	line := slog.NewRecord(now, level, "request", 0)
	line.AddAttrs(attrs...)
	_ = handler.Handle(r.Context(), line) // there is nowhere to report that the log cannot be written
}

type countingWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
	body   *requestBody
}

func (w *countingWriter) WriteHeader(status int) {
	w.body.leave()
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
		w.body.leave()
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Flush is required by gRPC streams.
func (w *countingWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
