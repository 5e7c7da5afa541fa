// Package notification notifies users about what happens: in the inbox and by email, as they prefer.
package notification

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/notificationpreference"
)

// Service reads and changes preferences.
type Service struct {
	db       *store.DB
	optional []mail.Category
	defaults map[string]uint8 // channels of each kind, and of each optional category of other emails
	notices  []domain.Notice
	items    map[string]domain.ItemKind
	board    mail.Board
	timeZone func() string // of the board
	contact  func() string // address of the board, empty for none
	outbound *http.Client
	check    func(address string) error
	now      func() time.Time
}

// NewService returns a service on db for the notices, the kinds of items and the examples of mails of these domains;
// timeZone returns the time zone of the board, contact its email address, outbound calls the push services of browsers,
// and now is the clock.
func NewService(
	db *store.DB, domains []domain.Domain, board mail.Board, timeZone, contact func() string, outbound *fetch.Client,
	now func() time.Time,
) *Service {
	s := &Service{
		db: db, defaults: map[string]uint8{},
		notices: domain.Collect(domains, func(d domain.Domain) []domain.Notice { return d.Notices }),
		items:   domain.ItemKinds(domains),
		board:   board, timeZone: timeZone, contact: contact, outbound: outbound.HTTP(), check: outbound.Check,
		now: store.Clock(now),
	}
	for _, n := range s.all() {
		switch {
		case n.Off:
			s.defaults[n.Kind] = 0
		case n.Email:
			s.defaults[n.Kind] = inbox | push | email
		default:
			s.defaults[n.Kind] = inbox | push
		}
	}
	mails := append(domain.Collect(domains, func(d domain.Domain) []mail.Message { return d.Mails }), s.mails()...)
	for _, m := range mails {
		if m.Category.Optional && !slices.Contains(s.optional, m.Category) {
			s.optional = append(s.optional, m.Category)
			if m.Category != notificationMails {
				s.defaults[m.Category.Name] = email
			}
		}
	}
	return s
}

// Preference is whether a user gets the mails of an optional category, by the rows that it stands for.
type Preference struct {
	mail.Category
	IsOn bool
}

// rows returns the names of the preferences that a category stands for.
func (s *Service) rows(c mail.Category) (names []string) {
	if c != notificationMails {
		return []string{c.Name}
	}
	for _, n := range s.all() {
		if n.Kind != access.NoticeKind {
			names = append(names, n.Kind)
		}
	}
	return names
}

func (s *Service) preference(c mail.Category, p Preferences) Preference {
	return Preference{c, slices.ContainsFunc(s.rows(c), func(name string) bool { return p.Kinds[name]&email != 0 })}
}

// List returns the preferences of a user by category.
func (s *Service) List(ctx context.Context, userID uuid.UUID) ([]Preference, error) {
	p, err := s.Preferences(ctx, userID)
	if err != nil {
		return nil, err
	}
	all := make([]Preference, len(s.optional))
	for i, c := range s.optional {
		all[i] = s.preference(c, p)
	}
	return all, nil
}

// stored returns the row of a user, nil if the user has the defaults.
func (s *Service) stored(ctx context.Context, client *ent.Client,
	userID uuid.UUID) (*ent.NotificationPreference, error) {
	p, err := client.NotificationPreference.Query().Where(notificationpreference.UserID(userID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("notification preferences: %w", err)
	}
	return p, nil
}

// SetEmail switches the rows of an optional category off for a user, or back to email where that is the default.
// Without a change it does nothing. Fault: not found.
func (s *Service) SetEmail(ctx context.Context, userID uuid.UUID, category string, on bool) (Preference, error) {
	i := slices.IndexFunc(s.optional, func(c mail.Category) bool { return c.Name == category })
	if i < 0 {
		return Preference{}, fault.NotFound("CATEGORY_NOT_FOUND", "There are no optional emails of this name")
	}
	c := s.optional[i]
	_, err := s.change(ctx, userID, func(now Preferences) Change {
		kinds := map[string]uint8{}
		if s.preference(c, now).IsOn != on {
			for _, name := range s.rows(c) {
				kinds[name] = now.Kinds[name] &^ email
				if on {
					kinds[name] |= s.defaults[name] & email
				}
			}
		}
		return Change{Kinds: kinds}
	})
	if err != nil {
		return Preference{}, fmt.Errorf("set an email preference: %w", err)
	}
	return Preference{c, on}, nil
}

// Unsubscribe switches a category off with the token of a link in one of its mails. It also succeeds for a repeated
// call, a deleted account and a removed category. Fault: INVALID_TOKEN.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	userID, category, ok, err := mail.ReadUnsubscribe(ctx, s.db.Client(), token)
	if err != nil {
		return err
	}
	if !ok {
		const message = "This link is not valid. Switch the emails off in your settings."
		return &fault.Fault{Kind: fault.KindInvalid, Code: "INVALID_TOKEN", Message: message,
			Fields: map[string]string{"token": message}}
	}
	_, err = s.SetEmail(ctx, userID, category, false)
	if fault.IsNotFound(err) {
		return nil
	}
	return err
}
