package forum

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/web"
	"uvboard/backend/platform/web/webtest"
)

func (h fixture) site(t *testing.T, callers map[string]*auth.Caller) *webtest.Site {
	t.Helper()
	return webtest.New(t, callers, func(c *web.Config) { c.Images = h.media }, NewHandler(h.Service).Pages())
}

func TestThreadPage(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		channel := h.channel(t, ada, "Kiln & clay")
		h.clock.Add(1000)
		thread, err := h.CreateThread(t.Context(), ada, channel, `<img src=x onerror="alert(1)">`,
			"Ink <on> *paper*.\n\n</script>")
		must.NoError(t, err)
		h.post(t, ada, thread.ID, nil, "A reply")
		id, site := thread.ID.String(), h.site(t, nil)
		status, head := site.Head(t, "/forum/thread/"+id)
		if strings.Contains(head, "<img") || strings.Count(head, "</script>") != 1 {
			t.Errorf("a text ends its element\n%s", head)
		}
		if golden.Check(t, "thread.html", strings.NewReplacer(id, "ID", thread.Short, "SHORT", channel.String(),
			"CHANNEL").
			Replace(head)); status != 200 {
			t.Errorf("status %d", status)
		}
		frame := []string{`ListChannels {}`, `GetForumStats {}`}
		for path, want := range map[string][]string{
			"/forum": append(slices.Clone(frame), `ListThreads {}`),
			"/forum/" + channel.String(): append(slices.Clone(frame), `ListThreads {"channelId":"`+
				channel.String()+`"}`),
			"/forum/thread/" + id: append(slices.Clone(frame), `GetThread {"id":"`+thread.Short+`"}`,
				`ListPosts {"threadId":"`+id+`"}`),
			"/forum/thread/" + id + "?post=x": append(slices.Clone(frame), `GetThread {"id":"`+thread.Short+`"}`,
				`ListPosts {"threadId":"`+id+`","fromPostId":"x","before":10}`),
			"/forum?sort=top": append(slices.Clone(frame), `ListThreads {"sort":"FORUM_THREAD_SORT_TOP"}`),
			"/forum/" + channel.String() + "?sort=unanswered": append(slices.Clone(frame), `ListThreads {"channelId":"`+
				channel.String()+`","sort":"FORUM_THREAD_SORT_UNANSWERED"}`),
		} {
			if diff := cmp.Diff(want, site.First(t, path)); diff != "" {
				t.Errorf("%s: -want +got\n%s", path, diff)
			}
		}
		for path, title := range map[string]string{
			"/forum/thread/x": "Thread Not Found", "/forum/thread/" + uuid.NewString(): "Thread Not Found",
			"/forum/x": "Channel Not Found",
		} {
			if status, head := site.Head(t, path); status != 404 || !strings.HasPrefix(head, "<title>"+title) {
				t.Errorf("%s: %d %s", path, status, head)
			}
		}
		if status, head := site.Head(t, "/forum/"+channel.String()); status != 200 ||
			!strings.HasPrefix(head, "<title>Kiln &amp; clay - Discuss") {
			t.Errorf("channel: %d %s", status, head)
		}
		if w := site.Get(t, "/forum/thread/"+id+"/og.png"); w.Code != 200 || w.Header().
			Get("Content-Type") != "image/png" {
			t.Error(w.Code, w.Header())
		}
		if len(site.Reported) > 0 {
			t.Error(site.Reported)
		}
	})
}

func TestPageOfAHiddenThread(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		thread := h.thread(t, ada, h.channel(t, ada, "Kiln"), "Secret")
		h.setVisible(t, thread, nil, false)
		site := h.site(t, map[string]*auth.Caller{"ada": ada, "stranger": h.user(t, "stranger"), "admin": h.admin(t)})
		path := "/forum/thread/" + thread.String()
		for token, want := range map[string]int{"": 404, "stranger": 404, "ada": 200, "admin": 200} {
			status, head := site.Head(t, path, "Cookie", auth.CookieName+"="+token)
			if status != want || strings.Contains(head, "Secret") != (want == 200) ||
				!strings.Contains(head, "noindex") || strings.Contains(head, "og:") {
				t.Errorf("%q: %d %s", token, status, head)
			}
		}
		for _, path := range []string{"/forum/feed.xml", "/sitemap/threads/start.xml"} {
			if body := site.Get(t, path).Body.String(); strings.Contains(body, thread.String()) {
				t.Errorf("%s: %s", path, body)
			}
		}
	})
}

// short returns the short form of the id of a thread.
func (h fixture) short(t *testing.T, id uuid.UUID) string {
	t.Helper()
	thread, err := h.db.Client().ForumThread.Get(t.Context(), id)
	must.NoError(t, err)
	return thread.Short
}

func TestFeedAndSitemap(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		kiln, other := h.channel(t, ada, "Kiln"), h.channel(t, ada, "Other")
		first, second := h.thread(t, ada, kiln, "First & best"), h.thread(t, ada, other, "Second")
		h.post(t, ada, first, nil, "Newer than the second")
		site := h.site(t, nil)
		names := strings.NewReplacer(first.String(), "FIRST", second.String(), "SECOND", kiln.String(), "KILN",
			other.String(), "OTHER", h.short(t, first), "SHORT", h.short(t, second), "SHORT2")
		golden.Check(t, "feed.xml", names.Replace(site.Get(t, "/forum/feed.xml").Body.String()))
		for channel, want := range map[string]bool{kiln.String(): true, other.String(): false} {
			body := site.Get(t, "/forum/feed.xml?channelId="+channel).Body.String()
			if strings.Contains(body, "First &amp; best") != want ||
				strings.Contains(body, "Second") != (channel == other.String()) {
				t.Errorf("feed of %s: %s", channel, body)
			}
		}
		_, head := site.Head(t, "/forum/"+kiln.String())
		if want := `: discussions in Kiln" href="https://board.example/forum/feed.xml?channelId=` + kiln.String() +
			`"`; !strings.Contains(head, want) {
			t.Errorf("the page of a channel does not name its feed: %s", head)
		}
		body := site.Get(t, "/sitemap/threads/start.xml").Body.String()
		if strings.Count(body, "<loc>") != 2 || !strings.Contains(body, "/forum/thread/first-and-best-"+h.short(t,
			first)+"<") {
			t.Errorf("sitemap %s", body)
		}
	})
}
