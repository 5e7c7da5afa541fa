package stats

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	pb "uvboard/gen/uvboard/v1"
)

// figures returns the numbers of the community at the top of Home.
func figures(answer *pb.GetCommunityStatsResponse) g.Node {
	s := answer.Stats
	figure := func(label string, n int32) g.Node {
		return h.Li(g.Text(label+" "), h.B(h.Class("num"), g.Text(markup.Count(n))))
	}
	return h.Section(h.Class("HomeBar-stats"), h.Aria("label", "Community stats"), h.Ul(
		figure("Projects", s.TotalProjects), figure("Vibers", s.ActiveVibers), figure("Channels", s.TotalChannels),
		figure("Idea", s.IdeaProjects), figure("MVP", s.MvpProjects), figure("Beta", s.BetaProjects),
		figure("Launched", s.LaunchedProjects)))
}
