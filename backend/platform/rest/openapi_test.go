package rest

import (
	"fmt"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	pb "uvboard/gen/uvboard/v1"
)

// services are all there are, in the order of their files.
func services() []protoreflect.ServiceDescriptor {
	var all []protoreflect.ServiceDescriptor
	for _, file := range []protoreflect.FileDescriptor{
		pb.File_uvboard_v1_account_service_proto, pb.File_uvboard_v1_project_service_proto, pb.File_uvboard_v1_stats_service_proto,
		pb.File_uvboard_v1_user_service_proto, pb.File_uvboard_v1_vote_service_proto,
	} {
		all = append(all, file.Services().Get(0))
	}
	return all
}

// plainly is a description without what comes from comments, which the descriptors of a program do not carry.
func plainly(t *testing.T, text []byte) any {
	t.Helper()
	var whole any
	if err := yaml.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	var strip func(node any)
	strip = func(node any) {
		switch node := node.(type) {
		case map[string]any:
			if _, isText := node["description"].(string); isText {
				delete(node, "description")
			}
			if responses, are := node["responses"].(map[string]any); are {
				for _, status := range namedStatuses {
					delete(responses, status)
				}
			}
			for _, below := range node {
				strip(below)
			}
		case []any:
			for _, below := range node {
				strip(below)
			}
		}
	}
	strip(whole)
	return whole
}

func TestDescriptionIsCurrent(t *testing.T) {
	made, err := Describe(services())
	if err != nil {
		t.Fatal(err)
	}
	text, err := yaml.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plainly(t, text), plainly(t, []byte(description))); diff != "" {
		t.Errorf("openapi.yaml is not current: run 'go tool task gen' (-want +got)\n%s", diff)
	}
}

func TestEverythingIsDescribed(t *testing.T) {
	var whole struct {
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
	if err := yaml.Unmarshal([]byte(description), &whole); err != nil {
		t.Fatal(err)
	}
	count := 0
	check := func(said string, at ...any) {
		count++
		if said == "" || strings.HasPrefix(said, refused) {
			t.Errorf("%v: %q says nothing of what it is", at, said)
		}
		for _, foreign := range []string{"INVALID_ARGUMENT", "NOT_FOUND", "PERMISSION_DENIED", "ALREADY_EXISTS", "RESOURCE_EXHAUSTED", "UNAUTHENTICATED"} {
			if strings.Contains(said, foreign) {
				t.Errorf("%v: %q speaks of %s", at, said, foreign)
			}
		}
		if name := fieldWord.FindString(said); name != "" && !strings.Contains(said, "`"+name+"`") {
			t.Errorf("%v: %q speaks of %s", at, said, name)
		}
	}
	for _, tag := range whole.Tags {
		check(tag["description"], tag["name"])
	}
	for path, operations := range whole.Paths {
		for method, operation := range operations {
			check(operation.Description, method, path)
			for _, parameter := range operation.Parameters {
				check(parameter.Description, method, path, parameter.Name)
			}
			for status, response := range operation.Responses {
				if response["$ref"] == nil {
					said, _ := response["description"].(string)
					check(said, method, path, status)
				}
			}
		}
	}
	for name, schema := range whole.Components.Schemas {
		check(schema.Description, name)
		for property, of := range schema.Properties {
			check(of.Description, name, property)
		}
	}
	if count < 300 {
		t.Errorf("only %d things are described", count)
	}
}

func TestSchemasOfRequests(t *testing.T) {
	s := &schemas{all: part{}}
	object := func(message protoreflect.ProtoMessage) part {
		name := strings.TrimPrefix(s.input(message.ProtoReflect().Descriptor())["$ref"].(string), "#/components/schemas/")
		return s.all[name].(part)["properties"].(part)
	}
	project := object(&pb.ProjectInput{})
	for _, tc := range []struct {
		name  string
		given any
		want  part
	}{
		{"Text", project["tagline"], part{"type": "string", "minLength": int64(10), "maxLength": int64(140)}},
		{"TextThatMayBeEmpty", project["description"], part{
			"type": "string", "maxLength": int64(3000), "anyOf": []part{{"maxLength": 0}, {"minLength": int64(50)}},
		}},
		{"AddressOfTwoKinds", project["logo"], part{"type": "string", "minLength": 1, "maxLength": int64(2000)}},
		{"Texts", project["tags"], part{"type": "array", "maxItems": int64(10), "items": part{"type": "string", "maxLength": int64(40)}}},
		{"Words", project["vibeTools"], part{"type": "array", "minItems": 1, "maxItems": int64(24), "items": ref("VibeTool")}},
		{"Word", project["stage"], ref("Stage")},
		{"Different", project["lookingFor"], part{"type": "array", "uniqueItems": true, "items": ref("LookingFor")}},
		{"Shape", object(&pb.RegisterRequest{})["username"], part{"type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_]{3,20}$"}},
		{"Email", object(&pb.RegisterRequest{})["email"], part{
			"type": "string", "minLength": 1, "maxLength": int64(254), "format": "email", "pattern": "@[^@]+[.][^@]+$",
		}},
		{"Number", object(&pb.CreateTokenRequest{})["expiresInDays"], part{"type": "integer", "format": "int32", "minimum": int64(0), "maximum": int64(365)}},
		{"StandardRule", object(&pb.ListSessionsRequest{})["pageSize"], part{"type": "integer", "format": "int32", "minimum": int32(0)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			said, _ := tc.given.(part)["description"].(string)
			delete(tc.given.(part), "description")
			if diff := cmp.Diff(tc.want, tc.given); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if tc.name == "Text" && said != "Otherwise refused with “Tagline must be at least 10 characters”, “Tagline must be 140 characters or less” or “Tagline must not contain line breaks or hidden control characters”." {
				t.Error(said)
			}
		})
	}
}

func TestNeeds(t *testing.T) {
	want := map[string][]string{
		"CreateProject": {"logo", "primaryCategory", "stage", "tagline", "title", "vibeTools"},
		"UpdateProject": nil,
		"CreateToken":   {"name"},
		"DeleteAccount": {"content", "password"},
		"UpdateUser":    nil,
	}
	for _, service := range services() {
		routes, err := routesOf(service)
		if err != nil {
			t.Fatal(err)
		}
		for i := range routes {
			name := string(routes[i].rpc.Name())
			expected, here := want[name]
			if !here {
				continue
			}
			delete(want, name)
			got, err := routes[i].needs()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(expected, got); diff != "" {
				t.Errorf("%s: -want +got\n%s", name, diff)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not met: %v", want)
	}
}

// What lies just beyond a bound that a schema names is refused by the rules themselves.
func TestBoundsHold(t *testing.T) {
	checked := 0
	seen := map[protoreflect.FullName]bool{}
	var walk func(message protoreflect.MessageDescriptor)
	walk = func(message protoreflect.MessageDescriptor) {
		if seen[message.FullName()] || message.FullName() == structName || message.FullName() == timestampName {
			return
		}
		seen[message.FullName()] = true
		kind, err := protoregistry.GlobalTypes.FindMessageByName(message.FullName())
		if err != nil {
			t.Fatal(err)
		}
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			s := &schemas{all: part{}}
			schema := s.asked(field)
			if s.err != nil {
				t.Error(s.err)
			}
			if field.Message() != nil && schema["$ref"] != nil {
				walk(field.Message())
			}
			for keyword, bound := range schema {
				var limit int64
				if _, err := fmt.Sscan(fmt.Sprint(bound), &limit); err != nil {
					continue
				}
				m := kind.New()
				var beyond protoreflect.Value
				switch {
				case keyword == "maxLength":
					beyond = protoreflect.ValueOfString(strings.Repeat("x", int(limit)+1))
				case keyword == "minLength":
					beyond = protoreflect.ValueOfString(strings.Repeat("x", int(limit)-1))
				case keyword == "maxItems", keyword == "minItems":
					count := limit - 1
					if keyword == "maxItems" {
						count = limit + 1
					}
					beyond = m.NewField(field)
					list := beyond
					if !field.IsList() { // a message that is one
						list = beyond.Message().Mutable(field.Message().Fields().Get(0))
					}
					for range count {
						list.List().Append(list.List().NewElement())
					}
				case keyword == "maximum" && field.Kind() == protoreflect.Int32Kind:
					beyond = protoreflect.ValueOfInt32(int32(limit) + 1)
				case keyword == "minimum" && field.Kind() == protoreflect.Int32Kind:
					beyond = protoreflect.ValueOfInt32(int32(limit) - 1)
				case keyword == "maximum" && field.Kind() == protoreflect.DoubleKind:
					beyond = protoreflect.ValueOfFloat64(float64(limit) + 1)
				case keyword == "minimum" && field.Kind() == protoreflect.DoubleKind:
					beyond = protoreflect.ValueOfFloat64(float64(limit) - 1)
				default:
					t.Fatalf("%s: %s is not checked here", field.FullName(), keyword)
				}
				m.Set(field, beyond)
				checked++
				err := protovalidate.Validate(m.Interface(), protovalidate.WithFilter(protovalidate.FilterFunc(
					func(_ protoreflect.Message, d protoreflect.Descriptor) bool { return d.FullName() == field.FullName() })))
				if err == nil {
					t.Errorf("%s: %s %d is no bound", field.FullName(), keyword, limit)
				}
			}
		}
	}
	for _, service := range services() {
		for i := range service.Methods().Len() {
			walk(service.Methods().Get(i).Input())
		}
	}
	if checked < 40 {
		t.Errorf("only %d bounds are checked", checked)
	}
}
