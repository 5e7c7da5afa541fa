package server

import (
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestOpenAPI(t *testing.T) {
	f := newFixture(t, nil)
	response, body := f.do(t, call{method: "GET", path: "/openapi.yaml"})
	if response.StatusCode != 200 || response.Header.Get("Content-Type") != "application/yaml" {
		t.Fatal(response.Status, response.Header)
	}
	var document struct {
		Info    struct{ Title string }
		Servers []struct{ URL string }
		Paths   map[string]any
	}
	if err := yaml.Unmarshal([]byte(body), &document); err != nil {
		t.Fatal(err)
	}
	if document.Info.Title != f.server.config.ProductName || document.Servers[0].URL != f.server.config.BaseURL.String() || len(document.Paths) == 0 {
		t.Errorf("title %q, servers %v, %d paths", document.Info.Title, document.Servers, len(document.Paths))
	}
}
