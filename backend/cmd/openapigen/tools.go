package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// toolComponents are the components that the tools of agents and the files of the client are made from. Their fields,
// rules and sentences are those of the proto.
var toolComponents = []string{
	"Category", "CreatePostRequest", "CreateProjectUpdateRequest", "Feedback", "ForumPost", "ImageUpload", "Project",
	"ProjectInput", "ProjectUpdate", "PublishRequest",
}

// maxDescribedWords is the largest enumeration whose words are described one by one.
const maxDescribedWords = 8

// rejectedSentence ends a description. Whoever breaks a rule reads it in the error.
var rejectedSentence = regexp.MustCompile(` ?` + rejectedWith + `.*$`)

// toolSchemas returns the schemas of toolComponents in short forms without references.
func toolSchemas(doc *document) (object, error) {
	all, out := doc.Components["schemas"].(object), object{}
	for _, name := range toolComponents {
		schema, ok := all[name].(object)
		if !ok {
			return nil, fmt.Errorf("there is no schema %s", name)
		}
		out[name] = inlined(all, schema, 0)
	}
	return out, nil
}

// maxInlined is how deep messages are: a project's impact has metrics.
const maxInlined = 3

func inlined(all, schema object, depth int) object {
	out := maps.Clone(schema)
	if name, ok := strings.CutPrefix(fmt.Sprint(out["$ref"]), "#/components/schemas/"); ok {
		delete(out, "$ref")
		target := inlined(all, all[name].(object), depth)
		maps.Copy(target, out) // the description of the field
		if words, ok := target["enum"].([]string); ok {
			target["description"] = described(object{}, strings.TrimSuffix(fmt.Sprint(out["description"]), "<nil>"),
				wordsIn(all[name].(object), words))["description"]
		}
		out = target
	}
	for _, choices := range []string{"anyOf"} {
		list, _ := out[choices].([]object)
		if len(list) != 2 {
			continue
		}
		delete(out, choices) // what may be empty, too
		for _, choice := range list {
			if choice["$ref"] != nil {
				maps.Copy(out, inlined(all, mergedWith(choice, out), depth))
			}
		}
	}
	for _, keyword := range []string{"pattern", "format", "uniqueItems"} {
		delete(out, keyword)
	}
	if text, ok := out["description"].(string); ok {
		if out["description"] = rejectedSentence.ReplaceAllString(text, ""); out["description"] == "" {
			delete(out, "description")
		}
	}
	if items, ok := out["items"].(object); ok {
		out["items"] = inlined(all, items, depth)
	}
	properties, _ := out["properties"].(object)
	delete(out, "properties")
	if depth < maxInlined && len(properties) > 0 {
		short := object{}
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			short[name] = inlined(all, properties[name].(object), depth+1)
		}
		out["properties"] = short
	}
	return out
}

// mergedWith is a reference with the description of its field.
func mergedWith(reference, field object) object {
	out := maps.Clone(reference)
	if field["description"] != nil {
		out["description"] = field["description"]
	}
	return out
}

// wordsIn is a sentence for each word of a small enumeration; empty for a large one.
func wordsIn(enum object, words []string) string {
	if len(words) > maxDescribedWords {
		return ""
	}
	_, lines, _ := strings.Cut(fmt.Sprint(enum["description"]), "\n\n")
	return strings.Join(strings.Split(strings.ReplaceAll(lines, "- `", "`"), "\n"), " ")
}
