package rest

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
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
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// decodeBody reads a JSON object into a message. Unknown names are ignored; null leaves a field unset.
func decodeBody(data []byte, message protoreflect.Message) error {
	switch {
	case !utf8.Valid(data):
		return fault.Malformed("The request body is not valid UTF-8.")
	case !json.Valid(data):
		return fault.Malformed("The request body is not valid JSON.")
	}
	tokens := json.NewDecoder(bytes.NewReader(data))
	tokens.UseNumber()
	d := decoder{tokens: tokens}
	token, err := d.next()
	if err != nil {
		return err
	}
	switch token {
	case nil:
		return nil
	case json.Delim('{'):
		return d.object(message, "")
	default:
		return fault.Malformed("The request body must be a JSON object.")
	}
}

// maxDepth bounds the recursion into a value of any shape. Real values nest three levels.
const maxDepth = 100

// decoder walks the tokens of a text already known to be valid JSON. Its methods take it by value, so that depth counts the
// levels above the current value.
type decoder struct {
	tokens *json.Decoder
	depth  int
}

func (d decoder) next() (json.Token, error) {
	token, err := d.tokens.Token()
	if err != nil {
		return nil, fault.Malformed("The request body is not valid JSON.")
	}
	return token, nil
}

// skip passes over the value that token begins.
func (d decoder) skip(token json.Token) error {
	depth := 0
	for {
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
		var err error
		if token, err = d.next(); err != nil {
			return err
		}
	}
}

// object reads the rest of an object whose opening brace is behind. Path leads to it from the body.
func (d decoder) object(message protoreflect.Message, path string) error {
	fields := message.Descriptor().Fields()
	for d.tokens.More() {
		name, err := d.next()
		if err != nil {
			return err
		}
		token, err := d.next()
		if err != nil {
			return err
		}
		key, _ := name.(string)
		field := fields.ByJSONName(key)
		switch {
		case field == nil:
			err = d.unknown(message, key, token, path)
		case token == nil:
			message.Clear(field)
		default:
			err = d.field(message, field, token, path+key)
		}
		if err != nil {
			return err
		}
	}
	_, err := d.next()
	return err
}

// unknown keeps a name that is no field in the field that takes such names; without one it is passed over.
func (d decoder) unknown(message protoreflect.Message, key string, token json.Token, path string) error {
	fields := message.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if takes, _ := proto.GetExtension(field.Options(), uvboardv1.E_TakesOthers).(bool); takes {
			value, err := d.valueOf(token, path+key)
			if err != nil {
				return err
			}
			others := message.Mutable(field).Message().Interface().(*structpb.Struct)
			if others.Fields == nil {
				others.Fields = map[string]*structpb.Value{}
			}
			others.Fields[key] = value
			return nil
		}
	}
	return d.skip(token)
}

func (d decoder) field(message protoreflect.Message, field protoreflect.FieldDescriptor, token json.Token, path string) error {
	switch {
	case field.IsList():
		return d.list(message, field, token, path)
	case field.Message() == nil:
		value, err := scalar(field, token, path)
		if err == nil {
			message.Set(field, value)
		}
		return err
	case IsList(field.Message()):
		list := message.NewField(field)
		message.Set(field, list)
		return d.list(list.Message(), field.Message().Fields().Get(0), token, path)
	default:
		value := message.NewField(field)
		if field.Message().FullName() == structName && message.Has(field) {
			value = message.Mutable(field) // it holds names that came before it
		}
		message.Set(field, value)
		return d.message(value.Message(), token, path)
	}
}

func (d decoder) list(message protoreflect.Message, field protoreflect.FieldDescriptor, token json.Token, path string) error {
	if token != json.Delim('[') {
		return wrongType(path, "a list")
	}
	message.Clear(field) // a name said twice does not add up
	list := message.Mutable(field).List()
	for d.tokens.More() {
		item, err := d.next()
		if err != nil {
			return err
		}
		itemPath := path + "[" + strconv.Itoa(list.Len()) + "]"
		if field.Message() != nil {
			value := list.NewElement()
			err = d.message(value.Message(), item, itemPath)
			list.Append(value)
		} else {
			var value protoreflect.Value
			if value, err = scalar(field, item, itemPath); err == nil {
				if field.Kind() == protoreflect.EnumKind && value.Enum() == 0 {
					err = unknownWord(itemPath, field)
				} else {
					list.Append(value)
				}
			}
		}
		if err != nil {
			return err
		}
	}
	_, err := d.next()
	return err
}

func (d decoder) message(message protoreflect.Message, token json.Token, path string) error {
	switch message.Descriptor().FullName() {
	case timestampName:
		text, ok := token.(string)
		if !ok {
			return wrongType(path, "a time")
		}
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return wrongType(path, "a time such as 2025-01-31T12:00:00Z")
		}
		timestamp := timestamppb.New(at)
		if timestamp.CheckValid() != nil {
			return wrongType(path, "a time such as 2025-01-31T12:00:00Z")
		}
		proto.Merge(message.Interface(), timestamp)
		return nil
	case structName:
		if token != json.Delim('{') {
			return wrongType(path, "an object")
		}
		fields, err := d.structFields(path)
		if err != nil {
			return err
		}
		into := message.Interface().(*structpb.Struct)
		if into.Fields == nil {
			into.Fields = fields
		}
		maps.Copy(into.Fields, fields)
		return nil
	}
	if token != json.Delim('{') {
		return wrongType(path, "an object")
	}
	return d.object(message, path+".")
}

func (d decoder) structFields(path string) (map[string]*structpb.Value, error) {
	fields := map[string]*structpb.Value{}
	for d.tokens.More() {
		name, err := d.next()
		if err != nil {
			return nil, err
		}
		key, _ := name.(string)
		if fields[key], err = d.value(path); err != nil {
			return nil, err
		}
	}
	_, err := d.next()
	return fields, err
}

func (d decoder) value(path string) (*structpb.Value, error) {
	token, err := d.next()
	if err != nil {
		return nil, err
	}
	return d.valueOf(token, path)
}

// valueOf is the value that token begins.
func (d decoder) valueOf(token json.Token, path string) (*structpb.Value, error) {
	if d.depth++; d.depth > maxDepth {
		return nil, fault.Malformed("The request body is nested too deeply.")
	}
	switch token := token.(type) {
	case nil:
		return structpb.NewNullValue(), nil
	case bool:
		return structpb.NewBoolValue(token), nil
	case string:
		return structpb.NewStringValue(token), nil
	case json.Number:
		number, err := token.Float64()
		if err != nil {
			return nil, wrongType(path, "made of numbers in range")
		}
		return structpb.NewNumberValue(number), nil
	}
	if token == json.Delim('{') {
		fields, err := d.structFields(path)
		return structpb.NewStructValue(&structpb.Struct{Fields: fields}), err
	}
	list := &structpb.ListValue{}
	for d.tokens.More() {
		item, err := d.value(path)
		if err != nil {
			return nil, err
		}
		list.Values = append(list.Values, item)
	}
	_, err := d.next()
	return structpb.NewListValue(list), err
}

// scalar reads one JSON value that is not an object or a list.
func scalar(field protoreflect.FieldDescriptor, token json.Token, path string) (protoreflect.Value, error) {
	switch field.Kind() {
	case protoreflect.StringKind:
		if text, ok := token.(string); ok {
			return protoreflect.ValueOfString(text), nil
		}
		return protoreflect.Value{}, wrongType(path, "text")
	case protoreflect.EnumKind:
		if text, ok := token.(string); ok {
			return enumValue(field, text, path)
		}
		return protoreflect.Value{}, unknownWord(path, field)
	case protoreflect.BoolKind:
		if value, ok := token.(bool); ok {
			return protoreflect.ValueOfBool(value), nil
		}
		return protoreflect.Value{}, wrongType(path, "true or false")
	default:
		if number, ok := token.(json.Number); ok {
			return numberValue(field, number.String(), path)
		}
		return protoreflect.Value{}, wrongType(path, numberPhrase(field))
	}
}

func enumValue(field protoreflect.FieldDescriptor, text, path string) (protoreflect.Value, error) {
	number, ok := enumname.Number(field.Enum(), text)
	if !ok {
		return protoreflect.Value{}, unknownWord(path, field)
	}
	return protoreflect.ValueOfEnum(number), nil
}

func numberValue(field protoreflect.FieldDescriptor, text, path string) (protoreflect.Value, error) {
	wrong := wrongType(path, numberPhrase(field))
	switch field.Kind() {
	case protoreflect.Int32Kind:
		value, err := wholeNumber(text)
		if err != nil || value < math.MinInt32 || value > math.MaxInt32 {
			return protoreflect.Value{}, wrong
		}
		return protoreflect.ValueOfInt32(int32(value)), nil
	case protoreflect.Int64Kind:
		value, err := wholeNumber(text)
		if err != nil {
			return protoreflect.Value{}, wrong
		}
		return protoreflect.ValueOfInt64(value), nil
	default:
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
			return protoreflect.Value{}, wrong
		}
		return protoreflect.ValueOfFloat64(value), nil
	}
}

// wholeNumber also takes 3.0 and 1e2, which are whole numbers to JSON.
func wholeNumber(text string) (int64, error) {
	value, err := strconv.ParseInt(text, 10, 64)
	if err == nil {
		return value, nil
	}
	float, floatErr := strconv.ParseFloat(text, 64)
	if floatErr != nil || float != math.Trunc(float) || math.Abs(float) > 1<<53 {
		return 0, err
	}
	return int64(float), nil
}

func numberPhrase(field protoreflect.FieldDescriptor) string {
	if field.Kind() == protoreflect.DoubleKind {
		return "a number"
	}
	return "a whole number"
}

func wrongType(path, phrase string) error {
	return fault.Invalid(path, "The value of "+path+" must be "+phrase+".")
}

// unknownWord is the fault of a word that is none of the field's enumeration, nor one of those taken beside it.
func unknownWord(path string, field protoreflect.FieldDescriptor, beside ...string) error {
	var known []string
	for i := range field.Enum().Values().Len() {
		if number := field.Enum().Values().Get(i).Number(); number != 0 {
			known = append(known, enumname.OfNumber(field.Enum(), number))
		}
	}
	return wrongType(path, "one of: "+strings.Join(append(known, beside...), ", "))
}
