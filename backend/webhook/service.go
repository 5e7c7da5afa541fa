// Package webhook calls addresses of users when something happens. Calls are signed as standard-webhooks describes.
package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	"uvboard/ent/webhook"
	"uvboard/ent/webhookdelivery"
)

// Kind is the target type of webhooks in the audit log.
const Kind = "webhook"

// Scopes of a webhook.
const (
	scopeOwn   = "own"
	scopeBoard = "board"
)

// States of a webhook. The board turns it off when it fails for a day or is gone. A deleted one waits until its
// deliveries are gone.
const (
	on      = "on"
	off     = "off"
	failing = "failing"
	gone    = "gone"
	deleted = "deleted"
)

var notDeleted = webhook.StateNEQ(deleted)

// Max is the number of webhooks of a user, and of the board.
const Max = 10

const (
	secretPrefix = "whsec_"
	secretBytes  = 32
)

// Service keeps webhooks and calls them.
type Service struct {
	db     *store.DB
	items  map[string]domain.ItemKind
	check  func(address string) error
	http   *http.Client
	origin string
	now    func() time.Time
}

// NewService returns a service for items of these kinds, by type. client makes the calls; origin is that of the board,
// such as https://board.example; now is the clock.
func NewService(db *store.DB, items map[string]domain.ItemKind, client *fetch.Client, origin string,
	now func() time.Time) *Service {
	direct := client.HTTP()
	// a signed body is for one address
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Service{db: db, items: items, check: client.Check, http: direct, origin: origin, now: store.Clock(now)}
}

func newSecret() string {
	secret := make([]byte, secretBytes)
	rand.Read(secret) // never fails: crypto/rand ends the program instead
	return secretPrefix + base64.StdEncoding.EncodeToString(secret)
}

func errNotFound() error { return fault.NotFound("WEBHOOK_NOT_FOUND", "Webhook not found") }

// List returns the webhooks of the caller, or those of the board, oldest first. Fault: denied.
func (s *Service) List(ctx context.Context, caller *auth.Caller, board bool) ([]*ent.Webhook, error) {
	where := webhook.And(webhook.UserID(caller.UserID), webhook.Scope(scopeOwn))
	if board {
		if err := auth.Admit(auth.Admin, caller); err != nil {
			return nil, err
		}
		where = webhook.Scope(scopeBoard)
	}
	hooks, err := s.db.Client().Webhook.Query().Where(where, notDeleted).Order(webhook.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list webhooks: %w", err)
	}
	return hooks, nil
}

// Input are the fields of a webhook. In an update, what is nil is kept.
type Input struct {
	URL      *string
	Events   []string
	IsActive *bool
}

// checkURL returns a fault for an address that is never called.
func (s *Service) checkURL(in Input) error {
	if in.URL == nil {
		return nil
	}
	request, err := http.NewRequest(http.MethodPost, *in.URL, nil)
	if err != nil || request.URL.Hostname() == "" || request.URL.User != nil {
		return fault.Invalid("url", "Enter an address that begins with https:// or http://, without a user name")
	}
	if s.check(*in.URL) != nil {
		return fault.Invalid("url", "Enter an address on the public internet, on port 80 or 443")
	}
	return nil
}

// Create adds a webhook. Faults: invalid, denied, WEBHOOKS_FULL.
func (s *Service) Create(ctx context.Context, caller *auth.Caller, board bool, in Input) (*ent.Webhook, error) {
	if err := s.checkURL(in); err != nil {
		return nil, err
	}
	if board {
		if err := auth.Admit(auth.Admin, caller); err != nil {
			return nil, err
		}
	}
	now := s.now()
	var made *ent.Webhook
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		exists, err := tx.User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil(), s.db.ForUpdate).Exist(ctx)
		if err != nil {
			return err
		}
		if !exists {
			return fault.NotFound("USER_NOT_FOUND", "User not found")
		}
		if err := caller.CheckSession(ctx, tx); err != nil {
			return err
		}
		all := webhook.And(webhook.UserID(caller.UserID), webhook.Scope(scopeOwn))
		if board {
			all = webhook.Scope(scopeBoard)
		}
		n, err := tx.Webhook.Query().Where(all, notDeleted).Count(ctx)
		if err != nil {
			return err
		}
		if n >= Max {
			return fault.Blocked("WEBHOOKS_FULL", fmt.Sprintf("There are %d webhooks already. Delete one first.", Max))
		}
		create := tx.Webhook.Create().SetID(store.NewID(now)).SetUserID(caller.UserID).SetScope(scopeOwn).
			SetURL(*in.URL).
			SetEvents(sorted(in.Events)).SetState(on).SetSecret(newSecret()).SetCreatedAt(now)
		if board {
			create.SetScope(scopeBoard)
		}
		if in.IsActive != nil && !*in.IsActive {
			create.SetState(off)
		}
		made, err = create.Save(ctx)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, caller, made, "add")
	})
	if err != nil {
		return nil, fmt.Errorf("create a webhook: %w", err)
	}
	return made, nil
}

func sorted(events []string) []string {
	events = slices.Clone(events)
	slices.Sort(events)
	return slices.Compact(events)
}

// record adds a change of a webhook of the board to the audit log.
func (s *Service) record(ctx context.Context, tx *ent.Client, caller *auth.Caller, w *ent.Webhook,
	action string) error {
	if w.Scope != scopeBoard {
		return nil
	}
	return audit.Add(ctx, s.db, tx, caller, audit.Entry{Action: action, TargetType: Kind, Target: w.ID}, s.now())
}

// find returns a webhook that the caller may see and change. Fault: not found.
func (s *Service) find(ctx context.Context, client *ent.Client, caller *auth.Caller, id uuid.UUID,
	lock bool) (*ent.Webhook, error) {
	query := client.Webhook.Query().Where(webhook.ID(id), notDeleted)
	if lock {
		query.Where(s.db.ForUpdate)
	}
	w, err := query.Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("webhook: %w", err)
	}
	if err != nil || w.Scope == scopeOwn && w.UserID != caller.UserID || w.Scope == scopeBoard &&
		auth.Admit(auth.Admin, caller) != nil {
		return nil, errNotFound()
	}
	return w, nil
}

// change changes a webhook of the caller in a transaction.
func (s *Service) change(ctx context.Context, caller *auth.Caller, id uuid.UUID, action string,
	fn func(ctx context.Context, tx *ent.Client, w *ent.Webhook) error) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		w, err := s.find(ctx, tx, caller, id, true)
		if err != nil {
			return err
		}
		if err := fn(ctx, tx, w); err != nil {
			return err
		}
		return s.record(ctx, tx, caller, w, action)
	})
	if err != nil {
		return fmt.Errorf("%s a webhook: %w", action, err)
	}
	return nil
}

// Update changes a webhook. Faults: invalid, not found.
func (s *Service) Update(ctx context.Context, caller *auth.Caller, id uuid.UUID,
	in Input) (updated *ent.Webhook, err error) {
	if err := s.checkURL(in); err != nil {
		return nil, err
	}
	err = s.change(ctx, caller, id, audit.Update, func(ctx context.Context, tx *ent.Client,
		w *ent.Webhook) (err error) {
		update := tx.Webhook.UpdateOne(w).SetNillableURL(in.URL)
		if len(in.Events) > 0 {
			update.SetEvents(sorted(in.Events))
		}
		if in.IsActive != nil && *in.IsActive != (w.State == on) {
			update.SetState(off).ClearFailingSince().ClearFailedAt()
			if *in.IsActive {
				update.SetState(on)
			}
		}
		updated, err = update.Save(ctx)
		return err
	})
	return updated, err
}

// Delete deletes a webhook. A job deletes its deliveries, which may be many. Fault: not found.
func (s *Service) Delete(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	return s.change(ctx, caller, id, audit.Delete, func(ctx context.Context, tx *ent.Client, w *ent.Webhook) error {
		return s.markRemoved(ctx, tx, w.ID)
	})
}

// removeOf deletes the webhooks of a user whose account has gone to the owner of its address: a stranger may have added
// them.
func (s *Service) removeOf(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	ids, err := tx.Webhook.Query().Where(webhook.UserID(userID), notDeleted).IDs(ctx)
	if err != nil {
		return fmt.Errorf("webhooks of a user: %w", err)
	}
	for _, id := range ids {
		if err := s.markRemoved(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// markRemoved ends a webhook at once and leaves its rows to a job.
func (s *Service) markRemoved(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	err := tx.Webhook.UpdateOneID(id).SetState(deleted).SetSecret("").SetPreviousSecret("").Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete a webhook: %w", err)
	}
	return jobs.Enqueue(ctx, tx, removeJob, id, s.now(), s.now())
}

// remove deletes a deleted webhook with its deliveries, in steps.
func (s *Service) remove(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	for more := true; more; {
		var err error
		if more, err = s.removeSome(ctx, webhook.And(webhook.ID(id), webhook.State(deleted))); err != nil {
			return err
		}
	}
	return nil
}

// removeSome deletes a batch of deliveries of webhooks, or the webhooks if there are no deliveries. It reports whether
// there was any.
func (s *Service) removeSome(ctx context.Context, where predicate.Webhook) (more bool, err error) {
	hooks, err := s.db.Client().Webhook.Query().Where(where).IDs(ctx)
	if err != nil || len(hooks) == 0 {
		return false, err
	}
	ids, err := s.db.Client().WebhookDelivery.Query().Where(webhookdelivery.WebhookIDIn(hooks...)).Limit(batchSize).
		IDs(ctx)
	if err != nil {
		return false, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if len(ids) > 0 {
			_, err := tx.WebhookDelivery.Delete().Where(webhookdelivery.IDIn(ids...)).Exec(ctx)
			return err
		}
		_, err := tx.Webhook.Delete().Where(webhook.IDIn(hooks...)).Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("delete webhooks: %w", err)
	}
	return true, nil
}

// Rotate gives a webhook a new secret. The old one also signs for a day. Fault: not found.
func (s *Service) Rotate(ctx context.Context, caller *auth.Caller, id uuid.UUID) (rotated *ent.Webhook, err error) {
	err = s.change(ctx, caller, id, "rotate", func(ctx context.Context, tx *ent.Client, w *ent.Webhook) (err error) {
		rotated, err = tx.Webhook.UpdateOne(w).SetPreviousSecret(w.Secret).SetSecret(newSecret()).SetRotatedAt(s.now()).
			Save(ctx)
		return err
	})
	return rotated, err
}

// Deliveries returns the deliveries of a webhook, newest first. Fault: not found.
func (s *Service) Deliveries(ctx context.Context, caller *auth.Caller, id uuid.UUID, size int,
	token string) ([]*ent.WebhookDelivery, string, error) {
	if _, err := s.find(ctx, s.db.Client(), caller, id, false); err != nil {
		return nil, "", err
	}
	list := paging.ListName("webhook", id.String())
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().WebhookDelivery.Query().Where(webhookdelivery.WebhookID(id))
	if from != nil {
		query.Where(webhookdelivery.IDLT(*from))
	}
	rows, err := query.Order(webhookdelivery.ByID(entsql.OrderDesc())).Limit(size + 1).All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list deliveries: %w", err)
	}
	return paging.Cut(list, rows, size, func(last *ent.WebhookDelivery) uuid.UUID { return last.ID })
}

// Redeliver sends a delivery again. Faults: not found, WEBHOOK_OFF, NOT_PUBLIC.
func (s *Service) Redeliver(ctx context.Context, caller *auth.Caller,
	id, deliveryID uuid.UUID) (again *ent.WebhookDelivery, err error) {
	err = s.change(ctx, caller, id, "redeliver", func(ctx context.Context, tx *ent.Client, w *ent.Webhook) error {
		d, err := tx.WebhookDelivery.Query().Where(webhookdelivery.ID(deliveryID), webhookdelivery.WebhookID(id)).
			Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return fault.NotFound("DELIVERY_NOT_FOUND", "Delivery not found")
		case err != nil:
			return err
		case w.State != on:
			return fault.Blocked("WEBHOOK_OFF", "Turn the webhook on first.")
		case d.Body == "":
			return fault.Blocked("NOT_PUBLIC", "What this delivery tells is not public any more.")
		}
		now := s.now()
		if again, err = tx.WebhookDelivery.UpdateOne(d).SetState(waiting).SetNextAt(now).Save(ctx); err != nil {
			return err
		}
		return enqueue(ctx, tx, w, attempt{Delivery: d.ID, Since: now, Manual: true}, now, now)
	})
	return again, err
}

// Test sends a test to a webhook. Faults: not found, WEBHOOK_OFF, TEST_WAITS.
func (s *Service) Test(ctx context.Context, caller *auth.Caller, id uuid.UUID) (d *ent.WebhookDelivery, err error) {
	err = s.change(ctx, caller, id, "test", func(ctx context.Context, tx *ent.Client, w *ent.Webhook) error {
		if w.State != on {
			return fault.Blocked("WEBHOOK_OFF", "Turn the webhook on first.")
		}
		waits, err := tx.WebhookDelivery.Query().Where(webhookdelivery.WebhookID(id), webhookdelivery.Event(ping),
			webhookdelivery.State(waiting)).Exist(ctx)
		if err != nil {
			return err
		}
		if waits {
			return fault.Precondition("TEST_WAITS", "A test is on its way. Wait for its result first.")
		}
		now := s.now()
		body, err := json.Marshal(testMessage{ping, now.UTC(), testData{w.ID.String()}})
		if err != nil {
			return err
		}
		made := store.NewID(now)
		d, err = tx.WebhookDelivery.Create().SetID(made).SetWebhookID(w.ID).SetSource(made).SetEvent(ping).
			SetItemType("").SetItemID(uuid.Nil).SetBody(string(body)).SetState(waiting).SetCreatedAt(now).
			SetNextAt(now).Save(ctx)
		if err != nil {
			return err
		}
		return enqueue(ctx, tx, w, attempt{Delivery: d.ID, Since: now.Add(-tryFor), Manual: true}, now, now)
	})
	return d, err
}
