// Package audit records the actions of admins, and those of users that admins should know of.
package audit

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Actions of several domains. Each domain has its own target types and further actions; the web app has the words for
// both.
const (
	Delete  = "delete"
	Update  = "update"
	Hide    = "hide"
	Restore = "restore"
)

// Entry is an action of an admin or a user.
type Entry struct {
	Action, TargetType string
	Target             uuid.UUID // uuid.Nil for all of the type
	Subject            uuid.UUID // the user affected; uuid.Nil for none
	Reason             string
}

// Add adds an entry to the log in the transaction of the action and emits an event. actor is nil for a command on the
// server.
func Add(ctx context.Context, db *store.DB, tx *ent.Client, actor *auth.Caller, e Entry, at time.Time) error {
	create := tx.AuditEntry.Create().SetID(store.NewID(at)).SetAction(e.Action).
		SetTargetType(e.TargetType).SetTargetID(e.Target).SetReason(store.Clean(e.Reason)).SetCreatedAt(at)
	if actor != nil {
		create.SetActorID(actor.UserID)
	}
	if e.Subject != uuid.Nil {
		create.SetSubjectID(e.Subject)
	}
	if err := create.Exec(ctx); err != nil {
		return fmt.Errorf("add to the audit log: %w", err)
	}
	emitted := event.Event{Kind: event.Decided, Item: event.Item{Type: e.TargetType, ID: e.Target}, Detail: e.Action}
	if actor != nil {
		emitted.Actor = actor.UserID
	}
	if e.Subject != uuid.Nil {
		emitted.To = []uuid.UUID{e.Subject}
	}
	return db.Emit(ctx, tx, emitted)
}

// AddUnlessOwn is Add for calls that owners may also make: it adds an entry only if an admin acts on another user's
// item.
func AddUnlessOwn(ctx context.Context, db *store.DB, tx *ent.Client, caller *auth.Caller, e Entry, at time.Time) error {
	if !caller.IsAdmin || e.Subject == caller.UserID {
		return nil
	}
	return Add(ctx, db, tx, caller, e, at)
}
