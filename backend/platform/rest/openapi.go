package rest

import (
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/auth"
)

// part is a part of a description; its names come out in alphabetical order.
type part = map[string]any

// Description is a description in OpenAPI 3.1.
type Description struct {
	OpenAPI    string          `yaml:"openapi"`
	Info       part            `yaml:"info"`
	Servers    []part          `yaml:"servers"`
	Tags       []part          `yaml:"tags"`
	Paths      map[string]part `yaml:"paths"`
	Components part            `yaml:"components"`
}

// about is what holds for every path.
const about = `Bodies and answers are JSON with names in camelCase; a body is sent as ` + "`Content-Type: application/json`" + `.
Names that are not described, in a body or in a query, are passed over: a misspelt one is no error, it does nothing.
In an answer no name is missing, unless it is not required here: what is unset is "", [], 0, false or null.
Ids are texts, times are RFC 3339 in UTC.

A script shows a personal access token, which POST /api/auth/tokens makes once one is logged in: ` + "`Authorization: Bearer uvb_…`" + `.

A list is a bare array. The header ` + "`X-Next-Cursor`" + `, while there are more, is the ` + "`cursor`" + ` of the next page.

Every error has the form of the schema Error. Of a refused field the description quotes the sentences it is refused with.`

// Describe describes every documented path of the services, as the front serves it: from the same descriptors that the
// front reads and writes by. What people read comes from the comments above the declarations, so the descriptors have to be
// made with their source. It fails on a rule of validation that it has no words for.
func Describe(services []protoreflect.ServiceDescriptor) (*Description, error) {
	s := &schemas{all: part{"Error": errorSchema()}}
	doc := &Description{
		OpenAPI: "3.1.0", Info: part{"title": "UV Board", "version": "v1", "description": about},
		Servers: []part{{"url": "http://localhost:8080"}}, Paths: map[string]part{},
	}
	add := func(method, pattern string, operation part) {
		pattern = camelVariables(pattern)
		if doc.Paths[pattern] == nil {
			doc.Paths[pattern] = part{}
		}
		doc.Paths[pattern][strings.ToLower(method)] = operation
	}
	for _, service := range services {
		routes, err := routesOf(service)
		if err != nil {
			return nil, err
		}
		tag := strings.TrimSuffix(string(service.Name()), "Service")
		doc.Tags = append(doc.Tags, described(part{"name": tag}, commentOf(service)))
		ids := map[string]int{}
		for i := range routes {
			r := &routes[i]
			operation := s.operation(r)
			operation["tags"] = []string{tag}
			id := string(r.rpc.Name())
			if ids[id]++; ids[id] > 1 { // a further path of the same procedure
				id += strconv.Itoa(ids[id])
			}
			operation["operationId"] = id
			add(r.method, r.pattern, operation)
		}
	}
	doc.Tags = append(doc.Tags, part{"name": "File", "description": "Files on their way in and out."})
	for _, f := range files {
		add(f.method, f.path, f.operation())
	}
	doc.Components = part{
		"schemas": s.all,
		"responses": part{
			"Error": part{"description": "What went wrong, for people and for programs.", "content": jsonContent(ref("Error"))},
			"TooMany": part{
				"description": "Too many calls.", "content": jsonContent(ref("Error")),
				"headers": part{"Retry-After": part{"description": "Seconds after which to try again.", "schema": part{"type": "integer"}}},
			},
		},
		"securitySchemes": part{
			"session": part{"type": "apiKey", "in": "cookie", "name": auth.CookieName, "description": "Set by Login and Register."},
			"token":   part{"type": "http", "scheme": "bearer", "description": "A personal access token, made by CreateToken."},
		},
	}
	return doc, s.err
}

func errorSchema() part {
	return part{
		"type": "object", "required": []string{"error", "code"}, "description": "What went wrong.",
		"properties": part{
			"error":  part{"type": "string", "description": "A sentence for people."},
			"code":   part{"type": "string", "description": "A stable word for programs."},
			"fields": part{"type": "object", "additionalProperties": part{"type": "string"}, "description": "The sentence for each field at fault; there for validation only."},
		},
	}
}

func jsonContent(schema part) part { return part{"application/json": part{"schema": schema}} }

func ref(name string) part { return part{"$ref": "#/components/schemas/" + name} }

// namedStatuses are those that an operation answers where its comment speaks of them, besides where its rule says so.
var namedStatuses = []string{"401", "403", "404", "409"}

// operation describes one route.
func (s *schemas) operation(r *route) part {
	o := part{"summary": words(string(r.rpc.Name()))}
	var parameters []part
	for segment := range strings.SplitSeq(r.pattern, "/") {
		if name, isVariable := variable(segment); isVariable {
			field := r.path[name]
			parameters = append(parameters, described(
				part{"name": field.JSONName(), "in": "path", "required": true, "schema": s.given(field)}, commentOf(field)))
		}
	}
	for _, q := range r.query {
		for i, name := range q.names {
			schema, said := s.queried(q)
			if i > 0 {
				said = "The same as " + q.names[0] + "."
			}
			parameters = append(parameters, described(part{"name": name, "in": "query", "schema": schema}, said))
		}
	}
	if len(parameters) > 0 {
		o["parameters"] = parameters
	}
	if r.hasBody {
		o["requestBody"] = part{"required": r.body().Fields().Len() > 0, "content": jsonContent(s.body(r))}
	}
	meaning := "Done."
	if field := answered(r.rpc); field != nil {
		meaning = commentOf(field)
	}
	success := described(part{"content": jsonContent(s.answer(r.rpc))}, meaning)
	if headers := pageHeadersOf(r.rpc.Output()); len(headers) > 0 {
		success["headers"] = headers
	}
	level := auth.RuleOf(r.procedure).Level
	o["security"] = security(level)
	all := responses(r.status, success, level, len(r.path) > 0)
	comment := commentOf(r.rpc)
	for _, status := range namedStatuses {
		if strings.Contains(comment, status) {
			all[status] = part{"$ref": "#/components/responses/Error"}
		}
	}
	if r.hasBody {
		takesBodies(all)
	}
	o["responses"] = all
	return described(o, comment)
}

// body is what a route takes as its body.
func (r *route) body() protoreflect.MessageDescriptor {
	if r.bodyField != nil {
		return r.bodyField.Message()
	}
	return r.rpc.Input()
}

// answered is the field that a procedure answers in place of its message; nil when it answers the message.
func answered(rpc protoreflect.MethodDescriptor) protoreflect.FieldDescriptor {
	rule, _ := proto.GetExtension(rpc.Options(), annotations.E_Http).(*annotations.HttpRule)
	return rpc.Output().Fields().ByName(protoreflect.Name(rule.GetResponseBody()))
}

// answer is the schema of what a procedure answers, which is never null.
func (s *schemas) answer(rpc protoreflect.MethodDescriptor) part {
	field := answered(rpc)
	switch {
	case field == nil:
		return s.output(rpc.Output())
	case field.IsList():
		return s.written(field)
	default:
		return s.element(field, s.output)
	}
}

func pageHeadersOf(output protoreflect.MessageDescriptor) part {
	headers := part{}
	if output.Fields().ByName("next_page_token") != nil {
		headers["X-Next-Cursor"] = part{"description": "The cursor of the next page; absent on the last one.", "schema": part{"type": "string"}}
	}
	if output.Fields().ByName("total_size") != nil {
		headers["X-Total-Count"] = part{"description": "How many there are in all, where that is cheap to know.", "schema": part{"type": "integer"}}
	}
	return headers
}

// security says who may ask; everybody is an empty choice.
func security(level auth.Level) []part {
	known := []part{{"session": []string{}}, {"token": []string{}}}
	switch level {
	case auth.Public:
		return append([]part{{}}, known...)
	case auth.Login:
		return known[:1] // an access token is not enough
	default:
		return known
	}
}

func responses(status int, success part, level auth.Level, named bool) part {
	failure := part{"$ref": "#/components/responses/Error"}
	all := part{
		strconv.Itoa(status): success, "400": failure, "default": failure,
		"429": part{"$ref": "#/components/responses/TooMany"},
	}
	if level != auth.Public {
		all["401"], all["403"] = failure, failure
	}
	if named {
		all["404"] = failure
	}
	return all
}

// takesBodies adds the answers to a body that is too large or of another kind.
func takesBodies(responses part) {
	for _, status := range []int{http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType} {
		responses[strconv.Itoa(status)] = part{"$ref": "#/components/responses/Error"}
	}
}

// camelVariables names the variables of a pattern as JSON names the same fields: {targetId} for {target_id}.
func camelVariables(pattern string) string {
	parts := strings.Split(pattern, "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, "")
}
