package signin_test

import (
	"context"
	"encoding/base64"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
)

func TestLogin(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		member, _ := signintest.Register(t, s, "Ada")
		t.Run("OKIgnoringCase", func(t *testing.T) {
			found, session, err := s.Login(t.Context(), "aDA", "vibecoding", access.Client{})
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
			_, _, unknown := s.Login(t.Context(), "nobody", "vibecoding", access.Client{})
			_, _, wrong := s.Login(t.Context(), "Ada", "Vibecoding", access.Client{})
			signintest.WantFault(t, unknown, fault.KindUnauthenticated, "INVALID_CREDENTIALS", "Invalid credentials")
			if !reflect.DeepEqual(unknown, wrong) {
				t.Errorf("unknown name %#v, wrong password %#v", unknown, wrong)
			}
			signintest.WantCounts(t, db, 1, 2)
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
				if _, _, err := s.Login(t.Context(), name, "wrong password", access.Client{}); fault.Of(err) == nil {
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
			signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
				return account.NewUser(tx, "legacy", "legacy@example.org", "", time.Now()).Exec(ctx)
			})
			_, _, err := s.Login(t.Context(), "legacy", "", access.Client{})
			signintest.WantFault(t, err, fault.KindUnauthenticated, "INVALID_CREDENTIALS", "Invalid credentials")
		})
		t.Run("RehashesWithNewParameters", func(t *testing.T) {
			salt := []byte("somesaltsomesalt")
			key := argon2.IDKey([]byte("vibecoding"), salt, 1, 64, 1, 32)
			outdated := "$argon2id$v=19$m=64,t=1,p=1$" + base64.RawStdEncoding.EncodeToString(salt) + "$" +
				base64.RawStdEncoding.EncodeToString(key)
			signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
				return tx.User.UpdateOneID(member.ID).SetPasswordHash(outdated).Exec(ctx)
			})
			hash := func() string {
				kept, err := db.Client().User.Get(t.Context(), member.ID)
				must.NoError(t, err)
				return kept.PasswordHash
			}
			if _, _, err := s.Login(t.Context(), "Ada", "wrong", access.Client{}); fault.Of(err) == nil ||
				hash() != outdated {
				t.Errorf("wrong password: error %v, hash %q", err, hash())
			}
			for range 2 {
				if _, _, err := s.Login(t.Context(), "Ada", "vibecoding", access.Client{}); err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(hash(), "$argon2id$v=19$m=64,t=2,p=1$") { // what storetest sets
					t.Errorf("hash after login %q", hash())
				}
			}
		})
	})
}
