package rest

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// openAPI is written by the command openapigen.
//
//go:embed openapi.yaml
var openAPI string

// The lines that OpenAPI replaces.
const (
	titleLine  = "\n  title: UV Board\n"
	serverLine = "\n  - url: http://localhost:8080\n"
)

// OpenAPI returns the OpenAPI document with this title and server URL.
func OpenAPI(title, origin string) []byte {
	quoted, _ := json.Marshal(title) // a string always has a JSON form, and JSON is YAML
	document := strings.Replace(openAPI, titleLine, "\n  title: "+string(quoted)+"\n", 1)
	return []byte(strings.Replace(document, serverLine, "\n  - url: "+origin+"\n", 1))
}
