package producttest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// newOverseer returns a client that is logged in as an admin.
func newOverseer(t *testing.T, db *store.DB) *client {
	t.Helper()
	admin, _ := (&client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}).register("overseer")
	storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
	return admin
}

// callBinary calls a method with a binary message over Connect and returns the status of a unary call and the body.
func (c *client) callBinary(method protoreflect.MethodDescriptor, message proto.Message) (status int, answer []byte) {
	c.t.Helper()
	encoded, err := proto.Marshal(message)
	must.NoError(c.t, err)
	contentType := "application/proto"
	if method.IsStreamingServer() {
		contentType = "application/connect+proto"
		encoded = append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(encoded))), encoded...)
	}
	response, answer := c.send("POST", fmt.Sprintf("/%s/%s", method.Parent().FullName(), method.Name()),
		string(encoded), "Content-Type", contentType)
	return response.StatusCode, answer
}

// fieldsOf ranges over the fields of a request and of the messages in it.
func fieldsOf(method protoreflect.MethodDescriptor, visit func(path []protoreflect.FieldDescriptor)) {
	var walk func(message protoreflect.MessageDescriptor, path []protoreflect.FieldDescriptor)
	walk = func(message protoreflect.MessageDescriptor, path []protoreflect.FieldDescriptor) {
		for i := range message.Fields().Len() {
			field := message.Fields().Get(i)
			here := append(slices.Clone(path), field)
			visit(here)
			if field.Message() != nil && !field.IsMap() && field.Message().FullName() != "google.protobuf.Value" {
				walk(field.Message(), here)
			}
		}
	}
	walk(method.Input(), nil)
}

// requestWith returns a message in which only the field at a path is set, and that field for set.
func requestWith(method protoreflect.MethodDescriptor, path []protoreflect.FieldDescriptor,
	set func(in protoreflect.Message, field protoreflect.FieldDescriptor)) proto.Message {
	whole := dynamicpb.NewMessage(method.Input())
	in := protoreflect.Message(whole)
	for _, field := range path[:len(path)-1] {
		if field.IsList() {
			in = in.Mutable(field).List().AppendMutable().Message()
		} else {
			in = in.Mutable(field).Message()
		}
	}
	set(in, path[len(path)-1])
	return whole
}

func nameOf(method protoreflect.MethodDescriptor, path []protoreflect.FieldDescriptor) string {
	name := string(method.Name())
	for _, field := range path {
		name += "." + string(field.Name())
	}
	return name
}

// A list as long as a body allows is refused in a short answer, however many of its items are invalid.
func TestLongListsAreRefusedBriefly(t *testing.T) {
	storetest.Each(t, testLongLists)
}

func testLongLists(t *testing.T, db *store.DB) {
	const items, most = 60_000, 20_000
	admin, lists := newOverseer(t, db), 0
	check := func(name string, status int, answer []byte) {
		refused := status == http.StatusBadRequest || strings.Contains(string(answer), "invalid_argument")
		if strings.HasPrefix(name, "UpdateProject.project.impact.metrics.custom") {
			refused = status == http.StatusNotFound // the service checks metrics, after it has found the project
		}
		if !refused || len(answer) > most {
			t.Errorf("%s with %d items: %d with %d bytes: %.300s", name, items, status, len(answer), answer)
		}
	}
	for method := range apitest.Methods() {
		fieldsOf(method, func(path []protoreflect.FieldDescriptor) {
			last := path[len(path)-1]
			if !last.IsList() && !last.IsMap() {
				return
			}
			lists++
			count := items
			if last.IsMap() {
				count /= 4 // its keys take space, too
			}
			status, answer := admin.callBinary(method,
				requestWith(method, path, func(in protoreflect.Message, field protoreflect.FieldDescriptor) {
					for i := range count {
						switch {
						case field.IsMap():
							in.Mutable(field).Map().Set(protoreflect.ValueOfString(fmt.Sprint(i)).
								MapKey(), in.Mutable(field).Map().NewValue())
						case field.Message() != nil:
							in.Mutable(field).List().AppendMutable()
						default:
							in.Mutable(field).List().Append(in.Mutable(field).List().NewElement())
						}
					}
				}))
			check(nameOf(method, path), status, answer)
		})
	}
	for _, route := range routes(t) {
		if !route.HasBody {
			continue
		}
		for i := range route.Body().Fields().Len() {
			field := route.Body().Fields().Get(i)
			if !field.IsList() && (field.Message() == nil || !rest.IsList(field.Message())) {
				continue
			}
			lists++
			for _, item := range []string{`{}`, `""`} {
				path := strings.NewReplacer("{id}", "x", "{", "", "}", "").Replace(route.Pattern)
				response, answer := admin.send(route.Method, path, `{"`+field.JSONName()+`":[`+
					strings.Repeat(item+",", items)+item+`]}`)
				check(route.Method+" "+route.Pattern+" "+field.JSONName(), response.StatusCode, answer)
			}
		}
	}
	if lists < 20 {
		t.Errorf("%d lists were tried", lists)
	}
}

// A time that a database or a response cannot hold is refused in every field.
func TestTimesOutOfRangeAreRefused(t *testing.T) {
	storetest.Each(t, testTimesOutOfRange)
}

func testTimesOutOfRange(t *testing.T, db *store.DB) {
	admin, times := newOverseer(t, db), 0
	for method := range apitest.Methods() {
		fieldsOf(method, func(path []protoreflect.FieldDescriptor) {
			if message := path[len(path)-1].Message(); message == nil ||
				message.FullName() != "google.protobuf.Timestamp" {
				return
			}
			times++
			for _, at := range []*timestamppb.Timestamp{{Seconds: 1 << 60}, {Seconds: -1 << 60}, {Nanos: -1},
				{Seconds: 253402300799, Nanos: 999_999_999}} {
				status, answer := admin.callBinary(method,
					requestWith(method, path, func(in protoreflect.Message, field protoreflect.FieldDescriptor) {
						in.Set(field, protoreflect.ValueOfMessage(at.ProtoReflect()))
					}))
				var said struct{ Message string }
				if err := json.Unmarshal(answer, &said); status != http.StatusBadRequest || err != nil ||
					!strings.HasPrefix(said.Message, "The time must be") {
					t.Errorf("%s with %v: %d %.300s", nameOf(method, path), at, status, answer)
				}
			}
		})
	}
	if times < 5 {
		t.Errorf("%d times were tried", times)
	}
}
