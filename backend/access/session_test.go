package access_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
)

const day = 24 * time.Hour

func TestSession(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		member, _ := signintest.Register(t, s, "Ada")
		login := func(t *testing.T, ended uuid.UUID) access.Session {
			t.Helper()
			_, session, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{SessionID: ended})
			must.NoError(t, err)
			return session.Session
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
			for _, token := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("'", 43),
				strings.Repeat("A", 4096)} {
				if id := known(t, token); id != uuid.Nil {
					t.Errorf("token %.50q is session %v", token, id)
				}
			}
		})
		t.Run("ExpiresThirtyDaysAfterTheLastUse", func(t *testing.T) {
			session := login(t, uuid.Nil)
			id := known(t, session.Token)
			first := expiry(t, id)
			if want := clock.Now().Add(30 * day).Truncate(time.Millisecond); !first.Equal(want) {
				t.Errorf("expires %v, want %v", first, want)
			}
			clock.Pass(59 * time.Minute)
			if known(t, session.Token); !expiry(t, id).Equal(first) {
				t.Error("renewed within an hour")
			}
			clock.Pass(2 * time.Minute)
			if known(t, session.Token); !expiry(t, id).Equal(clock.Now().Add(30 * day).Truncate(time.Millisecond)) {
				t.Errorf("after an hour of use it expires %v", expiry(t, id))
			}
			clock.Pass(30*day - time.Second)
			if known(t, session.Token) != id {
				t.Error("expired early")
			}
			clock.Pass(30 * day)
			if known(t, session.Token) != uuid.Nil {
				t.Error("valid after thirty days without use")
			}
		})
		t.Run("ExpiresNinetyDaysAfterTheLogin", func(t *testing.T) {
			session := login(t, uuid.Nil)
			begun, end := clock.Now(), clock.Now().Add(90*day)
			if !session.CookieExpires.Equal(end.Truncate(time.Millisecond)) {
				t.Errorf("the cookie expires %v, want %v", session.CookieExpires, end)
			}
			id := known(t, session.Token)
			for clock.Now().Sub(begun) < 89*day {
				clock.Pass(day)
				known(t, session.Token)
			}
			if got := expiry(t, id); !got.Equal(end.Truncate(time.Millisecond)) {
				t.Errorf("in use for 89 days it expires %v, want %v", got, end)
			}
			renewed, err := s.StepUp(t.Context(), &auth.Caller{UserID: member.ID, SessionID: id}, "vibecoding", "")
			if must.NoError(t, err); !renewed.CookieExpires.Equal(end.Truncate(time.Millisecond)) {
				t.Errorf("after a proof the cookie expires %v, want %v", renewed.CookieExpires, end)
			}
			clock.Pass(day)
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
			now := clock.Now().UTC()
			signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
				for i := range 99 {
					err := tx.Session.Create().SetID(store.NewID(now.Add(time.Duration(i+1) * time.Second))).
						SetTokenHash(uuid.NewString()).SetUserID(member.ID).SetCreatedAt(now).SetLastUsedAt(now).
						SetExpiresAt(now.Add(day)).Exec(ctx)
					if err != nil {
						return err
					}
				}
				return nil
			})
			clock.Pass(2 * time.Minute)
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

func TestListAndRevokeSessions(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, first := signintest.Register(t, s, "Ada")
		_, other := signintest.Register(t, s, "Grace")
		grace := signintest.Caller(t, s, other.Token)
		clock.Pass(day)
		const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
		from := func(addr string) context.Context {
			return auth.WithClient(t.Context(), auth.Client{Addr: netip.MustParseAddr(addr), UserAgent: agent})
		}
		_, second, err := s.Login(from("203.0.113.7"), "Ada", "vibecoding", access.Client{UserAgent: agent})
		must.NoError(t, err)
		one, here := signintest.Caller(t, s, first.Token).SessionID, signintest.Caller(t, s, second.Token)
		two := here.SessionID
		t.Run("LatestFirst", func(t *testing.T) {
			page, next, err := s.ListSessions(t.Context(), ada.ID, 1, "")
			if err != nil || len(page) != 1 || page[0].ID != two || page[0].UserAgent != "Firefox on Linux" ||
				page[0].Network != "203.0.113.0/24" || next == "" {
				t.Fatalf("first page %v, next %q, err %v", page, next, err)
			}
			page, next, err = s.ListSessions(t.Context(), ada.ID, 1, next)
			if err != nil || len(page) != 1 || page[0].ID != one || page[0].UserAgent != "" || page[0].Network != "" ||
				next != "" {
				t.Fatalf("second page %v, next %q, err %v", page, next, err)
			}
		})
		t.Run("ErrCursor", func(t *testing.T) {
			ofAnotherList, err := paging.Token("top", struct{ ID uuid.UUID }{one})
			must.NoError(t, err)
			for _, token := range []string{"garbage", ofAnotherList} {
				_, _, err := s.ListSessions(t.Context(), ada.ID, 1, token)
				signintest.WantFault(t, err, fault.KindInvalid, "VALIDATION_FAILED",
					"The cursor is not valid. Start again from the first page.")
			}
		})
		t.Run("ErrSessionOfAnotherUser", func(t *testing.T) {
			for _, id := range []uuid.UUID{one, uuid.New()} {
				signintest.WantFault(t, s.RevokeSession(t.Context(), grace, id), fault.KindNotFound,
					"SESSION_NOT_FOUND", "Session not found")
			}
		})
		t.Run("Revoke", func(t *testing.T) {
			must.NoError(t, s.RevokeSession(t.Context(), here, one))
			if signintest.Caller(t, s, first.Token) != nil || signintest.Caller(t, s, second.Token) == nil {
				t.Error("revoking must end its own session and no other")
			}
		})
		t.Run("ShowsWhereItWasLastUsed", func(t *testing.T) {
			for addr, want := range map[string]string{"198.51.100.9": "198.51.100.0/24",
				"2001:db8:1:2::3": "2001:db8:1::/48"} {
				clock.Pass(time.Hour)
				_, err := s.Authenticate(from(addr), second.Token)
				must.NoError(t, err)
				row := db.Client().Session.GetX(t.Context(), two)
				if row.Network != want || !row.LastUsedAt.Equal(clock.Now().Truncate(time.Millisecond)) {
					t.Errorf("last used from %s at %v, want %s", row.Network, row.LastUsedAt, want)
				}
			}
		})
		t.Run("RevokeOthers", func(t *testing.T) {
			clock.Pass(time.Hour)
			_, third, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{})
			must.NoError(t, err)
			former := second.Token
			second.Session, err = s.StepUp(t.Context(), here, "vibecoding", "")
			must.NoError(t, err)
			if signintest.Caller(t, s, former) != nil || signintest.Caller(t, s, second.Token).SessionID != two {
				t.Error("a proof must replace the token of the session")
			}
			if n, err := s.RevokeOtherSessions(t.Context(), here); err != nil || n != 1 {
				t.Errorf("%d ended, err %v", n, err)
			}
			if signintest.Caller(t, s, third.Token) != nil || signintest.Caller(t, s, second.Token) == nil ||
				signintest.Caller(t, s, other.Token) == nil {
				t.Error("only the other sessions of the user must end")
			}
		})
		t.Run("OmitsExpired", func(t *testing.T) {
			clock.Pass(31 * day)
			if page, _, err := s.ListSessions(t.Context(), ada.ID, 5, ""); err != nil || len(page) != 0 {
				t.Errorf("lists %v, err %v", page, err)
			}
		})
	})
}
