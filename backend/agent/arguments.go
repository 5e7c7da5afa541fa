package agent

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hbollon/go-edlib"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/rest"
)

// object is a JSON object.
type object map[string]any

func (o object) text(name string) string {
	text, _ := o[name].(string)
	return text
}

// number returns a whole number, or another one if it is absent.
func (o object) number(name string, absent int) int {
	if n, ok := o[name].(float64); ok {
		return int(n)
	}
	return absent
}

// readArguments returns the arguments of a tool. Fault: invalid, with every argument that the schema does not know,
// lacks, or has another type or word for. Lengths are left to the path that the tool calls.
func readArguments(schema *rest.Schema, raw json.RawMessage) (object, error) {
	arguments := object{}
	if len(raw) > 0 && string(raw) != "null" {
		if err := json.Unmarshal(raw, &arguments); err != nil {
			return nil, fault.Malformed("The arguments of a tool are an object.")
		}
	}
	var c check
	c.object(schema, arguments, "")
	if c.fault != nil {
		return nil, c.fault
	}
	return arguments, nil
}

// check collects what is wrong with arguments.
type check struct{ fault *fault.Fault }

// isFull reports whether a response names no more fields. Then nothing is compared any more: a message may have tens of
// thousands of unknown names, and each is compared with all known ones.
func (c *check) isFull() bool { return c.fault != nil && len(c.fault.Fields) >= fault.MaxFields }

func (c *check) reject(path, sentence string) {
	if c.fault == nil {
		c.fault = fault.Of(fault.Invalid(path, sentence))
	} else {
		c.fault.Reject(path, sentence)
	}
}

func (c *check) object(schema *rest.Schema, value object, prefix string) {
	names := slices.Sorted(maps.Keys(schema.Properties))
	for _, name := range slices.Sorted(maps.Keys(value)) {
		if c.isFull() {
			return
		}
		property := schema.Properties[name]
		switch {
		case property != nil && value[name] != nil:
			c.value(property, value[name], prefix+name)
		case property == nil && (schema.AdditionalProperties == nil || schema.AdditionalProperties == false):
			c.reject(prefix+shortened(name), "There is no field "+prefix+shortened(name)+"."+suggestion(name, names))
		}
	}
	for _, name := range schema.Required {
		if value[name] == nil {
			c.reject(prefix+name, strings.TrimSpace(prefix+name+" is required. "+schema.Properties[name].Description))
		}
	}
}

func (c *check) value(schema *rest.Schema, value any, path string) {
	wrong := func(want string) { c.reject(path, "The value of "+path+" must be "+want+".") }
	switch kind := schema.Kind(); kind {
	case "object":
		inner, ok := value.(map[string]any)
		if !ok {
			wrong("an object")
		} else if len(schema.Properties) > 0 {
			c.object(schema, inner, path+".")
		}
	case "array":
		items, ok := value.([]any)
		if !ok {
			wrong("a list")
			return
		}
		for i, item := range items {
			if c.isFull() {
				return
			}
			c.value(schema.Items, item, path+"["+strconv.Itoa(i)+"]")
		}
	case "string":
		text, ok := value.(string)
		switch {
		case !ok:
			wrong("text")
		case len(schema.Enum) > 0 && text != "" && !slices.Contains(schema.Enum, text):
			c.reject(path, "The value of "+path+" must be one of: "+strings.Join(schema.Enum, ", ")+"."+
				suggestion(text, schema.Enum))
		}
	case "boolean":
		if _, ok := value.(bool); !ok {
			wrong("true or false")
		}
	case "integer", "number":
		number, ok := value.(float64)
		switch {
		case !ok || kind == "integer" && number != float64(int(number)):
			wrong("a " + map[string]string{"integer": "whole number", "number": "number"}[kind])
		case schema.Minimum != nil && number < *schema.Minimum, schema.Maximum != nil && number > *schema.Maximum:
			wrong(fmt.Sprintf("from %v to %v", *schema.Minimum, *schema.Maximum))
		}
	}
}

const (
	maxShown = 60  // letters of a name that was sent
	alike    = 0.5 // the least likeness of a suggestion
)

func shortened(name string) string {
	if letters := []rune(name); len(letters) > maxShown {
		return string(letters[:maxShown]) + "…"
	}
	return name
}

// suggestion names the most similar of the known names, or all of them if none is similar.
func suggestion(name string, known []string) string {
	best, likeness := "", float32(alike)
	for _, k := range known {
		is, err := edlib.StringsSimilarity(strings.ToLower(shortened(name)), strings.ToLower(k), edlib.JaroWinkler)
		if err == nil && is > likeness {
			best, likeness = k, is
		}
	}
	if best != "" {
		return " Did you mean " + best + "?"
	}
	return " Known are: " + strings.Join(known, ", ") + "."
}

// shaped returns what a schema has of a value, so that the answer of a tool is as short as its schema.
func shaped(schema *rest.Schema, value any) any {
	switch value := value.(type) {
	case map[string]any:
		if len(schema.Properties) == 0 {
			return value
		}
		out := map[string]any{}
		for name, property := range schema.Properties {
			if has, ok := value[name]; ok {
				out[name] = shaped(property, has)
			}
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = shaped(schema.Items, item)
		}
		return out
	}
	return value
}
