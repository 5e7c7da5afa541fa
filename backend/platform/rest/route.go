package rest

import (
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	uvboardv1 "uvboard/gen/uvboard/v1"
)

// route is one documented method and path, and the procedure behind it.
type route struct {
	method, pattern string
	procedure       string
	rpc             protoreflect.MethodDescriptor
	input           protoreflect.MessageType
	hasBody         bool
	bodyField       protoreflect.FieldDescriptor // nil when the body is the whole request
	path            map[string]protoreflect.FieldDescriptor
	query           []queryField
	status          int // of success
}

// queryField is a field that the query string may fill, and the names it goes by there, the preferred one first.
type queryField struct {
	field protoreflect.FieldDescriptor
	names []string
}

// routesOf reads the documented paths of a service from its descriptor.
func routesOf(service protoreflect.ServiceDescriptor) ([]route, error) {
	var routes []route
	for i := range service.Methods().Len() {
		method := service.Methods().Get(i)
		rule, _ := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
		if rule == nil {
			continue // not part of the documented REST face
		}
		for _, binding := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
			r, err := newRoute(method, binding)
			if err != nil {
				return nil, fmt.Errorf("rest: route of %s: %w", method.FullName(), err)
			}
			routes = append(routes, r)
		}
	}
	return routes, nil
}

func newRoute(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) (route, error) {
	r := route{
		procedure: "/" + string(method.Parent().FullName()) + "/" + string(method.Name()),
		rpc:       method,
		path:      map[string]protoreflect.FieldDescriptor{},
		hasBody:   rule.GetBody() != "",
		status:    http.StatusOK,
	}
	switch {
	case rule.GetGet() != "":
		r.method, r.pattern = http.MethodGet, rule.GetGet()
	case rule.GetPost() != "":
		r.method, r.pattern = http.MethodPost, rule.GetPost()
	case rule.GetPut() != "":
		r.method, r.pattern = http.MethodPut, rule.GetPut()
	case rule.GetPatch() != "":
		r.method, r.pattern = http.MethodPatch, rule.GetPatch()
	case rule.GetDelete() != "":
		r.method, r.pattern = http.MethodDelete, rule.GetDelete()
	default:
		return r, fmt.Errorf("no method that is known here")
	}
	if status, _ := proto.GetExtension(method.Options(), uvboardv1.E_HttpStatus).(int32); status != 0 {
		r.status = int(status)
	}
	var err error
	if r.input, err = protoregistry.GlobalTypes.FindMessageByName(method.Input().FullName()); err != nil {
		return r, err
	}
	for _, message := range []protoreflect.MessageDescriptor{method.Input(), method.Output()} {
		if err := checkMessage(message, map[protoreflect.FullName]bool{}); err != nil {
			return r, err
		}
	}
	fields := method.Input().Fields()
	used := map[protoreflect.Name]bool{}
	for _, segment := range strings.Split(r.pattern, "/") {
		name, isVariable := variable(segment)
		if !isVariable {
			continue
		}
		field := fields.ByName(protoreflect.Name(name))
		if field == nil || field.IsList() || field.Message() != nil {
			return r, fmt.Errorf("path variable %q is no plain field of the request", name)
		}
		r.path[name] = field
		used[field.Name()] = true
	}
	if body := rule.GetBody(); body != "" && body != "*" {
		if r.bodyField = fields.ByName(protoreflect.Name(body)); r.bodyField == nil || r.bodyField.Message() == nil || r.bodyField.IsList() {
			return r, fmt.Errorf("body %q is no message field of the request", body)
		}
		used[r.bodyField.Name()] = true
	}
	if rule.GetBody() == "*" {
		return r, nil
	}
	for i := range fields.Len() {
		field := fields.Get(i)
		if used[field.Name()] || field.Message() != nil {
			continue
		}
		further, _ := proto.GetExtension(field.Options(), uvboardv1.E_QueryNames).([]string)
		r.query = append(r.query, queryField{field: field, names: append([]string{field.JSONName()}, further...)})
	}
	return r, nil
}

// checkMessage refuses, at start and not at the first request, a message with a kind of field that has no form here.
func checkMessage(message protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) error {
	if seen[message.FullName()] || message.FullName() == timestampName || message.FullName() == structName {
		return nil
	}
	seen[message.FullName()] = true
	if strings.HasPrefix(string(message.FullName()), "google.protobuf.") {
		return fmt.Errorf("%s has no REST form", message.FullName())
	}
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		switch {
		case field.IsMap(), field.ContainingOneof() != nil && !field.ContainingOneof().IsSynthetic():
			return fmt.Errorf("%s: maps and oneofs have no REST form", field.FullName())
		case field.Message() != nil:
			if err := checkMessage(field.Message(), seen); err != nil {
				return err
			}
		default:
			switch field.Kind() {
			case protoreflect.StringKind, protoreflect.BoolKind, protoreflect.EnumKind,
				protoreflect.Int32Kind, protoreflect.Int64Kind, protoreflect.DoubleKind:
			default:
				return fmt.Errorf("%s: a %s has no REST form", field.FullName(), field.Kind())
			}
		}
	}
	return nil
}

// variable is the name in a path segment such as {id}.
func variable(segment string) (string, bool) {
	if strings.HasPrefix(segment, "{") && strings.HasSuffix(segment, "}") {
		return segment[1 : len(segment)-1], true
	}
	return "", false
}
