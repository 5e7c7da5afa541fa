package server

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// protoValues is about how many values a message in its binary form holds, without reading it, as far as levels go down.
// What is no such message is counted as far as it is one.
func protoValues(data []byte, message protoreflect.MessageDescriptor, levels int) int {
	values := 0
	for len(data) > 0 && levels > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			break
		}
		data = data[n:]
		if n = protowire.ConsumeFieldValue(number, kind, data); n < 0 {
			break
		}
		values++
		if field := message.Fields().ByNumber(number); field != nil && kind == protowire.BytesType {
			content, _ := protowire.ConsumeBytes(data)
			switch {
			case field.Message() != nil:
				values += protoValues(content, field.Message(), levels-1)
			case field.IsList() && field.Kind() != protoreflect.StringKind && field.Kind() != protoreflect.BytesKind:
				values += packedValues(content)
			}
		}
		data = data[n:]
	}
	return values
}

// packedValues is how many numbers stand side by side, as varints: each ends with the byte whose top bit is not set.
func packedValues(content []byte) int {
	values := 0
	for _, b := range content {
		if b < 0x80 {
			values++
		}
	}
	return values
}
