package account_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
)

func TestSweep(t *testing.T) {
	const many = 620 // more than one step removes
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, first := signintest.Register(t, s, "Ada")
		clock.Pass(day)
		now := clock.Now().UTC()
		signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
			for range many {
				if err := tx.Session.Create().SetTokenHash(uuid.NewString()).SetUserID(ada.ID).
					SetCreatedAt(now.Add(-40 * day)).SetLastUsedAt(now.Add(-40 * day)).SetExpiresAt(now.Add(-10 * day)).
					Exec(ctx); err != nil {
					return err
				}
				if err := tx.SecurityEvent.Create().SetUserID(ada.ID).SetKind("login").
					SetCreatedAt(now.Add(-90*day - time.Second)).Exec(ctx); err != nil {
					return err
				}
				if err := tx.MailToken.Create().SetTokenHash(uuid.NewString()).SetUserID(ada.ID).
					SetPurpose("password_reset").
					SetCreatedAt(now.Add(-2 * day)).SetExpiresAt(now.Add(-time.Second)).Exec(ctx); err != nil {
					return err
				}
			}
			return nil
		})
		mailed := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/verify-email")
		must.NoError(t, s.Sweep(t.Context()))
		sessions, tokens := db.Client().Session.Query().CountX(t.Context()), db.Client().MailToken.Query().
			CountX(t.Context())
		if events := db.Client().SecurityEvent.Query().CountX(t.Context()); sessions != 1 || tokens != 1 ||
			events != 0 {
			t.Errorf("%d sessions, %d tokens and %d security events left, want 1, 1 and 0", sessions, tokens, events)
		}
		if signintest.Caller(t, s, first.Token) == nil {
			t.Error("a valid session was deleted")
		}
		if err := s.VerifyEmail(t.Context(), uuid.Nil, mailed); err != nil {
			t.Errorf("a valid token was deleted: %v", err)
		}
	})
}
