package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"uvboard/backend/platform/must"
)

// serve starts a site and returns a client that trusts these paths of it.
func serve(t *testing.T, handle http.HandlerFunc, paths ...string) (*Client, string) {
	t.Helper()
	site := httptest.NewServer(handle)
	t.Cleanup(site.Close)
	return New("test", nil, addresses(t, site, paths...)...), site.URL
}

func addresses(t *testing.T, site *httptest.Server, paths ...string) []*url.URL {
	t.Helper()
	all := make([]*url.URL, len(paths))
	for i, path := range paths {
		var err error
		all[i], err = url.Parse(site.URL + path)
		must.NoError(t, err)
	}
	return all
}

func TestConditionalRequest(t *testing.T) {
	client, site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.UserAgent() != "test" {
			t.Errorf("user agent %q", r.UserAgent())
		}
		if r.Header.Get("If-None-Match") == `"1"` &&
			r.Header.Get("If-Modified-Since") == "Sun, 22 Nov 2026 10:00:00 GMT" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Etag", `"1"`)
		w.Header().Set("Last-Modified", "Sun, 22 Nov 2026 10:00:00 GMT")
		fmt.Fprint(w, "news")
	}, "")
	first, err := client.Get(t.Context(), site, Validators{})
	must.NoError(t, err)
	if string(first.Body) != "news" || first.NotModified || first.Validators.ETag != `"1"` {
		t.Errorf("first response %+v", first)
	}
	second, err := client.Get(t.Context(), site, first.Validators)
	must.NoError(t, err)
	if !second.NotModified || len(second.Body) > 0 || second.Validators != first.Validators {
		t.Errorf("second response %+v", second)
	}
}

// No connection is made to these addresses, so the test needs no network.
func TestPrivateAddress(t *testing.T) {
	_, port, err := net.SplitHostPort(strings.TrimPrefix(httptestURL(t), "http://"))
	must.NoError(t, err)
	client := New("test", nil)
	for _, address := range []string{
		"http://127.0.0.1:" + port, "http://localhost:" + port, "http://localhost", "http://127.0.0.1",
		"http://127.1.2.3", "http://[::1]", "http://0.0.0.0",
		"http://[::ffff:127.0.0.1]", "http://[64:ff9b::7f00:1]", "http://10.0.0.1", "http://172.16.0.1",
		"http://192.168.1.1", "http://100.64.0.1",
		"http://169.254.169.254/latest/meta-data", "http://[fe80::1]", "http://[fc00::1]", "http://[fd00::1]",
		"http://224.0.0.1", "http://[ff02::1]",
		"http://255.255.255.255", "https://93.184.216.34:22", "https://93.184.216.34:8443",
	} {
		if _, err := client.Get(t.Context(), address, Validators{}); !errors.Is(err, ErrForbidden) {
			t.Errorf("%s: error %v", address, err)
		}
	}
}

// What is entered is refused as it would be when it is called, without a question to a name server.
func TestCheck(t *testing.T) {
	trusted, err := url.Parse("http://10.0.0.7/feed")
	must.NoError(t, err)
	client := New("test", Hosts{"10.0.0.5", "intranet:8080", "hooks.internal"}, trusted)
	for address, ok := range map[string]bool{
		"https://kiln.example/hook": true, "http://kiln.example": true, "https://kiln.example:443": true,
		"http://kiln.example:80/": true,
		"http://kiln.example:443": true, "https://例え.jp/ü?q=ö": true, "https://93.184.216.34/": true,
		"https://[2606:4700::1111]/": true,
		"http://kiln.example.":       true, "https://1.example": true, "https://v1.0x.example": true,
		"https://[::ffff:93.184.216.34]/": true,
		"https://localhost.example":       true,

		"http://10.0.0.1/": false, "http://169.254.169.254/": false, "http://[fd00::1]/": false, "http://[::1]/": false,
		"http://[fe80::1%25eth0]/": false,
		"http://localhost/":        false, "http://localhost./": false, "http://a.localhost/": false,
		"http://LOCALHOST/": false, "http://printer/": false,
		"http://nas.local/": false, "http://vault.internal/": false, "http://router.home.arpa": false,
		"http://[::ffff:10.0.0.1]/": false, "http://[::ffff:a00:1]/": false, "http://[64:ff9b::a00:1]/": false,
		"http://0.0.0.0/": false, "http://[::]/": false,
		"http://2130706433/": false, "http://0x7f000001/": false, "http://0x7f.0.0.1/": false,
		"http://0177.0.0.1/": false, "http://127.1/": false,
		"http://127.0.0.1./": false, "http://127.0.0.0x1/": false, "http://１２７.0.0.1/": false,
		"http://127。0。0。1/":         false,
		"https://kiln.example:8443": false, "http://93.184.216.34:22": false,
		"": false, "ftp://kiln.example": false, "https://": false, "https://ada@kiln.example": false,
		"//kiln.example": false, "http://kiln.example:99999/": false,

		"http://10.0.0.5/": true, "http://10.0.0.5:9000/": true, "http://intranet:8080/hook": true,
		"http://intranet/": false, "https://Hooks.Internal/": true,
		"http://10.0.0.7/feed": true, "http://10.0.0.7/": false,
	} {
		if err := client.Check(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Targets that do not answer take a quarter of the turns, so that those of others have theirs at once.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := NewTurns(8)
		var waiting sync.WaitGroup
		for range 20 {
			waiting.Go(func() {
				done, err := turns.Take(t.Context(), "evil.example")
				must.NoError(t, err)
				defer done()
				time.Sleep(Timeout)
			})
		}
		synctest.Wait()
		began := time.Now()
		for _, of := range []string{"kiln.example", "clay.example", "kiln.example"} {
			done, err := turns.Take(t.Context(), of)
			must.NoError(t, err)
			defer done()
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("others wait for %v", took)
		}
		hurried, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := turns.Take(hurried, "evil.example"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a turn beyond the share: %v", err)
		}
		waiting.Wait()
		if took := time.Since(began); took != 10*Timeout {
			t.Errorf("20 targets took %v, two at a time", took)
		}
	})
}

func TestSite(t *testing.T) {
	for address, want := range map[string]string{
		"https://a.b.kiln.co.uk/x": "kiln.co.uk", "http://KILN.example:8080": "kiln.example",
		"https://10.0.0.1/": "10.0.0.1",
		"https://localhost": "localhost", "https://ada.github.io/": "ada.github.io", "%": "",
	} {
		if got := Site(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// httptestURL returns the address of a site that must not be called.
func httptestURL(t *testing.T) string {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("called: %s",
			r.URL)
	}))
	t.Cleanup(site.Close)
	return site.URL
}

// Users read why their webhook failed. It does not tell them the addresses of the board's network.
func TestExplainHidesOwnAddresses(t *testing.T) {
	own := &net.TCPAddr{IP: net.IPv4(10, 1, 2, 3), Port: 5353}
	site := &net.TCPAddr{IP: net.IPv4(93, 184, 216, 34), Port: 443}
	for want, err := range map[string]error{
		"lookup kiln.example: no such host": &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{
			Err: "no such host", Name: "kiln.example", Server: own.String(), IsNotFound: true}},
		"read tcp 93.184.216.34:443: connection reset by peer": &net.OpError{Op: "read", Net: "tcp", Source: own,
			Addr: site, Err: syscall.ECONNRESET},
	} {
		got := Explain(&url.Error{Op: "Get", URL: "https://kiln.example/", Err: fmt.Errorf("call: %w", err)})
		if got.Error() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	var name *net.DNSError
	if err := Explain(&net.DNSError{Name: "kiln.example"}); !errors.As(err, &name) {
		t.Errorf("%T", err)
	}
}

func TestRedirect(t *testing.T) {
	private := httptestURL(t)
	client, site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		to := map[string]string{
			"/private": private, "/file": "file:///etc/passwd", "/user": "http://user:password@" +
				strings.TrimPrefix(private, "http://"),
			"/again": "/again", "/moved": "/new",
		}[r.URL.Path]
		if to == "" {
			fmt.Fprint(w, "arrived")
			return
		}
		http.Redirect(w, r, to, http.StatusFound)
	}, "/private", "/file", "/user", "/again", "/moved", "/new")
	for path, want := range map[string]string{
		"/private": ErrForbidden.Error(), "/file": "must begin with http", "/user": "must not have a user name",
		"/again": "more than 5 redirects",
	} {
		if _, err := client.Get(t.Context(), site+path, Validators{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
	got, err := client.Get(t.Context(), site+"/moved", Validators{})
	must.NoError(t, err)
	if string(got.Body) != "arrived" || got.URL.Path != "/new" {
		t.Errorf("got %q from %s", got.Body, got.URL)
	}
}

// Only the addresses in the configuration may be private, not everything on their hosts, whether asked for or
// redirected to.
func TestTrustedAddress(t *testing.T) {
	handle := func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		fmt.Fprint(w, r.URL.RequestURI())
	}
	inside, other := httptest.NewServer(http.HandlerFunc(handle)), httptest.NewServer(http.HandlerFunc(handle))
	defer inside.Close()
	defer other.Close()
	to := func(path string) string { return "/r?to=" + url.QueryEscape(inside.URL+path) }
	trusted := addresses(t, inside, "/feed", "/query?a=1", "/a%2Fb#here", "/r?to=/secret", "/r?to=/feed")
	trusted = append(trusted, addresses(t, other, "", to("/feed"), to("/secret"), to("/feed?a=1"))...)
	client := New("test", nil, trusted...)
	for address, want := range map[string]string{
		inside.URL + "/feed": "/feed", inside.URL + "/query?a=1": "/query?a=1", inside.URL + "/a%2Fb": "/a%2Fb",
		inside.URL + "/feed#top": "/feed",
		other.URL:                "/", other.URL + "/": "/", strings.Replace(other.URL, "http", "HTTP", 1): "/",
		inside.URL + "/r?to=/feed": "/feed", other.URL + to("/feed"): "/feed",

		inside.URL: "", inside.URL + "/secret": "", inside.URL + "/feed/": "", inside.URL + "/feed/../secret": "",
		inside.URL + "/FEED":     "",
		inside.URL + "/feed?a=1": "", inside.URL + "/query": "", inside.URL + "/query?a=1&b=2": "", inside.URL +
			"/a/b": "",
		strings.Replace(inside.URL, "http", "https", 1) + "/feed": "", strings.Replace(inside.URL, "127.0.0.1",
			"127.0.0.2", 1) + "/feed": "",
		strings.Replace(inside.URL, "127.0.0.1", "localhost", 1) + "/feed": "", other.URL + "/feed": "",
		inside.URL + "/r?to=/secret": "", other.URL + to("/secret"): "", other.URL + to("/feed?a=1"): "",
	} {
		got, err := client.Get(t.Context(), address, Validators{})
		switch {
		case want == "" && !errors.Is(err, ErrForbidden):
			t.Errorf("%s: error %v, want %v", address, err, ErrForbidden)
		case want != "" && (err != nil || string(got.Body) != want):
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
}

// A request has the address in ASCII, also after a redirect, and the exceptions hold for it in either form.
func TestInternationalAddress(t *testing.T) {
	client, site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/weiter" {
			w.Header().Set("Location", "/größe?q=maß")
			w.WriteHeader(http.StatusFound)
			return
		}
		fmt.Fprint(w, r.RequestURI)
	}, "/ü?q=ö", "/weiter", "/gr%C3%B6%C3%9Fe?q=ma%C3%9F")
	for path, want := range map[string]string{"/ü?q=ö": "/%C3%BC?q=%C3%B6", "/weiter": "/gr%C3%B6%C3%9Fe?q=ma%C3%9F"} {
		got, err := client.Get(t.Context(), site+path, Validators{})
		must.NoError(t, err)
		if string(got.Body) != want {
			t.Errorf("%s: asked for %s, want %s", path, got.Body, want)
		}
	}
	for _, hosts := range []Hosts{{"bücher.example"}, {"xn--bcher-kva.example"}, {"bücher.example:8443"}} {
		for _, address := range []string{"https://BÜCHER.example:8443/", "https://xn--bcher-kva.example:8443/"} {
			u, err := url.Parse(address)
			must.NoError(t, err)
			if !hosts.contain(u) {
				t.Errorf("%v do not contain %s", hosts, address)
			}
		}
	}
	if _, err := New("test", nil).Get(t.Context(), "http://１２７.０.０.１/", Validators{}); !errors.Is(err, ErrForbidden) {
		t.Errorf("error %v, want %v", err, ErrForbidden)
	}
}

func TestSize(t *testing.T) {
	client, site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var content []byte
		switch r.URL.Path {
		case "/most":
			content = make([]byte, MaxBytes)
		case "/more":
			content = make([]byte, MaxBytes+1)
		case "/bomb":
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			for range 8 {
				_, _ = z.Write(make([]byte, 1<<20))
			}
			_ = z.Close()
			content = b.Bytes()
			w.Header().Set("Content-Encoding", "gzip")
		case "/brotli":
			w.Header().Set("Content-Encoding", "br")
		case "/headers":
			w.Header().Set("Large", strings.Repeat("a", 128<<10))
		}
		_, _ = w.Write(content) // the client may close the connection first
	}, "/most", "/more", "/bomb", "/brotli", "/headers")
	got, err := client.Get(t.Context(), site+"/most", Validators{})
	must.NoError(t, err)
	if len(got.Body) != MaxBytes {
		t.Errorf("got %d bytes", len(got.Body))
	}
	for path, want := range map[string]string{"/more": ErrTooLarge.Error(), "/bomb": ErrTooLarge.Error(),
		"/brotli": "compressed", "/headers": "header"} {
		if _, err := client.Get(t.Context(), site+path, Validators{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
}

func TestTimeout(t *testing.T) {
	client, site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "begins")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}, "")
	client.http.Timeout = 50 * time.Millisecond
	if _, err := client.Get(t.Context(), site, Validators{}); !errors.Is(err, ErrTimeout) {
		t.Errorf("error %v", err)
	}
}

func TestStatus(t *testing.T) {
	client, site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", strings.TrimPrefix(r.URL.Path, "/"))
		w.WriteHeader(http.StatusTooManyRequests)
	}, "/120", "/9999999", "/-1", "/tomorrow", "")
	for path, want := range map[string]time.Duration{"/120": 2 * time.Minute, "/9999999": maxRetryAfter, "/-1": 0,
		"/tomorrow": 0, "/": 0} {
		got, err := client.Get(t.Context(), site+path, Validators{})
		if err == nil || err.Error() != "HTTP status 429 Too Many Requests" || got == nil || got.RetryAfter != want {
			t.Errorf("%s: %+v, %v; want a wait of %s", path, got, err, want)
		}
	}
}

func TestInvalidAddress(t *testing.T) {
	client := New("test", nil)
	for _, address := range []string{"", "://", "ftp://example.com/feed", "file:///etc/passwd", "https://",
		"https://user@example.com", "javascript:alert(1)"} {
		if _, err := client.Get(t.Context(), address, Validators{}); err == nil {
			t.Errorf("%q was accepted", address)
		}
	}
}

func TestHTTP(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		w.Write(make([]byte, MaxBytes+1))
	}))
	t.Cleanup(site.Close)
	response, err := New("test", Hosts{"127.0.0.1"}).HTTP().Get(site.URL)
	must.NoError(t, err)
	defer response.Body.Close()
	if n, err := io.Copy(io.Discard, response.Body); err == nil || n > MaxBytes {
		t.Errorf("%d bytes, error %v", n, err)
	}
	if _, err := New("test", nil).HTTP().Get(site.URL); err == nil {
		t.Error("a private address is allowed")
	}
}
