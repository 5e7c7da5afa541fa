package blog

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func TestList(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, reader := h.user(t, "kilnfire"), h.user(t, "reader")
		early := h.create(t, writer, draft("Glazes", "clay"))
		h.create(t, writer, story("Kilns", "clay", "fire"))
		loved := h.create(t, reader, story("Wheels", "c++"))
		h.update(t, writer, early.ID, Input{IsPublished: new(true)}) // created first, published last
		h.like(t, writer, loved.ID)
		for _, size := range []int{1, 2, 100} {
			for what, tc := range map[string]struct {
				q    ListQuery
				want []string
			}{
				"default": {ListQuery{}, []string{"Glazes", "Wheels", "Kilns"}},
				"newest":  {ListQuery{Sort: newest}, []string{"Glazes", "Wheels", "Kilns"}},
				// spec: blog.sort
				"oldest": {ListQuery{Sort: oldest}, []string{"Kilns", "Wheels", "Glazes"}},
				// spec: blog.popular
				"popular": {ListQuery{Sort: popular}, []string{"Wheels", "Glazes", "Kilns"}},
				// spec: blog.tag
				"tag":           {ListQuery{Tag: "Clay"}, []string{"Glazes", "Kilns"}},
				"tag, oldest":   {ListQuery{Tag: "clay", Sort: oldest}, []string{"Kilns", "Glazes"}},
				"tag, popular":  {ListQuery{Tag: "clay", Sort: popular}, []string{"Glazes", "Kilns"}},
				"other letters": {ListQuery{Tag: "c++"}, []string{"Wheels"}},
				"unknown tag":   {ListQuery{Tag: "c"}, []string{}},
				"user":          {ListQuery{UserID: writer.UserID.String()}, []string{"Kilns", "Glazes"}},
				"user, oldest": {ListQuery{UserID: writer.UserID.String(), Sort: oldest},
					[]string{"Glazes", "Kilns"}},
				"user and tag": {ListQuery{UserID: writer.UserID.String(), Tag: "fire"}, []string{"Kilns"}},
				"unknown user": {ListQuery{UserID: "garbage"}, []string{}},
				"search":       {ListQuery{Search: "what happened wheel"}, []string{"Wheels"}},
				"search a tag": {ListQuery{Search: "kilnfire", Tag: "clay", Sort: newest},
					[]string{"Glazes", "Kilns"}},
				"search a user":  {ListQuery{Search: "kilnfire", UserID: reader.UserID.String()}, []string{}},
				"search, oldest": {ListQuery{Search: "happened", Sort: oldest}, []string{"Kilns", "Wheels", "Glazes"}},
				"search, popular": {ListQuery{Search: "happened", Sort: popular},
					[]string{"Wheels", "Glazes", "Kilns"}},
				"found nothing": {ListQuery{Search: "nothing of it"}, []string{}},
			} {
				tc.q.Size = size
				equal(t, fmt.Sprintf("%s by %d", what, size), h.list(t, nil, tc.q), tc.want...)
			}
		}
		page, err := h.List(t.Context(), nil, ListQuery{Size: 1})
		must.NoError(t, err)
		if p := page.Posts[0]; p.Content != "" || p.Edges.Author.Username != "kilnfire" {
			t.Errorf("%v", p)
		}
		_, err = h.List(t.Context(), nil, ListQuery{Size: 1, Sort: oldest, Token: page.Next})
		refuse(t, err, "VALIDATION_FAILED", "cursor")
	})
}

// All spellings of a tag are one tag, and each story shows the spelling of its author.
func TestOneTagInManySpellings(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer := h.user(t, "writer")
		first := h.create(t, writer, story("First", "vite.js"))
		h.create(t, writer, story("Second", "Vite", "日本 語"))
		h.create(t, writer, story("Third", "vitejs"))
		h.create(t, writer, story("Other", "vitest"))
		for _, word := range []string{"vite.js", "Vite", "vitejs"} {
			equal(t, word, h.list(t, nil, ListQuery{Tag: word}), "Third", "Second", "First")
			equal(t, word+" by popularity", h.list(t, nil, ListQuery{Tag: word, Sort: popular}), "Third", "Second",
				"First")
			equal(t, word+" in a search", h.list(t, nil, ListQuery{Tag: word, Search: "happened", Sort: newest}),
				"Third", "Second", "First")
			equal(t, word+" of a user", h.list(t, nil, ListQuery{Tag: word, UserID: writer.UserID.String()}), "Third",
				"Second", "First")
		}
		equal(t, "another script", h.list(t, nil, ListQuery{Tag: "日本-語", Search: "happened"}), "Second")
		related, err := h.Related(t.Context(), nil, first.ID, 10)
		must.NoError(t, err)
		equal(t, "related", titles(related), "Third", "Second")
		equal(t, "as written", h.get(t, nil, first.ID).Tags, "vite.js")
		answer, err := NewHandler(h.Service).ListPopularTags(t.Context(), &pb.ListPopularTagsRequest{})
		if err != nil || answer.Tags[0].Tag != "vite" || answer.Tags[0].Id != "vite" || answer.Tags[0].Count != 3 {
			t.Errorf("popular tags %v, %v", answer, err)
		}
		if got := strings.Count(h.site(t, nil).Get(t, "/blog/feed.xml?tag=vite.js").Body.String(),
			"<entry>"); got != 3 {
			t.Errorf("the feed of the tag has %d stories", got)
		}
	})
}

func TestRelated(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer := h.user(t, "writer")
		h.create(t, writer, story("Both", "clay", "fire"))
		h.create(t, writer, story("Old clay", "clay"))
		h.create(t, writer, story("New clay", "clay", "glass"))
		h.create(t, writer, draft("Draft", "clay"))
		h.create(t, writer, story("Unrelated", "glass"))
		p := h.create(t, writer, story("This", "clay", "fire"))
		related := func(size int) []string {
			t.Helper()
			posts, err := h.Related(t.Context(), nil, p.ID, size)
			must.NoError(t, err)
			return titles(posts)
		}
		equal(t, "related", related(10), "Both", "New clay", "Old clay")
		equal(t, "two of them", related(2), "Both", "New clay")
		h.update(t, writer, p.ID, Input{Tags: []string{}})
		equal(t, "without tags", related(10))
	})
}

func TestLinkedProjects(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		publish := func(title string, public bool) *ent.Project {
			p, err := h.projects.Create(t.Context(), maker, project.Input{
				Title: new(title), Tagline: new("What it does for you"), PrimaryCategory: new("games"),
				Stage:     new("mvp"),
				VibeTools: []string{"cursor"}, Logo: new("https://art.example/logo.png"), IsPublic: new(public),
			})
			must.NoError(t, err)
			return p
		}
		first, second, secret, elsewhere := publish("First", true), publish("Second", true), publish("Secret", false),
			publish("Elsewhere", true)
		in := story("Links")
		in.Content = new(strings.NewReplacer("1", first.ID.String(), "2", second.ID.String(), "3", secret.ID.String(),
			"4", elsewhere.ID.String(), "5", uuid.NewString()).
			Replace("[b](" + origin + "/projects/2), " + origin + "/project/1 and <" + origin +
				"/projects/2>, /projects/3, [x](/projects/5), https://other.example/projects/4"))
		p := h.create(t, maker, in)
		linked, err := h.LinkedProjects(t.Context(), nil, p.ID)
		must.NoError(t, err)
		got := []string{}
		for _, found := range linked {
			got = append(got, found.Title)
		}
		equal(t, "linked", got, "Second", "First")
		p = h.update(t, maker, p.ID, Input{Content: new("No links.")})
		if linked, err := h.LinkedProjects(t.Context(), nil, p.ID); err != nil || len(linked) > 0 {
			t.Errorf("%v %v", linked, err)
		}
	})
}

// spec: call2.blog.stats, call2.blog.tags
func TestStatsAndTags(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer, other := h.user(t, "writer"), h.user(t, "other")
		long := story("Long", "go", "ai")
		long.Content = new(words(900))
		h.create(t, writer, long)
		h.clock.Add((8 * 24 * time.Hour).Milliseconds())
		short := h.create(t, writer, story("Short", "go"))
		h.create(t, other, story("Brief", "go", "css", "ai"))
		h.create(t, other, draft("Draft", "secret"))
		check := func(want Stats, tags ...string) {
			t.Helper()
			if s, err := h.Stats(t.Context()); err != nil || s != want {
				t.Errorf("stats %v, want %v, error %v", s, want, err)
			}
			popular, err := h.PopularTags(t.Context(), 10)
			must.NoError(t, err)
			got := []string{}
			for _, tag := range popular {
				got = append(got, fmt.Sprint(tag.ID, " ", tag.StoryCount))
			}
			equal(t, "tags", got, tags...)
		}
		check(Stats{Posts: 3, Authors: 2, ReadTime: 2, ThisWeek: 2}, "tag:go 3", "tag:ai 2", "tag:css 1")
		must.NoError(t, h.Delete(t.Context(), writer, short.ID, ""))
		check(Stats{Posts: 2, Authors: 2, ReadTime: 3, ThisWeek: 1}, "tag:go 2", "tag:ai 2", "tag:css 1")
	})
}

// FuzzCursors lists with tokens that no list returned.
func FuzzCursors(f *testing.F) {
	h := open(f, storetest.Open(f, storetest.SQLiteURL(f)))
	writer := h.user(f, "writer")
	p := h.create(f, writer, story("Kiln", "clay"))
	for _, text := range []string{"", "e30", `{"i":"00000000-0000-0000-0000-000000000000"}`,
		`{"d":"0001-01-01T00:00:00Z","p":-1}`, `{"o":9223372036854775807}`, `{"ID":"x"}`} {
		f.Add(text, "", "", "newest")
		f.Add(text, "clay", "kiln", "popular")
	}
	f.Fuzz(func(t *testing.T, at, tag, search, sort string) {
		q := ListQuery{Tag: tag, Search: search, Sort: sort, Size: 1, Token: at}
		if sort != newest && sort != oldest && sort != popular {
			q.Sort = ""
		}
		for _, user := range []string{"", writer.UserID.String()} {
			q.UserID = user
			for _, token := range []string{at, tokenOf(t, q.fingerprint(), at)} {
				q.Token = token
				if _, err := h.List(t.Context(), writer, q); err != nil {
					refuse(t, err, "VALIDATION_FAILED", "cursor")
				}
			}
		}
		for _, caller := range []*auth.Caller{nil, writer} {
			if _, _, err := h.Comments(t.Context(), caller, p.ID, 1,
				tokenOf(t, paging.ListName("comments", p.ID.String()), at)); err != nil {
				refuse(t, err, "VALIDATION_FAILED", "cursor")
			}
		}
	})
}

// tokenOf returns a token of a list with any JSON as its position, or any text that is not JSON.
func tokenOf(t *testing.T, list, at string) string {
	t.Helper()
	token, err := paging.Token(list, rawJSON(at))
	if err != nil {
		return at
	}
	return token
}

type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

func TestTopAuthors(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		one, two, reader := h.user(t, "one"), h.user(t, "two"), h.user(t, "reader")
		h.create(t, reader, story("Without likes"))
		for _, title := range []string{"A", "B"} {
			h.like(t, reader, h.create(t, two, story(title)).ID)
		}
		loved := h.create(t, one, story("C"))
		h.like(t, reader, loved.ID)
		authors := func() (names []string) {
			t.Helper()
			all, err := h.TopAuthors(t.Context(), 2)
			must.NoError(t, err)
			for _, a := range all {
				names = append(names, fmt.Sprint(a.User.Username, " ", a.Likes))
			}
			return names
		}
		equal(t, "authors", authors(), "two 2", "one 1")
		h.update(t, one, loved.ID, Input{IsPublished: new(false)})
		equal(t, "without drafts", authors(), "two 2")
	})
}

func TestActivityOfAnAuthor(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		writer := h.user(t, "writer")
		first := h.create(t, writer, draft("First"))
		h.create(t, writer, story("Second"))
		h.create(t, writer, draft("Draft"))
		h.update(t, writer, first.ID, Input{IsPublished: new(true)}) // created first, published last
		var titles []string
		for after := (*domain.ActivityPosition)(nil); ; {
			page, err := h.storyActivity(t.Context(), writer.UserID, after, 1)
			must.NoError(t, err)
			if len(page) == 0 {
				break
			}
			titles = append(titles, page[0].Title)
			after = &domain.ActivityPosition{At: page[0].At, ID: page[0].ID}
		}
		equal(t, "activity", titles, "First", "Second")
	})
}
