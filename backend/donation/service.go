// Package donation takes voluntary donations by card. Stripe handles the payment; only its signed events decide the
// result.
package donation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v85"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/donation"
	"uvboard/ent/stripeevent"
	"uvboard/ent/user"
)

// States of a donation.
const (
	pending   = "pending"
	failed    = "failed"
	canceled  = "canceled"
	succeeded = "succeeded"
	refunded  = "refunded"
)

// Names of counters: of the paid donations, and of their sum in cents without what was paid back.
const (
	counterDonations = "donations"
	counterCents     = "donated_cents"
)

const currency = "usd"

// Keys in the metadata of a PaymentIntent, which Stripe copies to its charges.
const (
	metadataID   = "uvboard_donation"
	metadataSite = "uvboard_site"
)

// The circuit breaker: after this many failed payments on the whole site within breakerPeriod, no donation starts.
const (
	breakerFailures = 10
	breakerPeriod   = time.Minute
)

// A call to Stripe, retry included, ends within the time limit of a request to this server.
const (
	stripeTimeout = 6 * time.Second
	stripeRetries = 1
)

// Settings connect the board to a Stripe account. They are empty if donations are off.
type Settings struct {
	SecretKey, PublishableKey, WebhookSecret string
	APIBase                                  string // empty for Stripe's
	mail.Board
}

// Service starts donations and records Stripe's events about them.
type Service struct {
	db       *store.DB
	settings Settings
	stripe   *stripe.Client // nil if donations are off
	stats    *stats.Service
	now      func() time.Time
}

// NewService returns a service; now is the clock.
func NewService(db *store.DB, settings Settings, now func() time.Time) *Service {
	s := &Service{db: db, settings: settings, stats: stats.NewService(db), now: store.Clock(now)}
	if settings.SecretKey == "" {
		return s
	}
	backend := &stripe.BackendConfig{
		HTTPClient: &http.Client{
			Timeout:       stripeTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		MaxNetworkRetries: stripe.Int64(stripeRetries),
		// failures are logged here, without the response
		LeveledLogger:   &stripe.LeveledLogger{Level: stripe.LevelNull},
		EnableTelemetry: stripe.Bool(false),
	}
	if settings.APIBase != "" {
		backend.URL = stripe.String(settings.APIBase)
	}
	s.stripe = stripe.NewClient(settings.SecretKey,
		stripe.WithBackends(&stripe.Backends{API: stripe.GetBackendWithConfig(stripe.APIBackend, backend)}))
	return s
}

func errNotConfigured() error {
	return fault.Unavailable("STRIPE_NOT_CONFIGURED", "Donations are off on this site.")
}

// PublishableKey returns the key for Stripe's script in browsers; empty if donations are off.
func (s *Service) PublishableKey() string {
	if s.stripe == nil {
		return ""
	}
	return s.settings.PublishableKey
}

// Create starts a donation and returns the client secret of its PaymentIntent. Caller is nil for a visitor. A repeat
// with the same key, amount and caller returns the same PaymentIntent; key may be empty. Faults: unavailable if
// donations are off or Stripe cannot be reached, rate limited while too many payments fail, conflict if the key belongs
// to another donation.
func (s *Service) Create(ctx context.Context, caller *auth.Caller, cents int64,
	key string) (clientSecret string, err error) {
	if s.stripe == nil {
		return "", errNotConfigured()
	}
	if err := s.checkBreaker(ctx); err != nil {
		return "", err
	}
	d, err := s.start(ctx, caller, cents, key)
	if err != nil {
		return "", fmt.Errorf("start donation: %w", err)
	}
	params := &stripe.PaymentIntentCreateParams{
		Amount:                  stripe.Int64(d.Amount),
		Currency:                stripe.String(d.Currency),
		AutomaticPaymentMethods: &stripe.PaymentIntentCreateAutomaticPaymentMethodsParams{Enabled: stripe.Bool(true)},
		Description:             stripe.String("Donation to " + s.settings.Name()),
		Metadata:                map[string]string{metadataID: d.ID.String(), metadataSite: s.settings.Origin},
	}
	params.SetIdempotencyKey(d.ID.String())
	intent, err := s.stripe.V1PaymentIntents.Create(ctx, params)
	if err != nil {
		return "", s.stripeFailure(ctx, "create a payment", err)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.Donation.Update().Where(donation.ID(d.ID), donation.PaymentIntentIsNil()).
			SetPaymentIntent(intent.ID).SetUpdatedAt(s.now()).Exec(ctx)
	})
	if err != nil {
		return "", fmt.Errorf("start donation: %w", err)
	}
	return intent.ClientSecret, nil
}

// start stores a donation, or returns the earlier one with the same key. Fault: conflict if that one differs.
func (s *Service) start(ctx context.Context, caller *auth.Caller, cents int64,
	key string) (d *ent.Donation, err error) {
	now := s.now()
	id := store.NewID(now)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var donor *uuid.UUID
		if caller != nil {
			// If the account is being deleted, the donation has no user.
			u, err := tx.User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
			if err != nil && !ent.IsNotFound(err) {
				return err
			}
			if u != nil {
				donor = &u.ID
			}
		}
		same := donation.ID(id)
		if key != "" {
			same = donation.RequestKey(key)
		}
		if _, err := tx.ExecContext(ctx,
			`INSERT INTO donations (id, created_at, updated_at, amount, currency, user_id, request_key)
			VALUES ($1, $2, $2, $3, $4, $5, NULLIF($6, '')) ON CONFLICT (request_key) DO NOTHING`, id, now, cents, currency, donor, key); err != nil {
			return err
		}
		if d, err = tx.Donation.Query().Where(same).Only(ctx); err != nil {
			return err
		}
		if d.Amount != cents || nullable(d.UserID) != nullable(donor) {
			return fault.Conflict("IDEMPOTENCY_KEY_USED", "idempotencyKey", "This key belongs to another donation")
		}
		return nil
	})
	return d, err
}

// nullable returns an id in a form that can be compared.
func nullable(id *uuid.UUID) uuid.NullUUID {
	if id == nil {
		return uuid.NullUUID{}
	}
	return uuid.NullUUID{UUID: *id, Valid: true}
}

// checkBreaker rejects donations while many payments fail, because somebody may be testing stolen cards. It counts the
// failures in the database, so that it works across servers.
func (s *Service) checkBreaker(ctx context.Context) error {
	now := s.now()
	last, err := s.db.Client().StripeEvent.Query().
		Where(stripeevent.Kind(string(stripe.EventTypePaymentIntentPaymentFailed)),
			stripeevent.HappenedAtGT(now.Add(-breakerPeriod))).
		Order(stripeevent.ByHappenedAt(entsql.OrderDesc())).Limit(breakerFailures).All(ctx)
	if err != nil {
		return fmt.Errorf("count failed payments: %w", err)
	}
	if len(last) < breakerFailures {
		return nil
	}
	return fault.Limited("Too many payments have failed.", last[breakerFailures-1].HappenedAt.Add(breakerPeriod).
		Sub(now))
}

// Test reads a payment from Stripe, which costs nothing, and returns what is wrong in a sentence; empty if the secret
// key works. A restricted key needs the same permission for a donation.
func (s *Service) Test(ctx context.Context) string {
	params := &stripe.PaymentIntentListParams{}
	params.Limit, params.Single = stripe.Int64(1), true
	err := s.stripe.V1PaymentIntents.List(ctx, params).Err()
	switch answer, ok := errors.AsType[*stripe.Error](err); {
	case err == nil:
		return ""
	case !ok:
		return "Stripe cannot be reached."
	case answer.HTTPStatusCode == http.StatusUnauthorized || answer.HTTPStatusCode == http.StatusForbidden:
		return "Stripe refuses the key, or does not let it read payments. Check STRIPE_SECRET_KEY."
	default:
		return fmt.Sprintf("Stripe answers with the status %d.", answer.HTTPStatusCode)
	}
}

// stripeFailure logs why a call to Stripe failed and returns the fault for the caller. Stripe's message is left out of
// both: it may contain parts of the request.
func (s *Service) stripeFailure(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", what, ctx.Err())
	}
	if answer, ok := errors.AsType[*stripe.Error](err); ok {
		slog.ErrorContext(ctx, "Stripe refused to "+what, "status", answer.HTTPStatusCode, "type", string(answer.Type),
			"code", string(answer.Code),
			"param", answer.Param, "stripe_request_id", answer.RequestID)
	} else {
		slog.ErrorContext(ctx, "Stripe could not be reached to "+what, "error", err.Error())
	}
	return fault.Unavailable("STRIPE_UNAVAILABLE",
		"The payment service cannot be reached at the moment. Please try again later.")
}

type position struct{ ID uuid.UUID }

// donorColumns are the columns of the donor that a list shows.
func donorColumns(q *ent.UserQuery) {
	q.Select(user.FieldUsername, user.FieldDisplayName, user.FieldViberTag, user.FieldAvatar, user.FieldDeletedAt)
}

// List returns donations with their donors, newest first; status "" means all.
func (s *Service) List(ctx context.Context, status string, size int, token string) ([]*ent.Donation, string, error) {
	list := paging.ListName("donations", status)
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().Donation.Query().WithDonor(donorColumns).Order(donation.ByID(entsql.OrderDesc())).
		Limit(size + 1)
	if status != "" {
		query.Where(donation.Status(status))
	}
	if from != nil {
		query.Where(donation.IDLT(from.ID))
	}
	donations, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list donations: %w", err)
	}
	return paging.Cut(list, donations, size, func(last *ent.Donation) position { return position{last.ID} })
}

// Totals returns the number of paid donations, and their sum in cents without what was paid back.
func (s *Service) Totals(ctx context.Context) (n int, cents int64, err error) {
	counts, err := s.stats.Counts(ctx, counterDonations, counterCents)
	return counts[counterDonations], int64(counts[counterCents]), err
}
