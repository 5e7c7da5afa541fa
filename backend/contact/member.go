package contact

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

var memberMails = mail.Category{
	Name: "member_message", Title: "Messages from members", PerHour: 5,
	Why:      "You get this email because you have an account.",
	Optional: true, About: "What others write to you from your profile or a project. Neither of you learns the other's address.",
}

// memberMail is a message to a member. Its link opens the form that answers, unless the sender takes no messages.
func (s *Service) memberMail(to string, from *ent.User, answerable bool, subject, text string) mail.Message {
	m := mail.Message{
		Kind: "member_message", Category: memberMails, Subject: from.Username + " wrote to you: " + subject,
		Heading: "A message from " + from.Username, Paragraphs: []string{"Hi " + to + ",", from.Username +
			" wrote to you about “" + subject + "”:"}, Quote: text,
		Button: "Answer " + from.Username, Link: s.board.Origin + "/profile/" + from.Username + "?message=" +
			url.QueryEscape(answerTo(subject)),
		Note: "Neither of you sees the other's address. Don't answer this email: your answer would not reach " +
			from.Username + ".",
	}
	if !answerable {
		m.Button, m.Link = "View their profile", s.board.Origin+"/profile/"+from.Username
		m.Note = "Neither of you sees the other's address. " + from.Username +
			" takes no messages, so you cannot answer."
	}
	return m
}

// answerTo returns the subject of an answer.
func answerTo(subject string) string {
	if len(subject) >= 3 && strings.EqualFold(subject[:3], "re:") {
		return subject
	}
	return "Re: " + subject
}

// SendToMember mails a message of the caller to a user, without the address of either. Faults: invalid for a subject or
// a message without visible text; not found; denied for the caller's own account, for a caller without a confirmed
// address, and if the user has none or does not want such mails; rate limited if the user has had many of them within
// an hour.
func (s *Service) SendToMember(ctx context.Context, caller *auth.Caller, id uuid.UUID, subject, text string) error {
	subject, text = oneLine(subject), store.Clean(text)
	switch {
	case subject == "":
		return fault.Invalid("subject", "Subject is required")
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
			return fault.Denied("NOT_ACCEPTED", to.Username+" does not take messages")
		}
		unanswerable, err := mail.IsOff(ctx, tx, from.ID, memberMails)
		if err != nil {
			return err
		}
		wait, err := s.board.Add(ctx, tx, to, to.Email, s.memberMail(to.Username, from, !unanswerable, subject, text),
			s.now())
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
