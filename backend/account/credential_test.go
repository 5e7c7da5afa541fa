package account_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/oauth"
	"uvboard/backend/signin/passkeytest"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
)

// givesAccess are the tables of users whose rows open an account, act for it, let others in or tell others what it
// holds.
var givesAccess = []string{
	"access_tokens", "authenticators", "connected_apps", "identities", "invitations", "passkeys", "push_subscriptions",
	"sessions", "webhooks",
}

// givesNone are all other tables of users: content, records, and tokens that only the owner of the address gets.
var givesNone = []string{
	"appeals", "approvals", "audit_entries", "blog_comments", "blog_posts", "collections", "contact_messages",
	"donations",
	"feedback_requests", "follows",
	"forum_channels",
	"forum_posts", "forum_reads", "forum_threads", "forum_watches", "generations", "mail_tokens", "mails", "mutes",
	"notification_preferences", "notifications", "project_updates", "projects", "publish_requests",
	"reports", "reviews", "ring_members",
	"saved_items",
	"security_events", "traces", "upload_tickets", "uploads", "votes",
}

// A new table of users must say whether it gives access: what does, ends when the owner of the address takes the
// account.
func TestEveryTableOfUsersIsClassified(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	rows, err := db.Client().
		QueryContext(t.Context(), `SELECT DISTINCT m.name FROM sqlite_master m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND f."table" = 'users' ORDER BY m.name`)
	must.NoError(t, err)
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		must.NoError(t, rows.Scan(&name))
		tables = append(tables, name)
	}
	must.NoError(t, rows.Err())
	want := slices.Sorted(slices.Values(append(slices.Clone(givesAccess), givesNone...)))
	if !slices.Equal(tables, want) {
		t.Errorf("tables that refer to users:\n%q\nclassified here:\n%q", tables, want)
	}
}

// stranger is somebody who has made an account with another person's address, and attached all there is to it.
type stranger struct {
	t      *testing.T
	db     *store.DB
	clock  *signintest.Clock
	s      *signin.Service
	member *ent.User
	token  string // of the session
}

func newStranger(t *testing.T, db *store.DB, username string) *stranger {
	t.Helper()
	clock := signintest.NewClock()
	a := &stranger{t, db, clock, signintest.WithPasskeys(db, clock.Now), nil, ""}
	member, started := signintest.Register(t, a.s, username)
	a.member, a.token = member, started.Token
	return a
}

// attach attaches a row of each table in givesAccess.
func (a *stranger) attach() {
	a.t.Helper()
	t, s, ctx := a.t, a.s, a.t.Context()
	here := signintest.Caller(t, s, a.token)
	must.NoError(t, signintest.ErrOf(s.Link(ctx, here, "kiln", oauth.Person{Subject: "stranger", Username: "mallory"})))
	signintest.AddPasskey(t, s, here, passkeytest.New())
	key, err := s.CreateTotp(ctx, here)
	must.NoError(t, err)
	code, err := totp.GenerateCode(key.Secret(), a.clock.Now())
	must.NoError(t, err)
	must.NoError(t, signintest.ErrOf(s.ConfirmTotp(ctx, here, code)))
	_, _, err = s.CreateToken(ctx, a.member.ID, "script", 30)
	must.NoError(t, err)
	app := signintest.RegisterApp(t, s)
	must.NoError(t, signintest.ErrOf(s.Exchange(ctx, app, signintest.CodeOf(t, s, a.member, signintest.Asks(app)),
		signintest.Callback, signintest.Verifier)))
	_, _, err = s.CreateInvitation(ctx, a.member.ID)
	must.NoError(t, err)
	signintest.Write(t, a.db, func(ctx context.Context, tx *ent.Client) error {
		return tx.PushSubscription.Create().SetID(store.NewID(a.clock.Now())).SetUserID(a.member.ID).
			SetSessionID(here.SessionID).
			SetEndpoint("https://push.example/" + a.member.Username).SetP256dh("key").SetAuth("auth").
			SetCreatedAt(a.clock.Now()).Exec(ctx)
	})
	a.clock.Pass(2 * time.Hour) // mails are limited
}

// attached are the tables with rows of the account. Webhooks end by the event Reclaimed, which package webhook tests.
func (a *stranger) attached() (tables []string) {
	a.t.Helper()
	for _, table := range givesAccess {
		var n int
		query := fmt.Sprintf("SELECT COUNT(*) FROM %s WHERE user_id = '%s'", table, a.member.ID)
		must.NoError(a.t, store.QueryRow(a.t.Context(), a.db.Client(), query, &n))
		if n > 0 {
			tables = append(tables, table)
		}
	}
	return tables
}

// reset sets a new password by the mail to an address.
func (a *stranger) reset(address string) account.Reset {
	a.t.Helper()
	a.clock.Pass(time.Hour)
	must.NoError(a.t, a.s.RequestPasswordReset(a.t.Context(), address))
	reset, err := a.s.ConfirmPasswordReset(a.t.Context(), signintest.TokenIn(a.t, signintest.Mails(a.t, a.db)[0],
		"/reset-password"), "rosebud-7")
	must.NoError(a.t, err)
	return reset
}

func kinds(all []account.Credential) string {
	var names []string
	for _, c := range all {
		names = append(names, enumname.Of(c.Kind)+" "+c.Name)
	}
	return strings.Join(names, ", ")
}

const all = "access_tokens authenticators connected_apps identities invitations passkeys push_subscriptions sessions"

func TestAccountsGoToTheOwnerOfTheAddress(t *testing.T) {
	mailed := func(a *stranger) string {
		return signintest.TokenIn(a.t, signintest.Mails(a.t, a.db)[0], "/verify-email")
	}
	const kept = "identity kiln: mallory, passkey Kiln phone, totp "
	tests := []struct {
		name string
		// before happens to the new account, and between after all is attached.
		before, between func(t *testing.T, a *stranger)
		address         string
		left            string // credentials after the reset
	}{
		{name: "AfterNoConfirmation"},
		{name: "AfterALinkOpenedWithoutASession", before: func(t *testing.T, a *stranger) {
			must.NoError(t, a.s.VerifyEmail(t.Context(), uuid.Nil, mailed(a)))
		}},
		{name: "NotAfterALinkOpenedInTheSession", left: kept, before: func(t *testing.T, a *stranger) {
			must.NoError(t, a.s.VerifyEmail(t.Context(), a.member.ID, mailed(a)))
		}},
		{name: "NotAfterALinkOpenedInTheSessionLater", left: kept, before: func(t *testing.T, a *stranger) {
			link := mailed(a)
			must.NoError(t, a.s.VerifyEmail(t.Context(), uuid.Nil, link))
			must.NoError(t, a.s.VerifyEmail(t.Context(), a.member.ID, link))
		}},
		{name: "NotAfterAnEarlierReset", left: kept, before: func(t *testing.T, a *stranger) {
			a.reset("mallory@example.org")
			_, session, err := a.s.Login(t.Context(), "mallory", "rosebud-7", access.Client{})
			must.NoError(t, err)
			a.token = session.Token
		}},
		{name: "AfterAChangeToAnAddressConfirmedWithoutASession", address: "owner@example.org",
			before: func(t *testing.T, a *stranger) {
				must.NoError(t, a.s.VerifyEmail(t.Context(), a.member.ID, mailed(a)))
			}, between: func(t *testing.T, a *stranger) {
				must.NoError(t, a.s.ChangeEmail(t.Context(), a.member.ID, "owner@example.org", "vibecoding"))
				must.NoError(t, a.s.VerifyEmail(t.Context(), uuid.Nil, mailed(a)))
			}},
		{name: "NotAfterAChangeConfirmedInTheSession", address: "owner@example.org", left: kept,
			between: func(t *testing.T, a *stranger) {
				must.NoError(t, a.s.ChangeEmail(t.Context(), a.member.ID, "owner@example.org", "vibecoding"))
				must.NoError(t, a.s.VerifyEmail(t.Context(), a.member.ID, mailed(a)))
			}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				a := newStranger(t, db, "mallory")
				for i, step := range []func(*testing.T, *stranger){tt.before,
					func(*testing.T, *stranger) { a.attach() }, tt.between} {
					if a.clock.Pass(time.Minute); step != nil {
						if step(t, a); i == 1 && strings.Join(a.attached(), " ") != all {
							t.Fatalf("attached: %s", a.attached())
						}
					}
				}
				reclaimed := false
				db.SetListeners(event.Listener{InTx: func(_ context.Context, _ *ent.Client, e event.Event) error {
					reclaimed = reclaimed || e.Kind == event.Reclaimed && e.Item.ID == a.member.ID
					return nil
				}})
				reset := a.reset(cmp.Or(tt.address, "mallory@example.org"))
				left, err := a.s.Credentials(t.Context(), a.member.ID)
				must.NoError(t, err)
				if kinds(left) != tt.left || kinds(reset.Left) != tt.left {
					t.Errorf("left %q, answered %q, want %q", kinds(left), kinds(reset.Left), tt.left)
				}
				if reclaimed != (tt.left == "") {
					t.Errorf("event of a reclaimed account: %v", reclaimed)
				}
				if tt.left != "" {
					if len(reset.Removed) > 0 {
						t.Errorf("removed %q", kinds(reset.Removed))
					}
					return
				}
				if rows := a.attached(); len(rows) > 0 {
					t.Errorf("a stranger still has %s", rows)
				}
				if kinds(reset.Removed) != kept {
					t.Errorf("removed %q, want %q", kinds(reset.Removed), kept)
				}
				_, session, err := a.s.Login(t.Context(), "mallory", "rosebud-7", access.Client{})
				if err != nil || session.Half != nil {
					t.Errorf("the owner's login: %+v, %v", session, err)
				}
			})
		})
	}
}

// A call that was authenticated before the owner took the account, and writes after it, attaches nothing.
func TestAnEndedSessionAttachesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newStranger(t, db, "mallory")
		s, here := a.s, signintest.Caller(t, a.s, a.token)
		ctx := auth.WithCaller(t.Context(), here)
		app, device := signintest.RegisterApp(t, s), passkeytest.New()
		a.clock.Pass(time.Hour) // mails are limited
		options, challenge, err := s.BeginPasskey(ctx, here)
		must.NoError(t, err)
		must.NoError(t, s.RequestPasswordReset(ctx, "mallory@example.org"))
		link := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/reset-password")
		must.NoError(t, signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), link, "rosebud-7")))
		_, _, passkey := s.CreatePasskey(ctx, here, "phone", challenge, device.Create(t, options))
		_, _, token := s.CreateToken(ctx, here.UserID, "script", 30)
		_, _, invitation := s.CreateInvitation(ctx, here.UserID)
		for name, err := range map[string]error{
			"Link": signintest.ErrOf(s.Link(ctx, here, "kiln",
				oauth.Person{Subject: "stranger", Username: "mallory"})),
			"CreateTotp":    signintest.ErrOf(s.CreateTotp(ctx, here)),
			"Authorize":     signintest.ErrOf(s.Authorize(ctx, here.UserID, signintest.Asks(app))),
			"CreatePasskey": passkey, "CreateToken": token, "CreateInvitation": invitation,
		} {
			if f := fault.Of(err); f == nil || f.Kind != fault.KindUnauthenticated {
				t.Errorf("%s: %v", name, err)
			}
		}
		if rows := a.attached(); len(rows) > 0 {
			t.Errorf("a stranger has %s", rows)
		}
	})
}

// An address that the service has verified is that of the person who logs in.
func TestALoginOfAVerifiedPersonStaysAfterAReset(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		for name, verified := range map[string]bool{"ada": true, "zoe": false} {
			clock.Pass(time.Hour)
			s := signin.NewService(db, signintest.Board, clock.Now)
			person := oauth.Person{Subject: name, Username: name, Email: name + "@kiln.example",
				EmailVerified: verified}
			member, _, err := s.LoginWith(t.Context(), "kiln", person, "", access.Client{})
			must.NoError(t, err)
			a := &stranger{t, db, clock, s, member, ""}
			if reset := a.reset(person.Email); (len(reset.Left) == 1) != verified ||
				(len(reset.Removed) == 1) == verified {
				t.Errorf("%s: left %q, removed %q", name, kinds(reset.Left), kinds(reset.Removed))
			}
		}
	})
}

func TestAConfirmationInTheSessionOfAnotherAccount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := newStranger(t, db, "mallory")
		link := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/verify-email")
		victim, _ := signintest.Register(t, a.s, "victim")
		const message = "This link belongs to another account. Log in to that account and open it again."
		signintest.WantFault(t, a.s.VerifyEmail(t.Context(), victim.ID, link), fault.KindDenied, "OTHER_ACCOUNT",
			message)
		row, err := db.Client().User.Get(t.Context(), a.member.ID)
		must.NoError(t, err)
		if row.EmailVerifiedAt != nil {
			t.Error("the address is confirmed")
		}
	})
}
