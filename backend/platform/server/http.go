package server

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
)

// How long things may take. A file may take long in both directions; everything else is small.
const (
	callTimeout  = 15 * time.Second
	smallTimeout = 30 * time.Second // to read a call and to write its answer, the call itself included
	fileTimeout  = 30 * time.Minute
)

// Values of headers that are the same in every answer. Nothing is ever written into them.
var (
	noSniffing = []string{"nosniff"}
	keptByOne  = []string{"private, no-cache"}
	byCaller   = []string{"Authorization, Cookie"}
)

// ServeHTTP is the way in for every request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	exchange := &exchange{id: newRequestID(), begin: time.Now(), limits: s.gate.limits}
	ctx := context.WithValue(r.Context(), exchangeKey{}, exchange)
	ctx = auth.WithClientAddr(ctx, clientAddr(r, s.config.TrustedProxies))
	r = r.WithContext(ctx)
	answer := &countingWriter{ResponseWriter: w}

	header := w.Header()
	header["X-Request-Id"] = []string{exchange.id}
	header["X-Content-Type-Options"] = noSniffing
	// What a browser may show as a page. The answer of a call is data by its type, in which nothing runs.
	if isCall := isProcedure(r.URL.Path) || isREST(r.URL.Path); !isCall {
		header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Content-Security-Policy", httpcontent.ContentPolicy)
	}

	s.metrics.inFlight.Inc()
	defer s.metrics.inFlight.Dec()
	defer func() {
		caught := recover()
		if caught != nil && caught != http.ErrAbortHandler {
			exchange.hidden, exchange.stack = fmt.Errorf("panic: %v", caught), debug.Stack()
			exchange.code = fault.Internal().Code
			if answer.status == 0 {
				s.writeFault(answer, r, fault.Internal())
			}
		}
		s.record(r, answer, exchange)
		if caught == http.ErrAbortHandler {
			panic(caught)
		}
	}()
	if err := s.checkOrigin(r); err != nil {
		f := fault.Of(err)
		exchange.code = f.Code
		s.writeFault(answer, r, f)
		return
	}
	s.dispatch(answer, r)
}

// dispatch finds the door.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case isProcedure(path):
		s.serveProcedure(w, r)
	case isREST(path):
		setDeadlines(w, r, smallTimeout)
		setCaching(w, r)
		s.cache.serve(w, r, s.gateway)
	case path == "/healthz":
		setDeadlines(w, r, smallTimeout)
		writeText(w, http.StatusOK, "ok\n")
	case path == "/readyz":
		setDeadlines(w, r, smallTimeout)
		s.serveReady(w, r)
	case path == "/openapi.yaml":
		setDeadlines(w, r, smallTimeout)
		s.openAPI(w, r)
	default:
		setDeadlines(w, r, fileTimeout)
		for _, route := range s.files {
			if !route.covers(r) {
				continue
			}
			if r.Method == route.Method || r.Method == http.MethodHead && route.Method == http.MethodGet {
				s.guarded(route).ServeHTTP(w, r)
				return
			}
		}
		s.cache.serve(w, r, s.config.Web)
	}
}

func isREST(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// covers says whether a route outside /api is that of a request, and sets the values of its variables.
func (route Route) covers(r *http.Request) bool {
	path := r.URL.Path
	before, rest, isPattern := strings.Cut(route.Path, "{")
	if !isPattern {
		return path == route.Path || strings.HasSuffix(route.Path, "/") && strings.HasPrefix(path, route.Path)
	}
	name, after, _ := strings.Cut(rest, "}")
	value, begins := strings.CutPrefix(path, before)
	value, ends := strings.CutSuffix(value, after)
	if !begins || !ends || value == "" || strings.Contains(value, "/") {
		return false
	}
	r.SetPathValue(name, value)
	return true
}

func (s *Server) serveProcedure(w http.ResponseWriter, r *http.Request) {
	handler, ok := s.procedures[servicePath(r.URL.Path)]
	if !ok || strings.HasPrefix(r.URL.Path, "/uvboard.v1.") && !s.known[r.URL.Path] {
		exchangeOf(r.Context()).code = fault.Unimplemented().Code
		s.writeFault(w, r, fault.Unimplemented())
		return
	}
	if strings.HasPrefix(r.URL.Path, "/grpc.reflection.") {
		setDeadlines(w, r, fileTimeout) // a stream that lasts as long as somebody explores
		handler.ServeHTTP(w, r)
		return
	}
	setDeadlines(w, r, smallTimeout)
	setCaching(w, r)
	if !hasReadableQuery(r) {
		f := fault.Of(fault.Malformed("The message in the query is not valid base64."))
		exchangeOf(r.Context()).code = f.Code
		s.writeFault(w, r, f)
		return
	}
	s.cache.serve(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
		defer cancel()
		handler.ServeHTTP(w, r.WithContext(ctx))
	}))
}

// hasReadableQuery reports whether the message in the query of a GET is valid base64, for which Connect would answer 500.
func hasReadableQuery(r *http.Request) bool {
	query := r.URL.Query()
	if r.Method != http.MethodGet || query.Get("base64") != "1" {
		return true
	}
	message, encoding := query.Get("message"), base64.URLEncoding
	if len(message)%4 != 0 {
		encoding = base64.RawURLEncoding // Connect decides on padding by the length, too
	}
	_, err := encoding.DecodeString(message)
	return err == nil
}

// setCaching lets a browser keep a read for itself and ask each time whether it still holds; all else is not kept.
func setCaching(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		w.Header()["Cache-Control"] = keptByOne
		w.Header()["Vary"] = byCaller
		return
	}
	w.Header().Set("Cache-Control", "no-store")
}

func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	if isStopping(ctx) {
		writeText(w, http.StatusServiceUnavailable, "stopping\n")
		return
	}
	if err := s.config.Ready(ctx); err != nil {
		exchangeOf(ctx).hidden = err
		writeText(w, http.StatusServiceUnavailable, "not ready\n")
		return
	}
	writeText(w, http.StatusOK, "ready\n")
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	// A caller who has gone away cannot be told so.
	_, _ = w.Write([]byte(text))
}

// setDeadlines bounds how long the caller may take to send and to receive. It is set for every request, since a
// connection that is used again keeps the deadlines of the request before; but net/http itself ends the one for sending.
func setDeadlines(w http.ResponseWriter, r *http.Request, timeout time.Duration) {
	control, deadline := http.NewResponseController(w), exchangeOf(r.Context()).begin.Add(timeout)
	// Only a writer that is no connection, as in a test, refuses.
	if r.Body != http.NoBody {
		_ = control.SetReadDeadline(deadline)
	}
	_ = control.SetWriteDeadline(deadline)
}

// maxLoggedPath is more than any address here has; a request may bring 64 KiB.
const maxLoggedPath = 200

// record writes the request's one line in the log. It says nothing of what was sent, not even the query.
func (s *Server) record(r *http.Request, answer *countingWriter, exchange *exchange) {
	if answer.status == 0 {
		answer.status = http.StatusOK // which the connection says by itself, of an answer that is all trailers, say
	}
	now := time.Now()
	took := now.Sub(exchange.begin)
	s.metrics.observe(r, exchange, answer.status, took)
	level := slog.LevelInfo
	switch {
	case exchange.hidden != nil && !errors.Is(exchange.hidden, context.Canceled):
		level = slog.LevelError
	case (exchange.procedure == "" || exchange.quiet) && answer.status < http.StatusBadRequest:
		level = slog.LevelDebug // a file, a probe
	}
	log := s.config.Log.Handler() // itself, since the logger would look up from where it is called
	if !log.Enabled(r.Context(), level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 12),
		slog.String("request_id", exchange.id), slog.String("method", r.Method), slog.String("path", r.URL.Path[:min(len(r.URL.Path), maxLoggedPath)]),
		slog.Int("status", answer.status), slog.Int64("bytes", answer.bytes),
		slog.Int64("us", took.Microseconds()), slog.String("addr", auth.ClientAddr(r.Context()).String()),
	)
	if exchange.procedure != "" {
		attrs = append(attrs, slog.String("procedure", exchange.procedure))
	}
	if exchange.user != uuid.Nil {
		attrs = append(attrs, slog.String("user_id", exchange.user.String()))
	}
	if exchange.code != "" {
		attrs = append(attrs, slog.String("code", exchange.code))
	}
	if exchange.hidden != nil {
		attrs = append(attrs, slog.String("error", exchange.hidden.Error()))
	}
	if exchange.stack != nil {
		attrs = append(attrs, slog.String("stack", string(exchange.stack)))
	}
	line := slog.NewRecord(now, level, "request", 0)
	line.AddAttrs(attrs...)
	_ = log.Handle(r.Context(), line) // there is nowhere to say that the log cannot be written
}

// newRequestID makes an id to find a request by. It is no secret.
func newRequestID() string {
	var id [8]byte
	binary.NativeEndian.PutUint64(id[:], rand.Uint64())
	return hex.EncodeToString(id[:])
}

// clientAddr sees through trusted proxies: it follows X-Forwarded-For from its end, as far as those who wrote it are trusted.
func clientAddr(r *http.Request, trusted []netip.Prefix) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	isTrusted := func(addr netip.Addr) bool {
		for _, prefix := range trusted {
			if prefix.Contains(addr) {
				return true
			}
		}
		return false
	}
	addr := peer.Addr().Unmap().WithZone("")
	if !isTrusted(addr) {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(addr); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap().WithZone("")
	}
	return addr
}

// countingWriter remembers what was answered.
type countingWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *countingWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Flush is what gRPC's streams need.
func (w *countingWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
