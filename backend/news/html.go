package news

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

func source(a *pb.NewsArticle) string { return cmp.Or(a.SourceName, "Unknown Source") }

func publishedAt(a *pb.NewsArticle) *timestamppb.Timestamp { return cmp.Or(a.PublishedAt, a.CreatedAt) }

func ago(a *pb.NewsArticle, r web.Request) g.Node {
	return markup.Ago(publishedAt(a), r.Now, markup.Short)
}

// outside returns the attributes of a link to an article.
func outside(a *pb.NewsArticle) g.Node {
	return g.Group{h.Href(a.SourceUrl), h.Target("_blank"), h.Rel("nofollow noopener noreferrer")}
}

// latest returns the first articles of a list, those of different sources before further ones of the same source.
func latest(articles []*pb.NewsArticle, n int) []*pb.NewsArticle {
	sources, first, rest := map[string]bool{}, []*pb.NewsArticle(nil), []*pb.NewsArticle(nil)
	for _, a := range articles {
		if sources[a.SourceName] {
			rest = append(rest, a)
			continue
		}
		sources[a.SourceName] = true
		first = append(first, a)
	}
	all := slices.Concat(first, rest)
	return all[:min(n, len(all))]
}

// onHome returns the latest news on Home.
func onHome(r web.Request) func(*pb.ListNewsResponse) g.Node {
	return func(answer *pb.ListNewsResponse) g.Node {
		if len(answer.Articles) == 0 {
			return nil
		}
		return markup.Section("Latest News", markup.More("/news", "All news"),
			h.Ul(g.Map(latest(answer.Articles, 3), func(a *pb.NewsArticle) g.Node {
				return h.Li(h.A(outside(a), h.Class("NewsPanel-item"),
					h.P(h.Class("NewsPanel-title served-small clamp2"), g.Text(a.Title),
						markup.Hidden(" (opens in a new tab)")),
					h.P(h.Class("faint xs cut served-near"), g.Text(source(a)+" · "), ago(a, r))))
			})))
	}
}

// pageHead returns the heading of the news.
func pageHead() g.Node {
	return h.Div(h.Class("served-head"), h.Div(h.Class("served-row"), markup.Title("News"),
		h.Span(h.Class("slug"), g.Text("LIVE"))),
		h.P(h.Class("quiet served-over"), g.Text("The latest tech news, updated every 30 minutes.")))
}

// filters returns the search field and the choices.
func filters(r web.Request) func(*pb.ListNewsSourcesResponse) g.Node {
	return func(answer *pb.ListNewsSourcesResponse) g.Node {
		return h.Form(h.Action("/news"), h.Role("search"), h.Class("News-filters served-lead"),
			h.Input(h.Type("search"), h.Name("q"), h.Value(r.Query.Get("q")), h.Class("served-input served-large"),
				h.Aria("label", "Search news"), h.Placeholder("Search news...")),
			h.Select(h.Name("source"), h.Class("served-input served-large"), h.Aria("label", "Source"),
				h.Option(h.Value(""), g.Text("All Sources")), g.Map(answer.Names, func(name string) g.Node {
					return h.Option(h.Value(name), g.If(name == r.Query.Get("source"), h.Selected()), g.Text(name))
				})),
			h.Button(h.Type("submit"), h.Class("served-button served-filled"), g.Text("Search")))
	}
}

// list returns the articles. If there are none, it says so in other words if they are filtered.
func list(filtered bool, r web.Request) func(*pb.ListNewsResponse) g.Node {
	return func(answer *pb.ListNewsResponse) g.Node {
		said := markup.Said("/news", r.Query, answer)
		switch {
		case len(answer.Articles) == 0 && filtered:
			return g.Group{said, markup.Empty("No matching articles found", "Try adjusting your filters or search terms")}
		case len(answer.Articles) == 0:
			return markup.Empty("No news articles available", "Check back soon for the latest tech news!")
		}
		var days, articles g.Group
		for i, a := range answer.Articles {
			articles = append(articles, article(a, i == 0, i < 3, r))
			day := dayOf(a, r.Now)
			if i+1 < len(answer.Articles) && dayOf(answer.Articles[i+1], r.Now) == day {
				continue
			}
			days = append(days, h.Section(h.Class("News-day"), h.Aria("label", day),
				h.H2(h.Class("News-dayName served-h3"), g.Text(day)), h.Div(articles)))
			articles = nil
		}
		return g.Group{said, days, markup.Next("/news", r.Query, answer.NextPageToken, "Load More Articles")}
	}
}

// showTagged returns the articles on the page of a tool or a tag.
func showTagged(r web.Request) func(*pb.ListNewsResponse) g.Node {
	return func(answer *pb.ListNewsResponse) g.Node {
		if len(answer.Articles) == 0 {
			return markup.Section("News", nil, markup.Nothing("No news yet.", "/news", "Read all news"))
		}
		return markup.Section("News", markup.More("/news", "All news"), g.Map(answer.Articles,
			func(a *pb.NewsArticle) g.Node { return article(a, false, false, r) }))
	}
}

// dayOf returns "Today", "Yesterday" or the date of an article, in UTC.
func dayOf(a *pb.NewsArticle, now time.Time) string {
	at, now := publishedAt(a).AsTime(), now.UTC()
	switch at.Format(time.DateOnly) {
	case now.Format(time.DateOnly):
		return "Today"
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return "Yesterday"
	}
	return markup.Date(at)
}

func article(a *pb.NewsArticle, lead, eager bool, r web.Request) g.Node {
	title, lines, picture := "News-title served-h4", "quiet clamp2", g.Node(g.Text(""))
	if lead {
		title, lines = "News-title served-h2", "quiet clamp3"
	}
	if a.ImageUrl != "" {
		picture = h.Img(h.Class("News-image"), h.Src("/api/news/"+a.Id+"/image"), h.Alt(""), h.Width("128"),
			h.Height("80"),
			g.If(eager, h.Loading("eager")), g.If(!eager, h.Loading("lazy")), g.Attr("decoding", "async"))
	}
	discuss := "/forum?" + url.Values{"about": {a.Title}, "link": {a.SourceUrl}}.Encode()
	return h.Article(h.Class("News-article"), g.If(lead, h.Data("lead", "true")),
		h.Div(h.Class("News-source"),
			h.Span(h.Class("News-mark"), h.Aria("hidden", "true"), g.Text(markup.Initial(source(a)))),
			h.Div(h.B(g.Text(source(a))), h.Div(h.Class("served-row"), h.Span(h.Class("faint"), ago(a, r)),
				g.If(a.IsDemo, markup.Badge("Demo"))))),
		h.Div(h.Class("News-text"), h.H3(h.Class(title), h.A(outside(a), h.Class("News-link"), g.Text(a.Title))),
			g.If(a.Excerpt != "", h.P(h.Class(lines), g.Text(a.Excerpt))),
			g.If(len(a.Tags) > 0, h.Div(h.Class("served-over"), tags(a.Tags))),
			g.If(lead, h.A(outside(a), h.Class("served-button served-filled"),
				h.Aria("label", "Read full article: "+a.Title), g.Text("Read full article")))),
		h.Div(h.Class("News-actions served-row"), markup.Button(discuss, "Discuss", "sm", "subtle"),
			markup.Icon("Save "+a.Title)), picture)
}

// tags returns the first tags of an article, and the number of the others.
func tags(words []string) g.Node {
	const shown = 3
	return h.Span(h.Class("served-tags"), g.Map(words[:min(len(words), shown)],
		func(word string) g.Node { return markup.Tag(kindOf(word), word, word) }),
		g.If(len(words) > shown, markup.Badge(fmt.Sprintf("+%d", len(words)-shown), markup.Hidden(" more"))))
}
