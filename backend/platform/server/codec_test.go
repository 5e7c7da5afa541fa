package server

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
)

// packedLists calls visit with the path of every packed list in a message.
func packedLists(message protoreflect.MessageDescriptor, path []protoreflect.FieldDescriptor,
	visit func([]protoreflect.FieldDescriptor)) {
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		to := append(path[:len(path):len(path)], field)
		switch {
		case field.IsPacked():
			visit(to)
		case field.Message() != nil && len(path) < 6:
			packedLists(field.Message(), to, visit)
		}
	}
}

// inParts encodes a packed list at a path as so many parts of one element.
func inParts(path []protoreflect.FieldDescriptor, parts int) []byte {
	encoded := bytes.Repeat(protowire.AppendBytes(protowire.AppendTag(nil, path[len(path)-1].Number(),
		protowire.BytesType), []byte{1}), parts)
	for i := len(path) - 2; i >= 0; i-- {
		encoded = protowire.AppendBytes(protowire.AppendTag(nil, path[i].Number(), protowire.BytesType), encoded)
	}
	return encoded
}

// A list of numbers may be packed in parts, each of which is decoded with a copy of those before it. Every list of
// every request is bounded.
func TestPackedListsAreBounded(t *testing.T) {
	lists := 0
	for method := range apitest.Methods() {
		kind, err := protoregistry.GlobalTypes.FindMessageByName(method.Input().FullName())
		must.NoError(t, err)
		packedLists(method.Input(), nil, func(path []protoreflect.FieldDescriptor) {
			lists++
			for parts, refused := range map[int]bool{1: false, maxItems: false, maxItems + 1: true, 80_000: true} {
				if err := (protoCodec{}).Unmarshal(inParts(path, parts), kind.New().
					Interface()); (err != nil) != refused {
					t.Errorf("%s, %s in %d parts: %v", method.FullName(), path[len(path)-1].FullName(), parts, err)
				}
			}
		})
	}
	if lists == 0 {
		t.Error("no request has a packed list")
	}
}

// They are bounded through every protocol.
func TestPackedListsAreRefused(t *testing.T) {
	f := newFixture(t, nil)
	const path = "/uvboard.v1.ProjectService/CreateProject"
	var list []protoreflect.FieldDescriptor
	for method := range apitest.Methods() {
		if method.Name() == "CreateProject" {
			packedLists(method.Input(), nil, func(path []protoreflect.FieldDescriptor) { list = path })
		}
	}
	body := inParts(list, 80_000)
	if len(body) > rest.MaxBodyBytes {
		t.Fatalf("%d bytes are refused for their size", len(body))
	}
	envelope := string(append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(body))), body...))
	for contentType, body := range map[string]string{
		"application/proto": string(body), "application/grpc": envelope, "application/grpc+proto": envelope,
		"application/grpc-web":       envelope,
		"application/grpc-web+proto": envelope,
	} {
		request, err := http.NewRequestWithContext(t.Context(), "POST", f.URL+path, bytes.NewReader([]byte(body)))
		must.NoError(t, err)
		for name, value := range asUser("Content-Type", contentType, "Te", "trailers") {
			request.Header.Set(name, value)
		}
		response, err := http2Client().Do(request)
		must.NoError(t, err)
		var content bytes.Buffer
		_, err = content.ReadFrom(response.Body)
		must.NoError(t, err)
		must.NoError(t, response.Body.Close())
		_ = response.Header.Write(&content)
		_ = response.Trailer.Write(&content)
		if !bytes.Contains(content.Bytes(), []byte("packed")) {
			t.Errorf("%s: %s %.400s", contentType, response.Status, content.Bytes())
		}
	}
}

func BenchmarkPackedList(b *testing.B) {
	for method := range apitest.Methods() {
		if method.Name() != "CreateProject" {
			continue
		}
		kind, err := protoregistry.GlobalTypes.FindMessageByName(method.Input().FullName())
		must.NoError(b, err)
		packedLists(method.Input(), nil, func(path []protoreflect.FieldDescriptor) {
			b.Run("Before", func(b *testing.B) {
				for b.Loop() {
					_ = proto.Unmarshal(inParts(path, 20_000), kind.New().Interface())
				}
			})
			b.Run("After", func(b *testing.B) {
				for b.Loop() {
					_ = protoCodec{}.Unmarshal(inParts(path, 20_000), kind.New().Interface())
				}
			})
		})
	}
}
