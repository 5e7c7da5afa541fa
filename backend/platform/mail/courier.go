package mail

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/lease"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/mail"
)

// How long the courier has the outbox for itself, and how long it tries.
const (
	leasePeriod = time.Minute // more than one delivery takes at worst
	firstPause  = time.Minute // after the first failure; twice as long after each further one
	longestWait = time.Hour
	giveUpAfter = 24 * time.Hour // whoever waits for the mail has asked for another by then
	noteTime    = 10 * time.Second
	forgetAfter = 30 * 24 * time.Hour
	batch       = 20
	maxFailure  = 300 // bytes of an error that are kept
)

// A Deliverer hands one mail to a mail server. When the server refuses it for good the error is a Refusal.
type Deliverer func(ctx context.Context, m *ent.Mail) error

// Refusal is an answer of a mail server that trying again will not change.
type Refusal struct{ error }

func (r Refusal) Unwrap() error { return r.error }

// Courier empties the outbox. Of several that share a database one works at a time. A mail is delivered at least once:
// again only when a server is killed between handing it over and writing that down, or when the clocks of two servers are
// a minute apart.
type Courier struct {
	db      *store.DB
	deliver Deliverer // nil when there is no mail server
	log     *slog.Logger
	now     func() time.Time
	lease   *lease.Lease
}

// NewCourier works on db. Without a deliverer it keeps the mails and logs that they are there.
func NewCourier(db *store.DB, deliver Deliverer, log *slog.Logger, now func() time.Time) *Courier {
	return &Courier{db: db, deliver: deliver, log: log, now: store.Clock(now), lease: lease.New(db, "mail")}
}

// Work delivers what is due and forgets what is old. With nothing to do it only reads.
func (c *Courier) Work(ctx context.Context) error {
	for {
		due, err := c.db.Client().Mail.Query().
			Where(mail.State(Waiting), mail.NextTryAtLTE(c.now())).
			Order(mail.ByNextTryAt(), mail.ByID()).Limit(batch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("look for mail: %w", err)
		}
		if len(due) == 0 {
			return c.forget(ctx)
		}
		for _, id := range due {
			held, err := c.lease.Hold(ctx, c.now(), leasePeriod)
			if err != nil || !held {
				return err
			}
			if err := c.handle(ctx, id); err != nil {
				return err
			}
		}
	}
}

// Release lets another courier work at once. It is called when Work has ended for good.
func (c *Courier) Release(ctx context.Context) error { return c.lease.Release(ctx) }

// handle makes one attempt at one mail.
func (c *Courier) handle(ctx context.Context, id uuid.UUID) error {
	now := c.now()
	var claimed *ent.Mail
	// The attempt is written down first, so that a mail that ends its server is not tried again at once, for ever.
	err := c.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		m, err := tx.Mail.Query().Where(mail.ID(id), mail.State(Waiting), mail.NextTryAtLTE(now)).Only(ctx)
		if ent.IsNotFound(err) {
			claimed = nil
			return nil // somebody else had the lease in between
		}
		if err != nil {
			return err
		}
		update := tx.Mail.UpdateOne(m)
		if c.deliver == nil {
			update.SetState(Kept)
		} else {
			update.SetAttempts(m.Attempts + 1).SetNextTryAt(now.Add(pause(m.Attempts)))
		}
		claimed, err = update.Save(ctx)
		return err
	})
	if err != nil || claimed == nil {
		return err
	}
	if c.deliver == nil {
		c.log.Info("mail kept, since no mail server is set; see it with: uvboard mail list", "mail_id", id.String(), "subject", claimed.Subject)
		return nil
	}
	failure := c.deliver(ctx, claimed)
	if failure != nil && ctx.Err() != nil {
		return ctx.Err() // cut off by the end of this server, which says nothing of the mail
	}
	// What has been handed over is written down although the server is about to end: else it would be delivered again.
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer done()
	return c.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		update := tx.Mail.UpdateOneID(id)
		_, refused := failure.(Refusal)
		over := true
		switch {
		case failure == nil:
			update.SetState(Sent).SetSentAt(c.now()).SetText("").SetHTML("").SetFailure("")
		case refused || claimed.NextTryAt.After(claimed.CreatedAt.Add(giveUpAfter)):
			c.log.Warn("mail given up", "mail_id", id.String(), "attempts", claimed.Attempts, "error", failure.Error())
			update.SetState(Failed).SetText("").SetHTML("").SetFailure(short(failure))
		default:
			c.log.Warn("mail not delivered yet", "mail_id", id.String(), "attempts", claimed.Attempts, "next_try", claimed.NextTryAt, "error", failure.Error())
			update.SetFailure(short(failure))
			over = false
		}
		if over && claimed.UserID == nil { // to somebody who is no member any more, and whose address is not to be kept
			_, err := tx.Mail.Delete().Where(mail.ID(id)).Exec(ctx)
			return err
		}
		if err := update.Exec(ctx); err != nil && !ent.IsNotFound(err) { // gone with its account
			return fmt.Errorf("note a delivery: %w", err)
		}
		return nil
	})
}

// pause is how long to wait after the attempt that follows so many failed ones.
func pause(failed int) time.Duration {
	return min(firstPause<<min(failed, 10), longestWait)
}

// short is as much of an error as is kept. Mail servers answer in whatever bytes they like, and PostgreSQL takes only text.
func short(err error) string {
	text := store.Clean(strings.ToValidUTF8(err.Error(), "\uFFFD"))
	return strings.ToValidUTF8(text[:min(len(text), maxFailure)], "") // without the half of a character at its end
}

// forget removes some of the mails that are old.
func (c *Courier) forget(ctx context.Context) error {
	old, err := c.db.Client().Mail.Query().Where(mail.CreatedAtLT(c.now().Add(-forgetAfter))).
		Order(mail.ByCreatedAt()).Limit(batch).IDs(ctx)
	if err != nil {
		return fmt.Errorf("look for old mail: %w", err)
	}
	if len(old) == 0 {
		return nil
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := tx.Mail.Delete().Where(mail.IDIn(old...)).Exec(ctx); err != nil {
			return fmt.Errorf("forget old mail: %w", err)
		}
		return nil
	})
}
