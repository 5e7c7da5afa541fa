package stats

import (
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// Pages are the community statistics on the home page.
func (h *Handler) Pages() web.Pages {
	return web.Pages{First: map[string]func(web.Request) []web.Call{"/": func(web.Request) []web.Call {
		return []web.Call{web.Ask(h.GetCommunityStats, &pb.GetCommunityStatsRequest{},
			web.Shows(web.Intro+1, figures))}
	}}}
}
