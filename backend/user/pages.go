package user

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	entuser "uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

// Pages are the pages of profiles and their sitemap.
func (h *Handler) Pages() web.Pages {
	return web.Pages{
		Routes: []web.Route{
			{Path: "/profile", Title: "Profile", Personal: true},
			{
				Path: "/profile/{username}", Missing: "User Not Found", Describe: h.describe,
				Modules: []string{"src/features/profile/ProfilePage.tsx"},
			},
		},
		First: map[string]func(web.Request) []web.Call{
			"/": func(web.Request) []web.Call {
				return []web.Call{web.Ask(h.ListTopUsers, &pb.ListTopUsersRequest{PageSize: 5},
					web.Shows(web.Below+1, top))}
			},
			"/forum": h.active, "/forum/{channelId}": h.active, "/forum/thread/{threadId}": h.active,
		},
		Sitemaps: []web.Sitemap{{Name: "members", Pages: h.service.listedPages}},
	}
}

// active is the call of features/forum/Sidebar.tsx.
func (h *Handler) active(web.Request) []web.Call {
	return []web.Call{web.Ask(h.ListActiveUsers, &pb.ListActiveUsersRequest{PageSize: 5}, web.Shows(web.Side, active))}
}

// describe reads the user once, for the page and for all calls but the list of projects. The calls must equal those of
// features/profile: ProfilePage, StatCards and ProjectsTab.
func (h *Handler) describe(ctx context.Context, r web.Request, page *web.Page) error {
	u, err := h.service.GetByUsername(ctx, r.Param)
	if err != nil {
		return err
	}
	name := usersummary.Name(u)
	page.Title, page.Name = u.ViberTag+" – "+r.Site.Name, u.ViberTag
	if u.DisplayName != "" {
		page.Name = u.DisplayName + " (" + u.ViberTag + ")"
	}
	bio := letters.Shorten(strings.Join(strings.Fields(u.Bio), " "), 200)
	page.Description = cmp.Or(bio, fmt.Sprintf("%s shows projects built with AI-assisted tools on %s.", name,
		r.Site.Name))
	page.Type, page.Path = "profile", usersummary.Path(u)
	if u.Avatar != "" {
		page.Image = web.Image{URL: r.Site.URL(u.Avatar), Alt: name}
	}
	page.Data = structured(r.Site, u)
	page.UserFeed = func(feed web.Feed) web.Feed { return usersummary.Feed(feed, u) }

	page.Frame = web.Column
	id := u.ID.String()
	page.First = []web.Call{
		web.Answered(&pb.GetUserByUsernameRequest{Username: r.Param}, &pb.GetUserByUsernameResponse{User: ToProto(u)},
			web.Shows(web.Intro, head)),
		web.Answered(&pb.GetUserStatsRequest{Id: id}, &pb.GetUserStatsResponse{Stats: StatsToProto(u, false)},
			web.Personal, web.Shows(web.Intro+1, counts)),
	}
	if tab := r.Query.Get("tab"); tab != "activity" && tab != "about" {
		list := func(ctx context.Context, request *pb.ListUserProjectsRequest) (*pb.ListUserProjectsResponse, error) {
			projects, next, err := h.projects(ctx, u.ID, int(request.PageSize), "")
			return &pb.ListUserProjectsResponse{Projects: projects, NextPageToken: next}, err
		}
		page.First = append(page.First, web.Ask(list, &pb.ListUserProjectsRequest{Id: id, PageSize: 12}, web.Paged,
			web.Personal, web.Shows(web.Main, projects(r))))
	}
	return nil
}

func structured(site web.Site, u *ent.User) web.Object {
	url := site.URL(usersummary.Path(u))
	person := web.Thing("Person", web.Object{
		"@id": url, "url": url, "name": usersummary.Name(u), "alternateName": u.ViberTag, "description": u.Bio,
		"image":                     site.URL(u.Avatar),
		"interactionStatistic":      web.Counter("LikeAction", u.UpvotesReceived),
		"agentInteractionStatistic": web.Counter("WriteAction", u.ProjectCount),
		"sameAs":                    u.Website,
	})
	return web.Thing("ProfilePage", web.Object{
		"url": url, "dateCreated": web.Time(u.CreatedAt), "dateModified": web.Time(u.UpdatedAt), "mainEntity": person,
	})
}

func (s *Service) listedPages(ctx context.Context, after uuid.UUID, skip, limit int) ([]web.Listed, error) {
	users, err := s.db.Client().User.Query().Where(entuser.IDGT(after), entuser.DeletedAtIsNil()).
		Order(entuser.ByID()).Offset(skip).Limit(limit).
		Select(entuser.FieldID, entuser.FieldUsername, entuser.FieldUpdatedAt).All(ctx)
	pages := make([]web.Listed, len(users))
	for i, u := range users {
		pages[i] = web.Listed{ID: u.ID, Path: usersummary.Path(u), Updated: u.UpdatedAt}
	}
	return pages, err
}
