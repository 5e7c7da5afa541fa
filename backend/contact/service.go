// Package contact keeps messages from visitors to the people who run the board.
package contact

import (
	"context"
	"fmt"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/contactmessage"
)

// kind is the target type of messages.
const kind = audit.ContactMessage

// statusNew is the status of a message that is not done yet.
const statusNew = "new"

// Service stores messages and mails them.
type Service struct {
	db    *store.DB
	board mail.Board
	to    func() string // the address that messages are mailed to; empty for none
	now   func() time.Time
}

// NewService returns a service that mails messages to an address, if there is one; now is the clock.
func NewService(db *store.DB, board mail.Board, to func() string, now func() time.Time) *Service {
	return &Service{db: db, board: board, to: to, now: store.Clock(now)}
}

// Message is a message from a visitor.
type Message struct{ Name, Email, Subject, Text string }

// their number is limited by RATE_LIMIT_CONTACT
var mails = mail.Category{Name: "contact", Title: "Messages from /contact",
	Why: "You get this email because this is the contact address of the board."}

func newMail(m *ent.ContactMessage) mail.Message {
	return mail.Message{Kind: "contact", Category: mails, ReplyTo: m.Email, Subject: "Contact: " + m.Subject,
		Paragraphs: []string{m.Name + " wrote:"}, Quote: m.Message}
}

// Send stores a message and mails it; caller is nil for a visitor.
func (s *Service) Send(ctx context.Context, caller *auth.Caller, in Message) (*ent.ContactMessage, error) {
	now := s.now()
	m := &ent.ContactMessage{
		ID: store.NewID(now), CreatedAt: now, Name: oneLine(in.Name), Email: store.Clean(in.Email),
		Subject: oneLine(in.Subject), Message: store.Clean(in.Text), Status: statusNew,
	}
	for field, value := range map[string]string{"name": m.Name, "subject": m.Subject, "message": m.Message} {
		if value == "" {
			return nil, fault.Invalid(field, strings.ToUpper(field[:1])+field[1:]+" is required")
		}
	}
	if caller != nil {
		m.UserID = &caller.UserID
	}
	to := s.to()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		err := tx.ContactMessage.Create().SetID(m.ID).SetCreatedAt(now).SetUpdatedAt(now).SetNillableUserID(m.UserID).
			SetName(m.Name).SetEmail(m.Email).SetSubject(m.Subject).SetMessage(m.Message).Exec(ctx)
		if err != nil || to == "" {
			return err
		}
		return s.board.AddWithoutUser(ctx, tx, to, newMail(m), now)
	})
	if err != nil {
		return nil, fmt.Errorf("send contact message: %w", err)
	}
	return m, nil
}

// oneLine cleans a text and joins its lines, because subject and name become part of mail headers.
func oneLine(text string) string { return strings.Join(strings.Fields(store.Clean(text)), " ") }

type position struct{ ID uuid.UUID }

// List returns messages, newest first; status "" means all. A search finds the beginning of a name or an email address.
func (s *Service) List(ctx context.Context, status, search string, size int,
	token string) ([]*ent.ContactMessage, string, error) {
	search = strings.TrimSpace(search)
	list := paging.ListName("contact messages", status, search)
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().ContactMessage.Query().Order(contactmessage.ByID(entsql.OrderDesc())).Limit(size + 1)
	if status != "" {
		query.Where(contactmessage.Status(status))
	}
	if search != "" {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.Or(store.HasPrefixFold(q.C(contactmessage.FieldName), search),
				store.HasPrefixFold(q.C(contactmessage.FieldEmail), search)))
		})
	}
	if from != nil {
		query.Where(contactmessage.IDLT(from.ID))
	}
	messages, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list contact messages: %w", err)
	}
	return paging.Cut(list, messages, size, func(last *ent.ContactMessage) position { return position{last.ID} })
}

// New returns the number of messages that are not done yet.
func (s *Service) New(ctx context.Context) (int, error) {
	n, err := s.db.Client().ContactMessage.Query().Where(contactmessage.Status(statusNew)).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count new contact messages: %w", err)
	}
	return n, nil
}

// SetStatus sets the status of a message and records the act. Without a change it does nothing. Fault: not found.
func (s *Service) SetStatus(ctx context.Context, admin *auth.Caller, id uuid.UUID,
	status string) (*ent.ContactMessage, error) {
	var m *ent.ContactMessage
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.ContactMessage.Update().Where(contactmessage.ID(id), contactmessage.StatusNEQ(status)).
			SetStatus(status).SetUpdatedAt(s.now()).Save(ctx)
		if err != nil {
			return err
		}
		m, err = tx.ContactMessage.Get(ctx, id)
		switch {
		case ent.IsNotFound(err):
			return fault.NotFound("MESSAGE_NOT_FOUND", "Message not found")
		case err != nil || n == 0:
			return err
		}
		e := audit.Entry{Action: audit.Update, TargetType: kind, Target: id, Reason: status}
		if m.UserID != nil {
			e.Subject = *m.UserID
		}
		return audit.Add(ctx, s.db, tx, admin, e, s.now())
	})
	if err != nil {
		return nil, fmt.Errorf("set status of contact message: %w", err)
	}
	return m, nil
}
