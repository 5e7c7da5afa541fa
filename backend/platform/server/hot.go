package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/httpcontent"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Bounds of what is kept ready: some 4 MB. Others may write to the same database, which nobody here hears of: hence the age.
const (
	hotAge      = time.Second
	hotAnswers  = 64
	hotPageSize = 24
	hotQuestion = 512 // bytes of a request's body
)

// hotProcedures may have an answer that is the same for every visitor and asked for by many; isHot says of which requests.
var hotProcedures = map[string]func() proto.Message{
	uvboardv1connect.ProjectServiceListProjectsProcedure:    func() proto.Message { return new(pb.ListProjectsRequest) },
	uvboardv1connect.UserServiceListTopUsersProcedure:       func() proto.Message { return new(pb.ListTopUsersRequest) },
	uvboardv1connect.StatsServiceGetCommunityStatsProcedure: func() proto.Message { return new(pb.GetCommunityStatsRequest) },
}

// isHot says whether a request is for the beginning of a list, or for the community's numbers. What people search for is
// seldom asked for twice.
func isHot(message proto.Message) bool {
	switch m := message.(type) {
	case *pb.ListProjectsRequest:
		return m.Search == "" && m.PageToken == "" && m.Skip == 0 && m.PageSize <= hotPageSize
	case *pb.ListTopUsersRequest:
		return m.PageToken == "" && m.PageSize <= hotPageSize
	case *pb.GetCommunityStatsRequest:
		return true
	default:
		return false
	}
}

// hotPages are the screens that come with such answers; see first.go.
var hotPages = map[string]func(query url.Values) proto.Message{
	"/": func(url.Values) proto.Message { return &pb.GetCommunityStatsRequest{} },
	"/search": func(query url.Values) proto.Message {
		return &pb.ListProjectsRequest{Search: query.Get("q")}
	},
}

// newHotReads stands before procedures, before those paths of REST that lead to them, and before pages.
func (s *Server) newHotReads() *hotReads {
	h := &hotReads{limits: s.gate.limits, version: s.config.Version, now: time.Now, decode: s.questionOf, paths: map[string]bool{}, answers: map[string]*hotAnswer{}}
	for path := range hotPages {
		h.paths[path] = true
	}
	for procedure := range hotProcedures {
		h.paths[procedure] = true
		for _, path := range s.gateway.Paths(procedure) {
			h.paths[path] = true
		}
	}
	return h
}

// hotReads keeps the answers to what visitors ask for most, as the bytes that go out. An answer holds until anything is
// written here, and a second at most. Requests that show who calls pass it by.
type hotReads struct {
	limits  *limits
	version func() uint64 // of the data: another one after every write
	now     func() time.Time
	decode  func(r *http.Request) (procedure string, message proto.Message)
	paths   map[string]bool // of REST and of procedures

	mu      sync.Mutex
	answers map[string]*hotAnswer
}

type hotAnswer struct {
	version uint64
	at      time.Time
	ready   chan struct{} // closed when all below is there
	ok      bool          // else everybody has to ask for themselves

	procedure string
	header    []headerLine
	tag       string // "" where there is none, as of a POST
	plain     []byte
	gzip      func() []byte
}

type headerLine struct {
	name   string
	values []string
}

// serve answers from what is ready, or by next.
func (h *hotReads) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	key := h.key(r)
	if key == "" {
		next.ServeHTTP(w, r)
		return
	}
	answer, mine := h.find(key, r)
	switch {
	case answer == nil:
		next.ServeHTTP(w, r)
		return
	case mine:
		recorded := h.fill(key, answer, r, next)
		if answer.ok {
			answer.write(w, r)
			return
		}
		maps.Copy(w.Header(), recorded.header)
		w.WriteHeader(recorded.status)
		_, _ = w.Write(recorded.body.Bytes()) // a caller who has gone away cannot be told so
		return
	}
	select {
	case <-answer.ready:
	case <-r.Context().Done():
		return
	}
	exchange := exchangeOf(r.Context())
	// Whoever has no call left is told so by next, whose gate says it in the words of its door.
	if !answer.ok || h.limits.take(byAddr(auth.LimitRead, auth.ClientAddr(r.Context()))) > 0 {
		// Where the database stands still the wait has taken all the time that a call has.
		ctx, cancel := context.WithDeadline(r.Context(), exchange.begin.Add(callTimeout))
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
		return
	}
	exchange.procedure = answer.procedure
	answer.write(w, r)
}

// key is what tells requests apart whose answers may differ; "" for one that is not for this.
func (h *hotReads) key(r *http.Request) string {
	if !h.paths[r.URL.Path] || len(r.Header["Authorization"]) > 0 || len(r.Header["Cookie"]) > 0 && auth.Token(r.Header) != "" {
		return ""
	}
	switch r.Method {
	case http.MethodGet:
		return r.RequestURI
	case http.MethodPost:
	default:
		return ""
	}
	contentType := r.Header.Get("Content-Type")
	if contentType != "application/proto" && contentType != "application/json" || r.Header.Get("Content-Encoding") != "" ||
		r.ContentLength < 0 || r.ContentLength > hotQuestion {
		return ""
	}
	question, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(question), r.Body)) // an error comes again
	if err != nil {
		return ""
	}
	return r.URL.Path + "\n" + contentType + "\n" + string(question)
}

// find returns an answer that holds now, or one that the caller has to fill; none for a request that is not hot.
func (h *hotReads) find(key string, r *http.Request) (answer *hotAnswer, mine bool) {
	now, version := h.now(), h.version()
	holds := func(a *hotAnswer) bool { return a != nil && a.version == version && now.Sub(a.at) < hotAge }
	h.mu.Lock()
	answer = h.answers[key]
	h.mu.Unlock()
	if holds(answer) {
		return answer, false
	}
	if answer == nil { // and nobody knows yet what is asked
		if _, message := h.decode(r); !isHot(message) {
			return nil, false
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if other := h.answers[key]; holds(other) {
		return other, false
	}
	if len(h.answers) >= hotAnswers {
		clear(h.answers) // they are young
	}
	answer = &hotAnswer{version: version, at: now, ready: make(chan struct{})}
	h.answers[key] = answer
	return answer, true
}

// fill asks next once for all who wait. Nobody waits for the caller to take the answer, who may be on a slow line.
func (h *hotReads) fill(key string, answer *hotAnswer, r *http.Request, next http.Handler) *recordingWriter {
	defer close(answer.ready)
	// Neither the caller's going away nor what only the caller can read may decide for the others.
	asked := r.WithContext(context.WithoutCancel(r.Context()))
	asked.Header = maps.Clone(r.Header)
	for _, name := range []string{"Accept-Encoding", "If-None-Match", "Connect-Timeout-Ms"} {
		asked.Header.Del(name)
	}
	recorded := &recordingWriter{header: http.Header{}}
	next.ServeHTTP(recorded, asked)
	if recorded.status != http.StatusOK || recorded.header.Get("Cache-Control") == "no-store" {
		h.drop(key, answer)
		return recorded
	}
	answer.ok = true
	answer.procedure = exchangeOf(r.Context()).procedure
	answer.plain = recorded.body.Bytes()
	recorded.header.Del("Accept-Encoding")
	recorded.header.Set("Vary", "Authorization, Cookie, Accept-Encoding")
	if r.Method == http.MethodGet {
		if answer.tag = recorded.header.Get("Etag"); answer.tag == "" {
			answer.tag = httpcontent.ETag(answer.plain)
			recorded.header.Set("Etag", answer.tag)
		}
	}
	for name, values := range recorded.header {
		answer.header = append(answer.header, headerLine{name, values})
	}
	answer.gzip = sync.OnceValue(func() []byte { return httpcontent.Gzip(answer.plain) })
	return recorded
}

func (h *hotReads) drop(key string, answer *hotAnswer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.answers[key] == answer {
		delete(h.answers, key)
	}
}

func (a *hotAnswer) write(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	for _, line := range a.header {
		header[line.name] = line.values
	}
	if a.tag != "" && httpcontent.Matches(r.Header.Get("If-None-Match"), a.tag) {
		header.Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := a.plain
	if len(content) >= 1024 && httpcontent.Accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		content = a.gzip()
		header["Content-Encoding"] = gzipEncoding
	}
	header["Content-Length"] = []string{strconv.Itoa(len(content))}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(content) // a caller who has gone away cannot be told so
}

var gzipEncoding = []string{"gzip"}

// recordingWriter keeps an answer.
type recordingWriter struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recordingWriter) Header() http.Header { return w.header }

func (w *recordingWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *recordingWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// questionOf reads what a request asks of which procedure, whatever the door; nil when that cannot be read.
func (s *Server) questionOf(r *http.Request) (string, proto.Message) {
	if page := hotPages[r.URL.Path]; page != nil {
		return "", page(r.URL.Query())
	}
	if !isProcedure(r.URL.Path) {
		return s.gateway.Question(r)
	}
	procedure := r.URL.Path
	message := hotProcedures[procedure]()
	encoding, content := strings.TrimPrefix(r.Header.Get("Content-Type"), "application/"), []byte(nil)
	var err error
	if r.Method == http.MethodGet {
		query := r.URL.Query()
		encoding, content = query.Get("encoding"), []byte(query.Get("message"))
		if query.Get("compression") != "" {
			return procedure, nil
		}
		if query.Get("base64") == "1" {
			content, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(string(content), "="))
		}
	} else if content, err = io.ReadAll(r.Body); err == nil {
		r.Body = io.NopCloser(bytes.NewReader(content))
	}
	switch {
	case err != nil:
		return procedure, nil
	case encoding == "json":
		err = jsonCodec{}.Unmarshal(content, message)
	case encoding == "proto":
		err = proto.Unmarshal(content, message)
	default:
		return procedure, nil
	}
	if err != nil {
		return procedure, nil
	}
	return procedure, message
}
