package tags

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"
	g "maragu.dev/gomponents"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what tools and tags contribute to the board. Their lists are contributed by the domains of the items.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	modules := []string{"src/app/TagPages.tsx"}
	return domain.Domain{
		Name: "tags",
		Services: []server.Service{
			server.Mount[uvboardv1connect.TagServiceHandler](uvboardv1connect.NewTagServiceHandler, h)},
		Pages: web.Pages{
			Routes: []web.Route{
				{Path: "/tools/{tool}", Missing: "Tool Not Found", Describe: h.describeTool, Modules: modules},
				{Path: "/tags/{tag}", Missing: "Tag Not Found", Describe: h.describeTag, Modules: modules},
			},
			Feeds: []web.Feed{s.feed(tag.Tool), s.feed(tag.Topic)},
			// The most used are in one file, since a tag has no id that orders the files.
			Sitemaps: []web.Sitemap{{Name: "tags",
				Pages: func(ctx context.Context, after uuid.UUID, skip, limit int) (pages []web.Listed, err error) {
					if after != uuid.Nil || skip > 0 {
						return nil, nil
					}
					ids, err := s.listed(ctx)
					for _, id := range ids[:min(limit, len(ids))] {
						pages = append(pages, web.Listed{Path: address.Tag(id)})
					}
					return pages, err
				}}},
		},
	}
}

func (h *Handler) describeTool(ctx context.Context, r web.Request, page *web.Page) error {
	t, err := h.service.Get(ctx, auth.From(ctx), tag.Tool, r.Param)
	if err != nil {
		return err
	}
	page.Description = fmt.Sprintf("Projects built with %s, and stories, threads and news about it.", t.Name)
	page.First = []web.Call{web.Answered(&pb.GetToolRequest{Tool: tag.Slug(t.ID)},
		&pb.GetToolResponse{Tool: toProto(t)}, web.Shows(web.Intro,
			func(answer *pb.GetToolResponse) g.Node { return head(tag.Tool, answer.Tool) }))}
	h.describe(t, page)
	return nil
}

func (h *Handler) describeTag(ctx context.Context, r web.Request, page *web.Page) error {
	t, err := h.service.Get(ctx, auth.From(ctx), tag.Topic, r.Param)
	if err != nil {
		return err
	}
	page.Description = fmt.Sprintf("Projects and stories with the tag %s, and threads and news about it.", t.Name)
	page.First = []web.Call{web.Answered(&pb.GetTagRequest{Slug: tag.Slug(t.ID)},
		&pb.GetTagResponse{Tag: toProto(t)}, web.Shows(web.Intro,
			func(answer *pb.GetTagResponse) g.Node { return head(tag.Topic, answer.Tag) }))}
	h.describe(t, page)
	return nil
}

// describe adds what the pages of tools and tags share.
func (h *Handler) describe(t Tag, page *web.Page) {
	page.Kind, page.Name, page.Item = "CollectionPage", t.Name, t.ID
	// Followers keep the page of a tag of which everything has been hidden, also if somebody has made it up.
	page.NoIndex = t.Projects+t.Stories+t.Threads+t.News == 0
	page.Path, page.Address = address.Tag(t.ID), address.Tag(t.ID)
	page.Feeds = []web.Feed{h.service.feedOf(t)}
}

// feed is the feed of a tool or a tag: its projects and stories, and the threads that name it.
func (s *Service) feed(kind string) web.Feed {
	return web.Feed{Path: address.Tag(kind+":") + "{id}/feed.xml",
		Narrow: func(ctx context.Context, query url.Values) (web.Feed, error) {
			t, err := s.find(ctx, nil, kind, query.Get("id"))
			return s.feedOf(t), err
		}}
}

func (s *Service) feedOf(t Tag) web.Feed {
	path := address.Tag(t.ID)
	kind, slug, _ := strings.Cut(t.ID, ":")
	return web.Feed{Path: path + "/feed.xml", Title: t.Name, Page: path,
		Entries: func(ctx context.Context, _ url.Values, limit int) ([]web.Entry, error) {
			entries := make([][]web.Entry, len(s.feeds))
			for i, feed := range s.feeds {
				var err error
				if entries[i], err = feed.Tagged(ctx, kind, slug, limit); err != nil {
					return nil, err
				}
			}
			return web.Newest(limit, entries...), nil
		}}
}
