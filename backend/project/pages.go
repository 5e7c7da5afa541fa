package project

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"
	g "maragu.dev/gomponents"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

// Pages are the pages of projects, their feed and their sitemap. The calls must equal those of webapp/src/features,
// because the web app looks up a response by its request.
func (h *Handler) Pages() web.Pages {
	const missing = "Project Not Found"
	submit := web.Route{Path: "/submit", Title: "Submit Project",
		Description: "Show what you built with AI-assisted tools."}
	submitAlias := submit
	submitAlias.Path, submitAlias.Canonical = "/submit-project", submit.Path
	return web.Pages{
		Routes: []web.Route{
			{Path: "/search", Title: "Explore", Describe: h.describeExplore,
				Modules: []string{"src/features/explore/ExplorePage.tsx"}},
			{Path: "/projects", Title: "Explore", Canonical: "/search", Describe: h.describeExplore},
			{Path: "/explore", Title: "Explore", Canonical: "/search", Describe: h.describeExplore},
			{Path: "/projects/{id}", Missing: missing, Card: true, Describe: h.describe,
				Modules: []string{"src/features/project/ProjectPage.tsx"}},
			{Path: "/project/{id}", Missing: missing, Describe: h.describe},
			submit, submitAlias,
		},
		First: map[string]func(web.Request) []web.Call{"/": h.homeLists, "/feedback": h.waiting,
			"/tools/{tool}": h.tagged, "/tags/{tag}": h.tagged},
		Feeds:    []web.Feed{h.service.feed(), h.service.updatesFeed()},
		Sitemaps: []web.Sitemap{{Name: "projects", Pages: h.service.listedPages}},
	}
}

// Path returns the path of the page of a project.
func Path(p *ent.Project) string { return address.Project(p.Title, p.Short) }

// homeLists are the calls of features/home/queries.ts.
func (h *Handler) homeLists(r web.Request) []web.Call {
	list := func(kind pb.ProjectListType, size int32, options ...web.Option) web.Call {
		return web.Ask(h.ListProjects, &pb.ListProjectsRequest{Type: kind, PageSize: size}, options...)
	}
	var again []*pb.Project
	return []web.Call{
		list(pb.ProjectListType_PROJECT_LIST_TYPE_FEATURED, 12, preloadsCover("(max-width: 767px) 80vw, 430px", "",
			ofToday), web.Shows(web.Main, showFeatured(r))),
		list(pb.ProjectListType_PROJECT_LIST_TYPE_TRENDING, 3, web.Shows(web.Main+1, showTrending(r)),
			web.Shows(web.Intro, firstThree(r))),
		list(pb.ProjectListType_PROJECT_LIST_TYPE_AGAIN, 2, web.Shows(web.Main+2,
			func(answer *pb.ListProjectsResponse) g.Node {
				again = answer.Projects
				return nil
			})),
		list(pb.ProjectListType_PROJECT_LIST_TYPE_NEWEST, 4, web.Shows(web.Main+2, showNewest(r, &again))),
		list(pb.ProjectListType_PROJECT_LIST_TYPE_WAITING, 3, web.Shows(web.Below, showWaiting(r))),
	}
}

// tagged is the list of the page of a tool or a tag, see features/tag/queries.ts.
func (h *Handler) tagged(r web.Request) []web.Call {
	request := &pb.ListProjectsRequest{Stage: enumname.Enum[pb.Stage](r.Query.Get("stage")), PageSize: 12}
	if kind, slug, _ := strings.Cut(r.Item, ":"); kind == tag.Tool {
		request.BuiltWith = slug
	} else {
		request.Tag = slug
	}
	return []web.Call{web.Ask(h.ListProjects, request, web.Paged, web.Shows(web.Main, showTagged(r)),
		preloadsCover("(max-width: 767px) 80vw, 390px", "(min-width: 768px)", first))}
}

// waiting is the call of features/feedback/Waiting.tsx.
func (h *Handler) waiting(r web.Request) []web.Call {
	request := &pb.ListProjectsRequest{Type: pb.ProjectListType_PROJECT_LIST_TYPE_WAITING, PageSize: 10}
	return []web.Call{web.Ask(h.ListProjects, request, web.Paged, web.Shows(web.Below, showAllWaiting(r)))}
}

// ofToday selects one of the featured projects by the day, as features/home/Featured.tsx does.
func ofToday(total int) int { return int(time.Now().Unix()/86_400) % total }

// first selects the first of a list.
func first(int) int { return 0 }

// preloadsCover loads the image of one project, as lists show it.
func preloadsCover(sizes, media string, which func(total int) int) web.Option {
	return web.Preloads(func(answer *pb.ListProjectsResponse) web.Preload {
		if len(answer.Projects) == 0 {
			return web.Preload{}
		}
		p := answer.Projects[which(len(answer.Projects))]
		image := preload(sizes, append([]string{p.CoverImage}, p.GetMedia().GetScreenshots()...))
		image.Media = media
		return image
	})
}

// preload loads the first of some images, if it is an upload.
func preload(sizes string, addresses []string) web.Preload {
	return web.Preload{SrcSet: media.SrcSet(cmp.Or(addresses...)), Sizes: sizes}
}

// galleryPreload loads the first image of a project in the size in which features/project/Gallery.tsx shows it: beside
// thumbnails, or alone in the whole column.
func galleryPreload(p *ent.Project) web.Preload {
	images := append([]string{p.CoverImage}, p.Media.Screenshots...)
	items := map[string]bool{}
	for _, address := range append(images, p.Media.Videos...) {
		items[address] = true
	}
	delete(items, "")
	if len(items) == 1 {
		return preload("(max-width: 767px) 100vw, 792px", images)
	}
	return preload("(max-width: 767px) 100vw, 640px", images)
}

// codeWords say who wrote the code of a project, by the word in REST.
var codeWords = map[string]string{"people": "mostly people", "mixed": "people and AI", "mostly_ai": "mostly AI",
	"ai": "AI alone"}

// maxHours is the most hours that a project can say.
const maxHours = 100_000

// describeExplore describes a list of projects. Its canonical address has the filters in one order, without sort and
// view.
func (h *Handler) describeExplore(_ context.Context, r web.Request, page *web.Page) error {
	page.Kind = "CollectionPage"
	page.Description = "Find projects built with AI-assisted tools by category, stage and tool."
	page.NoIndex = r.Search() != "" // search terms are unlimited
	var filters, parts []string
	add := func(name string, of protoreflect.EnumDescriptor, before string,
		labels map[string]string) protoreflect.EnumNumber {
		word := r.Query.Get(name)
		number, ok := enumname.Number(of, word)
		if ok && number != 0 {
			filters, parts = append(filters, name+"="+word), append(parts, before+labels[word])
		}
		return number
	}
	request := &pb.ListProjectsRequest{PageSize: 24}
	request.Stage = pb.Stage(add("stage", request.Stage.Descriptor(), "at the stage ", stageLabels))
	request.Category = pb.Category(add("category", request.Category.Descriptor(), "in ", categoryLabels))
	request.Tool = pb.VibeTool(add("tool", request.Tool.Descriptor(), "built with ", toolLabels))
	request.Code = pb.BuildCode(add("code", request.Code.Descriptor(), "with code by ", codeWords))
	if hours, err := strconv.Atoi(r.Query.Get("maxHours")); err == nil && hours > 0 && hours < maxHours {
		request.MaxHours = int32(hours)
		filters = append(filters, "maxHours="+strconv.Itoa(hours))
		parts = append(parts, fmt.Sprintf("built in under %d hours", hours+1))
	}
	if request.Gone = r.Query.Get("gone") == "true"; request.Gone {
		filters, parts = append(filters, "gone=true"), append(parts, "those that are gone too")
	}
	if len(filters) > 0 {
		page.Description = "Projects " + strings.Join(parts, ", ") + "."
		page.Path += "?" + strings.Join(filters, "&")
	}
	page.Static, page.Frame = exploreHead(r), web.Column
	request.Search, request.Exact = r.Search(), r.Exact()
	sort, _ := enumname.Number(request.Sort.Descriptor(), r.Query.Get("sort"))
	if request.Sort = pb.ProjectSort(sort); request.Search == "" &&
		request.Sort == pb.ProjectSort_PROJECT_SORT_NEWEST || request.Sort == pb.ProjectSort_PROJECT_SORT_RELEVANCE {
		request.Sort = pb.ProjectSort_PROJECT_SORT_UNSPECIFIED // the same; see features/explore/query.ts
	}
	options := []web.Option{web.Paged, web.Shows(web.Main+1, results(r, page))}
	if r.Query.Get("view") != "list" {
		// phones show logos
		options = append(options, preloadsCover("(max-width: 767px) 80vw, 390px", "(min-width: 768px)", first))
	}
	page.First = []web.Call{web.Ask(h.ListProjects, request, options...)}
	return nil
}

// describe reads the project once, for the page and for the inlined response to GetProject.
func (h *Handler) describe(ctx context.Context, r web.Request, page *web.Page) error {
	id, err := address.Find(ctx, h.service.db.Client(), address.Projects, r.Param)
	if err != nil {
		return err
	}
	p, err := h.service.Get(ctx, auth.From(ctx), id)
	if err != nil {
		return err
	}
	answer := &pb.GetProjectResponse{Project: h.service.ToProto(p), DescriptionHtml: DescriptionHTML(p)}
	page.Title, page.Name, page.Description, page.Path = p.Title, p.Title, p.Tagline, Path(p)
	page.Item, page.Address = p.ID.String(), page.Path
	if p.Tagline != "" { // a draft may have none
		page.Title += " - " + p.Tagline
	}
	page.Card = &web.Card{
		File: media.Card(p.ID), Title: p.Title, Tagline: p.Tagline,
		By: web.Credit(usersummary.Byline(p.Edges.Owner), p.Via), Votes: p.Upvotes,
		Logo: p.Logo, Picture: Picture(p),
	}
	page.Data = structured(r.Site, p)
	if p.IsPublic {
		page.Feeds = []web.Feed{h.service.feedOf(p)}
	}
	page.Preload, page.Frame = galleryPreload(p), frame
	page.First = []web.Call{
		web.Answered(&pb.GetProjectRequest{Id: p.Short}, answer, shows()...),
		web.Ask(h.ListRelatedProjects, &pb.ListRelatedProjectsRequest{Id: p.ID.String(), PageSize: 6},
			web.Shows(web.Side+2, related)),
		web.Ask((&UpdateHandler{h.service}).ListProjectUpdates, &pb.ListProjectUpdatesRequest{ProjectId: p.ID.String(),
			PageSize: 5}, web.Paged, web.Shows(web.Main+2, updates(p.ID.String(), r))),
	}
	return nil
}

func structured(site web.Site, p *ent.Project) web.Object {
	url, owner := site.URL(Path(p)), usersummary.Person(p.Edges.Owner)
	person := web.Thing("Person", web.Object{"name": owner.Name, "url": site.URL(owner.Path)})
	if owner.Path != "" {
		person["alternateName"] = p.Edges.Owner.ViberTag
	}
	o := web.Object{
		"@id": url, "url": url, "name": p.Title, "headline": p.Tagline, "description": PlainDescription(p),
		"image": site.URL(cmp.Or(slices.Concat([]string{p.CoverImage}, p.Media.Screenshots,
			[]string{p.Logo})...)),
		"applicationCategory": CategoryLabel(p.PrimaryCategory), "keywords": p.Tags, "author": person,
		"contributor":          web.Agent(p.Via),
		"dateModified":         web.Time(p.UpdatedAt),
		"isAccessibleForFree":  p.Monetization == "free" || p.Monetization == "open_source",
		"interactionStatistic": web.Counter("LikeAction", p.Upvotes),
	}
	if p.PublishedAt != nil {
		o["datePublished"] = web.Time(*p.PublishedAt)
	}
	links := []string{p.Links.Website, p.Links.Demo, p.Links.Repo, p.Links.Docs}
	o["sameAs"] = slices.DeleteFunc(links, func(link string) bool { return link == "" })
	return web.Thing("SoftwareApplication", o)
}

// feed is the feed of projects: all, or those of a user.
func (s *Service) feed() web.Feed {
	feed := web.Feed{Path: "/projects/feed.xml", Title: "projects", Page: "/search", ByUser: true,
		Entries: func(ctx context.Context, query url.Values, limit int) ([]web.Entry, error) {
			find := s.db.Client().Project.Query()
			if id := query.Get("userId"); id != "" {
				find.Where(entproject.UserID(store.ParseID(id)))
			} else {
				find.Where(entproject.AliveNEQ(Gone)) // as lists; a profile shows them
			}
			return feedEntries(ctx, find, limit)
		},
		Tagged: func(ctx context.Context, kind, slug string, limit int) ([]web.Entry, error) {
			ids, err := tag.Newest(ctx, s.db.Client(), Tagged.Target, limit, tag.Of(kind, slug)...)
			if err != nil {
				return nil, err
			}
			return feedEntries(ctx, s.db.Client().Project.Query().Where(entproject.IDIn(ids...),
				entproject.AliveNEQ(Gone)), limit)
		}}
	feed.Narrow = func(ctx context.Context, query url.Values) (web.Feed, error) {
		return usersummary.NarrowFeed(ctx, s.db.Client(), feed, query)
	}
	return feed
}

func feedEntries(ctx context.Context, find *ent.ProjectQuery, limit int) ([]web.Entry, error) {
	projects, err := find.Where(entproject.IsPublic(true)).Order(entproject.ByID(sql.OrderDesc())).Limit(limit).
		WithOwner().All(ctx)
	entries := make([]web.Entry, len(projects))
	for i, p := range projects {
		entries[i] = web.Entry{
			ID: p.ID, Title: p.Title, Path: Path(p), Published: p.CreatedAt, Updated: p.UpdatedAt,
			Author: usersummary.Person(p.Edges.Owner), Via: p.Via,
			Categories: []web.Category{{Term: p.PrimaryCategory, Label: CategoryLabel(p.PrimaryCategory)}},
			Summary:    p.Tagline, HTML: DescriptionHTML(p),
		}
		if p.PublishedAt != nil {
			entries[i].Published = *p.PublishedAt
		}
	}
	return entries, err
}

func (s *Service) listedPages(ctx context.Context, after uuid.UUID, skip, limit int) ([]web.Listed, error) {
	projects, err := s.db.Client().Project.Query().Where(entproject.IsPublic(true), entproject.IDGT(after)).
		Order(entproject.ByID()).Offset(skip).Limit(limit).Select(entproject.FieldID, entproject.FieldTitle,
		entproject.FieldShort,
		entproject.FieldUpdatedAt).
		All(ctx)
	pages := make([]web.Listed, len(projects))
	for i, p := range projects {
		pages[i] = web.Listed{ID: p.ID, Path: Path(p), Updated: p.UpdatedAt}
	}
	return pages, err
}
