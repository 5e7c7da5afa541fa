package account

import (
	"context"
	"fmt"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
)

// demoBatch is how many demo accounts one transaction deletes.
const demoBatch = 50

// KeepAdminBesidesDemo returns a precondition fault if the board has no other admin than demo accounts and suspended
// users.
func (s *Service) KeepAdminBesidesDemo(ctx context.Context, tx *ent.Client) error {
	admins, err := tx.User.Query().Where(auth.Admins, user.IsDemo(false), user.DeletedAtIsNil(), s.db.ForUpdate).
		Order(user.ByID()).All(ctx)
	if err != nil {
		return fmt.Errorf("look for an admin besides demo accounts: %w", err)
	}
	for _, u := range admins {
		if auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, s.now()) == nil {
			return nil
		}
	}
	return fault.Precondition(LastAdmin,
		"All admins are demo accounts. Sign up with an account of your own and make it an admin first.")
}

// HasAdmin reports whether the board has an admin.
func (s *Service) HasAdmin(ctx context.Context) (bool, error) {
	return hasAdmin(ctx, s.db.Client())
}

// RemoveDemo deletes some of the accounts that uvboard seed made, like Delete with their content erased. It reports
// whether there are more.
func (s *Service) RemoveDemo(ctx context.Context) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		users, err := tx.User.Query().Where(user.IsDemo(true), user.DeletedAtIsNil(), s.db.ForUpdate).
			Order(user.ByID()).Limit(demoBatch).All(ctx)
		if err != nil {
			return err
		}
		for _, u := range users {
			if err := s.anonymiseUser(ctx, tx, u, Erase); err != nil {
				return err
			}
		}
		more = len(users) == demoBatch
		return stats.Add(ctx, tx, stats.Users, -len(users))
	})
	if err != nil {
		return false, fmt.Errorf("remove demo accounts: %w", err)
	}
	return more, nil
}
