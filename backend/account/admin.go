package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/session"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

// LastAdmin is the code of the fault for removing the last admin who is not suspended.
const LastAdmin = "LAST_ADMIN"

// Actions in the audit log.
const (
	actionAnonymise = "anonymise" // deletes an account, whose content stays
	actionLogOut    = "log_out"
)

// GrantAdmin gives the admin role to the user with this username, ignoring case, and records the act. Fault: not found.
func (s *Service) GrantAdmin(ctx context.Context, username string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockNamed(ctx, tx, username)
		if err != nil {
			return err
		}
		return s.setRole(ctx, tx, nil, u, auth.RoleAdmin, "")
	})
}

// RevokeAdmin takes the admin role from the user with this username, ignoring case, and records the act. Faults: not
// found; without force, precondition if every other admin is suspended, or there is no other.
func (s *Service) RevokeAdmin(ctx context.Context, username string, force bool) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if !force {
			id, err := tx.User.Query().Where(user.UsernameKey(Key(username))).OnlyID(ctx)
			if err != nil && !ent.IsNotFound(err) {
				return err
			}
			if err := s.keepAnAdmin(ctx, tx, id, onlyAdmin, makeAdmin); err != nil {
				return err
			}
		}
		u, err := s.LockNamed(ctx, tx, username)
		if err != nil {
			return err
		}
		return s.setRole(ctx, tx, nil, u, withoutAdmin(u.Role), "")
	})
}

// withoutAdmin is the role of a user from whom the admin role is taken.
func withoutAdmin(role auth.Role) auth.Role {
	if role == auth.RoleAdmin {
		return auth.RoleMember
	}
	return role
}

// setRole changes the role of a locked user and records the act; admin is nil for a command. The user's sessions
// without a fresh proof end. If the role does not change, it does nothing.
func (s *Service) setRole(ctx context.Context, tx *ent.Client, admin *auth.Caller, u *ent.User, role auth.Role,
	reason string) error {
	was := u.Role
	if was == role {
		return nil
	}
	u.Role = role
	if err := tx.User.Update().Where(user.ID(u.ID)).SetRole(role).SetUpdatedAt(s.now()).Exec(ctx); err != nil {
		return fmt.Errorf("set the role: %w", err)
	}
	if err := s.db.Emit(ctx, tx, event.AccessOf(u.ID)); err != nil {
		return err
	}
	// What knew an older token must not become an admin or a moderator. The token of a session with a fresh proof is as
	// new as the proof.
	if _, err := s.EndSessions(ctx, tx, session.UserID(u.ID),
		session.Or(session.ProvedAtIsNil(), session.ProvedAtLTE(s.now().Add(-auth.ProofLife)))); err != nil {
		return err
	}
	kind := roleChange(was, role)
	if err := s.Record(ctx, tx, u.ID, kind, ""); err != nil {
		return err
	}
	return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: enumname.Of(kind), TargetType: Kind, Target: u.ID,
		Subject: u.ID, Reason: reason}, s.now())
}

// roleChange names a change of role: it gives the new role, or takes the old one from a user who becomes a member.
func roleChange(was, role auth.Role) pb.SecurityEventKind {
	switch {
	case role == auth.RoleAdmin:
		return pb.SecurityEventKind_SECURITY_EVENT_KIND_GRANT_ADMIN
	case role == auth.RoleModerator:
		return pb.SecurityEventKind_SECURITY_EVENT_KIND_GRANT_MODERATOR
	case was == auth.RoleAdmin:
		return pb.SecurityEventKind_SECURITY_EVENT_KIND_REVOKE_ADMIN
	}
	return pb.SecurityEventKind_SECURITY_EVENT_KIND_REVOKE_MODERATOR
}

// LogOut ends all sessions and access tokens of the user with this username, ignoring case, and records the act. Fault:
// not found.
func (s *Service) LogOut(ctx context.Context, username string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockNamed(ctx, tx, username)
		if err != nil {
			return err
		}
		if err := s.endAccess(ctx, tx, u.ID, uuid.Nil, true); err != nil {
			return err
		}
		if err := s.Record(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_SESSIONS_REVOKED, ""); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, nil, audit.Entry{Action: actionLogOut, TargetType: Kind, Target: u.ID,
			Subject: u.ID}, s.now())
	})
}

// LockNamed locks the user with a username, ignoring case. Fault: not found.
func (s *Service) LockNamed(ctx context.Context, tx *ent.Client, username string) (*ent.User, error) {
	u, err := tx.User.Query().Where(user.UsernameKey(Key(username)), user.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound("USER_NOT_FOUND", "No user has this username")
	}
	if err != nil {
		return nil, fmt.Errorf("lock a user: %w", err)
	}
	return u, nil
}

// The message of LastAdmin about another user.
const (
	onlyAdmin = "This is the only admin."
	makeAdmin = "Make another user an admin first."
)

// keepAnAdmin returns a precondition fault if the user is an admin and every other admin is suspended, or there is no
// other. It locks all admins, because otherwise the last two could leave at the same time. Like every transaction that
// locks several users, it locks them in the order of ids.
func (s *Service) keepAnAdmin(ctx context.Context, tx *ent.Client, leaving uuid.UUID, only, remedy string) error {
	admins, err := tx.User.Query().Where(auth.Admins, s.db.ForUpdate).Order(user.ByID()).All(ctx)
	if err != nil {
		return fmt.Errorf("look for another admin: %w", err)
	}
	return s.checkOthers(admins, leaving, only, remedy)
}

// checkOthers is keepAnAdmin for users that are already locked. The message begins with only if there is no other
// admin, or else says that the others are suspended. It ends with remedy.
func (s *Service) checkOthers(locked []*ent.User, leaving uuid.UUID, only, remedy string) error {
	isAdmin := false
	for _, u := range locked {
		switch {
		case u.Role != auth.RoleAdmin:
		case u.ID == leaving:
			isAdmin = true
		case auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, s.now()) == nil:
			return nil
		default:
			only = "All other admins are suspended."
		}
	}
	if !isAdmin {
		return nil
	}
	return fault.Precondition(LastAdmin, only+" "+remedy)
}

// SetRole changes the role of another user and records the act. If the role does not change, it does nothing. Faults:
// those of lockTarget.
func (s *Service) SetRole(ctx context.Context, admin *auth.Caller, id uuid.UUID, role auth.Role,
	reason string) (*ent.User, error) {
	return s.changeRole(ctx, admin, id, role != auth.RoleAdmin, reason, func(auth.Role) auth.Role { return role })
}

// SetAdmin gives the admin role to another user or takes it, as SetRole does. A moderator from whom the admin role is
// taken stays one.
func (s *Service) SetAdmin(ctx context.Context, admin *auth.Caller, id uuid.UUID, isAdmin bool,
	reason string) (*ent.User, error) {
	if isAdmin {
		return s.SetRole(ctx, admin, id, auth.RoleAdmin, reason)
	}
	return s.changeRole(ctx, admin, id, true, reason, withoutAdmin)
}

// changeRole sets the role that change returns for the present one. leaving is that of lockTarget.
func (s *Service) changeRole(ctx context.Context, admin *auth.Caller, id uuid.UUID, leaving bool, reason string,
	change func(auth.Role) auth.Role) (*ent.User, error) {
	var u *ent.User
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if u, err = s.lockTarget(ctx, tx, admin, id, leaving); err != nil {
			return err
		}
		return s.setRole(ctx, tx, admin, u, change(u.Role), reason)
	})
	if err != nil {
		return nil, fmt.Errorf("set the role: %w", err)
	}
	return u, nil
}

// Remove deletes the account of another user, as Delete does, and records the act. A user with a confirmed address is
// told by mail, with the reason. Faults: those of lockTarget.
func (s *Service) Remove(ctx context.Context, admin *auth.Caller, id uuid.UUID, content, reason string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockTarget(ctx, tx, admin, id, true)
		if err != nil {
			return err
		}
		if err := s.anonymiseUser(ctx, tx, u, content); err != nil {
			return err
		}
		if u.EmailVerifiedAt != nil { // an unconfirmed address may be a stranger's
			message := s.mails.removedMessage(u.Username, content, reason)
			if err := s.mails.AddWithoutUser(ctx, tx, u.Email, message, s.now()); err != nil {
				return err
			}
		}
		action := audit.Delete
		if content == Anonymise {
			action = actionAnonymise
		}
		if err := audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: action, TargetType: Kind, Target: id, Subject: id,
			Reason: reason}, s.now()); err != nil {
			return err
		}
		return stats.Add(ctx, tx, stats.Users, -1)
	})
	if err != nil {
		return fmt.Errorf("remove an account: %w", err)
	}
	return nil
}

// lockTarget locks a user whom an admin acts on, the admin and all other admins, in the order of ids. leaving means
// that the user is about to lose the admin role. Faults: precondition as in keepAnAdmin; denied for the admin's own
// account, and for an admin who has lost the role or was suspended since the call began; not found.
func (s *Service) lockTarget(ctx context.Context, tx *ent.Client, admin *auth.Caller, id uuid.UUID,
	leaving bool) (*ent.User, error) {
	ids, err := tx.User.Query().Where(auth.Admins).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for admins: %w", err)
	}
	locked, err := tx.User.Query().Where(user.IDIn(append(ids, id, admin.UserID)...), user.DeletedAtIsNil(),
		s.db.ForUpdate).Order(user.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock users: %w", err)
	}
	var target *ent.User
	var acts *auth.Caller
	for _, u := range locked {
		if u.ID == id {
			target = u
		}
		if u.ID == admin.UserID {
			acts = &auth.Caller{UserID: u.ID, Role: u.Role, Suspension: auth.NewSuspension(u.SuspendedAt,
				u.SuspendedUntil, u.SuspensionReason, s.now())}
		}
	}
	// Check this first: if the last two admins revoke each other at once, the second one gets the error that says why.
	if leaving {
		if err := s.checkOthers(locked, id, onlyAdmin, makeAdmin); err != nil {
			return nil, err
		}
	}
	if err := auth.Admit(auth.Admin, acts); err != nil {
		return nil, err
	}
	switch {
	case acts.Suspension != nil:
		return nil, acts.Suspension.Refuse()
	case id == admin.UserID:
		return nil, fault.Denied("OWN_ACCOUNT", "You cannot do this to your own account")
	case target == nil:
		return nil, fault.NotFound("USER_NOT_FOUND", "User not found")
	}
	return target, nil
}
