package user

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/web"
	"uvboard/backend/project"
	pb "uvboard/gen/uvboard/v1"
)

// top returns the users with the most votes, on Home.
func top(answer *pb.ListTopUsersResponse) g.Node {
	if len(answer.Users) == 0 {
		return nil
	}
	leader := answer.Users[0].VoteCount
	return markup.Section("Top Vibers", markup.Slug("All Time"), h.Ol(h.Class("TopVibers-row"),
		g.Map(answer.Users, func(u *pb.TopUser) g.Node {
			about, votes := markup.Plural(u.ProjectCount, "project"), "votes"
			if u.DisplayName != "" {
				about = u.DisplayName + " · " + about
			}
			if u.VoteCount == 1 {
				votes = "vote"
			}
			return h.Li(markup.Measured(int(u.Rank), u.VoteCount, leader),
				h.A(h.Href(markup.Profile(u.Username)), h.Class("TopVibers-viber"),
					h.Span(h.Class("score"), h.Style("font-size:20px"), g.Text(fmt.Sprint(u.Rank))),
					markup.Avatar(cmp.Or(u.DisplayName, u.Username), u.Avatar, 32),
					h.Div(h.Class("served-name"), h.P(h.Class("served-strong cut"),
						g.Text(markup.Handle(u.ViberTag, u.Username,
							u.DisplayName))), h.P(h.Class("faint xs cut"), g.Text(about))),
					h.P(h.Class("faint xs served-end"), h.B(h.Class("num"), g.Text(markup.Count(u.VoteCount))),
						g.Text(votes))))
		})))
}

// active returns the users who wrote most in the forum lately.
func active(answer *pb.ListActiveUsersResponse) g.Node {
	if len(answer.Users) == 0 {
		return nil
	}
	return h.Section(h.Class("served-lg"), h.H2(h.Class("served-h5"), g.Text("Active Vibers")),
		h.Ul(g.Map(answer.Users, func(u *pb.ActiveUser) g.Node {
			return h.Li(h.A(h.Href(markup.Profile(u.Username)), h.Class("Forum-viber"),
				markup.Avatar(cmp.Or(u.DisplayName, u.Username), u.Avatar, 24),
				h.Div(h.P(h.Class("cut"), g.Text(cmp.Or(u.ViberTag, "@user"+u.Id[max(0, len(u.Id)-3):]))),
					h.P(h.Class("xs faint"), g.Text(markup.Plural(u.PostCount, "post"))))))
		})))
}

// head returns the name and the picture of a user, and what the user says of itself.
func head(answer *pb.GetUserByUsernameResponse) g.Node {
	u := answer.User
	facts := g.Group{}
	fact := func(text string) { facts = append(facts, h.Span(h.Class("Profile-fact sm quiet"), g.Text(text))) }
	if u.JoinedAt != nil {
		fact("Joined " + u.JoinedAt.AsTime().Format("Jan 2006"))
	}
	fact(markup.Count(u.Reputation) + " reputation")
	if u.Location != "" {
		fact(u.Location)
	}
	var links g.Group
	site := func(label, base, handle string) {
		if handle == "" {
			return
		}
		address := handle
		if base != "" {
			address = base + url.PathEscape(strings.TrimPrefix(handle, "@"))
		}
		links = append(links, h.Li(h.A(h.Href(address), h.Rel("nofollow ugc noopener me"), h.Target("_blank"),
			h.Span(h.Class("Profile-fact sm quiet"), g.Text(label)))))
	}
	site("GitHub", "https://github.com/", u.GetSocialLinks().GetGithub())
	site("Twitter", "https://x.com/", u.GetSocialLinks().GetTwitter())
	site("LinkedIn", "https://www.linkedin.com/in/", u.GetSocialLinks().GetLinkedin())
	if address := u.GetSocialLinks().GetWebsite(); strings.HasPrefix(address, "https://") ||
		strings.HasPrefix(address, "http://") {
		site("Website", "", address)
	}
	people := func(tab, label string) g.Node {
		return h.A(h.Class("link"), h.Href(markup.Profile(u.Username)+"?tab="+tab), g.Text(label))
	}
	return h.Div(h.Class("Profile-head"),
		h.Div(h.Class("Profile-picture"), markup.Avatar(cmp.Or(u.DisplayName, u.Username), u.Avatar, 112)),
		h.Div(h.Div(h.Class("served-row"), markup.Title(cmp.Or(u.DisplayName, u.Username)),
			h.Span(h.Class("served-badge served-handle"), g.Text(markup.Handle(u.ViberTag, u.Username,
				u.DisplayName)))),
			h.Div(h.Class("served-row served-facts"), facts)),
		h.Div(h.Class("Profile-about"), g.If(u.Bio != "", h.P(h.Class("Profile-bio served-over"), g.Text(u.Bio))),
			g.If(len(links) > 0, h.Ul(h.Class("served-row"), links)),
			g.If(!u.HidesFollows, h.P(h.Class("Profile-fact sm quiet served-over"),
				people("followers", markup.Plural(u.FollowerCount, "follower")), g.Text("·"),
				people("following", markup.Count(u.FollowingCount)+" following")))),
		h.Div(h.Class("Profile-edit served-row"), markup.Waiting("Follow"), markup.Waiting("Report", "sm", "subtle")))
}

func counts(answer *pb.GetUserStatsResponse) g.Node {
	s := answer.Stats
	count := func(label string, n int32) g.Node {
		return h.Div(h.Class("Profile-stat"), h.B(g.Text(markup.Score(n))), h.Span(g.Text(label)))
	}
	return h.Div(h.Class("Profile-stats served-six"), count("Projects", s.ProjectsCreated),
		count("Forum Posts", s.ForumPosts), count("Comments", s.Comments), count("Votes Given", s.VotesGiven),
		count("Votes Received", s.VotesReceived), count("Reputation", s.Reputation))
}

func projects(r web.Request) func(*pb.ListUserProjectsResponse) g.Node {
	return func(answer *pb.ListUserProjectsResponse) g.Node {
		tab := func(query, label string) g.Node {
			return h.A(h.Href(markup.Profile(r.Param)+query), g.If(query == "", h.Aria("current", "page")),
				g.Text(label))
		}
		list := markup.Empty("No projects yet.", "")
		if len(answer.Projects) > 0 {
			list = h.Div(h.Class("ProjectCard-grid"), g.Map(answer.Projects, func(p *pb.Project) g.Node {
				return project.Card{Bare: true}.HTML(p, r.Now)
			}))
		}
		return g.Group{h.Nav(h.Class("served-tabs"), tab("", "Projects"), tab("?tab=stories", "Stories"),
			tab("?tab=collections", "Collections"),
			tab("?tab=activity", "Activity"), tab("?tab=about", "About")), list,
			markup.Next(markup.Profile(r.Param), r.Query, answer.NextPageToken, "Load More Projects")}
	}
}
