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

const (
	leaseTime    = time.Minute // longer than deliveryTimeout
	firstBackoff = time.Minute // doubles with every failed attempt
	maxBackoff   = time.Hour
	giveUpAfter  = 24 * time.Hour
	recordTime   = 10 * time.Second // to record the result of a delivery during shutdown
	keepFor      = 30 * 24 * time.Hour
	batchSize    = 20
	maxFailure   = 300 // bytes of an error that are stored
)

// Transport hands one mail to a mail server. If the server rejects it for good, the error is a PermanentError.
type Transport func(ctx context.Context, m *ent.Mail) error

// PermanentError is an error of a Transport that a retry cannot change.
type PermanentError struct{ error }

// Permanent returns err as a PermanentError.
func Permanent(err error) error { return PermanentError{err} }

// Unwrap returns the error of the mail server.
func (e PermanentError) Unwrap() error { return e.error }

// Sender sends the mails in the outbox. If several servers share a database, a lease lets one work at a time. Every mail is
// delivered at least once; twice only if a server is killed after the delivery and before it is recorded, or if the clocks
// of two servers differ by a minute.
type Sender struct {
	db        *store.DB
	transport Transport // nil without a mail server
	log       *slog.Logger
	now       func() time.Time
	lease     *lease.Lease
}

// NewSender sends the mails in db. Without a transport it marks them as kept and logs each.
func NewSender(db *store.DB, transport Transport, log *slog.Logger, now func() time.Time) *Sender {
	return &Sender{db: db, transport: transport, log: log, now: store.Clock(now), lease: lease.New(db, "mail")}
}

// Work sends the mails that are due and deletes old ones. Without either it only reads.
func (s *Sender) Work(ctx context.Context) error {
	for {
		due, err := s.db.Client().Mail.Query().
			Where(mail.State(Waiting), mail.NextTryAtLTE(s.now())).
			Order(mail.ByNextTryAt(), mail.ByID()).Limit(batchSize).IDs(ctx)
		if err != nil {
			return fmt.Errorf("look for mail: %w", err)
		}
		if len(due) == 0 {
			return s.deleteOld(ctx)
		}
		for _, id := range due {
			held, err := s.lease.Hold(ctx, s.now(), leaseTime)
			if err != nil || !held {
				return err
			}
			if err := s.attempt(ctx, id); err != nil {
				return err
			}
		}
	}
}

// Release gives up the lease, so that another server can take over at once. Call it after the last Work.
func (s *Sender) Release(ctx context.Context) error { return s.lease.Release(ctx) }

func (s *Sender) attempt(ctx context.Context, id uuid.UUID) error {
	now := s.now()
	var claimed *ent.Mail
	// Record the attempt first: a mail that crashes the server must not be retried at once after every restart.
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		m, err := tx.Mail.Query().Where(mail.ID(id), mail.State(Waiting), mail.NextTryAtLTE(now)).Only(ctx)
		if ent.IsNotFound(err) {
			claimed = nil
			return nil // another server has sent it
		}
		if err != nil {
			return err
		}
		update := tx.Mail.UpdateOne(m)
		if s.transport == nil {
			update.SetState(Kept)
		} else {
			update.SetAttempts(m.Attempts + 1).SetNextTryAt(now.Add(backoff(m.Attempts)))
		}
		claimed, err = update.Save(ctx)
		return err
	})
	if err != nil || claimed == nil {
		return err
	}
	if s.transport == nil {
		s.log.Info("mail kept: no mail server is configured; read it with: uvboard mail list", "mail_id", id.String(), "subject", claimed.Subject)
		return nil
	}
	failure := s.transport(ctx, claimed)
	if failure != nil && ctx.Err() != nil {
		return ctx.Err() // the server is shutting down: not a failure of the mail
	}
	// Record a delivery during shutdown too: otherwise the mail is sent again.
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer done()
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		update := tx.Mail.UpdateOneID(id)
		_, permanent := failure.(PermanentError)
		over := true
		switch {
		case failure == nil:
			update.SetState(Sent).SetSentAt(s.now()).SetText("").SetHTML("").SetFailure("")
		case permanent || claimed.NextTryAt.After(claimed.CreatedAt.Add(giveUpAfter)):
			s.log.Warn("mail given up", "mail_id", id.String(), "attempts", claimed.Attempts, "error", failure.Error())
			update.SetState(Failed).SetFailure(short(failure))
		default:
			s.log.Warn("mail not sent, will retry", "mail_id", id.String(), "attempts", claimed.Attempts, "next_try", claimed.NextTryAt, "error", failure.Error())
			update.SetFailure(short(failure))
			over = false
		}
		if over && claimed.UserID == nil { // see AddWithoutUser
			_, err := tx.Mail.Delete().Where(mail.ID(id)).Exec(ctx)
			return err
		}
		if err := update.Exec(ctx); err != nil && !ent.IsNotFound(err) { // deleted with its account
			return fmt.Errorf("record a delivery: %w", err)
		}
		return nil
	})
}

// backoff is the time until the retry after failed+1 failures.
func backoff(failed int) time.Duration {
	return min(firstBackoff<<min(failed, 10), maxBackoff)
}

// short is the start of an error, as valid UTF-8: mail servers may answer with any bytes, and PostgreSQL refuses those.
func short(err error) string {
	text := store.Clean(strings.ToValidUTF8(err.Error(), "\uFFFD"))
	return strings.ToValidUTF8(text[:min(len(text), maxFailure)], "") // drop a cut character at the end
}

func (s *Sender) deleteOld(ctx context.Context) error {
	old, err := s.db.Client().Mail.Query().Where(mail.CreatedAtLT(s.now().Add(-keepFor))).
		Order(mail.ByCreatedAt()).Limit(batchSize).IDs(ctx)
	if err != nil {
		return fmt.Errorf("look for old mail: %w", err)
	}
	if len(old) == 0 {
		return nil
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.Mail.Delete().Where(mail.IDIn(old...)).Exec(ctx)
		return err
	})
}
