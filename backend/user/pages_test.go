package user_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/web/webtest"
	"uvboard/ent"
)

func TestProfilePage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		member := h.addUser(t, "Kilnfire", func(c *ent.UserCreate) {
			c.SetDisplayName(`Kira </script><b>"K"`).
				SetBio("Makes  things.\n" + strings.Repeat("And more of them. ", 20)).
				SetWebsite("https://kira.example/?a=1&b=2")
		})
		h.addUser(t, "gone", func(c *ent.UserCreate) { c.SetDeletedAt(start) })
		site := webtest.New(t, nil, nil, h.Pages())
		id := member.ID.String()

		status, head := site.Head(t, "/profile/kilnfire")
		if golden.Check(t, "page.html", head); status != 200 || strings.Contains(head, "<b>") ||
			strings.Count(head, "</script>") != 1 {
			t.Errorf("%d %s", status, head)
		}
		for _, path := range []string{"/profile/nobody", "/profile/gone"} {
			if status, head := site.Head(t, path); status != 404 ||
				!strings.HasPrefix(head, "<title>User Not Found – ") {
				t.Errorf("%s: %d %s", path, status, head)
			}
		}

		user, stats, projects := `GetUserByUsername {"username":"kilnFire"}`, `GetUserStats {"id":"`+id+`"}`,
			`ListUserProjects {"id":"`+id+`","pageSize":12}`
		for query, want := range map[string][]string{"": {user, stats, projects}, "?tab=about": {user, stats},
			"?tab=activity": {user, stats}} {
			if diff := cmp.Diff(want, site.First(t, "/profile/kilnFire"+query)); diff != "" {
				t.Errorf("%s: -want +got\n%s", query, diff)
			}
		}
		if diff := cmp.Diff([]string{user}, site.First(t, "/profile/kilnFire", "Cookie",
			"uvboard_session=x")); diff != "" {
			t.Errorf("with a session: -want +got\n%s", diff)
		}
		if diff := cmp.Diff([]string{`ListTopUsers {"pageSize":5}`}, site.First(t, "/")); diff != "" {
			t.Errorf("Home: -want +got\n%s", diff)
		}
		if got := webtest.Locations(t, site, "/sitemap/members/start.xml"); !slices.Equal(got,
			[]string{"https://board.example/profile/Kilnfire"}) {
			t.Errorf("the sitemap has %v", got)
		}
	})
}
