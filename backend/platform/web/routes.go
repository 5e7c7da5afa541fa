package web

import (
	"context"
	"strings"
	"unicode/utf8"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// siteRoutes are the pages that belong to no domain.
var siteRoutes = []Route{
	{Path: "/", Card: true, Describe: describeHome, Modules: modules("home/HomePage")},
	{
		Path: "/about", Title: "Our Story", Description: "Why this site exists and who it is for.",
		Modules: modules("pages/AboutPage"),
	},
	{
		Path: "/guidelines", Title: "Guidelines", Description: "How we treat each other here.",
		Modules: modules("pages/GuidelinesPage"),
	},
	{
		Path: "/privacy", Title: "Privacy", Description: "What we store about you, why, and for how long.",
		Modules: modules("pages/PolicyPages"),
	},
	{
		Path: "/terms", Title: "Terms", Description: "The terms for using this site.",
		Modules: modules("pages/PolicyPages"),
	},
	{
		Path: "/reputation", Title: "Reputation", Description: "How votes become reputation.",
		Modules: modules("pages/ReputationPage"),
	},
	{
		Path: "/contact", Title: "Contact", Description: "How to reach the people who run this site.",
		Modules: modules("pages/ContactPage"),
	},
	{
		Path: "/docs/api", Title: "API", Description: "Every path of the REST API, to read and to try.",
		Modules: modules("docs/ApiPage"),
	},
	{
		Path: "/docs/api/guide", Title: "API Guide",
		Description: "How scripts and programs use this site, with curl, grpcurl, Go or TypeScript.",
		Modules:     modules("docs/GuidePage"),
	},
	{
		Path: "/toolkit", Title: "VibeKit", Description: "A kit of prompts, names and looks for your next project.",
		Modules: modules("vibekit/VibeKitPage"),
	},
	{
		Path: "/toolkit/imaginator", Title: "Imaginator",
		Description: "Turns an idea into a brief with user stories, risks and prompts.",
		Modules:     modules("vibekit/VibeKitPage"),
	},
	{
		Path: "/toolkit/logo", Title: "Logo Builder",
		Description: "Suggests names, taglines and motifs, and draws a logo for each name.",
		Modules:     modules("vibekit/VibeKitPage"),
	},
	{
		Path: "/toolkit/theme", Title: "Theme Tester", Description: "Previews colors and flags low contrast.",
		Modules: modules("vibekit/VibeKitPage"),
	},
}

// modules is the module that renders a page.
func modules(name string) []string { return []string{"src/features/" + name + ".tsx"} }

func describeHome(_ context.Context, r Request, page *Page) error {
	page.Data = Thing("WebSite", Object{
		"name": r.Site.Name, "url": r.Site.URL("/"), "description": r.Site.Tagline,
		"potentialAction": Object{
			"@type": "SearchAction", "query-input": "required name=q",
			"target": Object{"@type": "EntryPoint", "urlTemplate": r.Site.URL("/search?q={q}")},
		},
	})
	page.Card = &Card{File: "cards/home", Title: r.Site.Name + " is where people show what they build with AI",
		Tagline: r.Site.Tagline, Site: true}
	page.Frame = func(p Parts) g.Node {
		intro := h.Div(p[Intro]...)
		if !r.HasSession { // the greeting
			intro = h.Section(h.Class("wrap served-hero"), g.Group(p[Intro]))
		}
		return g.Group{intro, h.Div(h.Class("HomeBar-bar"), h.Div(h.Class("wrap"), g.Group(p[Intro+1]))),
			h.Div(h.Class("wrap page stack"),
				h.Div(h.Class("split HomePage-lists"), h.Div(h.Class("stack"), g.Group(p[Main]), g.Group(p[Main+1])),
					h.Div(h.Class("HomePage-newest"), g.Group(p[Main+2])),
					h.Aside(h.Class("side"), h.Aria("label", "News and stories"), p.At(Side))),
				p.At(Below))}
	}
	return nil
}

// find returns the route of a path and the segments that its variables match, joined by slashes.
func (s *Service) find(path string) (route *Route, param string) { return find(s.routes, path) }

// Pattern returns the Path of the page at a path and the segment that its variable matches, both "" for an unknown
// page. The routes are the routes of all domains.
func Pattern(routes []Route, path string) (pattern, param string) {
	for _, known := range [][]Route{siteRoutes, routes} {
		if route, param := find(known, path); route != nil {
			return route.Path, param
		}
	}
	return "", ""
}

// find ignores letter case and a trailing slash, as the web app's router does.
func find(routes []Route, path string) (route *Route, param string) {
	if !utf8.ValidString(path) || strings.ContainsRune(path, 0) {
		return nil, ""
	}
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	segments := strings.Split(path, "/")
	for i := range routes {
		if param, ok := match(routes[i].Path, segments); ok {
			return &routes[i], param
		}
	}
	return nil, ""
}

func match(path string, segments []string) (param string, ok bool) {
	pattern := strings.Split(path, "/")
	if len(pattern) != len(segments) {
		return "", false
	}
	for i, want := range pattern {
		switch {
		case strings.HasPrefix(want, "{") && segments[i] != "":
			param = strings.TrimPrefix(param+"/"+segments[i], "/")
		case !strings.EqualFold(want, segments[i]):
			return "", false
		}
	}
	return param, true
}

// probed are the first segments of paths that only programs request.
var probed = map[string]bool{
	"metrics": true, "debug": true, "actuator": true, "server-status": true, "cgi-bin": true, "vendor": true,
	"wp-admin": true, "wp-content": true, "wp-includes": true, "phpmyadmin": true, "assets": true, "uploads": true,
	"sitemap": true,
}

// isProbe reports whether an unknown path is a file or something that scanners look for, rather than a mistyped page.
func isProbe(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return strings.Contains(path, ".") || probed[strings.ToLower(first)]
}
