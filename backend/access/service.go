// Package access handles what acts for a user: sessions, access tokens and connected apps, the authentication of
// requests by them, and the log of security events.
package access

import (
	"context"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

// User is the target type of users.
const User = "user"

// Service manages access.
type Service struct {
	db     *store.DB
	origin string // of the board
	now    func() time.Time

	teamNeedsFactor bool // whether an admin or a moderator without a second factor may not act as one
}

// NewService returns a service on db for the board at an origin; now is the clock.
func NewService(db *store.DB, origin string, now func() time.Time) *Service {
	return &Service{db: db, origin: origin, now: store.Clock(now)}
}

// newestFirst orders by id descending: ids begin with their time.
var newestFirst = sql.OrderDesc()

// LockUser reads a user and locks the row until the transaction ends. If the account has been deleted, the caller is no
// longer authenticated.
func (s *Service) LockUser(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.User, error) {
	u, err := tx.User.Query().Where(user.ID(id), user.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, auth.Admit(auth.User, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("lock a user: %w", err)
	}
	return u, nil
}

// LockCaller is LockUser for the user who makes the call. The fault is also that of a session that has ended meanwhile,
// see CheckSession.
func (s *Service) LockCaller(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.User, error) {
	u, err := s.LockUser(ctx, tx, id)
	if caller := auth.From(ctx); err == nil && caller != nil {
		err = caller.CheckSession(ctx, tx)
	}
	return u, err
}
