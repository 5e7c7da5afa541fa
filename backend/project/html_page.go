package project

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/media"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// frame arranges the page of a project: its name in Intro, its badges in the two places after that, its actions in
// Intro + 3, the vote in Below, the dock in Below + 1 and a notice in Below + 2.
func frame(p web.Parts) g.Node {
	return h.Div(h.Class("wrap page"),
		h.A(h.Href("/"), h.Class("served-button served-subtle served-sm served-back"), g.Text("Back to Projects")),
		g.Group(p[web.Below+2]),
		h.Div(h.Class("split Project-page"), h.Div(h.Class("Project-top"), h.Header(g.Group(p[web.Intro]),
			h.Div(h.Class("served-tags served-badges"), g.Group(p[web.Intro+1]), g.Group(p[web.Intro+2])),
			g.Group(p[web.Intro+3]))),
			h.Aside(h.Class("Project-vote"), h.Aria("label", "About this project"), g.Group(p[web.Below])),
			h.Div(h.Class("stack Project-main"), p.At(web.Main)),
			h.Div(h.Class("side Project-lists"), p.At(web.Side))),
		g.Group(p[web.Below+1]))
}

// shows are the parts of a project's page that its own answer fills.
func shows() []web.Option {
	part := func(place web.Place, node func(*pb.Project) g.Node) web.Option {
		return web.Shows(place, func(answer *pb.GetProjectResponse) g.Node { return node(answer.Project) })
	}
	return []web.Option{
		part(web.Intro, header), part(web.Intro+2, badges), part(web.Intro+3, actions), part(web.Main, gallery),
		web.Shows(web.Main, about),
		part(web.Main+3, impact), part(web.Main+4, lookingFor), part(web.Main+5, builtWith),
		part(web.Side, team), part(web.Side+1, links),
		part(web.Below, voteCard), part(web.Below+1, dock),
		part(web.Below+2, archived),
	}
}

func header(p *pb.Project) g.Node {
	return g.Group{
		h.Div(h.Class("Project-name"), markup.Logo(p.Title, p.Logo, 96), markup.Title(p.Title), h.P(g.Text(p.Tagline))),
		h.Div(h.Class("Project-by served-below-lg"), g.Text("by "), markup.NamedAuthor(p.Author, p.GetVia()),
			g.Text(" · "+markup.Date(p.CreatedAt.AsTime())))}
}

func archived(p *pb.Project) g.Node {
	if p.Stage != pb.Stage_STAGE_ARCHIVED {
		return nil
	}
	return h.P(h.Class("served-notice"), g.Text("This project is archived: it's no longer maintained."))
}

func badges(p *pb.Project) g.Node {
	badges := g.Group{}
	if label := categoryLabels[enumname.Of(p.PrimaryCategory)]; label != "" {
		badges = append(badges, link("/search?category="+enumname.Of(p.PrimaryCategory), label))
	}
	if p.Stage != 0 {
		badges = append(badges, h.Span(h.Class("served-badge"), stageTicks(p.Stage)))
	}
	if label := monetizationLabels[enumname.Of(p.Monetization)]; label != "" {
		badges = append(badges, markup.Badge(label))
	}
	tools := toolBadges(p)
	const shown = 4
	badges = append(badges, tools[:min(shown, len(tools))]...)
	if len(tools) > shown {
		badges = append(badges, markup.Badge(fmt.Sprintf("+%d more", len(tools)-shown)))
	}
	return badges
}

func link(path, label string) g.Node {
	return h.A(h.Href(path), h.Class("served-badge"), g.Text(label))
}

// toolBadges returns the tools of a project, which lead to what else was built with them.
func toolBadges(p *pb.Project) g.Group {
	return g.Map(toolLabelsOf(p), func(name string) g.Node { return markup.Tag(tag.Tool, name, name) })
}

// visit returns where the main button of a project leads: its demo, else its website. An archived one has none.
func visit(p *pb.Project) (label, address string) {
	switch {
	case p.Stage == pb.Stage_STAGE_ARCHIVED:
		return "", ""
	case p.GetLinks().GetDemo() != "":
		return "Open Demo", p.Links.GetDemo()
	case p.GetLinks().GetWebsite() != "":
		return "Visit Website", p.Links.GetWebsite()
	}
	return "", ""
}

// outside returns a button that leads to another site.
func outside(address, label, class string) g.Node {
	return h.A(h.Href(address), h.Target("_blank"), h.Rel("nofollow ugc noopener"), h.Class(class), g.Text(label))
}

func actions(p *pb.Project) g.Node {
	main := g.Node(g.Text(""))
	if label, address := visit(p); label != "" {
		main = outside(address, label, "served-button served-filled served-lg")
	}
	return h.Div(h.Class("Actions-actions served-row"), main, h.Span(h.Class("served-last served-lg"),
		markup.Icon("Follow this project"), markup.Icon("Save this project"), markup.Icon("Share"),
		markup.Icon("More")))
}

// items returns the images of a project, then its videos, without duplicates.
func items(p *pb.Project) (images, videos []string) {
	add := func(list []string, addresses ...string) []string {
		for _, address := range addresses {
			if address != "" && !slices.Contains(list, address) {
				list = append(list, address)
			}
		}
		return list
	}
	images = add(add(nil, p.CoverImage), p.GetMedia().GetScreenshots()...)
	return images, add(nil, p.GetMedia().GetVideos()...)
}

func gallery(p *pb.Project) g.Node {
	images, videos := items(p)
	total := len(images) + len(videos)
	if total == 0 {
		return nil
	}
	sizes := "(max-width: 767px) 100vw, 640px"
	if total == 1 {
		sizes = "(max-width: 767px) 100vw, 792px"
	}
	var first g.Node
	if len(images) > 0 {
		first = h.Img(markup.Source(images[0]), h.Class("Gallery-main"), markup.Sizes(sizes),
			h.Alt("Screenshot 1 of "+p.Title), markup.Loading(true), g.Attr("decoding", "async"))
	} else {
		first = h.A(h.Href(videos[0]), h.Target("_blank"), h.Rel("nofollow ugc noopener"),
			h.Class("Gallery-plate link"),
			g.Text("Watch the video"))
	}
	var thumbs g.Group
	for i, address := range images {
		thumbs = append(thumbs, h.Button(h.Type("button"), h.Disabled(), h.Aria("label", fmt.Sprintf("Screenshot %d",
			i+1)),
			g.If(i == 0, h.Aria("current", "true")),
			h.Img(h.Src(media.Still(address)), g.If(media.SrcSet(address) != "", h.SrcSet(media.SrcSet(address))),
				markup.Sizes("120px"), h.Alt(""), h.Loading("lazy"), g.Attr("decoding", "async"))))
	}
	for i := range videos {
		thumbs = append(thumbs, h.Button(h.Type("button"), h.Disabled(), h.Aria("label", fmt.Sprintf("Video %d", i+1)),
			h.Span(h.Class("Gallery-plate"), g.Text("▷"))))
	}
	return h.Section(h.Class("Gallery-gallery"), h.Aria("label", "Gallery"), g.If(total == 1, h.Data("single", "true")),
		h.Div(h.Class("Gallery-stage"), first, g.If(total > 1,
			h.Span(h.Class("Gallery-count served-badge"), g.Textf("1 / %d", total)))),
		g.If(total > 1, h.Div(h.Class("Gallery-thumbs"), thumbs)))
}

func about(answer *pb.GetProjectResponse) g.Node {
	if answer.DescriptionHtml == "" && len(answer.Project.Tags) == 0 {
		return nil
	}
	tags := g.Map(answer.Project.Tags, func(word string) g.Node { return markup.Tag(tag.Topic, word, "#"+word) })
	return markup.Section("About This Project", nil, markup.UserText(answer.DescriptionHtml),
		g.If(len(tags) > 0, h.Div(h.Class("served-tags served-badges"), tags)))
}

func impact(p *pb.Project) g.Node {
	texts, metrics := g.Group{}, g.Group{}
	for _, one := range [][2]string{{"Problem", p.GetImpact().GetProblem()}, {"Solution",
		p.GetImpact().GetSolution()}} {
		if one[1] != "" {
			texts = append(texts, h.Div(h.H3(h.Class("served-h4"), g.Text(one[0])), h.P(h.Class("quiet"),
				g.Text(one[1]))))
		}
	}
	metric := func(name, value string) {
		metrics = append(metrics, h.Div(h.Class("served-metric"), h.Dt(h.Class("sm quiet"), g.Text(name)),
			h.Dd(h.Class("score"), g.Text(value))))
	}
	measured := p.GetImpact().GetMetrics()
	if measured.GetUsers() != 0 {
		metric("users", decimal(float64(measured.GetUsers())))
	}
	if measured.GetRevenue() != 0 {
		metric("revenue", "$"+decimal(measured.GetRevenue()))
	}
	custom := measured.GetCustom().GetFields()
	names := make([]string, 0, len(custom))
	for name := range custom {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch value := custom[name].AsInterface().(type) {
		case float64:
			metric(name, decimal(value))
		case string:
			metric(name, value)
		}
	}
	if len(texts)+len(metrics) == 0 {
		return nil
	}
	return markup.Section("Impact", nil, g.If(len(texts) > 0, h.Div(h.Class("Project-texts served-halves"), texts)),
		g.If(len(metrics) > 0, h.Dl(h.Class("Project-metrics"), metrics)))
}

// decimal formats a number with at most two decimals, such as 1,284.5.
func decimal(n float64) string {
	whole, rest, _ := strings.Cut(strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(n, 'f', 2, 64), "0"), "."),
		".")
	number, err := strconv.ParseInt(whole, 10, 64)
	if err != nil { // larger than any count
		return whole
	}
	if rest != "" {
		rest = "." + rest
	}
	return markup.Count(number) + rest
}

func lookingFor(p *pb.Project) g.Node {
	var wishes []string
	for _, wish := range p.LookingFor {
		if label := lookingForLabels[enumname.Of(wish)]; label != "" {
			wishes = append(wishes, label)
		}
	}
	if len(wishes) == 0 {
		return nil
	}
	return markup.Section("What I'm Looking For", nil, h.Div(h.Class("served-row served-apart"),
		h.Span(h.Class("served-tags"), g.Map(wishes, func(wish string) g.Node { return markup.Badge(wish) })),
		g.If(p.GetAuthor().GetUsername() != "", markup.Button(markup.Profile(p.GetAuthor().GetUsername()),
			"Contact Maker"))))
}

func builtWith(p *pb.Project) g.Node {
	line, lesson := buildLine(p.GetBuild()), p.GetBuild().GetLesson()
	if len(toolLabelsOf(p)) == 0 && line == "" && lesson == "" {
		return nil
	}
	return markup.Section("Built With", nil, h.Div(h.Class("served-tags"), toolBadges(p)),
		g.If(line != "", h.P(h.Class("served-over"), g.Text(line))),
		g.If(lesson != "", h.Div(h.Class("Project-texts"), h.P(h.Class("quiet served-over"), h.Dir("auto"),
			h.B(g.Text("What failed:")), g.Text(" "+lesson)))))
}

// buildLine says how a project was built: "Mostly AI · 12 hours · $40".
func buildLine(b *pb.ProjectBuild) string {
	var parts []string
	if label := codeLabels[enumname.Of(b.GetCode())]; label != "" {
		parts = append(parts, label)
	}
	if b != nil && b.Hours != nil {
		parts = append(parts, markup.Plural(*b.Hours, "hour"))
	}
	if b != nil && b.Cost != nil {
		parts = append(parts, "$"+markup.Count(*b.Cost))
	}
	return strings.Join(parts, " · ")
}

func team(p *pb.Project) g.Node {
	if p.GetAuthor().GetUsername() == "" {
		return nil
	}
	role := "Owner"
	if p.Author.DisplayName != "" {
		role = p.Author.DisplayName + " · Owner"
	}
	return markup.Section("Team", nil, h.Ul(h.Class("Project-rows"), h.Li(h.A(h.Class("Project-row"),
		h.Href(markup.Profile(p.Author.Username)), markup.AvatarOf(p.Author, 32),
		h.Div(h.P(h.Class("served-strong cut"), g.Text(markup.HandleOf(p.Author))),
			h.P(h.Class("faint xs cut"), g.Text(role)))))))
}

func links(p *pb.Project) g.Node {
	var rows g.Group
	for _, one := range [][2]string{{"Live Demo", p.GetLinks().GetDemo()}, {"Source Code", p.GetLinks().GetRepo()},
		{"Documentation", p.GetLinks().GetDocs()}} {
		if one[1] != "" {
			rows = append(rows, h.Li(outside(one[1], one[0], "Project-row served-linked")))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return markup.Section("Links", nil, h.Ul(h.Class("Project-rows"), rows))
}

func voteCard(p *pb.Project) g.Node {
	fact := func(name string, value ...g.Node) g.Node {
		return h.Div(h.Class("served-apart"), h.Dt(g.Text(name)), h.Dd(value...))
	}
	ratio := g.Node(g.Text(""))
	if total := p.Upvotes + p.Downvotes; total > 0 {
		ratio = h.Div(h.Class("served-bar"), h.Aria("hidden", "true"),
			h.B(h.Style(fmt.Sprintf("width:%.2f%%", 100*float64(p.Upvotes)/float64(total)))), g.If(p.Downvotes > 0,
				h.I()))
	}
	launched := g.Node(g.Text(""))
	if day, err := time.Parse(time.DateOnly, p.LaunchDate); err == nil {
		launched = fact("Launched", g.Text(markup.Date(day)))
	}
	return h.Div(h.Class("served-paper served-stack"),
		h.Div(h.Class("served-lg"), markup.Vote(p.Title, p.Upvotes, p.Downvotes, "big")),
		h.Div(h.Class("VoteCard-ratio"), ratio, h.Div(h.Class("served-apart"),
			h.Span(h.Span(h.Class("num"), g.Text(markup.Score(p.Upvotes-p.Downvotes))), g.Text(" net")),
			h.Span(h.Span(h.Class("num"), g.Text(markup.Count(p.Downvotes))), g.Text(" "+noun(p.Downvotes,
				"downvote"))))),
		h.A(h.Class("link sm"), h.Href("/fair"), g.Text("Why is it here?")),
		h.Dl(h.Class("VoteCard-facts served-facts served-lg"),
			fact("Created", g.Text(markup.Date(p.CreatedAt.AsTime()))), launched,
			fact("by", markup.Author(p.Author, p.GetVia()))))
}

func noun(n int32, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}

func dock(p *pb.Project) g.Node {
	main := g.Node(g.Text(""))
	if label, address := visit(p); label != "" {
		main = outside(address, label, "served-button served-filled")
	}
	return h.Div(h.Class("Dock-dock served-row served-below-lg"), markup.Vote(p.Title, p.Upvotes, p.Downvotes, ""),
		markup.Icon("Follow this project"), markup.Waiting("Share"), main)
}

func related(answer *pb.ListRelatedProjectsResponse) g.Node {
	if len(answer.Projects) == 0 {
		return nil
	}
	return markup.Section("Related Projects", nil, h.Ul(h.Class("Project-rows"), g.Map(answer.Projects,
		func(p *pb.Project) g.Node {
			return h.Li(h.A(h.Class("Project-row"), h.Href(PathOf(p)), markup.Logo(p.Title, p.Logo, 40),
				h.Div(h.P(h.Class("served-strong cut"), g.Text(p.Title)), h.P(h.Class("faint xs cut"),
					g.Text(p.Tagline))),
				h.Span(h.Class("num quiet"), g.Text(markup.Score(p.Upvotes-p.Downvotes)), markup.Hidden(" net votes"))))
		})))
}

// updates returns what is new in a project, with the feed that tells the same.
func updates(id string, r web.Request) func(*pb.ListProjectUpdatesResponse) g.Node {
	return func(answer *pb.ListProjectUpdatesResponse) g.Node {
		if len(answer.Updates) == 0 {
			return nil
		}
		return markup.Section("Updates", h.Span(h.Class("served-last"),
			markup.Button("/projects/"+id+"/feed.xml", "Feed", "subtle", "sm")),
			h.Ol(h.Class("Updates-list"), g.Map(answer.Updates, func(u *pb.ProjectUpdate) g.Node {
				title := u.Title
				if u.Kind == pb.ProjectUpdateKind_PROJECT_UPDATE_KIND_STAGE {
					title = "From " + stageLabels[enumname.Of(u.From)] + " to " + stageLabels[enumname.Of(u.To)]
				}
				return h.Li(h.Class("Updates-update"), h.ID("update-"+u.Id),
					h.P(h.Class("faint xs"), markup.Ago(u.CreatedAt, r.Now, markup.Short),
						g.If(u.EditedAt != nil, g.Text(" · edited")), g.If(u.GetVia() != "",
							g.Text(" ·")), markup.Via(u.GetVia())),
					h.H3(h.Class("served-h3"), g.Text(title)), g.If(u.ContentHtml != "",
						markup.UserText(u.ContentHtml)))
			})))
	}
}
