package producttest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
)

// receiver is a collector that keeps the spans that it receives.
type receiver struct {
	mu    sync.Mutex
	spans []*tracepb.Span
	all   strings.Builder // as text
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	var received collector.ExportTraceServiceRequest
	if err != nil || request.URL.Path != "/v1/traces" || proto.Unmarshal(body, &received) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, resource := range received.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			r.spans = append(r.spans, scope.Spans...)
		}
	}
	r.all.WriteString(prototext.Format(&received))
}

// attributes returns name=value of a span's attributes.
func attributes(span *tracepb.Span) (all []string) {
	for _, a := range span.Attributes {
		value := a.Value.GetStringValue()
		if value == "" {
			value = strings.TrimSpace(prototext.Format(a.Value))
		}
		all = append(all, a.Key+"="+value)
	}
	slices.Sort(all)
	return all
}

// Each call is a trace, over every protocol, with the procedure and the status and nothing of what the user sent. All
// of them are sent before the server ends.
func TestTraces(t *testing.T) {
	received := &receiver{}
	collector := httptest.NewServer(received)
	defer collector.Close()
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "OTEL_EXPORTER_OTLP_ENDPOINT=" + collector.URL,
		"OTEL_SERVICE_NAME=our-board"})
	visitor := &client{t: t, base: server.base}
	user, id := visitor.register("graceful")
	user.want(http.StatusOK, "GET", "/api/projects?search=secretwords", "")
	user.want(http.StatusNotFound, "GET", "/api/users/username/secretuser", "")
	user.want(http.StatusOK, "POST", "/uvboard.v1.UserService/GetUser", `{"id":"`+id+`"}`, "Traceparent",
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	form, contentType := imageForm(t, "file")
	user.want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type", contentType)
	visitor.as("").want(http.StatusUnauthorized, "POST", "/api/upload", "")
	log := server.stop(syscall.SIGTERM)

	received.mu.Lock()
	defer received.mu.Unlock()
	type want struct{ name, attributes string }
	wants := []want{
		{"uvboard.v1.AccountService/Register", "rpc.response.status_code=OK"},
		{"uvboard.v1.ProjectService/ListProjects", "rpc.response.status_code=OK"},
		{"uvboard.v1.UserService/GetUserByUsername", "rpc.response.status_code=NOT_FOUND"},
		{"uvboard.v1.UserService/GetUser", "rpc.response.status_code=OK"},
		{"POST /api/upload", "http.response.status_code=int_value:201"},
		{"POST /api/upload", "http.response.status_code=int_value:401"},
	}
	for _, w := range wants {
		i := slices.IndexFunc(received.spans, func(s *tracepb.Span) bool {
			all := strings.Join(strings.Fields(strings.Join(attributes(s), "\n")), "\n")
			return s.Name == w.name && strings.Contains(strings.ReplaceAll(all, ":\n", ":"), w.attributes)
		})
		if i < 0 {
			t.Errorf("no span %s with %s", w.name, w.attributes)
			continue
		}
		if s := received.spans[i]; s.Kind != tracepb.Span_SPAN_KIND_SERVER || len(s.ParentSpanId) > 0 {
			t.Errorf("%s is no root of a server: %s", w.name, prototext.Format(s))
		}
	}
	if len(received.spans) != len(wants) {
		t.Errorf("%d spans, want %d", len(received.spans), len(wants))
	}
	for _, secret := range []string{"secretwords", "secretuser", "graceful", "127.0.0.1", "Go-http-client",
		strings.TrimPrefix(user.cookie, "uvboard_session="), "vibecoding", id} {
		if strings.Contains(received.all.String(), secret) {
			t.Errorf("the traces contain %q", secret)
		}
	}
	if all := received.all.String(); !strings.Contains(all, "our-board") {
		t.Error("the name of the service is not in the traces")
	}
	if strings.Count(log, `"trace_id"`) != len(wants) {
		t.Errorf("the log does not name the traces:\n%s", log)
	}
}
