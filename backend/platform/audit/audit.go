// Package audit records what admins do.
package audit

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Acts on accounts and on the content of others. Package moderation has further ones.
const (
	Delete      = "delete"
	Anonymise   = "anonymise" // deletes an account, whose content stays
	GrantAdmin  = "grant_admin"
	RevokeAdmin = "revoke_admin"
)

// Types of targets, as in reports.
const (
	User         = "user"
	Project      = "project"
	BlogPost     = "blog_post"
	ForumChannel = "forum_channel"
)

// Add adds an act of an admin to the log, in the transaction of the act.
func Add(ctx context.Context, tx *ent.Client, admin *auth.Caller, action, targetType string, target uuid.UUID, reason string, at time.Time) error {
	err := tx.AuditEntry.Create().SetID(store.NewID(at, uuid.New())).SetActorID(admin.UserID).SetAction(action).
		SetTargetType(targetType).SetTargetID(target).SetReason(store.Clean(reason)).SetCreatedAt(at).Exec(ctx)
	if err != nil {
		return fmt.Errorf("add to the audit log: %w", err)
	}
	return nil
}
