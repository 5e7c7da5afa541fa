package blog

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"

	"github.com/google/uuid"
	g "maragu.dev/gomponents"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

const (
	missing     = "Blog post not found"
	description = "Stories from people who build with AI-assisted tools."
)

// Pages are the pages of the blog, its feed and its sitemap. The calls must equal those of webapp/src/features, because
// the web app looks up a response by its request.
func (h *Handler) Pages() web.Pages {
	return web.Pages{
		Routes: []web.Route{
			{Path: "/blog", Title: "Stories", Describe: h.describeList,
				Modules: []string{"src/features/blog/BlogPage.tsx"}},
			{Path: "/blog/new", Title: "Write a Blog Post", Description: "Share what you built and what you learned.",
				Personal: true},
			{Path: "/blog/{id}", Missing: missing, Card: true, Describe: h.describe,
				Modules: []string{"src/features/blog/BlogPostPage.tsx"}},
		},
		First: map[string]func(web.Request) []web.Call{
			"/": func(r web.Request) []web.Call {
				return []web.Call{web.Ask(h.ListBlogPosts, &pb.ListBlogPostsRequest{PageSize: 4},
					web.Shows(web.Side+1, onHome(r)))}
			},
			"/tools/{tool}": h.tagged, "/tags/{tag}": h.tagged,
		},
		Feeds:    []web.Feed{h.service.feed()},
		Sitemaps: []web.Sitemap{{Name: "stories", Pages: h.service.listedPages}},
	}
}

// tagged is the list on the page of a tool or a tag, see features/tag/queries.ts.
func (h *Handler) tagged(r web.Request) []web.Call {
	slug := tag.Slug(r.Item)
	return []web.Call{web.Ask(h.ListBlogPosts, &pb.ListBlogPostsRequest{Tag: slug, PageSize: 4}, web.Paged,
		web.Shows(web.Main+1, showTagged(slug, r)))}
}

func path(p *ent.BlogPost) string { return address.Story(p.Title, p.Short) }

// describeList describes the list. Its canonical address has the tag, without the sort.
func (h *Handler) describeList(_ context.Context, r web.Request, page *web.Page) error {
	page.Kind, page.Description = "Blog", description
	request := &pb.ListBlogPostsRequest{Tag: r.Query.Get("tag"), PageSize: 20}
	if tag := (ListQuery{Tag: request.Tag}).tag(); tag != "" {
		page.Title, page.Path = "Stories about "+tag, tagPath(tag)
		page.Feeds = []web.Feed{aboutTag(h.service.feed(), tag)}
		page.Description = "Stories about " + tag + " from people who build with AI-assisted tools."
	}
	var tags []*pb.PopularTag
	page.First = []web.Call{
		web.Ask(h.ListPopularTags, &pb.ListPopularTagsRequest{PageSize: 10}, web.Shows(web.Side+1, popularTags(&tags))),
		web.Ask(h.GetBlogStats, &pb.GetBlogStatsRequest{}, web.Shows(web.Side+3, figures),
			web.Shows(web.Side, func(*pb.GetBlogStatsResponse) g.Node { return write() })),
		web.Ask(h.ListTopAuthors, &pb.ListTopAuthorsRequest{PageSize: 4}, web.Shows(web.Side+2, topAuthors)),
	}
	page.Static, page.Frame = listHead(r), frame
	request.Search, request.Exact = r.Search(), r.Exact()
	page.NoIndex = request.Search != "" // search terms are unlimited
	sort, _ := enumname.Number(request.Sort.Descriptor(), r.Query.Get("sort"))
	if request.Sort = pb.BlogSort(sort); request.Sort == pb.BlogSort_BLOG_SORT_NEWEST && request.Search == "" {
		request.Sort = pb.BlogSort_BLOG_SORT_UNSPECIFIED // the same
	}
	page.First = append(page.First, web.Ask(h.ListBlogPosts, request, web.Paged, web.Shows(web.Main, list(r, &tags)),
		web.Preloads(func(answer *pb.ListBlogPostsResponse) web.Preload {
			if len(answer.Posts) == 0 {
				return web.Preload{}
			}
			return preload("(max-width: 767px) 100vw, 416px", answer.Posts[0].CoverImage)
		})))
	return nil
}

func preload(sizes, address string) web.Preload {
	return web.Preload{SrcSet: media.SrcSet(address), Sizes: sizes}
}

// describe reads the post once, for the page and for the inlined response to GetBlogPost.
func (h *Handler) describe(ctx context.Context, r web.Request, page *web.Page) error {
	id, err := address.Find(ctx, h.service.db.Client(), address.Stories, r.Param)
	if err != nil {
		return err
	}
	p, err := h.service.Get(ctx, auth.From(ctx), id)
	if err != nil {
		return err
	}
	author, err := h.service.db.Client().User.Query().Where(user.ID(p.UserID)).
		Select(user.FieldBio, user.FieldReputation).Only(ctx)
	if err != nil {
		return fmt.Errorf("read the author of a story: %w", err)
	}
	by := web.Credit(usersummary.Byline(p.Edges.Author), p.Via)
	page.Title, page.Name, page.Description, page.Path = p.Title, p.Title, abstract(p), path(p)
	page.Type, page.Item, page.Address, page.Frame = "article", p.ID.String(), page.Path, storyFrame
	page.Card = &web.Card{File: media.Card(p.ID), Title: p.Title, Tagline: abstract(p), By: by, Picture: p.CoverImage,
		Votes: p.Upvotes}
	page.Data = structured(r.Site, p)
	page.Preload = preload("(max-width: 1119px) 100vw, 792px", p.CoverImage)
	page.First = []web.Call{
		web.Answered(&pb.GetBlogPostRequest{Id: p.Short}, &pb.GetBlogPostResponse{Post: h.service.ToProto(p)},
			web.Shows(web.Main, showStory(author, r))),
		web.Ask(h.ListBlogComments, &pb.ListBlogCommentsRequest{PostId: p.ID.String(), PageSize: commentsSize},
			web.Paged, web.Personal, web.Shows(web.Main+2, discussion(int32(p.CommentCount), p.ID.String(), r))),
		web.Ask(h.ListBlogPosts, &pb.ListBlogPostsRequest{PageSize: 20}, web.Paged,
			web.Shows(web.Main+1, following(p.ID.String(), r))),
		web.Ask(h.ListRelatedBlogPosts, &pb.ListRelatedBlogPostsRequest{Id: p.ID.String(), PageSize: relatedSize},
			web.Shows(web.Side+1, related(r))),
		web.Ask(h.ListLinkedProjects, &pb.ListLinkedProjectsRequest{Id: p.ID.String()},
			web.Shows(web.Side, linkedProjects)),
	}
	return nil
}

const maxAbstract = 200 // characters

// abstract describes a post in one line.
func abstract(p *ent.BlogPost) string {
	return store.ToOneLine(letters.Cut(cmp.Or(p.Excerpt, p.Summary), maxAbstract))
}

func structured(site web.Site, p *ent.BlogPost) web.Object {
	url, writer := site.URL(path(p)), usersummary.Person(p.Edges.Author)
	person := web.Thing("Person", web.Object{"name": writer.Name, "url": site.URL(writer.Path)})
	if writer.Path != "" {
		person["alternateName"] = p.Edges.Author.ViberTag
	}
	o := web.Object{
		"@id": url, "url": url, "mainEntityOfPage": url, "headline": p.Title, "description": abstract(p),
		"image": site.URL(p.CoverImage), "keywords": p.Tags, "author": person,
		"contributor":   web.Agent(p.Via),
		"datePublished": web.Time(createdAt(p)), "dateModified": web.Time(p.UpdatedAt),
		"timeRequired": fmt.Sprintf("PT%dM", p.ReadTime),
		"commentCount": p.CommentCount,
		"interactionStatistic": []any{
			web.Counter("LikeAction", p.Upvotes), web.Counter("CommentAction", p.CommentCount),
		},
	}
	return web.Thing("Article", o)
}

// feed is the feed of stories: all, or those with a tag or of a user.
func (s *Service) feed() web.Feed {
	feed := web.Feed{Path: "/blog/feed.xml", Title: "stories", Page: "/blog", ByUser: true, Entries: s.feedEntries,
		Tagged: func(ctx context.Context, _, slug string, limit int) ([]web.Entry, error) {
			return s.feedEntries(ctx, url.Values{"tag": {slug}}, limit)
		}}
	feed.Narrow = func(ctx context.Context, query url.Values) (web.Feed, error) {
		narrowed := feed
		if tag := (ListQuery{Tag: query.Get("tag")}).tag(); tag != "" {
			narrowed = aboutTag(narrowed, tag)
		}
		return usersummary.NarrowFeed(ctx, s.db.Client(), narrowed, query)
	}
	return feed
}

func aboutTag(feed web.Feed, tag string) web.Feed {
	return feed.With("tag", tag, "about "+tag, tagPath(tag))
}

func tagPath(tag string) string { return "/blog?tag=" + url.QueryEscape(tag) }

func (s *Service) feedEntries(ctx context.Context, query url.Values, limit int) ([]web.Entry, error) {
	page, err := s.List(ctx, nil, ListQuery{Tag: query.Get("tag"), UserID: query.Get("userId"), Size: limit})
	posts := page.Posts
	if err != nil || len(posts) == 0 {
		return nil, err
	}
	ids := make([]uuid.UUID, len(posts))
	for i, p := range posts {
		ids[i] = p.ID
	}
	posts, err = s.db.Client().BlogPost.Query().Where(blogpost.IDIn(ids...), blogpost.IsVisible(true)).
		WithAuthor(authorColumns).All(ctx)
	slices.SortFunc(posts, func(a, b *ent.BlogPost) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	entries := make([]web.Entry, len(posts))
	for i, p := range posts {
		entries[i] = web.Entry{
			ID: p.ID, Title: p.Title, Path: path(p), Published: createdAt(p), Updated: p.UpdatedAt,
			Author: usersummary.Person(p.Edges.Author), Via: p.Via,
			Summary: abstract(p), HTML: ContentHTML(p),
		}
		for _, tag := range p.Tags {
			entries[i].Categories = append(entries[i].Categories, web.Category{Term: tag, Label: tag})
		}
	}
	return entries, err
}

func (s *Service) listedPages(ctx context.Context, after uuid.UUID, skip, limit int) ([]web.Listed, error) {
	posts, err := s.db.Client().BlogPost.Query().Where(blogpost.IsVisible(true), blogpost.IDGT(after)).
		Order(blogpost.ByID()).Offset(skip).Limit(limit).Select(blogpost.FieldID, blogpost.FieldTitle,
		blogpost.FieldShort,
		blogpost.FieldUpdatedAt).All(ctx)
	pages := make([]web.Listed, len(posts))
	for i, p := range posts {
		pages[i] = web.Listed{ID: p.ID, Path: path(p), Updated: p.UpdatedAt}
	}
	return pages, err
}
