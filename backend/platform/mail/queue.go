// Package mail is a mail queue: a mail is stored in the transaction that causes it, and sent later by one server
// at a time.
package mail

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/mail"
	"uvboard/ent/predicate"
)

// States of a mail.
const (
	Waiting = "waiting"
	Sent    = "sent"
	Kept    = "kept"   // no mail server is configured; `uvboard mail list` shows the text
	Failed  = "failed" // given up
)

// Category is a kind of mails. Each category has its own allowance, so that mails of one cannot use up that of another.
// A domain declares its categories by examples of its mails, in domain.Domain.
type Category struct {
	Name  string // stored with its mails, such as "password_reset"
	Title string // such as "Password resets"
	// PerHour limits the mails of the category to one user in an hour, and also to one unconfirmed address, whichever
	// users cause them. 0 is no limit, for mails that something else limits, such as one for each donation.
	PerHour int
	Why     string // why the recipient gets it, at the end of each mail
	// ConfirmedOnly mails are about the account. They go to its address once that is confirmed, since until then it may
	// be a stranger's.
	ConfirmedOnly bool
	// Optional mails can be switched off, in the settings and by a link in each. About describes them there.
	Optional bool
	About    string
	// Bulk mails go to many people at once. They are sent one at a time, beside the others, so that they delay none,
	// and
	// a server that is killed sends at most one of them twice.
	Bulk bool
}

// Board is the name and the public origin of the board, in its mails.
type Board struct {
	Name   func() string // admins may change it at any time
	Origin string        // such as https://board.example
}

// Named returns a board whose name does not change.
func Named(name, origin string) Board {
	return Board{Name: func() string { return name }, Origin: origin}
}

// Link returns the URL of a page of the web app that takes a token.
func (b Board) Link(path, token string) string {
	return b.Origin + path + "?token=" + url.QueryEscape(token)
}

// Message is the content of a mail, in this order. All but the first three fields may be empty.
type Message struct {
	Kind         string // such as "password_reset": the name of its golden files
	Category     Category
	Subject      string
	ReplyTo      string // the address that answers go to
	Heading      string
	Paragraphs   []string
	Quote        string // what somebody wrote
	Markdown     string // what an admin wrote
	Items        []Item
	Button, Link string // the label and the URL of a button
	Note         string
}

// Item is an item in a list that a message shows. Label, Text and By may be empty.
type Item struct {
	Label       string // its kind, such as "Project"
	Title, Link string
	Text        string
	By          string // such as "by Ada"
}

// Add renders a message to a user and puts it into the mail queue. The address is that of the account, or the new one
// of a user who changes it. If the category's allowance of the user is used up, Add adds nothing and returns how long
// to wait. If the allowance of a new address is used up, by any users, Add drops the message silently, so that callers
// cannot learn what others send there. It also drops a message that the user has switched off, and one of ConfirmedOnly
// to an address that is not confirmed. The caller must hold a lock on the user, or two calls at once may exceed the
// limit.
func (b Board) Add(ctx context.Context, tx *ent.Client, to *ent.User, address string, message Message,
	now time.Time) (wait time.Duration, err error) {
	category := message.Category
	if category.ConfirmedOnly && to.EmailVerifiedAt == nil {
		return 0, nil
	}
	if off, err := IsOff(ctx, tx, to.ID, category); err != nil || off {
		return 0, err
	}
	if category.PerHour > 0 {
		recent := tx.Mail.Query().Where(mail.Category(category.Name), mail.CreatedAtGT(now.Add(-time.Hour)))
		had, err := recent.Clone().Where(mail.UserID(to.ID)).Order(mail.ByCreatedAt()).Select(mail.FieldCreatedAt).
			Limit(category.PerHour).All(ctx)
		if err != nil {
			return 0, fmt.Errorf("count mails: %w", err)
		}
		if len(had) == category.PerHour {
			return had[0].CreatedAt.Add(time.Hour).Sub(now), nil
		}
		if address != to.Email {
			n, err := recent.Where(mail.RecipientEqualFold(address)).Count(ctx)
			if err != nil {
				return 0, fmt.Errorf("count mails to an address: %w", err)
			}
			if n >= category.PerHour {
				return 0, nil
			}
		}
	}
	unsubscribe := ""
	if category.Optional {
		if unsubscribe, err = b.unsubscribe(ctx, tx, to.ID, category.Name); err != nil {
			return 0, err
		}
	}
	return 0, b.add(ctx, tx, &to.ID, address, message, unsubscribe, now)
}

// AddWithoutUser is Add for an address that belongs to no account after this transaction, without a limit. The row is
// deleted once the mail is sent or given up, so that the address is not kept.
func (b Board) AddWithoutUser(ctx context.Context, tx *ent.Client, address string, message Message,
	now time.Time) error {
	return b.add(ctx, tx, nil, address, message, "", now)
}

// AddWithLink is AddWithoutUser for a message to a subscriber, with the link that unsubscribes the address. A POST to
// that link must do it too, see RFC 8058.
func (b Board) AddWithLink(ctx context.Context, tx *ent.Client, address string, message Message, unsubscribe string,
	now time.Time) error {
	return b.add(ctx, tx, nil, address, message, unsubscribe, now)
}

func (b Board) add(ctx context.Context, tx *ent.Client, userID *uuid.UUID, address string, message Message,
	unsubscribe string, now time.Time) error {
	if message.Category.Name == "" {
		return fmt.Errorf("the mail %q has no category", message.Subject)
	}
	text, html := b.Render(message, unsubscribe)
	id := store.NewID(now)
	err := tx.Mail.Create().
		SetID(id).
		SetNillableUserID(userID).SetRecipient(address).SetReplyTo(message.ReplyTo).
		SetCategory(message.Category.Name).SetSubject(oneLine(message.Subject)).SetText(text).SetHTML(html).
		SetUnsubscribe(unsubscribe).
		SetCreatedAt(now).SetNextTryAt(now).
		Exec(ctx)
	if err != nil {
		return err
	}
	if message.Category.Bulk {
		return jobs.Enqueue(ctx, tx, deliverBulk, id, now, now)
	}
	return enqueue(ctx, tx, id, userID, now)
}

func enqueue(ctx context.Context, tx *ent.Client, id uuid.UUID, userID *uuid.UUID, now time.Time) error {
	owner := uuid.Nil
	if userID != nil {
		owner = *userID
	}
	return jobs.EnqueueFor(ctx, tx, deliver, owner, id, now, now)
}

// Retry puts mails that were given up back into the queue.
func Retry(ctx context.Context, tx *ent.Client, now time.Time, where ...predicate.Mail) (n int, err error) {
	mails, err := tx.Mail.Query().Where(append(where, mail.TextNEQ(""))...).Select(mail.FieldID, mail.FieldUserID).
		All(ctx)
	if err != nil || len(mails) == 0 {
		return 0, err
	}
	ids := make([]uuid.UUID, len(mails))
	for i, m := range mails {
		ids[i] = m.ID
		if err := enqueue(ctx, tx, m.ID, m.UserID, now); err != nil {
			return 0, err
		}
	}
	return tx.Mail.Update().Where(mail.IDIn(ids...)).SetState(Waiting).SetNextTryAt(now).Save(ctx)
}

// List returns the newest mails.
func List(ctx context.Context, db *store.DB, limit int) ([]*ent.Mail, error) {
	mails, err := db.Client().Mail.Query().Order(ent.Desc(mail.FieldID)).Limit(limit).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list mails: %w", err)
	}
	return mails, nil
}

// Withdraw deletes the mails of a category to an address that wait or are kept.
func Withdraw(ctx context.Context, tx *ent.Client, category Category, address string) error {
	_, err := tx.Mail.Delete().Where(mail.StateIn(Waiting, Kept), mail.Category(category.Name),
		mail.Recipient(address)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("withdraw mails: %w", err)
	}
	return nil
}

// WaitingOf returns how many mails of a category wait.
func WaitingOf(ctx context.Context, client *ent.Client, category Category) (int, error) {
	n, err := client.Mail.Query().Where(mail.State(Waiting), mail.Category(category.Name)).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count mails: %w", err)
	}
	return n, nil
}

// overdue is how long a mail may wait until the mail queue counts as stuck. A failed attempt is repeated later.
const overdue = 15 * time.Minute

// Backlog returns how many mails wait, how many of the last 30 days were given up, and whether one is overdue.
func Backlog(ctx context.Context, db *store.DB, now time.Time) (waiting, failed int, stuck bool, err error) {
	if waiting, err = db.Client().Mail.Query().Where(mail.State(Waiting)).Count(ctx); err != nil {
		return 0, 0, false, fmt.Errorf("count mails: %w", err)
	}
	if failed, err = db.Client().Mail.Query().Where(mail.State(Failed)).Count(ctx); err != nil {
		return 0, 0, false, fmt.Errorf("count mails: %w", err)
	}
	next, err := db.Client().Mail.Query().Where(mail.State(Waiting)).Order(mail.ByNextTryAt()).Limit(1).
		Select(mail.FieldNextTryAt).All(ctx)
	if err != nil {
		return 0, 0, false, fmt.Errorf("look for stuck mails: %w", err)
	}
	return waiting, failed, len(next) > 0 && next[0].NextTryAt.Before(now.Add(-overdue)), nil
}
