package project

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

var (
	monetizationLabels = map[string]string{
		"free": "Free", "freemium": "Freemium", "one_time": "One-time", "subscription": "Subscription", "ads": "Ads",
		"marketplace": "Marketplace", "crowdfunded": "Crowdfunded", "open_source": "Open Source", "other": "Other",
	}
	codeLabels = map[string]string{
		"people": "Mostly people", "mixed": "People and AI", "mostly_ai": "Mostly AI", "ai": "All AI",
	}
	lookingForLabels = map[string]string{
		"feedback": "Feedback", "users": "Users", "collaborators": "Collaborators", "funding": "Funding",
		"mentorship": "Mentorship", "beta_testers": "Beta Testers",
	}
)

// PathOf returns the path of the page of a project.
func PathOf(p *pb.Project) string { return markup.Path(p.Url) }

// toolLabelsOf returns the labels of a project's tools, then its custom tools. "Other" is named only if it is alone.
func toolLabelsOf(p *pb.Project) []string {
	var names []string
	for _, tool := range p.VibeTools {
		if tool != pb.VibeTool_VIBE_TOOL_OTHER || len(p.VibeTools) == 1 && len(p.CustomTools) == 0 {
			names = append(names, toolLabels[enumname.Of(tool)])
		}
	}
	return append(names, p.CustomTools...)
}

// titleLink returns the title of a project, which links to it. With cover, the link covers the card.
func titleLink(p *pb.Project, cover bool) g.Node {
	class := "TitleLink-title"
	if cover {
		class += " TitleLink-cover"
	}
	return h.A(h.Href(PathOf(p)), h.Class(class), g.Text(p.Title))
}

// stageTicks returns the stage of a project: four ticks, lit up to the stage.
func stageTicks(stage pb.Stage) g.Node {
	label := stageLabels[enumname.Of(stage)]
	if label == "" {
		return g.Text("")
	}
	class, ticks := "StageTicks-stage", g.Group{}
	archived := stage == pb.Stage_STAGE_ARCHIVED
	if archived {
		class += " StageTicks-archived"
	}
	for tick := pb.Stage_STAGE_IDEA; tick < pb.Stage_STAGE_ARCHIVED; tick++ {
		ticks = append(ticks, h.B(g.If(!archived && tick <= stage, h.Class("StageTicks-on"))))
	}
	return h.Span(h.Class(class), h.I(h.Aria("hidden", "true"), ticks), g.Text(label))
}

// Card is how a card of a list differs from others.
type Card struct {
	Note  string // replaces the tags
	Eager bool   // the image is above the fold
	Bare  bool   // has no logo for small screens
}

// HTML returns a project in a grid.
func (c Card) HTML(p *pb.Project, now time.Time) g.Node {
	kind, words, rest := tag.Topic, p.Tags, cmp.Or(p.Excerpt, p.Description)
	if len(words) == 0 {
		kind, words = tag.Tool, toolLabelsOf(p)
	}
	if after, ok := strings.CutPrefix(rest, p.Tagline); ok {
		rest = after
	} else if rest != "" {
		rest = " – " + rest
	}
	note := h.Div(h.Class("ProjectCard-tags"), markup.Tags(kind, words, 2))
	if c.Note != "" {
		note = h.Div(h.Class("ProjectCard-note"), g.Text(c.Note))
	}
	logo := g.Node(g.Text(""))
	if !c.Bare {
		logo = h.Span(h.Class("ProjectCard-rowLogo"), markup.Logo(p.Title, p.Logo, 88))
	}
	return h.Article(h.Class("ProjectCard-card"),
		h.Div(h.Class("ProjectCard-image"), markup.Cover(p, "(max-width: 767px) 80vw, 390px", c.Eager), logo,
			h.Span(h.Class("ProjectCard-age"), markup.Ago(p.CreatedAt, now, markup.Short))),
		h.H3(h.Class("cut"), titleLink(p, true)),
		h.P(h.Class("clamp2"), g.El("bdi", h.Class("ProjectCard-tagline"), g.Text(p.Tagline)), g.El("bdi",
			g.Text(rest))),
		note,
		h.Div(h.Class("ProjectCard-by"), markup.Author(p.Author, p.GetVia()),
			markup.Vote(p.Title, p.Upvotes, p.Downvotes, "compact")))
}

// Grid returns cards, three or four in a row.
func Grid(four bool, cards ...g.Node) g.Node {
	return h.Div(h.Class("ProjectCard-grid"), h.Data("dense", "true"), g.If(four, h.Data("four", "true")),
		g.Group(cards))
}

// whyHere leads from a rank to the rules of the ranking.
func whyHere(p *pb.Project) g.Node {
	return h.A(h.Class("served-button served-subtle served-icon"), h.Href("/fair"),
		h.Aria("label", "Why is "+p.Title+" here?"), g.Text("?"))
}

// Row returns a project in a list, with its rank if the list is a ranking, and else 0.
func Row(p *pb.Project, rank int, now time.Time) g.Node {
	place, why := g.Node(g.Text("")), g.Node(g.Text(""))
	if rank > 0 {
		why = whyHere(p)
		place = h.P(h.Class("score"), h.Style("font-size:26px;width:32px;flex:none"),
			h.Span(g.If(rank == 1, h.Class("lit")), g.Text(fmt.Sprint(rank))))
	}
	return h.Li(h.Class("ProjectRow-row"), place, h.Div(h.Class("ProjectRow-body"),
		markup.Logo(p.Title, p.Logo, 48),
		h.Div(h.Class("ProjectRow-head"), h.Span(h.Class("ProjectRow-title"), titleLink(p, true)),
			h.Span(h.Class("sm faint cut"), g.Text("by "), markup.Author(p.Author, p.GetVia()))),
		h.P(h.Class("ProjectRow-line sm quiet"), g.Text(p.Tagline)),
		h.Div(h.Class("ProjectRow-meta sm quiet"), stageTicks(p.Stage), markup.Ago(p.CreatedAt, now, markup.Short),
			h.A(h.Href("/forum?project="+p.Id), h.Class("ProjectRow-comments"),
				h.Aria("label", markup.Plural(p.CommentCount, "comment")),
				h.Span(h.Class("num"), g.Text(markup.Count(p.CommentCount))))),
		markup.Vote(p.Title, p.Upvotes, p.Downvotes, "compact")), why)
}

// Rows returns a list of projects, one in a row.
func Rows(rows ...g.Node) g.Node { return h.Ol(h.Class("ProjectRow-rows"), g.Group(rows)) }

// showFeatured returns one of the featured projects, as features/home/Featured.tsx does.
func showFeatured(r web.Request) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		total := len(answer.Projects)
		if total == 0 {
			return nil
		}
		index := ofToday(total)
		p := answer.Projects[index]
		var step g.Node
		if total > 1 {
			step = h.Span(h.Class("served-step sm quiet"), g.Textf("%d / %d", index+1, total))
		}
		return markup.Section("Featured Projects", g.Group{markup.Slug("SPONSORED"), step},
			h.Article(h.Class("FeaturedCard-card"),
				h.Div(h.Class("FeaturedCard-image"), markup.Cover(p, "(max-width: 767px) 80vw, 430px", true)),
				h.Div(h.Class("served-stack"), stageTicks(p.Stage), h.H3(h.Class("served-h2 clamp2"), titleLink(p,
					true)),
					h.P(h.Class("served-text served-strong clamp2"), g.Text(p.Tagline)),
					g.If(p.FeaturedReason != "", h.P(h.Class("served-text clamp3"),
						g.Text("Why it's featured: "+p.FeaturedReason))),
					h.P(h.Class("served-text clamp3 quiet"), g.Text(cmp.Or(p.Excerpt, p.Description))),
					markup.Tags(tag.Tool, toolLabelsOf(p), 3)),
				h.Div(h.Class("FeaturedCard-foot"),
					h.P(h.Class("FeaturedCard-by sm faint"), markup.Author(p.Author, p.GetVia()), g.Text(" · "),
						markup.Ago(p.CreatedAt, r.Now, markup.Long)),
					markup.Vote(p.Title, p.Upvotes, p.Downvotes, ""), markup.Button(PathOf(p), "View Project"))))
	}
}

// byVotes sorts projects by their eligible upvotes.
func byVotes(projects []*pb.Project) []*pb.Project {
	eligible := func(p *pb.Project) int32 { return p.Upvotes - p.GetPending().GetUpvotes() }
	return slices.SortedStableFunc(slices.Values(projects), func(a, b *pb.Project) int {
		return int(eligible(b) - eligible(a))
	})
}

// showTrending returns the ranking on Home: a table, and a list on small screens.
func showTrending(r web.Request) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		if len(answer.Projects) == 0 {
			return nil
		}
		return trendingBoard(byVotes(answer.Projects), r)
	}
}

// topOfWeek returns the path of the leaderboard of the week; package leaderboard has its days.
func topOfWeek(r web.Request) string {
	now := r.Now.UTC()
	if zone, err := time.LoadLocation(r.Site.Zone); err == nil {
		now = now.In(zone)
	}
	year, week := now.ISOWeek()
	return fmt.Sprintf("/top/%d/w%02d", year, week)
}

func trendingBoard(projects []*pb.Project, r web.Request) g.Node {
	var rows, items []g.Node
	for i, p := range projects {
		bar := markup.Measured(i+1, p.Upvotes, projects[0].Upvotes)
		up := markup.Tally("Upvote "+p.Title, p.Upvotes, true)
		rows = append(rows, h.Tr(bar, h.Td(markup.Rank(i+1)),
			h.Td(h.Div(h.Class("served-row"), markup.Logo(p.Title, p.Logo, 48),
				h.Div(h.Class("served-name served-any"), h.P(h.Class("cut"), titleLink(p, false)),
					h.P(h.Class("sm quiet cut"), g.Text(p.Tagline))), whyHere(p))),
			h.Td(h.Class("Trending-right"), up),
			h.Td(h.Class("Trending-right"), markup.Tally("Downvote "+p.Title, p.Downvotes, false))))
		items = append(items, h.Li(bar, markup.Rank(i+1), h.Div(h.Class("served-name"),
			h.P(h.Class("cut"), titleLink(p, true)), h.P(h.Class("sm quiet"), g.Text("net "),
				h.Span(h.Class("num"), g.Text(markup.Score(p.Upvotes-p.Downvotes))), g.Text(" · "),
				h.A(h.Class("link"), h.Href("/fair"), g.Text("Why is it here?")))), up))
	}
	head := func(label, class string) g.Node { return h.Th(g.If(class != "", h.Class(class)), g.Text(label)) }
	return markup.Section("Trending Projects",
		g.Group{h.Span(h.Class("slug lit"), h.Span(h.Class("live"), g.Text("LIVE"))),
			markup.More(topOfWeek(r), "Top of the week")},
		h.Table(h.Class("Trending-board served-wide"),
			h.ColGroup(h.Col(h.Style("width:76px")), h.Col(), h.Col(h.Style("width:112px")),
				h.Col(h.Style("width:112px"))),
			h.THead(h.Tr(head("Position", ""), head("Project", ""), head("Upvotes", "Trending-right"),
				head("Downvotes", "Trending-right"))),
			h.TBody(rows...)),
		h.Ol(h.Class("Trending-list served-narrow"), g.Group(items)),
		h.P(h.Class("served-actions"),
			h.Span(h.Class("served-wide"), markup.Button("/search?sort=trending", "View All Trending Projects")),
			h.Span(h.Class("served-narrow"), markup.Button("/search", "View All Projects", "full")),
			markup.Button("/fair", "How Trending works", "subtle")))
}

// firstThree returns the first three trending projects beside the greeting on Home.
func firstThree(r web.Request) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		projects := byVotes(answer.Projects)
		if r.HasSession || len(projects) == 0 {
			return nil
		}
		var places []g.Node
		for i, p := range projects[:min(len(projects), 3)] {
			class := "score"
			if i == 0 {
				class += " lit"
			}
			length := 0.0
			if projects[0].Upvotes > 0 {
				length = 100 * float64(p.Upvotes) / float64(projects[0].Upvotes)
			}
			places = append(places, h.Li(h.Style(fmt.Sprintf("--length:%.1f%%", length)),
				h.A(h.Href(PathOf(p)), h.Class("Welcome-place"), h.B(h.Class(class), g.Text(fmt.Sprint(i+1))),
					markup.Logo(p.Title, p.Logo, 48),
					h.Div(h.P(h.Class("served-strong cut"), g.Text(p.Title)), h.P(h.Class("sm quiet cut"),
						g.Text(p.Tagline))),
					h.P(h.Class("faint xs served-end"), h.B(h.Class("score"), g.Text(markup.Count(p.Upvotes))),
						g.Text(" "+strings.TrimLeft(markup.Plural(p.Upvotes, "upvote"), "0123456789, "))))))
		}
		return h.Ol(h.Class("Welcome-first served-wide"), h.Aria("label", "Trending"), g.Group(places))
	}
}

// showNewest returns the newest projects on Home after those shown for a second day, which are in another answer.
func showNewest(r web.Request, again *[]*pb.Project) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		if len(answer.Projects) == 0 {
			return nil
		}
		var cards []g.Node
		for _, p := range *again {
			known := func(other *pb.Project) bool { return other.Id == p.Id }
			if !slices.ContainsFunc(answer.Projects, known) {
				cards = append(cards, Card{Note: "Shown again: no answer yet"}.HTML(p, r.Now))
			}
		}
		four := len(cards) == 0
		for _, p := range answer.Projects {
			cards = append(cards, Card{}.HTML(p, r.Now))
		}
		return markup.Section("Newest Projects", markup.More("/search?sort=newest", "View All"), Grid(four, cards...))
	}
}

// showWaiting returns the projects that have waited longest for an answer.
func showWaiting(r web.Request) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		if len(answer.Projects) == 0 {
			return nil
		}
		return markup.Section("Waiting for an answer", markup.More("/feedback", "Give feedback"),
			Rows(g.Map(answer.Projects, func(p *pb.Project) g.Node { return Row(p, 0, r.Now) })...))
	}
}

// showAllWaiting returns all projects that wait for an answer, as features/feedback/Waiting.tsx does.
func showAllWaiting(r web.Request) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		total, list := g.Node(nil), markup.Empty("Every project has an answer", "")
		if len(answer.Projects) > 0 {
			total = h.Span(h.Class("slug"), g.Text(markup.Count(answer.GetTotalSize())))
			list = Rows(g.Map(answer.Projects, func(p *pb.Project) g.Node { return Row(p, 0, r.Now) })...)
		}
		return markup.Section("Waiting for an answer", total, h.P(h.Class("sm quiet served-pad"),
			g.Text("Longest first. You don't need to be given one: open any of them and tell its maker what you think.")),
			list,
			markup.Next("/feedback", r.Query, answer.NextPageToken, "Load More Projects"))
	}
}

// showTagged returns the projects on the page of a tool or a tag, with the choice of a stage.
func showTagged(r web.Request) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		path, chosen := address.Tag(r.Item), enumname.Enum[pb.Stage](r.Query.Get("stage"))
		choice := func(stage pb.Stage, label string) g.Node {
			to := path
			if stage != 0 {
				to += "?stage=" + enumname.Of(stage)
			}
			return h.A(h.Href(to), h.Class("served-button served-sm"), g.If(stage == chosen, h.Aria("current", "true")),
				g.Text(label))
		}
		var cards g.Group
		for i, p := range answer.Projects {
			cards = append(cards, Card{Eager: i == 0}.HTML(p, r.Now))
		}
		list := Grid(false, cards...)
		switch {
		case len(cards) == 0 && chosen != 0:
			list = markup.Empty("No projects at this stage", "Projects at other stages are a click away.")
		case len(cards) == 0:
			list = g.Group{markup.Empty("No projects here yet", "Be the first to share one."),
				markup.Button("/submit-project", "Submit a Project")}
		}
		choices := g.Group{choice(0, "All Stages")}
		for stage := pb.Stage_STAGE_IDEA; stage <= pb.Stage_STAGE_ARCHIVED; stage++ {
			choices = append(choices, choice(stage, stageLabels[enumname.Of(stage)]))
		}
		return markup.Section("Projects", nil,
			g.If(len(cards) > 0 || chosen != 0, h.Div(h.Class("Tag-stages"), choices)), list,
			markup.Next(path, r.Query, answer.NextPageToken, "Load More Projects"))
	}
}

// exploreHead returns the heading of Explore with its search field and filters.
func exploreHead(r web.Request) g.Node {
	query := r.Query
	link := func(name, value, label string) g.Node {
		to := url.Values{}
		for _, kept := range []string{"q", "stage", "category", "tool", "sort"} {
			if query.Get(kept) != "" && kept != name {
				to.Set(kept, query.Get(kept))
			}
		}
		pressed := query.Get(name) == value
		if !pressed {
			to.Set(name, value)
		}
		return h.A(h.Href("/search?"+to.Encode()), h.Class("served-button served-sm"), g.If(pressed,
			h.Aria("current", "true")), g.Text(label))
	}
	chips := []g.Node{link("stage", "launched", "Launched"), link("stage", "mvp", "MVP"),
		link("category", "ai_agents", "AI Agents")}
	filtered := query.Get("sort") != "" || query.Get("q") != ""
	for _, other := range []struct {
		name   string
		labels map[string]string
	}{{"stage", stageLabels}, {"category", categoryLabels}, {"tool", toolLabels}} {
		word := query.Get(other.name)
		label := other.labels[word]
		filtered = filtered || label != ""
		if label != "" && !slices.Contains([]string{"launched", "mvp", "ai_agents"}, word) {
			chips = append(chips, link(other.name, word, label))
		}
	}
	if filtered {
		chips = append(chips, markup.Button("/search", "Clear Filters", "sm", "subtle"))
	}
	return g.Group{
		markup.Title("Explore"),
		h.Form(h.Action("/search"), h.Role("search"), h.Class("served-search"),
			h.Input(h.Type("search"), h.Name("q"), h.Value(query.Get("q")), h.MaxLength("200"),
				h.Placeholder("Search projects"), h.Aria("label", "Search projects")),
			h.Button(h.Type("submit"), h.Class("served-button served-filled"), g.Text("Search")),
			h.Button(h.Type("button"), h.Disabled(), h.Class("served-button served-wide"), g.Text("Filters"))),
		h.Div(h.Class("Explore-line served-line"), g.Group(chips)),
	}
}

// results returns the projects that Explore finds.
func results(r web.Request, page *web.Page) func(*pb.ListProjectsResponse) g.Node {
	return func(answer *pb.ListProjectsResponse) g.Node {
		total := int32(len(answer.Projects))
		if answer.TotalSize != nil {
			total = *answer.TotalSize
		}
		n, noun := markup.Count(total), "projects found"
		if answer.TotalSizeCapped {
			n += "+"
		} else if total == 1 {
			noun = "project found"
		}
		filtered := strings.Contains(page.Path, "?") || r.Query.Get("q") != ""
		ranked, list := r.Query.Get("sort") == "trending", r.Query.Get("view") == "list"
		summary := h.Div(h.Class("Explore-summary served-line"),
			h.P(h.B(h.Class("num"), g.Text(n)), g.Text(" "+noun)), g.If(filtered, markup.Badge("Filtered")),
			g.If(ranked, h.A(h.Class("link sm"), h.Href("/fair"), g.Text("How Trending works"))))
		var items []g.Node
		for i, p := range answer.Projects {
			rank := 0
			if ranked {
				rank = i + 1
			}
			if list {
				items = append(items, Row(p, rank, r.Now))
			} else {
				items = append(items, Card{Eager: i == 0}.HTML(p, r.Now))
			}
		}
		found := Grid(false, items...)
		switch {
		case len(items) == 0 && filtered:
			found = markup.Empty("No projects found matching your search", "Try different keywords or filters")
		case len(items) == 0:
			found = markup.Empty("No projects yet", "Be the first to share a project with the community!")
		case list:
			found = Rows(items...)
		}
		return g.Group{summary, h.H2(h.Class("sr"), g.Text("Results")),
			markup.Said("/search", r.Query, answer), found,
			markup.Next("/search", r.Query, answer.NextPageToken, "Load More Projects")}
	}
}
