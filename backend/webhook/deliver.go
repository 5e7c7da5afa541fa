package webhook

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/webhook"
	"uvboard/ent/webhookdelivery"
)

const (
	eventJob   = "tell webhooks of an event"
	formerJob  = "call webhooks"
	deliverJob = "deliver webhooks"
	forgetJob  = "forget webhook bodies"
	removeJob  = "delete webhooks"

	parallel    = 16               // calls at a time
	votesEvery  = 30 * time.Second // between calls about the votes of a project
	tryFor      = 24 * time.Hour
	firstWait   = time.Minute // doubles with every attempt
	maxWait     = time.Hour
	maxAnswer   = 4 << 10 // bytes of an answer that are stored
	keepFor     = 30 * 24 * time.Hour
	batchSize   = 200
	gracePeriod = 24 * time.Hour // of an old secret
)

// States of a delivery.
const (
	waiting   = "waiting"
	delivered = "delivered"
	failed    = "failed"
)

// attempt is the payload of a task: an attempt of a delivery.
type attempt struct {
	Delivery uuid.UUID `json:"d"`
	N        int       `json:"n"` // earlier attempts
	Since    time.Time `json:"s"` // of the first one
	Manual   bool      `json:"m,omitempty"`
}

// enqueue stores an attempt. Each webhook of the board counts as an owner: admins add them, and none delays the others.
func enqueue(ctx context.Context, tx *ent.Client, w *ent.Webhook, a attempt, now, at time.Time) error {
	owner := w.UserID
	if w.Scope == scopeBoard {
		owner = w.ID
	}
	return jobs.EnqueueFor(ctx, tx, deliverJob, owner, a, now, at)
}

// result is the outcome of an attempt.
type result struct {
	status  int
	answer  string
	failure string // empty for success
	tried   bool   // false if the receiver was not called
	final   bool   // not tried again
}

// deliver makes an attempt of a delivery, and stores the next one if it fails. After a kill it runs again.
func (s *Service) deliver(ctx context.Context, t jobs.Task) error {
	var a attempt
	if err := t.Read(&a); err != nil {
		return err
	}
	d, err := s.db.Client().WebhookDelivery.Query().Where(webhookdelivery.ID(a.Delivery)).WithWebhook().Only(ctx)
	if ent.IsNotFound(err) || err == nil && d.State != waiting {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := s.try(ctx, d, a)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error { return s.save(ctx, tx, d, a, r) })
}

// try calls the receiver.
func (s *Service) try(ctx context.Context, d *ent.WebhookDelivery, a attempt) (result, error) {
	w, now := d.Edges.Webhook, s.now()
	if w.State != on {
		return result{failure: "The webhook is off.", final: true}, nil
	}
	if d.ItemType != "" {
		visible, _, err := s.shown(ctx, event.Item{Type: d.ItemType, ID: d.ItemID})
		if err != nil {
			return result{}, err
		}
		if visible == nil {
			d.Body = ""
		}
	}
	if d.Body == "" {
		return result{failure: "What it tells is not public any more.", final: true}, nil
	}
	// A receiver that does not answer takes one call a minute, so that others need not wait for it.
	if !a.Manual && w.FailedAt != nil && now.Sub(*w.FailedAt) < firstWait {
		return result{failure: "The receiver failed a moment ago."}, nil
	}
	signatures := make([]string, 0, 2)
	for _, secret := range []string{w.Secret, w.PreviousSecret} {
		if secret == "" || secret == w.PreviousSecret && now.Sub(*w.RotatedAt) > gracePeriod {
			continue
		}
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return result{}, err
		}
		signature, err := signer.Sign(d.ID.String(), now, []byte(d.Body))
		if err != nil {
			return result{}, err
		}
		signatures = append(signatures, signature)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader([]byte(d.Body)))
	if err != nil {
		return result{failure: "The address cannot be read.", tried: true}, nil
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(standardwebhooks.HeaderWebhookID, d.ID.String())
	request.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	request.Header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	response, err := s.http.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return result{}, ctx.Err()
		}
		return result{failure: jobs.Short(fetch.Explain(err)), tried: true}, nil
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil && ctx.Err() != nil {
		return result{}, errors.Join(err, ctx.Err())
	}
	r := result{status: response.StatusCode, answer: store.Clean(strings.ToValidUTF8(string(answer), "\uFFFD")),
		tried: true}
	if r.status < 200 || r.status > 299 {
		r.failure, r.final = "The receiver answered "+response.Status+".", r.status == http.StatusGone
	}
	return r, nil
}

// save stores the outcome of an attempt, and the next one.
func (s *Service) save(ctx context.Context, tx *ent.Client, d *ent.WebhookDelivery, a attempt, r result) error {
	w, err := tx.Webhook.Query().Where(webhook.ID(d.WebhookID), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) || err == nil && w.State == deleted {
		return nil
	}
	if err != nil {
		return err
	}
	now := s.now()
	row := tx.WebhookDelivery.Update().Where(webhookdelivery.ID(d.ID)).SetFailure(r.failure)
	if d.Body == "" {
		row.SetBody("")
	}
	if r.tried {
		row.AddAttempts(1).SetStatus(r.status).SetAnswer(r.answer).SetAttemptedAt(now)
		if err := s.checkReceiver(ctx, tx, w, r, now); err != nil {
			return err
		}
	}
	next := now.Add(min(firstWait<<min(a.N, 10), maxWait))
	switch {
	case r.failure == "":
		row.SetState(delivered).ClearNextAt()
	case r.final || next.Sub(a.Since) > tryFor:
		row.SetState(failed).ClearNextAt()
	default:
		row.SetNextAt(next)
		if err := enqueue(ctx, tx, w, attempt{Delivery: d.ID, N: a.N + 1, Since: a.Since}, now, next); err != nil {
			return err
		}
	}
	return row.Exec(ctx)
}

// checkReceiver turns a locked webhook off if its receiver is gone, or has failed for a day.
func (s *Service) checkReceiver(ctx context.Context, tx *ent.Client, w *ent.Webhook, r result, now time.Time) error {
	update := tx.Webhook.UpdateOne(w)
	switch {
	case r.failure == "" && w.FailingSince == nil:
		return nil
	case r.failure == "":
		update.ClearFailingSince().ClearFailedAt()
	case r.status == http.StatusGone:
		update.SetState(gone).SetFailedAt(now)
	case w.FailingSince == nil:
		update.SetFailingSince(now).SetFailedAt(now)
	default:
		update.SetFailedAt(now)
		if now.Sub(*w.FailingSince) >= tryFor-maxWait { // the last attempt of a day
			update.SetState(failing)
		}
	}
	return update.Exec(ctx)
}
