package rest

import (
	"encoding/base64"
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

// plan is what the encoder wants to know of a message, looked up once.
type plan struct {
	kind   planKind
	fields []fieldPlan
}

type planKind int

const (
	object planKind = iota
	bareList
	timestamp
	structure
)

type fieldPlan struct {
	field     protoreflect.FieldDescriptor
	key       string // `"isPublic":`
	kind      protoreflect.Kind
	isList    bool
	omitUnset bool
	nullUnset bool // a number that nobody gave is not zero
}

var plans sync.Map // protoreflect.MessageDescriptor to *plan

func planOf(message protoreflect.MessageDescriptor) *plan {
	if known, ok := plans.Load(message); ok {
		return known.(*plan)
	}
	p := &plan{}
	switch {
	case message.FullName() == timestampName:
		p.kind = timestamp
	case message.FullName() == structName:
		p.kind = structure
	case IsList(message):
		p.kind = bareList
	}
	for i := range message.Fields().Len() {
		p.fields = append(p.fields, fieldPlanOf(message.Fields().Get(i)))
	}
	stored, _ := plans.LoadOrStore(message, p)
	return stored.(*plan)
}

func fieldPlanOf(field protoreflect.FieldDescriptor) fieldPlan {
	omit, _ := proto.GetExtension(field.Options(), uvboardv1.E_OmitUnset).(bool)
	kind := field.Kind()
	return fieldPlan{
		field: field, key: string(appendString(nil, field.JSONName())) + ":", kind: kind, isList: field.IsList(), omitUnset: omit,
		nullUnset: field.HasPresence() && kind != protoreflect.StringKind && kind != protoreflect.EnumKind,
	}
}

// IsList reports whether a message is a list that can be absent. Its only field is `values`; in JSON it is a bare array.
func IsList(message protoreflect.MessageDescriptor) bool {
	return message.Fields().Len() == 1 && message.Fields().Get(0).Name() == "values" && message.Fields().Get(0).IsList() &&
		message.FullName() != "google.protobuf.ListValue"
}

// appendMessage writes a message with all its fields, set or not.
func appendMessage(b []byte, message protoreflect.Message) []byte {
	p := planOf(message.Descriptor())
	switch p.kind {
	case timestamp:
		return appendTimestamp(b, message.Interface())
	case structure:
		return appendStruct(b, message.Interface())
	case bareList:
		return appendList(b, &p.fields[0], message.Get(p.fields[0].field).List())
	}
	b = append(b, '{')
	first := true
	for i := range p.fields {
		field := &p.fields[i]
		if field.omitUnset && !message.Has(field.field) {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(b, field.key...)
		b = appendField(b, field, message)
	}
	return append(b, '}')
}

func appendField(b []byte, plan *fieldPlan, message protoreflect.Message) []byte {
	switch {
	case plan.isList:
		return appendList(b, plan, message.Get(plan.field).List())
	case plan.nullUnset && !message.Has(plan.field):
		if plan.kind == protoreflect.MessageKind {
			return appendUnset(b, plan.field.Message())
		}
		return append(b, "null"...)
	case plan.kind == protoreflect.MessageKind:
		return appendMessage(b, message.Get(plan.field).Message())
	default:
		return appendScalar(b, plan, message.Get(plan.field))
	}
}

func appendUnset(b []byte, message protoreflect.MessageDescriptor) []byte {
	switch planOf(message).kind {
	case structure:
		return append(b, "{}"...)
	case bareList:
		return append(b, "[]"...)
	default:
		return append(b, "null"...)
	}
}

func appendList(b []byte, plan *fieldPlan, list protoreflect.List) []byte {
	b = append(b, '[')
	for i := range list.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		if plan.kind == protoreflect.MessageKind {
			b = appendMessage(b, list.Get(i).Message())
		} else {
			b = appendScalar(b, plan, list.Get(i))
		}
	}
	return append(b, ']')
}

func appendScalar(b []byte, plan *fieldPlan, value protoreflect.Value) []byte {
	switch plan.kind {
	case protoreflect.StringKind:
		return appendString(b, value.String())
	case protoreflect.BoolKind:
		return strconv.AppendBool(b, value.Bool())
	case protoreflect.EnumKind:
		return appendString(b, enumname.OfNumber(plan.field.Enum(), value.Enum()))
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind,
		protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return strconv.AppendInt(b, value.Int(), 10)
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return strconv.AppendUint(b, value.Uint(), 10)
	case protoreflect.FloatKind:
		return appendFloat(b, value.Float(), 32)
	case protoreflect.DoubleKind:
		return appendFloat(b, value.Float(), 64)
	case protoreflect.BytesKind:
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, value.Bytes())
		return append(b, '"')
	default:
		// checkMessage let no such field through when the routes were read.
		panic(fmt.Sprintf("rest: %s cannot be written", plan.field.FullName()))
	}
}

// appendFloat writes a number as encoding/json does; what JSON has no number for is null.
func appendFloat(b []byte, value float64, bits int) []byte {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return append(b, "null"...)
	}
	format := byte('f')
	if abs := math.Abs(value); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, value, format, -1, bits)
}

// appendTimestamp writes RFC 3339 in UTC; a time outside its years is null.
func appendTimestamp(b []byte, message proto.Message) []byte {
	timestamp, ok := message.(*timestamppb.Timestamp)
	if !ok || timestamp.CheckValid() != nil {
		return append(b, "null"...)
	}
	b = append(b, '"')
	b = timestamp.AsTime().AppendFormat(b, time.RFC3339Nano)
	return append(b, '"')
}

func appendStruct(b []byte, message proto.Message) []byte {
	object, ok := message.(*structpb.Struct)
	if !ok {
		return append(b, "null"...)
	}
	names := make([]string, 0, len(object.GetFields()))
	for name := range object.GetFields() {
		names = append(names, name)
	}
	slices.Sort(names) // the same answer for the same content
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, name)
		b = append(b, ':')
		b = appendValue(b, object.GetFields()[name])
	}
	return append(b, '}')
}

func appendValue(b []byte, value *structpb.Value) []byte {
	switch kind := value.GetKind().(type) {
	case *structpb.Value_BoolValue:
		return strconv.AppendBool(b, kind.BoolValue)
	case *structpb.Value_NumberValue:
		return appendFloat(b, kind.NumberValue, 64)
	case *structpb.Value_StringValue:
		return appendString(b, kind.StringValue)
	case *structpb.Value_StructValue:
		return appendStruct(b, kind.StructValue)
	case *structpb.Value_ListValue:
		b = append(b, '[')
		for i, item := range kind.ListValue.GetValues() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, item)
		}
		return append(b, ']')
	default:
		return append(b, "null"...)
	}
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string. Bytes that are not UTF-8 become U+FFFD; U+2028 and U+2029 are escaped, since some
// readers still take them for line ends.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			b = append(b, s[start:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			case '\r':
				b = append(b, '\\', 'r')
			case '\t':
				b = append(b, '\\', 't')
			default:
				b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
			}
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
			b = append(b, s[start:i]...)
			b = append(b, '\\', 'u', hexDigits[r>>12], hexDigits[r>>8&0xf], hexDigits[r>>4&0xf], hexDigits[r&0xf])
			i += size
			start = i
			continue
		}
		i += size
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}
