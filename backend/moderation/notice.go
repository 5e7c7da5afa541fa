package moderation

import (
	"cmp"
	"context"
	"slices"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/ent"
)

// told are the actions of admins that the user is told of.
var told = []string{audit.Hide, audit.Restore, audit.Delete, warn, suspend, ban, lift, "feature", "grant_admin",
	"revoke_admin"}

// NoticeKind is the kind of notifications about decisions, which are mailed at once.
const NoticeKind = "moderation"

// notice tells a user what an admin has decided about the user or the user's content.
var notice = domain.Notice{
	Kind: NoticeKind, Email: true,
	On: func(e event.Event) bool {
		return e.Kind == event.Decided && len(e.To) == 1 && e.To[0] != e.Actor && slices.Contains(told, e.Detail)
	},
	Of: func(_ context.Context, _ *ent.Client, e event.Event) (*domain.Told, error) {
		// A warning is an email itself.
		return &domain.Told{SubjectID: e.Item.ID, Detail: e.Detail, NotByMail: e.Detail == warn,
			To: domain.ToUsers(e.To...)}, nil
	},
	Line: func(s domain.Said) string {
		return cmp.Or(decidedAboutUser[s.Detail], "A moderator "+cmp.Or(decided[s.Detail], "decided about")+" "+s.Title)
	},
}

// decided and decidedAboutUser are what a moderator did, by the action in the audit log.
var (
	decided = map[string]string{"hide": "hid", "restore": "restored", "delete": "deleted",
		"feature": "featured"}
	decidedAboutUser = map[string]string{
		"warn":         "A moderator has warned you.",
		"suspend":      "A moderator has suspended your account.",
		"ban":          "A moderator has banned your account.",
		"lift":         "Your suspension has been lifted.",
		"grant_admin":  "You are an admin now.",
		"revoke_admin": "You are no longer an admin.",
	}
)
