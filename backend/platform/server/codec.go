package server

import (
	"encoding/json"
	"fmt"
	"strconv"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// jsonCodec is Connect's JSON codec, except that it refuses unknown enum names, which Connect's ignores: a misspelled
// filter would otherwise filter nothing. Unknown field names are ignored as usual.
type jsonCodec struct{ name string }

func (c jsonCodec) Name() string { return c.name }

func (c jsonCodec) Marshal(message any) ([]byte, error) { return c.MarshalAppend(nil, message) }

// MarshalAppend lets Connect reuse its buffers.
func (jsonCodec) MarshalAppend(b []byte, message any) ([]byte, error) {
	m, ok := message.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is not a protobuf message", message)
	}
	return protojson.MarshalOptions{}.MarshalAppend(b, m)
}

func (jsonCodec) Unmarshal(data []byte, message any) error {
	m, ok := message.(proto.Message)
	if !ok {
		return fmt.Errorf("%T is not a protobuf message", message)
	}
	if protojson.Unmarshal(data, m) == nil {
		return nil
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(data, m); err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	return checkEnumNames(value, m.ProtoReflect().Descriptor(), "")
}

// checkEnumNames returns an error for the first unknown enum name in the JSON value of a message. Prefix is the path to
// it.
func checkEnumNames(value any, message protoreflect.MessageDescriptor, prefix string) error {
	object, ok := value.(map[string]any)
	// well-known types have their own JSON forms, without enums
	if !ok || message.FullName().Parent() == "google.protobuf" {
		return nil
	}
	for name, value := range object {
		field := message.Fields().ByJSONName(name)
		if field == nil {
			field = message.Fields().ByTextName(name)
		}
		if field == nil || field.IsMap() {
			continue
		}
		items, isList := value.([]any)
		if !isList {
			items = []any{value}
		}
		for i, item := range items {
			path := prefix + name
			if isList {
				path += "[" + strconv.Itoa(i) + "]"
			}
			if word, isText := item.(string); isText && field.Enum() != nil && field.Enum().Values().
				ByName(protoreflect.Name(word)) == nil {
				return fmt.Errorf("%s: unknown enum value %q", path, word)
			}
			if field.Message() != nil {
				if err := checkEnumNames(item, field.Message(), path+"."); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// protoCodec is Connect's binary codec, except that it refuses messages that take long to decode: each part of a packed
// list is appended with a copy of the list before it, so 80,000 parts of one element took 8 s.
type protoCodec struct{}

// Name is that of Connect's codec, which it replaces.
func (protoCodec) Name() string { return "proto" }

func (c protoCodec) Marshal(message any) ([]byte, error) { return c.MarshalAppend(nil, message) }

// MarshalAppend lets Connect reuse its buffers.
func (protoCodec) MarshalAppend(b []byte, message any) ([]byte, error) {
	m, ok := message.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is not a protobuf message", message)
	}
	return proto.MarshalOptions{}.MarshalAppend(b, m)
}

// MarshalStable lets Connect make GETs.
func (protoCodec) MarshalStable(message any) ([]byte, error) {
	m, ok := message.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is not a protobuf message", message)
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(m)
}

// IsBinary lets Connect encode the message of a GET.
func (protoCodec) IsBinary() bool { return true }

func (protoCodec) Unmarshal(data []byte, message any) error {
	m, ok := message.(proto.Message)
	if !ok {
		return fmt.Errorf("%T is not a protobuf message", message)
	}
	if countParts(data, m.ProtoReflect().Descriptor(), protowire.DefaultRecursionLimit) > maxItems {
		return fmt.Errorf("packed lists have more than %d parts", maxItems)
	}
	return proto.Unmarshal(data, m)
}

// countParts returns how many parts the packed lists of an encoded message have, up to the first that is malformed,
// which the decoder reports. Its time is linear.
func countParts(data []byte, message protoreflect.MessageDescriptor, depth int) (parts int) {
	for len(data) > 0 && depth > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return parts
		}
		size := protowire.ConsumeFieldValue(number, kind, data[n:])
		if size < 0 {
			return parts
		}
		value := data[n : n+size]
		data = data[n+size:]
		field := message.Fields().ByNumber(number)
		switch {
		case field == nil || kind != protowire.BytesType:
		case field.Message() != nil:
			content, _ := protowire.ConsumeBytes(value)
			parts += countParts(content, field.Message(), depth-1)
		case field.IsList() && field.Kind() != protoreflect.StringKind && field.Kind() != protoreflect.BytesKind:
			parts++
		}
	}
	return parts
}
