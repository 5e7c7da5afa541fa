package main

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/rest"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

const (
	timestampName protoreflect.FullName = "google.protobuf.Timestamp"
	structName    protoreflect.FullName = "google.protobuf.Struct"
)

// schemas collects the schemas of messages and enumerations by name. A message that is both sent and received has two,
// since a response has every field and a request may omit any.
type schemas struct {
	all object
	err error // the first rule that cannot be expressed
}

// output is the schema of a message in a response.
func (s *schemas) output(message protoreflect.MessageDescriptor) object {
	return s.of(message, string(message.Name()), func(schema object) {
		properties, required := object{}, []string{}
		for field := range fieldsOf(message) {
			properties[field.JSONName()] = described(s.written(field), commentOf(field))
			if omit, _ := proto.GetExtension(field.Options(), uvboardv1.E_OmitUnset).(bool); !omit {
				required = append(required, field.JSONName())
			}
		}
		schema["properties"] = properties
		if len(required) > 0 {
			schema["required"] = required
		}
	}, s.written)
}

// input is the schema of a message in a request.
func (s *schemas) input(message protoreflect.MessageDescriptor) object {
	name := string(message.Name())
	if !strings.HasSuffix(name, "Request") && !strings.HasSuffix(name, "Input") {
		name += "Input"
	}
	return s.of(message, name, func(schema object) {
		properties := object{}
		for field := range fieldsOf(message) {
			properties[field.JSONName()] = s.asked(field)
			if takes, _ := proto.GetExtension(field.Options(), uvboardv1.E_TakesOthers).(bool); takes {
				schema["additionalProperties"] = object{"description": "Stored in `" + field.JSONName() + "`."}
			}
		}
		schema["properties"] = properties
	}, s.given)
}

// body is the schema of a route's request body, with the fields that it requires.
func (s *schemas) body(r *rest.Route, required []string) object {
	schema := s.input(r.Body())
	if r.BodyField != nil { // other routes share the schema and may require less
		if len(required) > 0 {
			schema = object{"allOf": []object{schema}, "required": required}
		}
		return schema
	}
	request := s.all[string(r.Body().Name())].(object)
	if len(required) > 0 {
		request["required"] = required
	}
	for _, field := range r.Path { // set by the path, not by the body
		delete(request["properties"].(object), field.JSONName())
	}
	return schema
}

// of returns a reference to the schema of a message, which describe fills at the first call, or the schema itself of a
// message that is not a JSON object with fixed fields.
func (s *schemas) of(message protoreflect.MessageDescriptor, name string, describe func(object),
	element func(protoreflect.FieldDescriptor) object) object {
	switch {
	case message.FullName() == timestampName:
		return object{"type": "string", "format": "date-time"}
	case message.FullName() == structName:
		return object{"type": "object", "additionalProperties": true}
	case rest.IsList(message):
		return element(message.Fields().Get(0))
	}
	if s.all[name] == nil {
		schema := described(object{"type": "object"}, commentOf(message))
		s.all[name] = schema // before its fields, since messages may be recursive
		describe(schema)
	}
	return ref(name)
}

// written is the schema of a field in a response: never missing, but possibly null.
func (s *schemas) written(field protoreflect.FieldDescriptor) object {
	switch {
	case field.IsList():
		return object{"type": "array", "items": s.element(field, s.output)}
	case field.Message() != nil:
		schema := s.output(field.Message())
		if field.Message().FullName() == structName || rest.IsList(field.Message()) {
			return schema // empty if unset
		}
		if _, isRef := schema["$ref"]; isRef {
			return object{"anyOf": []object{schema, {"type": "null"}}}
		}
		return nullable(schema)
	case field.Enum() != nil && isNullable(field):
		return object{"anyOf": []object{s.enum(field.Enum()), {"type": "null"}}}
	case field.Enum() != nil: // "" is the unspecified value
		return object{"anyOf": []object{s.enum(field.Enum()), {"const": ""}}}
	case field.HasPresence() && (field.Kind() != protoreflect.StringKind || isNullable(field)):
		return nullable(scalar(field))
	default:
		return scalar(field)
	}
}

func isNullable(field protoreflect.FieldDescriptor) bool {
	is, _ := proto.GetExtension(field.Options(), uvboardv1.E_Nullable).(bool)
	return is
}

// given is the schema of a field in a request.
func (s *schemas) given(field protoreflect.FieldDescriptor) object {
	if field.IsList() {
		return object{"type": "array", "items": s.element(field, s.input)}
	}
	return s.element(field, s.input)
}

// asked is the schema of a field in a request with its description and validation rules.
func (s *schemas) asked(field protoreflect.FieldDescriptor) object {
	schema := s.given(field)
	messages, err := constrain(schema, field)
	if err != nil && s.err == nil {
		s.err = err
	}
	return described(schema, commentOf(field), rejections(messages))
}

func (s *schemas) element(field protoreflect.FieldDescriptor, of func(protoreflect.MessageDescriptor) object) object {
	switch {
	case field.Message() != nil:
		return of(field.Message())
	case field.Enum() != nil:
		return s.enum(field.Enum())
	default:
		return scalar(field)
	}
}

// enum is a reference to the schema of an enumeration's words.
func (s *schemas) enum(enum protoreflect.EnumDescriptor) object {
	name := string(enum.Name())
	if s.all[name] == nil {
		var words []string
		lines := []string{commentOf(enum), ""}
		for i := range enum.Values().Len() {
			if value := enum.Values().Get(i); value.Number() != 0 {
				word := enumname.OfNumber(enum, value.Number())
				words = append(words, word)
				lines = append(lines, "- `"+word+"`: "+commentOf(value))
			}
		}
		s.all[name] = object{"type": "string", "enum": words, "description": strings.Join(lines, "\n")}
	}
	return ref(name)
}

// queried is the schema of a query parameter and its description, which OpenAPI places beside the schema.
func (s *schemas) queried(q rest.QueryField) (schema object, description string) {
	schema = s.asked(q.Field)
	description, _ = schema["description"].(string)
	delete(schema, "description")
	if q.TakesAll() {
		return object{"anyOf": []object{schema, {"const": "all"}}}, description + " `all` means no filter."
	}
	return schema, description
}

// described sets the description to the sentences that are not empty.
func described(o object, sentences ...string) object {
	sentences = slices.DeleteFunc(sentences, func(sentence string) bool { return sentence == "" })
	if len(sentences) > 0 {
		o["description"] = strings.Join(sentences, " ")
	}
	return o
}

func nullable(schema object) object {
	schema["type"] = []any{schema["type"], "null"}
	return schema
}

func scalar(field protoreflect.FieldDescriptor) object {
	switch field.Kind() {
	case protoreflect.BoolKind:
		return object{"type": "boolean"}
	case protoreflect.Int32Kind:
		return object{"type": "integer", "format": "int32"}
	case protoreflect.Int64Kind:
		return object{"type": "integer", "format": "int64"}
	case protoreflect.DoubleKind:
		return object{"type": "number", "format": "double"}
	default: // rest.Routes accepts strings as the only other kind
		return object{"type": "string"}
	}
}

func fieldsOf(message protoreflect.MessageDescriptor) func(func(protoreflect.FieldDescriptor) bool) {
	return func(yield func(protoreflect.FieldDescriptor) bool) {
		for i := range message.Fields().Len() {
			if !yield(message.Fields().Get(i)) {
				return
			}
		}
	}
}
