// Package audit records what admins do.
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

// Acts on accounts and on the content of others. Package moderation has further ones.
const (
	Delete      = "delete"
	Anonymise   = "anonymise" // deletes an account, whose content stays
	GrantAdmin  = "grant_admin"
	RevokeAdmin = "revoke_admin"
	RevealLink  = "reveal_link" // of a mail to a user
)

// Types of targets, as in reports.
const (
	User         = "user"
	Project      = "project"
	BlogPost     = "blog_post"
	ForumChannel = "forum_channel"
)

// Act is an act of an admin.
type Act struct {
	Action, TargetType string
	Target             uuid.UUID
	Subject            uuid.UUID // the user whom it concerns; uuid.Nil for nobody
	Reason             string
}

// Add adds an act to the log, in the transaction of the act, and says so.
func Add(ctx context.Context, db *store.DB, tx *ent.Client, admin *auth.Caller, act Act, at time.Time) error {
	create := tx.AuditEntry.Create().SetID(store.NewID(at, uuid.New())).SetActorID(admin.UserID).SetAction(act.Action).
		SetTargetType(act.TargetType).SetTargetID(act.Target).SetReason(store.Clean(act.Reason)).SetCreatedAt(at)
	if act.Subject != uuid.Nil {
		create.SetSubjectID(act.Subject)
	}
	if err := create.Exec(ctx); err != nil {
		return fmt.Errorf("add to the audit log: %w", err)
	}
	e := event.Event{Kind: event.Decided, Item: event.Item{Type: act.TargetType, ID: act.Target}, Actor: admin.UserID}
	if act.Subject != uuid.Nil {
		e.To = []uuid.UUID{act.Subject}
	}
	return db.Say(ctx, tx, e)
}
