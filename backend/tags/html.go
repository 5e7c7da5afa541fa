package tags

import (
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/address"
	pb "uvboard/gen/uvboard/v1"
)

// head returns the name of a tool or a tag, what there is of it, and the buttons.
func head(kind string, t *pb.Tag) g.Node {
	return h.Header(h.Div(h.Class("served-row served-head Tag-name"), markup.Title(t.Name),
		h.Span(h.Class("slug"), g.Text(strings.ToUpper(kind)))),
		h.P(h.Class("quiet"), g.Text(counts(t))),
		h.Div(h.Class("served-row Tag-buttons"), markup.Waiting("Follow", "sm"),
			markup.Button(address.Tag(kind+":"+t.Slug)+"/feed.xml", "Feed", "sm", "subtle")))
}

// counts says how many projects there are, and what else there is.
func counts(t *pb.Tag) string {
	parts := []string{markup.Plural(t.Projects, "project")}
	if t.Stories == 1 {
		parts = append(parts, "1 story")
	} else if t.Stories > 0 {
		parts = append(parts, markup.Count(t.Stories)+" stories")
	}
	for _, more := range []struct {
		n    int32
		noun string
	}{{t.Threads, "thread"}, {t.News, "news article"}, {t.Followers, "follower"}} {
		if more.n > 0 {
			parts = append(parts, markup.Plural(more.n, more.noun))
		}
	}
	return strings.Join(parts, " · ")
}
