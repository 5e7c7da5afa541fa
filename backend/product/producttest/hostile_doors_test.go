package producttest

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// garbage replaces an id, a cursor, an enum value, a number or a date.
var garbage = []string{
	"x", "%00", "%ff", "%c0%80", "..", "%2e%2e%2f", "%2F", "a%0d%0aSet-Cookie:%20a=b", "-1", "0",
	"99999999999999999999", "1e400", "NaN", "null", "undefined",
	"%7B%7D", "%27%20OR%201=1--", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
	"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
	"%7B0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b%7D", "urn:uuid:0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b", "W10", "e30",
	"eyJrIjoxfQ", "bnVsbA", "%E2%80%AE", "%F0%9F%92%A9",
	"2026-99-99", "T99:99:99Z", "STAGE_MVP", strings.Repeat("a", 5000), strings.Repeat("%F0%9F%92%A9", 400),
}

// bodies are invalid requests.
var bodies = []string{
	"", "null", "[]", "0", `""`, "{", "}", "{}", `{"":""}`, `{"a":`, "\xff\xfe", "\xef\xbb\xbf{}", "{}{}",
	`{"id":1e999}`, `{"id":"\ud800"}`, `{"id":"\u0000"}`,
	strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000), `{"id":` + strings.Repeat("[", 100_000) +
		strings.Repeat("]", 100_000) + `}`,
	`{"title":` + strings.Repeat("9", 100_000) + `}`,
	`{"links":[],"media":{"videos":{}},"impact":1,"tags":"x","stage":1,"isPublic":"no","launchDate":5}`,
	`{"` + strings.Repeat("k", 500_000) + `":1}`, `{"title":"` + strings.Repeat("x", 1<<20) + `"}`, `{"tags":[` +
		strings.Repeat(`"a",`, 100_000) + `"a"]}`,
	`{"impact":{"metrics":{` + strings.Repeat(`"a":1,`, 50_000) + `"b":2}}}`,
}

// Every documented path refuses garbage in the documented form, and stored data stays exact.
func TestGarbageIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at, userID := newAttacker(t, db)
		attack := func(method, path, body string) {
			response, answer := at.attack(method, path, body)
			if response.StatusCode < http.StatusBadRequest {
				return
			}
			var said struct{ Error, Code string }
			if err := json.Unmarshal(answer, &said); err != nil || said.Error == "" || said.Code == "" ||
				len(answer) > 20_000 {
				t.Errorf("%s %.200q with %.100q: %s %.300s is not the documented form", method, path, body,
					response.Status, answer)
			}
			for _, leak := range []string{"sql", "SQL", "goroutine", ".go:", "pq:", "uvboardv1", "proto:",
				"unmarshal"} {
				if strings.Contains(string(answer), leak) && !strings.Contains(body+path, leak) {
					t.Errorf("%s %.200q with %.100q reveals internals: %s", method, path, body, answer)
				}
			}
		}
		for _, route := range routes(t) {
			verb, path := route.Method, route.Pattern
			segments := strings.Split(path, "/")
			whole := func(word string) string {
				filled := make([]string, len(segments))
				for i, segment := range segments {
					filled[i] = segment
					if strings.HasPrefix(segment, "{") {
						filled[i] = word
					}
				}
				return strings.Join(filled, "/")
			}
			for _, word := range sample(t, db, garbage) {
				if strings.Contains(path, "{") {
					attack(verb, whole(word), "{}")
				}
				for _, field := range route.Query {
					for _, name := range field.Names {
						attack(verb, whole("x")+"?"+name+"="+word, "")
					}
				}
			}
			if verb == http.MethodGet {
				continue
			}
			for _, body := range sample(t, db, bodies) {
				attack(verb, whole(userID), body)
			}
			for _, contentType := range []string{"text/plain", "application/x-www-form-urlencoded",
				"multipart/form-data", "application/json; charset=utf-16", ";;;"} {
				at.attack(verb, whole("x"), `{"a":1}`, "Content-Type", contentType)
			}
		}
		expectNoDrift(t, db)
	})
}

// routes returns the paths of REST, except that which ends the session of the attacker.
func routes(t *testing.T) (all []rest.Route) {
	t.Helper()
	for _, service := range apitest.Services() {
		some, err := rest.Routes(service)
		must.NoError(t, err)
		all = append(all, slices.DeleteFunc(some, func(r rest.Route) bool { return r.RPC.Name() == "Logout" })...)
	}
	return all
}

// addresses are URLs that run code, or that a user must not link to.
var addresses = []string{
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "\tjavascript:alert(1)",
	"java\nscript:alert(1)", "java\tscript:alert(1)",
	"\x01javascript:alert(1)", "javascript&colon;alert(1)", "&#106;avascript:alert(1)", "&#x6A&#x61vascript:alert(1)",
	"javascript://example.com/%0aalert(1)",
	"https:javascript:alert(1)", "vbscript:msgbox(1)", "VBSCRIPT:x", "data:text/html,<script>alert(1)</script>",
	"data:image/svg+xml;base64,PHN2Zz4=", "blob:https://example.com/x",
	"file:///etc/passwd", "feed:javascript:alert(1)", "view-source:https://example.com", "about:blank",
	"ftp://example.com", "mailto:a@b.example", "//evil.example", `\\evil.example\x`,
	"/\\evil.example", "https://", "http://?", "https:///evil", "/uploads/../x", "/uploads/%2e%2e/x", "/uploads/",
	"/api/auth/logout", "https://exa mple.com", "http://\u202eexample.com",
}

// Every field with a URL refuses these over every protocol.
func TestUnsafeURLsAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at, userID := newAttacker(t, db)
		status, made := at.attackJSON("POST", "/api/projects", map[string]any{
			"title": "Kiln", "tagline": "Fires clay by itself", "primaryCategory": "utilities", "stage": "beta",
			"vibeTools": []string{"cursor"},
			"logo":      "https://example.com/logo.png", "userId": "00000000-0000-0000-0000-000000000000",
			"isFeatured": true, "upvotes": 1000, "id": "mine",
		})
		if status != http.StatusCreated || made["userId"] != userID || made["isFeatured"] != false ||
			made["upvotes"] != 0.0 || made["id"] == "mine" {
			t.Fatalf("%d %v", status, made)
		}
		id := made["id"].(string)
		changes := func(a string) map[string]*pb.ProjectInput {
			one := &pb.StringList{Values: []string{a}}
			return map[string]*pb.ProjectInput{
				"logo": {Logo: &a}, "coverImage": {CoverImage: &a},
				"media.screenshots": {Media: &pb.ProjectMediaInput{Screenshots: one}},
				"media.videos":      {Media: &pb.ProjectMediaInput{Videos: one}},
				"links.demo":        {Links: &pb.ProjectLinks{Demo: &a}},
				"links.repo":        {Links: &pb.ProjectLinks{Repo: &a}},
				"links.docs":        {Links: &pb.ProjectLinks{Docs: &a}},
				"links.website":     {Links: &pb.ProjectLinks{Website: &a}},
				"links.twitter":     {Links: &pb.ProjectLinks{Twitter: &a}},
				"links.discord":     {Links: &pb.ProjectLinks{Discord: &a}},
			}
		}
		protocols := new(http.Protocols)
		protocols.SetUnencryptedHTTP2(true)
		h2 := &http.Client{Transport: &http.Transport{Protocols: protocols, DialContext: (&net.Dialer{}).DialContext}}
		for door, options := range map[string][]connect.ClientOption{
			"Connect": nil, "ConnectJSON": {connect.WithProtoJSON()}, "GRPC": {connect.WithGRPC()},
			"GRPCWeb": {connect.WithGRPCWeb()},
		} {
			client := h2
			if !strings.HasPrefix(door, "GRPC") {
				client = http.DefaultClient
			}
			projects := uvboardv1connect.NewProjectServiceClient(client, at.base, options...)
			users := uvboardv1connect.NewUserServiceClient(client, at.base, options...)
			for _, a := range sample(t, db, addresses) {
				for field, change := range changes(a) {
					_, err := projects.UpdateProject(at.inContext(t.Context()),
						&pb.UpdateProjectRequest{Id: id, Project: change})
					expectRefusedField(t, fmt.Sprintf("%s of %q through %s", field, a, door), err, field)
				}
				_, err := users.UpdateUser(at.inContext(t.Context()),
					&pb.UpdateUserRequest{Id: userID, User: &pb.UserInput{SocialLinks: &pb.SocialLinks{Website: &a}}})
				expectRefusedField(t, fmt.Sprintf("website of %q through %s", a, door), err, "socialLinks.website")
			}
		}
		for _, a := range addresses {
			status, said := at.attackJSON("PUT", "/api/projects/"+id, map[string]any{
				"logo": a, "coverImage": a, "media": map[string]any{"screenshots": []string{a}, "videos": []string{a}},
				"links": map[string]string{"demo": a, "repo": a, "docs": a, "website": a, "twitter": a, "discord": a},
			})
			expectRefusal(t, a, status, said)
			fields, _ := said["fields"].(map[string]any)
			for field := range changes(a) {
				if fields[field] == nil {
					t.Errorf("%s of %q through REST is not refused: %v", field, a, said)
				}
			}
		}
		_, after := at.attackJSON("GET", "/api/projects/"+id, nil)
		if fmt.Sprint(after) != fmt.Sprint(made) {
			t.Errorf("after all that the project is %v, was %v", after, made)
		}
	})
}

// inContext returns a context in which generated clients send the session.
func (c *client) inContext(ctx context.Context) context.Context {
	ctx, info := connect.NewClientContext(ctx)
	info.RequestHeader().Set("Cookie", c.cookie)
	return ctx
}

func expectRefusedField(t *testing.T, about string, err error, field string) {
	t.Helper()
	connectErr, ok := err.(*connect.Error)
	if !ok || connectErr.Code() != connect.CodeInvalidArgument || len(connectErr.Details()) != 1 {
		t.Errorf("%s: %v", about, err)
		return
	}
	detail, detailErr := connectErr.Details()[0].Value()
	if detailErr != nil {
		t.Fatal(detailErr)
	}
	said := detail.(*pb.ErrorDetail).GetFields()
	if said[field] == "" && said["project."+field] == "" && said["user."+field] == "" {
		t.Errorf("%s: fields %v", about, said)
	}
}
