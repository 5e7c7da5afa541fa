package account_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent/user"
)

const day = 24 * time.Hour

const mailsPerHour = 5 // of a category

func TestRegister(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		t.Run("OK", func(t *testing.T) {
			member, session, err := s.Register(t.Context(), account.Registration{Username: "Kiln_Fire",
				Email: "Kiln.Fire@Example.org", Password: "vibecoding"}, access.Client{})
			must.NoError(t, err)
			kept, err := db.Client().User.Get(t.Context(), member.ID)
			must.NoError(t, err)
			// spec: viber.tag
			if kept.Username != "Kiln_Fire" || kept.UsernameKey != "kiln_fire" || kept.ViberTag != "@kiln_fire" {
				t.Errorf("username %q, key %q, tag %q", kept.Username, kept.UsernameKey, kept.ViberTag)
			}
			if kept.Email != "Kiln.Fire@Example.org" || kept.EmailKey != "kiln.fire@example.org" {
				t.Errorf("email %q, key %q", kept.Email, kept.EmailKey)
			}
			// spec: reputation.start
			if !strings.HasPrefix(kept.PasswordHash, "$argon2id$") || kept.Role != auth.RoleMember ||
				kept.Reputation != 0 {
				t.Errorf("hash %q, role %s, reputation %d", kept.PasswordHash, kept.Role, kept.Reputation)
			}
			if !kept.CreatedAt.Equal(clock.Now().Truncate(time.Millisecond)) {
				t.Errorf("made at %v, want %v", kept.CreatedAt, clock.Now())
			}
			caller, err := s.Authenticate(t.Context(), session.Token)
			if err != nil || caller == nil || caller.UserID != member.ID || caller.Username != "Kiln_Fire" ||
				caller.IsAdmin() {
				t.Errorf("caller %+v, err %v", caller, err)
			}
			signintest.WantCounts(t, db, 1, 1)
		})
		// spec: viber.tag
		t.Run("ErrUsernameTakenIgnoringCase", func(t *testing.T) {
			_, _, err := s.Register(t.Context(), account.Registration{Username: "KILN_fire", Email: "other@example.org",
				Password: "vibecoding"}, access.Client{})
			signintest.WantFault(t, err, fault.KindConflict, "USERNAME_TAKEN", "Username already exists")
			signintest.WantCounts(t, db, 1, 1)
		})
		t.Run("ErrEmailTakenIgnoringCase", func(t *testing.T) {
			_, _, err := s.Register(t.Context(), account.Registration{Username: "other", Email: "KILN.fire@example.ORG",
				Password: "vibecoding"}, access.Client{})
			signintest.WantFault(t, err, fault.KindConflict, "EMAIL_TAKEN", "Email already registered")
			signintest.WantCounts(t, db, 1, 1)
		})
		t.Run("ErrUsernameTakenBeforeEmailTaken", func(t *testing.T) {
			signintest.Register(t, s, "second")
			_, _, err := s.Register(t.Context(), account.Registration{Username: "second",
				Email: "kiln.fire@example.org", Password: "vibecoding"}, access.Client{})
			signintest.WantFault(t, err, fault.KindConflict, "USERNAME_TAKEN", "Username already exists")
			signintest.WantCounts(t, db, 2, 2)
		})
	})
}

// All calls pass the check for a taken name, so the constraint must reject all but one.
func TestRegisterConcurrently(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, time.Now)
		register := func(t *testing.T, code, message string, name func(i int) (username, email string)) {
			t.Helper()
			signintest.Race(t, 10, 1, func(i int) error {
				username, email := name(i)
				for {
					_, _, err := s.Register(t.Context(), account.Registration{Username: username, Email: email,
						Password: "vibecoding"}, access.Client{})
					// On a slow machine the last calls wait too long for a hash.
					if f := fault.Of(err); f == nil || f.Kind != fault.KindUnavailable {
						return err
					}
					time.Sleep(100 * time.Millisecond)
				}
			}, func(err error) { signintest.WantFault(t, err, fault.KindConflict, code, message) })
		}
		t.Run("OneGetsTheUsername", func(t *testing.T) {
			register(t, "USERNAME_TAKEN", "Username already exists", func(i int) (string, string) {
				return []string{"racer", "Racer", "RACER"}[i%3], fmt.Sprintf("racer%d@example.org", i)
			})
			signintest.WantCounts(t, db, 1, 1)
		})
		t.Run("OneGetsTheEmail", func(t *testing.T) {
			register(t, "EMAIL_TAKEN", "Email already registered", func(i int) (string, string) {
				return fmt.Sprintf("driver%d", i), []string{"one@example.org", "One@Example.org"}[i%2]
			})
			signintest.WantCounts(t, db, 2, 2)
		})
	})
}

func TestAdminRole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		ada, session := signintest.Register(t, s, "Ada")
		signintest.Register(t, s, "Grace")
		admins := func() string {
			names, err := db.Client().User.Query().Where(auth.Admins).Select(user.FieldUsername).
				Strings(t.Context())
			must.NoError(t, err)
			return strings.Join(names, " ")
		}
		must.NoError(t, s.GrantAdmin(t.Context(), "ada"))
		// Existing sessions gain and lose the role immediately.
		if caller, err := s.Authenticate(t.Context(), session.Token); err != nil || !caller.IsAdmin() ||
			admins() != "Ada" {
			t.Errorf("after the grant: caller %+v, err %v, admins %q", caller, err, admins())
		}
		signintest.WantFault(t, s.RevokeAdmin(t.Context(), "ada", false), fault.KindPrecondition, "LAST_ADMIN",
			"This is the only admin. Make another user an admin first.")
		if err := s.RevokeAdmin(t.Context(), "grace", false); err != nil || admins() != "Ada" {
			t.Errorf("revoking a role that Grace does not have: %v, admins %q", err, admins())
		}
		must.NoError(t, s.RevokeAdmin(t.Context(), "ADA", true))
		if caller, err := s.Authenticate(t.Context(), session.Token); err != nil || caller.IsAdmin() || admins() != "" {
			t.Errorf("after the revocation: caller %+v, err %v, admins %q", caller, err, admins())
		}
		signintest.WantFault(t, s.GrantAdmin(t.Context(), "nobody"), fault.KindNotFound, "USER_NOT_FOUND",
			"No user has this username")
		signintest.WantFault(t, s.RevokeAdmin(t.Context(), "nobody", false), fault.KindNotFound, "USER_NOT_FOUND",
			"No user has this username")
		must.NoError(t, s.Delete(t.Context(), ada.ID, "vibecoding", account.Erase))
		left := db.Client().User.GetX(t.Context(), ada.ID).UsernameKey
		signintest.WantFault(t, s.GrantAdmin(t.Context(), left), fault.KindNotFound, "USER_NOT_FOUND",
			"No user has this username")
	})
}

func TestLastAdminStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		ada, _ := signintest.Register(t, s, "Ada")
		signintest.Register(t, s, "Grace")
		remove := func() error { return s.Delete(t.Context(), ada.ID, "vibecoding", account.Anonymise) }
		revoke := func(username string) func() error {
			return func() error { return s.RevokeAdmin(t.Context(), username, false) }
		}
		admins := func() int { return db.Client().User.Query().Where(auth.Admins).CountX(t.Context()) }
		for _, c := range []struct {
			name  string
			leave [2]func() error
		}{
			{"RevokeBoth", [2]func() error{revoke("Ada"), revoke("Grace")}},
			{"DeleteOneAndRevokeTheOther", [2]func() error{remove, revoke("Grace")}},
		} {
			t.Run(c.name, func(t *testing.T) {
				for range 5 {
					if db.Client().User.GetX(t.Context(), ada.ID).DeletedAt != nil {
						break
					}
					for _, name := range []string{"Ada", "Grace"} {
						must.NoError(t, s.GrantAdmin(t.Context(), name))
					}
					errs := make([]error, 2)
					var both sync.WaitGroup
					for i, leave := range c.leave {
						both.Go(func() { errs[i] = leave() })
					}
					both.Wait()
					refused := errs[0]
					if refused == nil {
						refused = errs[1]
					}
					if f := fault.Of(refused); f == nil || f.Code != account.LastAdmin || admins() != 1 {
						t.Fatalf("%v and %v, %d admins", errs[0], errs[1], admins())
					}
				}
			})
		}
	})
}

// A user who is made the first admin during the deletion either stays, or is deleted before the grant.
func TestGrantDuringDeletion(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		for i := range 6 {
			name := fmt.Sprint("user", i)
			u, _ := signintest.Register(t, s, name)
			var granted, deleted error
			var both sync.WaitGroup
			both.Go(func() { deleted = s.Delete(t.Context(), u.ID, "vibecoding", account.Erase) })
			both.Go(func() {
				for range 40 { // until the deletion ends
					if granted = s.GrantAdmin(t.Context(), name); granted != nil {
						return
					}
				}
			})
			both.Wait()
			kept := db.Client().User.GetX(t.Context(), u.ID)
			if (deleted == nil) != (kept.DeletedAt != nil) || granted == nil &&
				(kept.Role != auth.RoleAdmin || kept.DeletedAt != nil) {
				t.Errorf("grant %v, deletion %v, role %s, deleted %v", granted, deleted, kept.Role, kept.DeletedAt)
			}
			if err := s.RevokeAdmin(t.Context(), name, true); fault.Of(err) == nil && err != nil {
				t.Fatal(err)
			}
		}
	})
}
