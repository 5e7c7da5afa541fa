package donation

import (
	"math"
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	"uvboard/backend/platform/fault"
	pb "uvboard/gen/uvboard/v1"
)

// The limits and messages of the fields.
func TestRules(t *testing.T) {
	const least, most = "Please enter a valid donation amount (minimum $1)",
		"Please enter a donation amount of at most $10,000"
	for name, test := range map[string]struct {
		amount  float64
		key     string
		message string
	}{
		// spec: const.donation.min
		"Least": {1, "", ""},
		"Most":  {10000, "0b9f36f2-0000-4000-8000-000000000001", ""},
		"None":  {0, "", least},
		// spec: const.donation.min
		"TooLow":   {0.99, "", least},
		"Negative": {-5, "", least},
		"NaN":      {math.NaN(), "", least},
		"TooHigh":  {10000.01, "", most},
		"Infinite": {math.Inf(1), "", most},
		"ShortKey": {5, "1", "Idempotency key must have"},
		"WrongKey": {5, "0b9f36f2 0000 4000 8000", "Idempotency key must have"},
	} {
		t.Run(name, func(t *testing.T) {
			err := protovalidate.Validate(&pb.CreateDonationRequest{Amount: test.amount, IdempotencyKey: test.key})
			if (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
				t.Errorf("%v, want %q", err, test.message)
			}
		})
	}
}

// Every amount in cents is converted exactly.
// spec: const.donation.cents
func TestCents(t *testing.T) {
	for cents := int64(100); cents <= 1_000_000; cents++ {
		if got, err := toCents(dollars(cents)); err != nil || got != cents {
			t.Fatalf("%d cents: %d, %v", cents, got, err)
		}
	}
	for _, amount := range []float64{1.001, 19.999, 4.35000001, 1.0000000001} {
		if _, err := toCents(amount); fault.Of(err) == nil || fault.Of(err).Fields["amount"] == "" {
			t.Errorf("%v: %v", amount, err)
		}
	}
}
