package domain

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// Activity is a kind of entries in a user's activity list.
type Activity struct {
	Kind string // such as "project_created": an ActivityType of the API
	// List returns up to limit entries that everybody may see, newest first and by falling id at the same time: from
	// the first one after the position, or from the newest if that is nil.
	List func(ctx context.Context, userID uuid.UUID, after *ActivityPosition, limit int) ([]ActivityEntry, error)
}

// ActivityPosition is the position of an entry in the list.
type ActivityPosition struct {
	At time.Time
	ID uuid.UUID
}

// ActivityEntry is one thing that a user did.
type ActivityEntry struct {
	Kind string    // set by the list
	ID   uuid.UUID // of the item
	At   time.Time
	// TargetID is the item whose page shows the entry: the item, or the thread of a reply, or the story of a comment.
	TargetID uuid.UUID

	Path        string // of the page that shows it
	Title, Text string // Text is an excerpt
	Via         string // what the user wrote it with; empty for a session
}
