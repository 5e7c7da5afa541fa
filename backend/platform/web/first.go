package web

import (
	"net/url"

	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	pb "uvboard/gen/uvboard/v1"
)

// What the screens ask for at once, to the letter as they do in webapp/src/features: the web app finds an answer by its
// question, and asks again when the page brought the answer to another one.

// askSession is what every screen asks. Only a visitor's answer may come with a page, which is kept with others'.
var askSession = Ask{Request: &pb.GetSessionRequest{}, Personal: true}

// askHome is features/home/queries.ts.
var askHome = []Ask{
	{Request: &pb.GetCommunityStatsRequest{}},
	{Request: &pb.ListProjectsRequest{Type: pb.ProjectListType_PROJECT_LIST_TYPE_FEATURED, PageSize: 1}, Sizes: "(max-width: 767px) 80vw, 430px"},
	{Request: &pb.ListProjectsRequest{Type: pb.ProjectListType_PROJECT_LIST_TYPE_TRENDING, PageSize: 3}},
	{Request: &pb.ListProjectsRequest{Type: pb.ProjectListType_PROJECT_LIST_TYPE_NEWEST, PageSize: 4}},
	{Request: &pb.ListTopUsersRequest{PageSize: 5}},
}

// askExplore is features/explore/search.ts and query.ts. Nobody's page waits for a search.
func askExplore(query url.Values) []Ask {
	if query.Get("q") != "" {
		return nil
	}
	sort := pb.ProjectSort(chosen(query, "sort", pb.ProjectSort(0).Descriptor()))
	if sort == pb.ProjectSort_PROJECT_SORT_NEWEST || sort == pb.ProjectSort_PROJECT_SORT_RELEVANCE {
		sort = pb.ProjectSort_PROJECT_SORT_UNSPECIFIED // what it is anyway
	}
	sizes := "(max-width: 767px) 80vw, 390px"
	if query.Get("view") == "list" {
		sizes = ""
	}
	return []Ask{{Paged: true, Sizes: sizes, Request: &pb.ListProjectsRequest{
		Stage:    pb.Stage(chosen(query, "stage", pb.Stage(0).Descriptor())),
		Category: pb.Category(chosen(query, "category", pb.Category(0).Descriptor())),
		Tool:     pb.VibeTool(chosen(query, "tool", pb.VibeTool(0).Descriptor())),
		Sort:     sort, PageSize: 24,
	}}}
}

// askProject is features/project: ProjectPage and Related. Shown is the id as the address has it.
func askProject(shown string, id uuid.UUID) []Ask {
	return []Ask{
		{Request: &pb.GetProjectRequest{Id: shown}, Sizes: "(max-width: 1119px) 100vw, 792px"},
		{Request: &pb.ListRelatedProjectsRequest{Id: id.String(), PageSize: 6}},
	}
}

// askProfile is features/profile: ProfilePage, StatCards and ProjectsTab. Owners see more of themselves.
func askProfile(shown string, id uuid.UUID, query url.Values) []Ask {
	asks := []Ask{
		{Request: &pb.GetUserByUsernameRequest{Username: shown}},
		{Request: &pb.GetUserStatsRequest{Id: id.String()}, Personal: true},
	}
	if tab := query.Get("tab"); tab != "activity" && tab != "about" {
		asks = append(asks, Ask{Paged: true, Personal: true, Request: &pb.ListUserProjectsRequest{Id: id.String(), PageSize: 12}})
	}
	return asks
}

// chosen is the value that a word of a query stands for; 0 for none and for unknown words.
func chosen(query url.Values, name string, of protoreflect.EnumDescriptor) protoreflect.EnumNumber {
	number, _ := enumname.Number(of, query.Get(name))
	return number
}
