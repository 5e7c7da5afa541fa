package account_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

const day = 24 * time.Hour

func TestSession(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := newClock()
		s := account.NewService(db, board, clock.now)
		member, _ := register(t, s, "Ada")
		login := func(t *testing.T, ended uuid.UUID) account.Session {
			t.Helper()
			_, session, err := s.Login(t.Context(), "Ada", "vibecoding", account.Client{SessionID: ended})
			must.NoError(t, err)
			return session
		}
		// known returns the session id of a token, or uuid.Nil.
		known := func(t *testing.T, token string) uuid.UUID {
			t.Helper()
			caller, err := s.Authenticate(t.Context(), token)
			must.NoError(t, err)
			if caller == nil {
				return uuid.Nil
			}
			if caller.UserID != member.ID || caller.SessionID == uuid.Nil {
				t.Errorf("caller %+v", caller)
			}
			return caller.SessionID
		}
		expiry := func(t *testing.T, id uuid.UUID) time.Time {
			t.Helper()
			row, err := db.Client().Session.Get(t.Context(), id)
			must.NoError(t, err)
			return row.ExpiresAt
		}

		t.Run("TokensAreStoredAsHashes", func(t *testing.T) {
			one, two := login(t, uuid.Nil), login(t, uuid.Nil)
			if len(one.Token) != 43 || one.Token == two.Token {
				t.Errorf("tokens %q and %q", one.Token, two.Token)
			}
			rows, err := db.Client().Session.Query().All(t.Context())
			must.NoError(t, err)
			for _, row := range rows {
				if len(row.TokenHash) != 64 || strings.Contains(row.TokenHash, one.Token) {
					t.Errorf("stored as %q", row.TokenHash)
				}
			}
		})
		t.Run("VisitorForInvalidTokens", func(t *testing.T) {
			for _, token := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("'", 43), strings.Repeat("A", 4096)} {
				if id := known(t, token); id != uuid.Nil {
					t.Errorf("token %.50q is session %v", token, id)
				}
			}
		})
		t.Run("ExpiresThirtyDaysAfterTheLastUse", func(t *testing.T) {
			session := login(t, uuid.Nil)
			id := known(t, session.Token)
			first := expiry(t, id)
			if want := clock.now().Add(30 * day).Truncate(time.Millisecond); !first.Equal(want) {
				t.Errorf("expires %v, want %v", first, want)
			}
			clock.pass(59 * time.Minute)
			if known(t, session.Token); !expiry(t, id).Equal(first) {
				t.Error("renewed within an hour")
			}
			clock.pass(2 * time.Minute)
			if known(t, session.Token); !expiry(t, id).Equal(clock.now().Add(30 * day).Truncate(time.Millisecond)) {
				t.Errorf("after an hour of use it expires %v", expiry(t, id))
			}
			clock.pass(30*day - time.Second)
			if known(t, session.Token) != id {
				t.Error("expired early")
			}
			clock.pass(30 * day)
			if known(t, session.Token) != uuid.Nil {
				t.Error("valid after thirty days without use")
			}
		})
		t.Run("ExpiresNinetyDaysAfterTheLogin", func(t *testing.T) {
			session := login(t, uuid.Nil)
			begun, end := clock.now(), clock.now().Add(90*day)
			if !session.CookieExpires.Equal(end.Truncate(time.Millisecond)) {
				t.Errorf("the cookie expires %v, want %v", session.CookieExpires, end)
			}
			id := known(t, session.Token)
			for clock.now().Sub(begun) < 89*day {
				clock.pass(day)
				known(t, session.Token)
			}
			if got := expiry(t, id); !got.Equal(end.Truncate(time.Millisecond)) {
				t.Errorf("in use for 89 days it expires %v, want %v", got, end)
			}
			renewed, err := s.StepUp(t.Context(), &auth.Caller{UserID: member.ID, SessionID: id}, "vibecoding", "")
			if must.NoError(t, err); !renewed.CookieExpires.Equal(end.Truncate(time.Millisecond)) {
				t.Errorf("after a proof the cookie expires %v, want %v", renewed.CookieExpires, end)
			}
			clock.pass(day)
			if known(t, renewed.Token) != uuid.Nil {
				t.Error("a session in use is valid after ninety days")
			}
		})
		t.Run("EndsAtLogout", func(t *testing.T) {
			one, two := login(t, uuid.Nil), login(t, uuid.Nil)
			kept := known(t, two.Token)
			for range 2 { // a second logout does nothing
				must.NoError(t, s.Logout(t.Context(), known(t, one.Token)))
			}
			if known(t, one.Token) != uuid.Nil || known(t, two.Token) != kept {
				t.Error("logout must end its own session and no other")
			}
		})
		t.Run("EndsWhenReplaced", func(t *testing.T) {
			one := login(t, uuid.Nil)
			two := login(t, known(t, one.Token))
			if known(t, one.Token) != uuid.Nil || known(t, two.Token) == uuid.Nil {
				t.Error("a second login in one browser must replace the first")
			}
		})
		t.Run("OldestEndsAfterAHundred", func(t *testing.T) {
			first := login(t, uuid.Nil)
			now := clock.now().UTC()
			write(t, db, func(ctx context.Context, tx *ent.Client) error {
				for i := range 99 {
					err := tx.Session.Create().SetID(store.NewID(now.Add(time.Duration(i+1) * time.Second))).
						SetTokenHash(uuid.NewString()).SetUserID(member.ID).SetCreatedAt(now).SetLastUsedAt(now).SetExpiresAt(now.Add(day)).Exec(ctx)
					if err != nil {
						return err
					}
				}
				return nil
			})
			clock.pass(2 * time.Minute)
			if known(t, first.Token) == uuid.Nil {
				t.Fatal("the first of a hundred has ended")
			}
			latest := login(t, uuid.Nil)
			if known(t, first.Token) != uuid.Nil || known(t, latest.Token) == uuid.Nil {
				t.Error("with one more the oldest must end, and only that")
			}
			if n := db.Client().Session.Query().CountX(t.Context()); n != 100 {
				t.Errorf("%d sessions, want 100", n)
			}
		})
	})
}
