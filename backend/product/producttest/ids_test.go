package producttest

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/store/storetest"
)

// narrowing are ids that a request may leave out: with one, a list is shorter or begins elsewhere.
var narrowing = []string{
	"ListBlogPosts.user_id", "ListCollections.user_id", "ListCollections.project_id", "ListChannels.project_id",
	"ListThreads.channel_id", "ListThreads.project_id", "ListPosts.from_post_id", "SearchForum.channel_id",
	"ListAuditLog.user_id", "ListReports.target_id",
	"PublishWeeklyIssue.id",
}

// An id that a call needs and that no REST path holds is named if it is missing. An id in a path that names nothing is
// 404.
func TestMissingIDsAreNamed(t *testing.T) {
	inPath := map[string]bool{}
	for _, route := range routes(t) {
		for _, field := range route.Path {
			inPath[string(route.RPC.Name())+"."+string(field.Name())] = true
		}
	}
	for method := range apitest.Methods() {
		var invalid *protovalidate.ValidationError
		errors.As(protovalidate.Validate(dynamicpb.NewMessage(method.Input())), &invalid)
		for i := range method.Input().Fields().Len() {
			field := method.Input().Fields().Get(i)
			isID := field.Name() == "id" || strings.HasSuffix(string(field.Name()), "_id")
			name := string(method.Name()) + "." + string(field.Name())
			if !isID || field.Kind() != protoreflect.StringKind || field.HasPresence() || inPath[name] ||
				slices.Contains(narrowing, name) {
				continue
			}
			if invalid == nil || !slices.ContainsFunc(invalid.Violations, func(v *protovalidate.Violation) bool {
				return protovalidate.FieldPathString(v.Proto.GetField()) == string(field.Name())
			}) {
				t.Errorf("%s may be empty", name)
			}
		}
	}

	admin := newOverseer(t, storetest.Open(t, storetest.SQLiteURL(t)))
	for _, c := range []struct{ method, path, body, field, message string }{
		{"POST", "/api/votes", `{"targetType":"project","voteType":"upvote"}`, "targetId", "Target is required"},
		{"DELETE", "/api/votes", `{"targetType":"project"}`, "targetId", "Target is required"},
		{"POST", "/api/reports", `{"targetType":"project","reason":"spam"}`, "targetId", "Target is required"},
		{"POST", "/api/forum/threads", `{"title":"Kilns","content":"Which one?"}`, "channelId", "Channel is required"},
		{"POST", "/api/forum/posts", `{"content":"This one."}`, "threadId", "Thread is required"},
		{"POST", "/api/admin/jobs/run", `{}`, "name", "Job is required"},
	} {
		var refused struct {
			Error, Code string
			Fields      map[string]string
		}
		err := json.Unmarshal(admin.want(http.StatusBadRequest, c.method, c.path, c.body), &refused)
		if err != nil || refused.Error != c.message || refused.Code != "VALIDATION_FAILED" ||
			len(refused.Fields) != 1 || refused.Fields[c.field] != c.message {
			t.Errorf("%s %s: %+v, %v", c.method, c.path, refused, err)
		}
	}
}
