package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/enumname"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

const (
	timestampName protoreflect.FullName = "google.protobuf.Timestamp"
	structName    protoreflect.FullName = "google.protobuf.Struct"
)

// JSON returns the REST form of a message.
func JSON(message proto.Message) []byte { return appendMessage(nil, message.ProtoReflect()) }

// IsList reports whether a message is a list that can be absent. Its only field is `values`; in JSON it is a bare
// array.
func IsList(message protoreflect.MessageDescriptor) bool {
	return message.Fields().Len() == 1 && message.Fields().Get(0).Name() == "values" && message.Fields().Get(0).
		IsList() &&
		message.FullName() != "google.protobuf.ListValue"
}

type outputField struct {
	protoreflect.FieldDescriptor
	key       string // `"isPublic":`
	omitUnset bool
	nullable  bool
}

var outputFields sync.Map // protoreflect.MessageDescriptor to []outputField

func outputFieldsOf(message protoreflect.MessageDescriptor) []outputField {
	if known, ok := outputFields.Load(message); ok {
		return known.([]outputField)
	}
	var fields []outputField
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		omit, _ := proto.GetExtension(field.Options(), uvboardv1.E_OmitUnset).(bool)
		nullable, _ := proto.GetExtension(field.Options(), uvboardv1.E_Nullable).(bool)
		fields = append(fields, outputField{FieldDescriptor: field, key: strconv.Quote(field.JSONName()) + ":",
			omitUnset: omit, nullable: nullable})
	}
	outputFields.Store(message, fields)
	return fields
}

// appendMessage writes a message with all its fields, set or not.
func appendMessage(b []byte, message protoreflect.Message) []byte {
	switch m := message.Interface().(type) {
	case *timestamppb.Timestamp:
		if !m.IsValid() {
			return append(b, "null"...)
		}
		return append(m.AsTime().AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
	case *structpb.Struct:
		return appendJSON(b, m.AsMap())
	}
	if IsList(message.Descriptor()) {
		return appendField(b, message, message.Descriptor().Fields().Get(0))
	}
	b = append(b, '{')
	empty := len(b)
	for _, field := range outputFieldsOf(message.Descriptor()) {
		if field.omitUnset && !message.Has(field.FieldDescriptor) {
			continue
		}
		if len(b) > empty {
			b = append(b, ',')
		}
		b = append(b, field.key...)
		if field.nullable && !message.Has(field.FieldDescriptor) {
			b = append(b, "null"...)
			continue
		}
		b = appendField(b, message, field.FieldDescriptor)
	}
	return append(b, '}')
}

// appendField writes the value of a field. Unset messages and numbers are null, unset lists and Structs are empty.
func appendField(b []byte, message protoreflect.Message, field protoreflect.FieldDescriptor) []byte {
	value := message.Get(field)
	switch {
	case field.IsList():
		b = append(b, '[')
		for i := range value.List().Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, field, value.List().Get(i))
		}
		return append(b, ']')
	case !field.HasPresence() || message.Has(field),
		field.Kind() == protoreflect.StringKind, field.Kind() == protoreflect.EnumKind,
		field.Message() != nil && (field.Message().FullName() == structName || IsList(field.Message())):
		return appendValue(b, field, value)
	default:
		return append(b, "null"...)
	}
}

func appendValue(b []byte, field protoreflect.FieldDescriptor, value protoreflect.Value) []byte {
	switch field.Kind() {
	case protoreflect.MessageKind:
		return appendMessage(b, value.Message())
	case protoreflect.StringKind:
		return appendString(b, value.String())
	case protoreflect.EnumKind:
		return appendString(b, enumname.OfNumber(field.Enum(), value.Enum()))
	case protoreflect.BoolKind:
		return strconv.AppendBool(b, value.Bool())
	case protoreflect.Int32Kind, protoreflect.Int64Kind:
		return strconv.AppendInt(b, value.Int(), 10)
	case protoreflect.DoubleKind:
		if math.IsNaN(value.Float()) || math.IsInf(value.Float(), 0) {
			return append(b, "null"...)
		}
	}
	return appendJSON(b, value.Interface())
}

// appendString writes a string as encoding/json does with SetEscapeHTML(false), but several times faster for a long
// text.
func appendString(b []byte, s string) []byte {
	b = append(slices.Grow(b, len(s)+len(s)/8+2), '"')
	copied := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && isPlain[s[i]] {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r >= utf8.RuneSelf && r != '\u2028' && r != '\u2029' && (r != utf8.RuneError || size > 1) {
			i += size
			continue
		}
		b = appendEscape(append(b, s[copied:i]...), r)
		i += size
		copied = i
	}
	return append(append(b, s[copied:]...), '"')
}

// isPlain are the ASCII characters that need no escape.
var isPlain = func() (plain [utf8.RuneSelf]bool) {
	for c := range plain {
		plain[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return plain
}()

func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\n':
		return append(b, '\\', 'n')
	case '\t':
		return append(b, '\\', 't')
	case '\r':
		return append(b, '\\', 'r')
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	}
	return fmt.Appendf(b, `\u%04x`, r)
}

// appendJSON writes a value as encoding/json does, but leaves <, > and & as they are.
func appendJSON(b []byte, value any) []byte {
	buffer := bytes.NewBuffer(b)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return append(b, "null"...)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}
