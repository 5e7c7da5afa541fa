package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/mail"
	"uvboard/backend/stats"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	"uvboard/ent/mailtoken"
	"uvboard/ent/session"
)

// What is still to be done about a deleted account, as users.deleting says it. The package removal does it.
const (
	Erase     = "erase"     // what the member made goes, and then the row
	Anonymise = "anonymise" // what the member made stays, without the name
	Vanish    = "vanish"    // nothing is left but the row
)

// deletedName stands where the name of a member stood whose projects remain.
const deletedName = "Deleted member"

// Delete deletes the account of the caller whose password this is: the member cannot log in any more, every session and
// token is over, and nothing on the row tells who it was. What becomes of what the member made, Erase or Anonymise, is
// written down and done afterwards. Faults: a wrong password; conflict for the only admin. A member with a confirmed
// address is told by mail.
func (s *Service) Delete(ctx context.Context, userID uuid.UUID, password, content string) error {
	checked, err := s.checkPassword(ctx, userID, "password", password)
	if err != nil {
		return err
	}
	farewell, err := s.site.deletedMessage(checked.Username, content)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		const lastAdmin = "You are the only admin. Make another member an admin before you delete this account."
		if checked.IsAdmin { // before the lock of the user alone, since users are locked by id
			if err := s.keepAnAdmin(ctx, tx, userID, lastAdmin); err != nil {
				return err
			}
		}
		member, err := s.lockChecked(ctx, tx, checked, "password")
		if err != nil {
			return err
		}
		if member.IsAdmin && !checked.IsAdmin { // made an admin since the password was checked
			if err := s.keepAnAdmin(ctx, tx, userID, lastAdmin); err != nil {
				return err
			}
		}
		if err := s.forget(ctx, tx, member, content); err != nil {
			return err
		}
		if member.EmailVerifiedAt != nil { // else it may be a stranger's
			if err := mail.AddWithoutUser(ctx, tx, member.Email, farewell, s.now()); err != nil {
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

// forget takes from the row all that tells of the person, and from the database all by which the person is reached. The
// counters stay, as long as there is something that they count. The name and the address are free for others.
func (s *Service) forget(ctx context.Context, tx *ent.Client, member *ent.User, content string) error {
	// No username and no address has a hyphen there, so nobody can ask for it or register it.
	nobody := "deleted-" + member.ID.String()[24:]
	err := tx.User.UpdateOneID(member.ID).
		SetDeletedAt(s.now()).SetDeleting(content).SetUpdatedAt(s.now()).
		SetUsername("").SetUsernameKey(nobody).SetViberTag("@" + nobody).SetDisplayName(deletedName).
		SetEmail("").SetEmailKey(nobody).ClearNewEmail().ClearEmailVerifiedAt().SetPasswordHash("").SetIsAdmin(false).
		SetAvatar("").SetBio("").SetLocation("").SetWebsite("").SetGithub("").SetTwitter("").SetLinkedin("").SetSkills([]string{}).
		ClearLastActiveAt().Exec(ctx)
	if err != nil {
		return fmt.Errorf("forget a member: %w", err)
	}
	if _, err := tx.Session.Delete().Where(session.UserID(member.ID)).Exec(ctx); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	if err := endAccessTokens(ctx, tx, member.ID); err != nil {
		return err
	}
	if _, err := tx.MailToken.Delete().Where(mailtoken.UserID(member.ID)).Exec(ctx); err != nil {
		return fmt.Errorf("end mailed tokens: %w", err)
	}
	if _, err := tx.Mail.Delete().Where(entmail.UserID(member.ID)).Exec(ctx); err != nil {
		return fmt.Errorf("delete mails: %w", err)
	}
	return nil
}
