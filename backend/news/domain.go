package news

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/imageproxy"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/newsarticle"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what news contribute to the board.
// images shows their images.
func Domain(s *Service, images *imageproxy.Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "news",
		Services: []server.Service{
			server.Mount[uvboardv1connect.NewsServiceHandler](uvboardv1connect.NewNewsServiceHandler, h)},
		Cached: []string{"/news", "/api/news", uvboardv1connect.NewsServiceListNewsProcedure,
			uvboardv1connect.NewsServiceListNewsSourcesProcedure},
		Pages: h.Pages(),
		Jobs:  []jobs.Job{s.Job()},
		Routes: []server.Route{{Method: http.MethodGet, Path: "/api/news/{id}/image", Rule: auth.PublicFile, File: true,
			Handle: func(w http.ResponseWriter, r *http.Request) error {
				source, err := s.imageOf(r.Context(), store.ParseID(r.PathValue("id")))
				if err != nil {
					return err
				}
				return images.Serve(w, r, source, imageproxy.InNewsList)
			}}},
		Search: []domain.Searchable{{Kind: Kind, Table: newsarticle.Table, Docs: searchDocs}},
		Tagged: []domain.Tagged{Tagged},
		Items:  []domain.ItemKind{{Type: Kind, Table: newsarticle.Table, Noun: "Article", Targets: targets}},
	}
}

func targets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	articles, err := client.NewsArticle.Query().Where(newsarticle.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("articles by id: %w", err)
	}
	out := make([]domain.Target, len(articles))
	for i, a := range articles {
		out[i] = domain.Target{ID: a.ID, Title: a.Title, Text: a.Excerpt, Path: a.SourceURL}
		if a.ImageURL != "" {
			out[i].Image = "/api/news/" + a.ID.String() + "/image" // the copy that this server passes on
		}
	}
	return out, nil
}

// Pages are the page of the news and its part of the home page. The calls must equal those of webapp/src/features.
func (h *Handler) Pages() web.Pages {
	return web.Pages{
		Routes: []web.Route{{
			Path: "/news", Title: "News", Description: "News about AI and the tools to build with it.",
			Describe: h.describe, Modules: []string{"src/features/news/NewsPage.tsx"},
		}},
		First: map[string]func(web.Request) []web.Call{
			"/": func(r web.Request) []web.Call {
				return []web.Call{web.Ask(h.ListNews, &pb.ListNewsRequest{Sort: pb.NewsSort_NEWS_SORT_DATE,
					PageSize: 30}, web.Shows(web.Side, onHome(r)))}
			},
			"/tools/{tool}": h.tagged, "/tags/{tag}": h.tagged,
		},
	}
}

// tagged is the list on the page of a tool or a tag, see features/tag/queries.ts.
func (h *Handler) tagged(r web.Request) []web.Call {
	return []web.Call{web.Ask(h.ListNews, &pb.ListNewsRequest{Tools: []string{tag.Slug(r.Item)},
		Sort: pb.NewsSort_NEWS_SORT_DATE, PageSize: 5}, web.Paged, web.Shows(web.Main+3, showTagged(r)))}
}

// describe describes the list. Its canonical address has no filters.
func (h *Handler) describe(ctx context.Context, r web.Request, page *web.Page) error {
	page.Kind = "CollectionPage"
	request := &pb.ListNewsRequest{Sort: pb.NewsSort_NEWS_SORT_DATE, PageSize: defaultSize}
	sources, err := h.ListNewsSources(ctx, &pb.ListNewsSourcesRequest{})
	if err != nil {
		return err
	}
	if source := r.Query.Get("source"); slices.Contains(sources.Names, source) { // the web app ignores others
		request.Source = source
	}
	if tool := r.Query.Get("tool"); isTag(tool) {
		request.Tools = []string{tool}
	}
	page.First = []web.Call{web.Answered(&pb.ListNewsSourcesRequest{}, sources,
		web.Shows(web.Main, filters(r)))}
	page.Static, page.Frame = pageHead(), web.Column
	request.Search, request.Exact = r.Search(), r.Exact()
	page.NoIndex = request.Search != "" // search terms are unlimited
	filtered := request.Search != "" || request.Source != "" || len(request.Tools) > 0
	page.First = append(page.First, web.Ask(h.ListNews, request, web.Paged, web.Shows(web.Main+1, list(filtered, r))))
	return nil
}
