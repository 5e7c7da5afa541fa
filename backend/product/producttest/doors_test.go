package producttest

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/getkin/kin-openapi/openapi3"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
)

// otherDoors are those that are not a route. Tests of package server cover them.
const otherDoors = `procedures and /api: 256 KiB, the limit of the call, a turn unless it waits for other machines, 15s or call_seconds
streams: 256 KiB, the limit of the call, no turn, 10s for each message
grpc.health and grpc.reflection: 256 KiB, a read for each message, no turn, 20s
pages: no body, a read, a turn, 15s
files of the web app, GET /healthz, GET /readyz: no body, not counted, no turn
`

// Every door beside the calls, with its bounds. A new route appears here, and its bounds are read in the diff.
func TestDoors(t *testing.T) {
	var all strings.Builder
	table := tabwriter.NewWriter(&all, 0, 1, 2, ' ', 0)
	fmt.Fprintln(table, "door\tbody\tcounts as\tturn\ttime")
	for _, r := range productRoutes(t) {
		body, turn, timeout := "none", "yes", "15s"
		if r.MaxBody > 0 {
			body = fmt.Sprintf("%d KiB", r.MaxBody>>10)
		}
		switch {
		case r.File:
			turn, timeout = "no", "file"
		case r.Timeout != 0:
			turn, timeout = "no", r.Timeout.String()
		}
		counted := cmp.Or(enumname.Of(r.Rule.Limit), "nothing")
		if r.MaxBody > rest.MaxBodyBytes && !r.File {
			counted += ", and write if large"
		}
		fmt.Fprintf(table, "%s %s\t%s\t%s\t%s\t%s\n", r.Method, r.Path, body, counted, turn, timeout)
		if r.Rule.Limit == 0 && (r.MaxBody > 0 || r.Method != http.MethodGet) {
			t.Errorf("%s %s takes a body and is not counted", r.Method, r.Path)
		}
	}
	must.NoError(t, table.Flush())
	golden.Check(t, "doors.golden", all.String()+"\n"+otherDoors)
}

// undescribed are paths below /api that /openapi.yaml leaves out, since no client of the board calls them.
var undescribed = []string{
	"POST /api/stripe/webhook", // Stripe does
}

// /openapi.yaml describes what is served below /api, and nothing else.
func TestOpenAPIDescribesEveryPath(t *testing.T) {
	variable := regexp.MustCompile(`\{\w+\}`)
	served, described := map[string]bool{}, map[string]bool{}
	add := func(to map[string]bool, method, path string) {
		to[method+" "+variable.ReplaceAllString(path, "{}")] = true
	}
	for _, service := range apitest.Services() {
		calls, err := rest.Routes(service)
		must.NoError(t, err)
		for _, r := range calls {
			add(served, r.Method, r.Pattern)
		}
	}
	for _, r := range productRoutes(t) {
		if strings.HasPrefix(r.Path, "/api/") && !slices.Contains(undescribed, r.Method+" "+r.Path) {
			add(served, r.Method, r.Path)
		}
	}
	document, err := openapi3.NewLoader().LoadFromData(rest.OpenAPI("Board", "https://board.example"))
	must.NoError(t, err)
	for path, item := range document.Paths.Map() {
		for method := range item.Operations() {
			add(described, method, path)
		}
	}
	for path := range served {
		if !described[path] {
			t.Errorf("%s is not described", path)
		}
	}
	for path := range described {
		if !served[path] {
			t.Errorf("%s is not served", path)
		}
	}
}

func productRoutes(t *testing.T) []server.Route {
	t.Helper()
	c, db := testConfig(t), storetest.Open(t, storetest.SQLiteURL(t))
	built, err := product.New(c, db, openUploads(t, c, db)).NewServer(slog.New(slog.DiscardHandler))
	must.NoError(t, err)
	return built.Routes()
}

// No value in a path or a query that a database cannot store is an error of the server.
func TestDoorsTakeAnyValue(t *testing.T) {
	routes, wildcard := productRoutes(t), regexp.MustCompile(`\{\w+\}`)
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		log := &must.Log{}
		visitor := &client{t: t, base: serveTest(t, testConfig(t), db, log).URL}
		member, _ := visitor.register("ada")
		for _, r := range routes {
			for _, value := range []string{"%00", "a%00b", "%ff", "%ed%a0%80", "-1", "99999999999999999999",
				"0000-01-01"} {
				path := wildcard.ReplaceAllString(r.Path, value)
				if strings.HasSuffix(path, "/") {
					path += value
				}
				var query []string
				for _, name := range []string{
					"token", "state", "code", "returnTo", "invitation", "error", "theme", "period", "userId", "tag",
					"channelId", "id", "page",
				} {
					query = append(query, name+"="+value)
				}
				response, body := member.send(r.Method, path+"?"+strings.Join(query, "&"), "{}", "Content-Type",
					"application/json")
				if response.StatusCode == http.StatusInternalServerError {
					t.Errorf("%s %s: %s %s", r.Method, path, response.Status, body)
				}
			}
			if r.MaxBody == 0 || r.File || r.Rule.Level != auth.Public {
				continue
			}
			for _, body := range []string{`{"client_name":"a\u0000b","redirect_uris":["https://a.example/\u0000"]}`,
				`{"client_name":"a` + "\xff" + `"}`} {
				if response, answer := visitor.send(r.Method, r.Path,
					body); response.StatusCode == http.StatusInternalServerError {
					t.Errorf("%s %s with %q: %s %s", r.Method, r.Path, body, response.Status, answer)
				}
			}
			form := "client_id=a%00b&code=%00&refresh_token=%ff&redirect_uri=%00&token=%00&grant_type=refresh_token"
			response, answer := visitor.send(r.Method, r.Path, form, "Content-Type",
				"application/x-www-form-urlencoded")
			if response.StatusCode == http.StatusInternalServerError {
				t.Errorf("%s %s with a form: %s %s", r.Method, r.Path, response.Status, answer)
			}
			if response, answer := visitor.send(r.Method, r.Path,
				strings.Repeat("x", int(r.MaxBody)+1)); response.StatusCode != 413 {
				t.Errorf("%s %s with a large body: %s %s", r.Method, r.Path, response.Status, answer)
			}
		}
		for _, line := range strings.Split(log.String(), "\n") {
			if strings.Contains(line, "level=ERROR") || strings.Contains(line, `"level":"ERROR"`) {
				t.Error(line)
			}
		}
	})
}
