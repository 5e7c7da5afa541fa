package moderation

import (
	"context"
	"slices"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/ent"
)

// told are the actions of admins that the user is told of.
var told = []string{audit.Hide, audit.Restore, audit.Delete, warn, suspend, ban, lift, "feature", "grant_admin", "revoke_admin"}

// notice tells a user what an admin has decided about the user or the user's content.
var notice = domain.Notice{
	Kind: "moderation", Email: true,
	On: func(e event.Event) bool {
		return e.Kind == event.Decided && len(e.To) == 1 && e.To[0] != e.Actor && slices.Contains(told, e.Detail)
	},
	Of: func(_ context.Context, _ *ent.Client, e event.Event) (*domain.Told, error) {
		// A warning is an email itself.
		return &domain.Told{SubjectID: e.Item.ID, Detail: e.Detail, NotByMail: e.Detail == warn, To: domain.ToUsers(e.To...)}, nil
	},
}
