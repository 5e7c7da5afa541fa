package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// decoder sets the fields of a message from JSON and text. It goes on after a value of the wrong type, so that fault
// names all of them.
type decoder struct {
	fault   *fault.Fault
	renamed map[string]string // JSON name of a field to its name in the query
}

func (d *decoder) reject(path, phrase string) {
	d.rejectWith(path, "The value of "+path+" must be "+phrase+".")
}

func (d *decoder) rejectWith(path, sentence string) {
	if d.fault == nil {
		d.fault = fault.Of(fault.Invalid(path, sentence))
	} else {
		d.fault.Reject(path, sentence)
	}
}

// rejectWord rejects an unknown word with the list of allowed ones: those of the enumeration, and further ones.
func (d *decoder) rejectWord(path string, field protoreflect.FieldDescriptor, further ...string) {
	var words []string
	for i := range field.Enum().Values().Len() {
		if number := field.Enum().Values().Get(i).Number(); number != 0 {
			words = append(words, enumname.OfNumber(field.Enum(), number))
		}
	}
	d.reject(path, "one of: "+strings.Join(append(words, further...), ", "))
}

// Decode sets the fields of a message from its JSON in REST. Fault: invalid.
func Decode(data []byte, message proto.Message) error {
	d := &decoder{}
	if err := d.body(data, message.ProtoReflect()); err != nil {
		return err
	}
	if d.fault != nil {
		return d.fault
	}
	return nil
}

// maxDepth bounds the nesting of a body. Real bodies nest three levels.
const maxDepth = 100

// body sets the fields of a message from a JSON object. It ignores unknown names; null leaves a field unset.
func (d *decoder) body(data []byte, message protoreflect.Message) error {
	switch {
	case !utf8.Valid(data):
		return fault.Malformed("The request body is not valid UTF-8.")
	case !json.Valid(data):
		return fault.Malformed("The request body is not valid JSON.")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var body any
	if err := decoder.Decode(&body); err != nil {
		return fault.Malformed("The request body is not valid JSON.")
	}
	if depth(body) > maxDepth {
		return fault.Malformed("The request body is nested too deeply.")
	}
	switch body := body.(type) {
	case nil:
	case map[string]any:
		d.object(message, body, "")
	default:
		return fault.Malformed("The request body must be a JSON object.")
	}
	return nil
}

// depth is the number of objects and arrays around the innermost value.
func depth(value any) (deepest int) {
	switch value := value.(type) {
	case map[string]any:
		for _, item := range value {
			deepest = max(deepest, depth(item))
		}
		return deepest + 1
	case []any:
		for _, item := range value {
			deepest = max(deepest, depth(item))
		}
		return deepest + 1
	}
	return 0
}

// object sets the fields of a message. Prefix is the path to it.
func (d *decoder) object(message protoreflect.Message, object map[string]any, prefix string) {
	fields := message.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if value := object[field.JSONName()]; value != nil {
			d.field(message, field, value, prefix+field.JSONName())
		}
		if takes, _ := proto.GetExtension(field.Options(), uvboardv1.E_TakesOthers).(bool); takes {
			d.others(message, field, object, prefix)
		}
	}
}

// others adds the unknown names of an object to a Struct field.
func (d *decoder) others(message protoreflect.Message, field protoreflect.FieldDescriptor, object map[string]any,
	prefix string) {
	for name, value := range object {
		if message.Descriptor().Fields().ByJSONName(name) != nil {
			continue
		}
		converted, err := structpb.NewValue(value)
		if err != nil { // a number out of range, the only possible error
			d.reject(prefix+name, "made of numbers in range")
			continue
		}
		others := message.Mutable(field).Message().Interface().(*structpb.Struct)
		if others.Fields == nil {
			others.Fields = map[string]*structpb.Value{}
		}
		others.Fields[name] = converted
	}
}

func (d *decoder) field(message protoreflect.Message, field protoreflect.FieldDescriptor, value any, path string) {
	switch {
	case field.IsList():
		d.list(message, field, value, path)
	case field.Message() == nil:
		if scalar, ok := d.scalar(field, value, path); ok {
			message.Set(field, scalar)
		}
	case IsList(field.Message()):
		list := message.Mutable(field).Message()
		d.list(list, list.Descriptor().Fields().Get(0), value, path)
	default:
		d.message(message.Mutable(field).Message(), value, path)
	}
}

func (d *decoder) list(message protoreflect.Message, field protoreflect.FieldDescriptor, value any, path string) {
	if text, ok := value.(string); ok && proto.GetExtension(field.Options(), uvboardv1.E_TakesCommas).(bool) {
		for item := range strings.SplitSeq(text, ",") {
			d.text(message, field, item, path)
		}
		return
	}
	items, ok := value.([]any)
	if !ok {
		d.reject(path, "a list")
		return
	}
	list := message.Mutable(field).List()
	for i, item := range items {
		if d.fault != nil && len(d.fault.Fields) == fault.MaxFields {
			return
		}
		path := path + "[" + strconv.Itoa(i) + "]"
		if field.Message() != nil {
			d.message(list.AppendMutable().Message(), item, path)
		} else if scalar, ok := d.scalar(field, item, path); ok {
			if field.Enum() != nil && scalar.Enum() == 0 {
				d.rejectWord(path, field)
			} else {
				list.Append(scalar)
			}
		}
	}
}

func (d *decoder) message(message protoreflect.Message, value any, path string) {
	object, isObject := value.(map[string]any)
	switch m := message.Interface().(type) {
	case *timestamppb.Timestamp:
		text, ok := value.(string)
		if !ok {
			d.reject(path, "a time")
			return
		}
		at, err := time.Parse(time.RFC3339, text)
		timestamp := timestamppb.New(at)
		if err != nil || timestamp.CheckValid() != nil {
			d.reject(path, "a time such as 2025-01-31T12:00:00Z")
			return
		}
		proto.Merge(m, timestamp)
	case *structpb.Struct:
		if !isObject {
			d.reject(path, "an object")
			return
		}
		converted, err := structpb.NewStruct(object)
		if err != nil {
			d.reject(path, "made of numbers in range")
			return
		}
		proto.Merge(m, converted)
	default:
		if !isObject {
			d.reject(path, "an object")
			return
		}
		d.object(message, object, path+".")
	}
}

// scalar converts a value that is not an object or a list. It reports whether the value fits.
func (d *decoder) scalar(field protoreflect.FieldDescriptor, value any, path string) (protoreflect.Value, bool) {
	switch field.Kind() {
	case protoreflect.StringKind:
		if text, ok := value.(string); ok {
			return protoreflect.ValueOfString(text), true
		}
		d.reject(path, "text")
	case protoreflect.EnumKind:
		if word, ok := value.(string); ok {
			if number, ok := enumname.Number(field.Enum(), word); ok {
				return protoreflect.ValueOfEnum(number), true
			}
		}
		d.rejectWord(path, field)
	case protoreflect.BoolKind:
		if value, ok := value.(bool); ok {
			return protoreflect.ValueOfBool(value), true
		}
		d.reject(path, "true or false")
	case protoreflect.DoubleKind:
		if number, ok := parse(value); ok && !math.IsNaN(number) && !math.IsInf(number, 0) {
			return protoreflect.ValueOfFloat64(number), true
		}
		d.reject(path, "a number")
	default: // int32 or int64; 3.0 and 1e2 are whole numbers
		number, ok := parse(value)
		if ok && number == math.Trunc(number) {
			if field.Kind() == protoreflect.Int32Kind && math.MinInt32 <= number && number <= math.MaxInt32 {
				return protoreflect.ValueOfInt32(int32(number)), true
			}
			if field.Kind() == protoreflect.Int64Kind && math.Abs(number) <= 1<<53 { // beyond, a double skips integers
				return protoreflect.ValueOfInt64(int64(number)), true
			}
		}
		d.reject(path, "a whole number")
	}
	return protoreflect.Value{}, false
}

func parse(value any) (float64, bool) {
	text, ok := value.(json.Number)
	number, err := text.Float64()
	return number, ok && err == nil
}

// text sets a field, or adds to a list, from the text of a path segment or a query value.
func (d *decoder) text(message protoreflect.Message, field protoreflect.FieldDescriptor, text, path string) {
	if !utf8.ValidString(text) {
		d.rejectWith(path, "The value of "+path+" is not valid UTF-8.")
		return
	}
	var value any = text
	switch field.Kind() {
	case protoreflect.StringKind, protoreflect.EnumKind:
	case protoreflect.BoolKind:
		if parsed, err := strconv.ParseBool(text); err == nil {
			value = parsed
		}
	default:
		value = json.Number(text)
	}
	scalar, ok := d.scalar(field, value, path)
	switch {
	case !ok:
	case field.IsList():
		message.Mutable(field).List().Append(scalar)
	default:
		message.Set(field, scalar)
	}
}

// query sets fields from the query string. It ignores unknown names and empty values. Of several names of a field, the
// first with a value counts.
func (d *decoder) query(fields []QueryField, raw string, message protoreflect.Message) error {
	if raw == "" || len(fields) == 0 {
		return nil
	}
	query, err := url.ParseQuery(raw)
	if err != nil {
		return fault.Malformed("The query string cannot be read.")
	}
	d.renamed = map[string]string{}
	for _, q := range fields {
		for _, name := range q.Names {
			values := slices.DeleteFunc(query[name], func(value string) bool { return value == "" })
			if len(values) == 0 || q.TakesAll() && values[0] == "all" {
				continue
			}
			d.renamed[q.Field.JSONName()] = name
			d.parameter(q, name, values, message)
			break
		}
	}
	return nil
}

// Limit is the REST name of a page size. Unlike pageSize, it must be from 1 to MaxLimit.
const (
	Limit    = "limit"
	MaxLimit = paging.MaxSize
)

func (d *decoder) parameter(q QueryField, name string, values []string, message protoreflect.Message) {
	if n, err := strconv.Atoi(values[0]); name == Limit && err == nil && (n < 1 || n > MaxLimit) {
		d.reject(name, fmt.Sprintf("from 1 to %d", MaxLimit))
		return
	}
	if q.TakesAll() {
		if _, isWord := enumname.Number(q.Field.Enum(), values[0]); !isWord {
			d.rejectWord(name, q.Field, "all")
			return
		}
	}
	if !q.Field.IsList() {
		d.text(message, q.Field, values[0], name)
		return
	}
	for item := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if item != "" {
			d.text(message, q.Field, item, name)
		}
	}
}

// rename gives fields that validation rejected their names in the query.
func (d *decoder) rename(f *fault.Fault) {
	for from, to := range d.renamed {
		sentence, ok := f.Fields[from]
		if !ok || from == to {
			continue
		}
		renamed := strings.Replace(sentence, "The value of "+from+" ", "The value of "+to+" ", 1)
		delete(f.Fields, from)
		f.Fields[to] = renamed
		if f.Message == sentence {
			f.Message = renamed
		}
	}
}
