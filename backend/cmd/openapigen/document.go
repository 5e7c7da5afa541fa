package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/rest"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// object is a YAML mapping. Its keys are written in alphabetical order.
type object = map[string]any

type document struct {
	OpenAPI    string            `yaml:"openapi"`
	Info       object            `yaml:"info"`
	Servers    []object          `yaml:"servers"`
	Tags       []object          `yaml:"tags"`
	Paths      map[string]object `yaml:"paths"`
	Components object            `yaml:"components"`
}

// base.yaml has the parts of the document that do not come from the proto.
//
//go:embed base.yaml
var base []byte

// examples.yaml has examples of request bodies by operation.
//
//go:embed examples.yaml
var examples []byte

// describe describes the REST paths of the services. The descriptors need their source comments. It returns an error
// for a validation rule that it cannot express.
func describe(services []protoreflect.ServiceDescriptor) (*document, error) {
	doc := &document{}
	if err := yaml.Unmarshal(base, doc); err != nil {
		return nil, err
	}
	var requests map[string]object
	if err := yaml.Unmarshal(examples, &requests); err != nil {
		return nil, err
	}
	s := &schemas{all: doc.Components["schemas"].(object)}
	var tags []object
	for _, service := range services {
		routes, err := rest.Routes(service)
		if err != nil {
			return nil, err
		}
		if len(routes) == 0 {
			continue
		}
		tag := strings.TrimSuffix(string(service.Name()), "Service")
		tags = append(tags, described(object{"name": tag}, commentOf(service)))
		for _, r := range routes {
			operation, path := s.operation(&r), camelVariables(r.Pattern)
			if example := requests[string(r.RPC.Name())]; example != nil {
				operation["requestBody"].(object)["content"].(object)["application/json"].(object)["example"] = example
			}
			operation["tags"] = []string{tag}
			if doc.Paths[path] == nil {
				doc.Paths[path] = object{}
			}
			doc.Paths[path][strings.ToLower(r.Method)] = operation
		}
	}
	doc.Tags = append(tags, doc.Tags...)
	return doc, s.err
}

func jsonContent(schema object) object { return object{"application/json": object{"schema": schema}} }

func ref(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// failures are the responses of base.yaml for error statuses.
var failures = map[string]string{
	"400": "Invalid", "401": "LoginRequired", "403": "NotAllowed", "404": "NotFound", "409": "Conflict",
	"413": "TooLarge",
	"415": "UnsupportedMediaType", "429": "TooMany", "default": "Error",
}

// paging are fields that a query may also set by their proto name. The document omits that, since it would repeat it
// for every list.
var paging = map[protoreflect.Name]bool{"page_size": true, "page_token": true, "skip": true}

// defaultSize finds the default in the comment of a page size.
var defaultSize = regexp.MustCompile(`\b0 means (\d+)`)

// operation describes one route. Its statuses follow from the access level, the path, the body and the comment.
func (s *schemas) operation(r *rest.Route) object {
	o := object{"summary": words(string(r.RPC.Name())), "operationId": string(r.RPC.Name())}
	var parameters []object
	required, err := requiredOf(r)
	if err != nil && s.err == nil {
		s.err = err
	}
	for _, field := range r.Path {
		parameters = append(parameters, described(
			object{"name": field.JSONName(), "in": "path", "required": true, "schema": s.given(field)},
			commentOf(field)))
	}
	for _, q := range r.Query {
		for i, name := range q.Names {
			if i == 0 && proto.HasExtension(q.Field.Options(), uvboardv1.E_QueryNames) && paging[q.Field.Name()] {
				continue // the documented name follows
			}
			schema, description := s.queried(q)
			if i > 0 && !paging[q.Field.Name()] {
				description = "Same as " + q.Names[0] + "."
			}
			if name == rest.Limit {
				schema["minimum"], schema["maximum"] = 1, rest.MaxLimit
				if match := defaultSize.FindStringSubmatch(description); match != nil {
					schema["default"] = number(match[1])
				}
				description = fmt.Sprintf("Page size, from 1 to %d.", rest.MaxLimit)
			}
			parameter := described(object{"name": name, "in": "query", "schema": schema}, description)
			if len(q.Names) == 1 && slices.Contains(required, q.Field.JSONName()) {
				parameter["required"] = true
			}
			parameters = append(parameters, parameter)
		}
	}
	if len(parameters) > 0 {
		o["parameters"] = parameters
	}
	description := "Success."
	if field := rest.Answered(r.RPC); field != nil {
		description = commentOf(field)
	}
	success := described(object{"content": jsonContent(s.answer(r.RPC))}, description)
	if headers := pageHeaders(r.RPC.Output()); len(headers) > 0 {
		success["headers"] = headers
	}
	rule, comment := auth.RuleOf(r.RPC), commentOf(r.RPC)
	o["security"] = security(rule)
	statuses := []string{"400", "default"}
	if rule.Level != auth.Public {
		statuses = append(statuses, "401", "403")
	}
	if len(r.Path) > 0 {
		statuses = append(statuses, "404")
	}
	if r.HasBody {
		statuses = append(statuses, "413", "415")
		o["requestBody"] = object{"required": r.Body().Fields().Len() > 0, "content": jsonContent(s.body(r, required))}
	}
	for _, status := range []string{"401", "403", "404", "409"} {
		if strings.Contains(comment, status) {
			statuses = append(statuses, status)
		}
	}
	responses := object{strconv.Itoa(r.Status): success}
	for _, status := range append(statuses, "429") {
		responses[status] = object{"$ref": "#/components/responses/" + failures[status]}
	}
	o["responses"] = responses
	return described(o, comment)
}

// answer is the schema of a response body. It is never null.
func (s *schemas) answer(rpc protoreflect.MethodDescriptor) object {
	field := rest.Answered(rpc)
	switch {
	case field == nil:
		return s.output(rpc.Output())
	case field.IsList():
		return s.written(field)
	default:
		return s.element(field, s.output)
	}
}

func pageHeaders(output protoreflect.MessageDescriptor) object {
	headers := object{}
	if output.Fields().ByName("next_page_token") != nil {
		headers["X-Next-Cursor"] = object{"description": "Cursor of the next page; absent on the last page.",
			"schema": object{"type": "string"}}
	}
	if output.Fields().ByName("total_size") != nil {
		headers["X-Total-Count"] = object{"description": "Number of matches; present if it is cheap to count.",
			"schema": object{"type": "integer"}}
	}
	if output.Fields().ByName("searched_for") != nil {
		headers["X-Searched-For"] = object{"description": "The search that the items are of, if nothing was found for the " +
			"words as written: with the nearest words that occur. Other characters than ASCII are percent-encoded.",
			"schema": object{"type": "string"}}
		headers["X-Did-You-Mean"] = object{"description": "A search with a nearer word that more items have, if little was " +
			"found. Other characters than ASCII are percent-encoded.",
			"schema": object{"type": "string"}}
	}
	return headers
}

// security lists the credentials that a rule accepts. An empty object means none is needed.
func security(rule auth.Rule) (accepted []object) {
	if rule.Level == auth.Public {
		accepted = append(accepted, object{})
	}
	accepted = append(accepted, object{"session": []string{}})
	if rule.Takes(auth.Tokens) {
		accepted = append(accepted, object{"token": []string{}})
	}
	return accepted
}

// camelVariables names the variables of a pattern as JSON does: {targetId} for {target_id}.
func camelVariables(pattern string) string {
	parts := strings.Split(pattern, "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, "")
}
