package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/board"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/invitation"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
)

const (
	invitationLife      = 30 * 24 * time.Hour
	maxInvitations      = 5   // of a user, used ones included
	maxAdminInvitations = 100 // of an admin
	invitationLength    = 16  // of a code after its mark, 96 bits
)

// CreateInvitation makes an invitation to register, which works once, for 30 days, and returns it with its code, which
// is not stored. Faults: denied while registration is closed; blocked NO_INVITATIONS_LEFT if the user has 5 already, an
// admin 100.
func (s *Service) CreateInvitation(ctx context.Context,
	userID uuid.UUID) (made *ent.Invitation, code string, err error) {
	code = "inv_" + auth.NewToken()[:invitationLength]
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := board.CheckRegistration(ctx, tx); err != nil {
			return err
		}
		u, err := s.LockCaller(ctx, tx, userID) // or two calls at once could both create the fifth
		if err != nil {
			return err
		}
		most := maxInvitations
		if u.Role == auth.RoleAdmin {
			most = maxAdminInvitations
		}
		now := s.now()
		n, err := tx.Invitation.Query().Where(invitation.UserID(userID), invitation.ExpiresAtGT(now)).Count(ctx)
		if err != nil {
			return err
		}
		if n >= most {
			return fault.Blocked("NO_INVITATIONS_LEFT", fmt.Sprintf("You can invite %d people in 30 days.", most))
		}
		made, err = tx.Invitation.Create().SetID(store.NewID(now)).SetUserID(userID).SetCodeHash(auth.TokenHash(code)).
			SetCreatedAt(now).SetExpiresAt(now.Add(invitationLife)).Save(ctx)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("create an invitation: %w", err)
	}
	return made, code, nil
}

// ListInvitations returns the user's invitations of the last 30 days, newest first.
func (s *Service) ListInvitations(ctx context.Context, userID uuid.UUID) ([]*ent.Invitation, error) {
	rows, err := s.db.Client().Invitation.Query().Where(invitation.UserID(userID), invitation.ExpiresAtGT(s.now())).
		Order(invitation.ByID(sql.OrderDesc())).Limit(maxAdminInvitations).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	return rows, nil
}

// DeleteInvitation withdraws an invitation of the user. Fault: not found, also for another user's invitation or one
// that has been used.
func (s *Service) DeleteInvitation(ctx context.Context, userID, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.Invitation.Delete().Where(invitation.ID(id), invitation.UserID(userID), invitation.UsedAtIsNil()).
			Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete an invitation: %w", err)
		}
		if n == 0 {
			return fault.NotFound("INVITATION_NOT_FOUND", "Invitation not found")
		}
		return nil
	})
}

// admit checks that a visitor may register with the code of an invitation, empty for none. The returned function uses
// the invitation up, in the transaction of the registration. An invitation by an admin admits every email address: the
// admin knows the person. Faults: denied while registration is closed; invalid INVITATION_NEEDED.
func (s *Service) admit(ctx context.Context, code string) (rules board.Rules, useUp addition, err error) {
	code = strings.TrimSpace(code)
	rules, err = board.CheckRegistration(ctx, s.db.Client())
	if err != nil || !rules.Invitation && code == "" {
		return rules, nil, err
	}
	valid := []predicate.Invitation{
		invitation.CodeHash(auth.TokenHash(code)), invitation.UsedAtIsNil(), invitation.ExpiresAtGT(s.now()),
		invitation.HasUserWith(user.DeletedAtIsNil(), user.SuspendedAtIsNil()),
	}
	found, err := s.db.Client().Invitation.Query().Where(valid...).WithUser(func(q *ent.UserQuery) {
		q.Select(user.FieldRole)
	}).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return rules, nil, fmt.Errorf("look for an invitation: %w", err)
	}
	if found == nil && rules.Invitation {
		return rules, nil, invitationNeeded(code)
	}
	needed := rules.Invitation
	if found != nil && found.Edges.User.Role == auth.RoleAdmin {
		rules, needed = rules.WithoutMailDomains(), true
	}
	return rules, func(ctx context.Context, tx *ent.Client, _ *ent.User) error {
		n, err := tx.Invitation.Update().Where(valid...).SetUsedAt(s.now()).Save(ctx)
		if err == nil && n == 0 && needed { // somebody else was first
			return invitationNeeded(code)
		}
		return err
	}, nil
}

func invitationNeeded(code string) error {
	message := "This invitation has been used, has expired or does not exist"
	if code == "" {
		message = "You need an invitation of a member"
	}
	return &fault.Fault{Kind: fault.KindInvalid, Code: "INVITATION_NEEDED", Message: message,
		Fields: map[string]string{"invitation": message}}
}
