package server

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/netip"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/rest"
)

// Timeouts, which docs/limits.md lists.
const (
	callTimeout  = 15 * time.Second
	bodyTimeout  = 20 * time.Second // to receive the body of a request; package media sets the time for an upload
	leaveTimeout = time.Second      // to receive the rest of a body that a handler has not read
	smallTimeout = 30 * time.Second // to receive the body of a call, run it and send its response
	fileTimeout  = 30 * time.Minute // to send a file
)

// Header values that every response shares. They must not be modified.
var (
	noSniffing      = []string{"nosniff"}
	privateNoCache  = []string{"private, no-cache"}
	varyByCaller    = []string{"Authorization, Cookie"}
	noStore         = []string{"no-store"}
	referrerPolicy  = []string{"strict-origin-when-cross-origin"}
	openerPolicy    = []string{"same-origin"}
	contentSecurity = []string{httpcontent.ContentPolicy}
	callSecurity    = []string{"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"}
)

// ServeHTTP handles every request of the public port.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	response, r, info := s.begin(w, r)
	s.metrics.inFlight.Inc()
	defer s.metrics.inFlight.Dec()
	defer s.finish(response, r, info)
	if r.Method == http.MethodTrace { // its answer would repeat the cookie
		response.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if s.open[r.URL.Path] {
		openToOthers(response.Header(), r)
	} else if err := s.checkOrigin(r); err != nil {
		s.writeFault(response, r, fault.Of(err))
		return
	} else if s.preflight(response, r) {
		return
	}
	s.openRead(response.Header(), r)
	s.dispatch(response, r)
}

// begin attaches the request info for the log line and sets the headers that all responses have.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) (*countingWriter, *http.Request, *requestInfo) {
	info := &requestInfo{
		id: newRequestID(), begin: time.Now(), limits: s.gate.limits, work: s.work, position: positionOf(r),
		shared: &shared{},
	}
	if outer, ok := r.Context().Value(requestInfoKey{}).(*requestInfo); ok {
		info.inside, info.shared = true, outer.shared
	}
	ctx := context.WithValue(r.Context(), requestInfoKey{}, info)
	ctx = auth.WithClient(ctx, auth.Client{Addr: clientAddr(r, s.config.TrustedProxies), UserAgent: r.UserAgent()})
	r = r.WithContext(ctx)
	if r.Body != nil && r.Body != http.NoBody {
		info.body = &requestBody{ReadCloser: r.Body, control: http.NewResponseController(w)}
		info.body.limit(bodyTimeout)
		r.Body = info.body
	}

	header := w.Header()
	header["X-Request-Id"] = []string{info.id}
	header["X-Content-Type-Options"] = noSniffing
	header["Content-Security-Policy"] = callSecurity
	if !isProcedure(r.URL.Path) && !isREST(r.URL.Path) { // a page or a file
		header["Referrer-Policy"] = referrerPolicy
		header["Cross-Origin-Opener-Policy"] = openerPolicy
		header["Content-Security-Policy"] = contentSecurity
	}
	return &countingWriter{ResponseWriter: w, body: info.body}, r, info
}

// finish answers a panic and logs the request. It must be deferred.
func (s *Server) finish(response *countingWriter, r *http.Request, info *requestInfo) {
	caught := recover()
	if caught != nil && caught != http.ErrAbortHandler {
		info.hidden, info.stack = fmt.Errorf("panic: %v", caught), debug.Stack()
		info.code = fault.Internal().Code
		if response.status == 0 {
			s.writeFault(response, r, fault.Internal())
		}
	}
	info.body.leave()
	s.logRequest(r, response, info)
	if caught == http.ErrAbortHandler {
		panic(caught)
	}
}

// dispatch chooses the handler by the path.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	switch urlPath := r.URL.Path; {
	case isProcedure(urlPath):
		s.serveProcedure(w, r)
	case isREST(urlPath):
		limitResponse(w, r, smallTimeout)
		setCaching(w, r)
		s.cache.serve(w, r, s.gateway)
	default:
		limitResponse(w, r, fileTimeout)
		// ServeMux would redirect a path that is not clean.
		if _, pattern := s.paths.Handler(r); pattern != "" && path.Clean(urlPath) == strings.TrimSuffix(urlPath, "/") {
			s.paths.ServeHTTP(w, r)
			return
		}
		s.cache.serve(w, r.WithContext(s.config.Standbys.For(r.Context(), infoOf(r.Context()).position)), s.config.Web)
	}
}

// isProcedure reports whether a path has the form /package.Service/Method of a package served here.
func isProcedure(path string) bool {
	return strings.HasPrefix(path, "/uvboard.v1.") || strings.HasPrefix(path, "/grpc.")
}

func isREST(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// serveProcedure answers Connect, gRPC and gRPC-Web.
func (s *Server) serveProcedure(w http.ResponseWriter, r *http.Request) {
	handler, ok := s.procedures[servicePath(r.URL.Path)]
	if !ok || strings.HasPrefix(r.URL.Path, "/uvboard.v1.") && !s.known[r.URL.Path] {
		s.writeFault(w, r, fault.Unimplemented())
		return
	}
	limitResponse(w, r, smallTimeout)
	if strings.HasPrefix(r.URL.Path, "/grpc.reflection.") {
		infoOf(r.Context()).body.inUse() // the client sends more requests after the first response
		handler.ServeHTTP(w, r)
		return
	}
	setCaching(w, r)
	if s.streams[r.URL.Path] {
		s.serveStream(w, r, handler)
		return
	}
	if !hasReadableQuery(r) {
		s.writeFault(w, r, fault.Of(fault.Malformed("The message in the query is not valid base64.")))
		return
	}
	s.cache.serve(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := s.limitCall(w, r)
		defer cancel()
		handler.ServeHTTP(w, r.WithContext(ctx))
	}))
}

// limitCall returns the context of a call that has the path of its procedure. A call that may take longer than others
// gets that time to send its response, too.
func (s *Server) limitCall(w http.ResponseWriter, r *http.Request) (context.Context, context.CancelFunc) {
	timeout, slow := s.timeouts[r.URL.Path]
	if !slow {
		return context.WithTimeout(r.Context(), callTimeout)
	}
	limitResponse(w, r, timeout+smallTimeout-callTimeout)
	return context.WithTimeout(r.Context(), timeout)
}

// servicePath returns "/service.Name/" of "/service.Name/Method".
func servicePath(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// hasReadableQuery reports whether the message in the query of a GET is valid base64, for which Connect would answer
// 500.
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

// writeFault answers in the error form of the request's protocol.
func (s *Server) writeFault(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	infoOf(r.Context()).code = f.Code
	if isProcedure(r.URL.Path) {
		_ = s.errors.Write(w, r, fault.ToConnect(f)) // fails only if the client has gone
		return
	}
	rest.WriteFault(w, f)
}

// setCaching lets the browser of a visitor store the response of a read, to be revalidated each time. Other responses
// are not stored: what a session or access token gets may be private.
func setCaching(w http.ResponseWriter, r *http.Request) {
	w.Header()["Cache-Control"] = noStore
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		w.Header()["Vary"] = varyByCaller
		if auth.Token(r.Header) == "" {
			w.Header()["Cache-Control"] = privateNoCache
		}
	}
}

// limitResponse bounds the time to send a response, from the first byte of its request. It fails only on a writer
// without a connection, as in tests.
func limitResponse(w http.ResponseWriter, r *http.Request, timeout time.Duration) {
	_ = http.NewResponseController(w).SetWriteDeadline(infoOf(r.Context()).begin.Add(timeout))
}

func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	w.Header()["Cache-Control"] = noStore
	if isStopping(ctx) {
		writeText(w, http.StatusServiceUnavailable, "stopping\n")
		return
	}
	if err := s.config.Ready(ctx); err != nil {
		infoOf(ctx).hidden = err
		writeText(w, http.StatusServiceUnavailable, "not ready\n")
		return
	}
	writeText(w, http.StatusOK, "ready\n")
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // fails only if the client has gone
}

// peerAddr returns the address of the other end of a connection, the zero address if it has none.
func peerAddr(remote string) netip.Addr {
	peer, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}

func contains(prefixes []netip.Prefix, addr netip.Addr) bool {
	return slices.ContainsFunc(prefixes, func(prefix netip.Prefix) bool { return prefix.Contains(addr) })
}

// clientAddr returns the address of the client. It follows X-Forwarded-For from its end as long as trusted proxies
// wrote it.
func clientAddr(r *http.Request, trusted []netip.Prefix) netip.Addr {
	addr := peerAddr(r.RemoteAddr)
	if !contains(trusted, addr) {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && contains(trusted, addr); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap().WithZone("")
	}
	return addr
}
