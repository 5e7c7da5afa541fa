// Package audit records the actions of admins and moderators, and those of users that they should know of.
package audit

import (
	"context"
	"fmt"
	"slices"
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

// Entries whose reason quotes a mail or a message, which moderators don't read: those of these target types, and those
// with this action.
const (
	Mail           = "mail"
	ContactMessage = "contact_message"
	RevealLink     = "reveal_link"
)

// public are the actions that the public log shows: what moderators decide about content and users.
var public = []string{Hide, Restore, "warn", "suspend", "ban", "lift", "approve", "refuse", "grant_appeal",
	"refuse_appeal"}

// publicBy is what the public log says of the actor: its role, or a rule for the board itself. It is empty for an entry
// that the log never shows.
func publicBy(actor *auth.Caller, action string) string {
	switch {
	case !slices.Contains(public, action):
		return ""
	case actor == nil:
		return "rule"
	case actor.IsAdmin():
		return "admin"
	}
	return "moderator"
}

// Entry is an action of an admin or a user.
type Entry struct {
	Action, TargetType string
	Target             uuid.UUID // uuid.Nil for all of the type
	Subject            uuid.UUID // the user affected; uuid.Nil for none
	Reason             string
	Untold             bool // another entry of the same act tells the user
}

// Add adds an entry to the log in the transaction of the action and emits an event. actor is nil for a command on the
// server.
func Add(ctx context.Context, db *store.DB, tx *ent.Client, actor *auth.Caller, e Entry, at time.Time) error {
	id := store.NewID(at)
	create := tx.AuditEntry.Create().SetID(id).SetAction(e.Action).
		SetTargetType(e.TargetType).SetTargetID(e.Target).SetReason(store.Clean(e.Reason)).SetCreatedAt(at)
	if by := publicBy(actor, e.Action); by != "" {
		create.SetPublicBy(by)
	}
	if actor != nil {
		create.SetActorID(actor.UserID)
	}
	if e.Subject != uuid.Nil {
		create.SetSubjectID(e.Subject)
	}
	if err := create.Exec(ctx); err != nil {
		return fmt.Errorf("add to the audit log: %w", err)
	}
	emitted := event.Event{Kind: event.Decided, Item: event.Item{Type: e.TargetType, ID: e.Target}, Detail: e.Action,
		Entry: id}
	if actor != nil {
		emitted.Actor = actor.UserID
	}
	if e.Subject != uuid.Nil && !e.Untold {
		emitted.To = []uuid.UUID{e.Subject}
	}
	return db.Emit(ctx, tx, emitted)
}

// AddUnlessOwn is Add for calls that owners may also make: it adds an entry only if an admin or a moderator acts on
// another user's item.
func AddUnlessOwn(ctx context.Context, db *store.DB, tx *ent.Client, caller *auth.Caller, e Entry, at time.Time) error {
	if !caller.Moderates() || e.Subject == caller.UserID {
		return nil
	}
	return Add(ctx, db, tx, caller, e, at)
}
