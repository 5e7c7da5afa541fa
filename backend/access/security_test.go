package access_test

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/oauth"
	"uvboard/backend/signin/passkeytest"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
	"uvboard/ent/securityevent"
)

// firefox is the context of a request by Firefox from an address.
func firefox(t *testing.T, addr string) context.Context {
	return auth.WithClient(t.Context(), auth.Client{Addr: netip.MustParseAddr(addr),
		UserAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"})
}

func TestSecurityEvents(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signintest.WithPasskeys(db, clock.Now)
		ctx := firefox(t, "203.0.113.7")
		ada, started := signintest.Register(t, s, "Ada")
		here := signintest.Caller(t, s, started.Token)
		// seen returns the events since the last call, oldest first, and deletes them.
		seen := func() string {
			t.Helper()
			rows, _, err := s.ListSecurityEvents(t.Context(), ada.ID, 100, "")
			must.NoError(t, err)
			lines := []string{}
			for _, row := range slices.Backward(rows) {
				lines = append(lines, strings.TrimSpace(row.Kind+" "+row.Label))
			}
			signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
				_, err := tx.SecurityEvent.Delete().Exec(ctx)
				return err
			})
			return strings.Join(lines, ", ")
		}
		want := func(events string) {
			t.Helper()
			if got := seen(); got != events {
				t.Errorf("events %q, want %q", got, events)
			}
			clock.Pass(time.Second) // ids of the same millisecond have no order
		}
		want("")

		_, known, err := s.Login(ctx, "Ada", "vibecoding",
			access.Client{UserAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
		must.NoError(t, err)
		row := db.Client().SecurityEvent.Query().OnlyX(t.Context())
		if row.UserAgent != "Firefox on Linux" || row.Network != "203.0.113.0/24" || !row.CreatedAt.Equal(clock.Now().
			Truncate(time.Millisecond)) {
			t.Errorf("event %+v", row)
		}
		want("login")
		_, again, err := s.Login(ctx, "Ada", "vibecoding",
			access.Client{UserAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0"})
		must.NoError(t, err)
		want("") // the same browser
		must.NoError(t, s.RevokeSession(ctx, here, signintest.Caller(t, s, known.Token).SessionID))
		want("session_revoked Firefox on Linux")
		must.NoError(t, signintest.ErrOf(s.RevokeOtherSessions(ctx, here)))
		want("sessions_revoked")
		must.NoError(t, signintest.ErrOf(s.RevokeOtherSessions(ctx, here)))
		want("") // there were none
		if signintest.Caller(t, s, again.Token) != nil {
			t.Error("the other session goes on")
		}

		key, err := s.CreateTotp(ctx, here)
		must.NoError(t, err)
		code, err := totp.GenerateCode(key.Secret(), clock.Now())
		must.NoError(t, err)
		recovery, err := s.ConfirmTotp(ctx, here, code)
		must.NoError(t, err)
		want("totp")
		_, half, err := s.Login(ctx, "Ada", "vibecoding", access.Client{})
		must.NoError(t, err)
		want("") // not logged in yet
		if _, _, err := s.LoginWithSecondFactor(ctx, half.Half.Token, "000000", access.Client{}); err == nil {
			t.Error("a wrong code logs in")
		}
		want("wrong_code")
		_, _, err = s.LoginWithSecondFactor(ctx, half.Half.Token, recovery[0], access.Client{})
		must.NoError(t, err)
		want("recovery_code")
		id, _ := signintest.AddPasskey(t, s, here, passkeytest.New())
		want("passkey Kiln phone")
		must.NoError(t, s.DeletePasskey(ctx, here, id))
		want("passkey_removed Kiln phone")
		must.NoError(t, s.DeleteTotp(ctx, here))
		want("totp_removed")

		token, _, err := s.CreateToken(ctx, ada.ID, "script", 1)
		must.NoError(t, err)
		want("token script")
		must.NoError(t, s.DeleteToken(ctx, ada.ID, token.ID))
		want("token_deleted script")
		must.NoError(t, signintest.ErrOf(s.Link(ctx, here, "kiln", oauth.Person{Subject: "1", Username: "ada"})))
		want("linked kiln")
		linked, err := s.ListIdentities(ctx, ada.ID)
		must.NoError(t, err)
		must.NoError(t, s.DeleteIdentity(ctx, here, linked[0].ID))
		want("unlinked kiln")

		must.NoError(t, signintest.ErrOf(s.ChangePassword(ctx, ada.ID, here.SessionID, "vibecoding", "changed", true)))
		want("password")
		must.NoError(t, s.ChangeEmail(ctx, ada.ID, "new@example.org", "changed"))
		must.NoError(t, s.VerifyEmail(ctx, uuid.Nil, signintest.TokenIn(t, signintest.Mails(t, db)[0],
			"/verify-email")))
		want("email")
		_, elsewhere, err := s.Login(t.Context(), "Ada", "changed", access.Client{})
		must.NoError(t, err)
		must.NoError(t, s.LogOut(t.Context(), "ADA"))
		if signintest.Caller(t, s, elsewhere.Token) != nil {
			t.Error("the session goes on")
		}
		want("sessions_revoked")
		_, elsewhere, err = s.Login(t.Context(), "Ada", "changed", access.Client{})
		must.NoError(t, err)
		here = signintest.Caller(t, s, elsewhere.Token)
		want("login")
		signintest.AddPasskey(t, s, here, passkeytest.New())
		clock.Pass(time.Second)
		must.NoError(t, s.GrantAdmin(t.Context(), "Ada"))
		clock.Pass(time.Second)
		must.NoError(t, s.RevokeAdmin(t.Context(), "Ada", true))
		clock.Pass(time.Second)
		must.NoError(t, s.RemoveSecondFactor(t.Context(), "Ada"))
		row = db.Client().SecurityEvent.Query().Where(securityevent.Kind("grant_admin")).OnlyX(t.Context())
		if row.UserAgent != "" || row.Network != "" {
			t.Errorf("the client of a command is %+v", row)
		}
		want("passkey Kiln phone, grant_admin, revoke_admin, second_factor_removed")
	})
}

func TestListSecurityEvents(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, _ := signintest.Register(t, s, "Ada")
		grace, _ := signintest.Register(t, s, "Grace")
		signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
			for i := range 5 {
				at := clock.Now().Add(time.Duration(i) * time.Minute)
				if err := tx.SecurityEvent.Create().SetID(store.NewID(at)).SetUserID(ada.ID).SetKind("login").
					SetLabel(fmt.Sprint(i)).SetCreatedAt(at).Exec(ctx); err != nil {
					return err
				}
			}
			old := clock.Now().Add(-91 * day)
			return tx.SecurityEvent.Create().SetID(store.NewID(old)).SetUserID(ada.ID).SetKind("login").SetLabel("old").
				SetCreatedAt(old).Exec(ctx)
		})
		var got []string
		for next := ""; len(got) == 0 || next != ""; {
			page, following, err := s.ListSecurityEvents(t.Context(), ada.ID, 2, next)
			must.NoError(t, err)
			for _, row := range page {
				got = append(got, row.Label)
			}
			next = following
		}
		if want := []string{"4", "3", "2", "1", "0"}; !slices.Equal(got, want) {
			t.Errorf("events %q, want %q", got, want)
		}
		if page, _, err := s.ListSecurityEvents(t.Context(), grace.ID, 20, ""); err != nil || len(page) != 0 {
			t.Errorf("events of another user %v, err %v", page, err)
		}
	})
}

// A session that is older than the role must not get it, unless its user has just proved to be at the browser.
func TestRoleChangesEndSessions(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		_, old := signintest.Register(t, s, "Ada")
		clock.Pass(20 * time.Minute)
		_, fresh, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{})
		must.NoError(t, err)
		must.NoError(t, s.GrantAdmin(t.Context(), "Ada"))
		if signintest.Caller(t, s, old.Token) != nil || !signintest.Caller(t, s, fresh.Token).IsAdmin() {
			t.Error("the session without a fresh proof must end, the other one go on")
		}
		clock.Pass(20 * time.Minute)
		must.NoError(t, s.RevokeAdmin(t.Context(), "Ada", true))
		if signintest.Caller(t, s, fresh.Token) != nil {
			t.Error("the session goes on after the role")
		}
	})
}

// Push notifications end with the session in whose browser they were turned on, and go on if a login replaces it.
func TestPushEndsWithTheSession(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, session := signintest.Register(t, s, "Ada")
		signintest.Register(t, s, "Grace")
		current := func() uuid.UUID {
			if found := signintest.Caller(t, s, session.Token); found != nil {
				return found.SessionID
			}
			return uuid.Nil
		}
		begin := func(endpoint string) {
			signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
				return tx.PushSubscription.Create().SetID(store.NewID(clock.Now())).SetUserID(ada.ID).
					SetSessionID(current()).SetEndpoint(endpoint).
					SetP256dh("").SetAuth("").SetCreatedAt(clock.Now()).Exec(ctx)
			})
		}
		left := func(want int, after string) {
			t.Helper()
			if n := db.Client().PushSubscription.Query().CountX(t.Context()); n != want {
				t.Errorf("%d subscriptions after %s, want %d", n, after, want)
			}
		}
		login := func(username string) access.Session {
			_, started, err := s.Login(t.Context(), username, "vibecoding", access.Client{SessionID: current()})
			must.NoError(t, err)
			return started.Session
		}
		begin("one")
		session = login("Ada")
		left(1, "another login in the browser")
		must.NoError(t, s.Logout(t.Context(), current()))
		left(0, "the logout")

		session = login("Ada")
		begin("two")
		session = login("Grace")
		left(0, "a login of another user in the browser")

		session = login("Ada")
		begin("three")
		clock.Pass(31 * day)
		must.NoError(t, s.Sweep(t.Context()))
		left(0, "the expiry")
	})
}
