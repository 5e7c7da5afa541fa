package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// Route is one documented method and path, and the procedure behind it.
type Route struct {
	Method, Pattern string
	Procedure       string
	RPC             protoreflect.MethodDescriptor
	HasBody         bool
	BodyField       protoreflect.FieldDescriptor // nil when the body is the whole request
	// the fields that the pattern's variables of the same names set, in order
	Path   []protoreflect.FieldDescriptor
	Query  []QueryField
	Status int // of success
}

// QueryField is a request field that the query string may set, with its names there, the preferred one first.
type QueryField struct {
	Field protoreflect.FieldDescriptor
	Names []string
}

// TakesAll reports whether the query may say "all", the documented word for no filter. It is not a value of the
// enumeration.
func (q QueryField) TakesAll() bool {
	if q.Field.IsList() || q.Field.Kind() != protoreflect.EnumKind {
		return false
	}
	_, isWord := enumname.Number(q.Field.Enum(), "all")
	return !isWord
}

// Body is the message that the request body holds.
func (r *Route) Body() protoreflect.MessageDescriptor {
	if r.BodyField != nil {
		return r.BodyField.Message()
	}
	return r.RPC.Input()
}

// Answered is the field that is the whole response body, nil if the body is the response message.
func Answered(rpc protoreflect.MethodDescriptor) protoreflect.FieldDescriptor {
	rule, _ := proto.GetExtension(rpc.Options(), annotations.E_Http).(*annotations.HttpRule)
	return rpc.Output().Fields().ByName(protoreflect.Name(rule.GetResponseBody()))
}

// Routes reads the documented paths of a service from its google.api.http annotations.
func Routes(service protoreflect.ServiceDescriptor) ([]Route, error) {
	var routes []Route
	for i := range service.Methods().Len() {
		method := service.Methods().Get(i)
		rule, _ := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
		if rule == nil {
			continue // not part of REST
		}
		r, err := newRoute(method, rule)
		if err != nil {
			return nil, fmt.Errorf("rest: route of %s: %w", method.FullName(), err)
		}
		routes = append(routes, r)
	}
	return routes, nil
}

func newRoute(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) (Route, error) {
	r := Route{
		Procedure: "/" + string(method.Parent().FullName()) + "/" + string(method.Name()),
		RPC:       method,
		HasBody:   rule.GetBody() != "",
		Status:    http.StatusOK,
	}
	switch {
	case rule.GetGet() != "":
		r.Method, r.Pattern = http.MethodGet, rule.GetGet()
	case rule.GetPost() != "":
		r.Method, r.Pattern = http.MethodPost, rule.GetPost()
	case rule.GetPut() != "":
		r.Method, r.Pattern = http.MethodPut, rule.GetPut()
	case rule.GetPatch() != "":
		r.Method, r.Pattern = http.MethodPatch, rule.GetPatch()
	case rule.GetDelete() != "":
		r.Method, r.Pattern = http.MethodDelete, rule.GetDelete()
	default:
		return r, fmt.Errorf("unknown HTTP method")
	}
	if len(rule.GetAdditionalBindings()) > 0 {
		return r, fmt.Errorf("additional_bindings are not supported")
	}
	if status, _ := proto.GetExtension(method.Options(), uvboardv1.E_HttpStatus).(int32); status != 0 {
		r.Status = int(status)
	}
	for _, message := range []protoreflect.MessageDescriptor{method.Input(), method.Output()} {
		if err := checkMessage(message, map[protoreflect.FullName]bool{}); err != nil {
			return r, err
		}
	}
	if rule.GetResponseBody() != "" && Answered(method) == nil {
		return r, fmt.Errorf("response_body %q is not a field of the response", rule.GetResponseBody())
	}
	fields := method.Input().Fields()
	for segment := range strings.SplitSeq(r.Pattern, "/") {
		name, isVariable := strings.CutPrefix(segment, "{")
		if !isVariable {
			continue
		}
		field := fields.ByName(protoreflect.Name(strings.TrimSuffix(name, "}")))
		if field == nil || field.IsList() || field.Message() != nil {
			return r, fmt.Errorf("path variable %q is not a scalar field of the request", segment)
		}
		r.Path = append(r.Path, field)
	}
	switch body := rule.GetBody(); body {
	case "*":
		return r, nil
	case "":
	default:
		if r.BodyField = fields.ByName(protoreflect.Name(body)); r.BodyField == nil || r.BodyField.Message() == nil ||
			r.BodyField.IsList() {
			return r, fmt.Errorf("body %q is not a message field of the request", body)
		}
	}
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.Message() != nil || slices.Contains(r.Path, field) {
			continue
		}
		names, _ := proto.GetExtension(field.Options(), uvboardv1.E_QueryNames).([]string)
		r.Query = append(r.Query, QueryField{Field: field, Names: append([]string{field.JSONName()}, names...)})
	}
	return r, nil
}

// checkMessage rejects, at start, a message with a kind of field that has no REST form.
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
