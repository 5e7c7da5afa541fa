package web_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
)

// The same questions as the web app's, which a journey in the browser makes sure of.
func TestWhatAPageAsksFor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		shown, draft := b.show(1, "Shown", true).String(), b.show(2, "Draft", false).String()
		owner := b.owner.String()
		explore := func(r *pb.ListProjectsRequest) []proto.Message {
			r.PageSize = 24
			return []proto.Message{r}
		}
		for address, want := range map[string][]proto.Message{
			"/": {
				&pb.GetCommunityStatsRequest{},
				&pb.ListProjectsRequest{Type: pb.ProjectListType_PROJECT_LIST_TYPE_FEATURED, PageSize: 1},
				&pb.ListProjectsRequest{Type: pb.ProjectListType_PROJECT_LIST_TYPE_TRENDING, PageSize: 3},
				&pb.ListProjectsRequest{Type: pb.ProjectListType_PROJECT_LIST_TYPE_NEWEST, PageSize: 4},
				&pb.ListTopUsersRequest{PageSize: 5},
			},
			"/search":                               explore(&pb.ListProjectsRequest{}),
			"/search?sort=newest&view=list":         explore(&pb.ListProjectsRequest{}),
			"/search?sort=relevance&stage=x":        explore(&pb.ListProjectsRequest{}),
			"/search?sort=trending&stage=mvp":       explore(&pb.ListProjectsRequest{Sort: pb.ProjectSort_PROJECT_SORT_TRENDING, Stage: pb.Stage_STAGE_MVP}),
			"/search?category=ai_agents&tool=react": explore(&pb.ListProjectsRequest{Category: pb.Category_CATEGORY_AI_AGENTS, Tool: pb.VibeTool_VIBE_TOOL_REACT}),
			"/search?q=tea":                         nil,
			"/projects/" + shown:                    {&pb.GetProjectRequest{Id: shown}, &pb.ListRelatedProjectsRequest{Id: shown, PageSize: 6}},
			"/projects/" + draft:                    nil,
			"/projects/x":                           nil,
			"/profile/KilnFire": {
				&pb.GetUserByUsernameRequest{Username: "KilnFire"}, &pb.GetUserStatsRequest{Id: owner}, &pb.ListUserProjectsRequest{Id: owner, PageSize: 12},
			},
			"/profile/kilnfire?tab=about": {&pb.GetUserByUsernameRequest{Username: "kilnfire"}, &pb.GetUserStatsRequest{Id: owner}},
			"/profile/nobody":             nil,
			"/about":                      nil,
			"/nowhere":                    nil,
		} {
			page, _ := b.describe(address)
			want = append([]proto.Message{&pb.GetSessionRequest{}}, want...)
			var got []proto.Message
			for _, ask := range page.First {
				got = append(got, ask.Request)
				if personal(ask.Request) != ask.Personal {
					t.Errorf("%s: personal is %t of %s", address, ask.Personal, prototext.Format(ask.Request))
				}
			}
			if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
				t.Errorf("%s: -want +got\n%s", address, diff)
			}
		}
	})
}

// personal says whether the answer to a request depends on who asks.
func personal(request proto.Message) bool {
	switch request.(type) {
	case *pb.GetSessionRequest, *pb.GetUserStatsRequest, *pb.ListUserProjectsRequest:
		return true
	}
	return false
}
