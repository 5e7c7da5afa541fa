package mail

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/mail"
)

const (
	giveUpAfter = 24 * time.Hour
	keepFor     = 30 * 24 * time.Hour
	recordTime  = 20 * time.Second // to record a delivery, also during shutdown: one that is not recorded is sent again
	batchSize   = 200
	parallel    = 8 // connections to the mail server at a time
)

// deliver is the job that sends mails. Its payload is the id of a mail.
const deliver = "deliver mail"

// deliverBulk is deliver for mails of a Category.Bulk.
const deliverBulk = "deliver bulk mail"

// Transport hands one mail to a mail server. If the server rejects it for good, the error is a PermanentError.
type Transport func(ctx context.Context, m *ent.Mail) error

// PermanentError is an error of a Transport that a retry cannot change.
type PermanentError struct{ error }

// Permanent returns err as a PermanentError.
func Permanent(err error) error { return PermanentError{err} }

// Unwrap returns the error of the mail server.
func (e PermanentError) Unwrap() error { return e.error }

// Sender sends the waiting mails. Every mail is delivered at least once; twice only if a server is killed after the
// delivery and before it is recorded, or if the clocks of two servers differ by a minute.
type Sender struct {
	db        *store.DB
	transport Transport // nil without a mail server
	log       *slog.Logger
	now       func() time.Time
}

// NewSender sends the mails in db. Without a transport it marks them as kept and logs each.
func NewSender(db *store.DB, transport Transport, log *slog.Logger, now func() time.Time) *Sender {
	return &Sender{db: db, transport: transport, log: log, now: store.Clock(now)}
}

// Jobs returns the jobs that send mails and delete old ones.
func (s *Sender) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: deliver, Do: s.deliver, Parallel: parallel, GiveUpAfter: giveUpAfter},
		{Name: deliverBulk, Do: s.deliver, GiveUpAfter: giveUpAfter},
		{Name: "delete old mails", Every: time.Hour, Run: s.deleteOld},
	}
}

func (s *Sender) deliver(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	m, err := s.db.Client().Mail.Query().Where(mail.ID(id), mail.State(Waiting)).Only(ctx)
	if ent.IsNotFound(err) { // sent, or deleted with its account
		return nil
	}
	if err != nil {
		return fmt.Errorf("mail to send: %w", err)
	}
	if s.transport == nil {
		s.log.Info("mail kept: no mail server is configured; read it with: uvboard mail list", "mail_id", id.String(),
			"subject", m.Subject)
		return s.record(ctx, m, func(update *ent.MailUpdate) { update.SetState(Kept) }, false)
	}
	failure := s.transport(ctx, m)
	if failure != nil && ctx.Err() != nil {
		return ctx.Err() // the server is shutting down: not a failure of the mail
	}
	// A delivery is recorded during shutdown too: otherwise the mail is sent again.
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer done()
	_, permanent := failure.(PermanentError)
	switch {
	case failure == nil:
		return s.record(ctx, m, func(update *ent.MailUpdate) {
			update.AddAttempts(1).SetState(Sent).SetSentAt(s.now()).SetText("").SetHTML("").SetFailure("")
		}, true)
	case permanent || t.Last:
		s.log.Warn("mail given up", "mail_id", id.String(), "attempts", t.Attempts, "error", failure.Error())
		return s.record(ctx, m, func(update *ent.MailUpdate) {
			update.AddAttempts(1).SetState(Failed).SetFailure(jobs.Short(failure))
		}, true)
	}
	err = s.record(ctx, m, func(update *ent.MailUpdate) {
		update.AddAttempts(1).SetNextTryAt(t.RunAt).SetFailure(jobs.Short(failure))
	}, false)
	if err != nil {
		return err
	}
	return failure
}

// record stores the outcome of an attempt. When the delivery is over, it deletes a mail without a user, see
// AddWithoutUser.
func (s *Sender) record(ctx context.Context, m *ent.Mail, change func(*ent.MailUpdate), over bool) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if over && m.UserID == nil {
			_, err := tx.Mail.Delete().Where(mail.ID(m.ID)).Exec(ctx)
			return err
		}
		update := tx.Mail.Update().Where(mail.ID(m.ID))
		change(update)
		return update.Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("record a delivery: %w", err)
	}
	return nil
}

func (s *Sender) deleteOld(ctx context.Context) error {
	for n := batchSize; n == batchSize; {
		old, err := s.db.Client().Mail.Query().Where(mail.CreatedAtLT(s.now().Add(-keepFor))).
			Order(mail.ByCreatedAt()).Limit(batchSize).IDs(ctx)
		if n = len(old); err != nil || n == 0 {
			return err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.Mail.Delete().Where(mail.IDIn(old...)).Exec(ctx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
