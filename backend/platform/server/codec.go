package server

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/rest"
)

// Where a codec notes, among the unknown fields of a request, that it could not read it. Connect reports a codec's error
// with words of its own and outside all interceptors; this way it is reported like every other error, by checkText.
// A client that sends this field itself is told that its request is malformed, which then it is.
const unreadableField = protowire.MaxValidNumber

// markUnreadable notes that a message could not be read because of the field that names lead to, or as a whole.
func markUnreadable(message protoreflect.Message, names []string) {
	note := protowire.AppendTag(nil, unreadableField, protowire.BytesType)
	message.SetUnknown(protowire.AppendString(note, strings.Join(names, ".")))
}

// isUnreadable says whether a message could not be read, and the names that lead to the field at fault, if it is one.
func isUnreadable(message protoreflect.Message) (names []string, unreadable bool) {
	for rest := message.GetUnknown(); len(rest) > 0; {
		number, kind, n := protowire.ConsumeTag(rest)
		if n < 0 {
			return nil, true
		}
		rest = rest[n:]
		if number == unreadableField && kind == protowire.BytesType {
			path, n := protowire.ConsumeString(rest)
			if n <= 0 || path == "" {
				return nil, true
			}
			return strings.Split(path, "."), true
		}
		if n = protowire.ConsumeFieldValue(number, kind, rest); n < 0 {
			return nil, true
		}
		rest = rest[n:]
	}
	return nil, false
}

// protoCodec is Connect's binary form, but for malformed requests.
type protoCodec struct{}

func (protoCodec) Name() string { return "proto" }

func (protoCodec) Marshal(message any) ([]byte, error) {
	return protoCodec{}.MarshalAppend(nil, message)
}

// MarshalAppend lets Connect reuse its buffers.
func (protoCodec) MarshalAppend(b []byte, message any) ([]byte, error) {
	m, ok := message.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is no protobuf message", message)
	}
	return proto.MarshalOptions{}.MarshalAppend(b, m)
}

func (protoCodec) Unmarshal(data []byte, message any) error {
	m, ok := message.(proto.Message)
	if !ok {
		return fmt.Errorf("%T is no protobuf message", message)
	}
	within := protoValues(data, m.ProtoReflect().Descriptor(), rest.MaxDepth) <= rest.MaxValues
	if !within || (proto.UnmarshalOptions{RecursionLimit: rest.MaxDepth}).Unmarshal(data, m) != nil {
		proto.Reset(m)
		markUnreadable(m.ProtoReflect(), nil)
	}
	return nil
}

// jsonCodec is Connect's JSON, but for malformed requests. Unknown names are ignored, as Connect does; unknown words of
// an enumeration are not, since a filter that is misspelt would otherwise filter nothing.
type jsonCodec struct{ name string }

func (c jsonCodec) Name() string { return c.name }

func (jsonCodec) Marshal(message any) ([]byte, error) { return jsonCodec{}.MarshalAppend(nil, message) }

// MarshalAppend lets Connect reuse its buffers.
func (jsonCodec) MarshalAppend(b []byte, message any) ([]byte, error) {
	m, ok := message.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is no protobuf message", message)
	}
	return protojson.MarshalOptions{}.MarshalAppend(b, m)
}

func (jsonCodec) Unmarshal(data []byte, message any) error {
	m, ok := message.(proto.Message)
	if !ok {
		return fmt.Errorf("%T is no protobuf message", message)
	}
	if depth, values := rest.Extent(data); depth > rest.MaxDepth || values > rest.MaxValues {
		markUnreadable(m.ProtoReflect(), nil)
		return nil
	}
	if protojson.Unmarshal(data, m) == nil {
		return nil
	}
	// Either something is unknown, which protojson passes over when told to, words of an enumeration too, or it is broken.
	var value any
	err := protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, m)
	if err == nil {
		err = json.Unmarshal(data, &value)
	}
	names := unknownWord(value, m.ProtoReflect().Descriptor(), nil)
	if err != nil || names != nil {
		proto.Reset(m)
		markUnreadable(m.ProtoReflect(), names)
	}
	return nil
}

// unknownWord looks through the JSON of a message for a word that is none of its enumeration, and returns the names that
// lead to it, or nil.
func unknownWord(value any, message protoreflect.MessageDescriptor, at []string) []string {
	object, ok := value.(map[string]any)
	if !ok || message.FullName().Parent() == "google.protobuf" { // which have forms of their own, without enumerations
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
			here := string(field.Name())
			if isList {
				here += "[" + strconv.Itoa(i) + "]"
			}
			path := append(at[:len(at):len(at)], here)
			if word, isText := item.(string); isText && field.Enum() != nil && field.Enum().Values().ByName(protoreflect.Name(word)) == nil {
				return path
			}
			if field.Message() != nil {
				if names := unknownWord(item, field.Message(), path); names != nil {
					return names
				}
			}
		}
	}
	return nil
}
