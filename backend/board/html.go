package board

import (
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// place is an entry of the navigation.
type place struct{ path, name string }

var navigation = []place{{"/search", "Explore"}, {"/top", "Top"}, {"/forum", "Discuss"}, {"/feedback", "Feedback"},
	{"/blog", "Stories"}, {"/news", "News"}, {"/toolkit", "VibeKit"}}

// logo returns the board's logo, or its mark and name, as a link to Home.
func logo(b *pb.Board) g.Node {
	home := func(children ...g.Node) g.Node {
		return h.A(h.Href("/"), h.Class("Logo-logo"), h.Aria("label", b.Name+" home"), g.Group(children))
	}
	if b.Logo != "" {
		return home(h.Img(markup.Source(b.Logo), h.Class("Logo-wordmark"), markup.Sizes("200px"), h.Alt("")))
	}
	mark := g.Raw(`<svg viewBox="0 0 40 26" fill="none" stroke="currentColor" stroke-width="4.6" ` +
		`stroke-miterlimit="10" aria-hidden="true">` +
		`<path d="M4.3 1v12.6a7.8 7.8 0 0 0 15.6 0V1l7.6 20.4L35.3 1"/></svg>`)
	if b.Mark != "" {
		mark = h.Img(markup.Source(b.Mark), h.Class("Logo-mark"), markup.Sizes("32px"), h.Alt(""))
	}
	return home(mark, h.Span(h.Class("cut served-from-xs"), g.Text(b.Name)))
}

var magnifier = g.Raw(`<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" ` +
	`stroke-width="1.6" aria-hidden="true"><path d="M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m18 11-6-6"/></svg>`)

// header returns the head of every page, as app/Header.tsx shows it to guests.
func header(r web.Request) func(*pb.GetBoardResponse) g.Node {
	return func(answer *pb.GetBoardResponse) g.Node {
		me := h.Span(h.Style("width:76px")) // the bell and the picture
		if !r.HasSession {
			class := "served-button served-sm"
			if r.Path != "/" && r.Path != "/login" && r.Path != "/register" {
				class += " served-filled"
			}
			me = h.A(h.Href("/login"), h.Class(class), g.Text("Login"))
		}
		return h.Header(h.Class("boot Header-header"),
			h.A(h.Class("RootLayout-skip"), h.Href("#main"), g.Text("Skip to content")),
			h.Div(h.Class("wrap served-header"),
				h.Span(h.Class("served-menu"), h.Aria("hidden", "true")), logo(answer.Board),
				h.Nav(h.Class("Header-nav served-nav"), h.Aria("label", "Main"),
					g.Map(navigation, func(to place) g.Node {
						return h.A(h.Href(to.path), g.If(to.path == r.Path, h.Aria("current", "page")), g.Text(to.name))
					})),
				h.Div(h.Class("served-tools"),
					h.Span(h.Class("served-wide"), markup.Button("/submit", "Submit Project", "sm")),
					h.Form(h.Action("/search"), h.Role("search"),
						h.Input(h.Type("search"), h.Name("q"), h.Aria("label", "Search"), h.Placeholder("Search"),
							h.MaxLength("200")),
						h.Button(h.Type("submit"), h.Class("Header-search"),
							magnifier, markup.Hidden("Search"), h.Span(h.Class("served-keys served-wide"),
								h.Aria("hidden", "true"), h.Kbd(g.Text("Ctrl")), h.Kbd(g.Text("K"))))),
					h.Span(h.Class("served-menu")), me)))
	}
}

// footer returns the foot of every page, as app/Footer.tsx shows it.
func footer(r web.Request) func(*pb.GetBoardResponse) g.Node {
	return func(answer *pb.GetBoardResponse) g.Node {
		b, year := answer.Board, r.Now.UTC().Year()
		years := strconv.Itoa(year)
		if b.FoundedYear < int32(year) {
			years = strconv.Itoa(int(b.FoundedYear)) + "–" + years
		}
		list := func(title string, places ...place) g.Node {
			return h.Nav(h.Aria("label", title), h.H2(g.Text(title)), g.Map(places, link))
		}
		return h.Footer(h.Class("served-footer"), h.Div(h.Class("wrap"),
			h.Div(h.Class("served-lists"), h.Div(logo(b), h.P(g.Text(b.Tagline))),
				list("About", place{"/about", "Our Story"}, place{"/pricing", "Pricing"}, place{"/guidelines",
					"Guidelines"},
					place{"/fair", "Fair Votes"}, place{"/reputation", "Reputation"}),
				list("Resources", place{"/news", "News"}, place{"/blog", "Stories"}, place{"/weekly", "Weekly"},
					place{"/toolkit", "VibeKit"}, place{"/docs/api", "API"}),
				list("Community", navigation[:4]...)),
			h.Div(h.Class("served-legal"), h.Span(g.Text("© "+years+" "+b.Name)),
				link(place{"/privacy", "Privacy"}), link(place{"/terms", "Terms"}), link(place{"/contact", "Contact"}),
				g.Map(b.FooterLinks, func(to *pb.FooterLink) g.Node {
					return h.A(h.Href(to.Url), h.Rel("noopener"), g.Text(to.Label))
				}))))
	}
}

func link(to place) g.Node { return h.A(h.Href(to.path), g.Text(to.name)) }

// welcome tells a guest on Home what the board is. Members have a heading for screen readers.
func welcome(r web.Request) func(*pb.GetBoardResponse) g.Node {
	return func(answer *pb.GetBoardResponse) g.Node {
		b := answer.Board
		if r.HasSession {
			return h.H1(h.Class("sr"), g.Text(b.Name))
		}
		return h.Div(h.H1(h.Class("served-welcome"), g.Text(b.Name+" is where people show what they build with AI")),
			h.P(h.Class("quiet"),
				g.Text("Discover projects, vote for the ones you like, and share your own. Free, with no ads "+
					"and no tracking.")),
			h.Div(h.Class("served-row"), g.If(b.Registration == pb.Registration_REGISTRATION_OPEN,
				markup.Button("/register", "Sign Up", "filled")), markup.Button("/search", "Explore")))
	}
}

// titles are those of the pages that a text of the operator replaces as a whole.
var titles = map[string]string{"privacy": "Privacy", "terms": "Terms", "about": "Our Story", "guidelines": "Guidelines"}

// boardPage returns a text of the operator in place of the product's.
func boardPage(title string) func(*pb.GetBoardPageResponse) g.Node {
	return func(answer *pb.GetBoardPageResponse) g.Node {
		if strings.TrimSpace(answer.GetPage().GetContentHtml()) == "" {
			return nil // the web app has the product's own
		}
		return g.Group{markup.Head(title, ""), markup.UserText(answer.Page.ContentHtml)}
	}
}

// changed returns the heading of a page alone if the board's settings make its texts others than those of a new board,
// which the page shows otherwise.
func changed(path string) func(*pb.GetBoardResponse) g.Node {
	return func(answer *pb.GetBoardResponse) g.Node {
		switch {
		case path == "/moderation" && answer.Board.PublicLog:
			return markup.Title("Moderation")
		case path == "/register" && answer.Board.Registration != pb.Registration_REGISTRATION_OPEN:
			return markup.Title("Sign Up")
		}
		return nil
	}
}
