package notification

import (
	"testing"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/follow"
	"uvboard/backend/forum"
	"uvboard/backend/moderation"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/mail"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// TestLine has the same cases as webapp/src/features/notification/words.test.ts.
func TestLine(t *testing.T) {
	s := &Service{}
	decisions := moderation.NewService(nil, nil, mail.Named("UV Board", "https://board.example"), time.Now)
	for _, d := range []domain.Domain{
		forum.Domain(&forum.Service{}), vote.Domain(&vote.Service{}), follow.Domain(&follow.Service{}),
		moderation.Domain(decisions, event.Listener{}), access.Domain(&access.Service{}),
	} {
		s.notices = append(s.notices, d.Notices...)
	}
	for _, c := range []struct {
		kind   string
		people int
		detail string
		want   string
	}{
		{"reply", 1, "", "ada replied in “Which cone?”"},
		{"reply", 2, "", "ada and 1 other replied in “Which cone?”"},
		{"mention", 1, "", "ada mentioned you in “Which cone?”"},
		{"followed_published", 1, "", "ada published “Which cone?”"},
		{"project_update", 1, "", "ada posted an update: “Which cone?”"},
		{"comment", 5, "", "ada and 4 others commented on “Which cone?”"},
		{"vote_milestone", 1, "1", "“Which cone?” has its first upvote"},
		{"vote_milestone", 1, "25", "“Which cone?” has 25 upvotes"},
		{"follower", 1, "", "ada follows you"},
		{"follower", 3, "", "ada and 2 others follow you"},
		{"moderation", 1, "hide", "A moderator hid “Which cone?”"},
		{"moderation", 1, "warn", "A moderator has warned you."},
		{"moderation", 1, "ban", "A moderator has banned your account."},
		{"security", 1, "login", "Somebody logged in to your account from a new browser."},
		{"security", 1, "passkey_removed", "A passkey of your account was removed."},
	} {
		n := &ent.Notification{Kind: c.kind, People: c.people, Detail: c.detail}
		n.Edges.Actor = &ent.User{Username: "ada", ViberTag: "@ada"}
		if got := s.line(Entry{n, domain.Target{Title: "Which cone?"}}); got != c.want {
			t.Errorf("%s of %d, %q: %q, want %q", c.kind, c.people, c.detail, got, c.want)
		}
	}
}
