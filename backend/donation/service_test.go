package donation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v85/webhook"

	"uvboard/backend/account"
	"uvboard/backend/donation"
	"uvboard/backend/donation/stripemock"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	pb "uvboard/gen/uvboard/v1"
)

const origin = "https://board.example"

// harness is a service on stripe-mock behind a proxy that records the requests.
type harness struct {
	*donation.Service
	t      *testing.T
	db     *store.DB
	stripe *recorder
	mu     sync.Mutex
	clock  time.Time // of the service; the library checks signatures with its own
}

type request struct {
	path, key string
	form      url.Values
}

// recorder forwards requests to stripe-mock and records them. It answers with its own status and body if they are set.
type recorder struct {
	mu     sync.Mutex
	all    []request
	status int
	body   string
}

func (rec *recorder) last() request {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	if len(rec.all) == 0 {
		return request{}
	}
	return rec.all[len(rec.all)-1]
}

func (rec *recorder) count(path string) (n int) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	for _, r := range rec.all {
		if strings.HasSuffix(r.path, path) {
			n++
		}
	}
	return n
}

func newHarness(t *testing.T, db *store.DB) *harness {
	t.Helper()
	mock := stripemock.URL(t)
	h := &harness{t: t, db: db, stripe: &recorder{}, clock: time.Now()}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		form, parseErr := url.ParseQuery(string(body))
		if err != nil || parseErr != nil || r.Header.Get("Authorization") != "Bearer "+stripemock.SecretKey {
			t.Errorf("request %s %v: %v, %v", body, r.Header, err, parseErr)
		}
		h.stripe.mu.Lock()
		h.stripe.all = append(h.stripe.all, request{r.URL.Path, r.Header.Get("Idempotency-Key"), form})
		status, answer := h.stripe.status, h.stripe.body
		h.stripe.mu.Unlock()
		if status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, answer)
			return
		}
		forward, err := http.NewRequestWithContext(r.Context(), r.Method, mock+r.URL.Path,
			strings.NewReader(string(body)))
		if err != nil {
			t.Error(err)
			return
		}
		forward.Header = r.Header
		response, err := http.DefaultClient.Do(forward)
		if err != nil {
			t.Error(err)
			return
		}
		defer response.Body.Close()
		w.WriteHeader(response.StatusCode)
		_, _ = io.Copy(w, response.Body)
	}))
	t.Cleanup(proxy.Close)
	h.Service = donation.NewService(db, donation.Settings{
		SecretKey: stripemock.SecretKey, PublishableKey: stripemock.PublishableKey,
		WebhookSecret: stripemock.WebhookSecret,
		APIBase:       proxy.URL, Board: mail.Named("Kiln Board", origin),
	}, func() time.Time { h.mu.Lock(); defer h.mu.Unlock(); return h.clock })
	return h
}

func (h *harness) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clock = h.clock.Add(d)
}

// join makes a user.
func (h *harness) join(name string, verified bool) *auth.Caller {
	h.t.Helper()
	caller := &auth.Caller{Username: name}
	must.NoError(h.t, h.db.Write(h.t.Context(), func(ctx context.Context, tx *ent.Client) error {
		create := account.NewUser(tx, name, name+"@mail.example", "", h.clock)
		if verified {
			create.SetEmailVerifiedAt(h.clock)
		}
		u, err := create.Save(ctx)
		if err == nil {
			caller.UserID = u.ID
		}
		return err
	}))
	return caller
}

// donate starts a donation and returns its row.
func (h *harness) donate(caller *auth.Caller, cents int64) *ent.Donation {
	h.t.Helper()
	secret, err := h.Create(h.t.Context(), caller, cents, "")
	if err != nil || !strings.Contains(secret, "_secret_") {
		h.t.Fatalf("secret %q, error %v", secret, err)
	}
	return h.row(uuid.MustParse(h.stripe.last().form.Get("metadata[uvboard_donation]")))
}

func (h *harness) row(id uuid.UUID) *ent.Donation {
	h.t.Helper()
	return h.db.Client().Donation.GetX(h.t.Context(), id)
}

var events int

// event is the body of an event about a donation, in the form of an old API version.
func event(kind string, d *ent.Donation, more map[string]any) string {
	intent := "pi_" + d.ID.String()
	if d.PaymentIntent != nil {
		intent = *d.PaymentIntent
	}
	object := map[string]any{
		"id": intent, "object": "payment_intent", "amount": d.Amount, "currency": d.Currency,
		"created":       d.CreatedAt.Unix(),
		"latest_charge": "ch_1", "metadata": map[string]string{"uvboard_donation": d.ID.String(),
			"uvboard_site": origin},
	}
	if kind == "charge.refunded" {
		object["object"], object["payment_intent"], object["id"] = "charge", object["id"], "ch_1"
	}
	created := time.Now().Unix()
	for name, value := range more {
		if name == "created" {
			created = value.(int64)
			continue
		}
		object[name] = value
	}
	events++
	body, err := json.Marshal(map[string]any{
		"id": fmt.Sprintf("evt_%d", events), "object": "event", "type": kind, "api_version": "2019-05-16",
		"created": created,
		"data":    map[string]any{"object": object},
	})
	if err != nil {
		panic(err)
	}
	return string(body)
}

func sign(body, secret string, at time.Time) string {
	return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(body), Secret: secret,
		Timestamp: at}).Header
}

// tell sends events, signed by Stripe.
func (h *harness) tell(bodies ...string) {
	h.t.Helper()
	for _, body := range bodies {
		must.NoError(h.t, h.Receive(h.t.Context(), []byte(body), sign(body, stripemock.WebhookSecret, time.Now())))
	}
}

// exact expects exact counters, and these totals.
func (h *harness) exact(n int, cents int64) {
	h.t.Helper()
	drifts, err := doctor.Examine(h.t.Context(), h.db, []domain.Domain{donation.Domain(h.Service)})
	if err != nil || len(drifts) > 0 {
		h.t.Errorf("drift %v, error %v", drifts, err)
	}
	if gotN, gotCents, err := h.Totals(h.t.Context()); err != nil || gotN != n || gotCents != cents {
		h.t.Errorf("totals %d, %d, %v; want %d, %d", gotN, gotCents, err, n, cents)
	}
}

func code(err error) string {
	if f := fault.Of(err); f != nil {
		return f.Code
	}
	return fmt.Sprint(err)
}

// spec: const.donation.currency
func TestPaymentIntent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		ada := h.join("ada", true)
		d := h.donate(ada, 1999)
		got := h.stripe.last()
		if got.path != "/v1/payment_intents" || got.form.Get("amount") != "1999" || got.form.Get("currency") != "usd" ||
			got.key != d.ID.String() ||
			got.form.Get("automatic_payment_methods[enabled]") != "true" ||
			got.form.Get("metadata[uvboard_site]") != origin {
			t.Errorf("request %+v", got)
		}
		if d.Status != "pending" || d.Amount != 1999 || *d.UserID != ada.UserID || d.PaymentIntent == nil ||
			d.SucceededAt != nil {
			t.Errorf("donation %+v", d)
		}
		if d := h.donate(nil, 100); d.UserID != nil {
			t.Errorf("donation of a visitor %+v", d)
		}
		h.exact(0, 0)
	})
}

// Requests with one key make one payment, even concurrently. Another caller with the key does not get the payment.
func TestIdempotencyKey(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		ada, bob := h.join("ada", true), h.join("bob", true)
		const key = "0b9f36f2-0000-4000-8000-000000000001"
		must.Concurrently(t, 8, func(int) error {
			_, err := h.Create(t.Context(), ada, 500, key)
			return err
		})
		if n := db.Client().Donation.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d donations", n)
		}
		for _, r := range h.stripe.all {
			if r.key != h.stripe.all[0].key || r.form.Encode() != h.stripe.all[0].form.Encode() {
				t.Errorf("requests to Stripe differ: %v and %v", r, h.stripe.all[0])
			}
		}
		for name, call := range map[string]func() (string, error){
			"Amount":  func() (string, error) { return h.Create(t.Context(), ada, 600, key) },
			"User":    func() (string, error) { return h.Create(t.Context(), bob, 500, key) },
			"Visitor": func() (string, error) { return h.Create(t.Context(), nil, 500, key) },
		} {
			if _, err := call(); code(err) != "IDEMPOTENCY_KEY_USED" {
				t.Errorf("other %s: %v", name, err)
			}
		}
	})
}

func TestSuccess(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		d := h.donate(h.join("ada", true), 1999)
		body := event("payment_intent.succeeded", d, map[string]any{"receipt_email": "receipt@mail.example"})
		h.tell(body)
		must.Concurrently(t, 8, func(int) error {
			return h.Receive(t.Context(), []byte(body), sign(body, stripemock.WebhookSecret, time.Now()))
		})
		h.tell(event("payment_intent.succeeded", d, nil)) // another event that says the same
		if got := h.row(d.ID); got.Status != "succeeded" || got.SucceededAt == nil {
			t.Errorf("donation %+v", got)
		}
		h.exact(1, 1999)
		mails := db.Client().Mail.Query().AllX(t.Context())
		if len(mails) != 1 || mails[0].Recipient != "ada@mail.example" ||
			!strings.Contains(mails[0].Text, "$19.99 to Kiln Board") {
			t.Errorf("mails %+v", mails)
		}
	})
}

// Concurrent duplicates count once.
func TestConcurrentDuplicates(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		d := h.donate(h.join("ada", true), 500)
		body := event("payment_intent.succeeded", d, nil)
		must.Concurrently(t, 20, func(int) error {
			return h.Receive(t.Context(), []byte(body), sign(body, stripemock.WebhookSecret, time.Now()))
		})
		h.exact(1, 500)
		if n := db.Client().Mail.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d mails", n)
		}
	})
}

func TestThanksGoToAConfirmedAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		receipt := map[string]any{"receipt_email": "receipt@mail.example"}
		h.tell(
			event("payment_intent.succeeded", h.donate(nil, 100), nil),
			event("payment_intent.succeeded", h.donate(h.join("ada", false), 200), nil),
		)
		if n := db.Client().Mail.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d mails without a confirmed address", n)
		}
		h.tell(event("payment_intent.succeeded", h.donate(h.join("bob", false), 300), receipt))
		if got := db.Client().Mail.Query().OnlyX(t.Context()); got.Recipient != "receipt@mail.example" ||
			got.UserID != nil {
			t.Errorf("mail %+v", got)
		}
		h.exact(3, 600)
	})
}

// Each order of events ends in the same state.
func TestEventsInAnyOrder(t *testing.T) {
	type outcome struct {
		status string
		n      int
		cents  int64
		mails  int
	}
	const (
		success, failure, cancel, part, full = "payment_intent.succeeded", "payment_intent.payment_failed",
			"payment_intent.canceled", "part", "full"
	)
	cases := map[string]struct {
		events string
		want   outcome
	}{
		"Failed":                   {failure, outcome{"failed", 0, 0, 0}},
		"FailedThenSucceeded":      {failure + " " + success, outcome{"succeeded", 1, 2000, 1}},
		"SucceededThenFailed":      {success + " " + failure, outcome{"succeeded", 1, 2000, 1}},
		"Canceled":                 {failure + " " + cancel, outcome{"canceled", 0, 0, 0}},
		"CanceledThenFailed":       {cancel + " " + failure, outcome{"canceled", 0, 0, 0}},
		"SucceededThenCanceled":    {success + " " + cancel, outcome{"succeeded", 1, 2000, 1}},
		"PartlyRefunded":           {success + " " + part, outcome{"succeeded", 1, 1500, 1}},
		"PartlyRefundedFirst":      {part + " " + success, outcome{"succeeded", 1, 1500, 1}},
		"Refunded":                 {success + " " + part + " " + full, outcome{"refunded", 0, 0, 1}},
		"RefundedThenPartlyBefore": {success + " " + full + " " + part, outcome{"refunded", 0, 0, 1}},
		"RefundedFirst":            {full + " " + success + " " + failure, outcome{"refunded", 0, 0, 0}},
		"Others": {"payment_intent.created customer.created " + success,
			outcome{"succeeded", 1, 2000, 1}},
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		var total outcome
		for name, test := range cases {
			donor := h.join(strings.ToLower(name), true)
			d := h.donate(donor, 2000)
			for kind := range strings.FieldsSeq(test.events) {
				switch kind {
				case part:
					h.tell(event("charge.refunded", d, map[string]any{"amount_refunded": 500}))
				case full:
					h.tell(event("charge.refunded", d, map[string]any{"amount_refunded": 2000}))
				default:
					h.tell(event(kind, d, nil))
				}
			}
			n, cents, err := h.Totals(t.Context())
			must.NoError(t, err)
			mails := db.Client().Mail.Query().Where(entmail.UserID(donor.UserID)).CountX(t.Context())
			if got := (outcome{h.row(d.ID).Status, n - total.n, cents - total.cents, mails}); got != test.want {
				t.Errorf("%s: %+v, want %+v", name, got, test.want)
			}
			total.n, total.cents = n, cents
			h.exact(n, cents)
			h.pass(2 * time.Minute) // the breaker forgets the failures
		}
	})
}

// An event restores a donation that the database has lost, but ignores a payment for something else.
func TestUnknownDonations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		lost := &ent.Donation{ID: store.NewID(time.Now()), Amount: 700, Currency: "usd", CreatedAt: time.Now()}
		body := event("payment_intent.succeeded", lost, map[string]any{"receipt_email": "receipt@mail.example"})
		must.Concurrently(t, 8, func(int) error {
			return h.Receive(t.Context(), []byte(body), sign(body, stripemock.WebhookSecret, time.Now()))
		})
		if got := h.row(lost.ID); got.Status != "succeeded" || got.Amount != 700 ||
			got.Email != "receipt@mail.example" || *got.PaymentIntent != "pi_"+lost.ID.String() {
			t.Errorf("donation %+v", got)
		}
		h.tell(
			// found by its payment
			event("charge.refunded", lost, map[string]any{"metadata": map[string]string{}, "amount_refunded": 200}),
			event("payment_intent.succeeded", &ent.Donation{ID: uuid.New(), Amount: 5},
				map[string]any{"metadata": map[string]string{}}),
			event("payment_intent.succeeded", &ent.Donation{ID: uuid.New(), Amount: 5}, map[string]any{
				"metadata": map[string]string{"uvboard_donation": uuid.NewString(),
					"uvboard_site": "https://other.example"},
			}),
			event("charge.refunded", lost, map[string]any{"payment_intent": nil}),
		)
		if n := db.Client().Donation.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d donations", n)
		}
		h.exact(1, 500)
	})
}

// post sends an event to the route.
func (h *harness) post(body, signature string) (int, string) {
	h.t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(h.t.Context(), http.MethodPost, "/api/stripe/webhook", strings.NewReader(body))
	r.Header.Set("Stripe-Signature", signature)
	if err := donation.NewHandler(h.Service).HandleEvent(w, r); err != nil {
		f := fault.Of(err)
		if f == nil {
			h.t.Fatal(err)
		}
		return f.Status(), f.Code
	}
	return w.Code, strings.TrimSpace(w.Body.String())
}

func TestForgedEvents(t *testing.T) {
	storetest.Each(t, testForgedEvents)
}

func testForgedEvents(t *testing.T, db *store.DB) {
	h := newHarness(t, db)
	d := h.donate(nil, 500)
	body := event("payment_intent.succeeded", d, nil)
	now := time.Now()
	good := sign(body, stripemock.WebhookSecret, now)
	wrong := strings.Replace(body, `"amount":500`, `"amount":"much"`, 1)
	nul := strings.Replace(body, `"id":"evt_`, `"id":"evt\u0000_`, 1)
	early := regexp.MustCompile(`"created":\d+`).ReplaceAllString(body, `"created":-90000000000`)
	if nul == body || early == body {
		t.Fatal(body)
	}
	none := `{"id":"evt_none","object":"event","type":"payment_intent.succeeded"}`
	for _, test := range []struct {
		name, body, signature string
		status                int
		code                  string
	}{
		{"NoSignature", body, "", 400, "INVALID_SIGNATURE"},
		{"OtherSecret", body, sign(body, "whsec_other", now), 400, "INVALID_SIGNATURE"},
		{"OtherBody", strings.Replace(body, "500", "900", 1), good, 400, "INVALID_SIGNATURE"},
		{"Stale", body, sign(body, stripemock.WebhookSecret, now.Add(-6*time.Minute)), 400, "INVALID_SIGNATURE"},
		{"NoTimestamp", body, good[strings.Index(good, "v1="):], 400, "INVALID_SIGNATURE"},
		{"Garbage", "{", sign("{", stripemock.WebhookSecret, now), 400, "INVALID_SIGNATURE"},
		{"MalformedObject", wrong, sign(wrong, stripemock.WebhookSecret, now), 400, "MALFORMED_REQUEST"},
		{"NoObject", none, sign(none, stripemock.WebhookSecret, now), 400, "MALFORMED_REQUEST"},
		{"NULInId", nul, sign(nul, stripemock.WebhookSecret, now), 400, "MALFORMED_REQUEST"},
		{"BeforeYear1", early, sign(early, stripemock.WebhookSecret, now), 400, "MALFORMED_REQUEST"},
		// While the secret changes, Stripe signs with the old and the new one.
		{"TwoSignatures", body, strings.Replace(good, "v1=", "v1="+strings.Repeat("0", 64)+",v1=", 1), 200,
			`{"received":true}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if status, code := h.post(test.body, test.signature); status != test.status || code != test.code {
				t.Errorf("%d %s, want %d %s", status, code, test.status, test.code)
			}
			if paid := h.row(d.ID).Status == "succeeded"; paid != (test.status == 200) {
				t.Errorf("paid: %t", paid)
			}
		})
	}
}

// Signed events with the metadata of a donation change nothing if they are about another payment.
func TestEventsOfOtherPayments(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		paid, open := h.donate(nil, 500), h.donate(nil, 2000)
		h.tell(event("payment_intent.succeeded", paid, nil))
		for _, other := range []map[string]any{{"amount": 1}, {"currency": "jpy"}} {
			h.tell(event("payment_intent.succeeded", open, other))
		}
		h.tell(
			event("charge.refunded", paid, map[string]any{"payment_intent": "pi_other", "amount_refunded": 500}),
			event("payment_intent.payment_failed", paid, map[string]any{"id": "pi_other"}),
		)
		if got := h.row(open.ID); got.Status != "pending" {
			t.Errorf("another amount or currency: %+v", got)
		}
		if got := h.row(paid.ID); got.Status != "succeeded" || got.Failures != 0 {
			t.Errorf("another payment: %+v", got)
		}
		h.exact(1, 500)
	})
}

// After ten failures in a minute no donation starts, on any server, until the minute has passed.
func TestBreaker(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h, other := newHarness(t, db), newHarness(t, db)
		now := time.Now().Truncate(time.Second)
		h.clock, other.clock = now, now
		d := h.donate(nil, 100)
		at := func(ago time.Duration) map[string]any { return map[string]any{"created": now.Add(-ago).Unix()} }
		h.tell(event("payment_intent.payment_failed", d, at(time.Minute))) // too long ago
		same := event("payment_intent.payment_failed", h.donate(nil, 100), at(20*time.Second))
		h.tell(same, same)
		for range 8 {
			h.tell(event("payment_intent.payment_failed", h.donate(nil, 100), at(5*time.Second)))
		}
		h.donate(nil, 100)
		h.tell(event("payment_intent.payment_failed", d, at(0)))
		for _, s := range []*harness{h, other} {
			_, err := s.Create(t.Context(), nil, 100, "")
			if f := fault.Of(err); f == nil || f.Kind != fault.KindRateLimited || f.RetryAfter != 40*time.Second ||
				f.Message != "Too many payments have failed. Please try again in 40 seconds." {
				t.Errorf("error %#v", err)
			}
		}
		h.pass(39 * time.Second)
		if _, err := h.Create(t.Context(), nil, 100, ""); code(err) != "RATE_LIMITED" {
			t.Errorf("too early: %v", err)
		}
		h.pass(time.Second)
		h.donate(nil, 100)
	})
}

// A payment that fails ten times is canceled at Stripe.
func TestPaymentThatFailsTooOften(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		d := h.donate(nil, 100)
		for range 9 {
			h.tell(event("payment_intent.payment_failed", d, nil))
		}
		if n := h.stripe.count("/cancel"); n != 0 {
			t.Errorf("%d cancellations after nine failures", n)
		}
		h.tell(event("payment_intent.payment_failed", d, nil))
		if got := h.stripe.last(); got.path != "/v1/payment_intents/"+*d.PaymentIntent+"/cancel" {
			t.Errorf("last request %+v", got)
		}
		h.tell(event("payment_intent.canceled", d, nil))
		if got := h.row(d.ID); got.Status != "canceled" || got.Failures != 10 {
			t.Errorf("donation %+v", got)
		}
	})
}

// Only the log says why Stripe failed. Stripe's message, which may repeat the request, appears nowhere.
func TestFailureOfStripe(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	h := newHarness(t, db)
	h.stripe.status = http.StatusUnauthorized
	h.stripe.body = `{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: ` +
		stripemock.SecretKey + `"}}`
	_, err := h.Create(t.Context(), nil, 100, "")
	if f := fault.Of(err); f == nil || f.Status() != http.StatusServiceUnavailable || f.Code != "STRIPE_UNAVAILABLE" ||
		strings.Contains(err.Error(), "Key") {
		t.Errorf("error %v", err)
	}
	if d := db.Client().Donation.Query().OnlyX(t.Context()); d.PaymentIntent != nil {
		t.Errorf("donation %+v", d)
	}
}

func TestNotConfigured(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	s := donation.NewService(db, donation.Settings{}, time.Now)
	_, err := s.Create(t.Context(), nil, 500, "")
	if f := fault.Of(err); f == nil || f.Status() != 503 || f.Code != "STRIPE_NOT_CONFIGURED" {
		t.Errorf("create: %v", err)
	}
	if err := s.Receive(t.Context(), []byte("{}"), sign("{}", "", time.Now())); code(err) != "STRIPE_NOT_CONFIGURED" {
		t.Errorf("event: %v", err)
	}
	settings, err := donation.NewHandler(s).GetDonationSettings(t.Context(), &pb.GetDonationSettingsRequest{})
	if err != nil || settings.Enabled || settings.PublishableKey != "" {
		t.Errorf("settings %v, %v", settings, err)
	}
}

func TestList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		ada := h.join("ada", true)
		for i := range int64(3) {
			d := h.donate(ada, 100+i)
			if i != 1 {
				h.tell(event("payment_intent.succeeded", d, nil))
			}
			h.pass(time.Second)
		}
		list := func(status pb.DonationStatus) (amounts []float64) {
			t.Helper()
			for token, more := "", true; more; more = token != "" {
				page, err := donation.NewHandler(h.Service).
					ListDonations(t.Context(), &pb.ListDonationsRequest{Status: status, PageSize: 2, PageToken: token})
				must.NoError(t, err)
				if page.SucceededCount != 2 || page.SucceededAmount != 2.02 {
					t.Errorf("totals %d, %v", page.SucceededCount, page.SucceededAmount)
				}
				for _, d := range page.Donations {
					amounts = append(amounts, d.Amount)
					if d.Donor.GetUsername() != "ada" {
						t.Errorf("donor %v", d.Donor)
					}
				}
				token = page.NextPageToken
			}
			return amounts
		}
		if got := fmt.Sprint(list(0), list(pb.DonationStatus_DONATION_STATUS_PENDING)); got != "[1.02 1.01 1] [1.01]" {
			t.Errorf("donations %s", got)
		}
	})
}

// Only unpaid donations are removed. The donations of a deleted user stay, without a name.
func TestCleaningAndForgetting(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newHarness(t, db)
		ada := h.join("ada", true)
		paid, unpaid, broken := h.donate(ada, 500), h.donate(ada, 600), h.donate(ada, 700)
		h.tell(event("payment_intent.succeeded", paid, map[string]any{"receipt_email": "ada@mail.example"}),
			event("payment_intent.payment_failed", broken, nil))
		d := donation.Domain(h.Service)
		must.NoError(t, d.Jobs[0].Run(t.Context()))
		if n := db.Client().Donation.Query().CountX(t.Context()); n != 3 {
			t.Errorf("%d donations", n)
		}
		h.pass(31 * 24 * time.Hour)
		h.donate(ada, 800)
		must.NoError(t, d.Jobs[0].Run(t.Context()))
		if n := db.Client().Donation.Query().CountX(t.Context()); n != 2 || db.Client().StripeEvent.Query().
			ExistX(t.Context()) {
			t.Errorf("%d donations are left", n)
		}
		h.tell(event("payment_intent.succeeded", unpaid, nil)) // at last
		h.exact(2, 1100)
		for more := true; more; {
			var err error
			more, err = d.ErasePrivate(t.Context(), ada.UserID)
			must.NoError(t, err)
		}
		if got := h.row(paid.ID); got.UserID != nil || got.Email != "" || got.Status != "succeeded" {
			t.Errorf("donation %+v", got)
		}
		h.exact(2, 1100)
	})
}
