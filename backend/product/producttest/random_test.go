package producttest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

var (
	randomCases = flag.Int("cases", 3000,
		"requests of TestRandomRequests on each database; the nightly task makes 100,000 in all")
	randomSeed = flag.Uint64("seed", 1, "seed of TestRandomRequests")
)

// Whatever is sent to a documented path, the answer is none of 500, and an error has the documented form. A visitor, a
// user and an admin send what the schemas allow and what they do not, with ids of earlier answers.
func TestRandomRequests(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(rest.OpenAPI("UV Board", "http://localhost:8080"))
	must.NoError(t, err)
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		senders := []*client{visitor, visitor, visitor}
		r := &random{Rand: rand.New(rand.NewPCG(*randomSeed, 0)), ids: []string{"00000000-0000-7000-8000-000000000000"}}
		statuses := map[int]int{}
		for n := range *randomCases {
			if n%100 == 0 { // earlier requests may have logged them out, suspended or deleted them
				senders[1], _ = visitor.register(fmt.Sprint("member", n))
				senders[2], _ = visitor.register(fmt.Sprint("admin", n))
				storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE id = (SELECT id FROM users ORDER BY id DESC LIMIT 1)")
			}
			path := pick(r, doc.Paths.InMatchingOrder())
			method, operation := r.operation(doc.Paths.Find(path))
			if method == http.MethodDelete && path == "/api/auth/account" {
				continue
			}
			target, body, contentType := r.request(path, operation)
			response, answer := senders[r.IntN(len(senders))].send(method, target, body, "Content-Type", contentType)
			statuses[response.StatusCode]++
			var said any
			switch {
			case response.StatusCode == http.StatusInternalServerError ||
				response.StatusCode > http.StatusServiceUnavailable:
				t.Errorf("%s %q with %.300q: %s %s", method, target, body, response.Status, answer)
			case json.Unmarshal(answer, &said) != nil:
			case response.StatusCode >= http.StatusBadRequest:
				if object, _ := said.(map[string]any); object["error"] == "" || object["code"] == "" {
					t.Errorf("%s %q: %s %s", method, target, response.Status, answer)
				}
			default:
				r.remember(answer)
			}
		}
		t.Log(statuses)
	})
}

// random makes requests.
type random struct {
	*rand.Rand
	ids []string
}

func pick[T any](r *random, of []T) T { return of[r.IntN(len(of))] }

func (r *random) operation(path *openapi3.PathItem) (string, *openapi3.Operation) {
	operations := path.Operations()
	methods := slices.Sorted(func(yield func(string) bool) {
		for method := range operations {
			if !yield(method) {
				return
			}
		}
	})
	method := pick(r, methods)
	return method, operations[method]
}

// remember keeps the last ids that an answer has.
func (r *random) remember(answer []byte) {
	r.ids = append(r.ids, uuids.FindAllString(string(answer), 5)...)
	r.ids = r.ids[max(0, len(r.ids)-300):]
}

func (r *random) request(path string, operation *openapi3.Operation) (target, body, contentType string) {
	query := url.Values{}
	for _, parameter := range operation.Parameters {
		name, value := parameter.Value.Name, r.text(r.value(parameter.Value.Schema, 0))
		switch {
		case parameter.Value.In == "path":
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
		case r.IntN(2) == 0:
			query.Add(name, value)
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	contentType = "application/json"
	if operation.RequestBody == nil {
		return path, "", contentType
	}
	media := operation.RequestBody.Value.Content["application/json"]
	if media == nil || r.IntN(50) == 0 {
		return path, pick(r, oddTexts),
			pick(r, []string{"", "application/json", "text/plain", "multipart/form-data; boundary=x",
				"application/x-www-form-urlencoded"})
	}
	value := r.value(media.Schema, 0)
	if example, ok := media.Example.(map[string]any); ok && r.IntN(2) == 0 {
		// The documented example with one field changed goes further than a value that is wrong all over.
		changed := map[string]any{}
		for name, field := range example {
			changed[name] = field
		}
		if made, ok := value.(map[string]any); ok {
			for name, field := range made {
				changed[name] = field
				break
			}
		}
		value = changed
	}
	encoded := &bytes.Buffer{}
	_ = json.NewEncoder(encoded).Encode(value) // a value of its own making
	body = encoded.String()
	if r.IntN(50) == 0 {
		body = body[:r.IntN(len(body))]
	}
	return path, body, contentType
}

// text is a value as a parameter has it.
func (r *random) text(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	encoded, _ := json.Marshal(value)
	return string(encoded)
}

var oddTexts = []string{
	"", " ", "\x00", "a\x00b", "null", "true", "-1", "0", "1e400", "{}", "[]", "{", "../../etc/passwd", "%00",
	"'; DROP TABLE users; --", `"><script>alert(1)</script>`,
	"\u202e\u200b\ufeff", "\U0001f3fa\U0001f9ea", "\xff\xfe", strings.Repeat("a", 300), strings.Repeat("\u00e9", 5000),
	"9223372036854775808", "2026-02-30T25:61:61Z", "all",
	"javascript:alert(1)", "http://127.0.0.1:1/", "https://example.com/" + strings.Repeat("x", 3000),
	"data:image/png;base64,AAAA", "user@example.com", "\r\nX: y",
}

var oddValues = []any{nil, true, -1, 0, 1, math.MaxInt32 + 1, math.MaxInt64, 1e300, -0.5, []any{}, map[string]any{},
	[]any{[]any{[]any{}}}, []any{nil}, map[string]any{"": nil}}

// value returns a value for a schema, or now and then any other.
func (r *random) value(ref *openapi3.SchemaRef, depth int) any {
	if odd := r.IntN(12); ref == nil || ref.Value == nil || depth > 6 || odd == 0 {
		return pick(r, oddValues)
	} else if odd == 1 {
		return pick(r, oddTexts)
	}
	schema := ref.Value
	switch {
	case len(schema.Enum) > 0:
		return pick(r, schema.Enum)
	case len(schema.AnyOf) > 0:
		return r.value(pick(r, schema.AnyOf), depth)
	case len(schema.OneOf) > 0:
		return r.value(pick(r, schema.OneOf), depth)
	case len(schema.AllOf) > 0:
		merged := map[string]any{}
		for _, part := range schema.AllOf {
			fields, _ := r.value(part, depth).(map[string]any)
			for name, value := range fields {
				merged[name] = value
			}
		}
		return merged
	case schema.Type.Is("object"):
		object := map[string]any{}
		for name, property := range schema.Properties {
			if slices.Contains(schema.Required, name) && r.IntN(20) > 0 || r.IntN(2) == 0 {
				object[name] = r.value(property, depth+1)
			}
		}
		return object
	case schema.Type.Is("array"):
		list := []any{}
		for range r.IntN(4) {
			list = append(list, r.value(schema.Items, depth+1))
		}
		return list
	case schema.Type.Is("integer"), schema.Type.Is("number"):
		return r.IntN(200) - 5
	case schema.Type.Is("boolean"):
		return r.IntN(2) == 0
	}
	switch r.IntN(4) {
	case 0:
		return strings.Repeat(pick(r, []string{"a", "Kiln ", "\u00e9", "\n"}), r.IntN(40))
	case 1:
		if schema.MaxLength != nil {
			return strings.Repeat("x", int(min(*schema.MaxLength, 20_000))+r.IntN(2))
		}
	}
	return pick(r, r.ids)
}
