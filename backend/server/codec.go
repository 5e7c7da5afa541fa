package server

import (
	"bytes"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// unreadable is put among the unknown fields of a request whose JSON could not be read. Connect reports a codec's error
// with words of its own and outside all interceptors; this way it is reported like every other error, by checkText.
// A client that sends this field itself is told that its request is malformed, which then it is.
var unreadable = protowire.AppendVarint(protowire.AppendTag(nil, protowire.MaxValidNumber, protowire.VarintType), 1)

func isUnreadable(message protoreflect.Message) bool {
	return bytes.Contains(message.GetUnknown(), unreadable)
}

// jsonCodec is Connect's JSON, but for malformed requests. Unknown names are ignored, as Connect does.
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
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(data, m); err != nil {
		proto.Reset(m)
		m.ProtoReflect().SetUnknown(unreadable)
	}
	return nil
}
