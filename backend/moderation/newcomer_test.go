package moderation

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// newcomer is a user whose texts are screened, with a clock that tests move.
type newcomer struct {
	db     *store.DB
	caller *auth.Caller
	clock  time.Time
	screen event.Listener
}

func newNewcomer(t *testing.T, db *store.DB, interval time.Duration) *newcomer {
	t.Helper()
	n := &newcomer{db: db, caller: &auth.Caller{Username: "newcomer"}, clock: time.Date(2026, 5, 1, 12, 0, 0, 0,
		time.UTC)}
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, "newcomer", "newcomer@example.com", "", n.clock).Save(ctx)
		if err == nil {
			n.caller.UserID = u.ID
		}
		return err
	}))
	n.screen = ScreenLinks(&url.URL{Scheme: "https", Host: "board.example"}, interval,
		func() time.Time { return n.clock })
	return n
}

// write screens the Markdown of a thread.
func (n *newcomer) write(ctx context.Context, thread uuid.UUID, source string) error {
	rendered, err := markdown.Render(ctx, source, markdown.Lookup{})
	if err != nil {
		return err
	}
	e := event.Event{Kind: event.Edited, Item: event.Item{Type: "forum_thread", ID: thread}, Actor: n.caller.UserID,
		Text: rendered}
	return n.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error { return n.screen.InTx(ctx, tx, e) })
}

func (n *newcomer) reports(t *testing.T) []*ent.Report {
	t.Helper()
	all, err := n.db.Client().Report.Query().All(t.Context())
	must.NoError(t, err)
	return all
}

const away = "See [this](HTTPS://elsewhere.example/buy)."

func TestFirstPostsWithLinksAreReported(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		n := newNewcomer(t, db, LinkInterval)
		for _, text := range []string{"None.", "https://board.example/projects", "HTTPS://Board.Example",
			"`https://elsewhere.example`", "[x](javascript:alert(1))", "![x](/uploads/x.png)"} {
			must.NoError(t, n.write(t.Context(), uuid.New(), text))
		}
		if got := n.reports(t); len(got) != 0 {
			t.Errorf("posts without links to other sites are reported: %v", got)
		}

		first := uuid.New()
		must.NoError(t, n.write(t.Context(), first, away))
		got := n.reports(t)
		if len(got) != 1 || got[0].UserID != nil || got[0].TargetID != first || got[0].TargetType != "forum_thread" ||
			got[0].Status != Open || got[0].Reason != "other" ||
			got[0].Details != "Reported automatically: post 1 of the first 3 with links to other sites by a new account." {
			t.Errorf("reports %v", got)
		}
		// An edit does not count as a new post.
		must.NoError(t, n.write(t.Context(), first, away+" Twice."))

		n.clock = n.clock.Add(LinkInterval - 61*time.Second)
		f := fault.Of(n.write(t.Context(), uuid.New(), away))
		if f == nil || f.Kind != fault.KindRateLimited || f.Code != "RATE_LIMITED" || f.RetryAfter != 61*time.Second ||
			f.Message != "New accounts can post links every 5 minutes. Please try again in 61 seconds." {
			t.Errorf("a second post within the interval: %+v", f)
		}
		must.NoError(t, n.write(t.Context(), uuid.New(), "No link, no wait."))
		n.clock = n.clock.Add(61 * time.Second)
		// links that an edit adds
		must.NoError(t, n.write(t.Context(), uuid.New(), "A text with https://elsewhere.example"))
		n.clock = n.clock.Add(LinkInterval)
		must.NoError(t, n.write(t.Context(), uuid.New(), away))
		for range 3 {
			must.NoError(t, n.write(t.Context(), uuid.New(), away))
		}
		if got := n.reports(t); len(got) != 3 {
			t.Errorf("%d reports, want 3", len(got))
		}
	})
}

func TestAdminsAreNotScreened(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		n := newNewcomer(t, db, LinkInterval)
		storetest.Exec(t, db, "UPDATE users SET is_admin = true")
		for range 2 {
			must.NoError(t, n.write(t.Context(), uuid.New(), away))
		}
		if got := n.reports(t); len(got) != 0 {
			t.Errorf("reports %v", got)
		}
	})
}

// Concurrent posts cannot bypass the limit. Without a limit, each of the first posts is reported once.
func TestSimultaneousPostsWithLinks(t *testing.T) {
	for _, tc := range []struct {
		name              string
		interval          time.Duration
		accepted, reports int
	}{{"Limited", LinkInterval, 1, 1}, {"Unlimited", 0, 8, 3}} {
		t.Run(tc.name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				n := newNewcomer(t, db, tc.interval)
				errs := make([]error, 8)
				must.Concurrently(t, len(errs), func(i int) error {
					errs[i] = n.write(t.Context(), uuid.New(), away)
					return nil
				})
				accepted := 0
				for _, err := range errs {
					if err == nil {
						accepted++
					} else if f := fault.Of(err); f == nil || !strings.Contains(f.Message, "5 minutes") {
						t.Error(err)
					}
				}
				if got := n.reports(t); accepted != tc.accepted || len(got) != tc.reports {
					t.Errorf("%d accepted and %d reported, want %d and %d", accepted, len(got), tc.accepted, tc.reports)
				}
			})
		})
	}
}

func TestPublishedLimits(t *testing.T) {
	for file, want := range map[string]string{
		"../../docs/limits.md": fmt.Sprintf(
			"| the first %d posts of a user with links to other sites | 1 | 1 every %.0f minutes |", linkPosts,
			LinkInterval.Minutes()),
		"../../webapp/src/features/pages/limits.ts": fmt.Sprintf("newAccount = { posts: %d, minutes: %.0f };",
			linkPosts, LinkInterval.Minutes()),
	} {
		text, err := os.ReadFile(file)
		must.NoError(t, err)
		if !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q", file, want)
		}
	}
}
