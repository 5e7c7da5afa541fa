package account_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
)

func TestChangePassword(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, here := signintest.Register(t, s, "Ada")
		grace, others := signintest.Register(t, s, "Grace")
		_, elsewhere, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{})
		must.NoError(t, err)
		_, script, err := s.CreateToken(t.Context(), ada.ID, "script", 1)
		must.NoError(t, err)
		wrong := func(t *testing.T, current string) {
			t.Helper()
			err := signintest.ErrOf(s.ChangePassword(t.Context(), ada.ID, signintest.Caller(t, s, here.Token).SessionID,
				current, "changed", true))
			signintest.WantFault(t, err, fault.KindInvalid, "WRONG_PASSWORD", "The password is not correct")
			if field := fault.Of(err).Fields["currentPassword"]; field == "" || !auth.IsWrongPassword(err) {
				t.Errorf("fault %+v", fault.Of(err))
			}
		}
		t.Run("ErrWrongPasswordChangesNothing", func(t *testing.T) {
			wrong(t, "Vibecoding")
			if signintest.Caller(t, s, elsewhere.Token) == nil || signintest.Caller(t, s, script) == nil {
				t.Error("a refused change ended a session or a token")
			}
		})
		clock.Pass(time.Minute) // ids of the same millisecond have no order
		must.NoError(t, s.RequestPasswordReset(t.Context(), "ada@example.org"))
		mailed := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/reset-password")
		t.Run("EndsOtherSessionsAndKeepsTokensIfAsked", func(t *testing.T) {
			former := here.Token
			here, err = s.ChangePassword(t.Context(), ada.ID, signintest.Caller(t, s, former).SessionID, "vibecoding",
				"changed", false)
			must.NoError(t, err)
			if signintest.Caller(t, s, former) != nil {
				t.Error("the former token of the session is valid")
			}
			if signintest.Caller(t, s, here.Token) == nil || signintest.Caller(t, s, script) == nil ||
				signintest.Caller(t, s, others.Token) == nil {
				t.Error("the session of the request, tokens and the sessions of other users must stay")
			}
			if signintest.Caller(t, s, elsewhere.Token) != nil {
				t.Error("the other session is valid")
			}
		})
		t.Run("EndsResetLinks", func(t *testing.T) {
			invalidLink(t, signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), mailed, "from an old mail")))
		})
		t.Run("OnlyTheNewPasswordLogsIn", func(t *testing.T) {
			wrong(t, "vibecoding")
			_, _, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{})
			signintest.WantFault(t, err, fault.KindUnauthenticated, "INVALID_CREDENTIALS", "Invalid credentials")
			if _, _, err := s.Login(t.Context(), "Ada", "changed", access.Client{}); err != nil {
				t.Error(err)
			}
		})
		t.Run("EndsTokens", func(t *testing.T) {
			_, foreign, err := s.CreateToken(t.Context(), grace.ID, "script", 1)
			must.NoError(t, err)
			must.NoError(t, signintest.ErrOf(s.ChangePassword(t.Context(), ada.ID,
				signintest.Caller(t, s, here.Token).SessionID, "changed", "changed again", true)))
			if _, err := s.Authenticate(t.Context(), script); fault.Of(err) == nil {
				t.Errorf("access token after the change: err %v", err)
			}
			if signintest.Caller(t, s, foreign) == nil {
				t.Error("the token of another user ended")
			}
		})
	})
}

// If two changes with the same current password run at once, one succeeds, and the other gets a wrong-password fault.
func TestConcurrentPasswordChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		ada, here := signintest.Register(t, s, "Ada")
		kept := signintest.Caller(t, s, here.Token).SessionID
		signintest.Race(t, 2, 1, func(i int) error {
			changed := fmt.Sprint("changed by ", i)
			if err := signintest.ErrOf(s.ChangePassword(t.Context(), ada.ID, kept, "vibecoding", changed,
				true)); err != nil {
				return err
			}
			if _, _, err := s.Login(t.Context(), "Ada", changed, access.Client{}); err != nil {
				t.Errorf("the new password does not log in: %v", err)
			}
			return nil
		}, func(err error) {
			signintest.WantFault(t, err, fault.KindInvalid, "WRONG_PASSWORD", "The password is not correct")
		})
	})
}

// Concurrent logins with the old password must leave no session.
func TestChangePasswordDuringLogins(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		ada, here := signintest.Register(t, s, "Ada")
		kept := signintest.Caller(t, s, here.Token).SessionID
		var all sync.WaitGroup
		begun := make([]signin.Session, 8)
		for i := range begun {
			all.Go(func() {
				var err error
				if _, begun[i], err = s.Login(context.WithoutCancel(t.Context()), "Ada", "vibecoding",
					access.Client{}); err != nil && fault.Of(err) == nil {
					t.Error(err)
				}
			})
		}
		if err := signintest.ErrOf(s.ChangePassword(t.Context(), ada.ID, kept, "vibecoding", "changed",
			true)); err != nil {
			t.Error(err)
		}
		all.Wait()
		for _, session := range begun {
			if session.Token != "" && signintest.Caller(t, s, session.Token) != nil {
				t.Error("a session of the old password is valid")
			}
		}
		signintest.WantCounts(t, db, 1, 1)
	})
}
