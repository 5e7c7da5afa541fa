package admin

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/board"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/signing"
	"uvboard/ent"
	"uvboard/ent/auditentry"
)

// Steps that need the key of a provider.
const (
	stepVibeKit   = "vibekit"
	stepDonations = "donations"
)

// Provider is a service of others that the board uses with a key.
type Provider struct {
	Key  string                           // empty if none is set
	At   string                           // what else a test depends on, such as the provider's address
	Test func(ctx context.Context) string // returns what is wrong in a sentence; empty if the key works
}

// The last test of a key is an entry in the audit log. Its target is the signature of the key, so a test counts for
// that key only.
const (
	actionTest = "test_key"
	keyPurpose = "tested keys"
	works      = "The key works."
)

// providerOf returns the provider of a step, and what the step says in each state.
func (s *Service) providerOf(step string) (p Provider, isOn, isOff string) {
	switch step {
	case stepVibeKit:
		return s.settings.VibeKit, "VibeKit generates briefs and logo ideas.", "VibeKit is off. Set OPENAI_API_KEY."
	case stepDonations:
		return s.settings.Donations, "Visitors can donate.",
			"Donations are off. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET."
	}
	return Provider{}, "", ""
}

// step returns the state of a step with a provider: it is done if the last test of the key succeeded.
func (s *Service) step(ctx context.Context, id string) (Step, error) {
	p, isOn, isOff := s.providerOf(id)
	if p.Key == "" {
		return Step{ID: id, Detail: isOff}, nil
	}
	step := Step{ID: id, Detail: "A key is set, but has not been tested yet.", CanTest: true}
	client := s.db.Client()
	secret, err := signing.Existing(ctx, client, keyPurpose)
	if err != nil || secret == nil {
		return step, err
	}
	last, err := client.AuditEntry.Query().
		Where(auditentry.TargetID(p.mark(secret, id)), auditentry.Action(actionTest)).
		Order(auditentry.ByID(entsql.OrderDesc())).First(ctx)
	switch {
	case ent.IsNotFound(err):
		return step, nil
	case err != nil:
		return step, fmt.Errorf("look for the test of a key: %w", err)
	}
	step.TestedAt, step.Detail = last.CreatedAt, last.Reason
	if step.Done = last.Reason == works; step.Done {
		step.Detail = isOn
	}
	return step, nil
}

// mark identifies the key of a step in the audit log, without the key.
func (p Provider) mark(secret []byte, step string) uuid.UUID {
	return uuid.UUID(signing.Sign(secret, []byte(step+" "+p.At+" "+p.Key)))
}

// TestStep tests the key of a step, records the result and returns the step. Fault: not found for a step without a key.
func (s *Service) TestStep(ctx context.Context, admin *auth.Caller, id string) (Step, error) {
	p, _, _ := s.providerOf(id)
	if p.Key == "" {
		return Step{}, fault.NotFound("NOTHING_TO_TEST", "There is no key to test")
	}
	result := p.Test(ctx)
	if result == "" {
		result = works
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		secret, err := signing.Secret(ctx, tx, keyPurpose)
		if err != nil {
			return err
		}
		e := audit.Entry{Action: actionTest, TargetType: board.Kind, Target: p.mark(secret, id), Reason: result}
		return audit.Add(ctx, s.db, tx, admin, e, s.now())
	})
	if err != nil {
		return Step{}, fmt.Errorf("test a key: %w", err)
	}
	return s.step(ctx, id)
}
