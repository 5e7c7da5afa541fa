package blog

import (
	"cmp"
	"fmt"
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/media"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	"uvboard/backend/project"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// pathOf returns the path of the page of a story.
func pathOf(p *pb.BlogPost) string { return markup.Path(p.Url) }

func titleLink(p *pb.BlogPost) g.Node {
	return h.A(h.Href(pathOf(p)), h.Class("Blog-title"), g.Text(p.Title))
}

// cover returns the cover of a story, nothing without one.
func cover(p *pb.BlogPost, sizes string, eager bool) g.Node {
	if p.CoverImage == "" {
		return g.Text("")
	}
	return h.Img(markup.Source(p.CoverImage), g.If(media.SrcSet(p.CoverImage) == "",
		g.Group{h.Width("1280"), h.Height("800")}), h.Class("Blog-cover"), markup.Sizes(sizes), h.Alt(""),
		markup.Loading(eager), g.Attr("decoding", "async"))
}

// byline returns who wrote a story when, and how long it takes to read.
func byline(p *pb.BlogPost, r web.Request, form markup.Form) g.Node {
	return g.Group{markup.Author(p.Author, p.GetVia()), g.Text(" · "), markup.Ago(p.CreatedAt, r.Now, form),
		g.Textf(" · %d min read", p.ReadTimeMinutes)}
}

// tags returns the first tags of a story, and the number of the others.
func tags(words []string) g.Node {
	const shown = 3
	return h.Span(h.Class("served-tags"), g.Map(words[:min(len(words), shown)],
		func(word string) g.Node { return markup.Tag(tag.Topic, word, word) }),
		g.If(len(words) > shown, markup.Badge(fmt.Sprintf("+%d more", len(words)-shown))))
}

func like(n int32) g.Node {
	return h.Button(h.Type("button"), h.Disabled(), h.Class("served-button served-sm"),
		h.Aria("label", "Like, "+markup.Plural(n, "like")), h.Span(h.Class("num"), g.Text(markup.Count(n))))
}

func comments(p *pb.BlogPost) g.Node {
	return h.A(h.Href(pathOf(p)+"#comments"), h.Class("Blog-comments"),
		h.Aria("label", markup.Plural(p.CommentsCount, "comment")),
		h.Span(h.Class("num"), g.Text(markup.Count(p.CommentsCount))))
}

// onHome returns the latest stories on Home.
func onHome(r web.Request) func(*pb.ListBlogPostsResponse) g.Node {
	return func(answer *pb.ListBlogPostsResponse) g.Node {
		if len(answer.Posts) == 0 {
			return nil
		}
		return markup.Section("Stories", markup.More("/blog", "All stories"),
			h.Ul(g.Map(answer.Posts, func(p *pb.BlogPost) g.Node {
				return h.Li(h.Class("SidePanels-story"),
					g.Iff(p.CoverImage != "", func() g.Node {
						return markup.Square(p.CoverImage, "SidePanels-image",
							72)
					}),
					h.Div(h.Class("SidePanels-words"), h.P(h.Class("served-small clamp2"),
						h.A(h.Href(pathOf(p)), h.Class("SidePanels-title"), g.Text(p.Title))),
						h.P(h.Class("faint xs cut"), g.Text("@"+cmp.Or(p.GetAuthor().GetUsername(), "anonymous")),
							markup.Via(p.GetVia()),
							g.Text(" · "), markup.Ago(p.CreatedAt, r.Now, markup.Short)),
						g.If(len(p.Tags) > 0, h.Div(h.Class("SidePanels-tags"),
							markup.Tags(tag.Topic, p.Tags[:min(2, len(p.Tags))], 2)))))
			})))
	}
}

// listHead returns the heading of the stories and the search field.
func listHead(r web.Request) g.Node {
	return g.Group{h.Div(h.Class("served-head served-row"), markup.Title("Stories"),
		h.Span(h.Class("slug"), g.Text("COMMUNITY")))}
}

// list returns the stories: the first as a featured card, the others in a grid. Popular are the tags to choose from.
func list(r web.Request, popular *[]*pb.PopularTag) func(*pb.ListBlogPostsResponse) g.Node {
	return func(answer *pb.ListBlogPostsResponse) g.Node {
		filters := h.Form(h.Action("/blog"), h.Role("search"), h.Class("Blog-filters"),
			h.Div(h.Class("Blog-search"), h.Input(h.Type("search"), h.Name("q"), h.Value(r.Query.Get("q")),
				h.Class("served-input"), h.Aria("label", "Search blog posts"), h.Placeholder("Search blog posts..."))),
			h.Div(h.Class("Blog-choices served-row"), h.Select(h.Name("tag"), h.Class("served-input"),
				h.Aria("label", "Tag"), h.Option(h.Value(""), g.Text("All Tags")), g.Map(*popular,
					func(t *pb.PopularTag) g.Node {
						return h.Option(h.Value(t.Tag), g.If(t.Tag == r.Query.Get("tag"), h.Selected()),
							g.Text("#"+t.Tag+" ("+markup.Count(t.Count)+")"))
					})),
				h.Select(h.Name("sort"), h.Class("served-input"), h.Aria("label", "Sort by"),
					h.Option(h.Value("newest"), g.Text("Newest")), h.Option(h.Value("oldest"),
						g.If(r.Query.Get("sort") == "oldest", h.Selected()), g.Text("Oldest"))),
				h.Label(h.Class("served-small"), h.Input(h.Type("checkbox"), h.Disabled()), g.Text(" Popular"))))
		said := markup.Said("/blog", r.Query, answer)
		switch {
		case len(answer.Posts) == 0 && (r.Search() != "" || r.Query.Get("tag") != ""):
			return g.Group{filters, said, markup.Empty("No blog posts found",
				"Try adjusting your search or filter criteria")}
		case len(answer.Posts) == 0:
			return g.Group{filters, markup.Empty("No blog posts yet",
				"Check back soon for stories from the community!")}
		}
		return g.Group{filters, said, h.H2(h.Class("sr"), g.Text("Stories")), featured(answer.Posts[0], r),
			h.Div(h.Class("served-two"), g.Map(answer.Posts[1:], func(p *pb.BlogPost) g.Node { return card(p, r) })),
			next(r, answer.NextPageToken)}
	}
}

// showTagged returns the stories on the page of a tool or a tag.
func showTagged(slug string, r web.Request) func(*pb.ListBlogPostsResponse) g.Node {
	return func(answer *pb.ListBlogPostsResponse) g.Node {
		if len(answer.Posts) == 0 {
			return markup.Section("Stories", nil, markup.Nothing("No stories yet.", "/blog/new", "Write the first one"))
		}
		return markup.Section("Stories", markup.More(tagPath(slug), "All stories"),
			h.Div(h.Class("served-two"), g.Map(answer.Posts, func(p *pb.BlogPost) g.Node { return card(p, r) })))
	}
}

func next(r web.Request, token string) g.Node {
	if token == "" {
		return h.P(h.Class("served-next"), markup.Waiting("Load More Posts"))
	}
	return markup.Next("/blog", r.Query, token, "Load More Posts")
}

func featured(p *pb.BlogPost, r web.Request) g.Node {
	return h.Article(h.Class("Blog-featured"), g.If(p.CoverImage == "", h.Data("plain", "true")),
		g.If(p.CoverImage != "", h.Div(h.Class("Blog-image"), cover(p, "(max-width: 767px) 100vw, 416px", true))),
		h.Div(h.Class("served-stack"), h.Span(h.Class("slug"), g.Text("Featured")),
			h.H3(h.Class("served-h2"), titleLink(p)),
			h.P(h.Class("Blog-by sm faint"), byline(p, r, markup.Long)),
			h.P(h.Class("served-text clamp3 quiet"), g.Text(cmp.Or(p.Excerpt, p.Summary))), tags(p.Tags),
			h.Div(h.Class("served-apart served-foot"), like(p.LikesCount), markup.Button(pathOf(p), "Read Story"))))
}

func card(p *pb.BlogPost, r web.Request) g.Node {
	return h.Article(h.Class("Blog-card"), g.If(p.CoverImage == "", h.Data("plain", "true")),
		cover(p, "(max-width: 767px) 100vw, 384px", false),
		h.P(h.Class("Blog-by sm faint served-over"), byline(p, r, markup.Short)),
		h.H3(titleLink(p)), h.P(h.Class("clamp3"), g.Text(cmp.Or(p.Excerpt, p.Summary))),
		g.If(len(p.Tags) > 0, tags(p.Tags)),
		h.Div(h.Class("Blog-actions served-apart"), like(p.LikesCount), comments(p),
			markup.Button(pathOf(p), "Read More", "sm", "subtle")))
}

// write returns what invites to write, beside the stories.
func write() g.Node {
	return markup.Section("Share Your Story", nil,
		h.P(h.Class("sm quiet served-pad"), g.Text("Tell the community what you built and what you learned.")),
		markup.Button("/blog/new", "Write a Post", "filled"))
}

// popularTags returns the tags beside the stories, and keeps them for the choice above the list.
func popularTags(kept *[]*pb.PopularTag) func(*pb.ListPopularTagsResponse) g.Node {
	return func(answer *pb.ListPopularTagsResponse) g.Node {
		*kept = answer.Tags
		if len(answer.Tags) == 0 {
			return nil
		}
		return markup.Section("Popular Tags", nil, h.Div(h.Class("served-tags served-pad"),
			g.Map(answer.Tags, func(t *pb.PopularTag) g.Node {
				return h.A(h.Href(tagPath(t.Tag)), h.Class("served-badge Blog-tag"), g.Text("#"+t.Tag+" "),
					h.Span(h.Class("num"), g.Text(markup.Count(t.Count))))
			})))
	}
}

func topAuthors(answer *pb.ListTopAuthorsResponse) g.Node {
	if len(answer.Authors) == 0 {
		return nil
	}
	return markup.Section("Top Authors", nil, h.Ul(h.Class("Blog-rows"), g.Map(answer.Authors,
		func(a *pb.BlogAuthor) g.Node {
			return h.Li(h.A(h.Href(markup.Profile(a.GetAuthor().GetUsername())), h.Class("Blog-row"),
				markup.AvatarOf(a.Author, 32), h.Div(h.P(h.Class("served-strong cut"),
					g.Text(markup.HandleOf(a.Author))),
					h.P(h.Class("faint xs cut"), g.Text(markup.Count(a.Reputation)+" reputation"))),
				h.P(h.Class("faint xs served-end"), g.Text(markup.Plural(a.LikesCount, "like")))))
		})))
}

func figures(answer *pb.GetBlogStatsResponse) g.Node {
	s := answer.Stats
	fact := func(name, value string) g.Node { return g.Group{h.Dt(g.Text(name)), h.Dd(g.Text(value))} }
	return markup.Section("Reading Stats", nil, h.Dl(h.Class("Blog-stats"),
		fact("Total Posts", markup.Count(s.TotalPosts)), fact("Active Authors", markup.Count(s.TotalAuthors)),
		fact("Avg. Read Time", fmt.Sprintf("%d min", s.AvgReadTime)),
		fact("This Week", markup.Count(s.PostsThisWeek)+" new")))
}

// frame arranges the list of stories.
func frame(p web.Parts) g.Node {
	return h.Div(h.Class("wrap page"), p.At(web.Intro), h.Div(h.Class("split"), h.Div(p.At(web.Main)),
		h.Aside(h.Class("side"), p.At(web.Side))))
}

// storyFrame arranges the page of a story.
func storyFrame(p web.Parts) g.Node {
	return h.Div(h.Class("wrap page"),
		h.A(h.Href("/blog"), h.Class("served-button served-subtle served-sm served-back"), g.Text("Back to Blog")),
		h.Div(h.Class("split"), h.Div(h.Class("stack"), p.At(web.Main)), h.Aside(h.Class("side"), p.At(web.Side))))
}

// showStory returns the text of a story, and who wrote it.
func showStory(by *ent.User, r web.Request) func(*pb.GetBlogPostResponse) g.Node {
	return func(answer *pb.GetBlogPostResponse) g.Node {
		p := answer.Post
		edited := ""
		if !p.GetCreatedAt().AsTime().Equal(p.GetUpdatedAt().AsTime()) {
			edited = " (edited)"
		}
		var links g.Group
		for _, word := range p.Tags {
			links = append(links, markup.Tag(tag.Topic, word, "#"+word))
		}
		over := ""
		if p.CoverImage != "" {
			over = "margin-top:24px"
		}
		return h.Article(h.Class("Blog-post"), cover(p, "(max-width: 1119px) 100vw, 792px", true),
			h.H1(h.Class("served-h1"), h.Style(over), g.Text(p.Title)),
			h.Div(h.Class("Blog-meta"), markup.AvatarOf(p.Author, 32), h.Div(markup.Author(p.Author, p.GetVia()),
				h.Div(markup.Ago(p.CreatedAt, r.Now, markup.Long), g.Textf("%s · %d min read", edited,
					p.ReadTimeMinutes)))),
			g.If(len(links) > 0, h.Div(h.Class("served-tags served-badges"), links)),
			g.If(p.Excerpt != "", h.P(h.Class("Blog-excerpt"), g.Text(p.Excerpt))),
			h.H2(h.Class("sr"), g.Text("Story")), h.Div(h.Class("Blog-content"), markup.UserText(p.ContentHtml)),
			h.Div(h.Class("Blog-bar served-row"), like(p.LikesCount), h.Span(h.Class("Blog-comments sm quiet"),
				h.Span(h.Class("num"), g.Text(markup.Count(p.CommentsCount)+" ")),
				markup.Hidden(markup.Plural(p.CommentsCount, "comment"))), markup.Waiting("Share", "sm"),
				markup.Waiting("Save", "sm", "subtle"), markup.Waiting("Report", "sm", "subtle")),
			g.Iff(p.GetAuthor().GetUsername() != "", func() g.Node { return author(p.Author, by) }))
	}
}

// author returns who wrote a story, below it.
func author(a *pb.Author, by *ent.User) g.Node {
	about := markup.Count(by.Reputation) + " reputation"
	if a.DisplayName != "" {
		about = markup.HandleOf(a) + " · " + about
	}
	return h.Section(h.Class("Blog-author"), h.Aria("label", "Author"), markup.AvatarOf(a, 56),
		h.Div(h.H2(h.Class("served-h4"), markup.NamedAuthor(a, "")), h.P(h.Class("faint sm"), g.Text(about)),
			g.If(by.Bio != "", h.P(h.Class("quiet clamp3"), g.Text(by.Bio)))),
		h.Div(h.Class("served-row"), markup.Waiting("Follow", "sm"),
			markup.Button(markup.Profile(a.Username), "View Author Profile", "sm", "subtle")))
}

// following returns the story that follows in the list, or the newest one; nothing if there is no other.
func following(id string, r web.Request) func(*pb.ListBlogPostsResponse) g.Node {
	return func(answer *pb.ListBlogPostsResponse) g.Node {
		at := slices.IndexFunc(answer.Posts, func(p *pb.BlogPost) bool { return p.Id == id })
		if at == len(answer.Posts)-1 {
			at = -1
		}
		if at+1 >= len(answer.Posts) || answer.Posts[at+1].Id == id {
			return nil
		}
		p := answer.Posts[at+1]
		return markup.Section("Next Story", nil, h.A(h.Href(pathOf(p)), h.Class("Blog-next"),
			h.Div(h.P(h.Class("Blog-nextTitle served-h2b"), g.Text(p.Title)),
				h.P(h.Class("faint sm"), g.Text(markup.HandleOf(p.Author)+" · "), markup.Ago(p.CreatedAt, r.Now,
					markup.Short), g.Textf(" · %d min read", p.ReadTimeMinutes))),
			cover(p, "200px", false)))
	}
}

// discussion returns the comments on a story.
func discussion(total int32, id string, r web.Request) func(*pb.ListBlogCommentsResponse) g.Node {
	return func(answer *pb.ListBlogCommentsResponse) g.Node {
		byID := map[string]*pb.BlogComment{}
		replies := markup.Arrange(answer.Comments, (*pb.BlogComment).GetId, (*pb.BlogComment).GetParentId)
		for _, c := range answer.Comments {
			byID[c.Id] = c
		}
		reply := func(c *pb.BlogComment, quoted string, orphan, nested bool, answers g.Node) g.Node {
			quote := ""
			if other := byID[quoted]; other != nil {
				quote = markup.HandleOf(other.Author) + " " + letters.Cut(other.Content, 140)
			} else if orphan {
				quote = "Answers an earlier comment"
			}
			return markup.Reply{ID: "comment-" + c.Id, Author: c.Author, Name: markup.Author(c.Author, c.GetVia()),
				At: markup.Ago(c.CreatedAt, r.Now,
					markup.InComments), IsEdited: c.EditedAt != nil, Quote: quote, IsNested: nested,
				Text:    markup.UserText(c.ContentHtml),
				Actions: g.Group{like(c.LikesCount), markup.Waiting("Reply", "sm", "subtle")}, Answers: answers}.HTML()
		}
		return h.Section(h.ID("comments"),
			h.Div(h.Class("head"), h.H2(g.Text("Comments ("+markup.Count(total)+")"))),
			g.If(!r.HasSession, h.P(h.Class("quiet served-lead"), g.Text("Please "),
				h.A(h.Class("link"), h.Href("/login"), g.Text("log in")), g.Text(" to leave a comment"))),
			g.If(len(answer.Comments) == 0, h.P(h.Class("quiet served-pad"),
				g.Text("No comments yet. Be the first to share your thoughts!"))),
			h.Ol(replies.HTML(reply)), markup.Next("/blog/"+id, r.Query, answer.NextPageToken, "Load More Comments"))
	}
}

func related(r web.Request) func(*pb.ListRelatedBlogPostsResponse) g.Node {
	return func(answer *pb.ListRelatedBlogPostsResponse) g.Node {
		if len(answer.Posts) == 0 {
			return nil
		}
		return markup.Section("Related Stories", nil, h.Ul(h.Class("Blog-rows"), g.Map(answer.Posts,
			func(p *pb.BlogPost) g.Node {
				return h.Li(h.Class("Blog-row"), h.Div(h.Style("grid-column:1/-1"), h.P(h.Class("served-strong"),
					titleLink(p)),
					h.P(h.Class("faint xs"), byline(p, r, markup.Short))))
			})))
	}
}

func linkedProjects(answer *pb.ListLinkedProjectsResponse) g.Node {
	if len(answer.Projects) == 0 {
		return nil
	}
	return markup.Section("Projects in This Story", nil, h.Ul(h.Class("Blog-rows"), g.Map(answer.Projects,
		func(p *pb.Project) g.Node {
			return h.Li(h.A(h.Href(project.PathOf(p)), h.Class("Blog-row"), markup.Logo(p.Title, p.Logo, 40),
				h.Div(h.P(h.Class("served-strong cut"), g.Text(p.Title)), h.P(h.Class("faint xs cut"),
					g.Text(p.Tagline)))))
		})))
}
