package server

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// A little text that would take a hundred times its size once it is read is refused before it is, at every door.
func TestMessagesOfTooManyValuesAreNotRead(t *testing.T) {
	f := newFixture(t, nil)
	many := strings.Repeat(`[],`, 300_000) + "0"
	field := func(number protowire.Number, content []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
	}
	metrics := func(value []byte) []byte { // CreateProjectRequest.project.impact.metrics.custom of one name and this value
		entry := append(field(1, []byte("a")), field(2, value)...)
		return field(1, field(15, field(3, field(3, field(1, entry)))))
	}
	deep := []byte(nil)
	for range 1000 {
		deep = field(6, field(1, deep))
	}
	const create = "/uvboard.v1.ProjectService/CreateProject"
	asJSON, asProto := member("Content-Type", "application/json"), member("Content-Type", "application/proto")
	for _, tc := range []struct {
		name, path, body string
		header           map[string]string
	}{
		{"REST", "/api/projects", `{"impact":{"metrics":{"custom":{"a":[` + many + `]}}}}`, asJSON},
		{"RESTOfUnknownNames", "/api/projects", `{"later":[` + many + `]}`, asJSON},
		{"JSON", create, `{"project":{"impact":{"metrics":{"custom":{"a":[` + many + `]}}}}}`, asJSON},
		{"JSONOfUnknownNames", "/uvboard.v1.ProjectService/GetProject", `{"id":"one","later":[` + many + `]}`, asJSON},
		{"DeepJSON", create, `{"project":{"impact":{"metrics":{"custom":{"a":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}}}}}`, asJSON},
		{"Proto", create, string(metrics(field(6, bytes.Repeat(field(1, nil), 300_000)))), asProto},
		{"PackedProto", create, string(field(1, field(8, field(1, bytes.Repeat([]byte{1}, 300_000))))), asProto},
		{"DeepProto", create, string(metrics(deep)), asProto},
	} {
		t.Run(tc.name, func(t *testing.T) {
			response, body := f.do(t, call{method: http.MethodPost, path: tc.path, body: tc.body, header: tc.header})
			if response.StatusCode != http.StatusBadRequest || !strings.Contains(body, "MALFORMED_REQUEST") {
				t.Errorf("%s %.300s", response.Status, body)
			}
		})
	}
	t.Run("AsManyAsThereMayBe", func(t *testing.T) {
		body := fmt.Sprintf(`{"id":"one","later":[%s0]}`, strings.Repeat("0,", 9_000))
		if response, answer := f.do(t, call{method: "POST", path: "/uvboard.v1.ProjectService/GetProject", body: body}); response.StatusCode != http.StatusOK {
			t.Error(response.Status, answer)
		}
	})
}

// What gRPC's own services read is bounded too, packed or not.
func TestHealthAndReflectionAreBounded(t *testing.T) {
	f := newFixture(t, nil)
	frame := func(packed byte, content string) string {
		return string(binary.BigEndian.AppendUint32([]byte{packed}, uint32(len(content)))) + content
	}
	for _, tc := range []struct{ name, path, body, contentType, encoding string }{
		{"PackedHealth", "/grpc.health.v1.Health/Check", bomb(t), "application/json", "Content-Encoding"},
		{"PackedReflection", "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", frame(1, bomb(t)), "application/connect+proto", "Connect-Content-Encoding"},
		{"LongReflection", "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", frame(0, strings.Repeat("x", 2<<20)), "application/connect+proto", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.URL+tc.path, strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", tc.contentType)
			if tc.encoding != "" {
				request.Header.Set(tc.encoding, "gzip")
			}
			response, err := http2Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			answer, err := io.ReadAll(response.Body)
			if tc.contentType == "application/connect+proto" && len(answer) > 5 && answer[0]&1 == 1 { // a frame that is packed like the one it answers
				unpacked, err := gzip.NewReader(bytes.NewReader(answer[5:]))
				if err != nil {
					t.Fatal(err)
				}
				answer, err = io.ReadAll(unpacked)
				if err != nil {
					t.Fatal(err)
				}
			}
			if err != nil || !strings.Contains(string(answer), "resource_exhausted") {
				t.Errorf("%s %.300q %v", response.Status, answer, err)
			}
		})
	}
}
