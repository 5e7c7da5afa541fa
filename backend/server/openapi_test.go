package server

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

func TestOpenAPI(t *testing.T) {
	f := newFixture(t, nil)
	response, body := f.do(t, call{method: "GET", path: "/openapi.yaml"})
	if response.StatusCode != 200 || response.Header.Get("Content-Type") != "application/yaml" {
		t.Fatal(response.Status, response.Header)
	}
	const path = "testdata/openapi.yaml"
	if *update {
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), body); diff != "" {
		t.Errorf("-want +got of %s (rewrite with -update)\n%s", path, diff)
	}

	var document struct {
		Paths map[string]map[string]struct {
			OperationID string `yaml:"operationId"`
			Parameters  []struct{ Name, In string }
		}
		Components struct{ Schemas map[string]any }
	}
	if err := yaml.Unmarshal([]byte(body), &document); err != nil {
		t.Fatal(err)
	}
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
			// What is described is there: an unknown path would say so.
			concrete := strings.NewReplacer("{", "", "}", "").Replace(path)
			answer, content := f.do(t, call{method: strings.ToUpper(method), path: concrete})
			if answer.StatusCode == 405 || strings.Contains(content, "There is nothing at this path.") {
				t.Errorf("%s %s: %s %s", method, path, answer.Status, content)
			}
		}
	}
	if len(ids) < 20 {
		t.Errorf("only %d operations", len(ids))
	}
	for at := range strings.SplitSeq(body, "#/components/schemas/") {
		name, _, _ := strings.Cut(at, "'")
		if strings.HasPrefix(at, "openapi:") {
			continue
		}
		if name = strings.Trim(strings.Fields(name)[0], `"'`); document.Components.Schemas[name] == nil {
			t.Errorf("no schema %q", name)
		}
	}
}
