package forum

import (
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"

	pb "uvboard/gen/uvboard/v1"
)

// The limits and messages of the fields.
func TestRules(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	for name, test := range map[string]struct {
		request proto.Message
		message string
	}{
		"Channel": {&pb.CreateChannelRequest{Name: " " + long(80) + " ", Description: long(500)}, ""},
		// spec: forum.channel.name
		"ChannelNoName": {&pb.CreateChannelRequest{Name: " \t"}, "name: Channel name is required"},
		"ChannelLongName": {&pb.CreateChannelRequest{Name: long(81)},
			"name: Channel name must be 80 characters or less"},
		"ChannelTwoLines": {&pb.CreateChannelRequest{Name: "a\nb"},
			"name: Channel name must not contain line breaks or hidden control characters"},
		"ChannelDescription": {&pb.CreateChannelRequest{Name: "a", Description: long(501)},
			"description: Description must be 500 characters or less"},
		"Thread": {&pb.CreateThreadRequest{ChannelId: "c", Title: long(200), Content: long(20000)}, ""},
		// spec: forum.thread.blank
		"ThreadNoTitle": {&pb.CreateThreadRequest{ChannelId: "c", Content: "a"}, "title: Title is required"},
		"ThreadLongTitle": {&pb.CreateThreadRequest{ChannelId: "c", Title: long(201), Content: "a"},
			"title: Title must be 200 characters or less"},
		// spec: forum.thread.blank
		"ThreadNoContent": {&pb.CreateThreadRequest{ChannelId: "c", Title: "a", Content: "\n"},
			"content: Content is required"},
		"ThreadLongContent": {&pb.CreateThreadRequest{ChannelId: "c", Title: "a", Content: long(20001)},
			"content: Content must be 20,000 characters or less"},
		"Edit":        {&pb.UpdateThreadRequest{}, ""},
		"EditNoTitle": {&pb.UpdateThreadRequest{Title: new("")}, "title: Title is required"},
		"EditLongContent": {&pb.UpdateThreadRequest{Content: new(long(20001))},
			"content: Content must be 20,000 characters or less"},
		"Post": {&pb.CreatePostRequest{ThreadId: "t", Content: long(10000)}, ""},
		// spec: forum.reply.blank
		"PostNoContent": {&pb.CreatePostRequest{ThreadId: "t"}, "content: Content is required"},
		"PostLong": {&pb.CreatePostRequest{ThreadId: "t", Content: long(10001)},
			"content: Content must be 10,000 characters or less"},
		"PostEditLong": {&pb.UpdatePostRequest{Content: long(10001)},
			"content: Content must be 10,000 characters or less"},
		"Search": {&pb.SearchForumRequest{Query: long(201)}, "query: Search must be 200 characters or less"},
		"Markers": {&pb.BatchGetReadMarkersRequest{ThreadIds: make([]string, 101)},
			"At most 100 threads may be asked for at once"},
		"MarkWithoutTime": {&pb.MarkThreadReadRequest{}, "read_at"},
	} {
		t.Run(name, func(t *testing.T) {
			err := protovalidate.Validate(test.request)
			if (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
				t.Errorf("%v, want %q", err, test.message)
			}
		})
	}
}
