package producttest

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
)

// FuzzProduct sends requests of users and visitors over every protocol. The response comes soon, is never an internal
// error, logs no error, and has the documented form over REST.
func FuzzProduct(f *testing.F) {
	const path, asJSON, asProto = "/uvboard.v1.", "application/json", "application/proto"
	for _, seed := range []struct{ method, target, contentType, header, value, body string }{
		{"GET", "/api/projects?type=trending&limit=3&cursor=eyJsIjoieCJ9", "", "If-None-Match", `W/"x", *`, ""},
		{"GET", "/api/votes?targetType=project&targetIds=a,b", "", "Accept-Encoding", "gzip;q=0, br", ""},
		{"GET", "/api/news?source=Wired&tools=v0,%ff&q=a%00&cursor=eyJsIjoieCJ9", "", "Accept", "*/*", ""},
		{"GET", "/api/forum/search?q=%00&channelId=x&cursor=eyJsIjoieCJ9", "", "Accept", "", ""},
		{"GET", "/api/forum/threads/x/posts?after=0001-01-01T00:00:00Z&fromPostId=%ff", "", "Accept", "", ""},
		{"POST", "/api/forum/channels", asJSON, "Origin", "", `{"name":"\ud800","projectId":"\u0000"}`},
		{"POST", path + "ForumService/MarkThreadRead", asJSON, "Accept", "",
			`{"threadId":"x","readAt":"9999-12-31T23:59:59.999999999Z"}`},
		{"GET", "/news?source=%00&tool=%ff&q=%27", "", "Referer", "x", ""},
		{"PUT", "/api/users/x", asJSON, "Origin", "null", `{"bio":"\ud800","skills":["a","A"]}`},
		{"POST", "/api/projects", asJSON, "Content-Encoding", "gzip",
			`{"title":"Kiln","launchDate":"9999-12-31","impact":{"metrics":{"custom":{"a":1e308}}}}`},
		{"POST", "/api/votes", asJSON, "Expect", "100-continue",
			`{"targetId":"00000000-0000-0000-0000-000000000000","targetType":"project","voteType":"upvote"}`},
		{"POST", "/api/upload", "multipart/form-data; boundary=b", "Content-Length", "-1",
			"--b\r\nContent-Disposition: form-data; name=file; filename=\"../a\"\r\n\r\nGIF89a\r\n--b--"},
		{"POST", path + "ProjectService/ListProjects", asJSON, "Connect-Timeout-Ms", "-1",
			`{"pageToken":"e30","type":2}`},
		{"GET", path + "UserService/ListTopUsers?connect=v1&encoding=json&message=%7B%22pageToken%22%3A%22eyJMaXN0IjoidG9wIiwiUmFuayI6OTIyMzM3MjAzNjg1NDc3NTgwN30%22%7D", "", "Connect-Protocol-Version", "2", ""},
		{"GET", path + "UserService/ListActiveUsers?connect=v1&encoding=json&message=%7B%22pageToken%22%3A%22eyJMaXN0IjoiYWN0aXZlIiwiQXQiOiIwMDAxLTAxLTAxVDAwOjAwOjAwWiJ9%22%7D", "", "Authorization", "Bearer uvb_x", ""},
		{"POST", path + "AccountService/ListSessions", asProto, "Cookie", "a=b; uvboard_session=", "\x12\x03e30"},
		{"POST", path + "VoteService/CastVote", "application/grpc-web+proto", "Grpc-Timeout", "1n",
			"\x00\x00\x00\x00\x00"},
		{"POST", "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", "application/grpc", "Grpc-Encoding",
			"gzip", "\x01\x00\x00\x00\x02\x1f\x8b"},
		{"HEAD", "/uploads/00000000-0000-0000-0000-000000000000/1x1.png", "", "Range", "bytes=0-,5-", ""},
		{"GET", "/search?q=%00%ff&stage=mvp&sort=oldest", "", "X-Forwarded-For", "1.2.3.4, ::1", ""},
		{"GET", "/projects/00000000-0000-0000-0000-000000000000/og.png?v=x", "", "If-Modified-Since", "x", ""},
		{"GET", "/profile/attacker?tab=votes", "", "If-Range", `"x"`, ""},
		{"GET", "/sitemap/projects-0.xml", "", "Host", "evil.example", ""}, {"GET", "/feed.xml", "", "", "", ""},
	} {
		f.Add(seed.method, seed.target, seed.contentType, seed.header, seed.value, seed.body, true)
	}
	c := &config.Config{BaseURL: &url.URL{Scheme: "http", Host: "localhost:8080"}, DataDir: f.TempDir(),
		ProductName: "UV Board"}
	db := storetest.Open(f, storetest.SQLiteURL(f))
	uploads := openUploads(f, c, db)
	var log bytes.Buffer
	handler, err := product.New(c, db, uploads).
		NewServer(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})))
	must.NoError(f, err)
	member := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/api/auth/register",
		strings.NewReader(`{"username":"attacker","email":"attacker@mail.example","password":"vibecoding"}`))
	r.Header.Set("Content-Type", asJSON)
	if handler.ServeHTTP(member, r); member.Code != http.StatusCreated {
		f.Fatal(member.Code, member.Body)
	}
	cookie := member.Result().Cookies()[0]
	f.Fuzz(func(t *testing.T, method, target, contentType, header, value, body string, isMember bool) {
		r := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(body))
		var err error
		if r.URL, err = url.ParseRequestURI(target); err != nil || r.URL.IsAbs() {
			return
		}
		r.Method, r.RequestURI, r.Proto, r.ProtoMajor, r.ProtoMinor = method, target, "HTTP/2.0", 2, 0
		if isMember {
			r.AddCookie(cookie)
		}
		r.Header.Set("Content-Type", contentType)
		r.Header.Set(header, value)
		begin, answer := time.Now(), httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
		if log.Len() > 0 {
			t.Error(log.String())
			log.Reset()
		}
		switch {
		case answer.Code == http.StatusNotImplemented, answer.Code == http.StatusGatewayTimeout &&
			r.Header.Get("Connect-Timeout-Ms") != "":
		case answer.Code >= http.StatusInternalServerError:
			t.Errorf("%d %s", answer.Code, answer.Body)
		case answer.Code >= http.StatusBadRequest && strings.HasPrefix(r.URL.Path, "/api/") &&
			method != http.MethodHead:
			expectFault(t, answer)
		}
	})
}

// expectFault expects an error in the documented form.
func expectFault(t *testing.T, answer *httptest.ResponseRecorder) {
	t.Helper()
	var said struct{ Error, Code string }
	if err := json.Unmarshal(answer.Body.Bytes(), &said); err != nil || said.Error == "" || said.Code == "" {
		t.Errorf("%d %s: %v", answer.Code, answer.Body, err)
	}
}
