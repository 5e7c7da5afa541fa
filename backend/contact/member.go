package contact

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

var memberMails = mail.Category{
	Name: "member_message", Title: "Messages from members", PerHour: 5, Why: "You get this email because you have an account.",
	Optional: true, About: "What others write to you from your profile or a project. They don't learn your address unless you answer.",
}

func (s *Service) memberMail(to string, from *ent.User, text string) mail.Message {
	return mail.Message{
		Kind: "member_message", Category: memberMails, Subject: from.Username + " wrote to you on " + s.board.Name(), ReplyTo: from.Email,
		Heading: "A message from " + from.Username, Paragraphs: []string{"Hi " + to + ",", from.Username + " wrote to you:"}, Quote: text,
		Button: "View their profile", Link: s.board.Origin + "/profile/" + from.Username,
		Note: "Your address was not shown. An answer to this email goes to " + from.Username + " and shows it.",
	}
}

// SendToMember mails a message of the caller to a user, with the caller's address as the one that answers go to. Faults: invalid for a
// message without visible text; not found; denied for the caller's own account, for a caller without a confirmed address, and if the
// user has none or does not want such mails; rate limited if the user has had many of them within an hour.
func (s *Service) SendToMember(ctx context.Context, caller *auth.Caller, id uuid.UUID, text string) error {
	text = store.Clean(text)
	switch {
	case text == "":
		return fault.Invalid("message", "Message is required")
	case id == caller.UserID:
		return fault.Denied("OWN_ACCOUNT", "You cannot do this to your own account")
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		to, err := tx.User.Query().Where(user.ID(id), user.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound("USER_NOT_FOUND", "User not found")
		}
		if err != nil {
			return err
		}
		from, err := tx.User.Get(ctx, caller.UserID)
		if err != nil {
			return err
		}
		if from.EmailVerifiedAt == nil {
			return fault.Denied("EMAIL_NOT_CONFIRMED", "Confirm your email address first, since answers go there")
		}
		off, err := mail.IsOff(ctx, tx, id, memberMails)
		if err != nil {
			return err
		}
		if off || to.EmailVerifiedAt == nil {
			return fault.Denied("MESSAGES_OFF", to.Username+" does not take messages")
		}
		wait, err := s.board.Add(ctx, tx, to, to.Email, s.memberMail(to.Username, from, text), s.now())
		if err == nil && wait > 0 {
			return fault.Limited(to.Username+" has had many messages within the hour.", wait)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("send message to member: %w", err)
	}
	return nil
}
