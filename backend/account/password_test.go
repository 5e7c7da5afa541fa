package account_test

import (
	"context"
	"fmt"
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
			err := s.ChangePassword(t.Context(), ada.ID, caller(t, s, here.Token).SessionID, current, "changed", true)
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
			must.NoError(t, s.ChangePassword(t.Context(), ada.ID, caller(t, s, here.Token).SessionID, "vibecoding", "changed", false))
			if caller(t, s, here.Token) == nil || caller(t, s, script) == nil || caller(t, s, others.Token) == nil {
				t.Error("the session of the request, tokens and the sessions of other users must stay")
			}
			if caller(t, s, elsewhere.Token) != nil {
				t.Error("the other session is valid")
			}
		})
		t.Run("EndsResetLinks", func(t *testing.T) {
			invalidLink(t, s.ConfirmPasswordReset(t.Context(), mailed, "from an old mail"))
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
			must.NoError(t, s.ChangePassword(t.Context(), ada.ID, caller(t, s, here.Token).SessionID, "changed", "changed again", true))
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
			if err := s.ChangePassword(t.Context(), ada.ID, kept, "vibecoding", changed, true); err != nil {
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
		if err := s.ChangePassword(t.Context(), ada.ID, kept, "vibecoding", "changed", true); err != nil {
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
		grace, _ := register(t, s, "Grace")
		clock.pass(day)
		_, second, err := s.Login(t.Context(), "Ada", "vibecoding", account.Client{UserAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"})
		must.NoError(t, err)
		one, two := caller(t, s, first.Token).SessionID, caller(t, s, second.Token).SessionID
		t.Run("LatestFirst", func(t *testing.T) {
			page, next, err := s.ListSessions(t.Context(), ada.ID, 1, "")
			if err != nil || len(page) != 1 || page[0].ID != two || page[0].UserAgent != "Firefox on Linux" || next == "" {
				t.Fatalf("first page %v, next %q, err %v", page, next, err)
			}
			page, next, err = s.ListSessions(t.Context(), ada.ID, 1, next)
			if err != nil || len(page) != 1 || page[0].ID != one || page[0].UserAgent != "" || next != "" {
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
				wantFault(t, s.RevokeSession(t.Context(), grace.ID, id), fault.KindNotFound, "SESSION_NOT_FOUND", "Session not found")
			}
		})
		t.Run("Revoke", func(t *testing.T) {
			must.NoError(t, s.RevokeSession(t.Context(), ada.ID, one))
			if caller(t, s, first.Token) != nil || caller(t, s, second.Token) == nil {
				t.Error("revoking must end its own session and no other")
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
