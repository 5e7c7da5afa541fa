package domain

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/ent"
)

// Text is what everybody sees of content that users report.
type Text struct {
	Type     string // the target type of its reports, such as "forum_thread"
	ID       uuid.UUID
	Had, Has string // HTML of package markdown, before and after a change; empty for content that is not published
}

// Screen looks at a text that the caller publishes, and may refuse it. A domain calls it in the transaction that stores the text,
// after the content and what it belongs to are locked and before any user is.
type Screen func(ctx context.Context, tx *ent.Client, caller *auth.Caller, text Text) error
