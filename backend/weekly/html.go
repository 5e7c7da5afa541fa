package weekly

import (
	"cmp"
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/media"
	pb "uvboard/gen/uvboard/v1"
)

// showList returns all issues, and the box that subscribes.
func showList(answer *pb.ListWeeklyIssuesResponse) g.Node {
	list := markup.Empty("No issues yet",
		"Subscribe, and the first one comes to you. Until then, see what people are building.")
	if len(answer.Issues) > 0 {
		list = h.Ol(h.Class("Weekly-issues"), g.Attr("reversed"), g.Map(answer.Issues, row))
	}
	return g.Group{
		markup.Head(title, "The best of each week: projects, stories and threads worth your time."), subscribeBox(), list,
		markup.Next("/weekly", nil, answer.NextPageToken, "Load More Issues"),
	}
}

func row(i *pb.WeeklyIssueSummary) g.Node {
	text := cmp.Or(i.Excerpt, strings.Join(i.Headlines, ", "))
	return h.Li(h.Class("Weekly-issue"),
		h.Span(h.Class("score Weekly-number"), h.Aria("hidden", "true"), g.Text(fmt.Sprint(i.Number))),
		h.Div(h.P(h.Class("sm quiet"), g.Text(numbered(i.Number, i.PublishedAt))),
			h.H2(h.Class("served-h3"), h.A(h.Href(path(int(i.Number))), g.Text(i.Title))),
			g.If(text != "", h.P(h.Class("quiet clamp2"), g.Text(text)))),
		cover(i.Image, "192px", false))
}

// showIssue returns an issue, as a page of a magazine.
func showIssue(answer *pb.GetWeeklyIssueResponse) g.Node {
	i := answer.Issue
	var entries g.Group
	for n, item := range i.Items {
		entries = append(entries, entry(item, n == 0))
	}
	return h.Article(
		h.P(h.Class("served-row sm quiet"), h.A(h.Href("/weekly"), h.Class("slug"), g.Text("WEEKLY")),
			h.Span(g.Text(numbered(i.Number, i.PublishedAt)))),
		markup.Title(i.Title),
		g.If(i.IntroductionHtml != "", h.Div(h.Class("Weekly-introduction"), markup.UserText(i.IntroductionHtml))),
		g.If(len(entries) == 0, h.P(h.Class("quiet"), g.Text("What this issue was about is no longer public."))),
		h.Div(h.Class("Weekly-entries"), entries), subscribeBox(),
		h.Nav(h.Class("served-row"), h.Aria("label", "Other issues"), other(i.Previous), other(i.Next)))
}

func numbered(number int32, published *timestamppb.Timestamp) string {
	return fmt.Sprintf("Issue %d, %s", number, markup.Date(published.AsTime()))
}

// kinds are the words for the types of items, as on the page.
var kinds = map[pb.WeeklyItemType]string{
	pb.WeeklyItemType_WEEKLY_ITEM_TYPE_PROJECT:      "PROJECT",
	pb.WeeklyItemType_WEEKLY_ITEM_TYPE_BLOG_POST:    "STORY",
	pb.WeeklyItemType_WEEKLY_ITEM_TYPE_FORUM_THREAD: "THREAD",
}

func entry(item *pb.WeeklyItem, lead bool) g.Node {
	title, sizes := "served-h2", "(max-width: 767px) 90vw, 560px"
	if lead {
		title, sizes = "served-h1", "(max-width: 767px) 90vw, 660px"
	}
	by := g.Node(nil)
	if item.Author != nil {
		by = h.P(h.Class("sm quiet Weekly-by"), g.Text("by "), markup.NamedAuthor(item.Author, item.GetVia()))
	}
	return h.Section(h.Class("Weekly-entry"), g.If(lead, h.Data("lead", "true")),
		g.If(item.Image == "", h.Data("plain", "true")), cover(item.Image, sizes, lead),
		h.Div(h.Class("Weekly-words"), h.Span(h.Class("slug"), g.Text(kinds[item.Type])),
			h.H2(h.Class(title), h.A(h.Href(markup.Path(item.Url)), g.Text(item.Title))),
			g.If(item.Note != "", h.P(g.Text(item.Note))),
			g.If(item.Excerpt != "", h.P(h.Class("quiet clamp3"), g.Text(item.Excerpt))), by))
}

// cover returns the picture of an item. Its alternative text is empty, since the title is beside it.
func cover(address, sizes string, eager bool) g.Node {
	if address == "" {
		return g.Text("")
	}
	return h.Img(markup.Source(address), g.If(media.SrcSet(address) == "", g.Group{h.Width("1280"), h.Height("800")}),
		h.Class("Weekly-cover"), markup.Sizes(sizes), h.Alt(""), markup.Loading(eager), g.Attr("decoding", "async"))
}

func other(number int32) g.Node {
	if number == 0 {
		return h.Span()
	}
	return markup.Button(path(int(number)), fmt.Sprintf("Issue %d", number))
}

func subscribeBox() g.Node {
	return h.Section(h.Class("Weekly-subscribe"),
		h.Div(h.H2(h.Class("served-h3"), g.Text("Get it by email")), h.P(h.Class("quiet"),
			g.Text("Once a week, no account needed. No tracking, and every email has a link that ends it. "),
			h.A(h.Href("/privacy"), g.Text("Privacy")))),
		h.Div(h.Class("Weekly-fields"), h.Input(h.Class("served-input"), h.Type("email"), h.Aria("label", "Email"),
			h.Placeholder("you@example.com"), h.Disabled()), markup.Waiting("Subscribe", "filled")))
}
