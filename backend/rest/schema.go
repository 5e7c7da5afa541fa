package rest

import (
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/word"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// schemas gathers those of messages by name. A message that is both sent and answered has two, since an answer has every
// field and a request need not have any.
type schemas struct{ all part }

// output is the schema of a message as the encoder writes it.
func (s *schemas) output(message protoreflect.MessageDescriptor) part {
	return s.of(message, string(message.Name()), func(object part) {
		properties, required := part{}, []string{}
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			properties[field.JSONName()] = s.written(field)
			if omit, _ := proto.GetExtension(field.Options(), uvboardv1.E_OmitUnset).(bool); !omit {
				required = append(required, field.JSONName())
			}
		}
		object["properties"] = properties
		if len(required) > 0 {
			object["required"] = required
		}
	}, s.written)
}

// input is the schema of a message as the decoder reads it.
func (s *schemas) input(message protoreflect.MessageDescriptor) part {
	name := string(message.Name())
	if !strings.HasSuffix(name, "Request") && !strings.HasSuffix(name, "Input") {
		name += "Input"
	}
	return s.of(message, name, func(object part) {
		properties := part{}
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			properties[field.JSONName()] = s.given(field)
		}
		object["properties"] = properties
	}, s.given)
}

// of is a reference to the schema of a message, which is made by describe at the first time, or the schema itself where
// the message stands for something plainer.
func (s *schemas) of(message protoreflect.MessageDescriptor, name string, describe func(object part), element func(protoreflect.FieldDescriptor) part) part {
	switch {
	case message.FullName() == timestampName:
		return part{"type": "string", "format": "date-time"}
	case message.FullName() == structName:
		return part{"type": "object", "additionalProperties": true}
	case isList(message):
		return element(message.Fields().Get(0))
	}
	if s.all[name] == nil {
		object := part{"type": "object"}
		s.all[name] = object // before its fields, which may come back to it
		describe(object)
	}
	return ref(name)
}

// written is the schema of a field in an answer, where it is never missing but may be null.
func (s *schemas) written(field protoreflect.FieldDescriptor) part {
	switch {
	case field.IsList():
		return part{"type": "array", "items": s.element(field, s.output, true)}
	case field.Message() != nil:
		schema := s.output(field.Message())
		if field.Message().FullName() == structName || isList(field.Message()) {
			return schema // empty when unset
		}
		if _, isRef := schema["$ref"]; isRef {
			return part{"anyOf": []part{schema, {"type": "null"}}}
		}
		return nullable(schema)
	case field.HasPresence() && field.Kind() != protoreflect.StringKind && field.Kind() != protoreflect.EnumKind:
		return nullable(plain(field, true))
	default:
		return plain(field, true)
	}
}

// given is the schema of a field in a request.
func (s *schemas) given(field protoreflect.FieldDescriptor) part {
	if field.IsList() {
		return part{"type": "array", "items": s.element(field, s.input, false)}
	}
	return s.element(field, s.input, false)
}

func (s *schemas) element(field protoreflect.FieldDescriptor, of func(protoreflect.MessageDescriptor) part, unset bool) part {
	if field.Message() != nil {
		return of(field.Message())
	}
	return plain(field, unset && !field.IsList())
}

// queried is the schema of a field in a query string.
func (s *schemas) queried(q queryField) part {
	schema := s.given(q.field)
	if !q.field.IsList() && q.isAll("all") {
		schema["enum"] = append(schema["enum"].([]string), "all")
	}
	return schema
}

func nullable(schema part) part {
	schema["type"] = []any{schema["type"], "null"}
	return schema
}

// plain is the schema of one value. Unset says whether an enumeration may be "", which is how an answer says that
// nothing was chosen.
func plain(field protoreflect.FieldDescriptor, unset bool) part {
	switch field.Kind() {
	case protoreflect.BoolKind:
		return part{"type": "boolean"}
	case protoreflect.Int32Kind:
		return part{"type": "integer", "format": "int32"}
	case protoreflect.Int64Kind:
		return part{"type": "integer", "format": "int64"}
	case protoreflect.DoubleKind:
		return part{"type": "number", "format": "double"}
	case protoreflect.EnumKind:
		var known []string
		for i := range field.Enum().Values().Len() {
			number := field.Enum().Values().Get(i).Number()
			if number != 0 || unset {
				known = append(known, word.OfNumber(field.Enum(), number))
			}
		}
		return part{"type": "string", "enum": known}
	default: // checkMessage let in nothing else but texts
		return part{"type": "string"}
	}
}
