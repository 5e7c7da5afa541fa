package rest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

// schemasJSON is written by the command openapigen.
//
//go:embed schemas.json
var schemasJSON []byte

// Schema is a JSON schema: of an object, an array, or a scalar.
type Schema struct {
	Type        any                `json:"type,omitempty"` // a name, or a list of names if it may be null
	Description string             `json:"description,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	MinLength   int                `json:"minLength,omitempty"`
	MaxLength   int                `json:"maxLength,omitempty"`
	MinItems    int                `json:"minItems,omitempty"`
	MaxItems    int                `json:"maxItems,omitempty"`
	Minimum     *float64           `json:"minimum,omitempty"`
	Maximum     *float64           `json:"maximum,omitempty"`
	// false, or absent; an object that takes other names has another value
	AdditionalProperties any `json:"additionalProperties,omitempty"`
}

var readSchemas = sync.OnceValue(func() map[string]*Schema {
	all := map[string]*Schema{}
	if err := json.Unmarshal(schemasJSON, &all); err != nil {
		panic(fmt.Sprintf("schemas.json: %v", err))
	}
	return all
})

// SchemaOf returns the schema of a message by the name that the OpenAPI document gives it, such as ProjectInput. It
// panics if schemas.json has none. The caller must not change it.
func SchemaOf(name string) *Schema {
	schema := readSchemas()[name]
	if schema == nil {
		panic("schemas.json has no " + name)
	}
	return schema
}

// Kind is the type without null.
func (s *Schema) Kind() string {
	if kinds, ok := s.Type.([]any); ok {
		for _, kind := range kinds {
			if kind != "null" {
				return fmt.Sprint(kind)
			}
		}
	}
	kind, _ := s.Type.(string)
	return kind
}
