package web

import (
	"encoding/json"
	"fmt"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
)

// appendMessage writes a message as the web app holds it in memory (protobuf-es: enumerations as numbers, defaults present,
// what is unset absent), so that a page can show it before any code that knows protobuf has come. Two things differ, since
// JSON has no word for them: seconds of a Timestamp are text, and a Struct is the text of its JSON in $struct, apart from
// the rest so that nothing a member wrote is taken for a message. The text may stand inside a script element.
func appendMessage(b []byte, m protoreflect.Message) ([]byte, error) {
	if s, ok := m.Interface().(*structpb.Struct); ok {
		plain, err := json.Marshal(s.AsMap())
		if err != nil {
			return nil, err
		}
		return append(appendText(append(b, `{"$struct":`...), string(plain)), '}'), nil
	}
	descriptor := m.Descriptor()
	b = appendText(append(b, `{"$typeName":`...), string(descriptor.FullName()))
	isTimestamp := descriptor.FullName() == "google.protobuf.Timestamp"
	fields := descriptor.Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.HasPresence() && !m.Has(field) {
			continue
		}
		b = append(appendText(append(b, ','), field.JSONName()), ':')
		value := m.Get(field)
		var err error
		switch {
		case isTimestamp && field.Name() == "seconds":
			b = append(strconv.AppendInt(append(b, '"'), value.Int(), 10), '"')
		case field.IsList():
			b = append(b, '[')
			for i := range value.List().Len() {
				if i > 0 {
					b = append(b, ',')
				}
				if b, err = appendValue(b, field, value.List().Get(i)); err != nil {
					return nil, err
				}
			}
			b = append(b, ']')
		default:
			if b, err = appendValue(b, field, value); err != nil {
				return nil, err
			}
		}
	}
	return append(b, '}'), nil
}

func appendValue(b []byte, field protoreflect.FieldDescriptor, value protoreflect.Value) ([]byte, error) {
	if field.IsMap() || field.ContainingOneof() != nil && !field.HasOptionalKeyword() {
		return nil, fmt.Errorf("%s is a map or one of several, which nobody has asked for yet", field.FullName())
	}
	switch field.Kind() {
	case protoreflect.BoolKind:
		return strconv.AppendBool(b, value.Bool()), nil
	case protoreflect.Int32Kind:
		return strconv.AppendInt(b, value.Int(), 10), nil
	case protoreflect.EnumKind:
		return strconv.AppendInt(b, int64(value.Enum()), 10), nil
	case protoreflect.DoubleKind:
		number, err := json.Marshal(value.Float()) // refuses what is no number
		return append(b, number...), err
	case protoreflect.StringKind:
		return appendText(b, value.String()), nil
	case protoreflect.MessageKind:
		return appendMessage(b, value.Message())
	default:
		return nil, fmt.Errorf("%s is of the kind %s, which nobody has asked for yet", field.FullName(), field.Kind())
	}
}

// appendText writes < and > in a way that ends no script element and begins no comment.
func appendText(b []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // any text can be written
	return append(b, quoted...)
}
