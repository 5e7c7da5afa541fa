package leaderboard

import (
	"fmt"
	"slices"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/web"
	"uvboard/backend/project"
	pb "uvboard/gen/uvboard/v1"
)

type label struct{ kind, name string }

var labels = []label{{Day, "Day"}, {Week, "Week"}, {Month, "Month"}, {Year, "Year"},
	{All, "All time"}}

// later returns the period that is so many periods later.
func (p Period) later(by int) Period {
	switch p.Kind {
	case Year:
		return Of(Year, p.Start.AddDate(by, 0, 0))
	case Month:
		return Of(Month, p.Start.AddDate(0, by, 0))
	case Week:
		return Of(Week, p.Start.AddDate(0, 0, 7*by))
	}
	return Of(Day, p.Start.AddDate(0, 0, by))
}

// show returns the leaderboard of a period, with the ways to others.
func show(p Period, today time.Time, r web.Request) func(*pb.ListLeaderboardResponse) g.Node {
	return func(answer *pb.ListLeaderboardResponse) g.Node {
		isCurrent := p.Kind == All || p.later(1).Start.After(today)
		day := p.Start
		if isCurrent {
			day = today
		}
		var tabs g.Group
		for _, one := range labels {
			tabs = append(tabs, h.A(h.Href(Of(one.kind, day).Path()), g.If(one.kind == p.Kind, h.Aria("current",
				"page")),
				g.Text(one.name)))
		}
		return g.Group{
			h.Div(h.Class("served-head"), markup.Title("Top Projects"), h.P(h.Class("quiet served-over"),
				g.Text("The projects with the most upvotes of each day, week, month and year. "),
				h.A(h.Class("link"), h.Href("/fair"), g.Text("Which votes count")))),
			h.Nav(h.Class("Leaderboard-tabs"), h.Aria("label", "Periods"), tabs),
			strip(p, today), pager(p, isCurrent), ranking(answer.Entries, p, isCurrent), quiet(len(answer.Entries), p,
				isCurrent)}
	}
}

// strip returns links to the periods of the same kind around one, counted from today.
func strip(p Period, today time.Time) g.Node {
	length := map[string]int{Day: 14, Week: 12, Month: 12, Year: 12}[p.Kind]
	if length == 0 {
		return g.Text("")
	}
	last := Of(p.Kind, today)
	for last.later(1 - length).Start.After(p.Start) {
		last = last.later(-length)
	}
	var cells g.Group
	for i := range length {
		one := last.later(i + 1 - length)
		date := one.Start.Format("2 Jan")
		first, second := one.Start.Format("Mon"), date
		switch p.Kind {
		case Year:
			first, second = "", one.Start.Format("2006")
		case Month:
			first, second = one.Start.Format("Jan"), one.Start.Format("2006")
		case Week:
			_, week := one.Start.ISOWeek()
			first = fmt.Sprintf("Week %d", week)
		default:
			if one.Start.Equal(today) {
				first = "Today"
			}
		}
		isNear := (i < length/2) == p.Start.Before(last.later(length/2+1-length).Start)
		cells = append(cells, h.A(h.Href(one.Path()), h.Aria("label", one.title()),
			g.If(one.Start.Equal(p.Start), h.Aria("current", "page")), g.If(!isNear, h.Class("Leaderboard-far")),
			g.Text(first), h.B(g.Text(second))))
	}
	return h.Nav(h.Class("Leaderboard-strip"), cells)
}

// pager returns the name of the period, and links to the one before and the one after.
func pager(p Period, isCurrent bool) g.Node {
	title := p.title()
	live, week, steps := g.Node(g.Text("")), g.Node(g.Text("")), g.Group{}
	if isCurrent {
		live = h.Span(h.Class("slug lit"), h.Span(h.Class("live"), g.Text("LIVE")))
	}
	if p.Kind == Week {
		week = h.P(h.Class("sm quiet"), g.Text(markup.Date(p.Start)+" to "+markup.Date(p.Start.AddDate(0, 0, 6))))
	}
	if p.Kind != All {
		steps = append(steps, h.A(h.Href(p.later(-1).Path()), h.Rel("prev"), h.Class("served-button served-sm"),
			g.Text("Previous")))
		if !isCurrent {
			steps = append(steps, h.A(h.Href(p.later(1).Path()), h.Rel("next"), h.Class("served-button served-sm"),
				g.Text("Next")))
		}
	}
	return h.Div(h.Class("served-apart served-pager"), h.Div(h.Div(h.Class("served-row"),
		h.H2(h.Class("served-h3"), g.Text(strings.ToUpper(title[:1])+title[1:])), live), week),
		h.Div(h.Class("served-row"), steps))
}

func ranking(entries []*pb.LeaderboardEntry, p Period, isCurrent bool) g.Node {
	if len(entries) == 0 {
		if isCurrent {
			return markup.Empty("No votes yet", "Vote for a project, and it's first.")
		}
		return markup.Empty("No votes", "Nobody voted in "+p.title()+".")
	}
	const pictured, fullBar = 3, 10
	leader := max(entries[0].Votes, fullBar)
	return h.Ol(h.Class("Leaderboard-list"), g.Map(entries, func(e *pb.LeaderboardEntry) g.Node {
		one, votes, picture := e.Project, "upvotes", g.Node(g.Text(""))
		if e.Votes == 1 {
			votes = "upvote"
		}
		if e.Rank <= pictured {
			picture = h.Div(h.Class("Leaderboard-picture"),
				markup.Cover(one, "(max-width: 767px) 80vw, 160px", e.Rank == 1))
		}
		return h.Li(markup.Measured(int(e.Rank), e.Votes, leader), markup.Rank(int(e.Rank)),
			markup.Logo(one.Title, one.Logo, 48), h.Div(h.Class("Leaderboard-words"),
				h.P(h.Class("served-name clamp2"), h.A(h.Href(project.PathOf(one)),
					h.Class("TitleLink-title TitleLink-cover"),
					g.Text(one.Title))), h.P(h.Class("sm quiet clamp2"), g.Text(one.Tagline)),
				h.Div(h.Class("Leaderboard-by sm faint"), markup.Author(one.Author, one.GetVia()),
					g.If(one.FeedbackCount > 0,
						h.A(h.Href(project.PathOf(one)+"#feedback"), h.Aria("label", markup.Plural(one.FeedbackCount,
							"answer")),
							h.Span(h.Class("num"), g.Text(markup.Count(one.FeedbackCount))))))), picture,
			h.P(h.Class("Leaderboard-votes faint xs"), h.B(h.Class("score"), g.Text(markup.Count(e.Votes))),
				g.Text(" "+votes)), markup.Vote(one.Title, one.Upvotes, one.Downvotes, "compact"))
	}))
}

// quiet leads from a leaderboard with few projects to the longer period.
func quiet(entries int, p Period, isCurrent bool) g.Node {
	const few = 3
	if entries >= few {
		return g.Text("")
	}
	text, longer, explore := "That was all.", g.Node(g.Text("")), g.Node(g.Text(""))
	if isCurrent {
		text = "Few votes so far."
	}
	if entries == 0 {
		text, explore = "", markup.Button("/search", "Explore Projects")
	}
	if p.Kind != All {
		next := Of(labels[slices.IndexFunc(labels, func(one label) bool { return one.kind == p.Kind })+1].kind, p.Start)
		longer = markup.Button(next.Path(), "Top projects of "+next.title(), "sm")
	}
	return h.Div(h.Class("served-row served-pad quiet"), g.Text(text), longer, explore)
}

// awards returns the best place of a project in a period that has ended.
func awards(answer *pb.ListProjectAwardsResponse) g.Node {
	if len(answer.Awards) == 0 {
		return nil
	}
	best := answer.Awards[0]
	p, err := parsePath(strings.TrimPrefix(strings.TrimPrefix(best.Url, "/top"), "/"))
	if best.Url == "/top" {
		p, err = Period{Kind: All}, nil
	}
	if err != nil {
		return nil
	}
	return g.Group{h.A(h.Href(best.Url), h.Class("served-badge"),
		g.Text(p.place(int(best.Rank)))), g.If(len(answer.Awards) > 1,
		markup.Badge(fmt.Sprintf("+%d", len(answer.Awards)-1)))}
}
