// Package user holds profiles, activity and lists of users.
package user

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

// Service reads and changes profiles.
type Service struct {
	db       *store.DB
	activity []domain.Activity
	now      func() time.Time
}

// NewService returns a service on db that lists these kinds of activity; now is the clock.
func NewService(db *store.DB, activity []domain.Activity, now func() time.Time) *Service {
	return &Service{db: db, activity: activity, now: store.Clock(now)}
}

func notFound() error { return fault.NotFound("USER_NOT_FOUND", "User not found") }

// Get returns a user by id. Fault: not found, also for a deleted account.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (*ent.User, error) {
	return found(s.db.Client().User.Query().Where(entuser.ID(id), entuser.DeletedAtIsNil()).Only(ctx))
}

// GetByUsername returns a user by username, ignoring case. Fault: that of Get.
func (s *Service) GetByUsername(ctx context.Context, username string) (*ent.User, error) {
	return found(s.db.Client().User.Query().Where(entuser.UsernameKey(account.Key(username)), entuser.DeletedAtIsNil()).
		Only(ctx))
}

func found(u *ent.User, err error) (*ent.User, error) {
	if ent.IsNotFound(err) {
		return nil, notFound()
	}
	if err != nil {
		return nil, fmt.Errorf("read a user: %w", err)
	}
	return u, nil
}

// Changes to a profile: nil keeps a value, an empty one clears it.
type Changes struct {
	DisplayName, Bio, Location, Website *string
	GitHub, Twitter, LinkedIn           *string // handles, with or without a leading @
	Skills                              *[]string
	HidesFollows, HidesAgents           *bool
}

// Update changes a profile and returns it. Texts are trimmed, handles lose their @, and skills that are blank or differ
// only in case are dropped. Faults: not found; denied for another user's profile, except for admins.
func (s *Service) Update(ctx context.Context, caller *auth.Caller, id uuid.UUID, c Changes) (*ent.User, error) {
	var u *ent.User
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		was, err := found(tx.User.Query().Where(entuser.ID(id), entuser.DeletedAtIsNil()).Only(ctx))
		switch {
		case err != nil:
			return err
		case caller.UserID != id && !caller.IsAdmin():
			return fault.Denied("NOT_OWNER", "You can only edit your own profile")
		}
		renamed, err := s.rename(ctx, tx, id, c.DisplayName)
		if err != nil {
			return fmt.Errorf("rename a user: %w", err)
		}
		change := s.apply(tx.User.UpdateOneID(id).Where(entuser.DeletedAtIsNil()), caller.UserID == id, c)
		if u, err = change.Save(ctx); err != nil {
			return err
		}
		e := edited(id, caller.UserID)
		if err := secrets.Check(ctx, s.db, tx, e.Item, s.now(), texts(was), texts(u)); err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		if renamed {
			if err := search.RenameOwner(ctx, s.db, tx, id, usersummary.SearchText(u)); err != nil {
				return err
			}
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Update, TargetType: account.Kind,
			Target: id, Subject: id}, s.now())
	})
	if ent.IsNotFound(err) {
		return nil, notFound() // deleted meanwhile
	}
	if err != nil {
		return nil, fmt.Errorf("change a profile: %w", err)
	}
	return u, nil
}

// texts returns what a user has written on the profile.
func texts(u *ent.User) []secrets.Text {
	return append(secrets.List("skills", u.Skills), secrets.Texts(
		"displayName", u.DisplayName, "bio", u.Bio, "location", u.Location, "socialLinks.website", u.Website,
		"socialLinks.github", u.Github, "socialLinks.twitter", u.Twitter, "socialLinks.linkedin", u.Linkedin,
	)...)
}

func edited(id, by uuid.UUID) event.Event {
	return event.Event{Kind: event.Edited, Item: event.Item{Type: "user", ID: id}, Actor: by, Public: true,
		To: []uuid.UUID{id}}
}

// rename sets the display name, unless it is nil, and reports whether it has changed. The profile form always sends the
// name; only a new one needs an update of the search index.
func (s *Service) rename(ctx context.Context, tx *ent.Client, id uuid.UUID, name *string) (bool, error) {
	if name == nil {
		return false, nil
	}
	trimmed := store.Clean(*name)
	n, err := tx.User.Update().Where(entuser.ID(id), entuser.DeletedAtIsNil(), entuser.DisplayNameNEQ(trimmed)).
		SetDisplayName(trimmed).Save(ctx)
	return n > 0, err
}

func (s *Service) apply(update *ent.UserUpdateOne, byOwner bool, c Changes) *ent.UserUpdateOne {
	now := s.now()
	update.SetUpdatedAt(now)
	if byOwner {
		update.SetLastActiveAt(now)
	}
	set := func(text *string, set func(string) *ent.UserUpdateOne) {
		if text != nil {
			set(store.Clean(*text))
		}
	}
	handle := func(text *string, set func(string) *ent.UserUpdateOne) {
		if text != nil {
			set(strings.TrimPrefix(strings.TrimSpace(*text), "@"))
		}
	}
	set(c.Bio, update.SetBio)
	set(c.Location, update.SetLocation)
	set(c.Website, update.SetWebsite)
	handle(c.GitHub, update.SetGithub)
	handle(c.Twitter, update.SetTwitter)
	handle(c.LinkedIn, update.SetLinkedin)
	update.SetNillableHidesFollows(c.HidesFollows).SetNillableHidesAgents(c.HidesAgents)
	if c.Skills != nil {
		update.SetSkills(store.Unique(store.CleanList(*c.Skills)))
	}
	return update
}

// SetAvatar sets the address of a user's image and returns the previous one. Fault: not found.
func (s *Service) SetAvatar(ctx context.Context, tx *ent.Client, id uuid.UUID, address string) (string, error) {
	// Locked, since two requests at once would return the same previous image.
	before, err := tx.User.Query().Where(entuser.ID(id), entuser.DeletedAtIsNil(), s.db.ForUpdate).
		Select(entuser.FieldAvatar).String(ctx)
	if ent.IsNotFound(err) {
		return "", notFound()
	}
	if err == nil {
		err = tx.User.Update().Where(entuser.ID(id)).SetAvatar(address).SetUpdatedAt(s.now()).Exec(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("set an avatar: %w", err)
	}
	return before, s.db.Emit(ctx, tx, edited(id, id))
}
