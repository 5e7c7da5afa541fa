package account_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
)

func invalidLink(t *testing.T, err error) {
	t.Helper()
	signintest.WantFault(t, err, fault.KindInvalid, "INVALID_TOKEN",
		"This link is not valid any more. Please ask for a new one.")
}

func TestPasswordReset(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, first := signintest.Register(t, s, "Ada")
		_, others := signintest.Register(t, s, "Grace")
		_, script, err := s.CreateToken(t.Context(), ada.ID, "script", 30)
		must.NoError(t, err)
		ask := func(t *testing.T) string {
			t.Helper()
			clock.Pass(time.Hour)
			must.NoError(t, s.RequestPasswordReset(t.Context(), "ADA@example.org"))
			newest := signintest.Mails(t, db)[0]
			if newest.Recipient != "Ada@example.org" || newest.Subject != "Reset your password for UV Board" {
				t.Fatalf("mail to %s: %s", newest.Recipient, newest.Subject)
			}
			return signintest.TokenIn(t, newest, "/reset-password")
		}
		t.Run("SameAnswerTimeForUnknownAddresses", func(t *testing.T) {
			before := len(signintest.Mails(t, db))
			took := func(address string) time.Duration {
				clock.Pass(time.Hour)
				began := time.Now()
				must.NoError(t, s.RequestPasswordReset(t.Context(), address))
				return time.Since(began)
			}
			// Other processes can only slow a try down, so one of several must be fast enough.
			for tries := 1; ; tries++ {
				unknown, known := took("nobody@example.org"), took("ada@example.org")
				if unknown < 400*time.Millisecond || known < 400*time.Millisecond {
					t.Errorf("known %v, unknown %v", known, unknown)
				}
				if after := len(signintest.Mails(t, db)); after != before+tries {
					t.Errorf("%d mails, want %d more than %d", after, tries, before)
				}
				if known < 450*time.Millisecond {
					break
				}
				if tries == 10 {
					t.Fatalf("known %v, unknown %v", known, unknown)
				}
			}
		})
		t.Run("SetsThePasswordOnceAndEndsSessionsAndTokens", func(t *testing.T) {
			token := ask(t)
			must.NoError(t, signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), token, "changed")))
			if signintest.Caller(t, s, first.Token) != nil || signintest.Caller(t, s, others.Token) == nil {
				t.Error("all sessions of the user must end, and those of others must stay")
			}
			if _, err := s.Authenticate(t.Context(), script); fault.Of(err) == nil {
				t.Errorf("access token after the reset: err %v", err)
			}
			member, _, err := s.Login(t.Context(), "ada", "changed", access.Client{})
			if err != nil || member.EmailVerifiedAt == nil {
				t.Errorf("member %v, err %v", member, err)
			}
			invalidLink(t, signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), token, "changed again")))
		})
		t.Run("OnceWhenConcurrent", func(t *testing.T) {
			token := ask(t)
			signintest.Race(t, 6, 1,
				func(int) error { return signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), token, "raced")) },
				func(err error) { invalidLink(t, err) })
		})
		t.Run("ErrExpired", func(t *testing.T) {
			token := ask(t)
			clock.Pass(time.Hour)
			invalidLink(t, signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), token, "late")))
		})
		t.Run("ErrReplaced", func(t *testing.T) {
			older := ask(t)
			ask(t)
			invalidLink(t, signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), older, "older")))
		})
		t.Run("ErrOtherPurpose", func(t *testing.T) {
			token := ask(t)
			invalidLink(t, s.VerifyEmail(t.Context(), uuid.Nil, token))
			invalidLink(t, signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), "", "empty")))
		})
		t.Run("FiveMailsAnHour", func(t *testing.T) {
			clock.Pass(2 * time.Hour)
			before := len(signintest.Mails(t, db))
			must.Concurrently(t, 8, func(int) error { return s.RequestPasswordReset(t.Context(), "ada@example.org") })
			if after := len(signintest.Mails(t, db)); after != before+mailsPerHour {
				t.Errorf("%d mails, want %d more than %d", after, mailsPerHour, before)
			}
		})
	})
}

func TestVerifyEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, _ := signintest.Register(t, s, "Ada")
		verified := func(id uuid.UUID) bool {
			t.Helper()
			member, err := db.Client().User.Get(t.Context(), id)
			must.NoError(t, err)
			return member.EmailVerifiedAt != nil
		}
		t.Run("AtRegistrationAndRepeatedly", func(t *testing.T) {
			sent := signintest.Mails(t, db)
			if len(sent) != 1 || sent[0].Recipient != "Ada@example.org" ||
				sent[0].Subject != "Confirm your email for UV Board" || verified(ada.ID) {
				t.Fatalf("mails %v", sent)
			}
			token := signintest.TokenIn(t, sent[0], "/verify-email")
			for range 2 {
				if err := s.VerifyEmail(t.Context(), uuid.Nil, token); err != nil || !verified(ada.ID) {
					t.Errorf("err %v, verified %v", err, verified(ada.ID))
				}
			}
			if err := s.SendVerification(t.Context(), ada.ID); err != nil || len(signintest.Mails(t, db)) != 1 {
				t.Errorf("mailed again once verified, err %v", err)
			}
		})
		t.Run("ErrExpiredAndUnknown", func(t *testing.T) {
			clock.Pass(time.Second)
			grace, _ := signintest.Register(t, s, "Grace")
			token := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/verify-email")
			clock.Pass(7 * day)
			for _, wrong := range []string{token, "garbage", ""} {
				invalidLink(t, s.VerifyEmail(t.Context(), uuid.Nil, wrong))
			}
			for range mailsPerHour {
				clock.Pass(time.Second)
				must.NoError(t, s.SendVerification(t.Context(), grace.ID))
			}
			signintest.WantFault(t, s.SendVerification(t.Context(), grace.ID), fault.KindRateLimited, "RATE_LIMITED",
				"Too many requests. Please try again in 60 minutes.")
			if err := s.VerifyEmail(t.Context(), uuid.Nil, signintest.TokenIn(t, signintest.Mails(t, db)[0],
				"/verify-email")); err != nil || !verified(grace.ID) {
				t.Errorf("err %v", err)
			}
		})
	})
}
