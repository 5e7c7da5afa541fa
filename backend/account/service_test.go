package account_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"uvboard/backend/account"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
)

const mailsPerHour = 5 // of a category

var board = mail.Named("UV Board", "https://board.example")

// clock is a clock that tests move.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 3, 14, 15, 9, 26, 535_897_932, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func register(t *testing.T, s *account.Service, username string) (*ent.User, account.Session) {
	t.Helper()
	member, session, err := s.Register(t.Context(), username, username+"@example.org", "vibecoding", "", account.Client{})
	if err != nil {
		t.Fatalf("register %s: %v", username, err)
	}
	return member, session
}

// write changes the database without the service.
func write(t *testing.T, db *store.DB, fn func(ctx context.Context, tx *ent.Client) error) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), fn))
}

func wantFault(t *testing.T, err error, kind fault.Kind, code, message string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil {
		t.Fatalf("error %v, want the fault %s", err, code)
	}
	if f.Kind != kind || f.Code != code || f.Message != message {
		t.Errorf("fault kind %d, %s %q; want kind %d, %s %q", f.Kind, f.Code, f.Message, kind, code, message)
	}
}

// race calls fn n times at once and checks that wins calls succeed. The others must return a fault that check accepts.
func race(t *testing.T, n, wins int, fn func(i int) error, check func(err error)) {
	t.Helper()
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = fn(i) })
	}
	all.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			check(err)
		}
	}
	if won != wins {
		t.Errorf("%d of %d succeeded, want %d", won, n, wins)
	}
}

func wantCounts(t *testing.T, db *store.DB, members, sessions int) {
	t.Helper()
	client := db.Client()
	got, err := client.User.Query().Count(t.Context())
	must.NoError(t, err)
	gotSessions, err := client.Session.Query().Count(t.Context())
	must.NoError(t, err)
	counter, err := stats.NewService(db).Counts(t.Context(), stats.Users)
	must.NoError(t, err)
	if got != members || counter[stats.Users] != members || gotSessions != sessions {
		t.Errorf("%d members, counter %d, %d sessions; want %d, %d, %d", got, counter[stats.Users], gotSessions, members, members, sessions)
	}
}

func TestRegister(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := newClock()
		s := account.NewService(db, board, clock.now)
		t.Run("OK", func(t *testing.T) {
			member, session, err := s.Register(t.Context(), "Kiln_Fire", "Kiln.Fire@Example.org", "vibecoding", "", account.Client{})
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
			if !strings.HasPrefix(kept.PasswordHash, "$argon2id$") || kept.IsAdmin || kept.Reputation != 0 {
				t.Errorf("hash %q, admin %v, reputation %d", kept.PasswordHash, kept.IsAdmin, kept.Reputation)
			}
			if !kept.CreatedAt.Equal(clock.now().Truncate(time.Millisecond)) {
				t.Errorf("made at %v, want %v", kept.CreatedAt, clock.now())
			}
			caller, err := s.Authenticate(t.Context(), session.Token)
			if err != nil || caller == nil || caller.UserID != member.ID || caller.Username != "Kiln_Fire" || caller.IsAdmin {
				t.Errorf("caller %+v, err %v", caller, err)
			}
			wantCounts(t, db, 1, 1)
		})
		// spec: viber.tag
		t.Run("ErrUsernameTakenIgnoringCase", func(t *testing.T) {
			_, _, err := s.Register(t.Context(), "KILN_fire", "other@example.org", "vibecoding", "", account.Client{})
			wantFault(t, err, fault.KindConflict, "USERNAME_TAKEN", "Username already exists")
			wantCounts(t, db, 1, 1)
		})
		t.Run("ErrEmailTakenIgnoringCase", func(t *testing.T) {
			_, _, err := s.Register(t.Context(), "other", "KILN.fire@example.ORG", "vibecoding", "", account.Client{})
			wantFault(t, err, fault.KindConflict, "EMAIL_TAKEN", "Email already registered")
			wantCounts(t, db, 1, 1)
		})
		t.Run("ErrUsernameTakenBeforeEmailTaken", func(t *testing.T) {
			register(t, s, "second")
			_, _, err := s.Register(t.Context(), "second", "kiln.fire@example.org", "vibecoding", "", account.Client{})
			wantFault(t, err, fault.KindConflict, "USERNAME_TAKEN", "Username already exists")
			wantCounts(t, db, 2, 2)
		})
	})
}

// All calls pass the check for a taken name, so the constraint must reject all but one.
func TestRegisterConcurrently(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := account.NewService(db, board, time.Now)
		register := func(t *testing.T, code, message string, name func(i int) (username, email string)) {
			t.Helper()
			race(t, 10, 1, func(i int) error {
				username, email := name(i)
				for {
					_, _, err := s.Register(t.Context(), username, email, "vibecoding", "", account.Client{})
					// On a slow machine the last calls wait too long for a hash.
					if f := fault.Of(err); f == nil || f.Kind != fault.KindUnavailable {
						return err
					}
					time.Sleep(100 * time.Millisecond)
				}
			}, func(err error) { wantFault(t, err, fault.KindConflict, code, message) })
		}
		t.Run("OneGetsTheUsername", func(t *testing.T) {
			register(t, "USERNAME_TAKEN", "Username already exists", func(i int) (string, string) {
				return []string{"racer", "Racer", "RACER"}[i%3], fmt.Sprintf("racer%d@example.org", i)
			})
			wantCounts(t, db, 1, 1)
		})
		t.Run("OneGetsTheEmail", func(t *testing.T) {
			register(t, "EMAIL_TAKEN", "Email already registered", func(i int) (string, string) {
				return fmt.Sprintf("driver%d", i), []string{"one@example.org", "One@Example.org"}[i%2]
			})
			wantCounts(t, db, 2, 2)
		})
	})
}

func TestLogin(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := account.NewService(db, board, newClock().now)
		member, _ := register(t, s, "Ada")
		t.Run("OKIgnoringCase", func(t *testing.T) {
			found, session, err := s.Login(t.Context(), "aDA", "vibecoding", account.Client{})
			must.NoError(t, err)
			if found.ID != member.ID {
				t.Errorf("logged in as %v, want %v", found.ID, member.ID)
			}
			caller, err := s.Authenticate(t.Context(), session.Token)
			if err != nil || caller == nil || caller.UserID != member.ID {
				t.Errorf("caller %+v, err %v", caller, err)
			}
		})
		// spec: error2.login
		t.Run("ErrSameForUnknownNameAndWrongPassword", func(t *testing.T) {
			_, _, unknown := s.Login(t.Context(), "nobody", "vibecoding", account.Client{})
			_, _, wrong := s.Login(t.Context(), "Ada", "Vibecoding", account.Client{})
			wantFault(t, unknown, fault.KindUnauthenticated, "INVALID_CREDENTIALS", "Invalid credentials")
			if !reflect.DeepEqual(unknown, wrong) {
				t.Errorf("unknown name %#v, wrong password %#v", unknown, wrong)
			}
			wantCounts(t, db, 1, 2)
		})
		t.Run("UnknownNameTakesAsLong", func(t *testing.T) {
			// Processor time, which does not depend on other processes.
			spent := func() time.Duration {
				var usage syscall.Rusage
				must.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
				return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
			}
			took := func(name string) time.Duration {
				began := spent()
				if _, _, err := s.Login(t.Context(), name, "wrong password", account.Client{}); fault.Of(err) == nil {
					t.Fatal(err)
				}
				return spent() - began
			}
			// The minimum of several calls; without a hash it would be a hundredth.
			known, unknown := time.Hour, time.Hour
			for range 5 {
				known, unknown = min(known, took("Ada")), min(unknown, took("nobody"))
			}
			if unknown < known/10 || known < unknown/10 {
				t.Errorf("a wrong password took %v, an unknown name %v", known, unknown)
			}
		})
		t.Run("ErrAccountWithoutPassword", func(t *testing.T) {
			write(t, db, func(ctx context.Context, tx *ent.Client) error {
				return account.NewUser(tx, "legacy", "legacy@example.org", "", time.Now()).Exec(ctx)
			})
			_, _, err := s.Login(t.Context(), "legacy", "", account.Client{})
			wantFault(t, err, fault.KindUnauthenticated, "INVALID_CREDENTIALS", "Invalid credentials")
		})
		t.Run("RehashesWithNewParameters", func(t *testing.T) {
			salt := []byte("somesaltsomesalt")
			key := argon2.IDKey([]byte("vibecoding"), salt, 1, 64, 1, 32)
			outdated := "$argon2id$v=19$m=64,t=1,p=1$" + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key)
			write(t, db, func(ctx context.Context, tx *ent.Client) error {
				return tx.User.UpdateOneID(member.ID).SetPasswordHash(outdated).Exec(ctx)
			})
			hash := func() string {
				kept, err := db.Client().User.Get(t.Context(), member.ID)
				must.NoError(t, err)
				return kept.PasswordHash
			}
			if _, _, err := s.Login(t.Context(), "Ada", "wrong", account.Client{}); fault.Of(err) == nil || hash() != outdated {
				t.Errorf("wrong password: error %v, hash %q", err, hash())
			}
			for range 2 {
				if _, _, err := s.Login(t.Context(), "Ada", "vibecoding", account.Client{}); err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(hash(), "$argon2id$v=19$m=64,t=2,p=1$") { // what storetest sets
					t.Errorf("hash after login %q", hash())
				}
			}
		})
	})
}

func TestAdminRole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := account.NewService(db, board, newClock().now)
		ada, session := register(t, s, "Ada")
		register(t, s, "Grace")
		admins := func() string {
			names, err := db.Client().User.Query().Where(user.IsAdmin(true)).Select(user.FieldUsername).Strings(t.Context())
			must.NoError(t, err)
			return strings.Join(names, " ")
		}
		must.NoError(t, s.GrantAdmin(t.Context(), "ada"))
		// Existing sessions gain and lose the role immediately.
		if caller, err := s.Authenticate(t.Context(), session.Token); err != nil || !caller.IsAdmin || admins() != "Ada" {
			t.Errorf("after the grant: caller %+v, err %v, admins %q", caller, err, admins())
		}
		wantFault(t, s.RevokeAdmin(t.Context(), "ada", false), fault.KindPrecondition, "LAST_ADMIN", "This is the only admin. Make another user an admin first.")
		if err := s.RevokeAdmin(t.Context(), "grace", false); err != nil || admins() != "Ada" {
			t.Errorf("revoking a role that Grace does not have: %v, admins %q", err, admins())
		}
		must.NoError(t, s.RevokeAdmin(t.Context(), "ADA", true))
		if caller, err := s.Authenticate(t.Context(), session.Token); err != nil || caller.IsAdmin || admins() != "" {
			t.Errorf("after the revocation: caller %+v, err %v, admins %q", caller, err, admins())
		}
		wantFault(t, s.GrantAdmin(t.Context(), "nobody"), fault.KindNotFound, "USER_NOT_FOUND", "No user has this username")
		wantFault(t, s.RevokeAdmin(t.Context(), "nobody", false), fault.KindNotFound, "USER_NOT_FOUND", "No user has this username")
		must.NoError(t, s.Delete(t.Context(), ada.ID, "vibecoding", account.Erase))
		left := db.Client().User.GetX(t.Context(), ada.ID).UsernameKey
		wantFault(t, s.GrantAdmin(t.Context(), left), fault.KindNotFound, "USER_NOT_FOUND", "No user has this username")
	})
}

func TestLastAdminStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := account.NewService(db, board, newClock().now)
		ada, _ := register(t, s, "Ada")
		register(t, s, "Grace")
		remove := func() error { return s.Delete(t.Context(), ada.ID, "vibecoding", account.Anonymise) }
		revoke := func(username string) func() error {
			return func() error { return s.RevokeAdmin(t.Context(), username, false) }
		}
		admins := func() int { return db.Client().User.Query().Where(user.IsAdmin(true)).CountX(t.Context()) }
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
		s := account.NewService(db, board, newClock().now)
		for i := range 6 {
			name := fmt.Sprint("user", i)
			u, _ := register(t, s, name)
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
			if (deleted == nil) != (kept.DeletedAt != nil) || granted == nil && (!kept.IsAdmin || kept.DeletedAt != nil) {
				t.Errorf("grant %v, deletion %v, admin %t, deleted %v", granted, deleted, kept.IsAdmin, kept.DeletedAt)
			}
			if err := s.RevokeAdmin(t.Context(), name, true); fault.Of(err) == nil && err != nil {
				t.Fatal(err)
			}
		}
	})
}
