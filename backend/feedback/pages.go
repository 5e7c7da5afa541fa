package feedback

import (
	"context"

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
				Modules: []string{"src/features/feedback/FeedbackPage.tsx"}, Describe: describeFeedback},
			{Path: "/feedback/rules", Title: "How feedback works",
				Description: "How reviews are assigned, what the board " +
					"owes whom, and every number behind it.",
				Modules: []string{"src/features/feedback/RulesPage.tsx"}},
		},
		First: map[string]func(web.Request) []web.Call{"/projects/{id}": h.first, "/project/{id}": h.first,
			"/about": h.stats, "/feedback": h.stats, "/feedback/rules": h.stats},
	}
}

// first is the call of FeedbackThread.tsx in features/project.
func (h *Handler) first(r web.Request) []web.Call {
	return []web.Call{web.Ask(h.ListProjectFeedback, &pb.ListProjectFeedbackRequest{ProjectId: r.Item, PageSize: 50},
		web.Paged, web.Shows(web.Main+1, onProject(r)))}
}

// stats is the call of components/AnswerPromise.tsx.
func (h *Handler) stats(web.Request) []web.Call {
	return []web.Call{web.Ask(h.GetAnswerStats, &pb.GetAnswerStatsRequest{})}
}

func describeFeedback(_ context.Context, _ web.Request, page *web.Page) error {
	page.Static = invitation()
	return nil
}
