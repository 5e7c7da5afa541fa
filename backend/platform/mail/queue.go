// Package mail is a mail queue: a mail is stored in the transaction that causes it, and sent later by one server
// at a time.
package mail

import (
	"context"
	"fmt"
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

// PerHour limits the mails to one user in an hour, and those of all users to one address that is not confirmed.
const PerHour = 5

// Message is the content of a mail, as plain text and as HTML; HTML may be empty.
type Message struct {
	ReplyTo             string // the address that answers go to; empty for none
	Subject, Text, HTML string
}

// Add puts a message to a user into the mail queue, at the address of the account or at one that is about to become it. If the
// user has had PerHour mails, nothing is added and wait says for how long. If the address is not the account's and has had
// PerHour mails from any users, the message is dropped silently, so that callers cannot learn what others send there. The
// caller must hold a lock on the user, or two calls at once may exceed the limit.
func Add(ctx context.Context, tx *ent.Client, to *ent.User, address string, message Message, now time.Time) (wait time.Duration, err error) {
	recent, err := tx.Mail.Query().Where(mail.UserID(to.ID), mail.CreatedAtGT(now.Add(-time.Hour))).
		Order(mail.ByCreatedAt()).Select(mail.FieldCreatedAt).Limit(PerHour).All(ctx)
	if err != nil {
		return 0, fmt.Errorf("count mails: %w", err)
	}
	if len(recent) == PerHour {
		return recent[0].CreatedAt.Add(time.Hour).Sub(now), nil
	}
	if address != to.Email {
		n, err := tx.Mail.Query().Where(mail.RecipientEqualFold(address), mail.CreatedAtGT(now.Add(-time.Hour))).Count(ctx)
		if err != nil {
			return 0, fmt.Errorf("count mails to an address: %w", err)
		}
		if n >= PerHour {
			return 0, nil
		}
	}
	return 0, add(ctx, tx, &to.ID, address, message, now)
}

// AddWithoutUser puts a message into the mail queue to an address that belongs to no account after this transaction. Its row is
// deleted once the mail is sent or given up, so that the address is not kept.
func AddWithoutUser(ctx context.Context, tx *ent.Client, address string, message Message, now time.Time) error {
	return add(ctx, tx, nil, address, message, now)
}

func add(ctx context.Context, tx *ent.Client, userID *uuid.UUID, address string, message Message, now time.Time) error {
	id := store.NewID(now)
	err := tx.Mail.Create().
		SetID(id).
		SetNillableUserID(userID).SetRecipient(address).SetReplyTo(message.ReplyTo).
		SetSubject(message.Subject).SetText(message.Text).SetHTML(message.HTML).
		SetCreatedAt(now).SetNextTryAt(now).
		Exec(ctx)
	if err != nil {
		return err
	}
	return jobs.Enqueue(ctx, tx, deliver, id, now, now)
}

// Retry makes mails wait that were given up.
func Retry(ctx context.Context, tx *ent.Client, now time.Time, where ...predicate.Mail) (n int, err error) {
	ids, err := tx.Mail.Query().Where(append(where, mail.State(Failed), mail.TextNEQ(""))...).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	for _, id := range ids {
		if err := jobs.Enqueue(ctx, tx, deliver, id, now, now); err != nil {
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

// overdue is how long a mail may wait until the mail queue counts as stuck. A failed attempt is repeated later.
const overdue = 15 * time.Minute

// Backlog returns how many mails wait, how many of the last 30 days were given up, and whether one has
// waited for too long since it was due.
func Backlog(ctx context.Context, db *store.DB, now time.Time) (waiting, failed int, stuck bool, err error) {
	if waiting, err = db.Client().Mail.Query().Where(mail.State(Waiting)).Count(ctx); err != nil {
		return 0, 0, false, fmt.Errorf("count mails: %w", err)
	}
	if failed, err = db.Client().Mail.Query().Where(mail.State(Failed)).Count(ctx); err != nil {
		return 0, 0, false, fmt.Errorf("count mails: %w", err)
	}
	next, err := db.Client().Mail.Query().Where(mail.State(Waiting)).Order(mail.ByNextTryAt()).Limit(1).Select(mail.FieldNextTryAt).All(ctx)
	if err != nil {
		return 0, 0, false, fmt.Errorf("look for stuck mails: %w", err)
	}
	return waiting, failed, len(next) > 0 && next[0].NextTryAt.Before(now.Add(-overdue)), nil
}
