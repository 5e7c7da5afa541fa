package main

import (
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/rest"
)

// object is a YAML mapping. Its keys are written in alphabetical order.
type object = map[string]any

// document is an OpenAPI 3.1 document.
type document struct {
	OpenAPI    string            `yaml:"openapi"`
	Info       object            `yaml:"info"`
	Servers    []object          `yaml:"servers"`
	Tags       []object          `yaml:"tags"`
	Paths      map[string]object `yaml:"paths"`
	Components object            `yaml:"components"`
}

// about applies to every path.
const about = `Request and response bodies are JSON with camelCase names. Send a body with ` + "`Content-Type: application/json`" + `.
Unknown names in a body or a query are ignored.
A response contains every field, except those that are not marked as required. An unset field is "", [], 0, false or null.
Ids are strings. Times are RFC 3339 in UTC.

Scripts authenticate with a personal access token: ` + "`Authorization: Bearer uvb_…`" + `. A logged-in user creates one with POST /api/auth/tokens.

A list is a bare array. If there are more items, the header ` + "`X-Next-Cursor`" + ` holds the ` + "`cursor`" + ` of the next page.

Every error has the form of the schema Error. The description of a field quotes the messages with which it is rejected.`

// describe describes the REST paths of the services. The descriptors need their source comments. It returns an error for a
// validation rule that it cannot express.
func describe(services []protoreflect.ServiceDescriptor) (*document, error) {
	s := &schemas{all: object{"Error": errorSchema()}}
	doc := &document{
		OpenAPI: "3.1.0", Info: object{"title": "UV Board", "version": "v1", "description": about},
		Servers: []object{{"url": "http://localhost:8080"}}, Paths: map[string]object{},
	}
	add := func(method, pattern string, operation object) {
		pattern = camelVariables(pattern)
		if doc.Paths[pattern] == nil {
			doc.Paths[pattern] = object{}
		}
		doc.Paths[pattern][strings.ToLower(method)] = operation
	}
	for _, service := range services {
		routes, err := rest.Routes(service)
		if err != nil {
			return nil, err
		}
		tag := strings.TrimSuffix(string(service.Name()), "Service")
		doc.Tags = append(doc.Tags, described(object{"name": tag}, commentOf(service)))
		for _, r := range routes {
			operation := s.operation(&r)
			operation["tags"] = []string{tag}
			add(r.Method, r.Pattern, operation)
		}
	}
	doc.Tags = append(doc.Tags, object{"name": "File", "description": "Upload and download of files."})
	for _, f := range files {
		add(f.method, f.path, f.operation())
	}
	doc.Components = object{
		"schemas": s.all,
		"responses": object{
			"Error": object{"description": "The request failed.", "content": jsonContent(ref("Error"))},
			"TooMany": object{
				"description": "Too many requests.", "content": jsonContent(ref("Error")),
				"headers": object{"Retry-After": object{"description": "Seconds to wait before the next try.", "schema": object{"type": "integer"}}},
			},
		},
		"securitySchemes": object{
			"session": object{"type": "apiKey", "in": "cookie", "name": auth.CookieName, "description": "Set by Login and Register."},
			"token":   object{"type": "http", "scheme": "bearer", "description": "A personal access token, created by CreateToken."},
		},
	}
	return doc, s.err
}

func errorSchema() object {
	return object{
		"type": "object", "required": []string{"error", "code"}, "description": "Why a request failed.",
		"properties": object{
			"error":  object{"type": "string", "description": "Message for the user."},
			"code":   object{"type": "string", "description": "Stable machine-readable code."},
			"fields": object{"type": "object", "additionalProperties": object{"type": "string"}, "description": "Message for each invalid field; present only if fields are invalid."},
		},
	}
}

func jsonContent(schema object) object { return object{"application/json": object{"schema": schema}} }

func ref(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// commentStatuses are listed for an operation if its comment names them, in addition to those that its access rule, path and body imply.
var commentStatuses = []string{"401", "403", "404", "409"}

// operation describes one route.
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
	level := auth.RuleOf(r.Procedure).Level
	o["security"] = security(level)
	all := responses(r.Status, success, level, len(r.Path) > 0, r.HasBody)
	comment := commentOf(r.RPC)
	for _, status := range commentStatuses {
		if strings.Contains(comment, status) {
			all[status] = failure
		}
	}
	if r.HasBody {
		o["requestBody"] = object{"required": r.Body().Fields().Len() > 0, "content": jsonContent(s.body(r))}
	}
	o["responses"] = all
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

var failure = object{"$ref": "#/components/responses/Error"}

// responses are the statuses that follow from the access level and from whether the request has path variables and a body.
func responses(status int, success object, level auth.Level, hasVariables, hasBody bool) object {
	all := object{
		strconv.Itoa(status): success, "400": failure, "default": failure,
		"429": object{"$ref": "#/components/responses/TooMany"},
	}
	add := func(applies bool, statuses ...int) {
		for _, status := range statuses {
			if applies {
				all[strconv.Itoa(status)] = failure
			}
		}
	}
	add(level != auth.Public, http.StatusUnauthorized, http.StatusForbidden)
	add(hasVariables, http.StatusNotFound)
	add(hasBody, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	return all
}

// camelVariables names the variables of a pattern as JSON does: {targetId} for {target_id}.
func camelVariables(pattern string) string {
	parts := strings.Split(pattern, "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, "")
}
