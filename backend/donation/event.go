package donation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/donation"
	"uvboard/ent/user"
)

// maxFailures is how often the payment of one donation may fail. Then it is canceled, because only somebody who tests
// stolen cards fails so often.
const maxFailures = 10

// news is what an event says about a donation.
type news struct {
	event    stripe.Event
	at       time.Time
	donation uuid.UUID // from the metadata; uuid.Nil if it has none
	ours     bool      // the metadata names this board
	intent   string
	amount   int64
	currency string
	email    string
	refunded int64 // of the amount
}

// Receive handles the body of an event that Stripe posts, and its Stripe-Signature header. Events that are not about a
// donation to this board are ignored. Each event counts once, in any order. Faults: unavailable if donations are off,
// invalid if Stripe has not signed the event, did so more than five minutes ago, or if its object is malformed.
func (s *Service) Receive(ctx context.Context, body []byte, signature string) error {
	if s.stripe == nil {
		return errNotConfigured()
	}
	// An endpoint has the API version of its creation, so the version of an event may differ from that of the library.
	event, err := webhook.ConstructEventWithOptions(body, signature, s.settings.WebhookSecret,
		webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true})
	if err != nil {
		return &fault.Fault{Kind: fault.KindInvalid, Code: "INVALID_SIGNATURE",
			Message: "The event is not signed by Stripe, or the signature is too old."}
	}
	n, err := s.read(event)
	if err != nil {
		return fault.Malformed("The object of the event could not be read.")
	}
	if n == nil {
		return nil
	}
	var d *ent.Donation
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
		d, err = s.apply(ctx, tx, n)
		return err
	})
	if err != nil {
		return fmt.Errorf("event %s: %w", event.ID, err)
	}
	if d != nil && d.Status == failed && d.Failures >= maxFailures {
		if _, err := s.stripe.V1PaymentIntents.Cancel(ctx, n.intent, nil); err != nil {
			// logged; the next failure tries again
			_ = s.stripeFailure(ctx, "cancel a payment that failed too often", err)
		}
	}
	return nil
}

// read returns what an event says about a donation; nil for an event of another kind.
func (s *Service) read(event stripe.Event) (*news, error) {
	if event.Data == nil {
		return nil, errors.New("no data")
	}
	n := &news{event: event, at: time.Unix(event.Created, 0).UTC()}
	if now := s.now(); n.at.After(now) { // the clocks differ
		n.at = now
	}
	var metadata map[string]string
	switch event.Type {
	case stripe.EventTypePaymentIntentSucceeded, stripe.EventTypePaymentIntentPaymentFailed,
		stripe.EventTypePaymentIntentCanceled:
		var intent stripe.PaymentIntent
		if err := json.Unmarshal(event.Data.Raw, &intent); err != nil {
			return nil, err
		}
		metadata = intent.Metadata
		n.intent, n.amount, n.currency, n.email = intent.ID, intent.Amount, string(intent.Currency), intent.ReceiptEmail
	case stripe.EventTypeChargeRefunded:
		var charge stripe.Charge
		if err := json.Unmarshal(event.Data.Raw, &charge); err != nil {
			return nil, err
		}
		if charge.PaymentIntent == nil {
			return nil, nil
		}
		metadata = charge.Metadata
		n.intent, n.amount, n.currency, n.refunded = charge.PaymentIntent.ID, charge.Amount, string(charge.Currency),
			charge.AmountRefunded
	default:
		return nil, nil
	}
	n.donation, n.ours = store.ParseID(metadata[metadataID]), metadata[metadataSite] == s.settings.Origin
	return n, nil
}

// apply records an event and what follows from it. It returns the donation, nil if the event is a duplicate or about no
// donation.
func (s *Service) apply(ctx context.Context, tx *ent.Client, n *news) (*ent.Donation, error) {
	d, err := s.find(ctx, tx, n)
	if err != nil || d == nil {
		return nil, err
	}
	if !n.matches(d) {
		slog.WarnContext(ctx, "an event of Stripe does not match its donation and is ignored", "event", n.event.ID,
			"donation", d.ID)
		return nil, nil
	}
	// A duplicate waits here for the first to commit.
	recorded, err := tx.ExecContext(ctx,
		"INSERT INTO stripe_events (id, kind, happened_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
		n.event.ID, string(n.event.Type), n.at)
	if err != nil {
		return nil, err
	}
	if isNew, err := recorded.RowsAffected(); err != nil || isNew == 0 {
		return nil, err
	}
	had := *d
	n.change(d)
	err = tx.Donation.UpdateOneID(d.ID).SetStatus(d.Status).SetRefunded(d.Refunded).SetFailures(d.Failures).
		SetEmail(d.Email).
		SetNillablePaymentIntent(d.PaymentIntent).SetNillableSucceededAt(d.SucceededAt).SetUpdatedAt(s.now()).Exec(ctx)
	if err != nil {
		return nil, err
	}
	if by := count(d) - count(&had); by != 0 {
		if err := stats.Add(ctx, tx, counterDonations, by); err != nil {
			return nil, err
		}
	}
	if by := net(d) - net(&had); by != 0 {
		if err := stats.Add(ctx, tx, counterCents, int(by)); err != nil {
			return nil, err
		}
	}
	if had.SucceededAt == nil && d.Status == succeeded {
		return d, s.thank(ctx, tx, d)
	}
	return d, nil
}

// find returns the locked donation that an event is about. If this board started it but has no row of it, for example
// after a backup was restored, find stores one. It returns nil if the payment is not for a donation.
func (s *Service) find(ctx context.Context, tx *ent.Client, n *news) (*ent.Donation, error) {
	same := donation.ID(n.donation)
	if n.donation == uuid.Nil {
		same = donation.PaymentIntent(n.intent)
	} else if n.ours {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO donations (id, created_at, updated_at, amount, currency, payment_intent)
			VALUES ($1, $2, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`, n.donation, n.at, n.amount, n.currency, n.intent)
		if err != nil {
			return nil, err
		}
	}
	d, err := tx.Donation.Query().Where(same, s.db.ForUpdate).Order(donation.ByID()).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return d, err
}

// matches reports whether an event is about the payment of a donation. Another program with the same Stripe account
// could give its payment the metadata of a donation.
func (n *news) matches(d *ent.Donation) bool {
	return n.amount == d.Amount && n.currency == d.Currency && (d.PaymentIntent == nil || n.intent == *d.PaymentIntent)
}

// change applies an event to a donation. Events arrive late and in any order, so a payment that has succeeded never
// fails, and a refund is never undone.
func (n *news) change(d *ent.Donation) {
	if d.PaymentIntent == nil {
		d.PaymentIntent = &n.intent
	}
	open := d.Status == pending || d.Status == failed
	switch n.event.Type {
	case stripe.EventTypePaymentIntentSucceeded:
		d.Email = n.email
		if d.SucceededAt == nil {
			d.SucceededAt = &n.at
		}
		if d.Status != refunded {
			d.Status = succeeded
		}
	case stripe.EventTypePaymentIntentPaymentFailed:
		d.Failures++
		if open {
			d.Status = failed
		}
	case stripe.EventTypePaymentIntentCanceled:
		if open {
			d.Status = canceled
		}
	case stripe.EventTypeChargeRefunded:
		d.Refunded = max(d.Refunded, n.refunded)
		if d.Refunded >= d.Amount {
			d.Status = refunded
		}
	}
}

// count returns what a donation adds to the counter of donations.
func count(d *ent.Donation) int {
	if d.Status == succeeded {
		return 1
	}
	return 0
}

// net returns what a donation adds to the counter of cents.
func net(d *ent.Donation) int64 {
	if d.Status == succeeded {
		return d.Amount - d.Refunded
	}
	return 0
}

const why = "You get this email because you made a donation."

// Categories of mails, one for each donation. If Stripe sends a receipt, the thanks of the board are optional;
// otherwise they are the only receipt.
var (
	thanks = mail.Category{Name: "donation_thanks", Title: "Thanks for donations", Why: why, Optional: true,
		About: "A thank-you when your donation arrives. Stripe's receipt comes anyway."}
	receipts = mail.Category{Name: "donation_receipt", Title: "Donation receipts", Why: why}
)

func (s *Service) thanksMessage(greeting string, cents int64, receipt string) mail.Message {
	category := thanks
	if receipt == "" {
		category = receipts
	}
	return mail.Message{
		Kind: "donation_thanks", Category: category, Subject: "Thank you for your donation to " + s.settings.Name(),
		Heading: "Thank you",
		Paragraphs: []string{greeting + ",",
			fmt.Sprintf("Your donation of $%d.%02d to %s has arrived. Thank you for your support!", cents/100,
				cents%100, s.settings.Name())},
	}
}

// thank mails the donor: to the address of the account, if it is confirmed, or else to that of the receipt, if there is
// one.
func (s *Service) thank(ctx context.Context, tx *ent.Client, d *ent.Donation) error {
	if d.UserID != nil {
		u, err := tx.User.Query().Where(user.ID(*d.UserID), user.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
		if err != nil && !ent.IsNotFound(err) {
			return err
		}
		if u != nil && u.EmailVerifiedAt != nil {
			_, err = s.settings.Add(ctx, tx, u, u.Email, s.thanksMessage("Hi "+u.Username, d.Amount, d.Email), s.now())
			return err
		}
	}
	if d.Email == "" {
		return nil
	}
	return s.settings.AddWithoutUser(ctx, tx, d.Email, s.thanksMessage("Hi", d.Amount, d.Email), s.now())
}
