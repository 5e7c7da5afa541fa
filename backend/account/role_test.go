package account_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
	"uvboard/ent/auditentry"
	"uvboard/ent/securityevent"
)

func adminCaller(u *ent.User) *auth.Caller { return &auth.Caller{UserID: u.ID, Role: auth.RoleAdmin} }

func TestAdminsActOnOthers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		ada, _ := signintest.Register(t, s, "Ada")
		grace, session := signintest.Register(t, s, "Grace")
		must.NoError(t, s.GrantAdmin(t.Context(), "Ada"))
		by := adminCaller(ada)
		acts := func() (acts []string) {
			for _, e := range db.Client().AuditEntry.Query().AllX(t.Context()) {
				acts = append(acts, e.Action+" "+e.Reason)
			}
			slices.Sort(acts)
			return acts
		}

		// Admins cannot act on their own account, and the last admin stays.
		_, err := s.SetAdmin(t.Context(), by, ada.ID, false, "")
		signintest.WantFault(t, err, fault.KindPrecondition, "LAST_ADMIN",
			"This is the only admin. Make another user an admin first.")
		signintest.WantFault(t, s.Remove(t.Context(), by, ada.ID, account.Erase, ""), fault.KindPrecondition,
			"LAST_ADMIN", "This is the only admin. Make another user an admin first.")
		_, err = s.SetAdmin(t.Context(), by, ada.ID, true, "")
		signintest.WantFault(t, err, fault.KindDenied, "OWN_ACCOUNT", "You cannot do this to your own account")
		_, err = s.SetAdmin(t.Context(), by, uuid.New(), true, "")
		signintest.WantFault(t, err, fault.KindNotFound, "USER_NOT_FOUND", "User not found")
		signintest.WantFault(t, s.Remove(t.Context(), by, uuid.New(), account.Erase, ""), fault.KindNotFound,
			"USER_NOT_FOUND", "User not found")
		_, err = s.SetAdmin(t.Context(), adminCaller(grace), ada.ID, true, "")
		signintest.WantFault(t, err, fault.KindDenied, "ADMIN_REQUIRED", "Only admins may do this.")

		for range 2 { // the second time nothing changes
			u, err := s.SetAdmin(t.Context(), by, grace.ID, true, " Knows the board ")
			if err != nil || u.Role != auth.RoleAdmin {
				t.Fatalf("grant: %v, %v", u, err)
			}
		}
		_, err = s.SetAdmin(t.Context(), by, ada.ID, false, "")
		signintest.WantFault(t, err, fault.KindDenied, "OWN_ACCOUNT", "You cannot do this to your own account")
		if u, err := s.SetAdmin(t.Context(), by, grace.ID, false, ""); err != nil || u.Role == auth.RoleAdmin {
			t.Fatalf("revoke: %v, %v", u, err)
		}

		// A removed user is logged out, and gets a mail with the reason if the address is confirmed.
		storetest.Exec(t, db, "DELETE FROM mails")
		must.NoError(t, s.Remove(t.Context(), by, grace.ID, account.Anonymise, "Spam"))
		if caller, err := s.Authenticate(t.Context(), session.Token); err != nil || caller != nil {
			t.Errorf("a removed user is still logged in: %v, %v", caller, err)
		}
		if n := db.Client().Mail.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d mails to an address that is not confirmed", n)
		}
		joan, _ := signintest.Register(t, s, "Joan")
		storetest.Exec(t, db, "UPDATE users SET email_verified_at = created_at WHERE username = 'Joan'")
		storetest.Exec(t, db, "DELETE FROM mails")
		must.NoError(t, s.Remove(t.Context(), by, joan.ID, account.Erase, "Spam"))
		if m := db.Client().Mail.Query().OnlyX(t.Context()); m.Recipient != joan.Email || m.UserID != nil {
			t.Errorf("mail %v", m)
		}
		if got, want := acts(), []string{"anonymise Spam", "delete Spam", "grant_admin ", "grant_admin Knows the board",
			"revoke_admin "}; !slices.Equal(got, want) {
			t.Errorf("audit log %q, want %q", got, want)
		}
		if row := db.Client().User.GetX(t.Context(), joan.ID); row.Deleting != account.Erase || row.Username != "" {
			t.Errorf("row of the removed user %v", row)
		}
	})
}

// A role replaces the one before, and each change is recorded under its own name.
func TestSetRole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
		ada, _ := signintest.Register(t, s, "Ada")
		grace, session := signintest.Register(t, s, "Grace")
		must.NoError(t, s.GrantAdmin(t.Context(), "Ada"))
		by := adminCaller(ada)

		for _, role := range []auth.Role{auth.RoleModerator, auth.RoleModerator, auth.RoleMember, auth.RoleModerator,
			auth.RoleAdmin, auth.RoleModerator} {
			if u, err := s.SetRole(t.Context(), by, grace.ID, role, ""); err != nil || u.Role != role {
				t.Fatalf("%s: %v, %v", role, u, err)
			}
			found := signintest.Caller(t, s, session.Token)
			if found.Role != role || found.IsAdmin() != (role == auth.RoleAdmin) ||
				found.Moderates() != (role != auth.RoleMember) {
				t.Errorf("a %s acts as %q", role, found.Role)
			}
		}
		// Taking the admin role leaves a moderator one.
		if u, err := s.SetAdmin(t.Context(), by, grace.ID, false, ""); err != nil || u.Role != auth.RoleModerator {
			t.Errorf("revoke: %v, %v", u, err)
		}
		must.NoError(t, s.RevokeAdmin(t.Context(), "Grace", false))
		// A moderator is no admin: neither changes roles nor is the other admin whom the last one needs.
		_, err := s.SetRole(t.Context(), &auth.Caller{UserID: grace.ID, Role: auth.RoleModerator}, ada.ID,
			auth.RoleMember, "")
		signintest.WantFault(t, err, fault.KindPrecondition, "LAST_ADMIN",
			"This is the only admin. Make another user an admin first.")
		_, err = s.SetRole(t.Context(), &auth.Caller{UserID: grace.ID, Role: auth.RoleModerator}, ada.ID,
			auth.RoleAdmin, "")
		signintest.WantFault(t, err, fault.KindDenied, "ADMIN_REQUIRED", "Only admins may do this.")
		for _, role := range []auth.Role{auth.RoleMember, auth.RoleModerator} {
			_, err = s.SetRole(t.Context(), by, ada.ID, role, "")
			signintest.WantFault(t, err, fault.KindPrecondition, "LAST_ADMIN",
				"This is the only admin. Make another user an admin first.")
		}

		want := []string{"grant_moderator", "revoke_moderator", "grant_moderator", "grant_admin", "grant_moderator"}
		var audited, told []string
		for _, e := range db.Client().AuditEntry.Query().Where(auditentry.SubjectID(grace.ID)).
			Order(auditentry.ByID()).AllX(t.Context()) {
			audited = append(audited, e.Action)
		}
		for _, e := range db.Client().SecurityEvent.Query().Where(securityevent.UserID(grace.ID)).
			Order(securityevent.ByID()).AllX(t.Context()) {
			told = append(told, e.Kind)
		}
		if !slices.Equal(audited, want) || !slices.Equal(told, want) {
			t.Errorf("audit log %q, security events %q, want %q", audited, told, want)
		}
	})
}

// A suspended admin does not count: until the suspension ends, the last other admin must stay.
func TestASuspendedAdminIsNoOtherAdmin(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, _ := signintest.Register(t, s, "Ada")
		grace, _ := signintest.Register(t, s, "Grace")
		must.NoError(t, s.GrantAdmin(t.Context(), "Ada"))
		must.NoError(t, s.GrantAdmin(t.Context(), "Grace"))
		now := clock.Now()
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(grace.ID).SetSuspendedAt(now).SetSuspendedUntil(now.Add(time.Hour)).Exec(ctx)
		}))

		signintest.WantFault(t, s.Delete(t.Context(), ada.ID, "vibecoding", account.Erase), fault.KindPrecondition,
			"LAST_ADMIN",
			"All other admins are suspended. Make another member an admin before you delete this account.")
		const suspended = "All other admins are suspended. Make another user an admin first."
		signintest.WantFault(t, s.RevokeAdmin(t.Context(), "Ada", false), fault.KindPrecondition, "LAST_ADMIN",
			suspended)
		_, err := s.SetAdmin(t.Context(), adminCaller(grace), ada.ID, false, "")
		signintest.WantFault(t, err, fault.KindPrecondition, "LAST_ADMIN", suspended)
		signintest.WantFault(t, s.Remove(t.Context(), adminCaller(grace), ada.ID, account.Erase, ""),
			fault.KindPrecondition, "LAST_ADMIN", suspended)
		must.NoError(t, s.RevokeAdmin(t.Context(), "Grace", false))
		must.NoError(t, s.GrantAdmin(t.Context(), "Grace"))

		clock.Pass(2 * time.Hour)
		must.NoError(t, s.Delete(t.Context(), ada.ID, "vibecoding", account.Erase))
	})
}

// If two admins revoke each other's role, or delete each other's or their own account, at once, one admin remains.
func TestTwoAdminsAtOnce(t *testing.T) {
	for name, acts := range map[string]func(s *signin.Service, t *testing.T, me, other *ent.User) error{
		"Revoke": func(s *signin.Service, t *testing.T, me, other *ent.User) error {
			_, err := s.SetAdmin(t.Context(), adminCaller(me), other.ID, false, "")
			return err
		},
		"Remove": func(s *signin.Service, t *testing.T, me, other *ent.User) error {
			return s.Remove(t.Context(), adminCaller(me), other.ID, account.Erase, "")
		},
		"RevokeAndLeave": func(s *signin.Service, t *testing.T, me, other *ent.User) error {
			if me.Username == "Ada" {
				return s.Delete(t.Context(), me.ID, "vibecoding", account.Erase)
			}
			return s.RevokeAdmin(t.Context(), me.Username, false)
		},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				s := signin.NewService(db, signintest.Board, signintest.NewClock().Now)
				var pair [2]*ent.User
				for i, name := range []string{"Ada", "Grace"} {
					pair[i], _ = signintest.Register(t, s, name)
					must.NoError(t, s.GrantAdmin(t.Context(), name))
				}
				var errs [2]error
				var both sync.WaitGroup
				for i := range pair {
					both.Go(func() { errs[i] = acts(s, t, pair[i], pair[1-i]) })
				}
				both.Wait()
				refused := errs[0]
				if refused == nil {
					refused = errs[1]
				}
				admins := db.Client().User.Query().Where(auth.Admins).CountX(t.Context())
				if f := fault.Of(refused); f == nil || f.Code != account.LastAdmin ||
					(errs[0] == nil) == (errs[1] == nil) || admins != 1 {
					t.Errorf("%v and %v, %d admins", errs[0], errs[1], admins)
				}
			})
		})
	}
}
