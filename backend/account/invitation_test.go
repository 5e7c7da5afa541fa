package account_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
	"uvboard/ent/schema"
)

func TestInvitation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, _ := signintest.Register(t, s, "ada")
		signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return tx.Board.Create().SetID(uuid.MustParse("00000000-0000-7000-8000-000000000001")).
				SetRegistration("invite").
				SetFooterLinks([]schema.FooterLink{}).SetCreatedAt(clock.Now()).SetUpdatedAt(clock.Now()).Exec(ctx)
		})
		join := func(username, code string) error {
			_, _, err := s.Register(t.Context(), account.Registration{Username: username,
				Email: username + "@example.org", Password: "vibecoding", Invitation: code}, access.Client{})
			return err
		}
		invite := func() (code string) {
			t.Helper()
			made, code, err := s.CreateInvitation(t.Context(), ada.ID)
			must.NoError(t, err)
			if made.CodeHash != auth.TokenHash(code) || len(code) != 20 {
				t.Errorf("code %q, stored as %q", code, made.CodeHash)
			}
			return code
		}
		const unknown = "This invitation has been used, has expired or does not exist"
		refused := func(err error, message string) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindInvalid, "INVITATION_NEEDED", message)
		}

		refused(join("ben", ""), "You need an invitation of a member")
		refused(join("ben", "wrong"), unknown)
		code := invite()
		must.NoError(t, join("ben", code))
		refused(join("cai", code), unknown)

		code = invite()
		signintest.Race(t, 4, 1, func(i int) error { return join(fmt.Sprintf("dora%d", i), code) },
			func(err error) { refused(err, unknown) })

		// A conflict does not use it up.
		code = invite()
		if err := join("ada", code); fault.Of(err) == nil || fault.Of(err).Kind != fault.KindConflict {
			t.Errorf("taken name: %v", err)
		}
		must.NoError(t, join("eve", code))

		// Five in 30 days.
		signintest.Race(t, 4, 2, func(int) error { _, _, err := s.CreateInvitation(t.Context(), ada.ID); return err },
			func(err error) {
				signintest.WantFault(t, err, fault.KindBlocked, "NO_INVITATIONS_LEFT",
					"You can invite 5 people in 30 days.")
			})
		rows, err := s.ListInvitations(t.Context(), ada.ID)
		must.NoError(t, err)
		if len(rows) != 5 || rows[0].UsedAt != nil || rows[4].UsedAt == nil {
			t.Errorf("invitations %v", rows)
		}
		must.NoError(t, s.DeleteInvitation(t.Context(), ada.ID, rows[0].ID))
		signintest.WantFault(t, s.DeleteInvitation(t.Context(), ada.ID, rows[4].ID), fault.KindNotFound,
			"INVITATION_NOT_FOUND", "Invitation not found")
		signintest.WantFault(t, s.DeleteInvitation(t.Context(), store.NewID(clock.Now()), rows[1].ID),
			fault.KindNotFound, "INVITATION_NOT_FOUND", "Invitation not found")
		code = invite()

		// Who may not write may not invite.
		signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(ada.ID).SetSuspendedAt(clock.Now()).Exec(ctx)
		})
		refused(join("finn", code), unknown)
		signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(ada.ID).ClearSuspendedAt().Exec(ctx)
		})
		clock.Pass(30 * 24 * time.Hour)
		refused(join("finn", code), unknown)
		must.NoError(t, s.Sweep(t.Context()))
		if n := db.Client().Invitation.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d expired invitations", n)
		}
	})
}
