package fault

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "uvboard/gen/uvboard/v1"
)

func TestResolve(t *testing.T) {
	live := t.Context()
	cancelled, cancel := context.WithCancel(live)
	cancel()
	late, stop := context.WithTimeout(live, 0)
	defer stop()
	driver := errors.New("pq: canceling statement due to user request")
	for _, tc := range []struct {
		name   string
		ctx    context.Context
		err    error
		code   string
		status int
		hidden bool
	}{
		{"FaultIsTold", live, NotFound("PROJECT_NOT_FOUND", "Project not found"), "PROJECT_NOT_FOUND", 404, false},
		{"WrappedFaultIsTold", live, fmt.Errorf("get project: %w", Denied("NOT_OWNER", "Not yours")), "NOT_OWNER", 403, false},
		{"FaultOutlivesItsContext", cancelled, Conflict("USERNAME_TAKEN", "username", "Taken"), "USERNAME_TAKEN", 409, false},
		{"UnknownIsHidden", live, driver, "INTERNAL", 500, true},
		{"DriversWordForCancelled", cancelled, driver, "CANCELLED", 503, false},
		{"DriversWordForLate", late, driver, "DEADLINE_EXCEEDED", 503, true},
		{"AnotherContextsEndIsInternal", live, context.DeadlineExceeded, "INTERNAL", 500, true},
		{"ConnectsOwnIsKept", live, connect.NewError(connect.CodeInvalidArgument, errors.New("protocol error")), "INVALID_ARGUMENT", 400, false},
		{"ConnectsUnknownIsHidden", live, connect.NewError(connect.CodeUnknown, driver), "INTERNAL", 500, true},
		{"ConnectsUnimplemented", live, connect.NewError(connect.CodeUnimplemented, errors.New("x")), "UNIMPLEMENTED", 404, false},
		{"ConnectsCancelled", live, connect.NewError(connect.CodeCanceled, errors.New("x")), "CANCELLED", 503, false},
		{"ConnectsDeadline", live, connect.NewError(connect.CodeDeadlineExceeded, errors.New("x")), "DEADLINE_EXCEEDED", 503, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, hidden := Resolve(tc.ctx, nil, tc.err)
			if f.Code != tc.code || f.Status() != tc.status || hidden != tc.hidden {
				t.Errorf("%s %d hidden %v, want %s %d %v", f.Code, f.Status(), hidden, tc.code, tc.status, tc.hidden)
			}
			if hidden && f.Message == tc.err.Error() {
				t.Errorf("the caller is told %q", f.Message)
			}
		})
	}
}

// Every kind survives the way through Connect's error, and keeps its status.
func TestToConnectAndBack(t *testing.T) {
	for _, tc := range []struct {
		err    error
		code   connect.Code
		status int
	}{
		{Invalid("title", "Title is required"), connect.CodeInvalidArgument, http.StatusBadRequest},
		{Malformed("No"), connect.CodeInvalidArgument, http.StatusBadRequest},
		{Unauthenticated("UNAUTHENTICATED", "Log in"), connect.CodeUnauthenticated, http.StatusUnauthorized},
		{Denied("NOT_OWNER", "Not yours"), connect.CodePermissionDenied, http.StatusForbidden},
		{NotFound("GONE", "Gone"), connect.CodeNotFound, http.StatusNotFound},
		{Conflict("TAKEN", "", "Taken"), connect.CodeAlreadyExists, http.StatusConflict},
		{TooLarge("Big"), connect.CodeResourceExhausted, http.StatusRequestEntityTooLarge},
		{UnsupportedMedia("Odd"), connect.CodeInvalidArgument, http.StatusUnsupportedMediaType},
		{RateLimited(1500 * time.Millisecond), connect.CodeResourceExhausted, http.StatusTooManyRequests},
		{Unavailable("NOT_SET_UP", "Not here"), connect.CodeUnavailable, http.StatusServiceUnavailable},
		{Internal(), connect.CodeInternal, http.StatusInternalServerError},
		{Cancelled(), connect.CodeCanceled, http.StatusServiceUnavailable},
		{Unreachable(), connect.CodeUnavailable, http.StatusServiceUnavailable},
		{TooSlow(), connect.CodeDeadlineExceeded, http.StatusServiceUnavailable},
		{Unimplemented(), connect.CodeUnimplemented, http.StatusNotFound},
	} {
		f := Of(tc.err)
		t.Run(f.Code, func(t *testing.T) {
			wire := ToConnect(f)
			if wire.Code() != tc.code || wire.Message() != f.Message {
				t.Errorf("%v %q, want %v %q", wire.Code(), wire.Message(), tc.code, f.Message)
			}
			back, hidden := FromConnect(wire)
			if hidden || back.Status() != tc.status || back.Code != f.Code || back.Message != f.Message || len(back.Fields) != len(f.Fields) ||
				back.RetryAfterSeconds() != f.RetryAfterSeconds() {
				t.Errorf("came back as %+v %d, want %+v %d", back, back.Status(), f, tc.status)
			}
		})
	}
	if got := ToConnect(Of(RateLimited(1500 * time.Millisecond))).Meta().Get("Retry-After"); got != "2" {
		t.Errorf("Retry-After %q, want it rounded up", got)
	}
}

func TestViolations(t *testing.T) {
	for _, tc := range []struct {
		name    string
		request proto.Message
		method  string
		message string
		fields  map[string]string
	}{
		{
			"PlainField", &pb.LoginRequest{Password: "x"}, "AccountService.Login", "Username is required",
			map[string]string{"username": "Username is required"},
		},
		{
			"BodyFieldIsLeftOut", &pb.UpdateUserRequest{User: &pb.UserInput{SocialLinks: &pb.SocialLinks{Website: proto.String("x")}}}, "UserService.UpdateUser",
			"Please enter a valid URL", map[string]string{"socialLinks.website": "Please enter a valid URL"},
		},
		{
			"BodyItselfKeepsItsName", &pb.UpdateUserRequest{}, "UserService.UpdateUser", "The value of user is required.",
			map[string]string{"user": "The value of user is required."},
		},
		{
			"RuleWithoutASentenceGetsOne", &pb.ListProjectsRequest{PageSize: -1}, "ProjectService.ListProjects",
			"The value of pageSize must be greater than or equal to 0.", map[string]string{"pageSize": "The value of pageSize must be greater than or equal to 0."},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := protovalidate.Validate(tc.request)
			f, hidden := Resolve(t.Context(), methodNamed(t, tc.method), fmt.Errorf("call: %w", err))
			if hidden || f.Kind != KindInvalid || f.Code != "VALIDATION_FAILED" || f.Message != tc.message {
				t.Errorf("%+v", f)
			}
			if fmt.Sprint(f.Fields) != fmt.Sprint(tc.fields) {
				t.Errorf("-want +got\n-%v\n+%v", tc.fields, f.Fields)
			}
		})
	}
}

func methodNamed(t *testing.T, name string) protoreflect.MethodDescriptor {
	t.Helper()
	for _, file := range []protoreflect.FileDescriptor{
		pb.File_uvboard_v1_account_service_proto, pb.File_uvboard_v1_user_service_proto, pb.File_uvboard_v1_project_service_proto,
	} {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				if method := service.Methods().Get(j); string(service.Name())+"."+string(method.Name()) == name {
					return method
				}
			}
		}
	}
	t.Fatalf("no method %s", name)
	return nil
}

func TestFieldPath(t *testing.T) {
	create := methodNamed(t, "ProjectService.CreateProject")
	for _, tc := range []struct {
		name  string
		names []string
		want  string
	}{
		{"BodyIsLeftOut", []string{"project", "primary_category"}, "primaryCategory"},
		{"ListMessageIsTheList", []string{"project", "tags", "values[3]"}, "tags[3]"},
		{"Nested", []string{"project", "media", "screenshots", "values[0]"}, "media.screenshots[0]"},
		{"NothingButTheBody", []string{"project"}, "project"},
		{"NoBody", []string{"page_token"}, "pageToken"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := FieldPath(create, tc.names...); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestRateLimitedSaysHowLong(t *testing.T) {
	for wait, want := range map[time.Duration]string{
		0:                       "Too many requests. Please wait a moment and try again.",
		5 * time.Second:         "Too many requests. Please wait a moment and try again.",
		5100 * time.Millisecond: "Too many requests. Please try again in 6 seconds.",
		90 * time.Second:        "Too many requests. Please try again in 90 seconds.",
		91 * time.Second:        "Too many requests. Please try again in 2 minutes.",
		time.Hour - time.Second: "Too many requests. Please try again in 60 minutes.",
	} {
		if got := Of(RateLimited(wait)).Message; got != want {
			t.Errorf("after %v: %q, want %q", wait, got, want)
		}
	}
}
