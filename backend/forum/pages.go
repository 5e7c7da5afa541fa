package forum

import (
	"context"
	"net/url"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
	pb "uvboard/gen/uvboard/v1"
)

const (
	discuss    = "Discuss"
	about      = "Channels to talk about projects, tools and ideas."
	maxSummary = 160 // characters of a page's description
	// maxStructured is how many characters of a text the JSON-LD of its page repeats.
	maxStructured = 5000
)

// Pages are the pages of the forum, its feed and its sitemap. The calls must equal those of webapp/src/features/forum.
func (h *Handler) Pages() web.Pages {
	return web.Pages{
		Routes: []web.Route{
			{Path: "/forum", Title: discuss, Description: about, Describe: h.describeForum,
				Modules: modules("ForumHome")},
			{Path: "/forum/{channelId}", Title: discuss, Missing: "Channel Not Found", Description: about,
				Describe: h.describeChannel, Modules: modules("ChannelPage")},
			{Path: "/forum/thread/{threadId}", Missing: "Thread Not Found", Card: true, Describe: h.describeThread,
				Modules: modules("ThreadPage")},
		},
		First: map[string]func(web.Request) []web.Call{"/projects/{id}": h.discussions,
			"/project/{id}": h.discussions, "/tools/{tool}": h.tagged, "/tags/{tag}": h.tagged},
		Feeds:    []web.Feed{h.service.feed()},
		Sitemaps: []web.Sitemap{{Name: "threads", Pages: h.service.listedPages}},
	}
}

// discussions are the calls of Discussions.tsx and About.tsx in features/project.
func (h *Handler) discussions(r web.Request) []web.Call {
	return []web.Call{
		web.Ask(h.ListThreads, &pb.ListThreadsRequest{ProjectId: r.Item, PageSize: 5},
			web.Shows(web.Side+3, ofProject(r))),
		web.Ask(h.ListChannels, &pb.ListChannelsRequest{ProjectId: r.Item}, web.Shows(web.Main+6, join(r))),
	}
}

// tagged is the list on the page of a tool or a tag, see features/tag/queries.ts.
func (h *Handler) tagged(r web.Request) []web.Call {
	return []web.Call{web.Ask(h.ListThreads, &pb.ListThreadsRequest{Tag: tag.Slug(r.Item), PageSize: 5}, web.Paged,
		web.Shows(web.Main+2, showTagged(r)))}
}

// modules returns the modules of a screen inside the forum's layout.
func modules(screen string) []string {
	return []string{"src/features/forum/ForumLayout.tsx", "src/features/forum/" + screen + ".tsx"}
}

func path(t *ent.ForumThread) string { return address.Thread(t.Title, t.Short) }

// addFirst adds the calls that every page of the forum makes, and then those of the page in a channel.
func (h *Handler) addFirst(page *web.Page, channel string, more ...web.Call) {
	page.Frame = frame
	page.First = append([]web.Call{
		web.Ask(h.ListChannels, &pb.ListChannelsRequest{}, web.Paged, web.Shows(web.Intro, channels(channel))),
		web.Ask(h.GetForumStats, &pb.GetForumStatsRequest{}, web.Shows(web.Intro+1, figures)),
	}, more...)
}

func (h *Handler) describeForum(_ context.Context, r web.Request, page *web.Page) error {
	page.Kind = "CollectionPage"
	h.addFirst(page, "", web.Ask(h.ListThreads, &pb.ListThreadsRequest{Sort: sortOf(r)}, web.Paged,
		web.Shows(web.Main, home(r))))
	return nil
}

func (h *Handler) describeChannel(ctx context.Context, r web.Request, page *web.Page) error {
	c, err := h.service.GetChannel(ctx, store.ParseID(r.Param))
	if err != nil {
		return err
	}
	page.Kind, page.Title, page.Name, page.Path = "CollectionPage", c.Name+" - "+discuss+" – "+r.Site.Name, c.Name,
		"/forum/"+c.ID.String()
	page.Feeds = []web.Feed{inChannel(h.service.feed(), c)}
	if c.Description != "" {
		page.Description = summary(c.Description)
	}
	h.addFirst(page, c.ID.String(), web.Ask(h.ListThreads,
		&pb.ListThreadsRequest{ChannelId: c.ID.String(), Sort: sortOf(r)}, web.Paged,
		web.Shows(web.Main, channel(c.Name, c.Description, page.Path, r))))
	return nil
}

// sortOf returns the order that the address of a page asks for.
func sortOf(r web.Request) pb.ForumThreadSort {
	return enumname.Enum[pb.ForumThreadSort](r.Query.Get("sort"))
}

// repliesBefore is how many replies the web app shows before the one that a link leads to.
const repliesBefore = 10

// describeThread reads the thread once, for the page and for the inlined response to GetThread.
func (h *Handler) describeThread(ctx context.Context, r web.Request, page *web.Page) error {
	id, err := address.Find(ctx, h.service.db.Client(), address.Threads, r.Param)
	if err != nil {
		return err
	}
	t, err := h.service.GetThread(ctx, auth.From(ctx), id)
	if err != nil {
		return err
	}
	page.Name, page.Description, page.Path, page.Type = t.Title, summary(t.Excerpt), path(t), "article"
	page.Item, page.Address = t.ID.String(), page.Path
	page.Card = &web.Card{File: media.Card(t.ID), Title: t.Title, Tagline: page.Description,
		By: web.Credit(usersummary.Byline(t.Edges.Author), t.Via), Votes: t.Upvotes}
	page.Data = structured(r.Site, t)
	answer, err := h.withParticipants(ctx, t)
	if err != nil {
		return err
	}
	request := &pb.ListPostsRequest{ThreadId: t.ID.String(), FromPostId: r.Query.Get("post")}
	if request.FromPostId != "" {
		request.Before = repliesBefore
	}
	h.addFirst(page, t.ChannelID.String(),
		web.Answered(&pb.GetThreadRequest{Id: t.Short}, answer, web.Shows(web.Main, thread(r))),
		web.Ask(h.ListPosts, request, web.Paged, web.Personal, web.Shows(web.Main+1, posts(page.Path, t.IsLocked, r))),
	)
	return nil
}

func structured(site web.Site, t *ent.ForumThread) web.Object {
	url, by := site.URL(path(t)), usersummary.Person(t.Edges.Author)
	o := web.Object{
		"@id": url, "url": url, "headline": t.Title,
		"text":          letters.Cut(plain(t.Content, t.ContentHTML, t.ContentVersion), maxStructured),
		"author":        web.Thing("Person", web.Object{"name": by.Name, "url": site.URL(by.Path)}),
		"contributor":   web.Agent(t.Via),
		"datePublished": web.Time(t.CreatedAt), "commentCount": t.ReplyCount,
		"articleSection": t.Edges.Channel.Name,
		"interactionStatistic": []web.Object{web.Counter("LikeAction", t.Upvotes),
			web.Counter("CommentAction", t.ReplyCount)},
	}
	if t.EditedAt != nil {
		o["dateModified"] = web.Time(*t.EditedAt)
	}
	return web.Thing("DiscussionForumPosting", o)
}

// summary shortens a text to a page's description, on one line.
func summary(text string) string {
	return letters.Shorten(strings.Join(strings.Fields(text), " "), maxSummary)
}

// feed is the feed of threads: all, or those in a channel or of a user.
func (s *Service) feed() web.Feed {
	feed := web.Feed{Path: "/forum/feed.xml", Title: "discussions", Page: "/forum", ByUser: true,
		Entries: func(ctx context.Context, query url.Values, limit int) ([]web.Entry, error) {
			find := s.db.Client().ForumThread.Query()
			if channel := query.Get("channelId"); channel != "" {
				find.Where(forumthread.ChannelID(store.ParseID(channel)))
			}
			if id := query.Get("userId"); id != "" {
				find.Where(forumthread.UserID(store.ParseID(id)))
			}
			return feedEntries(ctx, find, limit)
		},
		Tagged: func(ctx context.Context, _, slug string, limit int) ([]web.Entry, error) {
			ids, err := s.naming(ctx, slug)
			if err != nil || len(ids) == 0 {
				return nil, err
			}
			return feedEntries(ctx, s.db.Client().ForumThread.Query().Where(forumthread.IDIn(ids...)), limit)
		}}
	feed.Narrow = func(ctx context.Context, query url.Values) (web.Feed, error) {
		narrowed := feed
		if id := query.Get("channelId"); id != "" {
			c, err := s.GetChannel(ctx, store.ParseID(id))
			if err != nil {
				return feed, err
			}
			narrowed = inChannel(narrowed, c)
		}
		return usersummary.NarrowFeed(ctx, s.db.Client(), narrowed, query)
	}
	return feed
}

func inChannel(feed web.Feed, c *ent.ForumChannel) web.Feed {
	return feed.With("channelId", c.ID.String(), "in "+c.Name, "/forum/"+c.ID.String())
}

func feedEntries(ctx context.Context, find *ent.ForumThreadQuery, limit int) ([]web.Entry, error) {
	find.Where(forumthread.IsVisible(true), forumthread.HasChannelWith(forumchannel.DeletedAtIsNil())).
		Order(forumthread.ByID(entsql.OrderDesc())).Limit(limit).WithAuthor().WithChannel()
	threads, err := find.All(ctx)
	entries := make([]web.Entry, len(threads))
	for i, t := range threads {
		entries[i] = web.Entry{
			ID: t.ID, Title: t.Title, Path: path(t), Published: t.CreatedAt, Updated: t.LastActivityAt,
			Author: usersummary.Person(t.Edges.Author), Via: t.Via,
			Categories: []web.Category{{Term: t.ChannelID.String(), Label: t.Edges.Channel.Name}},
			Summary:    t.Excerpt, HTML: markdown.Shown(t.Content, t.ContentHTML, t.ContentVersion),
		}
	}
	return entries, err
}

func (s *Service) listedPages(ctx context.Context, after uuid.UUID, skip, limit int) ([]web.Listed, error) {
	threads, err := s.db.Client().ForumThread.Query().
		Where(forumthread.IsVisible(true), forumthread.HasChannelWith(forumchannel.DeletedAtIsNil()),
			forumthread.IDGT(after)).
		Order(forumthread.ByID()).Offset(skip).Limit(limit).
		Select(forumthread.FieldID, forumthread.FieldTitle, forumthread.FieldShort,
			forumthread.FieldLastActivityAt).All(ctx)
	pages := make([]web.Listed, len(threads))
	for i, t := range threads {
		pages[i] = web.Listed{ID: t.ID, Path: path(t), Updated: t.LastActivityAt}
	}
	return pages, err
}
