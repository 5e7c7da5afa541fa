package account_test

import (
	"testing"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
)

func TestStrongPasswords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, time.Now)
		u, started := signintest.Register(t, s, "Ada")
		signintest.Register(t, s, "Grace")
		must.NoError(t, s.RequestPasswordReset(t.Context(), "grace@example.org"))
		reset := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/reset-password")
		s.RequireStrongPasswords()
		if _, _, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{}); err != nil {
			t.Errorf("a password from before: %v", err)
		}
		ways := map[string]func(password string) error{
			"password": func(password string) error {
				_, _, err := s.Register(t.Context(), account.Registration{Username: "ada_g", Email: "other@example.org",
					Password: password}, access.Client{})
				return err
			},
			"newPassword": func(password string) error {
				_, err := s.ChangePassword(t.Context(), u.ID, signintest.Caller(t, s, started.Token).SessionID,
					"vibecoding", password, false)
				return err
			},
			"password of a reset": func(password string) error {
				return signintest.ErrOf(s.ConfirmPasswordReset(t.Context(), reset, password))
			},
		}
		const easy, named = "That password is easy to guess. Try a few unrelated words.",
			"This contains your username or the name of the board. Something unrelated is safer."
		for password, want := range map[string]string{
			"kiln 12": "Password must be at least 8 characters", "пароль1": "Password must be at least 8 characters",
			"password": easy, "PassWord": easy, "1q2w3e4r5t": easy,
			"ada_g of Grace": named, "UV Board 7": named, "the uvboard": named,
		} {
			for way, set := range ways {
				field := "password"
				if way == "newPassword" {
					field = way
				}
				if f := fault.Of(set(password)); f == nil || f.Kind != fault.KindInvalid || f.Fields[field] != want {
					t.Errorf("%s %q: %+v, want %q", way, password, f, want)
				}
			}
		}
		for way, set := range ways {
			if err := set("clay, kiln and glaze"); err != nil {
				t.Errorf("%s: %v", way, err)
			}
		}
	})
}
