package account_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
)

func TestSetup(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		link := func() string {
			t.Helper()
			address, err := s.SetupLink(t.Context())
			must.NoError(t, err)
			token, found := strings.CutPrefix(address, "https://board.example/setup?token=")
			if !found || len(token) != 43 {
				t.Fatalf("link %s", address)
			}
			return token
		}
		setUp := func(token, username string) error {
			u, session, err := s.CreateFirstAdmin(t.Context(), token, username, username+"@example.org", "rosebud-7",
				access.Client{})
			if err == nil && (u.Role != auth.RoleAdmin || session.Token == "") {
				t.Errorf("user %+v, session %+v", u, session)
			}
			return err
		}
		unknown := func(err error) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindNotFound, "SETUP_LINK_UNKNOWN",
				"This setup link is not valid any more. On the server, uvboard admin setup-link prints a new one, unless there is an admin already.")
		}
		if has, err := s.HasAccounts(t.Context()); err != nil || has {
			t.Fatalf("accounts: %v, %v", has, err)
		}
		signintest.Register(t, s, "Early") // is not an admin

		unknown(setUp("", "Ada"))
		unknown(setUp("made-up", "Ada"))
		old := link()
		clock.Pass(24 * time.Hour)
		unknown(setUp(old, "Ada"))
		must.NoError(t, s.Sweep(t.Context()))
		if n := db.Client().SetupToken.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d expired links", n)
		}

		// A taken name does not use up the link. If several links are used at once, one works.
		tokens := []string{link(), link(), link()}
		signintest.WantFault(t, setUp(tokens[0], "early"), fault.KindConflict, "USERNAME_TAKEN",
			"Username already exists")
		errs := make([]error, len(tokens))
		var group sync.WaitGroup
		for i, token := range tokens {
			group.Go(func() { errs[i] = setUp(token, []string{"Ada", "Grace", "Joan"}[i]) })
		}
		group.Wait()
		admins := db.Client().User.Query().Where(auth.Admins).AllX(t.Context())
		if len(admins) != 1 {
			t.Fatalf("%d admins", len(admins))
		}
		for i, err := range errs {
			if []string{"Ada", "Grace", "Joan"}[i] != admins[0].Username {
				unknown(err)
			} else {
				must.NoError(t, err)
			}
		}
		if acts := db.Client().AuditEntry.Query().AllX(t.Context()); len(acts) != 1 || acts[0].Action != "grant_admin" {
			t.Errorf("audit log %v", acts)
		}

		_, err := s.SetupLink(t.Context())
		signintest.WantFault(t, err, fault.KindPrecondition, "HAS_ADMIN",
			"This board has an admin already. Give the role to others with uvboard admin grant.")
		unknown(setUp(tokens[0], "Late"))
	})
}
