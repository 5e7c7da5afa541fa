package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// Every described path exists with the described access rule, and every reference resolves.
func TestOpenAPI(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { checkDescription(t, serveTest(t, testConfig(t), db, io.Discard)) })
}

func checkDescription(t *testing.T, server *httptest.Server) {
	t.Helper()
	ask := func(method, path string) (int, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		must.NoError(t, err)
		response, err := server.Client().Do(request)
		must.NoError(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		must.NoError(t, err)
		return response.StatusCode, string(body)
	}
	_, text := ask(http.MethodGet, "/openapi.yaml")
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
			status, answer := ask(strings.ToUpper(method), strings.NewReplacer("{", "", "}", "").Replace(path))
			switch {
			case status == http.StatusMethodNotAllowed, strings.Contains(answer, "There is nothing at this path."):
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
