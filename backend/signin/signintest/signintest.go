// Package signintest has what the tests of logins, accounts and access share.
package signintest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/altcha-org/altcha-lib-go"
	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/signin"
	"uvboard/backend/signin/passkeytest"
	"uvboard/backend/stats"
	"uvboard/ent"
)

// WithPasskeys returns a service that offers passkeys at localhost.
func WithPasskeys(db *store.DB, now func() time.Time) *signin.Service {
	s := signin.NewService(db, Board, now)
	s.UsePasskeys(&url.URL{Scheme: "http", Host: "localhost:8080"})
	return s
}

// AddPasskey adds a passkey of a device to the caller's account and returns its id and the recovery codes.
func AddPasskey(t *testing.T, s *signin.Service, here *auth.Caller, device *passkeytest.Device) (uuid.UUID, []string) {
	t.Helper()
	options, token, err := s.BeginPasskey(t.Context(), here)
	must.NoError(t, err)
	made, codes, err := s.CreatePasskey(t.Context(), here, "Kiln phone", token, device.Create(t, options))
	must.NoError(t, err)
	return made.ID, codes
}

// Mails returns the mail queue, newest first.
func Mails(t *testing.T, db *store.DB) []*ent.Mail {
	t.Helper()
	found, err := mail.List(t.Context(), db, 100)
	must.NoError(t, err)
	return found
}

// TokenIn returns the token of the link in the text and the HTML of a mail.
func TokenIn(t *testing.T, m *ent.Mail, path string) string {
	t.Helper()
	_, token, found := strings.Cut(m.Text, "https://board.example"+path+"?token=")
	token, _, _ = strings.Cut(token, "\n")
	if !found || len(token) != 43 || strings.Count(m.HTML, "https://board.example"+path+"?token="+token) != 3 {
		t.Fatalf("%s\n%s", m.Text, m.HTML)
	}
	return token
}

// Board is the board of the mails.
var Board = mail.Named("UV Board", "https://board.example")

// Clock is a clock that tests move.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock returns a clock that stands at a time with nanoseconds.
func NewClock() *Clock { return &Clock{at: time.Date(2026, 3, 14, 15, 9, 26, 535_897_932, time.UTC)} }

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Pass moves the clock on.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// Register creates an account with the password vibecoding.
func Register(t *testing.T, s *signin.Service, username string) (*ent.User, access.Session) {
	t.Helper()
	member, session, err := s.Register(t.Context(), account.Registration{Username: username,
		Email: username + "@example.org", Password: "vibecoding"}, access.Client{})
	if err != nil {
		t.Fatalf("register %s: %v", username, err)
	}
	return member, session
}

// Solve returns the proof of work for a registration.
func Solve(t *testing.T, s *signin.Service) string {
	t.Helper()
	c, err := s.Challenge(t.Context())
	must.NoError(t, err)
	return SolveChallenge(t, c)
}

// SolveChallenge returns a proof of work as browsers send it.
func SolveChallenge(t *testing.T, c altcha.Challenge) string {
	t.Helper()
	found, err := altcha.SolveChallenge(c.Challenge, c.Salt, altcha.Algorithm(c.Algorithm), int(c.MaxNumber), 0, nil)
	must.NoError(t, err)
	proof, err := json.Marshal(altcha.Payload{Algorithm: c.Algorithm, Challenge: c.Challenge,
		Number: int64(found.Number), Salt: c.Salt, Signature: c.Signature})
	must.NoError(t, err)
	return base64.StdEncoding.EncodeToString(proof)
}

// Write changes the database without the service.
func Write(t *testing.T, db *store.DB, fn func(ctx context.Context, tx *ent.Client) error) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), fn))
}

// WantFault checks that an error is a fault.
func WantFault(t *testing.T, err error, kind fault.Kind, code, message string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil {
		t.Fatalf("error %v, want the fault %s", err, code)
	}
	if f.Kind != kind || f.Code != code || f.Message != message {
		t.Errorf("fault kind %d, %s %q; want kind %d, %s %q", f.Kind, f.Code, f.Message, kind, code, message)
	}
}

// Race calls fn n times at once and checks that wins calls succeed. The others must return a fault that check accepts.
func Race(t *testing.T, n, wins int, fn func(i int) error, check func(err error)) {
	t.Helper()
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = fn(i) })
	}
	all.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			check(err)
		}
	}
	if won != wins {
		t.Errorf("%d of %d succeeded, want %d", won, n, wins)
	}
}

// Caller returns the user of a token, nil for a visitor.
func Caller(t *testing.T, s *signin.Service, token string) *auth.Caller {
	t.Helper()
	found, err := s.Authenticate(t.Context(), token)
	must.NoError(t, err)
	return found
}

// ErrOf drops the result of a call.
func ErrOf[T any](_ T, err error) error { return err }

// Verifier and Callback are those of the app that sends Asks.
const (
	Verifier = "a verifier that only the app has, and nobody else knows"
	Callback = "http://localhost/callback"
)

// Asks returns the query of an app that asks for access, with changes.
func Asks(clientID string, changes ...string) string {
	sum := sha256.Sum256([]byte(Verifier))
	query := url.Values{
		"client_id": {clientID}, "redirect_uri": {Callback}, "response_type": {"code"}, "state": {"of the app"},
		"scope":          {"read write"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
		"resource": {Board.Origin + "/mcp"},
	}
	for i := 0; i < len(changes); i += 2 {
		query[changes[i]] = strings.Fields(changes[i+1])
	}
	return query.Encode()
}

// RegisterApp registers an app and returns its id.
func RegisterApp(t *testing.T, s *signin.Service, redirects ...string) string {
	t.Helper()
	id, _, err := s.RegisterClient(t.Context(), " Kiln agent ", append(redirects, Callback))
	must.NoError(t, err)
	return id
}

// CodeOf allows an app and returns its code.
func CodeOf(t *testing.T, s *signin.Service, u *ent.User, query string) string {
	t.Helper()
	address, err := s.Authorize(t.Context(), u.ID, query)
	must.NoError(t, err)
	to, err := url.Parse(address)
	must.NoError(t, err)
	if got := to.Query(); got.Get("state") != "of the app" || got.Get("iss") != Board.Origin {
		t.Errorf("sent to %s", address)
	}
	return to.Query().Get("code")
}

// WantCounts checks the number of accounts, their counter and the number of sessions.
func WantCounts(t *testing.T, db *store.DB, members, sessions int) {
	t.Helper()
	client := db.Client()
	got, err := client.User.Query().Count(t.Context())
	must.NoError(t, err)
	gotSessions, err := client.Session.Query().Count(t.Context())
	must.NoError(t, err)
	counter, err := stats.NewService(db).Counts(t.Context(), stats.Users)
	must.NoError(t, err)
	if got != members || counter[stats.Users] != members || gotSessions != sessions {
		t.Errorf("%d members, counter %d, %d sessions; want %d, %d, %d", got, counter[stats.Users], gotSessions,
			members, members, sessions)
	}
}
