// Package mailqueue shows admins the mails of the board, without their texts, and lets them retry mails that were given
// up.
package mailqueue

import (
	"context"
	"fmt"
	"regexp"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	"uvboard/ent/user"
)

// kind is the target type of mails.
const kind = audit.Mail

// Actions in the audit log.
const (
	actionRetry  = "retry"
	actionTest   = "test"
	actionReveal = audit.RevealLink
)

// Service reads and retries mails.
type Service struct {
	db    *store.DB
	board mail.Board
	now   func() time.Time
}

// NewService returns a service on db that records acts in the audit log; now is the clock.
func NewService(db *store.DB, board mail.Board, now func() time.Time) *Service {
	return &Service{db: db, board: board, now: store.Clock(now)}
}

type position struct{ ID uuid.UUID }

// List returns mails, newest first; state "" means all.
func (s *Service) List(ctx context.Context, state string, size int, token string) ([]*ent.Mail, string, error) {
	list := paging.ListName("mails", state)
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().Mail.Query().Order(entmail.ByID(entsql.OrderDesc())).Limit(size + 1)
	if state != "" {
		query.Where(entmail.State(state))
	}
	if from != nil {
		query.Where(entmail.IDLT(from.ID))
	}
	mails, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list mails: %w", err)
	}
	return paging.Cut(list, mails, size, func(last *ent.Mail) position { return position{last.ID} })
}

func get(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.Mail, error) {
	m, err := client.Mail.Get(ctx, id)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound("MAIL_NOT_FOUND", "Mail not found")
	}
	return m, err
}

// Retry schedules a mail for a day of attempts: one that was given up, or one that was kept because there was no mail
// server. It records the act. Faults: not found; conflict for another mail, or one whose text was deleted by an earlier
// version.
func (s *Service) Retry(ctx context.Context, admin *auth.Caller, id uuid.UUID) (*ent.Mail, error) {
	var m *ent.Mail
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if m, err = get(ctx, tx, id); err != nil {
			return err
		}
		if m.State != mail.Failed && m.State != mail.Kept || m.Text == "" {
			return fault.Precondition("MAIL_NOT_FAILED", "Only a mail that was given up or kept can be sent again")
		}
		if _, err = mail.Retry(ctx, tx, s.now(), entmail.ID(id)); err != nil {
			return err
		}
		if m, err = tx.Mail.Get(ctx, id); err != nil {
			return err
		}
		e := audit.Entry{Action: actionRetry, TargetType: kind, Target: id, Reason: m.Subject}
		if m.UserID != nil {
			e.Subject = *m.UserID
		}
		return audit.Add(ctx, s.db, tx, admin, e, s.now())
	})
	if err != nil {
		return nil, fmt.Errorf("retry mail: %w", err)
	}
	return m, nil
}

// RetryAll does that with all mails that were given up, records the act and returns their number.
func (s *Service) RetryAll(ctx context.Context, admin *auth.Caller) (n int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err = mail.Retry(ctx, tx, s.now(), entmail.State(mail.Failed))
		if err != nil || n == 0 {
			return err
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: actionRetry, TargetType: kind}, s.now())
	})
	if err != nil {
		return 0, fmt.Errorf("retry mails: %w", err)
	}
	return n, nil
}

// their number is limited by RATE_LIMIT_CONTACT
var tests = mail.Category{Name: "test", Title: "Test mails",
	Why: "You get this email because an admin of the board sent it as a test."}

func (s *Service) testMessage(username string) mail.Message {
	return mail.Message{
		Kind: "test", Category: tests, Subject: "A test mail from " + s.board.Name(), Heading: "It works",
		Paragraphs: []string{username + " sent this test. " + s.board.Name() + " can send mail to this address."},
		Button:     "Open " + s.board.Name(), Link: s.board.Origin + "/",
	}
}

// SendTest puts a test mail to any address into the queue, as a mail of the admin, so that its state stays visible, and
// records the act.
func (s *Service) SendTest(ctx context.Context, admin *auth.Caller, to string) (*ent.Mail, error) {
	var m *ent.Mail
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := tx.User.Query().Where(user.ID(admin.UserID), user.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return auth.Admit(auth.Admin, nil)
		}
		if err != nil {
			return err
		}
		if _, err := s.board.Add(ctx, tx, u, to, s.testMessage(u.Username), s.now()); err != nil {
			return err
		}
		if m, err = tx.Mail.Query().Where(entmail.UserID(u.ID), entmail.Category(tests.Name)).
			Order(entmail.ByID(entsql.OrderDesc())).First(ctx); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: actionTest, TargetType: kind, Target: m.ID,
			Reason: m.Subject}, s.now())
	})
	if err != nil {
		return nil, fmt.Errorf("send a test mail: %w", err)
	}
	return m, nil
}

// secretLink matches a link to a page of the web app that takes the token of a mail.
var secretLink = regexp.MustCompile(`https?://\S+/(?:reset-password|verify-email)\?token=[\w-]+`)

// linkIn returns the link in a mail that was kept because there is no mail server. It ignores mails without a user,
// which may quote a visitor.
func linkIn(m *ent.Mail) string {
	if m.State != mail.Kept || m.UserID == nil {
		return ""
	}
	return secretLink.FindString(m.Text)
}

// Reveal returns the link in a mail that was kept because there is no mail server, and records the act. Faults: not
// found; conflict for a mail of another state or without a link.
func (s *Service) Reveal(ctx context.Context, admin *auth.Caller, id uuid.UUID) (link string, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		m, err := get(ctx, tx, id)
		if err != nil {
			return err
		}
		if link = linkIn(m); link == "" {
			return fault.Precondition("NO_LINK",
				"Only a mail that was kept for want of a mail server has a link to pass on")
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: actionReveal, TargetType: account.Kind,
			Target: *m.UserID, Subject: *m.UserID, Reason: m.Subject}, s.now())
	})
	if err != nil {
		return "", fmt.Errorf("reveal link: %w", err)
	}
	return link, nil
}
