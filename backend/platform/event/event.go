// Package event defines the events that domains emit in the transaction of a change, and their listeners. A domain
// emits an event with store.DB.Emit and does not know the listeners.
package event

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/platform/markdown"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	Published Kind = "published" // an item that everybody can see is new
	Edited    Kind = "edited"    // its title or text has changed
	Changed   Kind = "changed"   // something else about it has changed, such as its place
	Voted     Kind = "voted"
	Followed  Kind = "followed" // by Actor; the item is the followed user
	Hidden    Kind = "hidden"   // no longer shown, but it can be shown again
	Shown     Kind = "shown"
	Deleted   Kind = "deleted"
	Waiting   Kind = "waiting" // nobody has answered it for a day
	Down      Kind = "down"    // its link has not answered for three days
	// an admin, or a user about a live key, has decided about it, which the audit log records
	Decided Kind = "decided"
	Secured Kind = "secured" // something has happened to an account that its user should know
	Access  Kind = "access"  // sessions of a user have ended, or its role or suspension has changed
	Vouched Kind = "vouched" // something speaks for a user, or no longer: a confirmed address, a useful review
	// the owner of the address has taken an account from somebody who had not proved to own it
	Reclaimed Kind = "reclaimed"
	Resolved  Kind = "resolved"  // a moderator has decided the reports of it; Parent is one of them
	Requested Kind = "requested" // an agent asks the owner of Parent for a decision
	// the item is a new user. The context has the client, see auth.ClientOf
	Registered Kind = "registered"
)

// Event is a change of an item. As JSON it has what a task may need of it: ids, and no texts.
type Event struct {
	Kind   Kind      `json:"k"`
	Item   Item      `json:"i"`
	Actor  uuid.UUID `json:"a,omitzero"` // the user who did it; uuid.Nil for a job or a command
	Parent Item      `json:"p,omitzero"` // the item that it answers or belongs to; zero for none
	// Public is true if everybody can see the item after the event, or could before it. Others than To are notified
	// only of such events.
	Public bool `json:"-"`
	// Text is the new text if everybody can see it; empty if the content is not published or the text has not changed.
	Text markdown.Text `json:"-"`
	// In are items besides Parent, and Lists are lists, that show this item: clients that show them are notified if it
	// is Public.
	In    []Item        `json:"n,omitempty"`
	Lists []pb.LiveList `json:"-"`
	To    []uuid.UUID   `json:"t,omitempty"` // users to notify about their own data
	// Detail is what a Decided or Secured event is about, such as "hide" or "password".
	Detail string `json:"d,omitempty"`
	// Held is set by Emit: true if the item waits for a moderator, so that the event is held back; may be nil.
	Held *bool `json:"-"`
	// Entry is the entry of the audit log for a Decided event.
	Entry uuid.UUID `json:"r,omitzero"`
	Upvotes
	// UpvotesByDay are the eligible upvotes that a Voted event adds, by the day on which their users chose them, such
	// as 20261123.
	UpvotesByDay map[int]int `json:"-"`
}

// Upvotes are the eligible upvotes of an item before and after a Voted event.
type Upvotes struct {
	Before int `json:"b,omitempty"`
	After  int `json:"c,omitempty"`
}

// Task is the payload of a task about an event.
type Task struct {
	Event
	ID       uuid.UUID   `json:"s,omitzero"` // of an event that can happen to its item several times
	Mentions []uuid.UUID `json:"m,omitempty"`
}

// Item is an item of any type.
type Item struct {
	Type string    // such as "forum_thread"
	ID   uuid.UUID // uuid.Nil for all items of the type
}

// Listener receives the events of all domains.
type Listener struct {
	// Screen is asked first, in the transaction. It may refuse the change with a fault, change the event, or hold it
	// back. The item is stored and locked, and users are not.
	Screen func(ctx context.Context, tx *ent.Client, e *Event) (held bool, err error)
	// InTx runs in the transaction. It may refuse the change with a fault, and writes what must not be lost, such as a
	// task. The item is locked and users are not: a listener that changes users locks them in the order of ids.
	InTx func(ctx context.Context, tx *ent.Client, e Event) error
	// AfterCommit runs after the commit and must not block. It is lost if the process ends before.
	AfterCommit func(e Event)
}

// AccessOf is the event that the access of a user has changed.
func AccessOf(userID uuid.UUID) Event {
	return Event{Kind: Access, Item: Item{Type: "user", ID: userID}, To: []uuid.UUID{userID}}
}

// VouchedFor is the event that something speaks for a user, or no longer does.
func VouchedFor(userID uuid.UUID) Event {
	return Event{Kind: Vouched, Item: Item{Type: "user", ID: userID}}
}

// HiddenOrShown is the kind of event when a moderator hides an item or shows it again.
func HiddenOrShown(hidden bool) Kind {
	if hidden {
		return Hidden
	}
	return Shown
}

// KindOf is the kind of event when an author changes an item that was public before, is public now, or both.
func KindOf(was, is bool) Kind {
	switch {
	case !was:
		return Published
	case is:
		return Edited
	default:
		return Hidden
	}
}
