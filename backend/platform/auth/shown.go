package auth

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"

	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Shown is a session whose token a caller has shown, and which nobody has looked up yet. A procedure that everybody may call
// and that asks the database one thing looks it up in the same statement, rather than have the gate ask before: on
// PostgreSQL the way there and back is most of what either costs.
type Shown struct {
	// Hash is what the database knows of the token.
	Hash string
	// Recognise tells whose the session is that was found, nil for a visitor's. An error is one to answer with: the member
	// may have called too often.
	Recognise func(ctx context.Context, found Session) (*Caller, error)
	// LookUp is for when there was nothing to find it along with.
	LookUp func(ctx context.Context) (*Caller, error)
}

// Session is what a statement finds of a session that was shown.
type Session struct {
	ID, UserID sql.Null[uuid.UUID]
	Expires    sql.NullTime
	Username   sql.NullString
	IsAdmin    sql.NullBool
}

// What a statement says to look up a session along with something else: the columns that Session.Columns takes, in this
// order, and the join, with $1 for Shown.Hash. All are null when there is no such session.
const (
	SessionColumns = "shown.id, shown.user_id, shown.expires_at, caller.username, caller.is_admin"
	SessionJoin    = "LEFT JOIN sessions shown ON shown.token_hash = $1 LEFT JOIN users caller ON caller.id = shown.user_id"
)

// Columns are where SessionColumns go.
func (s *Session) Columns() []any {
	return []any{&s.ID, &s.UserID, &s.Expires, &s.Username, &s.IsAdmin}
}

// Caller is the member whose session stands at now, or nil.
func (s *Session) Caller(now time.Time) *Caller {
	if !s.Username.Valid || !s.Expires.Time.After(now) {
		return nil
	}
	return &Caller{UserID: s.UserID.V, Username: s.Username.String, IsAdmin: s.IsAdmin.Bool, SessionID: s.ID.V}
}

// asksItself are the procedures that look up a session that was shown themselves.
var asksItself = map[string]bool{uvboardv1connect.ProjectServiceGetProjectProcedure: true}

// AsksItself says whether a procedure takes a Shown instead of a caller.
func AsksItself(procedure string) bool { return asksItself[procedure] }

type shownKey struct{}

// WithShown says that a session was shown and has to be looked up.
func WithShown(ctx context.Context, shown *Shown) context.Context {
	return context.WithValue(ctx, shownKey{}, shown)
}

// ShownIn is the session that has to be looked up to know who calls; nil when From knows.
func ShownIn(ctx context.Context) *Shown {
	shown, _ := ctx.Value(shownKey{}).(*Shown)
	return shown
}
