package forum

import (
	"cmp"
	"regexp"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/web"
	pb "uvboard/gen/uvboard/v1"
)

// threadPath returns the path of the page of a thread.
func threadPath(t *pb.ForumThread) string { return markup.Path(t.Url) }

// frame arranges every page of the forum: channels at the left, search and vibers at the right.
func frame(p web.Parts) g.Node {
	search := h.Section(h.H2(h.Class("served-h5"), g.Text("Search Forum")), h.Form(h.Action("/forum"), h.Role("search"),
		h.Input(h.Type("search"), h.Name("q"), h.Class("served-input"), h.Aria("label", "Search threads"),
			h.Placeholder("Search threads"))))
	return h.Div(h.Class("wrap page"),
		h.Div(h.Class("Forum-head served-row"), h.H1(h.Class("served-h2"), g.Text("Discuss")),
			h.Span(h.Class("slug"), g.Text("FORUM")), h.Span(h.Class("served-narrow served-last"),
				markup.Waiting("Channels", "sm"))),
		h.Div(h.Class("Forum-three"), h.Div(h.Class("served-wide Forum-column"), p.At(web.Intro)),
			h.Div(h.Class("Forum-main"), p.At(web.Main)),
			h.Aside(h.Class("served-lg Forum-column"), h.Aria("label", "Forum sidebar"), search, p.At(web.Side))))
}

// channels returns the channels of the board, then those of projects.
func channels(current string) func(*pb.ListChannelsResponse) g.Node {
	return func(answer *pb.ListChannelsResponse) g.Node {
		var rooms, projects g.Group
		for _, c := range answer.Channels {
			link := h.Li(h.A(h.Href("/forum/"+c.Id), h.Class("Forum-channel"), g.If(c.Id == current, h.Aria("current",
				"page")),
				h.P(h.Class("served-small cut"), g.Text(c.Name)),
				g.If(c.Description != "", h.P(h.Class("xs faint cut"), g.Text(c.Description)))))
			if c.GetProjectId() == "" {
				rooms = append(rooms, link)
			} else {
				projects = append(projects, link)
			}
		}
		return h.Nav(h.H2(h.Class("served-h5"), g.Text("Channels")), g.If(len(rooms) > 0, h.Ul(rooms)),
			g.If(len(projects) > 0, g.Group{h.H3(h.Class("Forum-group"), g.Text("Projects")), h.Ul(projects)}),
			g.If(answer.NextPageToken != "", markup.Waiting("Load More Channels")))
	}
}

func figures(answer *pb.GetForumStatsResponse) g.Node {
	figure := func(name string, n int32) g.Node {
		return h.Div(h.Dt(g.Text(name)), h.Dd(h.Class("num"), g.Text(markup.Count(n))))
	}
	s := answer.Stats
	return h.Section(h.H2(h.Class("served-h5"), g.Text("Forum Stats")), h.Dl(h.Class("Forum-stats"),
		figure("Channels", s.TotalChannels), figure("Threads", s.TotalThreads), figure("Posts", s.TotalPosts)))
}

// name returns the name of an author in the forum: the ViberTag, the words for a deleted account, or a part of the id.
func name(a *pb.Author, userID string) string {
	if a.GetViberTag() == "" && a.GetUsername() == "" && a.GetDisplayName() != "" {
		return a.GetDisplayName()
	}
	return cmp.Or(a.GetViberTag(), "@user"+userID[max(0, len(userID)-3):])
}

func authorName(a *pb.Author, userID, via string) g.Node {
	link := h.Span(h.Class("cut"), g.Text(name(a, userID)))
	if a.GetUsername() != "" {
		link = h.A(h.Href(markup.Profile(a.Username)), h.Class("cut"), g.Text(name(a, userID)))
	}
	if via == "" {
		return link
	}
	return h.Span(h.Class("cut"), link, markup.Via(via))
}

// loginButtons lead a guest to the login and the registration.
func loginButtons(r web.Request, login string, variants ...string) g.Node {
	if r.HasSession {
		return g.Text("")
	}
	return h.Span(h.Class("served-row served-last"), markup.Button("/login", login, variants...),
		markup.Button("/register", "Sign Up", variants...))
}

// tabs are the orders of the threads of a channel, or of all channels.
func tabs(path string, r web.Request) g.Node {
	tab := func(sort, label string) g.Node {
		to := path
		if sort != "" {
			to += "?sort=" + sort
		}
		return h.A(h.Href(to), g.If(r.Query.Get("sort") == sort, h.Aria("current", "page")), g.Text(label))
	}
	return h.Nav(h.Aria("label", "Order"), h.Class("Forum-tabs"), tab("", "Latest"), tab("top", "Top"),
		tab("unanswered", "Unanswered"))
}

// home returns the latest threads of all channels.
func home(r web.Request) func(*pb.ListThreadsResponse) g.Node {
	return func(answer *pb.ListThreadsResponse) g.Node {
		return g.Group{
			h.Div(h.Class("served-apart served-lead"), h.Div(h.H2(h.Class("served-h2b"),
				g.Text("Welcome to "+r.Site.Name)),
				h.P(h.Class("quiet"), g.Text("Pick a channel, or read what was said last."))),
				loginButtons(r, "Login to Participate")),
			tabs("/forum", r), threads(answer, "/forum", true, r)}
	}
}

// channel returns the threads of a channel.
func channel(title, about, path string, r web.Request) func(*pb.ListThreadsResponse) g.Node {
	return func(answer *pb.ListThreadsResponse) g.Node {
		banner := g.Node(g.Text(""))
		if !r.HasSession {
			banner = h.Div(h.Class("Forum-banner served-apart"),
				h.P(g.Text("You're browsing as a guest. Login to participate!")), loginButtons(r, "Login", "sm"))
		}
		return g.Group{
			h.Div(h.Class("Forum-channelHead"), h.Div(h.Class("served-any"), h.H2(h.Class("served-h2b"), g.Text(title)),
				g.If(about != "", h.P(h.Class("quiet"),
					g.Text(about)))), h.Div(h.Class("served-row"), markup.Waiting("Follow"),
				markup.Waiting("New Thread", "filled"))),
			banner, tabs(path, r), threads(answer, path, false, r)}
	}
}

// threads returns a list of threads. If it is mixed, each names its channel.
func threads(answer *pb.ListThreadsResponse, path string, mixed bool, r web.Request) g.Node {
	if len(answer.Threads) == 0 {
		if r.Query.Get("sort") == "unanswered" {
			return markup.Empty("Every thread has an answer", "")
		}
		return markup.Empty("No threads yet", "Pick a channel and start the first one.")
	}
	return g.Group{h.Ul(h.Class("Forum-threads"), g.Map(answer.Threads, func(t *pb.ForumThread) g.Node {
		return row(t, mixed, r)
	})), markup.Next(path, r.Query, answer.NextPageToken, "Load More Threads")}
}

// showTagged returns the threads on the page of a tool or a tag.
func showTagged(r web.Request) func(*pb.ListThreadsResponse) g.Node {
	return func(answer *pb.ListThreadsResponse) g.Node {
		if len(answer.Threads) == 0 {
			return markup.Section("Threads", nil, markup.Nothing("No threads yet.", "/forum", "Start the first one"))
		}
		return markup.Section("Threads", markup.More("/forum", "Forum"), h.Ul(h.Class("Forum-threads"),
			g.Map(answer.Threads, func(t *pb.ForumThread) g.Node { return row(t, true, r) })))
	}
}

func marks(t *pb.ForumThread) g.Node {
	return g.Group{g.If(t.IsPinned, h.Span(h.Class("Forum-mark"), g.Text("Pinned"))),
		g.If(t.IsLocked, h.Span(h.Class("Forum-mark"), g.Text("Locked")))}
}

func row(t *pb.ForumThread, mixed bool, r web.Request) g.Node {
	replies := "replies"
	if t.ReplyCount == 1 {
		replies = "reply"
	}
	last := g.Node(g.Text(""))
	if a := t.LastReplyAuthor; a != nil {
		last = h.Div(h.Class("Forum-last xs faint"), markup.AvatarOf(a, 24), h.Div(markup.Hidden("Last reply "),
			markup.Ago(t.LastActivityAt, r.Now, markup.InForum), markup.Hidden(" by "), authorName(a, a.Id,
				t.GetLastReplyVia())))
	}
	return h.Li(h.Class("Forum-thread"), markup.AvatarOf(t.Author, 32),
		h.Div(h.Class("Forum-threadMain"), h.Div(h.A(h.Href(threadPath(t)), h.Class("Forum-title"), g.Text(t.Title))),
			h.P(h.Class("sm quiet served-one"), g.Text(t.Excerpt)),
			h.Div(h.Class("Forum-facts xs faint served-row served-near"), marks(t),
				g.If(mixed, h.A(h.Href("/forum/"+t.ChannelId), h.Class("Forum-chip"), g.Text(t.ChannelName))),
				authorName(t.Author, t.UserId, t.GetVia()), markup.Ago(t.CreatedAt, r.Now, markup.InForum))),
		last,
		h.Div(h.Class("Forum-counts"), h.Span(h.Class("Forum-replies"), h.B(h.Class("num"),
			g.Text(markup.Count(t.ReplyCount))),
			g.Text(" "+replies)), markup.Vote(t.Title, t.Upvotes, t.Downvotes, "compact")))
}

// thread returns what a thread begins with.
func thread(r web.Request) func(*pb.GetThreadResponse) g.Node {
	return func(answer *pb.GetThreadResponse) g.Node {
		t := answer.Thread
		var people g.Group
		if len(answer.Participants) > 1 {
			people = g.Map(answer.Participants, func(a *pb.Author) g.Node {
				return h.Li(h.A(h.Href(markup.Profile(a.Username)), h.Aria("label", markup.HandleOf(a)),
					markup.AvatarOf(a, 24)))
			})
		}
		replies := markup.Count(t.ReplyCount) + " replies"
		if t.ReplyCount == 1 {
			replies = "1 reply"
		}
		return g.Group{
			h.A(h.Href("/forum/"+t.ChannelId), h.Class("served-button served-subtle served-sm served-back"),
				h.Style("margin-bottom:0"), g.Text("Back")),
			h.Div(h.Class("Forum-threadHead"), h.H2(h.Class("served-h2b Forum-threadTitle"), g.Text(t.Title)),
				h.Div(h.Class("Forum-threadBy Reply-by served-row"), markup.AvatarOf(t.Author, 24),
					authorName(t.Author, t.UserId, t.GetVia()),
					h.Span(h.Class("faint"), markup.Ago(t.CreatedAt, r.Now, markup.InForum)),
					g.If(t.EditedAt != nil, h.Span(h.Class("faint"), g.Text("(edited)"))),
					h.Span(h.Class("faint served-last"), marks(t))),
				h.Div(h.Class("Forum-threadActions served-row"), markup.Icon("Save this thread"), markup.Icon("More"))),
			h.Div(h.Class("Reply-content"), markup.UserText(t.ContentHtml)),
			h.Div(h.Class("served-row served-tight"), markup.Vote(t.Title, t.Upvotes, t.Downvotes, "compact")),
			h.Div(h.Class("Forum-bar"), h.H3(h.Class("served-h3"), g.Text(replies)),
				g.If(len(people) > 0, h.Ul(h.Class("Forum-participants"), people)))}
	}
}

// posts returns the replies to a thread.
func posts(path string, isLocked bool, r web.Request) func(*pb.ListPostsResponse) g.Node {
	return func(answer *pb.ListPostsResponse) g.Node {
		end := g.Node(g.Text(""))
		switch {
		case isLocked:
			end = h.P(h.Class("Forum-add quiet"), g.Text("This thread is locked. It doesn't take new replies."))
		case !r.HasSession:
			end = h.Div(h.Class("Forum-add served-apart"), h.H3(h.Class("served-h3"), g.Text("Login to Reply")),
				loginButtons(r, "Login"))
		}
		list := markup.Empty("No replies yet", "Be the first to comment!")
		if len(answer.Posts) > 0 {
			list = h.Ol(Replies(answer.Posts, "", isLocked, r))
		}
		return g.Group{list, markup.Next(path, r.Query, answer.NextPageToken, "Load More Replies"), end}
	}
}

// Replies returns replies with their answers. Those of the maker of a project are marked.
func Replies(posts []*pb.ForumPost, maker string, isLocked bool, r web.Request) g.Node {
	byID := map[string]*pb.ForumPost{}
	for _, p := range posts {
		byID[p.Id] = p
	}
	arranged := markup.Arrange(posts, (*pb.ForumPost).GetId, (*pb.ForumPost).GetParentId)
	return arranged.HTML(func(p *pb.ForumPost, quoted string, isOrphan, isNested bool, answers g.Node) g.Node {
		quote := ""
		switch other := byID[quoted]; {
		case other != nil && other.IsDeleted:
			quote = "[deleted]"
		case other != nil:
			quote = name(other.Author, other.UserId) + " " + excerpt(other.Content)
		case isOrphan:
			quote = "Answers an earlier reply"
		}
		text := markup.UserText(p.ContentHtml)
		if p.Review != nil {
			text = reviewParts(p.Review)
		}
		if p.IsHidden {
			text = h.P(h.Class("sm faint"), g.Text("Hidden by a moderator."))
		}
		var actions g.Group
		if !p.IsHidden {
			actions = g.Group{markup.Vote("the reply by "+name(p.Author, p.UserId), p.Upvotes, p.Downvotes, "compact"),
				g.If(!isLocked, markup.Waiting("Reply", "sm", "subtle"))}
		}
		return markup.Reply{ID: "post-" + p.Id, Author: p.Author, Name: authorName(p.Author, p.UserId, p.GetVia()),
			Badges: g.Group{g.If(maker != "" && p.UserId == maker, markup.Badge("Maker")),
				g.If(p.Review != nil, markup.Badge("Review")), g.If(p.GetReview().GetIsUseful(),
					markup.Badge("Useful"))},
			At: markup.Ago(p.CreatedAt, r.Now, markup.InForum), IsEdited: p.EditedAt != nil, IsDeleted: p.IsDeleted,
			IsNested: isNested, Quote: quote, Text: text, Actions: actions, Answers: answers}.HTML()
	})
}

var (
	linked = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	signs  = regexp.MustCompile("[*_`~#|]+")
)

// excerpt returns the beginning of a Markdown text on one line, without its quotations.
func excerpt(markdown string) string {
	var own []string
	for line := range strings.Lines(markdown) {
		if !strings.HasPrefix(line, ">") {
			own = append(own, line)
		}
	}
	text := signs.ReplaceAllString(linked.ReplaceAllString(strings.Join(own, " "), "$1"), "")
	return letters.Cut(strings.Join(strings.Fields(text), " "), 140)
}

var reaches = map[pb.ReviewReach]string{
	pb.ReviewReach_REVIEW_REACH_OPENED:    "I opened it and looked around.",
	pb.ReviewReach_REVIEW_REACH_USED:      "I used it.",
	pb.ReviewReach_REVIEW_REACH_COULD_NOT: "I could not open or use it.",
}

// reviewParts returns a review of a project by its parts.
func reviewParts(r *pb.Review) g.Node {
	var parts g.Group
	part := func(name, text string) {
		if text != "" {
			parts = append(parts, h.Div(h.Dt(g.Text(name)), h.Dd(g.Text(text))))
		}
	}
	part("How far I got", reaches[r.Reach])
	part("First impression", r.FirstImpression)
	part("What I tried", r.Tried)
	part("What broke", r.Broke)
	part("One suggestion", r.Suggestion)
	for _, answer := range r.Answers {
		part(answer.Question, answer.Answer)
	}
	return h.Dl(h.Class("ReviewParts-parts"), parts)
}

// ofProject returns the first threads of a project's channel, on the page of the project.
func ofProject(r web.Request) func(*pb.ListThreadsResponse) g.Node {
	return func(answer *pb.ListThreadsResponse) g.Node {
		if len(answer.Threads) == 0 {
			return nil
		}
		return markup.Section("Discussions", nil, h.Ul(h.Class("Project-rows"), g.Map(answer.Threads,
			func(t *pb.ForumThread) g.Node {
				return h.Li(h.A(h.Class("Project-row"), h.Style("grid-template-columns:minmax(0,1fr) auto"),
					h.Href(threadPath(t)),
					h.Div(h.P(h.Class("served-strong cut"), g.Text(t.Title)),
						h.Span(h.Class("faint xs"), markup.Ago(t.CreatedAt, r.Now, markup.Short))),
					h.Span(h.Class("num quiet"), g.Text(markup.Count(t.ReplyCount)))))
			})))
	}
}

// join leads to the channel of a project, or to the box whose first feedback opens it.
func join(r web.Request) func(*pb.ListChannelsResponse) g.Node {
	return func(answer *pb.ListChannelsResponse) g.Node {
		text, button := "Ask the maker, share feedback, or tell how you use it.",
			markup.Button("/forum?project="+r.Param, "View Forum Channel")
		if len(answer.Channels) == 0 {
			text = "Nobody has said anything yet. The first feedback opens the project's channel."
			button = markup.Button("#feedback", "Give Feedback")
		}
		return h.Section(h.Class("served-paper served-apart"), h.Div(h.H2(h.Class("h2"), g.Text("Join the Discussion")),
			h.P(h.Class("quiet sm"), g.Text(text))), button)
	}
}
