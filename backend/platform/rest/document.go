package rest

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// The description of the documented paths, written by newopenapi.
//
//go:embed openapi.yaml
var description string

// The two lines of the description that are another board's own.
const (
	titleLine  = "\n  title: UV Board\n"
	serverLine = "\n  - url: http://localhost:8080\n"
)

// OpenAPI is the description of every documented path, as YAML, for a board of this title at this origin.
func OpenAPI(title, origin string) []byte {
	quoted, _ := json.Marshal(title) // a text always has a JSON form, and JSON is YAML
	whole := strings.Replace(description, titleLine, "\n  title: "+string(quoted)+"\n", 1)
	return []byte(strings.Replace(whole, serverLine, "\n  - url: "+origin+"\n", 1))
}
