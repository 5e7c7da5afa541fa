package feedback

import (
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// pages are the pages of reviews, and the feedback on the page of a project.
func (h *Handler) pages() web.Pages {
	return web.Pages{
		Routes: []web.Route{
			{Path: "/feedback", Title: "Give feedback",
				Description: "Review a project that waits for its first answer, " +
					"and see how many projects here get one.",
				Modules: []string{"src/features/feedback/FeedbackPage.tsx"}},
			{Path: "/feedback/rules", Title: "How feedback works",
				Description: "How reviews are assigned, what the board " +
					"owes whom, and every number behind it.",
				Modules: []string{"src/features/feedback/RulesPage.tsx"}},
		},
		First: map[string]func(web.Request) []web.Call{"/projects/{id}": h.first, "/project/{id}": h.first},
	}
}

// first is the call of FeedbackThread.tsx in features/project.
func (h *Handler) first(r web.Request) []web.Call {
	return []web.Call{web.Ask(h.ListProjectFeedback, &pb.ListProjectFeedbackRequest{ProjectId: r.Item, PageSize: 50},
		web.Paged, web.Shows(web.Main+1, onProject(r)))}
}
