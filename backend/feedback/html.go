package feedback

import (
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/forum"
	"uvboard/backend/markup"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// invitation returns what guests read above the projects that wait, as features/feedback/FeedbackPage.tsx does.
func invitation() g.Node {
	hours := strconv.Itoa(int(promise.Hours()))
	return g.Group{
		markup.Head("Give feedback", "We promise every project an answer from a person who tried it, within "+hours+
			" hours."),
		markup.Section("Review a project", nil, h.Ol(h.Class("ruled quiet"),
			h.Li(g.Text("You get the project that has waited longest among those that fit you. It's yours for "+
				strconv.Itoa(int(assignmentLife.Hours()))+" hours.")),
			h.Li(g.Text("You try it, then tell its maker what you saw.")),
			h.Li(g.Text("If the maker finds your review useful, the board owes you one: your own waiting project gets "+
				"the next reviewer."))),
			h.P(h.Class("served-actions"), markup.Button("/login", "Log in to review", "filled"),
				markup.Button("/register", "Sign up"), markup.Button("/feedback/rules", "All rules", "subtle"))),
	}
}

// onProject returns what people say about a project, on its page.
func onProject(r web.Request) func(*pb.ListProjectFeedbackResponse) g.Node {
	return func(answer *pb.ListProjectFeedbackResponse) g.Node {
		// Answers come after what they answer, which is in the order of the list.
		oldestFirst := slices.SortedStableFunc(slices.Values(answer.Posts), func(a, b *pb.ForumPost) int {
			return a.GetCreatedAt().AsTime().Compare(b.GetCreatedAt().AsTime())
		})
		places := map[string]int{}
		for i, p := range answer.Posts {
			places[p.Id] = i
		}
		tops := slices.SortedStableFunc(slices.Values(oldestFirst), func(a, b *pb.ForumPost) int {
			if a.ParentId == nil && b.ParentId == nil {
				return places[a.Id] - places[b.Id]
			}
			return 0
		})
		list := g.Node(h.P(h.Class("sm quiet served-pad"), g.Text("No feedback yet. Yours would be the first.")))
		if len(answer.Posts) > 0 {
			list = h.Ol(forum.Replies(tops, "", false, r))
		}
		return h.Section(h.ID("feedback"), h.Class("Feedback-feedback"), h.Div(h.Class("head"),
			h.H2(g.Text("Feedback")),
			g.If(len(answer.Posts) > 0, h.Span(h.Class("num quiet"), g.Text(markup.Count(len(answer.Posts)))))),
			h.Div(h.Class("served-form"), h.P(h.Class("served-strong"), g.Text("Give Feedback")),
				h.Div(h.Class("served-box")), h.Div(h.Class("served-apart"),
					h.P(h.Class("sm quiet"),
						g.Text("Write first; you log in when you post.")), markup.Waiting("Post Feedback", "filled"))),
			h.Div(h.Class("Feedback-list"), list, markup.Next("/projects/"+r.Param, r.Query, answer.NextPageToken,
				"Load More Feedback")))
	}
}
