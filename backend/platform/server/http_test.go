package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"connectrpc.com/grpchealth"
	"github.com/prometheus/client_golang/prometheus"

	"uvboard/backend/platform/must"
)

func TestSecurityHeaders(t *testing.T) {
	f := newFixture(t, nil)
	for _, path := range []string{"/api/projects", "/api/nothing", "/uvboard.v1.NoService/X",
		"/uvboard.v1.ProjectService/ListProjects?connect=v1&encoding=json&message=%7B%7D"} {
		response, _ := f.do(t, call{method: "GET", path: path})
		if got, is := response.Header.Get("X-Content-Type-Options"),
			response.Header.Get("Content-Type"); got != "nosniff" || !strings.HasPrefix(is, "application/json") {
			t.Errorf("%s: %q, of type %s", path, got, is)
		}
		if policy := response.Header.Get(
			"Content-Security-Policy"); policy != "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'" {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
	for _, path := range []string{"/", "/uploads/x.png", "/healthz", "/nothing", "/assets/app-1.js"} {
		response, _ := f.do(t, call{method: "GET", path: path})
		policy := response.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'self'", "object-src 'none'", "base-uri 'none'",
			"frame-ancestors 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: policy %q without %s", path, policy, part)
			}
		}
		if strings.Contains(policy, "script-src") || strings.Contains(policy, "unsafe-eval") {
			t.Errorf("%s: policy %q allows other scripts", path, policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", path, name, got, want)
			}
		}
		if response.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", path)
		}
	}
}

func TestOtherPaths(t *testing.T) {
	f := newFixture(t, nil)
	for _, tc := range []struct {
		name, path string
		status     int
		body       string
	}{
		{"Page", "/projects/one", 200, "page /projects/one\n"},
		{"Pattern", "/projects/one/og.png", 200, "card of one"},
		{"PathThatIsNotClean", "/projects//og.png", 200, "page /projects//og.png\n"},
		{"Upload", "/uploads/x.png", 200, "picture"},
		{"MissingUpload", "/uploads/y.png", 404, `{"error":"There is no such file.","code":"FILE_NOT_FOUND"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if response, body := f.do(t, call{method: "GET", path: tc.path}); response.StatusCode != tc.status ||
				body != tc.body {
				t.Errorf("%s\n%s\nwant %d\n%s", response.Status, body, tc.status, tc.body)
			}
		})
	}
	t.Run("OpenAPI", func(t *testing.T) {
		first, document := f.do(t, call{method: "GET", path: "/openapi.yaml"})
		if first.Header.Get("Content-Type") != "application/yaml" || !strings.HasPrefix(document, "openapi: 3.") ||
			!strings.Contains(document, "https://board.example") {
			t.Errorf("%s %v %.300s", first.Status, first.Header, document)
		}
		second, body := f.do(t, call{method: "GET", path: "/openapi.yaml",
			header: map[string]string{"If-None-Match": first.Header.Get("Etag")}})
		if second.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("%s %.300q", second.Status, body)
		}
	})
}

func TestHealth(t *testing.T) {
	var broken error
	f := newFixture(t, func(c *Config) { c.Ready = func(context.Context) error { return broken } })
	for _, tc := range []struct {
		name   string
		broken error
		ready  int
		grpc   string
	}{
		{"Ready", nil, 200, "SERVING_STATUS_SERVING"},
		{"DatabaseGone", errors.New("dial tcp: password=secret"), 503, "SERVING_STATUS_NOT_SERVING"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			broken = tc.broken
			if response, body := f.do(t, call{method: "GET", path: "/healthz"}); response.StatusCode != 200 ||
				body != "ok\n" {
				t.Error("healthz", response.Status, body)
			}
			if response, body := f.do(t, call{method: "GET", path: "/readyz"}); response.StatusCode != tc.ready ||
				strings.Contains(body, "secret") {
				t.Error("readyz", response.Status, body)
			}
			for _, service := range []string{"", "uvboard.v1.ProjectService"} {
				response, body := f.do(t, call{method: "POST", path: "/" + grpchealth.HealthV1ServiceName + "/Check",
					body: fmt.Sprintf(`{"service":%q}`, service)})
				if response.StatusCode != 200 || !strings.Contains(body, `"`+tc.grpc+`"`) {
					t.Errorf("gRPC health of %q: %s %s", service, response.Status, body)
				}
			}
		})
	}
}

func TestRequestLog(t *testing.T) {
	f := newFixture(t, nil)
	f.do(t, call{method: "GET", path: "/api/projects/broken?q=private-words"})
	f.do(t, call{method: "GET", path: "/api/projects/panic"})
	f.do(t, call{method: "POST", path: "/api/auth/login", body: `{"username":"kiln","password":"hunter2hunter2"}`,
		header: map[string]string{"Cookie": "uvboard_session=topsecrettoken"}})
	f.do(t, call{method: "POST", path: "/api/auth/login", body: `{"username":"kiln","password":"vibecoding"}`})
	f.do(t, call{method: "DELETE", path: "/api/projects/one", header: asUser()})
	f.do(t, call{method: "POST", path: "/uvboard.v1.ProjectService/GetProject", body: `{"id":"late"}`,
		header: map[string]string{"Connect-Timeout-Ms": "1"}})
	f.do(t, call{method: "GET", path: "/healthz"})
	f.do(t, call{method: "GET", path: "/api/%0A%1B[31m" + strings.Repeat("x", 20_000)})
	log := f.log.String()
	lines := strings.Split(strings.TrimSpace(log), "\n")
	if last := lines[len(lines)-1]; len(last) > 600 || strings.Contains(last, "\x1b") {
		t.Errorf("a line of %d bytes for a long path: %.300q", len(last), last)
	}
	if len(lines) != 7 {
		t.Fatalf("%d lines, want one for each call but not for a probe:\n%s", len(lines), log)
	}
	for i, wants := range [][]string{
		{`"level":"ERROR"`, `"error":"dial tcp`, `"procedure":"/uvboard.v1.ProjectService/GetProject"`, `"status":500`,
			`"code":"INTERNAL"`},
		{`"level":"ERROR"`, `"error":"panic: a nil map, say"`, `"stack":"`, `GetProject`},
		{`"level":"INFO"`, `"status":401`, `"code":"INVALID_CREDENTIALS"`, `AccountService/Login"`,
			`"addr":"127.0.0.1"`},
		{`"level":"INFO"`, `"status":200`, `"user_id":"01939c1e-0000-7000-8000-000000000002"`, `AccountService/Login"`},
		{`"level":"INFO"`, `"status":200`, `"user_id":"01939c1e-0000-7000-8000-000000000001"`, `"request_id":"`,
			`"addr":"127.0.0.1"`},
		{`"level":"INFO"`, `"code":"DEADLINE_EXCEEDED"`}, // not an error of the server
	} {
		for _, want := range wants {
			if !strings.Contains(lines[i], want) {
				t.Errorf("line %d lacks %s:\n%s", i+1, want, lines[i])
			}
		}
	}
	for _, secret := range []string{"private-words", "hunter2", "topsecret", "uvboard_session"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log contains %q", secret)
		}
	}
}

func TestPanicOfARoute(t *testing.T) {
	f := newFixture(t, func(c *Config) {
		c.Routes = append(c.Routes, Route{Method: "GET", Path: "/api/panic", Rule: c.Routes[1].Rule,
			Handle: func(http.ResponseWriter, *http.Request) error { panic("oh") }})
	})
	if response, body := f.do(t, call{method: "GET", path: "/api/panic"}); response.StatusCode != 500 ||
		body != `{"error":"Something went wrong. Please try again.","code":"INTERNAL"}` {
		t.Error(response.Status, body)
	}
}

func TestDeadline(t *testing.T) {
	f := newFixture(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	recorder := httptest.NewRecorder()
	f.server.ServeHTTP(recorder, httptest.NewRequestWithContext(ctx, "GET", "/api/projects/late", nil))
	if recorder.Code != 503 || !strings.Contains(recorder.Body.String(), `"DEADLINE_EXCEEDED"`) {
		t.Error(recorder.Code, recorder.Body)
	}
}

func TestServeFails(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	listener.Close()
	if err := Serve(t.Context(), listener, http.NotFoundHandler(), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("no error from a closed listener")
	}
}

// Metrics are served beside a collector that fails, and not on the public port.
func TestMetrics(t *testing.T) {
	desc := prometheus.NewDesc("uvboard_broken", "Fails.", nil, nil)
	f := newFixture(t, func(c *Config) {
		c.Collectors = []prometheus.Collector{brokenCollector{prometheus.NewInvalidMetric(desc, errUnreachable), desc}}
	})
	f.do(t, call{method: "GET", path: "/api/projects/none"})
	recorder := httptest.NewRecorder()
	f.server.MetricsHandler().ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	want := `uvboard_request_seconds_count{code="PROJECT_NOT_FOUND",door="rest",procedure="/uvboard.v1.ProjectService/GetProject",status="404"} 1`
	if recorder.Code != http.StatusOK || !strings.Contains(recorder.Body.String(), want) ||
		!strings.Contains(f.log.String(), "uvboard_broken") {
		t.Errorf("%d, no line %s; logged %s", recorder.Code, want, f.log.String())
	}
	if response, _ := f.do(t, call{method: "GET", path: "/metrics"}); strings.Contains(
		response.Header.Get("Content-Type"), "version=") {
		t.Error("the public port serves metrics")
	}
}

type brokenCollector struct {
	metric prometheus.Metric
	desc   *prometheus.Desc
}

func (c brokenCollector) Describe(descs chan<- *prometheus.Desc)   { descs <- c.desc }
func (c brokenCollector) Collect(metrics chan<- prometheus.Metric) { metrics <- c.metric }

func TestNoTrace(t *testing.T) {
	f := newFixture(t, nil)
	for _, path := range []string{"/", "/projects/one", "/api/projects", "/uvboard.v1.ProjectService/ListProjects",
		"/uploads/x.png", "/healthz"} {
		response, body := f.do(t,
			call{method: "TRACE", path: path, header: map[string]string{"Cookie": "uvboard_session=secret"}})
		if response.StatusCode < 400 || strings.Contains(body, "secret") {
			t.Errorf("%s: %s\n%s", path, response.Status, body)
		}
	}
}
