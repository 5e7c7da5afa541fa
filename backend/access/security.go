package access

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/securityevent"
	pb "uvboard/gen/uvboard/v1"
)

const (
	// SecurityEventLife is how long security events are kept.
	SecurityEventLife  = 90 * 24 * time.Hour
	listSecurityEvents = "security events" // for page tokens
)

// told are the kinds of security events that users are notified of, and how. Of most others they get a mail or are told
// by the audit log.
var told = map[pb.SecurityEventKind]string{
	pb.SecurityEventKind_SECURITY_EVENT_KIND_LOGIN:           "Somebody logged in to your account from a new browser.",
	pb.SecurityEventKind_SECURITY_EVENT_KIND_PASSWORD:        "Your password was changed.",
	pb.SecurityEventKind_SECURITY_EVENT_KIND_EMAIL:           "Your email was changed.",
	pb.SecurityEventKind_SECURITY_EVENT_KIND_TOKEN:           "An access token was created for your account.",
	pb.SecurityEventKind_SECURITY_EVENT_KIND_APP:             "An app was connected to your account.",
	pb.SecurityEventKind_SECURITY_EVENT_KIND_PASSKEY:         "A passkey was added to your account. It logs in without your password.",
	pb.SecurityEventKind_SECURITY_EVENT_KIND_PASSKEY_REMOVED: "A passkey of your account was removed.",
}

// NoticeKind is the kind of notifications about the security of an account, which nobody can switch off.
const NoticeKind = "security"

// notice tells a user what has happened to the account.
var notice = domain.Notice{
	Kind: NoticeKind, Email: true,
	Line: func(s domain.Said) string { return told[enumname.Enum[pb.SecurityEventKind](s.Detail)] },
	On:   func(e event.Event) bool { return e.Kind == event.Secured },
	Of: func(_ context.Context, _ *ent.Client, e event.Event) (*domain.Told, error) {
		// An email to the old address says that the address has changed.
		byMail := e.Detail != enumname.Of(pb.SecurityEventKind_SECURITY_EVENT_KIND_EMAIL)
		return &domain.Told{SubjectID: e.Item.ID, Detail: e.Detail, NotByMail: !byMail, To: domain.ToUsers(e.Item.ID)},
			nil
	},
}

// Record adds an event to the user's log, and notifies the user if the kind is one of told. The label says what it was
// about, as SecurityEvent in the proto has it.
func (s *Service) Record(ctx context.Context, tx *ent.Client, userID uuid.UUID, kind pb.SecurityEventKind,
	label string) error {
	client := auth.ClientOf(ctx)
	err := tx.SecurityEvent.Create().SetID(store.NewID(s.now())).SetUserID(userID).SetKind(enumname.Of(kind)).
		SetLabel(label).
		SetUserAgent(shortUserAgent(client.UserAgent)).SetNetwork(client.Network()).SetCreatedAt(s.now()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("record a security event: %w", err)
	}
	if told[kind] == "" {
		return nil
	}
	return s.db.Emit(ctx, tx, event.Event{Kind: event.Secured, Item: event.Item{Type: User, ID: userID},
		Detail: enumname.Of(kind)})
}

type securityEventPosition struct{ ID uuid.UUID }

// ListSecurityEvents returns the user's security events of the last 90 days, latest first.
func (s *Service) ListSecurityEvents(ctx context.Context, userID uuid.UUID, size int,
	token string) ([]*ent.SecurityEvent, string, error) {
	after, err := paging.Parse[securityEventPosition](listSecurityEvents, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().SecurityEvent.Query().
		Where(securityevent.UserID(userID), securityevent.CreatedAtGT(s.now().Add(-SecurityEventLife)))
	if after != nil {
		query.Where(securityevent.IDLT(after.ID))
	}
	rows, err := query.Order(securityevent.ByID(newestFirst)).Limit(size + 1).All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list security events: %w", err)
	}
	return paging.Cut(listSecurityEvents, rows,
		size, func(last *ent.SecurityEvent) securityEventPosition { return securityEventPosition{last.ID} })
}
