package signin_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/oauth"
	"uvboard/backend/signin/passkeytest"
	"uvboard/backend/signin/signintest"
	pb "uvboard/gen/uvboard/v1"
)

func wrongPasskey(t *testing.T, err error) {
	t.Helper()
	signintest.WantFault(t, err, fault.KindInvalid, "WRONG_PASSKEY",
		"This passkey does not work here. It may have been removed from the account.")
}

func passkeyExpired(t *testing.T, err error) {
	t.Helper()
	signintest.WantFault(t, err, fault.KindPrecondition, "PASSKEY_EXPIRED",
		"That took too long, or was done already. Please try again.")
}

func TestPasskeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s, other := signintest.WithPasskeys(db, clock.Now), signintest.WithPasskeys(db, clock.Now) // two servers
		ada, started := signintest.Register(t, s, "Ada")
		here := signintest.Caller(t, s, started.Token)
		_, bobs := signintest.Register(t, s, "Bob")
		bob := signintest.Caller(t, s, bobs.Token)
		device := passkeytest.New()
		begin := func(half string) (any, string) {
			t.Helper()
			options, token, err := s.BeginPasskeyLogin(t.Context(), nil, half)
			must.NoError(t, err)
			return options, token
		}
		finish := func(token string, answer []byte) error {
			u, session, err := other.FinishPasskeyLogin(t.Context(), token, answer, access.Client{})
			if err == nil && (u.ID != ada.ID || signintest.Caller(t, s, session.Token).UserID != ada.ID) {
				t.Errorf("logged in as %s", u.Username)
			}
			return err
		}
		login := func() error {
			t.Helper()
			options, token := begin("")
			return finish(token, device.Answer(t, options))
		}

		// A passkey is made with a proof, once for each challenge, for the caller and on the board's origin, and
		// verifies its user.
		options, token, err := s.BeginPasskey(t.Context(), here)
		must.NoError(t, err)
		create := func(who *auth.Caller, answer []byte) error {
			_, _, err := other.CreatePasskey(t.Context(), who, "Kiln phone", token, answer)
			return err
		}
		wrongPasskey(t, create(here, []byte("{}")))
		wrongPasskey(t, create(bob, device.Create(t, options)))
		device.Origin = "http://localhost:8081"
		wrongPasskey(t, create(here, device.Create(t, options)))
		device.Origin = "http://localhost:8080"
		device.Unverified = true
		wrongPasskey(t, create(here, device.Create(t, options)))
		device.Unverified = false
		device.Counter = 5
		made, codes, err := other.CreatePasskey(t.Context(), here, " Kiln phone ", token, device.Create(t, options))
		must.NoError(t, err)
		if made.Name != "Kiln phone" || len(codes) != 10 {
			t.Errorf("passkey %+v with codes %q", made, codes)
		}
		passkeyExpired(t, create(here, passkeytest.New().Create(t, options)))
		_, token, err = s.BeginPasskey(t.Context(), here)
		must.NoError(t, err)
		clock.Pass(10 * time.Minute)
		passkeyExpired(t, create(here, device.Create(t, options)))

		// It logs in alone.
		device.Counter = 6
		options, token = begin("")
		if text, err := json.Marshal(options); err != nil || strings.Contains(string(text), "allowCredentials") {
			t.Errorf("%s, err %v: names passkeys to a visitor", text, err)
		}
		device.Origin = "https://localhost:8080"
		wrongPasskey(t, finish(token, device.Answer(t, options)))
		device.Origin = "http://localhost:8080"
		device.Unverified = true
		wrongPasskey(t, finish(token, device.Answer(t, options)))
		device.Unverified = false
		wrongPasskey(t, finish(token, []byte("{")))
		answer := device.Answer(t, options)
		must.NoError(t, finish(token, answer))
		passkeyExpired(t, finish("", answer))
		_, token = begin("")
		wrongPasskey(t, finish(token, answer)) // of another challenge
		clock.Pass(time.Minute)
		rows, err := s.ListPasskeys(t.Context(), ada.ID)
		if err != nil || len(rows) != 1 || rows[0].SignCount != 6 || rows[0].LastUsedAt == nil ||
			!rows[0].LastUsedAt.Before(clock.Now()) {
			t.Errorf("passkeys %+v, err %v", rows, err)
		}

		// A counter that does not rise shows a copy.
		wrongPasskey(t, login())
		device.Counter = 5
		wrongPasskey(t, login())
		device.Counter = 7
		must.NoError(t, login())

		// It is the second factor of a password, with a code or not.
		half := func(want ...pb.SecondFactorKind) string {
			t.Helper()
			_, session, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{})
			must.NoError(t, err)
			if session.Half == nil || session.Token != "" || len(session.Half.Kinds) != len(want) ||
				session.Half.Kinds[0] != want[0] {
				t.Fatalf("session %+v, want half of one with %v", session, want)
			}
			return session.Half.Token
		}
		const (
			app      = pb.SecondFactorKind_SECOND_FACTOR_KIND_TOTP
			key      = pb.SecondFactorKind_SECOND_FACTOR_KIND_PASSKEY
			recovery = pb.SecondFactorKind_SECOND_FACTOR_KIND_RECOVERY_CODE
		)
		first := half(key, recovery)
		options, token = begin(first)
		if text, err := json.Marshal(options); err != nil || !strings.Contains(string(text), rows[0].CredentialID) {
			t.Errorf("%s, err %v: does not name the passkey", text, err)
		}
		device.Counter = 8
		answer = device.Answer(t, options)
		must.NoError(t, finish(token, answer))
		first = half(key, recovery)
		_, _, err = s.LoginWithSecondFactor(t.Context(), first, "000000", access.Client{})
		signintest.WantFault(t, err, fault.KindInvalid, "WRONG_CODE", "The code is not correct, or was used before")
		_, _, err = s.LoginWithSecondFactor(t.Context(), first, codes[0], access.Client{})
		must.NoError(t, err)
		options, token = begin(half(key, recovery))
		must.NoError(t, signintest.ErrOf(s.ChangePassword(t.Context(), ada.ID, here.SessionID, "vibecoding",
			"vibecoding", true)))
		device.Counter = 9
		signintest.WantFault(t, finish(token, device.Answer(t, options)), fault.KindUnauthenticated, "LOGIN_EXPIRED",
			"The login took too long, or was completed already. Please log in again.")
		_, _, err = s.BeginPasskeyLogin(t.Context(), nil, "x")
		signintest.WantFault(t, err, fault.KindUnauthenticated, "LOGIN_EXPIRED",
			"The login took too long, or was completed already. Please log in again.")

		// It proves that the user is at the browser, and another user's does not.
		clock.Pass(time.Hour)
		options, token, err = s.BeginPasskeyLogin(t.Context(), bob, "")
		must.NoError(t, err)
		wrongPasskey(t, signintest.ErrOf(s.StepUpWithPasskey(t.Context(), bob, token, device.Answer(t, options))))
		options, token, err = s.BeginPasskeyLogin(t.Context(), here, "")
		must.NoError(t, err)
		started, err = s.StepUpWithPasskey(t.Context(), here, token, device.Answer(t, options))
		must.NoError(t, err)
		if c := signintest.Caller(t, s, started.Token); !c.Proved || !c.HasSecondFactor {
			t.Errorf("caller %+v", c)
		}

		// Beside an app either completes the login. The app may go, the passkey and new codes stay.
		secret, err := s.CreateTotp(t.Context(), here)
		must.NoError(t, err)
		code, err := totp.GenerateCode(secret.Secret(), clock.Now())
		must.NoError(t, err)
		_, err = s.ConfirmTotp(t.Context(), here, code)
		must.NoError(t, err)
		half(app, key, recovery)
		must.NoError(t, s.DeleteTotp(t.Context(), here))
		half(key, recovery)

		// A removed passkey does not work, and a stranger's cannot be removed.
		second := passkeytest.New()
		id, more := signintest.AddPasskey(t, s, here, second)
		if len(more) != 0 {
			t.Errorf("new recovery codes %q", more)
		}
		options, token = begin("")
		answer = second.Answer(t, options)
		must.NoError(t, finish(token, answer))
		passkeyExpired(t, finish(token, answer)) // a replay, which no counter shows
		must.NoError(t, signintest.ErrOf(s.StepUp(t.Context(), bob, "vibecoding", "")))
		gone := func(err error) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindNotFound, "PASSKEY_NOT_FOUND", "Passkey not found")
		}
		gone(s.DeletePasskey(t.Context(), bob, id))
		must.NoError(t, s.DeletePasskey(t.Context(), here, id))
		gone(s.DeletePasskey(t.Context(), here, id))
		options, token = begin("")
		wrongPasskey(t, finish(token, second.Answer(t, options)))
		must.NoError(t, s.DeletePasskey(t.Context(), here, made.ID))
		if _, session, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{}); err != nil ||
			session.Half != nil {
			t.Errorf("session %+v, err %v: the last passkey is gone", session, err)
		}
		if n := db.Client().Authenticator.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d recovery codes without a second factor", n)
		}

		// Twenty are the most, and none is left of a lost second factor.
		for range 20 {
			signintest.AddPasskey(t, s, here, passkeytest.New())
		}
		_, _, err = s.BeginPasskey(t.Context(), here)
		signintest.WantFault(t, err, fault.KindBlocked, "TOO_MANY_PASSKEYS",
			"You can have 20 passkeys at most. Remove one first.")
		must.NoError(t, s.RemoveSecondFactor(t.Context(), "ada"))
		if n := db.Client().Passkey.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d passkeys are left", n)
		}
		clock.Pass(time.Hour)
		must.NoError(t, s.Sweep(t.Context()))
		if n := db.Client().UsedChallenge.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d used challenges are left", n)
		}
	})
}

// A login at another service may be unlinked while there is a passkey, and then the passkey stays.
func TestLastSignInIsKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signintest.WithPasskeys(db, time.Now)
		u, session, err := s.LoginWith(t.Context(), "kiln", oauth.Person{Subject: "1", Username: "ada",
			Email: "ada@mail.example"}, "", access.Client{})
		must.NoError(t, err)
		here := signintest.Caller(t, s, session.Token)
		linked, err := s.ListIdentities(t.Context(), u.ID)
		must.NoError(t, err)
		last := func(err error) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindPrecondition, "LAST_SIGN_IN",
				"This is your only way to log in. Set a password first.")
		}
		last(s.DeleteIdentity(t.Context(), here, linked[0].ID))
		id, _ := signintest.AddPasskey(t, s, here, passkeytest.New())
		must.NoError(t, s.DeleteIdentity(t.Context(), here, linked[0].ID))
		last(s.DeletePasskey(t.Context(), here, id))
	})
}

func TestAdminsMayHaveAPasskey(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signintest.WithPasskeys(db, time.Now)
		s.RequireSecondFactor()
		_, started := signintest.Register(t, s, "Ada")
		must.NoError(t, s.GrantAdmin(t.Context(), "Ada"))
		signintest.AddPasskey(t, s, signintest.Caller(t, s, started.Token), passkeytest.New())
		must.NoError(t, auth.Admit(auth.Admin, signintest.Caller(t, s, started.Token)))
	})
}

func TestOffersPasskeys(t *testing.T) {
	for origin, want := range map[string]bool{
		"https://board.example": true, "https://board.example:8443": true, "http://localhost:8080": true,
		"http://board.localhost": true,
		"http://board.example":   false, "http://127.0.0.1:8080": false, "https://192.0.2.1": false,
		"https://[2001:db8::1]": false,
	} {
		parsed, err := url.Parse(origin)
		must.NoError(t, err)
		s := signin.NewService(nil, signintest.Board, time.Now)
		s.UsePasskeys(parsed)
		if got := signin.OffersPasskeys(parsed); got != want {
			t.Errorf("%s: %t, want %t", origin, got, want)
		}
	}
	_, _, err := signin.NewService(nil, signintest.Board, time.Now).BeginPasskeyLogin(t.Context(), nil, "")
	signintest.WantFault(t, err, fault.KindUnavailable, "PASSKEYS_NOT_OFFERED", "This board does not offer passkeys.")
}
