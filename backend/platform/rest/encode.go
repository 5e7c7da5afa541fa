package rest

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
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

// IsList reports whether a message is a list that can be absent. Its only field is `values`; in JSON it is a bare array.
func IsList(message protoreflect.MessageDescriptor) bool {
	return message.Fields().Len() == 1 && message.Fields().Get(0).Name() == "values" && message.Fields().Get(0).IsList() &&
		message.FullName() != "google.protobuf.ListValue"
}

type outputField struct {
	protoreflect.FieldDescriptor
	key       string // `"isPublic":`
	omitUnset bool
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
		fields = append(fields, outputField{FieldDescriptor: field, key: strconv.Quote(field.JSONName()) + ":", omitUnset: omit})
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
		b = appendField(append(b, field.key...), message, field.FieldDescriptor)
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

func appendString(b []byte, s string) []byte {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, needsEscape) {
		return append(append(append(b, '"'), s...), '"')
	}
	return appendJSON(b, s)
}

func needsEscape(r rune) bool {
	return r < ' ' || r == '"' || r == '\\' || r == '\u2028' || r == '\u2029'
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
