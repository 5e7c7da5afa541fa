package leaderboard

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/web"
	"uvboard/ent/closedperiod"
	pb "uvboard/gen/uvboard/v1"
)

// pages are the leaderboards. The calls must equal those of webapp/src/features/leaderboard.
func (h *Handler) pages() web.Pages {
	var routes []web.Route
	for _, path := range []string{"/top", "/top/{year}", "/top/{year}/{part}", "/top/{year}/{month}/{day}"} {
		routes = append(routes, web.Route{
			Path: path, Missing: "Leaderboard Not Found", Describe: h.describe,
			Modules: []string{"src/features/leaderboard/LeaderboardPage.tsx"},
		})
	}
	return web.Pages{
		Routes: routes,
		First: map[string]func(web.Request) []web.Call{"/projects/{id}": func(r web.Request) []web.Call {
			return []web.Call{web.Ask(h.ListProjectAwards, &pb.ListProjectAwardsRequest{ProjectId: r.Item},
				web.Shows(web.Intro+1, awards))}
		}},
		Sitemaps: []web.Sitemap{{Name: "leaderboards", Pages: h.service.closedPages}},
	}
}

func (h *Handler) describe(ctx context.Context, r web.Request, page *web.Page) error {
	p := Period{Kind: All}
	if r.Param != "" {
		var err error
		if p, err = parsePath(r.Param); err != nil {
			return err
		}
	}
	if p.Start.After(h.service.today()) {
		return errNoPeriod()
	}
	request := &pb.ListLeaderboardRequest{Period: enumname.Enum[pb.LeaderboardPeriod](p.Kind)}
	if p.Kind != All {
		request.Date = p.Start.Format(time.DateOnly)
	}
	answer, err := h.ListLeaderboard(ctx, request)
	if err != nil {
		return err
	}
	page.Kind, page.Path, page.Title = "CollectionPage", p.Path(), "Top Projects of "+p.title()
	page.Description = "The projects with the most upvotes of " + p.title() + "."
	page.NoIndex = len(answer.Entries) == 0 && p.Kind != All
	page.First = []web.Call{web.Answered(request, answer, web.Shows(web.Main, show(p, h.service.today(), r)))}
	page.Frame = web.Column
	return nil
}

// closedPages lists the leaderboards of periods that have ended.
func (s *Service) closedPages(ctx context.Context, after uuid.UUID, skip, limit int) ([]web.Listed, error) {
	periods, err := s.db.Client().ClosedPeriod.Query().Where(closedperiod.IDGT(after)).
		Order(closedperiod.ByID(entsql.OrderAsc())).Offset(skip).Limit(limit).All(ctx)
	listed := make([]web.Listed, len(periods))
	for i, p := range periods {
		listed[i] = web.Listed{ID: p.ID, Path: Period{p.Period, dayOf(p.Start)}.Path(), Updated: p.CreatedAt}
	}
	return listed, err
}
