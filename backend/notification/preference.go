package notification

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/moderation"
	"uvboard/backend/platform/calendar"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

// Channels of notifications, as stored.
const (
	inbox uint8 = 1 << iota
	email
	push
)

// How often a digest comes.
const (
	digestOff    = "off"
	digestDaily  = "daily"
	digestWeekly = "weekly"
)

const defaultHour = 9

// mention is the notice of texts of all domains.
var mention = domain.Notice{
	Kind: "mention", Email: true, Line: domain.Says("mentioned you in"), On: func(event.Event) bool { return false },
}

// preferences are those of one user, without a row the defaults.
type preferences struct{ *ent.NotificationPreference }

// always returns the channels of a kind that nobody can switch off.
func always(kind string) uint8 {
	if kind == access.NoticeKind {
		return inbox | email
	}
	return 0
}

// of returns the channels of a kind, or of a category of emails that are not notifications.
func (p preferences) of(name string, byDefault uint8) uint8 {
	if p.NotificationPreference != nil {
		if chosen, ok := p.Kinds[name]; ok {
			return chosen | always(name)
		}
	}
	return byDefault
}

func (p preferences) digest() string {
	if p.NotificationPreference == nil || p.Digest == "" {
		return digestDaily
	}
	return p.Digest
}

func (p preferences) hour() int {
	if p.NotificationPreference == nil {
		return defaultHour
	}
	return p.DigestHour
}

func (p preferences) zone(board string) string {
	if p.NotificationPreference == nil || p.TimeZone == "" {
		return board
	}
	return p.TimeZone
}

// atOnce reports whether emails about a kind never wait for the digest.
func atOnce(kind string) bool { return kind == access.NoticeKind || kind == moderation.NoticeKind }

// mailAt returns when a notification of a kind is due by email: at once, or with the next digest, of which there is at
// most one a day.
func (p preferences) mailAt(kind string, now time.Time, boardZone string) time.Time {
	if p.digest() == digestOff || atOnce(kind) {
		return now
	}
	place, err := time.LoadLocation(p.zone(boardZone))
	if err != nil {
		place = time.UTC // the board no longer knows the zone
	}
	made := p.NotificationPreference != nil && p.DigestAt != nil
	for year, month, day := now.In(place).Date(); ; day++ {
		at := calendar.At(year, month, day, p.hour(), place)
		switch {
		case !at.After(now), made && (p.DigestAt.After(at) || calendar.SameDay(*p.DigestAt, at, place)):
		case p.digest() == digestWeekly && at.In(place).Weekday() != time.Monday:
		default:
			return at.UTC()
		}
	}
}

// Preferences are how a user is notified.
type Preferences struct {
	Kinds      map[string]uint8 // channels by kind, or by optional category of emails that are not notifications
	Digest     string
	DigestHour int
	TimeZone   string
}

func (s *Service) all() []domain.Notice { return append([]domain.Notice{mention}, s.notices...) }

// kind returns the first notice of a kind; zero for one that an earlier version had.
func (s *Service) kind(name string) domain.Notice {
	all := s.all()
	if i := slices.IndexFunc(all, func(n domain.Notice) bool { return n.Kind == name }); i >= 0 {
		return all[i]
	}
	return domain.Notice{}
}

func (s *Service) shown(row *ent.NotificationPreference) Preferences {
	p := preferences{row}
	out := Preferences{Kinds: map[string]uint8{}, Digest: p.digest(), DigestHour: p.hour(),
		TimeZone: p.zone(s.timeZone())}
	for name, byDefault := range s.defaults {
		out.Kinds[name] = p.of(name, byDefault)
	}
	return out
}

// Preferences returns how a user is notified.
func (s *Service) Preferences(ctx context.Context, userID uuid.UUID) (Preferences, error) {
	row, err := s.stored(ctx, s.db.Client(), userID)
	return s.shown(row), err
}

// Change is a change of preferences. Empty fields and missing kinds are kept.
type Change struct {
	Kinds      map[string]uint8
	Digest     string
	DigestHour *int
	TimeZone   *string
}

// SetPreferences changes how a user is notified. Fault: invalid for an unknown time zone, and without the inbox or the
// emails of a kind that always has them.
func (s *Service) SetPreferences(ctx context.Context, userID uuid.UUID, c Change) (Preferences, error) {
	for kind, channels := range c.Kinds {
		if channels&always(kind) != always(kind) {
			return Preferences{}, fault.Invalid("kinds."+kind, "Security notices always go to your inbox and by email")
		}
	}
	if c.TimeZone != nil && *c.TimeZone != "" {
		if _, err := time.LoadLocation(*c.TimeZone); err != nil || *c.TimeZone == "Local" {
			return Preferences{}, fault.Invalid("timeZone", "This is no time zone, such as Europe/Berlin")
		}
	}
	out, err := s.change(ctx, userID, func(Preferences) Change { return c })
	if err != nil {
		return Preferences{}, fmt.Errorf("set notification preferences: %w", err)
	}
	return out, nil
}

// change changes the preferences of a user by what they are.
func (s *Service) change(
	ctx context.Context, userID uuid.UUID, by func(now Preferences) Change,
) (out Preferences, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		exists, err := tx.User.Query().Where(user.ID(userID), user.DeletedAtIsNil(), s.db.ForUpdate).Exist(ctx)
		if err != nil || !exists {
			return err
		}
		row, err := s.stored(ctx, tx, userID)
		if err != nil {
			return err
		}
		c := by(s.shown(row))
		if row == nil {
			row, err = tx.NotificationPreference.Create().SetID(store.NewID(s.now())).SetUserID(userID).Save(ctx)
			if err != nil {
				return err
			}
		}
		kinds := maps.Clone(row.Kinds)
		if kinds == nil {
			kinds = map[string]uint8{}
		}
		maps.Copy(kinds, c.Kinds)
		u := tx.NotificationPreference.UpdateOne(row).SetKinds(kinds).SetNillableDigestHour(c.DigestHour).
			SetNillableTimeZone(c.TimeZone)
		if c.Digest != "" {
			u.SetDigest(c.Digest)
		}
		if row, err = u.Save(ctx); err != nil {
			return err
		}
		out = s.shown(row)
		return nil
	})
	return out, err
}
