package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/auth"
)

// Upload describes a path that takes a file, which annotations cannot: the form field that carries it, and the texts of
// the answer.
type Upload struct {
	Method, Path, Field string
	Level               auth.Level
	Status              int
	Answer              []string
}

// Download describes a path that answers with a file.
type Download struct {
	Path, Name, ContentType string // Name such as ExportUser
	Level                   auth.Level
}

// part is a part of a description; its names come out in alphabetical order.
type part = map[string]any

// document is a description in OpenAPI 3.1.
type document struct {
	OpenAPI    string          `yaml:"openapi"`
	Info       part            `yaml:"info"`
	Servers    []part          `yaml:"servers"`
	Tags       []part          `yaml:"tags"`
	Paths      map[string]part `yaml:"paths"`
	Components part            `yaml:"components"`
}

// OpenAPI describes every path of the front, as it is: from the same descriptors that the front reads and writes by.
func (f *Front) OpenAPI(title, origin string, uploads []Upload, downloads []Download) ([]byte, error) {
	s := schemas{all: part{"Error": errorSchema()}}
	paths, tags := map[string]part{}, map[string]bool{}
	add := func(method, pattern string, operation part) {
		pattern = camelVariables(pattern)
		if paths[pattern] == nil {
			paths[pattern] = part{}
		}
		paths[pattern][strings.ToLower(method)] = operation
	}
	ids := map[string]int{}
	for i := range f.routes {
		r := &f.routes[i]
		tag := strings.TrimSuffix(string(r.rpc.Parent().Name()), "Service")
		tags[tag] = true
		operation := s.operation(r)
		operation["tags"] = []string{tag}
		id := string(r.rpc.Name())
		if ids[id]++; ids[id] > 1 { // a further path of the same procedure
			id += strconv.Itoa(ids[id])
		}
		operation["operationId"] = id
		add(r.method, r.pattern, operation)
	}
	for _, u := range uploads {
		tags["Upload"] = true
		add(u.Method, u.Path, u.operation())
	}
	for _, d := range downloads {
		tags["Download"] = true
		add(http.MethodGet, d.Path, d.operation())
	}
	names := make([]string, 0, len(tags))
	for name := range tags {
		names = append(names, name)
	}
	slices.Sort(names)
	doc := document{
		OpenAPI: "3.1.0", Info: part{"title": title, "version": "v1"}, Servers: []part{{"url": origin}}, Paths: paths,
		Components: part{
			"schemas": s.all,
			"responses": part{"Error": part{
				"description": "What went wrong, for people and for programs.",
				"content":     jsonContent(ref("Error")),
			}},
			"securitySchemes": part{
				"session": part{"type": "apiKey", "in": "cookie", "name": auth.CookieName},
				"token":   part{"type": "http", "scheme": "bearer"},
			},
		},
	}
	for _, name := range names {
		doc.Tags = append(doc.Tags, part{"name": name})
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(doc); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return b.Bytes(), nil
}

func errorSchema() part {
	return part{
		"type": "object", "required": []string{"error", "code"},
		"properties": part{
			"error":  part{"type": "string", "description": "A sentence for people."},
			"code":   part{"type": "string", "description": "A stable word for programs."},
			"fields": part{"type": "object", "additionalProperties": part{"type": "string"}, "description": "The sentence for each field at fault."},
		},
	}
}

func jsonContent(schema part) part { return part{"application/json": part{"schema": schema}} }

func ref(name string) part { return part{"$ref": "#/components/schemas/" + name} }

// operation describes one route.
func (s *schemas) operation(r *route) part {
	o := part{"summary": words(string(r.rpc.Name()))}
	var parameters []part
	for segment := range strings.SplitSeq(r.pattern, "/") {
		if name, isVariable := variable(segment); isVariable {
			field := r.path[name]
			parameters = append(parameters, part{"name": field.JSONName(), "in": "path", "required": true, "schema": s.given(field)})
		}
	}
	for _, q := range r.query {
		for i, name := range q.names {
			parameter := part{"name": name, "in": "query", "schema": s.queried(q)}
			if i > 0 {
				parameter["description"] = "The same as " + q.names[0] + "."
			}
			parameters = append(parameters, parameter)
		}
	}
	if len(parameters) > 0 {
		o["parameters"] = parameters
	}
	if r.hasBody {
		body := r.input.Descriptor()
		if r.bodyField != nil {
			body = r.bodyField.Message()
		}
		o["requestBody"] = part{"required": body.Fields().Len() > 0, "content": jsonContent(s.input(body))}
	}
	success := part{"description": "Done.", "content": jsonContent(s.answer(r.rpc))}
	if headers := pageHeadersOf(r.rpc.Output()); len(headers) > 0 {
		success["headers"] = headers
	}
	level := auth.RuleOf(r.procedure).Level
	o["security"] = security(level)
	o["responses"] = responses(r.status, success, level, len(r.path) > 0)
	return o
}

// answer is the schema of what a procedure answers: one of its fields, or all of it.
func (s *schemas) answer(rpc protoreflect.MethodDescriptor) part {
	rule, _ := proto.GetExtension(rpc.Options(), annotations.E_Http).(*annotations.HttpRule)
	if body := rpc.Output().Fields().ByName(protoreflect.Name(rule.GetResponseBody())); body != nil {
		return s.written(body)
	}
	return s.output(rpc.Output())
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
	all := part{strconv.Itoa(status): success, "400": failure, "429": failure, "default": failure}
	if level != auth.Public {
		all["401"], all["403"] = failure, failure
	}
	if named {
		all["404"] = failure
	}
	return all
}

// plainParameters are the variables of a path that no message describes.
func plainParameters(path string) []part {
	var parameters []part
	for segment := range strings.SplitSeq(path, "/") {
		if name, isVariable := variable(segment); isVariable {
			parameters = append(parameters, part{"name": name, "in": "path", "required": true, "schema": part{"type": "string"}})
		}
	}
	return parameters
}

func (d Download) operation() part {
	parameters := plainParameters(d.Path)
	o := part{
		"summary": words(d.Name), "operationId": d.Name, "tags": []string{"Download"}, "security": security(d.Level),
		"responses": responses(http.StatusOK, part{
			"description": "The file.", "content": part{d.ContentType: part{"schema": part{"type": "string", "contentMediaType": d.ContentType}}},
		}, d.Level, false),
	}
	if len(parameters) > 0 {
		o["parameters"] = parameters
	}
	return o
}

func (u Upload) operation() part {
	properties := part{}
	for _, name := range u.Answer {
		properties[name] = part{"type": "string"}
	}
	parameters := plainParameters(u.Path)
	all := responses(u.Status, part{
		"description": "Done.",
		"content":     jsonContent(part{"type": "object", "required": u.Answer, "properties": properties}),
	}, u.Level, len(parameters) > 0)
	for _, status := range []int{http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType} {
		all[strconv.Itoa(status)] = part{"$ref": "#/components/responses/Error"}
	}
	o := part{
		"summary": "Upload a file", "operationId": "Upload" + strings.ToUpper(u.Field[:1]) + u.Field[1:], "tags": []string{"Upload"},
		"security": security(u.Level), "responses": all,
		"requestBody": part{"required": true, "content": part{"multipart/form-data": part{"schema": part{
			"type": "object", "required": []string{u.Field},
			"properties": part{u.Field: part{"type": "string", "contentMediaType": "application/octet-stream"}},
		}}}},
	}
	if len(parameters) > 0 {
		o["parameters"] = parameters
	}
	return o
}

// words turns ListRelatedProjects into "List related projects".
func words(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// camelVariables names the variables of a pattern as JSON names the same fields: {targetId} for {target_id}.
func camelVariables(pattern string) string {
	parts := strings.Split(pattern, "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, "")
}
