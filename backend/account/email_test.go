package account_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
)

// changer is a user who changes the email address.
type changer struct {
	t      *testing.T
	db     *store.DB
	clock  *signintest.Clock
	s      *signin.Service
	member *ent.User
}

// newChanger registers a user and confirms the address.
func newChanger(t *testing.T, db *store.DB, username string) changer {
	t.Helper()
	clock := signintest.NewClock()
	c := changer{t, db, clock, signin.NewService(db, signintest.Board, clock.Now), nil}
	c.member, _ = signintest.Register(t, c.s, username)
	must.NoError(t, c.s.VerifyEmail(t.Context(), uuid.Nil, signintest.TokenIn(t, signintest.Mails(t, db)[0],
		"/verify-email")))
	clock.Pass(2 * time.Hour)
	return c
}

func (c changer) row() *ent.User {
	c.t.Helper()
	row, err := c.db.Client().User.Get(c.t.Context(), c.member.ID)
	must.NoError(c.t, err)
	return row
}

func (c changer) wantAddress(email, waiting string) {
	c.t.Helper()
	if row := c.row(); row.Email != email || row.EmailKey != account.Key(email) || row.NewEmail != waiting ||
		row.EmailVerifiedAt == nil {
		c.t.Errorf("address %q (%s), new %q, verified %v; want %q, new %q", row.Email, row.EmailKey, row.NewEmail,
			row.EmailVerifiedAt, email, waiting)
	}
}

// ask requests a new address and returns the token mailed there.
func (c changer) ask(address string) string {
	c.t.Helper()
	c.clock.Pass(time.Hour)
	must.NoError(c.t, c.s.ChangeEmail(c.t.Context(), c.member.ID, address, "vibecoding"))
	return c.linkTo(address)
}

// linkTo returns the token of the newest mail, which must be to that address.
func (c changer) linkTo(address string) string {
	c.t.Helper()
	newest := signintest.Mails(c.t, c.db)[0]
	if newest.Recipient != address || newest.Subject != "Your new email for UV Board" {
		c.t.Fatalf("mail to %s: %s", newest.Recipient, newest.Subject)
	}
	return signintest.TokenIn(c.t, newest, "/verify-email")
}

func TestChangeEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChanger(t, db, "Ada")
		ctx := t.Context()
		t.Run("ErrWrongPassword", func(t *testing.T) {
			before := len(signintest.Mails(t, db))
			err := c.s.ChangeEmail(ctx, c.member.ID, "new@example.org", "Vibecoding")
			signintest.WantFault(t, err, fault.KindInvalid, "WRONG_PASSWORD", "The password is not correct")
			if fault.Of(err).Fields["password"] == "" || !auth.IsWrongPassword(err) ||
				len(signintest.Mails(t, db)) != before {
				t.Errorf("fault %+v, %d mails before and %d after", fault.Of(err), before, len(signintest.Mails(t, db)))
			}
			c.wantAddress("Ada@example.org", "")
		})
		t.Run("ErrSameAddress", func(t *testing.T) {
			signintest.WantFault(t, c.s.ChangeEmail(ctx, c.member.ID, "Ada@example.org", "vibecoding"),
				fault.KindInvalid, "VALIDATION_FAILED", "This is the address your account has already")
		})
		t.Run("ChangesWhenConfirmedAndTellsTheOldAddress", func(t *testing.T) {
			token := c.ask("New@Example.org")
			c.wantAddress("Ada@example.org", "New@Example.org")
			c.clock.Pass(time.Minute) // ids of the same millisecond have no order
			must.NoError(t, c.s.RequestPasswordReset(ctx, "ada@example.org"))
			reset := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/reset-password")
			c.clock.Pass(time.Minute)
			for range 2 { // a second click succeeds
				must.NoError(t, c.s.VerifyEmail(ctx, uuid.Nil, token))
			}
			c.wantAddress("New@Example.org", "")
			notice := signintest.Mails(t, db)[0]
			if notice.Recipient != "Ada@example.org" || notice.UserID != nil ||
				notice.Subject != "Your email for UV Board has changed" ||
				!strings.Contains(notice.Text, "New@Example.org") ||
				!strings.Contains(notice.Text, "https://board.example/contact") {
				t.Errorf("mail to %s of %v: %s\n%s", notice.Recipient, notice.UserID, notice.Subject, notice.Text)
			}
			invalidLink(t, signintest.ErrOf(c.s.ConfirmPasswordReset(ctx, reset, "from the old address")))
		})
		t.Run("ChangeOfCaseIsNotMailed", func(t *testing.T) {
			token := c.ask("new@example.org")
			before := len(signintest.Mails(t, db))
			must.NoError(t, c.s.VerifyEmail(ctx, uuid.Nil, token))
			c.wantAddress("new@example.org", "")
			if after := len(signintest.Mails(t, db)); after != before {
				t.Errorf("%d mails, want %d", after, before)
			}
		})
		t.Run("NewChangeReplacesTheOld", func(t *testing.T) {
			first := c.ask("first@example.org")
			second := c.ask("second@example.org")
			invalidLink(t, c.s.VerifyEmail(ctx, uuid.Nil, first))
			c.wantAddress("new@example.org", "second@example.org")
			must.NoError(t, c.s.VerifyEmail(ctx, uuid.Nil, second))
			c.wantAddress("second@example.org", "")
			c.ask("third@example.org")
			// otherwise a used token would confirm the third address
			invalidLink(t, c.s.VerifyEmail(ctx, uuid.Nil, second))
			c.wantAddress("second@example.org", "third@example.org")
		})
		t.Run("ResendAndCancel", func(t *testing.T) {
			first := c.ask("again@example.org")
			c.clock.Pass(time.Minute)
			must.NoError(t, c.s.SendVerification(ctx, c.member.ID))
			again := c.linkTo("again@example.org")
			invalidLink(t, c.s.VerifyEmail(ctx, uuid.Nil, first))
			for range 2 {
				must.NoError(t, c.s.CancelEmailChange(ctx, c.member.ID))
			}
			invalidLink(t, c.s.VerifyEmail(ctx, uuid.Nil, again))
			c.wantAddress("second@example.org", "")
		})
		t.Run("ErrExpired", func(t *testing.T) {
			token := c.ask("late@example.org")
			c.clock.Pass(7 * day)
			invalidLink(t, c.s.VerifyEmail(ctx, uuid.Nil, token))
			c.wantAddress("second@example.org", "late@example.org")
		})
		t.Run("EndsWithAPasswordReset", func(t *testing.T) {
			token := c.ask("before@example.org")
			c.clock.Pass(time.Minute)
			must.NoError(t, c.s.RequestPasswordReset(ctx, "second@example.org"))
			must.NoError(t, signintest.ErrOf(c.s.ConfirmPasswordReset(ctx,
				signintest.TokenIn(t, signintest.Mails(t, db)[0], "/reset-password"), "vibecoding")))
			invalidLink(t, c.s.VerifyEmail(ctx, uuid.Nil, token))
			c.wantAddress("second@example.org", "")
		})
		t.Run("EndsWithAChangeOfPassword", func(t *testing.T) {
			token := c.ask("before@example.org")
			_, session, err := c.s.Login(ctx, "Ada", "vibecoding", access.Client{})
			must.NoError(t, err)
			must.NoError(t, signintest.ErrOf(c.s.ChangePassword(ctx, c.member.ID,
				signintest.Caller(t, c.s, session.Token).SessionID, "vibecoding", "vibecoding", true)))
			invalidLink(t, c.s.VerifyEmail(ctx, uuid.Nil, token))
			c.wantAddress("second@example.org", "")
		})
		t.Run("ErrTooManyMails", func(t *testing.T) {
			c.clock.Pass(2 * time.Hour)
			for i := range mailsPerHour {
				must.NoError(t, c.s.ChangeEmail(ctx, c.member.ID, fmt.Sprintf("many%d@example.org", i), "vibecoding"))
			}
			signintest.WantFault(t, c.s.ChangeEmail(ctx, c.member.ID, "many@example.org", "vibecoding"),
				fault.KindRateLimited, "RATE_LIMITED", "Too many requests. Please try again in 60 minutes.")
			c.wantAddress("second@example.org", "many4@example.org") // the refused change changed nothing
		})
	})
}

// An address that was never confirmed may be a stranger's.
func TestChangeUnconfirmedEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		c := changer{t, db, clock, signin.NewService(db, signintest.Board, clock.Now), nil}
		c.member, _ = signintest.Register(t, c.s, "Ada")
		mistyped := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/verify-email")
		must.NoError(t, c.s.VerifyEmail(t.Context(), uuid.Nil, c.ask("right@example.org")))
		c.wantAddress("right@example.org", "")
		if sent := signintest.Mails(t, db); len(sent) != 2 {
			t.Errorf("%d mails, want none to the unconfirmed address", len(sent))
		}
		invalidLink(t, c.s.VerifyEmail(t.Context(), uuid.Nil, mistyped))
	})
}

func TestChangeEmailToATakenAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChanger(t, db, "Ada")
		grace, _ := signintest.Register(t, c.s, "Grace")
		c.clock.Pass(time.Minute)
		t.Run("TellsOnlyTheUserWhoHasIt", func(t *testing.T) {
			must.NoError(t, c.s.ChangeEmail(t.Context(), c.member.ID, "GRACE@example.org", "vibecoding"))
			c.wantAddress("Ada@example.org", "GRACE@example.org")
			notice := signintest.Mails(t, db)[0]
			// The export of the requester must not differ from that of a free address.
			if notice.UserID == nil || *notice.UserID != c.member.ID || notice.Recipient != "GRACE@example.org" ||
				notice.Subject != "Your new email for UV Board" {
				t.Errorf("mail to %s of %v: %s", notice.Recipient, notice.UserID, notice.Subject)
			}
			if strings.Contains(notice.Text, "token=") || !strings.Contains(notice.Text, "Hi Grace,") ||
				!strings.Contains(notice.Text, "Ada") {
				t.Errorf("it says\n%s", notice.Text)
			}
		})
		t.Run("MailsALinkOnceItIsFree", func(t *testing.T) {
			must.NoError(t, c.s.Delete(t.Context(), grace.ID, "vibecoding", account.Erase))
			c.clock.Pass(time.Minute)
			must.NoError(t, c.s.SendVerification(t.Context(), c.member.ID))
			must.NoError(t, c.s.VerifyEmail(t.Context(), uuid.Nil, c.linkTo("GRACE@example.org")))
			c.wantAddress("GRACE@example.org", "")
		})
	})
}

// If several users confirm the same address at once, the constraint lets one succeed.
func TestConcurrentEmailChanges(t *testing.T) {
	const tries = 8
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		tokens := make([]string, tries)
		for i := range tokens {
			member, _ := signintest.Register(t, s, fmt.Sprintf("racer%d", i))
			clock.Pass(time.Hour) // below the limit of mails
			must.NoError(t, s.ChangeEmail(t.Context(), member.ID, []string{"one@example.org", "ONE@example.org"}[i%2],
				"vibecoding"))
			tokens[i] = signintest.TokenIn(t, signintest.Mails(t, db)[0], "/verify-email")
		}
		signintest.Race(t, tries+1, 1, func(i int) error {
			if i < tries {
				return s.VerifyEmail(t.Context(), uuid.Nil, tokens[i])
			}
			_, _, err := s.Register(t.Context(), account.Registration{Username: "newcomer", Email: "One@example.org",
				Password: "vibecoding"}, access.Client{})
			return err
		}, func(err error) {
			if f := fault.Of(err); f == nil || f.Kind != fault.KindConflict || f.Code != "EMAIL_TAKEN" {
				t.Errorf("error %v, want EMAIL_TAKEN", err)
			}
		})
	})
}

// Confirming a change while it is canceled or replaced must not set the canceled address.
func TestConfirmDuringCancel(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChanger(t, db, "Ada")
		for i := range 10 {
			was := c.row().Email
			token := c.ask(fmt.Sprintf("first%d@example.org", i))
			var all sync.WaitGroup
			var verified error
			all.Go(func() { verified = c.s.VerifyEmail(t.Context(), uuid.Nil, token) })
			all.Go(func() {
				if i%2 == 0 {
					if err := c.s.CancelEmailChange(t.Context(), c.member.ID); err != nil {
						t.Error(err)
					}
				} else if err := c.s.ChangeEmail(t.Context(), c.member.ID, fmt.Sprintf("second%d@example.org", i),
					"vibecoding"); err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			want := was
			if verified == nil {
				want = fmt.Sprintf("first%d@example.org", i)
			} else {
				invalidLink(t, verified)
			}
			if got := c.row().Email; got != want {
				t.Errorf("address %s, want %s (%v)", got, want, verified)
			}
		}
	})
}

// Several users together must not flood a stranger's mailbox.
func TestMailsToOneAddressAreLimited(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		for i := range 3 {
			member, _ := signintest.Register(t, s, fmt.Sprintf("gang%d", i))
			for range 3 {
				must.NoError(t, s.ChangeEmail(t.Context(), member.ID,
					[]string{"victim@example.org", "Victim@example.org"}[i%2], "vibecoding"))
			}
		}
		n, err := db.Client().Mail.Query().Where(entmail.RecipientEqualFold("victim@example.org")).Count(t.Context())
		if err != nil || n != mailsPerHour {
			t.Errorf("%d mails, err %v", n, err)
		}
	})
}
