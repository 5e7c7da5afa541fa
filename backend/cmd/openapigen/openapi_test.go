package main

import (
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	pb "uvboard/gen/uvboard/v1"
)

// The document is valid OpenAPI, and so are its examples.
func TestDocumentIsValid(t *testing.T) {
	document, err := openapi3.NewLoader().LoadFromFile("../../platform/rest/openapi.yaml")
	must.NoError(t, err)
	must.NoError(t, document.Validate(t.Context()))
	shown, texts := 0, map[string]object{}
	must.NoError(t, yaml.Unmarshal(examples, &texts))
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			if body := operation.RequestBody; body != nil && body.Value.Content.Get("application/json") != nil {
				if example := body.Value.Content.Get("application/json").Example; example != nil {
					shown++
				} else if operation.OperationID == "CreateProject" {
					t.Errorf("%s %s shows no example", method, path)
				}
			}
			if operation.Summary == "" || len(operation.Tags) != 1 || document.Tags.Get(operation.Tags[0]) == nil {
				t.Errorf("%s %s has the summary %q and the tags %v", method, path, operation.Summary, operation.Tags)
			}
		}
	}
	if shown != len(texts) {
		t.Errorf("%d of %d examples are shown: an operation is unknown", shown, len(texts))
	}
}

// Every operation, parameter, response, schema and property of the document has a description in REST's terms.
func TestDescriptions(t *testing.T) {
	text, err := os.ReadFile("../../platform/rest/openapi.yaml")
	must.NoError(t, err)
	var document struct {
		Tags  []map[string]string
		Paths map[string]map[string]struct {
			Description string
			Parameters  []struct{ Name, Description string }
			Responses   map[string]map[string]any
		}
		Components struct {
			Schemas map[string]struct {
				Description string
				Properties  map[string]struct{ Description string }
			}
		}
	}
	must.NoError(t, yaml.Unmarshal(text, &document))
	count := 0
	check := func(description string, at ...any) {
		count++
		if description == "" || strings.HasPrefix(description, rejectedWith) {
			t.Errorf("%v: %q does not describe it", at, description)
		}
		for code := range httpStatus {
			if strings.Contains(description, code) {
				t.Errorf("%v: %q contains the Connect code %s", at, description, code)
			}
		}
		if name := fieldWord.FindString(description); name != "" && !strings.Contains(description, "`"+name+"`") {
			t.Errorf("%v: %q contains the proto name %s", at, description, name)
		}
	}
	for _, tag := range document.Tags {
		check(tag["description"], tag["name"])
	}
	for path, operations := range document.Paths {
		for method, operation := range operations {
			check(operation.Description, method, path)
			for _, parameter := range operation.Parameters {
				check(parameter.Description, method, path, parameter.Name)
			}
			for status, response := range operation.Responses {
				if response["$ref"] == nil {
					description, _ := response["description"].(string)
					check(description, method, path, status)
				}
			}
		}
	}
	for name, schema := range document.Components.Schemas {
		check(schema.Description, name)
		for property, p := range schema.Properties {
			check(p.Description, name, property)
		}
	}
	if count < 300 {
		t.Errorf("only %d descriptions", count)
	}
}

func TestRequestSchemas(t *testing.T) {
	s := &schemas{all: object{}}
	properties := func(message protoreflect.ProtoMessage) object {
		name := strings.TrimPrefix(s.input(message.ProtoReflect().Descriptor())["$ref"].(string),
			"#/components/schemas/")
		return s.all[name].(object)["properties"].(object)
	}
	project := properties(&pb.ProjectInput{})
	for _, tc := range []struct {
		name  string
		given any
		want  object
	}{
		{"String", project["title"], object{"type": "string", "minLength": int64(3), "maxLength": int64(80)}},
		{"OptionalString", properties(&pb.CreateDonationRequest{})["idempotencyKey"], object{
			"type": "string", "anyOf": []object{{"maxLength": 0}, {"pattern": "^[A-Za-z0-9_-]{16,64}$"}},
		}},
		{"URLOrPath", project["logo"], object{"type": "string", "maxLength": int64(2000)}},
		{"ListOfStrings", project["tags"], object{"type": "array", "maxItems": int64(10),
			"items": object{"type": "string", "maxLength": int64(40)}}},
		{"ListOfEnums", project["vibeTools"], object{"type": "array", "maxItems": int64(24), "items": ref("VibeTool")}},
		{"Enum", project["stage"], ref("Stage")},
		{"UniqueItems", project["lookingFor"], object{"type": "array", "uniqueItems": true,
			"items": ref("LookingFor")}},
		{"Pattern", properties(&pb.RegisterRequest{})["username"], object{"type": "string", "minLength": 1,
			"pattern": "^[A-Za-z0-9_]{3,20}$"}},
		{"Email", properties(&pb.RegisterRequest{})["email"], object{
			"type": "string", "minLength": 1, "maxLength": int64(254), "format": "email", "pattern": "@[^@]+[.][^@]+$",
		}},
		{"Number", properties(&pb.CreateTokenRequest{})["expiresInDays"], object{"type": "integer", "format": "int32",
			"minimum": int64(0), "maximum": int64(365)}},
		{"StandardRule", properties(&pb.ListSessionsRequest{})["pageSize"], object{"type": "integer", "format": "int32",
			"minimum": int32(0)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			description, _ := tc.given.(object)["description"].(string)
			delete(tc.given.(object), "description")
			if diff := cmp.Diff(tc.want, tc.given); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if tc.name == "String" &&
				description != "Otherwise rejected with “Title must be at least 3 characters”, “Title must be 80 characters or less” or “Title must not contain line breaks or hidden control characters”." {
				t.Error(description)
			}
		})
	}
}

func TestRequiredFields(t *testing.T) {
	want := map[string][]string{
		"CreateProject": {"title"},
		"UpdateProject": nil,
		"CreateToken":   {"name"},
		"DeleteAccount": {"content", "password"},
		"UpdateUser":    nil,
		"CreatePost":    {"content", "threadId"},
		"CreateThread":  {"channelId", "content", "title"},
		"CreateChannel": {"name"},
		"CastVote":      {"targetId", "targetType", "voteType"},
		"CreateReport":  {"reason", "targetId", "targetType"},
		"LikeBlogPost":  nil,
		"ListThreads":   nil,
	}
	for _, service := range apitest.Services() {
		routes, err := rest.Routes(service)
		must.NoError(t, err)
		for i := range routes {
			name := string(routes[i].RPC.Name())
			expected, ok := want[name]
			if !ok {
				continue
			}
			delete(want, name)
			got, err := requiredOf(&routes[i])
			must.NoError(t, err)
			if diff := cmp.Diff(expected, got); diff != "" {
				t.Errorf("%s: -want +got\n%s", name, diff)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no route for %v", want)
	}
}
