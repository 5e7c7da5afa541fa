package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/stats"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	"uvboard/ent/mailtoken"
	"uvboard/ent/weeklysubscriber"
)

// Values of users.deleting: what package erasure still has to do for a deleted account.
const (
	Erase     = "erase"     // delete the user's content, then the row
	Anonymise = "anonymise" // keep the content without the name
	Vanish    = "vanish"    // delete the row, which has no content left
)

// deletedName is shown as the owner of the projects that remain.
const deletedName = "Deleted member"

// Delete deletes the caller's account: sessions and tokens end, and the row no longer identifies the person. Package
// erasure later erases or anonymises the content, as content says. A user with a confirmed address gets a mail. Faults:
// wrong password; precondition for an admin if every other admin is suspended, or there is no other.
func (s *Service) Delete(ctx context.Context, userID uuid.UUID, password, content string) error {
	checked, err := s.CheckPassword(ctx, userID, "password", password)
	if err != nil {
		return err
	}
	message := s.mails.deletedMessage(checked.Username, content)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		const only, remedy = "You are the only admin.", "Make another member an admin before you delete this account."
		if checked.Role == auth.RoleAdmin { // before locking this user, because users are locked in the order of ids
			if err := s.keepAnAdmin(ctx, tx, userID, only, remedy); err != nil {
				return err
			}
		}
		u, err := s.LockChecked(ctx, tx, checked, "password")
		if err != nil {
			return err
		}
		if u.Role == auth.RoleAdmin && checked.Role != auth.RoleAdmin { // made an admin after the password was checked
			if err := s.keepAnAdmin(ctx, tx, userID, only, remedy); err != nil {
				return err
			}
		}
		if err := s.anonymiseUser(ctx, tx, u, content); err != nil {
			return err
		}
		if u.EmailVerifiedAt != nil { // an unconfirmed address may be a stranger's
			if err := s.mails.AddWithoutUser(ctx, tx, u.Email, message, s.now()); err != nil {
				return err
			}
		}
		return stats.Add(ctx, tx, stats.Users, -1)
	})
	if err != nil {
		return fmt.Errorf("delete an account: %w", err)
	}
	return nil
}

// anonymiseUser clears all personal columns of the row and deletes all that is attached to it, its mails, and the
// subscription of its address to the weekly. The counters stay as long as there is content to count. The address
// becomes available to others, the username to its owner alone for a year.
func (s *Service) anonymiseUser(ctx context.Context, tx *ent.Client, u *ent.User, content string) error {
	if err := s.keepUsername(ctx, tx, u); err != nil {
		return err
	}
	key := "deleted-" + u.ID.String() // the hyphen keeps it from being a username or an address
	err := tx.User.UpdateOneID(u.ID).
		SetDeletedAt(s.now()).SetDeleting(content).SetUpdatedAt(s.now()).
		SetUsername("").SetUsernameKey(key).SetViberTag("@" + key).SetDisplayName(deletedName).
		SetEmail("").SetEmailKey(key).ClearNewEmail().ClearEmailVerifiedAt().ClearEmailOwnedAt().SetPasswordHash("").
		SetRole(auth.RoleMember).
		SetAvatar("").SetBio("").SetLocation("").SetWebsite("").SetGithub("").SetTwitter("").SetLinkedin("").
		SetSkills([]string{}).SetHidesFollows(false).SetHidesAgents(false).
		ClearLastActiveAt().ClearLinkPostedAt().ClearVotesHeldAt().ClearVouchedAt().
		ClearSuspendedAt().ClearSuspendedUntil().SetSuspensionReason("").
		Exec(ctx)
	if err != nil {
		return fmt.Errorf("anonymise a user: %w", err)
	}
	if err := s.endAttached(ctx, tx, u.ID); err != nil {
		return err
	}
	if _, err := tx.MailToken.Delete().Where(mailtoken.UserID(u.ID)).Exec(ctx); err != nil {
		return err
	}
	if u.EmailVerifiedAt != nil { // an unconfirmed address may be a stranger's
		subscribed := weeklysubscriber.EmailKey(Mailbox(u.EmailKey))
		if _, err := tx.WeeklySubscriber.Delete().Where(subscribed).Exec(ctx); err != nil {
			return err
		}
	}
	_, err = tx.Mail.Delete().Where(entmail.UserID(u.ID)).Exec(ctx)
	return err
}
