package web

import (
	"context"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/google/uuid"
	g "maragu.dev/gomponents"

	"uvboard/backend/platform/letters"
)

// Pages are the contributions of a domain: its pages, their first data, its feeds and its sitemaps.
type Pages struct {
	Routes []Route
	// First are the calls that the web app makes at once on a page of another domain, by the page's Route.Path. The key
	// EveryPage stands for all pages.
	First    map[string]func(Request) []Call
	Feeds    []Feed
	Sitemaps []Sitemap
}

// EveryPage is the key in Pages.First for calls that every page makes.
const EveryPage = ""

// Route is a path of the web app, as webapp/src/app/router.tsx has it.
type Route struct {
	Path        string   // such as /projects/{id}; {name} matches one segment
	Title       string   // as in the router; empty if Describe sets it
	Description string   // the site's if empty
	Canonical   string   // the path that search engines should list instead; Path if empty
	Missing     string   // the title of the page if Describe returns a not found fault
	Personal    bool     // differs by user, so search engines must not list it
	Card        bool     // Describe sets Page.Card: the image is served at Path + "/og.png"
	Modules     []string // the web app's modules that render the page, to be loaded along with it
	// Sources are further sources that the content policy of the page allows, by directive, for a script of another
	// site. The web app loads such a page as a document, since the policy of a document cannot change.
	Sources map[string]string
	// Describe completes the page at an address. Page already has the values of the route. Describe runs without a
	// caller first. If it returns a not found fault and the request has a session, it runs again for the caller, and
	// the page is private: only its title is in the HTML, and it is not stored.
	Describe func(ctx context.Context, r Request, page *Page) error
}

// Request is a request for a page.
type Request struct {
	Site  Site
	Param string // the segment of the path that {name} matched; several are joined by slashes
	Query url.Values
	Item  string // the id of the item on the page, set by Describe; for the calls of other domains
	Path  string // of the route; empty for an unknown page
	Now   time.Time
	// HasSession reports whether the visitor sent a session or a token, valid or not.
	HasSession bool
}

const maxSearch = 200 // characters

// Search returns what the page looks for; "" for nothing.
func (r Request) Search() string { return letters.Cut(strings.TrimSpace(r.Query.Get("q")), maxSearch) }

// Exact reports whether the search is for its words as typed alone.
func (r Request) Exact() bool { return r.Search() != "" && r.Query.Get("exact") == "yes" }

// Site is the name, the public origin and the look of this installation.
type Site struct {
	Name    string
	Origin  string // such as https://board.example
	Tagline string // the description of pages without one
	Accent  string // #rrggbb; empty for the web app's own
	Theme   string // dark, light or system
	Zone    string // IANA name of the time zone of the admin area
}

// URL returns the absolute URL of a path of the site. Other URLs stay as they are.
func (s Site) URL(path string) string {
	if strings.HasPrefix(path, "/") {
		return s.Origin + path
	}
	return path
}

// Page is the content of the HTML of an address before the web app runs.
type Page struct {
	Title       string // of the document; Name and the site's name if empty
	Name        string // of the item on the page; the site's name if empty
	Description string
	Path        string // of the canonical address, with its query; empty for none
	Address     string // the path at which alone the page is: a request at another one leads there; empty for any
	Item        string // the id of the item on the page; see Request.Item
	NoIndex     bool
	Type        string // in OpenGraph; "website" if empty
	Image       Image  // in link previews; the site's icon if empty
	Card        *Card  // drawn as Image
	Kind        string // in JSON-LD, if Data is nil; "WebPage" if empty
	Data        Object // JSON-LD
	Preload     Preload
	First       []Call
	Frame       func(Parts) g.Node // arranges what the calls show; two columns if nil
	Static      g.Node             // shown first in Main: what needs no call; may be nil
	Feeds       []Feed             // of the page, besides those of the site
	UserFeed    func(Feed) Feed    // narrows a feed to the user whose page it is; nil for other pages

	status  int
	noStore bool // it is private or lacks answers
	modules []string
	text    string // HTML, shown if no call shows anything
}

// Image stands for a page in a link preview. Width and Height may be unknown.
type Image struct {
	URL, Alt      string
	Width, Height int
	Large         bool // large enough for the whole width of the preview
}

// Preload is the largest image that a page shows first.
type Preload struct {
	SrcSet, Sizes string // as in an <img>
	Media         string // only screens that match show it; empty for all
}

// Call is a call that the web app makes at once to show a page. Its answer is inlined in the HTML.
type Call struct {
	Request  proto.Message
	Paged    bool // the first page of a list
	Personal bool // visitors get the answer inlined, users do not
	turned   bool // it begins with a later page
	answer   proto.Message
	call     func(context.Context) (proto.Message, error)
	preload  func(answer proto.Message) Preload
	shown    []shown
}

// Ask returns a call of a handler's method without a caller.
func Ask[Q, A proto.Message](method func(context.Context, Q) (A, error), request Q, options ...Option) Call {
	return newCall(Call{Request: request, call: func(ctx context.Context) (proto.Message,
		error) {
		return method(ctx, request)
	}}, options)
}

// Answered returns a call whose answer is known, because Describe has already read it.
func Answered(request, answer proto.Message, options ...Option) Call {
	return newCall(Call{Request: request, answer: answer}, options)
}

func newCall(c Call, options []Option) Call {
	for _, option := range options {
		option(&c)
	}
	return c
}

// Option is an option of a Call.
type Option func(*Call)

// Paged marks the first page of a list.
func Paged(c *Call) { c.Paged = true }

// Personal marks a call whose answer differs for users.
func Personal(c *Call) { c.Personal = true }

// Preloads marks a call whose answer has the largest image that the page shows first.
func Preloads[A proto.Message](image func(answer A) Preload) Option {
	return func(c *Call) { c.preload = func(answer proto.Message) Preload { return image(answer.(A)) } }
}

// Feed is an Atom feed. Its entries are in /feed.xml too.
type Feed struct {
	// such as /projects/feed.xml; with {id}, which is the parameter id of the query, for a feed of each item, which
	// /feed.xml leaves out
	Path  string
	Title string // follows the site's name
	Page  string // the path of the page that shows the same
	// Entries returns at most limit entries, newest first. Query narrows them; it is empty for /feed.xml.
	Entries func(ctx context.Context, query url.Values, limit int) ([]Entry, error)
	// Narrow returns this feed, narrowed by the query with With. It is nil if no parameter narrows the feed. Fault: not
	// found.
	Narrow func(ctx context.Context, query url.Values) (Feed, error)
	ByUser bool // Narrow accepts the parameter userId
	// Tagged returns at most limit entries of the feed, newest first, that have or name a tool or a tag. It is nil for
	// a feed of what has no tags.
	Tagged func(ctx context.Context, kind, slug string, limit int) ([]Entry, error)
}

// OfOne reports whether each item has such a feed.
func (f Feed) OfOne() bool { return strings.Contains(f.Path, "{id}") }

// With returns the feed narrowed by a query parameter. It appends title to its title; page is the path of a page with
// the same content.
func (f Feed) With(parameter, value, title, page string) Feed {
	before := "?"
	if strings.Contains(f.Path, before) {
		before = "&"
	}
	f.Path += before + parameter + "=" + url.QueryEscape(value)
	f.Title += " " + title
	f.Page = page
	return f
}

// Entry is an entry of a feed.
type Entry struct {
	ID                 uuid.UUID
	Title, Path        string
	Published, Updated time.Time
	Author             Person
	Via                string // what the author wrote it with; empty for a session
	Categories         []Category
	Summary            string
	HTML               string // the whole content, as package markdown renders it
}

// Person is the author of an entry.
type Person struct {
	Name string
	Path string // of the profile; may be empty
}

// Category is a category of an entry.
type Category struct{ Term, Label string }

// Sitemap lists the pages of one kind, by id, in as many files as it takes.
type Sitemap struct {
	Name string // in /sitemap/{name}/…
	// Pages returns at most limit pages with an id above after, in ascending order, without the first skip ones.
	Pages func(ctx context.Context, after uuid.UUID, skip, limit int) ([]Listed, error)
}

// Listed is a page in a sitemap.
type Listed struct {
	ID      uuid.UUID
	Path    string
	Updated time.Time
}

// Object is an object in JSON-LD.
type Object map[string]any

// Thing returns a JSON-LD object of a type of schema.org, without the fields that are empty.
func Thing(kind string, fields Object) Object {
	maps.DeleteFunc(fields, func(_ string, value any) bool {
		v := reflect.ValueOf(value)
		return !v.IsValid() || v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
	})
	fields["@type"] = kind
	return fields
}

// Credit returns the name of an author, and what the author wrote something with, as in "Kira via Claude Code".
func Credit(name, via string) string {
	if via == "" {
		return name
	}
	return name + " via " + via
}

// Agent returns the JSON-LD object of what content was written with, nil for a session.
func Agent(via string) Object {
	if via == "" {
		return nil
	}
	return Thing("SoftwareApplication", Object{"name": via})
}

// Counter returns a JSON-LD count of an action of users, such as "LikeAction".
func Counter(action string, n int) Object {
	return Object{"@type": "InteractionCounter", "interactionType": "https://schema.org/" + action,
		"userInteractionCount": n}
}

// Time formats a time for JSON-LD and feeds.
func Time(t time.Time) string { return t.UTC().Format(time.RFC3339) }
