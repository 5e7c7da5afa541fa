package fault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
)

func TestResolve(t *testing.T) {
	live := t.Context()
	canceled, cancel := context.WithCancel(live)
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
		{"Fault", live, NotFound("PROJECT_NOT_FOUND", "Project not found"), "PROJECT_NOT_FOUND", 404, false},
		{"WrappedFault", live, fmt.Errorf("get project: %w", Denied("NOT_OWNER", "Not yours")), "NOT_OWNER", 403,
			false},
		{"FaultAfterCancel", canceled, Conflict("USERNAME_TAKEN", "username", "Taken"), "USERNAME_TAKEN", 409, false},
		{"UnknownError", live, driver, "INTERNAL", 500, true},
		{"DriverErrorAfterCancel", canceled, driver, "CANCELLED", 503, false},
		{"DriverErrorAfterDeadline", late, driver, "DEADLINE_EXCEEDED", 503, true},
		{"DeadlineOfAnotherContext", live, context.DeadlineExceeded, "INTERNAL", 500, true},
		{"ConnectUnknown", live, connect.NewError(connect.CodeUnknown, driver), "INTERNAL", 500, true},
		{"ConnectUnimplemented", live, connect.NewError(connect.CodeUnimplemented, errors.New("x")), "UNIMPLEMENTED",
			404, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, hidden := Resolve(tc.ctx, nil, tc.err)
			if f.Code != tc.code || f.Status() != tc.status || hidden != tc.hidden {
				t.Errorf("%s %d hidden %v, want %s %d %v", f.Code, f.Status(), hidden, tc.code, tc.status, tc.hidden)
			}
			if hidden && f.Message == tc.err.Error() {
				t.Errorf("the message reveals the cause: %q", f.Message)
			}
		})
	}
}

func TestToConnect(t *testing.T) {
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
		{Precondition("LAST_ADMIN", "The only admin"), connect.CodeFailedPrecondition, http.StatusConflict},
		{Blocked("LOCKED", "Locked"), connect.CodeFailedPrecondition, http.StatusForbidden},
		{Concurrent(), connect.CodeAborted, http.StatusConflict},
		{TooLarge("Big"), connect.CodeResourceExhausted, http.StatusRequestEntityTooLarge},
		{UnsupportedMedia("Odd"), connect.CodeInvalidArgument, http.StatusUnsupportedMediaType},
		{RateLimited(1500 * time.Millisecond), connect.CodeResourceExhausted, http.StatusTooManyRequests},
		{Unavailable("NOT_SET_UP", "Not here"), connect.CodeUnavailable, http.StatusServiceUnavailable},
		{Internal(), connect.CodeInternal, http.StatusInternalServerError},
		{Canceled(), connect.CodeCanceled, http.StatusServiceUnavailable},
		{Unreachable(), connect.CodeUnavailable, http.StatusServiceUnavailable},
		{DeadlineExceeded(), connect.CodeDeadlineExceeded, http.StatusServiceUnavailable},
		{Unimplemented(), connect.CodeUnimplemented, http.StatusNotFound},
	} {
		f := Of(tc.err)
		t.Run(f.Code, func(t *testing.T) {
			wire := ToConnect(f)
			if wire.Code() != tc.code || wire.Message() != f.Message {
				t.Errorf("%v %q, want %v %q", wire.Code(), wire.Message(), tc.code, f.Message)
			}
			value, err := wire.Details()[0].Value()
			must.NoError(t, err)
			detail := value.(*pb.ErrorDetail)
			if f.Status() != tc.status || detail.Code != f.Code || len(detail.Fields) != len(f.Fields) ||
				detail.RetryAfter != f.RetryAfterSeconds() {
				t.Errorf("got %+v %d, want %+v %d", detail, f.Status(), f, tc.status)
			}
		})
	}
	if got := ToConnect(Of(RateLimited(1500 * time.Millisecond))).Meta().Get("Retry-After"); got != "2" {
		t.Errorf("Retry-After %q, want 2", got)
	}
}

// Clients act on the Connect code: on AlreadyExists they change the value, on FailedPrecondition they change the state
// first, and PermissionDenied is final for this caller. So each of the product's faults of these kinds is listed here.
func TestEveryConflict(t *testing.T) {
	want := map[string]string{}
	for kind, codes := range map[string]string{
		"Conflict": "ALREADY_APPEALED ALREADY_REPORTED CHANNEL_NAME_TAKEN EMAIL_TAKEN FEED_LISTED IDEMPOTENCY_KEY_RUNNING IDEMPOTENCY_KEY_USED IDENTITY_TAKEN PROJECT_HAS_CHANNEL USERNAME_TAKEN WEEKLY_DRAFT_CHANGED",
		"Precondition": "ALREADY_PUBLIC APPEAL_DECIDED BLOG_POST_NOT_PUBLIC DECISION_REPLACED EDITED NOT_HELD POSTS_WAITING HAS_ADMIN LAST_SIGN_IN LastAdmin MAIL_NOT_FAILED NOT_SUSPENDED NO_LINK OPERATORS_FEED PROJECT_NOT_PUBLIC REPORTED_AGAIN " +
			"PASSKEY_EXPIRED REPORT_DECIDED REPORT_OPEN TOO_MANY_FEEDS TOO_MANY_UNUSED_UPLOADS TOTP_NOT_BEGUN TEST_WAITS UPLOAD_EMPTY UPLOAD_USED WEEKLY_EMPTY",
		"Blocked": "COLLECTIONS_FULL COLLECTION_FULL FEEDBACK_HIDDEN FOLLOWS_FULL MUTES_FULL NOT_PUBLIC NO_EMAIL NO_INVITATIONS_LEFT REVIEW SAVED_FULL THREAD_LOCKED TOO_MANY_APPS TOO_MANY_IDENTITIES TOO_MANY_PASSKEYS TOO_MANY_TOKENS WEBHOOKS_FULL WEBHOOK_OFF",
		"Denied": "ADMIN_REQUIRED CANNOT_WAIT CROSS_ORIGIN EMAIL_NOT_CONFIRMED FEEDBACK_STAYS HIDDEN HIDDEN_BY_MODERATOR LOGIN_REQUIRED MODERATOR_REQUIRED NOT_ACCEPTED NOT_AUTHOR NOT_CHANNEL_OWNER NOT_COMMENT_AUTHOR NOT_OWNER NOT_POST_AUTHOR REGISTRATION_CLOSED " +
			"NOT_PROJECT_OWNER OTHER_ACCOUNT OWN_ACCOUNT OWN_APPEAL OWN_CONTENT OWN_DECISION PEOPLE_ONLY PERMISSION_DENIED SCOPE SECOND_FACTOR_REQUIRED STEP_UP_REQUIRED SUSPENDED",
	} {
		for code := range strings.FieldsSeq(codes) {
			want[code] = kind
		}
	}
	call := regexp.MustCompile(`fault\.(Conflict|Precondition|Blocked|Denied)\(\s*"?(\w+)`)
	found := map[string]string{}
	must.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "testdata") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range call.FindAllSubmatch(source, -1) {
			found[string(m[2])] = string(m[1])
		}
		return err
	}))
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("faults -want +got\n%s", diff)
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
			"Field", &pb.LoginRequest{Password: "x"}, "AccountService.Login", "Username is required",
			map[string]string{"username": "Username is required"},
		},
		{
			"FieldOfBody", &pb.UpdateUserRequest{
				User: &pb.UserInput{SocialLinks: &pb.SocialLinks{Website: proto.String("x")}}},
			"UserService.UpdateUser",
			"Please enter a valid URL", map[string]string{"socialLinks.website": "Please enter a valid URL"},
		},
		{
			"Body", &pb.UpdateUserRequest{}, "UserService.UpdateUser", "The value of user is required.",
			map[string]string{"user": "The value of user is required."},
		},
		{
			"DefaultMessage", &pb.ListProjectsRequest{PageSize: -1}, "ProjectService.ListProjects",
			"The value of pageSize must be greater than or equal to 0.",
			map[string]string{"pageSize": "The value of pageSize must be greater than or equal to 0."},
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
	for method := range apitest.Methods() {
		if string(method.Parent().Name())+"."+string(method.Name()) == name {
			return method
		}
	}
	t.Fatalf("no method %s", name)
	return nil
}

func TestFieldPath(t *testing.T) {
	create := methodNamed(t, "ProjectService.CreateProject")
	for path, want := range map[string]string{
		"project.primary_category":            "primaryCategory",
		"project.tags.values[3]":              "tags[3]",
		"project.media.screenshots.values[0]": "media.screenshots[0]",
		"project":                             "project",
		"page_token":                          "pageToken",
	} {
		if got := FieldPath(create, path); got != want {
			t.Errorf("FieldPath(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestRateLimitedMessage(t *testing.T) {
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
