package producttest

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

// Every described path exists with the described access rule, and every reference resolves.
func TestOpenAPI(t *testing.T) {
	server := serveTest(t, testConfig(t), storetest.Open(t, storetest.SQLiteURL(t)), io.Discard)
	visitor := &client{t: t, base: server.URL}
	text := string(visitor.want(http.StatusOK, "GET", "/openapi.yaml", ""))
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string `yaml:"operationId"`
			Parameters  []struct{ Name, In string }
			Security    []map[string]any
			Responses   map[string]any
		}
		Components map[string]map[string]any
	}
	must.NoError(t, yaml.Unmarshal([]byte(text), &document))
	var ids []string
	for path, operations := range document.Paths {
		for method, operation := range operations {
			if slices.Contains(ids, operation.OperationID) || operation.OperationID == "" {
				t.Errorf("%s %s: id %q is none, or not its own", method, path, operation.OperationID)
			}
			ids = append(ids, operation.OperationID)
			for _, p := range operation.Parameters {
				if p.In == "path" && !strings.Contains(path, "{"+p.Name+"}") {
					t.Errorf("%s has no %s", path, p.Name)
				}
			}
			open := slices.ContainsFunc(operation.Security, func(way map[string]any) bool { return len(way) == 0 })
			response, answer := visitor.send(strings.ToUpper(method), strings.NewReplacer("{", "", "}", "").
				Replace(path), "")
			status := response.StatusCode
			switch {
			case status == http.StatusMethodNotAllowed,
				bytes.Contains(answer, []byte("There is nothing at this path.")):
				t.Errorf("%s %s: %d %s", method, path, status, answer)
			case !open && status != http.StatusUnauthorized, open && status == http.StatusUnauthorized:
				t.Errorf("%s %s: open to everybody is %v, a visitor got %d", method, path, open, status)
			}
			if operation.Responses["401"] == nil && !open {
				t.Errorf("%s %s does not say 401", method, path)
			}
		}
	}
	if len(ids) < 30 {
		t.Errorf("only %d operations", len(ids))
	}
	for line := range strings.Lines(text) {
		_, reference, found := strings.Cut(line, "$ref: '#/components/")
		if !found {
			continue
		}
		kind, name, _ := strings.Cut(strings.Trim(reference, "'\n"), "/")
		if document.Components[kind][name] == nil {
			t.Errorf("nothing is at %s", strings.TrimSpace(line))
		}
	}
}
