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
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"uvboard/bench/process"
	"uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

var readPairs = []pair{
	{name: "list", description: "project list from a random cursor, logged in; net/http, one prepared query, encoding/json",
		goal: goal{ratio: 0.75}, open: openList},
	{name: "page", description: "one project, logged in; net/http, one prepared query, encoding/json",
		goal: goal{ratio: 0.75}, open: openPage},
	{name: "home-rest", description: "requests of Home over REST, as a guest; a handler that writes the same bytes",
		goal: goal{ratio: 0.70, maxP99: 2}, open: func(ctx context.Context, e *env) ([]side,
			error) {
			return openHome(ctx, e, homeREST)
		}},
	{name: "home-connect", description: "requests of Home over Connect, as a guest; a handler that writes the same bytes",
		goal: goal{ratio: 0.70, maxP99: 2}, open: func(ctx context.Context, e *env) ([]side,
			error) {
			return openHome(ctx, e, homeConnect())
		}},
	{name: "connect-proto", description: "first page of projects over Connect in protobuf, as a guest; connect-go with a fixed message",
		goal: goal{ratio: 0.90}, open: func(ctx context.Context, e *env) ([]side,
			error) {
			return openConnect(ctx, e, "proto")
		}},
	{name: "connect-json", description: "the same in JSON",
		goal: goal{ratio: 0.80}, open: func(ctx context.Context, e *env) ([]side,
			error) {
			return openConnect(ctx, e, "json")
		}},
}

func asking(server *process.Process, next func(client int, r *rand.Rand) request) side {
	return func(ctx context.Context, d time.Duration) (sample, error) {
		before, err := server.CPU()
		if err != nil {
			return sample{}, err
		}
		s, err := load(ctx, server.Addr, clients, d, next)
		if err != nil {
			return sample{}, err
		}
		after, err := server.CPU()
		s.CPU = time.Duration(float64(after-before) / (s.Rate * d.Seconds()))
		return s, err
	}
}

// publicIDs returns ids of 4,000 public projects, spread evenly over the table: enough that their rows do not fit the
// CPU cache.
func (e *env) publicIDs(ctx context.Context, database string) ([]uuid.UUID, error) {
	db, err := e.open(ctx, database)
	if err != nil {
		return nil, err
	}
	all, err := db.Client().Project.Query().Where(project.IsPublic(true)).Order(project.ByID()).IDs(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	const n, atLeast = 4000, 1000
	if len(all) < atLeast {
		return nil, fmt.Errorf("the database has %d public projects, %d are needed", len(all), atLeast)
	}
	var ids []uuid.UUID
	for i := range n {
		ids = append(ids, all[100+i*(len(all)-100)/n]) // leaves a full page before the first
	}
	return ids, nil
}

func openList(ctx context.Context, e *env) ([]side, error) {
	ids, err := e.publicIDs(ctx, e.database)
	if err != nil {
		return nil, err
	}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	// Decode the opaque cursor, to make cursors with other ids.
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
	return e.reading(ctx, e.database, targets, bareTargets)
}

func openPage(ctx context.Context, e *env) ([]side, error) {
	ids, err := e.publicIDs(ctx, e.database)
	if err != nil {
		return nil, err
	}
	targets, bareTargets := make([]string, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		targets[i] = "/api/projects/" + id.String()
		bareTargets[i] = "/page?id=" + id.String()
	}
	return e.reading(ctx, e.database, targets, bareTargets)
}

// reading returns both sides of a pair of uncached reads: requests for random targets, whose responses are first
// compared. Only requests to the product carry a session.
func (e *env) reading(ctx context.Context, database string, targets, bareTargets []string) ([]side, error) {
	sessions, err := e.sessions(ctx, database, clients)
	if err != nil {
		return nil, err
	}
	product, err := e.product(ctx, database)
	if err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(product.Addr)
	if err != nil {
		return nil, err
	}
	bare, err := e.reference(ctx, "--database", database, "--origin", "http://localhost:"+port)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(targets); i += max(1, len(targets)/20) {
		got, err := fetch(ctx, product, targets[i], sessions[0].cookie)
		if err != nil {
			return nil, err
		}
		want, err := fetch(ctx, bare, bareTargets[i])
		if err != nil {
			return nil, err
		}
		if !sameJSON(got.Body, want.Body) {
			return nil, fmt.Errorf("product and reference respond differently:\n%s\n%s", got.Body, want.Body)
		}
	}
	requests, bareRequests := make([][][]byte, len(sessions)), make([][]byte, len(targets))
	for i := range targets {
		bareRequests[i] = get(bareTargets[i])
		for c, s := range sessions {
			requests[c] = append(requests[c], get(targets[i], s.cookie))
		}
	}
	return []side{
		asking(product, func(c int, r *rand.Rand) request { return request{wire: requests[c][r.IntN(len(targets))]} }),
		asking(bare, func(_ int, r *rand.Rand) request { return request{wire: bareRequests[r.IntN(len(targets))]} }),
	}, nil
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// homeREST are the requests of Home over REST.
var homeREST = []string{
	"/api/projects?type=featured&limit=1", "/api/projects?type=trending&limit=3", "/api/projects?type=newest&limit=4",
	"/api/users/top?limit=5", "/api/stats/community",
}

// homeConnect returns the requests of Home as the web app sends them.
func homeConnect() []string {
	call := func(procedure string, message proto.Message) string {
		// protojson adds random spaces, a browser does not.
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
	responses := map[string]response{}
	requests := make([][]byte, len(targets))
	for i, target := range targets {
		got, err := fetch(ctx, product, target, encoding)
		if err != nil {
			return nil, err
		}
		responses[target] = got.response
		requests[i] = get(target, encoding)
	}
	content, err := json.Marshal(responses)
	if err != nil {
		return nil, err
	}
	ready, err := e.referenceOn(ctx, "--responses", content)
	if err != nil {
		return nil, err
	}
	next := func(_ int, r *rand.Rand) request { return request{wire: requests[r.IntN(len(requests))]} }
	return []side{asking(product, next), asking(ready, next)}, nil
}

// openConnect sends the call as a GET, as the web app does.
func openConnect(ctx context.Context, e *env, encoding string) ([]side, error) {
	const procedure = "/uvboard.v1.ProjectService/ListProjects?connect=v1"
	input := &pb.ListProjectsRequest{PageSize: 20}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	binary, err := proto.Marshal(input)
	if err != nil {
		return nil, err
	}
	asProto := procedure + "&encoding=proto&base64=1&message=" + base64.RawURLEncoding.EncodeToString(binary)
	list, err := fetch(ctx, product, asProto)
	if err != nil {
		return nil, err
	}
	ready, err := e.referenceOn(ctx, "--message", list.Body)
	if err != nil {
		return nil, err
	}
	call := get(asProto)
	if encoding == "json" {
		call = get(procedure + "&encoding=json&message=" + url.QueryEscape(`{"pageSize":20}`))
	}
	next := func(int, *rand.Rand) request { return request{wire: call} }
	return []side{asking(product, next), asking(ready, next)}, nil
}

// referenceOn starts a reference with content in a file.
func (e *env) referenceOn(ctx context.Context, option string, content []byte) (*process.Process, error) {
	file := filepath.Join(e.dir, fmt.Sprintf("content%d", len(e.running)))
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return nil, err
	}
	return e.reference(ctx, option, file)
}

type fetched struct {
	response
	header http.Header
}

// fetch sends one GET, outside of the measurement.
func fetch(ctx context.Context, server *process.Process, target string, headers ...string) (fetched, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server.Addr+target, nil)
	if err != nil {
		return fetched{}, err
	}
	return send(r, headers)
}

func send(r *http.Request, headers []string) (fetched, error) {
	r.Header.Set("Accept-Encoding", "identity") // else net/http would request gzip and decompress it
	for _, h := range headers {
		name, value, _ := bytes.Cut([]byte(h), []byte(": "))
		r.Header.Set(string(name), string(value))
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return fetched{}, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err == nil && got.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s: %s", r.Method, r.URL, got.Status, body)
	}
	return fetched{
		response: response{ContentType: got.Header.Get("Content-Type"), Encoding: got.Header.Get("Content-Encoding"),
			Body: body},
		header: got.Header,
	}, err
}
