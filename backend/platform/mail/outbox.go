// Package mail takes letters to people: they are written down in the transaction of what they tell, and delivered later
// by one server at a time.
package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/mail"
)

// States of a mail.
const (
	Waiting = "waiting"
	Sent    = "sent"
	Kept    = "kept"   // there is no mail server; `uvboard mail list` shows it
	Failed  = "failed" // given up
)

// PerHour is how many mails one member gets in an hour at most, and how many anybody may have sent to one address that is
// not known to be theirs.
const PerHour = 5

// Letter is what a mail says, twice: as plain text and as HTML.
type Letter struct{ Subject, Text, HTML string }

// Add puts a letter to a member into the outbox, in the transaction of what it tells, to the address of the account or to
// one that is about to be. It says how long to wait instead when the member has had enough of them. A letter to another
// address than the account's is left out, without a word, when several members have filled that one with mail: nobody
// learns what else is sent there. The caller keeps two for one member from being added at once.
func Add(ctx context.Context, tx *ent.Client, to *ent.User, address string, letter Letter, now time.Time) (wait time.Duration, err error) {
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
	return 0, put(ctx, tx, &to.ID, address, letter, now)
}

// AddFarewell puts a letter into the outbox to an address that belongs to no account any more after this transaction. It is
// gone from there once it is delivered or given up, and with it the address.
func AddFarewell(ctx context.Context, tx *ent.Client, address string, letter Letter, now time.Time) error {
	return put(ctx, tx, nil, address, letter, now)
}

// put adds a letter to a member, or with nil to nobody here.
func put(ctx context.Context, tx *ent.Client, member *uuid.UUID, address string, letter Letter, now time.Time) error {
	err := tx.Mail.Create().
		SetID(store.NewID(now, uuid.New())).
		SetNillableUserID(member).SetRecipient(address).
		SetSubject(letter.Subject).SetText(letter.Text).SetHTML(letter.HTML).
		SetCreatedAt(now).SetNextTryAt(now).
		Exec(ctx)
	if err != nil {
		return fmt.Errorf("add a mail: %w", err)
	}
	return nil
}

// List returns the newest mails.
func List(ctx context.Context, db *store.DB, limit int) ([]*ent.Mail, error) {
	mails, err := db.Client().Mail.Query().Order(ent.Desc(mail.FieldID)).Limit(limit).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list mails: %w", err)
	}
	return mails, nil
}
