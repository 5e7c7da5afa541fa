package user_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/adminlist"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/user"
	"uvboard/ent"
)

// addMany adds users in one statement: every third was never active, and numbers repeat.
func addMany(t *testing.T, db *store.DB, n int) {
	t.Helper()
	id, at := "lower(printf('018f0000-0000-7000-8000-%012x', n))",
		"printf('2026-01-01 %02d:%02d:00+00:00', n / 60 % 24, n % 60)"
	if !db.IsSQLite() {
		id, at = "('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid",
			"timestamptz '2026-01-01 00:00:00Z' + n % 1440 * interval '1 minute'"
	}
	storetest.Exec(t, db, fmt.Sprintf(
		`INSERT INTO users (id, created_at, updated_at, username, username_key, email, email_key, password_hash, viber_tag, skills,
		reputation, project_count, forum_post_count, blog_post_count, last_active_at, deleted_at)
		SELECT %[1]s, %[2]s, %[2]s, name, lower(name), name || '@example.com', lower(name) || '@example.com', '', '@' || lower(name), '[]',
			n %% 7 - 2, n %% 5, n %% 3, n %% 2, CASE WHEN n %% 3 = 0 THEN NULL ELSE %[2]s END, CASE WHEN n %% 10 = 9 THEN %[2]s END
		FROM (SELECT n, CASE WHEN n < 9 THEN 'Rare' ELSE 'Kiln' END || (n * 7919 %% 3001) AS name
			FROM (WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < %[3]d) SELECT n FROM many) AS many) AS named`, id, at, n))
}

// Every order in both directions, with and without a search, returns every user once, in order.
func TestAdminList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		addMany(t, db, 300)
		s := user.NewService(db, nil, time.Now)
		age := func(a, b *ent.User) int { return strings.Compare(a.ID.String(), b.ID.String()) }
		never := func(u *ent.User) time.Time {
			if u.LastActiveAt == nil {
				return time.Time{}
			}
			return *u.LastActiveAt
		}
		orders := map[string]func(a, b *ent.User) int{
			"":                 age,
			"username":         func(a, b *ent.User) int { return strings.Compare(a.UsernameKey, b.UsernameKey) },
			"reputation":       func(a, b *ent.User) int { return cmp.Compare(a.Reputation, b.Reputation) },
			"project_count":    func(a, b *ent.User) int { return cmp.Compare(a.ProjectCount, b.ProjectCount) },
			"forum_post_count": func(a, b *ent.User) int { return cmp.Compare(a.ForumPostCount, b.ForumPostCount) },
			"blog_post_count":  func(a, b *ent.User) int { return cmp.Compare(a.BlogPostCount, b.BlogPostCount) },
			"last_active":      func(a, b *ent.User) int { return never(a).Compare(never(b)) },
		}
		all := db.Client().User.Query().AllX(t.Context())
		for sort, compare := range orders {
			for _, order := range []string{"", adminlist.Ascending, adminlist.Descending} {
				for _, search := range []string{"", "@RARE", "kiln", "kiln1", "nobody"} {
					t.Run(fmt.Sprintf("%s/%s/%s", sort, order, search), func(t *testing.T) {
						var want []*ent.User
						for _, u := range all {
							if u.DeletedAt == nil &&
								strings.HasPrefix(u.UsernameKey, strings.ToLower(strings.TrimPrefix(search, "@"))) {
								want = append(want, u)
							}
						}
						descending := order == adminlist.Descending || order == "" && sort != "username"
						slices.SortFunc(want, func(a, b *ent.User) int {
							c := cmp.Or(compare(a, b), age(a, b))
							if descending {
								return -c
							}
							return c
						})
						q, got := adminlist.Query{Search: search, Sort: sort, Order: order, Size: 100}, 0
						for more := true; more; more = q.Token != "" {
							page, next, err := s.AdminList(t.Context(), q)
							must.NoError(t, err)
							for _, u := range page {
								if got >= len(want) || u.ID != want[got].ID {
									t.Fatalf("row %d is %s, want one of %d rows in order", got, u.Username, len(want))
								}
								got++
							}
							q.Token = next
						}
						if got != len(want) {
							t.Errorf("%d rows, want %d", got, len(want))
						}
					})
				}
			}
		}
		// A token belongs to its list.
		_, token, err := s.AdminList(t.Context(), adminlist.Query{Sort: "reputation", Size: 1})
		must.NoError(t, err)
		for _, q := range []adminlist.Query{{Sort: "reputation", Order: adminlist.Ascending}, {Sort: "username"},
			{Sort: "reputation", Search: "k"}} {
			q.Size, q.Token = 1, token
			if _, _, err := s.AdminList(t.Context(), q); fault.Of(err) == nil || fault.Of(err).Fields["cursor"] == "" {
				t.Errorf("the token of another list: %v", err)
			}
		}
	})
}
