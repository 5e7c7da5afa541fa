package main

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/rest"
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

// describe describes the REST paths of the services. The descriptors need their source comments. It returns an error for a
// validation rule that it cannot express.
func describe(services []protoreflect.ServiceDescriptor) (*document, error) {
	doc := &document{}
	if err := yaml.Unmarshal(base, doc); err != nil {
		return nil, err
	}
	s := &schemas{all: doc.Components["schemas"].(object)}
	var tags []object
	for _, service := range services {
		routes, err := rest.Routes(service)
		if err != nil {
			return nil, err
		}
		tag := strings.TrimSuffix(string(service.Name()), "Service")
		tags = append(tags, described(object{"name": tag}, commentOf(service)))
		for _, r := range routes {
			operation, path := s.operation(&r), camelVariables(r.Pattern)
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

// operation describes one route. Its statuses follow from the access level, the path, the body and the comment.
func (s *schemas) operation(r *rest.Route) object {
	o := object{"summary": words(string(r.RPC.Name())), "operationId": string(r.RPC.Name())}
	var parameters []object
	for _, field := range r.Path {
		parameters = append(parameters, described(
			object{"name": field.JSONName(), "in": "path", "required": true, "schema": s.given(field)}, commentOf(field)))
	}
	for _, q := range r.Query {
		for i, name := range q.Names {
			schema, description := s.queried(q)
			if i > 0 {
				description = "Same as " + q.Names[0] + "."
			}
			if name == rest.Limit {
				description = strings.TrimSuffix(description, ".") + fmt.Sprintf(", from 1 to %d.", rest.MaxLimit)
				schema["minimum"], schema["maximum"] = 1, rest.MaxLimit
			}
			parameters = append(parameters, described(object{"name": name, "in": "query", "schema": schema}, description))
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
	level, comment := auth.RuleOf(r.Procedure).Level, commentOf(r.RPC)
	o["security"] = security(level)
	statuses := []string{"400", "default"}
	if level != auth.Public {
		statuses = append(statuses, "401", "403")
	}
	if len(r.Path) > 0 {
		statuses = append(statuses, "404")
	}
	if r.HasBody {
		statuses = append(statuses, "413", "415")
		o["requestBody"] = object{"required": r.Body().Fields().Len() > 0, "content": jsonContent(s.body(r))}
	}
	for _, status := range []string{"401", "403", "404", "409"} {
		if strings.Contains(comment, status) {
			statuses = append(statuses, status)
		}
	}
	responses := object{strconv.Itoa(r.Status): success, "429": object{"$ref": "#/components/responses/TooMany"}}
	for _, status := range statuses {
		responses[status] = object{"$ref": "#/components/responses/Error"}
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
		headers["X-Next-Cursor"] = object{"description": "Cursor of the next page; absent on the last page.", "schema": object{"type": "string"}}
	}
	if output.Fields().ByName("total_size") != nil {
		headers["X-Total-Count"] = object{"description": "Number of matches; present if it is cheap to count.", "schema": object{"type": "integer"}}
	}
	return headers
}

// security lists the credentials that an access level accepts. An empty object means none is needed.
func security(level auth.Level) []object {
	credentials := []object{{"session": []string{}}, {"token": []string{}}}
	switch level {
	case auth.Public:
		return append([]object{{}}, credentials...)
	case auth.Login:
		return credentials[:1]
	default:
		return credentials
	}
}

// camelVariables names the variables of a pattern as JSON does: {targetId} for {target_id}.
func camelVariables(pattern string) string {
	parts := strings.Split(pattern, "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, "")
}
