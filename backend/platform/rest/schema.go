package rest

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// schemas gathers those of messages and enumerations by name. A message that is both sent and answered has two, since an
// answer has every field and a request need not have any.
type schemas struct {
	all part
	err error // the first rule that no schema can say
}

// output is the schema of a message as the encoder writes it.
func (s *schemas) output(message protoreflect.MessageDescriptor) part {
	return s.of(message, string(message.Name()), func(object part) {
		properties, required := part{}, []string{}
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			properties[field.JSONName()] = described(s.written(field), commentOf(field))
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
			properties[field.JSONName()] = s.asked(field)
			if takes, _ := proto.GetExtension(field.Options(), uvboardv1.E_TakesOthers).(bool); takes {
				object["additionalProperties"] = part{"description": "Kept in `" + field.JSONName() + "`."}
			}
		}
		object["properties"] = properties
	}, s.given)
}

// body is the schema of what a route takes, and with what it cannot be without.
func (s *schemas) body(r *route) part {
	schema := s.input(r.body())
	needed, err := r.needs()
	if err != nil && s.err == nil {
		s.err = err
	}
	if r.bodyField != nil { // others may take the same message and need less of it
		if len(needed) > 0 {
			schema = part{"allOf": []part{schema}, "required": needed}
		}
		return schema
	}
	object := s.all[string(r.body().Name())].(part)
	if len(needed) > 0 {
		object["required"] = needed
	}
	for _, field := range r.path { // said by the path
		delete(object["properties"].(part), field.JSONName())
	}
	return schema
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
		object := described(part{"type": "object"}, commentOf(message))
		s.all[name] = object // before its fields, which may come back to it
		describe(object)
	}
	return ref(name)
}

// written is the schema of a field in an answer, where it is never missing but may be null.
func (s *schemas) written(field protoreflect.FieldDescriptor) part {
	switch {
	case field.IsList():
		return part{"type": "array", "items": s.element(field, s.output)}
	case field.Message() != nil:
		schema := s.output(field.Message())
		if field.Message().FullName() == structName || isList(field.Message()) {
			return schema // empty when unset
		}
		if _, isRef := schema["$ref"]; isRef {
			return part{"anyOf": []part{schema, {"type": "null"}}}
		}
		return nullable(schema)
	case field.Enum() != nil: // "" is how an answer says that nothing was chosen
		return part{"anyOf": []part{s.enum(field.Enum()), {"const": ""}}}
	case field.HasPresence() && field.Kind() != protoreflect.StringKind:
		return nullable(plain(field))
	default:
		return plain(field)
	}
}

// given is the schema of a field in a request.
func (s *schemas) given(field protoreflect.FieldDescriptor) part {
	if field.IsList() {
		return part{"type": "array", "items": s.element(field, s.input)}
	}
	return s.element(field, s.input)
}

// asked is the schema of a field in a request with its rules and all that is said of it.
func (s *schemas) asked(field protoreflect.FieldDescriptor) part {
	schema := s.given(field)
	sentences, err := constrain(schema, field)
	if err != nil && s.err == nil {
		s.err = err
	}
	return described(schema, commentOf(field), refusals(sentences))
}

func (s *schemas) element(field protoreflect.FieldDescriptor, of func(protoreflect.MessageDescriptor) part) part {
	switch {
	case field.Message() != nil:
		return of(field.Message())
	case field.Enum() != nil:
		return s.enum(field.Enum())
	default:
		return plain(field)
	}
}

// enum is a reference to the words of an enumeration.
func (s *schemas) enum(enum protoreflect.EnumDescriptor) part {
	name := string(enum.Name())
	if s.all[name] == nil {
		var known []string
		meanings := []string{commentOf(enum), ""}
		for i := range enum.Values().Len() {
			value := enum.Values().Get(i)
			if value.Number() == 0 {
				continue
			}
			known = append(known, enumname.OfNumber(enum, value.Number()))
			meanings = append(meanings, "- `"+known[len(known)-1]+"`: "+commentOf(value))
		}
		s.all[name] = part{"type": "string", "enum": known, "description": strings.Join(meanings, "\n")}
	}
	return ref(name)
}

// queried is the schema of a field in a query string, and what is said of it, which a parameter has beside its schema.
func (s *schemas) queried(q queryField) (schema part, said string) {
	schema = s.asked(q.field)
	said, _ = schema["description"].(string)
	delete(schema, "description")
	if q.takesAll() {
		return part{"anyOf": []part{schema, {"const": "all"}}}, said + " `all` is the same as none."
	}
	return schema, said
}

// described adds the sentences that are not empty to a schema, an operation or a parameter.
func described(p part, sentences ...string) part {
	said := slices.DeleteFunc(sentences, func(sentence string) bool { return sentence == "" })
	if len(said) > 0 {
		p["description"] = strings.Join(said, " ")
	}
	return p
}

func nullable(schema part) part {
	schema["type"] = []any{schema["type"], "null"}
	return schema
}

// plain is the schema of one value.
func plain(field protoreflect.FieldDescriptor) part {
	switch field.Kind() {
	case protoreflect.BoolKind:
		return part{"type": "boolean"}
	case protoreflect.Int32Kind:
		return part{"type": "integer", "format": "int32"}
	case protoreflect.Int64Kind:
		return part{"type": "integer", "format": "int64"}
	case protoreflect.DoubleKind:
		return part{"type": "number", "format": "double"}
	default: // checkMessage let in nothing else but texts
		return part{"type": "string"}
	}
}
