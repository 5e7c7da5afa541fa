package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

var readPairs = []pair{
	{name: "list", what: "project list at a random cursor, as a member; bare net/http, one prepared query, encoding/json",
		judge: judge{aim: 0.75}, open: func(ctx context.Context, e *env) ([]side, error) { return openList(ctx, e, e.database) }},
	{name: "page", what: "project page, as a member; bare net/http, one prepared query, encoding/json",
		judge: judge{aim: 0.75}, open: func(ctx context.Context, e *env) ([]side, error) { return openPage(ctx, e, e.database) }},
	{name: "home-rest", what: "what Home asks for, over REST, as a visitor; a bare handler writing equal bytes",
		judge: judge{aim: 0.70, times: 2}, open: func(ctx context.Context, e *env) ([]side, error) { return openHome(ctx, e, homeREST) }},
	{name: "home-connect", what: "what Home asks for, as the web app does; a bare handler writing equal bytes",
		judge: judge{aim: 0.70, times: 2}, open: func(ctx context.Context, e *env) ([]side, error) { return openHome(ctx, e, homeConnect()) }},
	{name: "connect-proto", what: "first page of projects over Connect in protobuf, as a visitor; connect-go with a ready message",
		judge: judge{aim: 0.90}, open: func(ctx context.Context, e *env) ([]side, error) { return openConnect(ctx, e, "application/proto") }},
	{name: "connect-json", what: "the same in JSON",
		judge: judge{aim: 0.80}, open: func(ctx context.Context, e *env) ([]side, error) { return openConnect(ctx, e, "application/json") }},
	{name: "list-scale", what: "ratio of list at the size of --database to that at the size of --small",
		judge: judge{aim: 0.85}, open: atBothSizes(openList)},
	{name: "page-scale", what: "ratio of page at the size of --database to that at the size of --small",
		judge: judge{aim: 0.85}, open: atBothSizes(openPage)},
}

// asking is a side that asks a server.
func asking(server *process, next func(client int, r *rand.Rand) request) side {
	return func(ctx context.Context, d time.Duration) (sample, error) {
		before, err := server.cpu()
		if err != nil {
			return sample{}, err
		}
		s, err := load(ctx, server.addr, clients, d, next)
		if err != nil {
			return sample{}, err
		}
		after, err := server.cpu()
		s.CPU = time.Duration(float64(after-before) / (s.Rate * d.Seconds()))
		return s, err
	}
}

func atBothSizes(open func(context.Context, *env, string) ([]side, error)) func(context.Context, *env) ([]side, error) {
	return func(ctx context.Context, e *env) ([]side, error) {
		if e.small == "" {
			return nil, errors.New("it needs --small, the address of a smaller database")
		}
		large, err := open(ctx, e, e.database)
		if err != nil {
			return nil, err
		}
		small, err := open(ctx, e, e.small)
		return append(large, small...), err
	}
}

// publicIDs are ids of public projects, spread evenly over all of them; few enough to be asked for at random, and enough
// that what they lead to is no more in the processor's cache than anything else.
func (e *env) publicIDs(ctx context.Context, database string) ([]uuid.UUID, error) {
	db, err := e.open(ctx, database)
	if err != nil {
		return nil, err
	}
	all, err := db.Client().Project.Query().Where(project.IsPublic(true)).Order(project.ByID()).IDs(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	const n = 4000
	var ids []uuid.UUID
	for i := range n {
		ids = append(ids, all[100+i*(len(all)-100)/n]) // a full page is left before the first
	}
	return ids, nil
}

func openList(ctx context.Context, e *env, database string) ([]side, error) {
	ids, members, product, bare, err := e.readers(ctx, database)
	if err != nil {
		return nil, err
	}
	// A cursor is opaque to everybody else: it is the id of the last one seen, and which list it is of.
	first, err := fetch(ctx, product, "/api/projects")
	if err != nil {
		return nil, err
	}
	text, err := base64.RawURLEncoding.DecodeString(first.header.Get("X-Next-Cursor"))
	if err != nil {
		return nil, err
	}
	var cursor struct {
		List     string `json:"l"`
		Position struct {
			ID string `json:"i"`
		} `json:"p"`
	}
	if err := json.Unmarshal(text, &cursor); err != nil {
		return nil, err
	}
	targets, bareTargets := make([]string, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		cursor.Position.ID = id.String()
		if text, err = json.Marshal(cursor); err != nil {
			return nil, err
		}
		targets[i] = "/api/projects?cursor=" + base64.RawURLEncoding.EncodeToString(text)
		bareTargets[i] = "/list?before=" + id.String()
	}
	return randomly(ctx, product, bare, targets, bareTargets, members)
}

func openPage(ctx context.Context, e *env, database string) ([]side, error) {
	ids, members, product, bare, err := e.readers(ctx, database)
	if err != nil {
		return nil, err
	}
	targets, bareTargets := make([]string, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		targets[i] = "/api/projects/" + id.String()
		bareTargets[i] = "/page?id=" + id.String()
	}
	return randomly(ctx, product, bare, targets, bareTargets, members)
}

// readers are what the pairs of uncached reads need.
func (e *env) readers(ctx context.Context, database string) (ids []uuid.UUID, members []member, product, bare *process, err error) {
	if ids, err = e.publicIDs(ctx, database); err != nil {
		return
	}
	if members, err = e.members(ctx, database, clients); err != nil {
		return
	}
	if product, err = e.product(ctx, database); err != nil {
		return
	}
	bare, err = e.reference(ctx, "--database", database)
	return
}

// randomly asks both for the same at random, the product as members and the reference as nobody, after a look that they
// answer the same.
func randomly(ctx context.Context, product, bare *process, targets, bareTargets []string, members []member) ([]side, error) {
	for i := 0; i < len(targets); i += len(targets) / 20 {
		got, err := fetch(ctx, product, targets[i], members[0].cookie)
		if err != nil {
			return nil, err
		}
		want, err := fetch(ctx, bare, bareTargets[i])
		if err != nil {
			return nil, err
		}
		if !sameJSON(got.Body, want.Body) {
			return nil, fmt.Errorf("product and reference do not do the same work:\n%s\n%s", got.Body, want.Body)
		}
	}
	asked, bareAsked := make([][][]byte, len(members)), make([][]byte, len(targets))
	for i := range targets {
		bareAsked[i] = get(bareTargets[i])
		for c, m := range members {
			asked[c] = append(asked[c], get(targets[i], m.cookie))
		}
	}
	return []side{
		asking(product, func(c int, r *rand.Rand) request { return request{wire: asked[c][r.IntN(len(targets))]} }),
		asking(bare, func(_ int, r *rand.Rand) request { return request{wire: bareAsked[r.IntN(len(targets))]} }),
	}, nil
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// homeREST is what Home asks for, in the words of REST.
var homeREST = []string{
	"/api/projects?type=featured&limit=1", "/api/projects?type=trending&limit=3", "/api/projects?type=newest&limit=4",
	"/api/users/top?limit=5", "/api/stats/community",
}

// homeConnect is the same as the web app asks for it.
func homeConnect() []string {
	call := func(procedure string, message proto.Message) string {
		// protojson puts spaces in at its whim, which a browser does not.
		var text bytes.Buffer
		if err := json.Compact(&text, []byte(protojson.Format(message))); err != nil {
			panic(err)
		}
		return "/uvboard.v1." + procedure + "?connect=v1&encoding=json&message=" + url.QueryEscape(text.String())
	}
	list := func(kind pb.ProjectListType, size int32) string {
		return call("ProjectService/ListProjects", &pb.ListProjectsRequest{Type: kind, PageSize: size})
	}
	return []string{
		list(pb.ProjectListType_PROJECT_LIST_TYPE_FEATURED, 1), list(pb.ProjectListType_PROJECT_LIST_TYPE_TRENDING, 3),
		list(pb.ProjectListType_PROJECT_LIST_TYPE_NEWEST, 4),
		call("UserService/ListTopUsers", &pb.ListTopUsersRequest{PageSize: 5}),
		call("StatsService/GetCommunityStats", &pb.GetCommunityStatsRequest{}),
	}
}

func openHome(ctx context.Context, e *env, targets []string) ([]side, error) {
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	const encoding = "Accept-Encoding: gzip, deflate, br, zstd" // a browser's
	answers := map[string]answer{}
	asked := make([][]byte, len(targets))
	for i, target := range targets {
		got, err := fetch(ctx, product, target, encoding)
		if err != nil {
			return nil, err
		}
		answers[target] = got.answer
		asked[i] = get(target, encoding)
	}
	content, err := json.Marshal(answers)
	if err != nil {
		return nil, err
	}
	ready, err := e.referenceOn(ctx, "--answers", content)
	if err != nil {
		return nil, err
	}
	next := func(_ int, r *rand.Rand) request { return request{wire: asked[r.IntN(len(asked))]} }
	return []side{asking(product, next), asking(ready, next)}, nil
}

func openConnect(ctx context.Context, e *env, contentType string) ([]side, error) {
	const procedure = "/uvboard.v1.ProjectService/ListProjects"
	question := &pb.ListProjectsRequest{PageSize: 20}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	encode := proto.Marshal
	if contentType == "application/json" {
		encode = protojson.Marshal
	}
	binary, err := proto.Marshal(question)
	if err != nil {
		return nil, err
	}
	list, err := ask(ctx, product, procedure, "application/proto", binary)
	if err != nil {
		return nil, err
	}
	ready, err := e.referenceOn(ctx, "--message", list.Body)
	if err != nil {
		return nil, err
	}
	body, err := encode(question)
	if err != nil {
		return nil, err
	}
	asked := post(procedure, contentType, body, "Connect-Protocol-Version: 1")
	next := func(int, *rand.Rand) request { return request{wire: asked} }
	return []side{asking(product, next), asking(ready, next)}, nil
}

// referenceOn starts a reference that reads content from a file.
func (e *env) referenceOn(ctx context.Context, option string, content []byte) (*process, error) {
	file := filepath.Join(e.dir, fmt.Sprintf("content%d", len(e.running)))
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return nil, err
	}
	return e.reference(ctx, option, file)
}

type fetched struct {
	answer
	header http.Header
}

// fetch asks once, apart from any measuring.
func fetch(ctx context.Context, server *process, target string, headers ...string) (fetched, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server.addr+target, nil)
	if err != nil {
		return fetched{}, err
	}
	return send(r, headers)
}

func ask(ctx context.Context, server *process, target, contentType string, body []byte, headers ...string) (fetched, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+server.addr+target, bytes.NewReader(body))
	if err != nil {
		return fetched{}, err
	}
	return send(r, append(headers, "Content-Type: "+contentType))
}

func send(r *http.Request, headers []string) (fetched, error) {
	r.Header.Set("Accept-Encoding", "identity") // unless said otherwise; Go would ask for gzip and unpack it
	for _, h := range headers {
		name, value, _ := bytes.Cut([]byte(h), []byte(": "))
		r.Header.Set(string(name), string(value))
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return fetched{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s: %s", r.Method, r.URL, response.Status, body)
	}
	return fetched{
		answer: answer{ContentType: response.Header.Get("Content-Type"), Encoding: response.Header.Get("Content-Encoding"), Body: body},
		header: response.Header,
	}, err
}
