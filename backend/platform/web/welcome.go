// Package welcome is what the board looks like to those who meet it from outside: search engines, link previews and feed
// readers. It knows which addresses the web app has, what stands in the head of each page, and the indexes and feeds.
package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
	"google.golang.org/protobuf/proto"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	entuser "uvboard/ent/user"
)

// Service describes the public part of the board. It shows nobody anything that a visitor may not see.
type Service struct {
	db         *store.DB
	pictures   *media.Service
	drawing    *semaphore.Weighted
	origin     string // such as https://board.example
	product    string
	now        func() time.Time
	perSitemap int // addresses
	index      sitemapIndex
}

// NewService works on db, and keeps what it draws among pictures. Base is the public origin, product the name of this
// board, and now the clock.
func NewService(db *store.DB, pictures *media.Service, base *url.URL, product string, now func() time.Time) *Service {
	return &Service{
		db: db, pictures: pictures, drawing: semaphore.NewWeighted(1), origin: base.Scheme + "://" + base.Host,
		product: product, now: now, perSitemap: sitemapSize,
	}
}

// Caller finds out who asks; nil for a visitor.
type Caller func() (*auth.Caller, error)

// Page is what is said of one address of the web app before the app itself runs.
type Page struct {
	Status      int
	Title       string // of the document
	Name        string // of what it shows; as Title by itself
	Description string
	Canonical   string // the one address of what it shows; empty where there is none to name
	NoIndex     bool
	Private     bool   // only whoever asked may see it
	Type        string // of OpenGraph; website by itself
	Image       Image
	Data        any // JSON-LD; nil for none
	First       []Ask
	Screen      []string // the web app's modules that draw it, by their paths in webapp
	site        string
	origin      string
}

// Ask is a call that the web app makes at once to show a page, and whose answer may come with it.
type Ask struct {
	Request  proto.Message
	Paged    bool // the first page of a list
	Personal bool // the answer may be another one for somebody who is logged in
	// How wide the first project's picture is shown, as the sizes of its <img> say it, where it is the largest thing to be
	// seen first.
	Sizes string
}

// Image stands for a page in a preview. Width and Height may be unknown.
type Image struct {
	URL, Alt      string
	Width, Height int
	Large         bool // fit to be shown across the preview
}

const defaultDescription = "A space to share, discuss and grow projects built with AI-assisted tools."

// Describe says what the page at an address is. Ok is false for an address that is none of the web app's and does not
// look like one either, such as /.env. On an error the page is one that says nothing, and whoever
// serves it has to say its status. Caller finds out who asks; it is
// called only where that makes a difference.
func (s *Service) Describe(ctx context.Context, at *url.URL, caller Caller) (page Page, ok bool, err error) {
	route, variable := find(at.Path)
	if route == nil {
		page = s.missing("404 Page Not Found")
		page.First = []Ask{askSession}
		return page, !isProbe(at.Path), nil
	}
	switch route.shows {
	case aProject:
		page, err = s.project(ctx, variable, caller)
	case aProfile:
		page, err = s.profile(ctx, variable, at.Query())
	case explore:
		page = s.explore(route, at.Query())
	default:
		page = s.plain(route)
	}
	if err != nil {
		return s.missing(""), true, fmt.Errorf("describe a page: %w", err)
	}
	page.First = append([]Ask{askSession}, page.First...)
	page.Screen = route.screen
	return page, true, nil
}

// titled is a page of a name, as the web app titles it too.
func (s *Service) titled(status int, name string) Page {
	page := Page{Status: status, Title: s.product, Name: s.product, Description: defaultDescription, site: s.product, origin: s.origin}
	if name != "" {
		page.Title, page.Name = name+" – "+s.product, name
	}
	return page
}

func (s *Service) missing(title string) Page {
	page := s.titled(http.StatusNotFound, title)
	page.NoIndex = true
	return page
}

func (s *Service) plain(route *route) Page {
	page := s.titled(http.StatusOK, route.title)
	if route.description != "" {
		page.Description = route.description
	}
	page.NoIndex = route.private
	if !route.private {
		page.Canonical = s.origin + route.canonical()
		page.Image = s.mark()
	}
	if route.path == "/" {
		page.Data = s.siteData()
		page.First = askHome
	} else if !route.private {
		page.Data = s.pageData("WebPage", page)
	}
	return page
}

// mark stands for pages without a picture of their own.
func (s *Service) mark() Image {
	return Image{URL: s.origin + "/icon-512.png", Alt: s.product, Width: 512, Height: 512}
}

func (s *Service) project(ctx context.Context, id string, caller Caller) (Page, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return s.missing("Project Not Found"), nil
	}
	p, err := s.db.Client().Project.Query().Where(entproject.ID(parsed), entproject.DeletedAtIsNil()).WithOwner().Only(ctx)
	if ent.IsNotFound(err) {
		return s.missing("Project Not Found"), nil
	}
	if err != nil {
		return Page{}, err
	}
	page := s.titled(http.StatusOK, "")
	page.Title, page.Name = p.Title+" - "+p.Tagline, p.Title
	if !p.IsPublic {
		asking, err := caller()
		if err != nil {
			return Page{}, err
		}
		if !project.MaySee(asking, p) {
			return s.missing("Project Not Found"), nil
		}
		page.NoIndex, page.Private = true, true
		return page, nil
	}
	page.Description = p.Tagline
	page.Canonical = s.projectAddress(p.ID)
	page.Image = s.card(p)
	page.Data = s.projectData(p)
	page.First = askProject(id, p.ID)
	return page, nil
}

// cover is the address of the picture that shows a project best.
func (s *Service) cover(p *ent.Project) string {
	for _, address := range append([]string{p.CoverImage}, p.Media.Screenshots...) {
		if address != "" {
			return s.absolute(address)
		}
	}
	return s.absolute(p.Logo)
}

func (s *Service) profile(ctx context.Context, username string, query url.Values) (Page, error) {
	u, err := s.db.Client().User.Query().Where(entuser.UsernameKey(account.Key(username)), entuser.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return s.missing("User Not Found"), nil
	}
	if err != nil {
		return Page{}, err
	}
	page := s.titled(http.StatusOK, u.ViberTag)
	if u.DisplayName != "" {
		page.Name = u.DisplayName + " (" + u.ViberTag + ")"
	}
	page.Description = clip(u.Bio, 200)
	if page.Description == "" {
		page.Description = fmt.Sprintf("%s shows projects built with AI-assisted tools on %s.", displayName(u), s.product)
	}
	page.Type = "profile"
	page.Canonical = s.profileAddress(u)
	page.Image = s.mark()
	if u.Avatar != "" {
		page.Image = Image{URL: s.absolute(u.Avatar), Alt: displayName(u)}
	}
	page.Data = s.profileData(page, u)
	page.First = askProfile(username, u.ID, query)
	return page, nil
}

func displayName(u *ent.User) string {
	if u.DisplayName != "" {
		return u.DisplayName
	}
	return u.Username
}

func (s *Service) projectAddress(id uuid.UUID) string { return s.origin + "/projects/" + id.String() }

func (s *Service) profileAddress(u *ent.User) string {
	return s.origin + "/profile/" + url.PathEscape(u.Username)
}

// absolute is the whole address of an upload, or an address elsewhere as it is.
func (s *Service) absolute(address string) string {
	if strings.HasPrefix(address, "/") {
		return s.origin + address
	}
	return address
}

// clip shortens a text to at most so many characters, on one line, after a whole word where there is one.
func clip(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	text = string([]rune(text)[:most-1])
	if space := strings.LastIndexByte(text, ' '); space > len(text)/2 {
		text = text[:space]
	}
	return text + "…"
}
