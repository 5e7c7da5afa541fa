package collection

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/project"
	pb "uvboard/gen/uvboard/v1"
)

// show returns a collection with its projects.
func show(answer *pb.GetCollectionResponse) g.Node {
	c := answer.Collection
	list := markup.Empty("No projects yet", "")
	if len(c.Items) > 0 {
		list = h.Ol(h.Class("Collection-list"), g.Map(c.Items, item))
	}
	return g.Group{markup.Title(c.Title),
		g.If(c.Description != "", h.P(h.Class("Collection-words quiet served-over"), g.Text(c.Description))),
		h.Div(h.Class("served-row sm quiet served-over"), markup.Author(c.Author, ""),
			h.Span(g.Text(markup.Plural(c.ProjectCount, "project")))),
		h.Div(h.Class("served-row served-pad"), markup.Waiting("Report", "sm", "subtle")), list}
}

func item(i *pb.CollectionItem) g.Node {
	if i.Project == nil {
		return g.Text("")
	}
	return h.Li(h.Class("Collection-row"), h.Span(h.Class("score Collection-place")),
		h.Div(h.Class("Collection-picture"), h.Aria("hidden", "true"), markup.Cover(i.Project, "128px", false)),
		h.Div(h.P(h.Class("served-name cut"), h.A(h.Href(project.PathOf(i.Project)),
			h.Class("TitleLink-title TitleLink-cover"), g.Text(i.Project.Title))),
			h.P(h.Class("sm quiet cut"), g.Text(i.Project.Tagline)),
			g.If(i.Note != "", h.P(h.Class("Collection-words"), g.Text(i.Note)))))
}
