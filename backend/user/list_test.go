package user_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/user"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// spec: call.users.top
func TestTop(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		if got, err := h.ListTopUsers(t.Context(), &pb.ListTopUsersRequest{}); err != nil || len(got.Users) != 0 ||
			got.NextPageToken != "" {
			t.Errorf("without users: %v, err %v", got, err)
		}
		for i, upvotes := range []int{0, 9, 3, 9, 100, 0, 3, 10, 9} {
			h.pass(time.Minute)
			h.addUser(t, fmt.Sprintf("m%d_%d", i, upvotes), func(c *ent.UserCreate) {
				c.SetUpvotesReceived(upvotes).SetEligibleUpvotesReceived(upvotes).SetDownvotesReceived(2).
					SetReputation(5*upvotes - 4).SetProjectCount(i)
			})
		}
		want := []string{"1 m4_100", "2 m7_10", "3 m8_9", "4 m3_9", "5 m1_9", "6 m6_3", "7 m2_3", "8 m5_0", "9 m0_0"}
		for size := int32(1); size <= 10; size++ {
			got, pages := allPages(t, func(token string) (items []string, next string, err error) {
				r, err := h.ListTopUsers(t.Context(), &pb.ListTopUsersRequest{PageSize: size, PageToken: token})
				for _, u := range r.GetUsers() {
					items = append(items, fmt.Sprintf("%d %s", u.Rank, u.Username))
				}
				return items, r.GetNextPageToken(), err
			})
			if !slices.Equal(got, want) {
				t.Errorf("pages of %d: %v, want %v", size, got, want)
			}
			if wanted := (9 + int(size) - 1) / int(size); pages != wanted {
				t.Errorf("%d pages of %d, want %d", pages, size, wanted)
			}
		}
		r, err := h.ListTopUsers(t.Context(), &pb.ListTopUsersRequest{PageSize: 1})
		must.NoError(t, err)
		u := r.Users[0]
		if u.VoteCount != 100 || u.TotalVotes != 102 || u.Reputation != 496 || u.ProjectCount != 4 ||
			u.ViberTag != "@m4_100" || uuid.Validate(u.Id) != nil {
			t.Errorf("first %v", u)
		}
	})
}

// spec: call2.active
func TestActive(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		// Times sort by value, not by their text with or without a fraction.
		for name, after := range map[string]time.Duration{
			"second": time.Second, "tenth": 100 * time.Millisecond, "hundredth": 110 * time.Millisecond,
			"micro": 100*time.Millisecond + time.Microsecond, "whole": 0, "day": 24 * time.Hour,
		} {
			h.addUser(t, name, func(c *ent.UserCreate) { c.SetLastActiveAt(start.Add(after)).SetForumPostCount(1) })
		}
		h.addUser(t, "never", func(c *ent.UserCreate) { c.SetForumPostCount(1) })
		h.addUser(t, "silent", func(c *ent.UserCreate) {
			c.SetLastActiveAt(start.Add(48 * time.Hour)).
				SetForumThreadCount(1)
		})
		want := []string{"day", "second", "hundredth", "micro", "tenth", "whole"}
		for size := int32(1); size <= 7; size++ {
			got, _ := allPages(t, func(token string) (items []string, next string, err error) {
				r, err := h.ListActiveUsers(t.Context(), &pb.ListActiveUsersRequest{PageSize: size, PageToken: token})
				for _, u := range r.GetUsers() {
					items = append(items, u.Username)
				}
				return items, r.GetNextPageToken(), err
			})
			if !slices.Equal(got, want) {
				t.Errorf("pages of %d: %v, want %v", size, got, want)
			}
		}
		r, err := h.ListActiveUsers(t.Context(), &pb.ListActiveUsersRequest{PageSize: 1})
		must.NoError(t, err)
		if got := r.Users[0].LastActiveAt.AsTime(); !got.Equal(start.Add(24 * time.Hour)) {
			t.Errorf("last active %v", got)
		}
	})
}

// spec: call2.user.activity
func TestActivity(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		ada, other := h.addUser(t, "ada", nil), h.addUser(t, "other", nil)
		at := func(d time.Duration) *time.Time { t := start.Add(d); return &t }
		h.addProject(t, ada, "Oldest", true, at(0))
		latest := h.addProject(t, ada, "Latest", true, at(3*time.Hour))
		h.addProject(t, ada, "Middle", true, at(time.Hour))
		h.addProject(t, ada, "Draft", false, nil)
		h.addProject(t, ada, "Withdrawn", false, at(2*time.Hour))
		h.addProject(t, other, "Others", true, at(2*time.Hour))

		list := func(t *testing.T, size int32, types ...pb.ActivityType) string {
			t.Helper()
			titles, _ := allPages(t, func(token string) (items []string, next string, err error) {
				// Even the owner does not see drafts here.
				r, err := h.ListUserActivity(as(t, ada), &pb.ListUserActivityRequest{Id: ada.ID.String(), Types: types,
					PageSize: size, PageToken: token})
				for _, a := range r.GetActivities() {
					items = append(items, a.Title)
				}
				return items, r.GetNextPageToken(), err
			})
			return strings.Join(titles, " ")
		}
		const all = "Latest Middle Oldest"
		for size := range int32(5) {
			if got := list(t, size); got != all {
				t.Errorf("pages of %d: %q, want %q", size, got, all)
			}
		}
		const (
			anything = pb.ActivityType_ACTIVITY_TYPE_UNSPECIFIED
			project  = pb.ActivityType_ACTIVITY_TYPE_PROJECT_CREATED
			post     = pb.ActivityType_ACTIVITY_TYPE_FORUM_POST
		)
		for _, tc := range []struct {
			name  string
			types []pb.ActivityType
			want  string
		}{
			{"Projects", []pb.ActivityType{project}, all},
			{"ProjectsAmongOthers", []pb.ActivityType{post, project}, all},
			{"OthersOnly", []pb.ActivityType{post, pb.ActivityType_ACTIVITY_TYPE_BLOG_COMMENT}, ""},
			{"UnspecifiedIsAny", []pb.ActivityType{post, anything}, all},
		} {
			t.Run("Filter"+tc.name, func(t *testing.T) {
				if got := list(t, 2, tc.types...); got != tc.want {
					t.Errorf("got %q, want %q", got, tc.want)
				}
			})
		}
		r, err := h.ListUserActivity(t.Context(), &pb.ListUserActivityRequest{Id: ada.ID.String(), PageSize: 1})
		must.NoError(t, err)
		got := r.Activities[0]
		if got.Id != latest.ID.String() || got.Type != project || got.Content != "The tagline of Latest" ||
			!got.CreatedAt.AsTime().Equal(*at(3 * time.Hour)) {
			t.Errorf("first %v", got)
		}
	})
}

// TestActivityMergesKinds lists entries of two kinds, some of the same time, in pages of every size.
func TestActivityMergesKinds(t *testing.T) {
	kind := func(name string, ids ...int) domain.Activity {
		return domain.Activity{Kind: name, List: func(_ context.Context, _ uuid.UUID, after *domain.ActivityPosition,
			limit int) ([]domain.ActivityEntry, error) {
			var entries []domain.ActivityEntry
			for _, n := range ids { // newest first: two of each hour
				e := domain.ActivityEntry{ID: uuid.UUID{15: byte(n)}, Title: fmt.Sprint(n),
					At: start.Add(time.Duration(n/2) * time.Hour)}
				if after != nil && (e.At.After(after.At) || e.At.Equal(after.At) &&
					bytes.Compare(e.ID[:], after.ID[:]) >= 0) {
					continue
				}
				if len(entries) < limit {
					entries = append(entries, e)
				}
			}
			return entries, nil
		}}
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		ada := h.addUser(t, "ada", nil)
		service := user.NewService(db, []domain.Activity{kind("project_created", 7, 5, 4, 0),
			kind("forum_post", 6, 3, 2, 1)}, h.clock)
		for _, tc := range []struct {
			kinds []string
			want  string
		}{
			{nil, "7 6 5 4 3 2 1 0"},
			{[]string{"forum_post"}, "6 3 2 1"},
			{[]string{"blog_post", "project_created"}, "7 5 4 0"},
		} {
			for size := 1; size < 10; size++ {
				titles, _ := allPages(t, func(token string) (items []string, next string, err error) {
					entries, next, err := service.Activity(t.Context(), ada.ID, tc.kinds, size, token)
					for _, e := range entries {
						items = append(items, e.Title)
					}
					return items, next, err
				})
				if got := strings.Join(titles, " "); got != tc.want {
					t.Errorf("%v in pages of %d: %s, want %s", tc.kinds, size, got, tc.want)
				}
			}
		}
	})
}

func TestProjects(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		ada, other := h.addUser(t, "ada", nil), h.addUser(t, "other", nil)
		admin := h.addUser(t, "admin", func(c *ent.UserCreate) { c.SetRole(auth.RoleAdmin) })
		h.addProject(t, ada, "First", true, &start)
		h.addProject(t, ada, "Draft", false, nil)
		h.addProject(t, other, "Others", true, &start)
		h.addProject(t, ada, "Last", true, &start)
		for _, tc := range []struct {
			name   string
			caller *ent.User
			want   string
		}{
			{"VisitorSeesNoDrafts", nil, "Last First"},
			{"StrangerSeesNoDrafts", other, "Last First"},
			{"OwnerSeesDrafts", ada, "Last Draft First"},
			{"AdminSeesDrafts", admin, "Last Draft First"},
		} {
			t.Run(tc.name, func(t *testing.T) {
				ctx := t.Context()
				if tc.caller != nil {
					ctx = as(t, tc.caller)
				}
				for size := range int32(4) {
					titles, _ := allPages(t, func(token string) (items []string, next string, err error) {
						r, err := h.ListUserProjects(ctx, &pb.ListUserProjectsRequest{Id: ada.ID.String(),
							PageSize: size, PageToken: token})
						for _, p := range r.GetProjects() {
							items = append(items, p.Title)
							if p.UserId != ada.ID.String() || p.GetAuthor().GetUsername() != "ada" {
								t.Errorf("%s belongs to %v", p.Title, p.Author)
							}
						}
						return items, r.GetNextPageToken(), err
					})
					if got := strings.Join(titles, " "); got != tc.want {
						t.Errorf("pages of %d: %q, want %q", size, got, tc.want)
					}
				}
			})
		}
	})
}

func TestFind(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		for _, name := range []string{"Ada", "ada_l", "adam", "adaz", "ADA9", "aca", "adb", "zoe"} {
			h.addUser(t, name, nil)
		}
		h.addUser(t, "adagone", func(c *ent.UserCreate) { c.SetDeletedAt(start) })
		for i := range 10 {
			h.addUser(t, fmt.Sprintf("many%d", i), nil)
		}
		for prefix, want := range map[string]string{
			"ada":   "Ada ADA9 ada_l adam adaz",
			"ADA_":  "ada_l", // the underscore is not a wildcard
			"adaz":  "adaz",
			"z":     "zoe",
			"zz":    "",
			"many":  "many0 many1 many2 many3 many4 many5 many6 many7",
			"many9": "many9",
		} {
			found, err := h.FindUsers(t.Context(), &pb.FindUsersRequest{Prefix: prefix})
			must.NoError(t, err)
			var names []string
			for _, u := range found.Users {
				names = append(names, u.Username)
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%q finds %q, want %q", prefix, got, want)
			}
		}
	})
}

type paged interface{ GetNextPageToken() string }

func TestPageTokensOfOtherLists(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h, ctx := newFixture(db), t.Context()
		first := h.addUser(t, "first", func(c *ent.UserCreate) { c.SetLastActiveAt(start).SetForumPostCount(1) })
		h.addUser(t, "second", func(c *ent.UserCreate) { c.SetLastActiveAt(start).SetForumPostCount(1) })
		for range 2 {
			h.addProject(t, first, "Project", true, &start)
		}
		id := first.ID.String()
		lists := []func(token string) (paged, error){
			func(token string) (paged, error) {
				return h.ListTopUsers(ctx, &pb.ListTopUsersRequest{PageSize: 1, PageToken: token})
			},
			func(token string) (paged, error) {
				return h.ListActiveUsers(ctx, &pb.ListActiveUsersRequest{PageSize: 1, PageToken: token})
			},
			func(token string) (paged, error) {
				return h.ListUserProjects(ctx, &pb.ListUserProjectsRequest{Id: id, PageSize: 1, PageToken: token})
			},
			func(token string) (paged, error) {
				return h.ListUserActivity(ctx, &pb.ListUserActivityRequest{Id: id, PageSize: 1, PageToken: token})
			},
		}
		for i, list := range lists {
			page, err := list("")
			must.NoError(t, err)
			for n, other := range lists {
				if _, err := other(page.GetNextPageToken()); n == i {
					must.NoError(t, err)
				} else {
					wantBadCursor(t, err)
				}
			}
			for _, token := range []string{"garbage", "e30", "bnVsbA"} { // two are JSON
				_, err := list(token)
				wantBadCursor(t, err)
			}
		}
	})
}
