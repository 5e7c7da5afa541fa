package notification

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/notification"
	"uvboard/ent/notificationpreference"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
)

const (
	mailUsers = 50 // users of a step
	mailLines = 20 // notifications in a mail
)

var (
	notificationMails = mail.Category{
		Name: "notifications", Title: "Notifications", PerHour: 10, Optional: true,
		Why:   "You get this email because of your notification settings.",
		About: "What happened to what you made and follow, at once or as a digest.",
	}
	securityMails = mail.Category{
		Name: "security", Title: "Security", PerHour: 10, ConfirmedOnly: true,
		Why: "You get this email because it concerns the security of your account.",
	}
)

// mails are examples of the mails of the package.
func (s *Service) mails() []mail.Message {
	return []mail.Message{
		s.news([]string{"ada replied in “Which cone?”", "ben and 2 others commented on “A winter”"}),
		s.alarm([]string{"Somebody logged in to your account from a new browser."}),
	}
}

func (s *Service) news(lines []string) mail.Message {
	return mail.Message{
		Kind: "notifications", Category: notificationMails, Subject: subject(lines), Heading: "New for you",
		Paragraphs: paragraphs(lines),
		Button:     "Open notifications", Link: s.board.Origin + "/notifications",
	}
}

func (s *Service) alarm(lines []string) mail.Message {
	return mail.Message{
		Kind: "security", Category: securityMails, Subject: subject(lines), Heading: "Your account", Paragraphs: lines,
		Button: "Open settings", Link: s.board.Origin + "/settings",
		Note: "If this was not you, change your password now.",
	}
}

// paragraphs puts the reason of a decision, the second line of a notification, into a paragraph.
func paragraphs(lines []string) (out []string) {
	for _, line := range lines {
		out = append(out, strings.SplitN(line, "\n", 2)...)
	}
	return out
}

func subject(lines []string) string {
	if len(lines) == 1 {
		first, _, _ := strings.Cut(lines[0], "\n")
		return first
	}
	return fmt.Sprintf("%d new notifications", len(lines))
}

// mailDue reports whether a notification is due by email.
func (s *Service) mailDue(ctx context.Context) (bool, error) {
	due, err := s.db.Client().Notification.Query().Where(notification.MailAtLTE(s.now())).
		Order(notification.ByMailAt()).Limit(1).IDs(ctx)
	return len(due) > 0, err
}

// mailAll mails the notifications that are due: one mail for each user.
func (s *Service) mailAll(ctx context.Context) error {
	for {
		now := s.now()
		var users []uuid.UUID
		err := s.db.Client().Notification.Query().Where(notification.MailAtLTE(now)).Order(notification.ByMailAt()).
			Limit(mailUsers).
			Select(notification.FieldUserID).Scan(ctx, &users)
		if err != nil || len(users) == 0 {
			return err
		}
		done := map[uuid.UUID]bool{}
		for _, id := range users {
			if done[id] {
				continue
			}
			done[id] = true
			if err := s.mailTo(ctx, id, now); err != nil {
				return fmt.Errorf("mail notifications: %w", err)
			}
		}
	}
}

func (s *Service) mailTo(ctx context.Context, userID uuid.UUID, now time.Time) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := tx.User.Query().Where(user.ID(userID), s.db.ForUpdate).Only(ctx)
		if err != nil {
			return err
		}
		// Each category has its own allowance, so that neither waits for the other.
		if err := s.mailSome(ctx, tx, u, notification.Kind(access.NoticeKind), s.alarm, now); err != nil {
			return err
		}
		return s.mailSome(ctx, tx, u, notification.KindNEQ(access.NoticeKind), s.news, now)
	})
}

// mailSome mails the due notifications of one category to a locked user. They wait if the allowance is used up.
func (s *Service) mailSome(ctx context.Context, tx *ent.Client, u *ent.User, of predicate.Notification,
	message func(lines []string) mail.Message, now time.Time) error {
	due := []predicate.Notification{notification.UserID(u.ID), notification.MailAtLTE(now), of}
	rows, err := tx.Notification.Query().Where(due...).Where(notification.IsRead(false)).WithActor().
		Order(notification.ByID(newestFirst)).Limit(mailLines * 5).All(ctx)
	if err != nil {
		return err
	}
	entries, err := s.withTargets(ctx, tx, rows)
	if err != nil {
		return err
	}
	chosen, err := s.stored(ctx, tx, u.ID)
	if err != nil {
		return err
	}
	kinds := s.shown(chosen).Kinds
	var lines []string
	seen, digest := map[uuid.UUID]bool{}, false
	for _, e := range entries {
		if kinds[e.Kind]&email == 0 { // switched off since
			continue
		}
		if !seen[e.GroupID] && len(lines) < mailLines {
			lines = append(lines, s.line(e))
		}
		seen[e.GroupID] = true
		digest = digest || !atOnce(e.Kind)
	}
	rest := tx.Notification.Update().Where(due...)
	if len(lines) > 0 && u.DeletedAt == nil {
		wait, err := s.board.Add(ctx, tx, u, u.Email, message(lines), now)
		if err != nil {
			return err
		}
		if wait > 0 {
			return rest.SetMailAt(now.Add(wait)).Exec(ctx)
		}
		if digest {
			if err := tx.NotificationPreference.Update().Where(notificationpreference.UserID(u.ID)).SetDigestAt(now).
				Exec(ctx); err != nil {
				return err
			}
		}
	}
	return rest.ClearMailAt().Exec(ctx)
}

// line says a notification in one sentence, and the reason of a decision in a second line.
func (s *Service) line(e Entry) string {
	said := domain.Said{Who: "Somebody", People: e.People, Title: "something of yours", Detail: e.Detail,
		Reason: e.Reason}
	if e.Edges.Actor != nil {
		said.Who = web.Credit(usersummary.Name(e.Edges.Actor), e.via())
	}
	switch others := e.People - 1; {
	case others == 1:
		said.Who += " and 1 other"
	case others > 1:
		said.Who += fmt.Sprintf(" and %d others", others)
	}
	if e.Target.Title != "" {
		said.Title = "“" + e.Target.Title + "”"
	}
	if kind := s.kind(e.Kind); kind.Line != nil {
		return kind.Line(said)
	}
	return "" // of a kind that an earlier version had
}
