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
	"uvboard/backend/signin/oauth"
	"uvboard/backend/signin/signintest"
	"uvboard/ent/user"
)

func TestUsernameOfADeletedAccount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ctx := t.Context()
		join := func(username, email string) error {
			_, _, err := s.Register(ctx, account.Registration{Username: username, Email: email, Password: "vibecoding"},
				access.Client{})
			return err
		}
		taken := func(err error) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindConflict, "USERNAME_TAKEN", "Username already exists")
		}
		leave := func(username string) {
			t.Helper()
			u := db.Client().User.Query().Where(user.UsernameKey(account.Key(username))).OnlyX(ctx)
			must.NoError(t, s.Delete(ctx, u.ID, "vibecoding", account.Erase))
		}
		must.NoError(t, join("Ada", "ada@example.org"))
		leave("Ada")

		// Other people do not get it, by any door.
		taken(join("ADA", "grace@example.org"))
		person := oauth.Person{Subject: "1", Username: "ada", Email: "grace@kiln.example", EmailVerified: true}
		u, _, err := s.LoginWith(ctx, "kiln", person, "", access.Client{})
		must.NoError(t, err)
		if u.Username != "ada2" {
			t.Errorf("username %q, want ada2", u.Username)
		}
		link, err := s.SetupLink(ctx)
		must.NoError(t, err)
		_, _, err = s.CreateFirstAdmin(ctx, link[len("https://board.example/setup?token="):], "ada", "root@example.org",
			"rosebud-7", access.Client{})
		taken(err)

		// The owner of the address does, and it is kept again after that account.
		must.NoError(t, join("ada", "ADA@example.org"))
		leave("ada")
		taken(join("Ada", "grace@example.org"))
		person = oauth.Person{Subject: "2", Username: "ada", Email: "ada@example.org", EmailVerified: true}
		u, _, err = s.LoginWith(ctx, "kiln", person, "", access.Client{})
		must.NoError(t, err)
		if u.Username != "ada" {
			t.Errorf("the owner gets the username %q", u.Username)
		}
		admin, _ := signintest.Register(t, s, "admin1")
		must.NoError(t, s.GrantAdmin(ctx, admin.Username))
		must.NoError(t, s.Remove(ctx, adminCaller(admin), u.ID, account.Anonymise, "spam"))

		// Only its hash is stored, for a year.
		row := db.Client().FormerName.Query().OnlyX(ctx)
		if row.EmailMAC == "" || row.EmailMAC == "ada@example.org" || !row.ExpiresAt.Equal(clock.Now().AddDate(1, 0, 0).
			Truncate(time.Millisecond)) {
			t.Errorf("stored %+v", row)
		}
		clock.Pass(365*day - time.Second)
		must.NoError(t, s.Sweep(ctx))
		taken(join("Ada", "grace@example.org"))
		clock.Pass(time.Second)
		must.NoError(t, join("Ada", "grace@example.org"))
		must.NoError(t, s.Sweep(ctx))
		if n := db.Client().FormerName.Query().CountX(ctx); n != 0 {
			t.Errorf("%d former names after a year", n)
		}
	})
}

// Names and addresses are typed and pasted with blanks around them.
func TestBlanksAroundNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, _ := signintest.Register(t, s, "ben_mk")
		for _, name := range []string{"ben_mk ", " ben_mk", "Ben_MK\u00a0", "\u3000ben_mk\t", "ben_mk\n"} {
			if _, _, err := s.Login(t.Context(), name, "vibecoding", access.Client{}); err != nil {
				t.Errorf("login as %q: %v", name, err)
			}
			must.NoError(t, s.GrantAdmin(t.Context(), name))
			must.NoError(t, s.RevokeAdmin(t.Context(), name, true))
			must.NoError(t, s.LogOut(t.Context(), name))
		}
		clock.Pass(time.Hour)
		must.NoError(t, s.RequestPasswordReset(t.Context(), " BEN_MK@example.org\u00a0"))
		signintest.TokenIn(t, signintest.Mails(t, db)[0], "/reset-password")
		made, code, err := s.CreateInvitation(t.Context(), ada.ID)
		must.NoError(t, err)
		_, _, err = s.Register(t.Context(), account.Registration{Username: "guest", Email: "guest@example.org",
			Password: "vibecoding", Invitation: code + " "}, access.Client{})
		must.NoError(t, err)
		if used := db.Client().Invitation.GetX(t.Context(), made.ID); used.UsedAt == nil {
			t.Error("a code with a blank behind it is another one")
		}
	})
}
