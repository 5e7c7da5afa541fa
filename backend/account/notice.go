package account

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/ent"
	"uvboard/ent/session"
)

// What users are told has happened to their accounts.
const (
	securedLogin    = "login" // from a new browser
	securedPassword = "password"
	securedEmail    = "email"
	securedToken    = "token"
	securedApp      = "app"

	securedPasskey     = "passkey"
	securedPasskeyGone = "passkey_removed"
)

// notice tells a user what has happened to the account.
var notice = domain.Notice{
	Kind: "security", Email: true,
	On: func(e event.Event) bool { return e.Kind == event.Secured },
	Of: func(_ context.Context, _ *ent.Client, e event.Event) (*domain.Told, error) {
		// An email to the old address says that the address has changed.
		return &domain.Told{SubjectID: e.Item.ID, Detail: e.Detail, NotByMail: e.Detail == securedEmail, To: domain.ToUsers(e.Item.ID)}, nil
	},
}

func (s *Service) emitSecured(ctx context.Context, tx *ent.Client, userID uuid.UUID, what string) error {
	return s.db.Emit(ctx, tx, event.Event{Kind: event.Secured, Item: event.Item{Type: Kind, ID: userID}, Detail: what})
}

// emitLogin emits a login unless a session of the user has the same browser.
func (s *Service) emitLogin(ctx context.Context, tx *ent.Client, userID uuid.UUID, client Client) error {
	had, err := tx.Session.Query().Where(session.UserID(userID)).Limit(maxSessions).Select(session.FieldUserAgent).Strings(ctx)
	if err != nil {
		return err
	}
	for _, agent := range had {
		if agent == shortUserAgent(client.UserAgent) {
			return nil
		}
	}
	return s.emitSecured(ctx, tx, userID, securedLogin)
}
