package notification

import (
	"testing"
	"time"

	"github.com/google/uuid"

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
	decisions := moderation.NewService(nil, nil, mail.Named("UV Board", "https://board.example"), nil, time.Now)
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
		reason string
		want   string
	}{
		{"reply", 1, "", "", "ada replied in “Which cone?”"},
		{"reply", 2, "", "", "ada and 1 other replied in “Which cone?”"},
		{"mention", 1, "", "", "ada mentioned you in “Which cone?”"},
		{"followed_published", 1, "", "", "ada published “Which cone?”"},
		{"project_update", 1, "", "", "ada posted an update: “Which cone?”"},
		{"comment", 5, "", "", "ada and 4 others commented on “Which cone?”"},
		{"vote_milestone", 1, "1", "", "“Which cone?” has its first upvote"},
		{"vote_milestone", 1, "25", "", "“Which cone?” has 25 upvotes"},
		{"follower", 1, "", "", "ada follows you"},
		{"follower", 3, "", "", "ada and 2 others follow you"},
		{"moderation", 1, "hide", "", "A moderator hid “Which cone?”"},
		{"moderation", 1, "warn", "", "A moderator has warned you."},
		{"moderation", 1, "ban", "", "A moderator has banned your account."},
		{"security", 1, "login", "", "Somebody logged in to your account from a new browser."},
		{"security", 1, "passkey_removed", "", "A passkey of your account was removed."},
		{"moderation", 1, "hide", "Spam", "A moderator hid “Which cone?”\nReason: Spam" +
			"\nIf this is a mistake, you can appeal on its page."},
		{"moderation", 1, "refuse_appeal", "", "A moderator refused your appeal about “Which cone?”"},
		{"report", 1, "hide", "", "A moderator hid what you reported. Thank you."},
		{"report", 1, "dismiss", "", "A moderator looked at “Which cone?” and found nothing wrong."},
	} {
		n := &ent.Notification{Kind: c.kind, People: c.people, Detail: c.detail}
		n.Edges.Actor = &ent.User{Username: "ada", ViberTag: "@ada"}
		got := s.line(Entry{Notification: n, Target: domain.Target{Title: "Which cone?"}, Reason: c.reason})
		if got != c.want {
			t.Errorf("%s of %d, %q: %q, want %q", c.kind, c.people, c.detail, got, c.want)
		}
	}
	// The item is by the actor, or by somebody else, as the thread that a milestone is about.
	ada := &ent.User{ID: uuid.New(), Username: "ada"}
	reply := &ent.Notification{Kind: "reply", People: 2}
	reply.Edges.Actor = ada
	by := domain.Target{Title: "Which cone?", Owner: ada, Via: "Kiln bot"}
	if got := s.line(Entry{Notification: reply, Target: by}); got != "ada via Kiln bot and 1 other replied in “Which cone?”" {
		t.Errorf("via: %q", got)
	}
	by.Owner = &ent.User{ID: uuid.New()}
	if got := s.line(Entry{Notification: reply, Target: by}); got != "ada and 1 other replied in “Which cone?”" {
		t.Errorf("via of another's: %q", got)
	}
}
