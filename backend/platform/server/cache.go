package server

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/ratelimit"
)

// Bounds of the cache, about 16 MB. The age is bounded because other servers may write to the same database.
const (
	cacheAge       = time.Second
	cacheResponses = 128
	cacheBodyBytes = 128 << 10
)

// responseCache answers anonymous GETs of some paths from memory. A write of this server drops every response.
// Concurrent requests for a response that is not cached compute it once. Each request counts against the rate limit.
type responseCache struct {
	paths   map[string]bool
	limits  *ratelimit.Limiter
	version func() uint64 // of the data: changes with every write
	now     func() time.Time

	computing singleflight.Group
	mu        sync.Mutex
	responses map[string]*cachedResponse // by request URI
}

// cachedResponse is also the http.ResponseWriter that records the response.
type cachedResponse struct {
	version uint64
	at      time.Time

	procedure, code string // for the log
	status          int
	header          http.Header
	body            bytes.Buffer
	gzip            func() []byte
}

// serve answers from the cache, or computes a missing response with next.
func (c *responseCache) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Method != http.MethodGet || !c.paths[r.URL.Path] || r.Header.Get("Authorization") != "" ||
		auth.Token(r.Header) != "" {
		next.ServeHTTP(w, r)
		return
	}
	if wait, err := c.limits.Take(r.Context(),
		ratelimit.ByAddr(auth.LimitRead, auth.ClientAddr(r.Context()))); wait > 0 || err != nil {
		next.ServeHTTP(w, r) // it refuses the call in the error form of its protocol
		return
	}
	info := infoOf(r.Context())
	info.counted = true
	key, version := r.URL.RequestURI(), c.version()
	response := c.find(key, version)
	if response == nil {
		// With the version in the key, a request after a write does not join a computation from before it.
		computed, _, _ := c.computing.Do(strconv.FormatUint(version, 10)+key, func() (any, error) {
			return c.compute(key, version, r, next), nil
		})
		response = computed.(*cachedResponse)
	}
	info.procedure, info.code = response.procedure, response.code
	response.write(w, r)
}

// find returns a current response, nil if there is none.
func (c *responseCache) find(key string, version uint64) *cachedResponse {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found := c.responses[key]; found != nil && c.isCurrent(found, version) {
		return found
	}
	return nil
}

func (c *responseCache) isCurrent(response *cachedResponse, version uint64) bool {
	return response.version == version && c.now().Sub(response.at) < cacheAge
}

// compute records the response of next and keeps it if every visitor may see it. The response depends on the request
// URI only: the headers of the request are left out, and the end of its connection does not end the computation.
func (c *responseCache) compute(key string, version uint64, r *http.Request, next http.Handler) *cachedResponse {
	if found := c.find(key, version); found != nil { // computed since serve looked
		return found
	}
	response := &cachedResponse{version: version, at: c.now(), status: http.StatusOK, header: http.Header{}}
	r = r.WithContext(context.WithoutCancel(r.Context()))
	r.Header = http.Header{}
	next.ServeHTTP(response, r)
	info := infoOf(r.Context())
	response.procedure, response.code = info.procedure, info.code
	response.gzip = sync.OnceValue(func() []byte { return httpcontent.Gzip(response.body.Bytes()) })
	if response.status != http.StatusOK || strings.Contains(response.header.Get("Cache-Control"), "no-store") ||
		response.body.Len() > cacheBodyBytes {
		return response
	}
	if response.header.Get("Etag") == "" {
		response.header.Set("Etag", httpcontent.ETag(response.body.Bytes()))
	}
	response.header.Set("Vary", "Authorization, Cookie, Accept-Encoding")
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.responses) >= cacheResponses {
		maps.DeleteFunc(c.responses, func(_ string, old *cachedResponse) bool { return !c.isCurrent(old, version) })
	}
	if len(c.responses) < cacheResponses {
		c.responses[key] = response
	}
	return response
}

// write sends the response, as 304 if the client has it and compressed if the client accepts that.
func (c *cachedResponse) write(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	maps.Copy(header, c.header)
	if tag := c.header.Get("Etag"); tag != "" && httpcontent.Matches(r.Header.Get("If-None-Match"), tag) {
		header.Del("Content-Type")
		header.Del("Content-Length")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := c.body.Bytes()
	if httpcontent.Compresses(header.Get("Content-Type"), len(body)) &&
		httpcontent.Accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		body = c.gzip()
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(c.status)
	_, _ = w.Write(body) // fails only if the client has gone
}

func (c *cachedResponse) Header() http.Header { return c.header }

func (c *cachedResponse) WriteHeader(status int) { c.status = status }

func (c *cachedResponse) Write(p []byte) (int, error) { return c.body.Write(p) }
