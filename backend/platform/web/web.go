// Package web serves the pages and files of the web app, with metadata for search engines and link previews, and feeds,
// sitemaps and the app manifest. It imports no domain: each contributes its Pages.
package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/server"
)

const pageTimeout = 15 * time.Second

// Config holds the dependencies and settings of a Service.
type Config struct {
	Site      func() Site // admins may change it at any time
	SendsMail bool        // otherwise mail is kept in the mail queue
	// MaxImageBytes and MaxVideoBytes are the largest uploads that the server accepts.
	MaxImageBytes, MaxVideoBytes int64
	Files                        fs.FS // the built web app; nil if it was not built
	Pages                        []Pages
	Images                       Images
	Authenticate                 auth.Authenticator
	// CountRead counts a read by the client in ctx. Fault: rate limited.
	CountRead func(ctx context.Context) error
	// Report logs an error with the request in ctx and returns the fault to send to the client.
	Report func(ctx context.Context, err error) *fault.Fault
	Now    func() time.Time
	// Position returns where live updates stand, which a page sends when it subscribes to them.
	Position func() string
	// InlineTimeout is how long a page waits for its first data, inlineTimeout by default. The web app requests late
	// data itself.
	InlineTimeout time.Duration

	ownPolicies []string // paths of routes with Sources
}

const inlineTimeout = 250 * time.Millisecond

// Service serves pages and files. As a handler it serves the web app; Endpoints are the other paths.
type Service struct {
	config      Config
	routes      []Route
	feeds       []Feed
	sitemaps    []Sitemap
	files       map[string]*file // by path, with a leading slash
	prerendered map[string]*file // by path of the page
	shell       *shell           // nil if the web app was not built
	chunks      chunks
	drawing     *semaphore.Weighted
	sitemapList sitemapList
	sitemapSize int
}

// New reads the built web app.
func New(config Config) (*Service, error) {
	s := &Service{config: config, files: map[string]*file{}, prerendered: map[string]*file{},
		drawing: semaphore.NewWeighted(1), sitemapSize: sitemapSize, routes: slices.Clone(siteRoutes)}
	s.feeds = []Feed{{Path: "/feed.xml", Title: "everything new", Page: "/", Entries: s.allEntries}}
	for _, pages := range config.Pages {
		s.routes = append(s.routes, pages.Routes...)
		s.feeds = append(s.feeds, pages.Feeds...)
		s.sitemaps = append(s.sitemaps, pages.Sitemaps...)
	}
	if config.Files == nil {
		return s, nil
	}
	for _, route := range s.routes {
		if route.Sources != nil {
			s.config.ownPolicies = append(s.config.ownPolicies, route.Path)
		}
	}
	if err := s.readFiles(); err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	return s, nil
}

// Routes returns the paths of the web app.
func (s *Service) Routes() []Route { return s.routes }

// Endpoints returns feeds, sitemaps, cards, robots.txt and the app manifest.
func (s *Service) Endpoints() (endpoints []server.Route) {
	public, read := auth.PublicFile, auth.PublicRead
	get := func(path string, rule auth.Rule, handle func(w http.ResponseWriter, r *http.Request) error) {
		endpoints = append(endpoints, server.Route{Method: http.MethodGet, Path: path, Rule: rule, Handle: handle})
	}
	get("/robots.txt", public, s.serveRobots)
	get("/manifest.webmanifest", public, s.serveManifest)
	get("/sitemap.xml", read, s.serveSitemapIndex)
	get(sitemapPath, read, s.serveSitemap)
	for _, feed := range s.feeds {
		get(feed.Path, read, func(w http.ResponseWriter, r *http.Request) error { return s.serveFeed(w, r, feed) })
	}
	for _, route := range s.routes {
		if route.Card {
			endpoints = append(endpoints, server.Route{
				Method: http.MethodGet, Path: cardOf(route.Path), Rule: read, Handle: s.serveCard, Timeout: pageTimeout,
			})
		}
	}
	return endpoints
}

// ServeHTTP serves a file or a page. An unknown path is a 404: the page of the web app if a person may have typed it,
// plain text if only a program requests it.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This path is read-only.", http.StatusMethodNotAllowed)
		return
	}
	if file := s.files[r.URL.Path]; file != nil {
		file.serve(w, r)
		return
	}
	route, param := s.find(r.URL.Path)
	switch {
	case s.shell == nil:
		status := http.StatusNotFound
		if r.URL.Path == "/" {
			status = http.StatusOK
		}
		http.Error(w,
			"The web app was not built. Build it with `npm --prefix webapp ci && npm --prefix webapp run build`, "+
				"then build the server again.\nThe API works: see /healthz.", status)
	case route == nil && isProbe(r.URL.Path):
		http.Error(w, "There is no such file.", http.StatusNotFound)
	default:
		query := r.URL.Query()
		for _, values := range query {
			for i, value := range values {
				values[i] = strings.ToValidUTF8(value, "\uFFFD") // a message takes no other text
			}
		}
		request := Request{Site: s.config.Site(), Param: param, Query: query, Now: s.config.Now(),
			HasSession: auth.Token(r.Header) != ""}
		if route != nil {
			request.Path = route.Path
		}
		s.servePage(w, r, route, request)
	}
}

// servePage serves the page of a route; route is nil for an unknown path. If describing it fails, the web app is served
// all the same and reports what it cannot load. So it is to a rate-limited client, whose requests would otherwise take
// the turns of all others: it takes no turn, and nothing is read.
func (s *Service) servePage(w http.ResponseWriter, r *http.Request, route *Route, request Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	token := auth.Token(r.Header)
	position := s.config.Position() // before what the page shows is read
	var (
		page    Page
		endTurn func()
	)
	err := s.config.CountRead(ctx)
	if err == nil {
		endTurn, err = server.TakeTurn(ctx)
	}
	if err == nil {
		defer endTurn()
		page, err = s.describe(ctx, route, request, token)
	}
	if err != nil {
		failure := s.config.Report(ctx, err)
		page = missing(request.Site, "")
		page.status, page.noStore = failure.Status(), true
		if wait := failure.RetryAfterSeconds(); wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(wait)))
		}
	} else if page.Address != "" && page.Address != r.URL.EscapedPath() {
		lead(w, r, page.Address)
		return
	} else {
		request.Item = page.Item
		s.addFirst(&page, route, request)
	}
	s.complete(request.Site, &page)
	inlined, parts := s.inline(ctx, &page, !request.HasSession)
	if endTurn != nil { // before the response is sent
		endTurn()
	}
	head, err := s.head(request.Site, &page)
	if err != nil { // only the JSON-LD, which comes last, is missing
		s.config.Report(ctx, err)
	}
	var links bytes.Buffer
	s.writeLinks(&links, &page)
	root, err := s.root(&page, parts)
	if err != nil {
		s.config.Report(ctx, err)
		root = s.shell.outline
	}
	content := slices.Concat(s.shell.start(request.Site), head, s.shell.head, links.Bytes(), s.shell.body, root,
		s.shell.rest, inlined, s.shell.end)

	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Server-Timing", `live;desc="`+position+`"`) // a header that the page can read
	header.Set("Vary", "Authorization, Cookie")             // the inlined answers differ
	header.Set("Cache-Control", "no-cache")
	if page.noStore {
		header.Set("Cache-Control", "no-store")
	}
	policy := httpcontent.ContentPolicy + s.shell.scriptPolicy
	if route != nil && route.Sources != nil {
		policy = widen(policy, route.Sources)
		// the script may open a window and wait for its result
		header.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	}
	header.Set("Content-Security-Policy", policy)
	if page.status == http.StatusOK && !page.noStore {
		httpcontent.Serve(w, r, content)
		return
	}
	content = httpcontent.Encode(w, r, content)
	w.WriteHeader(page.status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(content) // fails only if the client has gone
	}
}

// lead leads a request to the address of a page, with its query. The response is not kept, since a change of the title
// may make the address of the request the right one again.
func lead(w http.ResponseWriter, r *http.Request, to string) {
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Vary", "Authorization, Cookie")
	http.Redirect(w, r, to, http.StatusMovedPermanently)
}

// describe returns the page of a route as a visitor sees it. If visitors may not see it, it tries the user of the
// token.
func (s *Service) describe(ctx context.Context, route *Route, r Request, token string) (Page, error) {
	if route == nil {
		return missing(r.Site, "404 Page Not Found"), nil
	}
	page, err := s.describeTo(ctx, route, r)
	if fault.IsNotFound(err) && token != "" {
		caller, failed := s.config.Authenticate(ctx, token)
		if failed != nil {
			return Page{}, fmt.Errorf("authenticate the reader of %s: %w", route.Path, failed)
		}
		if caller != nil && auth.PublicRead.Admit(caller) == nil {
			if page, err = s.describeTo(auth.WithCaller(ctx, caller), route, r); err == nil {
				page = Page{Title: page.Title, Name: page.Name, Description: r.Site.Tagline, NoIndex: true,
					Address: page.Address, status: http.StatusOK, noStore: true}
			}
		}
	}
	switch {
	case fault.IsNotFound(err):
		page = missing(r.Site, cmp.Or(route.Missing, "404 Page Not Found"))
	case err != nil:
		return Page{}, fmt.Errorf("describe %s: %w", route.Path, err)
	}
	return page, nil
}

// describeTo returns the page of a route for the caller in ctx.
func (s *Service) describeTo(ctx context.Context, route *Route, r Request) (Page, error) {
	page := Page{Name: route.Title, Description: cmp.Or(route.Description, r.Site.Tagline), NoIndex: route.Personal,
		status: http.StatusOK}
	if !route.Personal {
		page.Path = cmp.Or(route.Canonical, route.Path)
	}
	if route.Describe == nil {
		return page, nil
	}
	err := route.Describe(ctx, r, &page)
	return page, err
}

func missing(site Site, title string) Page {
	return Page{Name: title, Description: site.Tagline, NoIndex: true, status: http.StatusNotFound}
}

// addFirst adds the calls that other domains contribute to a page, and the modules of its route.
func (s *Service) addFirst(page *Page, route *Route, r Request) {
	contributed := func(path string) (calls []Call) {
		for _, pages := range s.config.Pages {
			if first := pages.First[path]; first != nil {
				calls = append(calls, first(r)...)
			}
		}
		return calls
	}
	page.First = append(contributed(EveryPage), page.First...)
	if route != nil {
		page.modules, page.text = route.Modules, s.text(route.Path, r.Site)
		if page.status == http.StatusOK && !page.noStore {
			page.First = append(page.First, contributed(route.Path)...)
		}
	}
	if token := r.Query.Get("page"); token != "" {
		page.turn(token)
	}
}

// turn has the first list of a page begin where the link to a next page says. The web app does not get such a list: it
// loads pages in place, from the first one.
func (p *Page) turn(token string) {
	for i := range p.First {
		call := &p.First[i]
		field := call.Request.ProtoReflect().Descriptor().Fields().ByName("page_token")
		if call.Paged && call.answer == nil && len(call.shown) > 0 && field != nil {
			call.Request.ProtoReflect().Set(field, protoreflect.ValueOfString(token))
			call.turned, p.NoIndex = true, true
			return
		}
	}
}

// complete fills in the site's defaults for fields that a page leaves empty.
func (s *Service) complete(site Site, page *Page) {
	if page.Title == "" && page.Name != "" {
		page.Title = page.Name + " – " + site.Name
	}
	page.Title, page.Name = cmp.Or(page.Title, site.Name), cmp.Or(page.Name, site.Name)
	if page.Path == "" {
		return
	}
	switch {
	case page.Card != nil:
		page.Image = s.cardImage(site, page)
	case page.Image.URL == "":
		page.Image = Image{URL: site.URL("/icon-512.png"), Alt: site.Name, Width: 512, Height: 512}
	}
	if page.Data == nil {
		page.Data = Thing(cmp.Or(page.Kind, "WebPage"), Object{
			"name": page.Name, "url": site.URL(page.Path), "description": page.Description,
			"isPartOf": Object{"@type": "WebSite", "name": site.Name, "url": site.URL("/")},
		})
	}
	page.Data["@context"] = "https://schema.org"
}
