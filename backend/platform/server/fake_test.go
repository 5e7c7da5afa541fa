package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/ratelimit"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// errUnreachable is the error of a database that restarts.
var errUnreachable = &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("10.0.0.1:5432: connection refused")}

// fakeProjects keeps projects in memory. Some ids stand for an error.
type fakeProjects struct {
	uvboardv1connect.UnimplementedProjectServiceHandler
	mu       sync.Mutex
	projects map[string]*pb.Project
	listed   *pb.ListProjectsRequest // the last one
	updated  *pb.UpdateProjectRequest
	slow     chan struct{} // GetProject "slow" waits for it
}

func (f *fakeProjects) ListProjects(_ context.Context,
	request *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listed = request
	total := int32(2)
	answer := &pb.ListProjectsResponse{TotalSize: &total, NextPageToken: "next"}
	for _, id := range []string{"one", "two"} {
		answer.Projects = append(answer.Projects, f.projects[id])
	}
	return answer, nil
}

func (f *fakeProjects) GetProject(ctx context.Context, request *pb.GetProjectRequest) (*pb.GetProjectResponse, error) {
	switch request.GetId() {
	case "panic":
		panic("a nil map, say")
	case "broken":
		return nil, errors.New("dial tcp 10.0.0.1:5432: password=secret")
	case "unreachable":
		return nil, fmt.Errorf("get project: %w", errUnreachable)
	case "contended":
		return nil, fmt.Errorf("get project: %w", &pq.Error{Code: "40P01", Message: "deadlock detected"})
	case "conflict":
		return nil, fault.Conflict("NAME_TAKEN", "title", "That title is taken")
	case "unavailable":
		return nil, fault.Unavailable("STRIPE_NOT_CONFIGURED", "Donations are not set up here.")
	case "late":
		<-ctx.Done()
		return nil, ctx.Err()
	case "slow":
		<-f.slow
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	project, ok := f.projects[request.GetId()]
	if !ok {
		return nil, fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
	}
	return &pb.GetProjectResponse{Project: project}, nil
}

func (f *fakeProjects) CreateProject(ctx context.Context,
	request *pb.CreateProjectRequest) (*pb.CreateProjectResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &pb.CreateProjectResponse{Project: &pb.Project{
		Id: "new", UserId: auth.From(ctx).UserID.String(), Title: request.GetProject().GetTitle(),
		Stage: request.GetProject().GetStage(),
	}}, nil
}

func (f *fakeProjects) UpdateProject(_ context.Context,
	request *pb.UpdateProjectRequest) (*pb.UpdateProjectResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.updated = request
	return &pb.UpdateProjectResponse{Project: f.projects[request.GetId()]}, nil
}

func (f *fakeProjects) DeleteProject(context.Context, *pb.DeleteProjectRequest) (*pb.DeleteProjectResponse, error) {
	return &pb.DeleteProjectResponse{Success: true}, nil
}

type fakeAccounts struct {
	uvboardv1connect.UnimplementedAccountServiceHandler
}

func (fakeAccounts) Login(ctx context.Context, request *pb.LoginRequest) (*pb.LoginResponse, error) {
	if request.GetPassword() != "vibecoding" {
		return nil, fault.Unauthenticated("INVALID_CREDENTIALS", "Invalid username or password")
	}
	info, _ := connect.CallInfoForHandlerContext(ctx)
	auth.Cookies{}.Set(info.ResponseHeader(), "member", time.Now().Add(time.Hour))
	LoggedIn(ctx, uuid.MustParse("01939c1e-0000-7000-8000-000000000002"))
	return &pb.LoginResponse{User: &pb.SessionUser{Username: request.GetUsername()}}, nil
}

func (fakeAccounts) ChangePassword(_ context.Context,
	request *pb.ChangePasswordRequest) (*pb.ChangePasswordResponse, error) {
	if request.GetCurrentPassword() != "vibecoding" {
		return nil, auth.WrongPassword("currentPassword")
	}
	return &pb.ChangePasswordResponse{Success: true}, nil
}

type fakeVotes struct {
	uvboardv1connect.UnimplementedVoteServiceHandler
	batch *pb.BatchGetVoteSummariesRequest
}

func (f *fakeVotes) BatchGetVoteSummaries(_ context.Context,
	request *pb.BatchGetVoteSummariesRequest) (*pb.BatchGetVoteSummariesResponse, error) {
	f.batch = request
	return &pb.BatchGetVoteSummariesResponse{}, nil
}

// callers are the users by the token of their session.
var callers = map[string]*auth.Caller{
	"member": {UserID: uuid.MustParse("01939c1e-0000-7000-8000-000000000001"), Username: "kiln",
		SessionID: uuid.MustParse("01939c1e-0000-7000-8000-00000000000a")},
	"admin": {UserID: uuid.MustParse("01939c1e-0000-7000-8000-000000000002"), Username: "boss",
		SessionID: uuid.MustParse("01939c1e-0000-7000-8000-00000000000b"), Role: auth.RoleAdmin},
}

func fakeAuthenticate(_ context.Context, token string) (*auth.Caller, error) {
	if token == "unlucky" {
		return nil, errors.New("database is locked")
	}
	return callers[token], nil
}

func sampleProject(id string) *pb.Project {
	users := 1200.0
	return &pb.Project{
		Id: id, UserId: "u", Title: "Kiln & <Fire>", Tagline: "A \"hot\" line\n\u2028", Stage: pb.Stage_STAGE_MVP,
		PrimaryCategory: pb.Category_CATEGORY_AI_AGENTS, VibeTools: []pb.VibeTool{pb.VibeTool_VIBE_TOOL_CURSOR,
			pb.VibeTool_VIBE_TOOL_VERCEL_V0},
		Tags: []string{"go", "ünïcode 🎉"}, IsPublic: true,
		CreatedAt: timestamppb.New(time.Date(2025, 3, 1, 12, 0, 0, 5e8, time.UTC)),
		Links:     &pb.ProjectLinks{}, Media: &pb.ProjectMedia{},
		Impact: &pb.ProjectImpact{Metrics: &pb.ProjectMetrics{Users: &users,
			Custom: &structpb.Struct{Fields: map[string]*structpb.Value{
				"stars": structpb.NewNumberValue(4.5), "award": structpb.NewStringValue("gold"),
			}}}},
		Author: &pb.Author{Id: "u", Username: "kiln"},
	}
}

// mount is the service of a generated constructor and a fake.
func mount[H any](constructor func(H, ...connect.HandlerOption) (string, http.Handler), fake H) Service {
	return func(options ...connect.HandlerOption) (string, http.Handler) { return constructor(fake, options...) }
}

func fakeServices(projects uvboardv1connect.ProjectServiceHandler, votes *fakeVotes) []Service {
	return []Service{
		mount(uvboardv1connect.NewAccountServiceHandler, uvboardv1connect.AccountServiceHandler(fakeAccounts{})),
		mount(uvboardv1connect.NewUserServiceHandler,
			uvboardv1connect.UserServiceHandler(uvboardv1connect.UnimplementedUserServiceHandler{})),
		mount(uvboardv1connect.NewProjectServiceHandler, projects),
		mount(uvboardv1connect.NewVoteServiceHandler, uvboardv1connect.VoteServiceHandler(votes)),
		mount(uvboardv1connect.NewStatsServiceHandler,
			uvboardv1connect.StatsServiceHandler(uvboardv1connect.UnimplementedStatsServiceHandler{})),
	}
}

type fixture struct {
	*httptest.Server
	server   *Server
	projects *fakeProjects
	votes    *fakeVotes
	log      *must.Log
}

func newFixture(t testing.TB, change func(*Config)) *fixture {
	t.Helper()
	f := &fixture{
		projects: &fakeProjects{projects: map[string]*pb.Project{"one": sampleProject("one"),
			"two": sampleProject("two")}, slow: make(chan struct{})},
		votes: &fakeVotes{}, log: &must.Log{},
	}
	var reads atomic.Uint64
	config := Config{
		Version:      func() uint64 { return reads.Add(1) }, // nothing is cached unless a test replaces it
		Services:     fakeServices(f.projects, f.votes),
		Authenticate: fakeAuthenticate, Ready: func(context.Context) error { return nil },
		ProductName: func() string { return `Ann & Bob's "$1"` },
		BaseURL:     &url.URL{Scheme: "https", Host: "board.example"}, Log: slog.New(slog.NewJSONHandler(f.log, nil)),
		Web: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "page "+r.URL.Path, http.StatusOK)
		}),
		Routes: []Route{
			{Method: "POST", Path: "/api/upload", Rule: auth.Rule{Level: auth.User, Limit: auth.LimitWrite},
				MaxBody: 1 << 20, File: true, Handle: func(w http.ResponseWriter, r *http.Request) error {
					n, err := io.Copy(io.Discard, r.Body)
					if err != nil {
						return err
					}
					if n == 0 {
						return fault.Invalid("file", "Please choose a file")
					}
					w.WriteHeader(http.StatusCreated)
					_, err = io.WriteString(w, `{"url":"/uploads/x.png"}`)
					return err
				}},
			{Method: "GET", Path: "/uploads/", Rule: auth.PublicFile, File: true,
				Handle: func(w http.ResponseWriter, r *http.Request) error {
					if r.URL.Path != "/uploads/x.png" {
						return fault.NotFound("FILE_NOT_FOUND", "There is no such file.")
					}
					_, err := io.WriteString(w, "picture")
					return err
				}},
			{Method: "GET", Path: "/projects/{id}/og.png", Rule: auth.PublicFile,
				Handle: func(w http.ResponseWriter, r *http.Request) error {
					_, err := io.WriteString(w, "card of "+r.PathValue("id"))
					return err
				}},
		},
	}
	if change != nil {
		change(&config)
	}
	server, err := New(config)
	must.NoError(t, err)
	f.server = server
	if server.gate.limits != nil { // no bucket refills during a test
		now := time.Now()
		server.gate.limits = ratelimit.New(nil, func() time.Time { return now })
		server.cache.limits = server.gate.limits
	}
	f.Server = httptest.NewUnstartedServer(server)
	f.Config.Protocols = new(http.Protocols)
	f.Config.Protocols.SetHTTP1(true)
	f.Config.Protocols.SetUnencryptedHTTP2(true)
	f.Start()
	t.Cleanup(f.Close)
	return f
}

// call is a request of a test.
type call struct {
	method, path, body string
	header             map[string]string
}

func (f *fixture) do(t testing.TB, c call) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), c.method, f.URL+c.path, strings.NewReader(c.body))
	must.NoError(t, err)
	if c.body == "" {
		request.Body, request.ContentLength = http.NoBody, 0
	}
	if c.body != "" && c.header["Content-Type"] == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range c.header {
		request.Header.Set(name, value)
	}
	response, err := f.Client().Do(request)
	must.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must.NoError(t, err)
	return response, string(body)
}

// asUser returns headers with a session cookie.
func asUser(extra ...string) map[string]string {
	header := map[string]string{"Cookie": "uvboard_session=member"}
	for i := 0; i+1 < len(extra); i += 2 {
		header[extra[i]] = extra[i+1]
	}
	return header
}
