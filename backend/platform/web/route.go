package web

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/project"
	pb "uvboard/gen/uvboard/v1"
)

// shown is what kind of page a route leads to.
type shown int

const (
	aText shown = iota // the same for everybody, always
	aProject
	aProfile
	explore
)

// route is one address, or one form of address, of the web app.
type route struct {
	path        string // {name} stands for any one segment
	title       string // as the web app's; empty where it is that of what is shown
	description string
	same        string // the route that shows the same and is the one to be found
	private     bool   // shows each person something of their own, and is not to be found
	shows       shown
	screen      []string // the web app's modules that draw it, where many people arrive
}

// routes are all addresses of the web app, as its router has them.
var routes = []route{
	{path: "/", screen: []string{"src/features/home/HomePage.tsx"}},
	{path: "/search", title: "Explore", shows: explore, screen: []string{"src/features/explore/ExplorePage.tsx"}},
	{path: "/projects", title: "Explore", same: "/search", shows: explore},
	{path: "/explore", title: "Explore", same: "/search", shows: explore},
	{path: "/projects/{id}", shows: aProject, screen: []string{"src/features/project/ProjectPage.tsx"}},
	{path: "/project/{id}", shows: aProject},
	{path: "/submit", title: "Submit Project", description: "Show what you have built with AI-assisted tools."},
	{path: "/submit-project", title: "Submit Project", description: "Show what you have built with AI-assisted tools.", same: "/submit"},
	{path: "/profile", title: "Profile", private: true},
	{path: "/profile/{username}", shows: aProfile, screen: []string{"src/theme/Library.tsx", "src/features/profile/ProfilePage.tsx"}},
	{path: "/login", title: "Login", private: true},
	{path: "/forgot-password", title: "Forgot Password", private: true},
	{path: "/reset-password", title: "New Password", private: true},
	{path: "/verify-email", title: "Confirm Email", private: true},
	{path: "/settings", title: "Settings", private: true},
	{path: "/register", title: "Sign Up", description: "Join the community: show your projects, vote and discuss."},
	{path: "/forum", title: "Discuss", description: "Channels to talk about projects, tools and ideas."},
	{path: "/forum/{channelId}", title: "Discuss", description: "Channels to talk about projects, tools and ideas.", same: "/forum"},
	{path: "/news", title: "News", description: "News on AI and the tools to build with it."},
	{path: "/blog", title: "Stories", description: "Stories from people who build with AI-assisted tools."},
	{path: "/about", title: "Our Story", description: "Why this place exists, and who it is for."},
	{path: "/guidelines", title: "Guidelines", description: "How we treat each other here."},
	{path: "/privacy", title: "Privacy", description: "What is kept about you, why, and for how long."},
	{path: "/terms", title: "Terms", description: "The terms on which this place can be used."},
	{path: "/reputation", title: "Reputation", description: "How votes become reputation."},
	{path: "/pricing", title: "Pricing", description: "What it costs, and how to support it."},
	{path: "/contact", title: "Contact", description: "How to reach the people who run this place."},
	{path: "/toolkit", title: "VibeKit", description: "A kit of prompts, names and looks for your next project."},
}

func (r *route) canonical() string {
	if r.same != "" {
		return r.same
	}
	return r.path
}

// find is the route of a path, as the app's router matches it: letter case and a slash at the end aside. Variable is the
// segment that the route leaves open.
func find(path string) (found *route, variable string) {
	if !utf8.ValidString(path) || strings.ContainsRune(path, 0) {
		return nil, ""
	}
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	segments := strings.Split(path, "/")
	for i := range routes {
		if variable, ok := routes[i].match(segments); ok {
			return &routes[i], variable
		}
	}
	return nil, ""
}

func (r *route) match(segments []string) (variable string, ok bool) {
	pattern := strings.Split(r.path, "/")
	if len(pattern) != len(segments) {
		return "", false
	}
	for i, want := range pattern {
		switch {
		case strings.HasPrefix(want, "{") && segments[i] != "":
			variable = segments[i]
		case !strings.EqualFold(want, segments[i]):
			return "", false
		}
	}
	return variable, true
}

// probed are the first segments of addresses that programs ask for and people do not.
var probed = map[string]bool{
	"metrics": true, "debug": true, "actuator": true, "server-status": true, "cgi-bin": true, "vendor": true,
	"wp-admin": true, "wp-content": true, "wp-includes": true, "phpmyadmin": true, "assets": true, "uploads": true,
	"sitemap": true,
}

// isProbe says whether a path that the app does not have is not even meant for it: a file, or something to be probed.
func isProbe(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return strings.Contains(path, ".") || probed[strings.ToLower(first)]
}

// explore describes a list. Its one address says what narrows it, in one order, and nothing of order and view.
func (s *Service) explore(route *route, query url.Values) Page {
	page := s.titled(200, route.title)
	known := func(name string, of protoreflect.EnumDescriptor) string {
		value := query.Get(name)
		if number, ok := enumname.Number(of, value); !ok || number == 0 {
			return ""
		}
		return value
	}
	stage := known("stage", pb.Stage(0).Descriptor())
	category := known("category", pb.Category(0).Descriptor())
	tool := known("tool", pb.VibeTool(0).Descriptor())
	var keep, parts []string
	add := func(name, value, said string) {
		if value != "" {
			keep, parts = append(keep, name+"="+value), append(parts, said)
		}
	}
	add("stage", stage, "at the stage "+project.StageLabel(stage))
	add("category", category, "in "+project.CategoryLabel(category))
	add("tool", tool, "built with "+project.ToolLabel(tool))
	page.Description = "Projects built with AI-assisted tools, to be found by category, stage and tool."
	if len(parts) > 0 {
		page.Description = "Projects " + strings.Join(parts, ", ") + "."
	}
	page.Canonical = s.origin + route.canonical()
	if len(keep) > 0 {
		page.Canonical += "?" + strings.Join(keep, "&")
	}
	page.NoIndex = strings.TrimSpace(query.Get("q")) != "" // anybody can make up any number of those
	page.Image = s.mark()
	page.Data = s.pageData("CollectionPage", page)
	page.First = askExplore(query)
	return page
}
