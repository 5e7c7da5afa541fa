package signin_test

import (
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
	"uvboard/backend/signin/signintest"
)

func TestSecondFactor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, started := signintest.Register(t, s, "Ada")
		here := signintest.Caller(t, s, started.Token)
		wrong := func(err error) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindInvalid, "WRONG_CODE", "The code is not correct, or was used before")
		}
		secret := ""
		code := func(in time.Duration) string {
			t.Helper()
			text, err := totp.GenerateCode(secret, clock.Now().Add(in))
			must.NoError(t, err)
			return text
		}
		turnOn := func() []string {
			t.Helper()
			key, err := s.CreateTotp(t.Context(), here)
			must.NoError(t, err)
			secret = key.Secret()
			if want := "otpauth://totp/UV%20Board:Ada?"; !strings.HasPrefix(key.URL(), want) {
				t.Errorf("%s, want %s", key.URL(), want)
			}
			codes, err := s.ConfirmTotp(t.Context(), here, code(0))
			must.NoError(t, err)
			return codes
		}
		half := func() string {
			t.Helper()
			_, session, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{})
			must.NoError(t, err)
			if session.Half == nil || session.Token != "" {
				t.Fatalf("session %+v, want half of one", session)
			}
			return session.Half.Token
		}
		complete := func(token, code string) error {
			u, session, err := s.LoginWithSecondFactor(t.Context(), token, code, access.Client{})
			if err == nil && (u.ID != ada.ID || signintest.Caller(t, s, session.Token).UserID != ada.ID) {
				t.Errorf("logged in as %s", u.Username)
			}
			return err
		}

		_, err := s.ConfirmTotp(t.Context(), here, "123456")
		signintest.WantFault(t, err, fault.KindPrecondition, "TOTP_NOT_BEGUN",
			"Please begin again: there is no app to confirm.")
		_, err = s.CreateTotp(t.Context(), here)
		must.NoError(t, err)
		_, err = s.ConfirmTotp(t.Context(), here, "")
		wrong(err)
		if _, session, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{}); err != nil ||
			session.Half != nil {
			t.Errorf("session %+v, err %v: an app that is not confirmed counts", session, err)
		}
		recovery := turnOn()
		if len(recovery) != 10 || len(recovery[0]) != 32 {
			t.Errorf("recovery codes %q", recovery)
		}

		// A code works once, also at another login, for half a minute more or less.
		clock.Pass(time.Minute)
		first, second := half(), half()
		wrong(complete(first, code(-time.Minute)))
		wrong(complete(first, code(time.Minute)))
		must.NoError(t, complete(first, " "+code(-30 * time.Second)[:3]+" "+code(-30 * time.Second)[3:]))
		wrong(complete(second, code(-30*time.Second)))
		must.NoError(t, complete(second, code(30*time.Second)))
		first, second = half(), half()
		wrong(complete(second, code(0)))
		must.NoError(t, complete(first, strings.ToUpper(strings.ReplaceAll(recovery[0], "-", " "))))
		wrong(complete(second, recovery[0]))

		// The first half ends with its time and with the password.
		expired := func(err error) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindUnauthenticated, "LOGIN_EXPIRED",
				"The login took too long, or was completed already. Please log in again.")
		}
		for _, token := range []string{"", "x", started.Token, second[:len(second)-4] + "AAAA", second[1:] + "A"} {
			expired(complete(token, recovery[1]))
		}
		clock.Pass(10 * time.Minute)
		expired(complete(second, recovery[1]))
		first = half()
		started, err = s.ChangePassword(t.Context(), ada.ID, here.SessionID, "vibecoding", "vibecoding", true)
		must.NoError(t, err)
		expired(complete(first, recovery[1]))
		must.NoError(t, complete(half(), recovery[1]))

		// A proof lasts a quarter of an hour; with a second factor the password is none.
		state := func(proved, factor bool) {
			t.Helper()
			if c := signintest.Caller(t, s, started.Token); c.Proved != proved || c.HasSecondFactor != factor {
				t.Errorf("proved %v, second factor %v; want %v, %v", c.Proved, c.HasSecondFactor, proved, factor)
			}
		}
		state(true, true)
		clock.Pass(5 * time.Minute)
		state(false, true)
		wrong(signintest.ErrOf(s.StepUp(t.Context(), here, "vibecoding", "")))
		started, err = s.StepUp(t.Context(), here, "", code(0))
		must.NoError(t, err)
		state(true, true)

		// Ten wrong codes in an hour are too many, also for the right one.
		for range 10 {
			wrong(signintest.ErrOf(s.StepUp(t.Context(), here, "", "000 000")))
		}
		limited := func(err error) {
			t.Helper()
			if f := fault.Of(err); f == nil || f.Kind != fault.KindRateLimited {
				t.Errorf("error %v, want a rate limit", err)
			}
		}
		limited(signintest.ErrOf(s.StepUp(t.Context(), here, "", code(30*time.Second))))
		limited(complete(half(), recovery[2]))
		clock.Pass(time.Hour)
		started, err = s.StepUp(t.Context(), here, "", code(0))
		must.NoError(t, err)

		// A new app replaces the old one and the codes when it is confirmed.
		old := secret
		clock.Pass(time.Minute)
		fresh := turnOn()
		wrong(complete(half(), recovery[3]))
		clock.Pass(time.Minute)
		if text, err := totp.GenerateCode(old, clock.Now()); err != nil || complete(half(), text) == nil {
			t.Errorf("the old app works, err %v", err)
		}
		must.NoError(t, complete(half(), fresh[0]))

		// Off: the password alone logs in and proves.
		must.NoError(t, s.DeleteTotp(t.Context(), here))
		if _, session, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{}); err != nil ||
			session.Half != nil {
			t.Errorf("session %+v, err %v", session, err)
		}
		clock.Pass(time.Hour)
		state(false, false)
		signintest.WantFault(t, signintest.ErrOf(s.StepUp(t.Context(), here, "wrong", "")), fault.KindInvalid,
			"WRONG_PASSWORD", "The password is not correct")
		started, err = s.StepUp(t.Context(), here, "vibecoding", "")
		must.NoError(t, err)
		state(true, false)

		// A lost second factor.
		turnOn()
		if signintest.Caller(t, s, started.Token).SessionID != here.SessionID {
			t.Error("the session has ended")
		}
		must.NoError(t, s.RemoveSecondFactor(t.Context(), "ADA"))
		if found, err := s.Authenticate(t.Context(), started.Token); found != nil || err != nil {
			t.Errorf("caller %+v, err %v: the session goes on", found, err)
		}
		signintest.WantFault(t, s.RemoveSecondFactor(t.Context(), "ada"), fault.KindNotFound, "USER_NOT_FOUND",
			"This user has no second factor")
		signintest.WantFault(t, s.RemoveSecondFactor(t.Context(), "nobody"), fault.KindNotFound, "USER_NOT_FOUND",
			"No user has this username")
	})
}

func TestAdminsNeedASecondFactor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, time.Now)
		s.RequireSecondFactor()
		_, started := signintest.Register(t, s, "Ada")
		must.NoError(t, s.GrantAdmin(t.Context(), "Ada"))
		admin := signintest.Caller(t, s, started.Token)
		_, token, err := s.CreateToken(t.Context(), admin.UserID, "script", 1, auth.ScopeAdmin)
		must.NoError(t, err)
		for _, secret := range []string{started.Token, token} {
			signintest.WantFault(t, auth.Admit(auth.Admin, signintest.Caller(t, s, secret)), fault.KindDenied,
				"SECOND_FACTOR_REQUIRED",
				"Admins and moderators of this board need a second factor. Please turn it on in your settings.")
		}
		key, err := s.CreateTotp(t.Context(), admin)
		must.NoError(t, err)
		code, err := totp.GenerateCode(key.Secret(), time.Now())
		must.NoError(t, err)
		_, err = s.ConfirmTotp(t.Context(), admin, code)
		must.NoError(t, err)
		for _, secret := range []string{started.Token, token} {
			must.NoError(t, auth.Admit(auth.Admin, signintest.Caller(t, s, secret)))
		}
	})
}
