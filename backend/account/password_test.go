package account_test

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// caller returns the user of a token, nil for a visitor.
func caller(t *testing.T, s *account.Service, token string) *auth.Caller {
	t.Helper()
	found, err := s.Authenticate(t.Context(), token)
	must.NoError(t, err)
	return found
}

// errOf drops the result of a call.
func errOf[T any](_ T, err error) error { return err }

func TestChangePassword(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := newClock()
		s := account.NewService(db, board, clock.now)
		ada, here := register(t, s, "Ada")
		grace, others := register(t, s, "Grace")
		_, elsewhere, err := s.Login(t.Context(), "Ada", "vibecoding", account.Client{})
		must.NoError(t, err)
		_, script, err := s.CreateToken(t.Context(), ada.ID, "script", 1)
		must.NoError(t, err)
		wrong := func(t *testing.T, current string) {
			t.Helper()
			err := errOf(s.ChangePassword(t.Context(), ada.ID, caller(t, s, here.Token).SessionID, current, "changed", true))
			wantFault(t, err, fault.KindInvalid, "WRONG_PASSWORD", "The password is not correct")
			if field := fault.Of(err).Fields["currentPassword"]; field == "" || !auth.IsWrongPassword(err) {
				t.Errorf("fault %+v", fault.Of(err))
			}
		}
		t.Run("ErrWrongPasswordChangesNothing", func(t *testing.T) {
			wrong(t, "Vibecoding")
			if caller(t, s, elsewhere.Token) == nil || caller(t, s, script) == nil {
				t.Error("a refused change ended a session or a token")
			}
		})
		clock.pass(time.Minute) // ids of the same millisecond have no order
		must.NoError(t, s.RequestPasswordReset(t.Context(), "ada@example.org"))
		mailed := tokenIn(t, mails(t, db)[0], "/reset-password")
		t.Run("EndsOtherSessionsAndKeepsTokensIfAsked", func(t *testing.T) {
			former := here.Token
			here, err = s.ChangePassword(t.Context(), ada.ID, caller(t, s, former).SessionID, "vibecoding", "changed", false)
			must.NoError(t, err)
			if caller(t, s, former) != nil {
				t.Error("the former token of the session is valid")
			}
			if caller(t, s, here.Token) == nil || caller(t, s, script) == nil || caller(t, s, others.Token) == nil {
				t.Error("the session of the request, tokens and the sessions of other users must stay")
			}
			if caller(t, s, elsewhere.Token) != nil {
				t.Error("the other session is valid")
			}
		})
		t.Run("EndsResetLinks", func(t *testing.T) {
			invalidLink(t, errOf(s.ConfirmPasswordReset(t.Context(), mailed, "from an old mail")))
		})
		t.Run("OnlyTheNewPasswordLogsIn", func(t *testing.T) {
			wrong(t, "vibecoding")
			_, _, err := s.Login(t.Context(), "Ada", "vibecoding", account.Client{})
			wantFault(t, err, fault.KindUnauthenticated, "INVALID_CREDENTIALS", "Invalid credentials")
			if _, _, err := s.Login(t.Context(), "Ada", "changed", account.Client{}); err != nil {
				t.Error(err)
			}
		})
		t.Run("EndsTokens", func(t *testing.T) {
			_, foreign, err := s.CreateToken(t.Context(), grace.ID, "script", 1)
			must.NoError(t, err)
			must.NoError(t, errOf(s.ChangePassword(t.Context(), ada.ID, caller(t, s, here.Token).SessionID, "changed", "changed again", true)))
			if _, err := s.Authenticate(t.Context(), script); fault.Of(err) == nil {
				t.Errorf("access token after the change: err %v", err)
			}
			if caller(t, s, foreign) == nil {
				t.Error("the token of another user ended")
			}
		})
	})
}

// If two changes with the same current password run at once, one succeeds, and the other gets a wrong-password fault.
func TestConcurrentPasswordChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := account.NewService(db, board, newClock().now)
		ada, here := register(t, s, "Ada")
		kept := caller(t, s, here.Token).SessionID
		race(t, 2, 1, func(i int) error {
			changed := fmt.Sprint("changed by ", i)
			if err := errOf(s.ChangePassword(t.Context(), ada.ID, kept, "vibecoding", changed, true)); err != nil {
				return err
			}
			if _, _, err := s.Login(t.Context(), "Ada", changed, account.Client{}); err != nil {
				t.Errorf("the new password does not log in: %v", err)
			}
			return nil
		}, func(err error) { wantFault(t, err, fault.KindInvalid, "WRONG_PASSWORD", "The password is not correct") })
	})
}

// Concurrent logins with the old password must leave no session.
func TestChangePasswordDuringLogins(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := account.NewService(db, board, newClock().now)
		ada, here := register(t, s, "Ada")
		kept := caller(t, s, here.Token).SessionID
		var all sync.WaitGroup
		begun := make([]account.Session, 8)
		for i := range begun {
			all.Go(func() {
				var err error
				if _, begun[i], err = s.Login(context.WithoutCancel(t.Context()), "Ada", "vibecoding", account.Client{}); err != nil && fault.Of(err) == nil {
					t.Error(err)
				}
			})
		}
		if err := errOf(s.ChangePassword(t.Context(), ada.ID, kept, "vibecoding", "changed", true)); err != nil {
			t.Error(err)
		}
		all.Wait()
		for _, session := range begun {
			if session.Token != "" && caller(t, s, session.Token) != nil {
				t.Error("a session of the old password is valid")
			}
		}
		wantCounts(t, db, 1, 1)
	})
}

func TestListAndRevokeSessions(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := newClock()
		s := account.NewService(db, board, clock.now)
		ada, first := register(t, s, "Ada")
		_, other := register(t, s, "Grace")
		grace := caller(t, s, other.Token)
		clock.pass(day)
		const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
		from := func(addr string) context.Context {
			return auth.WithClient(t.Context(), auth.Client{Addr: netip.MustParseAddr(addr), UserAgent: agent})
		}
		_, second, err := s.Login(from("203.0.113.7"), "Ada", "vibecoding", account.Client{UserAgent: agent})
		must.NoError(t, err)
		one, here := caller(t, s, first.Token).SessionID, caller(t, s, second.Token)
		two := here.SessionID
		t.Run("LatestFirst", func(t *testing.T) {
			page, next, err := s.ListSessions(t.Context(), ada.ID, 1, "")
			if err != nil || len(page) != 1 || page[0].ID != two || page[0].UserAgent != "Firefox on Linux" || page[0].Network != "203.0.113.0/24" || next == "" {
				t.Fatalf("first page %v, next %q, err %v", page, next, err)
			}
			page, next, err = s.ListSessions(t.Context(), ada.ID, 1, next)
			if err != nil || len(page) != 1 || page[0].ID != one || page[0].UserAgent != "" || page[0].Network != "" || next != "" {
				t.Fatalf("second page %v, next %q, err %v", page, next, err)
			}
		})
		t.Run("ErrCursor", func(t *testing.T) {
			ofAnotherList, err := paging.Token("top", struct{ ID uuid.UUID }{one})
			must.NoError(t, err)
			for _, token := range []string{"garbage", ofAnotherList} {
				_, _, err := s.ListSessions(t.Context(), ada.ID, 1, token)
				wantFault(t, err, fault.KindInvalid, "VALIDATION_FAILED", "The cursor is not valid. Start again from the first page.")
			}
		})
		t.Run("ErrSessionOfAnotherUser", func(t *testing.T) {
			for _, id := range []uuid.UUID{one, uuid.New()} {
				wantFault(t, s.RevokeSession(t.Context(), grace, id), fault.KindNotFound, "SESSION_NOT_FOUND", "Session not found")
			}
		})
		t.Run("Revoke", func(t *testing.T) {
			must.NoError(t, s.RevokeSession(t.Context(), here, one))
			if caller(t, s, first.Token) != nil || caller(t, s, second.Token) == nil {
				t.Error("revoking must end its own session and no other")
			}
		})
		t.Run("ShowsWhereItWasLastUsed", func(t *testing.T) {
			for addr, want := range map[string]string{"198.51.100.9": "198.51.100.0/24", "2001:db8:1:2::3": "2001:db8:1::/48"} {
				clock.pass(time.Hour)
				_, err := s.Authenticate(from(addr), second.Token)
				must.NoError(t, err)
				row := db.Client().Session.GetX(t.Context(), two)
				if row.Network != want || !row.LastUsedAt.Equal(clock.now().Truncate(time.Millisecond)) {
					t.Errorf("last used from %s at %v, want %s", row.Network, row.LastUsedAt, want)
				}
			}
		})
		t.Run("RevokeOthers", func(t *testing.T) {
			clock.pass(time.Hour)
			_, third, err := s.Login(t.Context(), "Ada", "vibecoding", account.Client{})
			must.NoError(t, err)
			former := second.Token
			second, err = s.StepUp(t.Context(), here, "vibecoding", "")
			must.NoError(t, err)
			if caller(t, s, former) != nil || caller(t, s, second.Token).SessionID != two {
				t.Error("a proof must replace the token of the session")
			}
			if n, err := s.RevokeOtherSessions(t.Context(), here); err != nil || n != 1 {
				t.Errorf("%d ended, err %v", n, err)
			}
			if caller(t, s, third.Token) != nil || caller(t, s, second.Token) == nil || caller(t, s, other.Token) == nil {
				t.Error("only the other sessions of the user must end")
			}
		})
		t.Run("OmitsExpired", func(t *testing.T) {
			clock.pass(31 * day)
			if page, _, err := s.ListSessions(t.Context(), ada.ID, 5, ""); err != nil || len(page) != 0 {
				t.Errorf("lists %v, err %v", page, err)
			}
		})
	})
}
