package mail_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"uvboard/backend/account"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// smtpServer keeps the mails it receives. It answers the first ones with errors.
type smtpServer struct {
	mu       sync.Mutex
	errors   []error
	received [][]byte
	to       []string
	overTLS  bool // the last session
}

func (s *smtpServer) NewSession(c *smtp.Conn) (smtp.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, s.overTLS = c.TLSConnectionState()
	return &smtpSession{server: s}, nil
}

type smtpSession struct {
	server *smtpServer
	to     string
}

func (s *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain} }
func (s *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(string, string, string) error { return nil }), nil
}

func (s *smtpSession) Reset()                               {}
func (s *smtpSession) Logout() error                        { return nil }
func (s *smtpSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

func (s *smtpSession) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	if len(s.server.errors) > 0 {
		err, s.server.errors = s.server.errors[0], s.server.errors[1:]
		return err
	}
	s.server.received, s.server.to = append(s.server.received, data), append(s.server.to, s.to)
	return nil
}

// start returns a transport to the started server.
func (s *smtpServer) start(t *testing.T) mail.Transport {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	server := smtp.NewServer(s)
	server.Domain = "localhost"
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	return transportTo(t, listener.Addr())
}

func transportTo(t *testing.T, address net.Addr) mail.Transport {
	t.Helper()
	transport, err := mail.SMTP("smtp://"+address.String(), mail.From{Name: func() string { return "UV Board" },
		Address: "board@example.org", Host: "board.example"})
	must.NoError(t, err)
	return transport
}

type fixture struct {
	db     *store.DB
	user   *ent.User
	at     time.Time
	log    bytes.Buffer
	sender *jobs.Runner
}

func newFixture(t *testing.T, db *store.DB, transport mail.Transport) *fixture {
	t.Helper()
	f := &fixture{db: db, at: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}
	f.sender = f.newSender(slog.New(slog.NewTextHandler(&f.log, nil)), transport)
	f.write(t, func(ctx context.Context, tx *ent.Client) (err error) {
		f.user, err = account.NewUser(tx, "ada", "Ada@example.org", "", f.at).Save(ctx)
		return err
	})
	return f
}

func (f *fixture) newSender(log *slog.Logger, transport mail.Transport) *jobs.Runner {
	now := func() time.Time { return f.at }
	return jobs.New(f.db, mail.NewSender(f.db, transport, log, now).Jobs(), log, now)
}

func (f *fixture) write(t *testing.T, fn func(ctx context.Context, tx *ent.Client) error) {
	t.Helper()
	must.NoError(t, f.db.Write(t.Context(), fn))
}

const perHour = 5

var category = mail.Category{Name: "greeting", Title: "Greetings", PerHour: perHour}

var greeting = mail.Message{Category: category, Subject: "Grüße", Paragraphs: []string{"Plain <words>"}}

var board = mail.Named("UV Board", "https://board.example")

func (f *fixture) add(t *testing.T) (wait time.Duration) {
	t.Helper()
	f.write(t, func(ctx context.Context, tx *ent.Client) (err error) {
		wait, err = board.Add(ctx, tx, f.user, f.user.Email, greeting, f.at)
		return err
	})
	return wait
}

func (f *fixture) mails(t *testing.T) []*ent.Mail {
	t.Helper()
	mails, err := mail.List(t.Context(), f.db, 100)
	must.NoError(t, err)
	return mails
}

// work runs the sender, which reports failed deliveries, and returns the newest mail, or nil.
func (f *fixture) work(t *testing.T) *ent.Mail {
	t.Helper()
	_ = f.sender.Work(t.Context())
	if mails := f.mails(t); len(mails) > 0 {
		return mails[0]
	}
	return nil
}

func TestSend(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := &smtpServer{}
		f := newFixture(t, db, server.start(t))
		busy := &smtp.SMTPError{Code: 451, Message: "busy"}
		t.Run("OK", func(t *testing.T) {
			f.add(t)
			m := f.work(t)
			if m.State != mail.Sent || m.Text != "" || m.HTML != "" || m.Attempts != 1 || m.SentAt == nil {
				t.Errorf("mail %+v", m)
			}
			if len(server.received) != 1 || server.to[0] != "Ada@example.org" {
				t.Fatalf("received %d mails to %v", len(server.received), server.to)
			}
			received, err := netmail.ReadMessage(bytes.NewReader(server.received[0]))
			must.NoError(t, err)
			for name, want := range map[string]string{
				"From": `"UV Board" <board@example.org>`, "To": "<Ada@example.org>",
				"Subject": "=?UTF-8?q?Gr=C3=BC=C3=9Fe?=", "Message-Id": "<" + m.ID.String() + "@board.example>",
				"Auto-Submitted": "auto-generated", "User-Agent": "", "X-Mailer": "",
			} {
				if got := received.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			for _, want := range []string{"multipart/alternative", "Plain <words>", "Plain &lt;words"} {
				if !strings.Contains(string(server.received[0]), want) {
					t.Errorf("lacks %q:\n%s", want, server.received[0])
				}
			}
			if f.work(t); len(server.received) != 1 {
				t.Error("sent twice")
			}
		})
		t.Run("RetriesWithBackoff", func(t *testing.T) {
			f.at = f.at.Add(time.Second) // ids of the same millisecond have no order
			server.errors = []error{busy, busy, busy}
			f.add(t)
			for i, backoff := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute} {
				m := f.work(t)
				if m.State != mail.Waiting || m.Attempts != i+1 || !strings.Contains(m.Failure, "busy") ||
					!m.NextTryAt.Equal(f.at.Add(backoff)) {
					t.Fatalf("attempt %d: %+v", i+1, m)
				}
				f.at = f.at.Add(backoff - time.Second)
				if again := f.work(t); again.Attempts != i+1 {
					t.Errorf("retried before %v", backoff)
				}
				f.at = f.at.Add(time.Second)
			}
			if m := f.work(t); m.State != mail.Sent || m.Failure != "" || len(server.received) != 2 {
				t.Errorf("mail %+v, %d received", m, len(server.received))
			}
		})
		t.Run("GivesUpAfterAPermanentError", func(t *testing.T) {
			f.at = f.at.Add(time.Second)
			server.errors = []error{&smtp.SMTPError{Code: 550, Message: "no such person"}}
			f.add(t)
			if m := f.work(t); m.State != mail.Failed || m.Text == "" ||
				!strings.Contains(m.Failure, "no such person") {
				t.Errorf("mail %+v", m)
			}
		})
		t.Run("GivesUpAfterADay", func(t *testing.T) {
			begin := f.at.Add(2 * time.Hour)
			f.at = begin
			f.add(t)
			for range 100 {
				server.errors = []error{busy}
				m := f.work(t)
				if m.State == mail.Failed {
					if tried := f.at.Sub(begin); tried < 22*time.Hour || tried > 24*time.Hour {
						t.Errorf("given up after %v", tried)
					}
					server.errors = nil
					return
				}
				f.at = m.NextTryAt
			}
			t.Error("never given up")
		})
		t.Run("DeletesAfterAMonth", func(t *testing.T) {
			f.at = f.at.Add(31 * 24 * time.Hour)
			if m := f.work(t); m != nil {
				t.Errorf("kept %+v", m)
			}
		})
	})
}

// Mail programs show a button for List-Unsubscribe and post to it, by RFC 8058.
func TestListUnsubscribe(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := &smtpServer{}
		f := newFixture(t, db, server.start(t))
		optional := greeting
		optional.Category = mail.Category{Name: "digest", Optional: true}
		for _, message := range []mail.Message{optional, greeting} {
			f.write(t, func(ctx context.Context, tx *ent.Client) error {
				_, err := board.Add(ctx, tx, f.user, f.user.Email, message, f.at)
				return err
			})
			f.at = f.at.Add(time.Second)
			m := f.work(t)
			received, err := netmail.ReadMessage(bytes.NewReader(server.received[len(server.received)-1]))
			must.NoError(t, err)
			link, post := "", ""
			if message.Category.Optional {
				link, post = "<"+m.Unsubscribe+">", "List-Unsubscribe=One-Click"
			}
			if h := received.Header; h.Get("List-Unsubscribe") != link || h.Get("List-Unsubscribe-Post") != post ||
				link == "<>" {
				t.Errorf("%s: headers %v, want %s", message.Category.Name, h, link)
			}
		}
	})
}

// Text of a visitor cannot add a header.
func TestReplyTo(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	server := &smtpServer{}
	f := newFixture(t, db, server.start(t))
	send := func(message mail.Message) *ent.Mail {
		t.Helper()
		f.at = f.at.Add(time.Second)
		f.write(t, func(ctx context.Context, tx *ent.Client) error {
			return board.AddWithoutUser(ctx, tx, "crew@example.org", message, f.at)
		})
		return f.work(t)
	}
	send(mail.Message{Category: category, ReplyTo: "ada@example.org", Subject: "Hi\r\nBcc: all@example.org",
		Paragraphs: []string{"Plain words"}})
	received, err := netmail.ReadMessage(bytes.NewReader(server.received[0]))
	must.NoError(t, err)
	if got := received.Header.Get("Reply-To"); got != "<ada@example.org>" {
		t.Errorf("Reply-To: %q", got)
	}
	if received.Header.Get("Bcc") != "" || len(server.to) != 1 {
		t.Errorf("headers %v, recipients %v", received.Header, server.to)
	}
	send(mail.Message{Category: category, ReplyTo: "ada@example.org\r\nBcc: all@example.org", Subject: "Hi",
		Paragraphs: []string{"Plain words"}})
	if len(server.received) != 1 {
		t.Errorf("sent with two addresses to reply to:\n%s", server.received[1])
	}
}

func TestSendSucceedsWhenTheServerHangsUpAfterDATA(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return // the test is over
		}
		defer conn.Close()
		fmt.Fprint(conn, "220 board.example\r\n")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			if lines.Text() != "DATA" {
				fmt.Fprint(conn, "250 ok\r\n")
				continue
			}
			fmt.Fprint(conn, "354 go on\r\n")
			for lines.Scan() && lines.Text() != "." {
			}
			fmt.Fprint(conn, "250 taken\r\n")
			return
		}
	}()
	send := transportTo(t, listener.Addr())
	if err := send(t.Context(), &ent.Mail{Recipient: "ada@example.org", Subject: "Hello", Text: "…",
		HTML: "…"}); err != nil {
		t.Error(err)
	}
}

func TestFailureIsStoredAsValidText(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db, func(context.Context, *ent.Mail) error {
			return errors.New("bo\xeete \x00pleine " + strings.Repeat("é", 300))
		})
		f.add(t)
		m := f.work(t)
		if m.State != mail.Waiting || !strings.HasPrefix(m.Failure, "bo\uFFFDte pleine éé") ||
			utf8.RuneCountInString(m.Failure) > 300 || !utf8.ValidString(m.Failure) {
			t.Errorf("state %s, failure %q", m.State, m.Failure)
		}
	})
}

func TestDeliveryIsRecordedDuringShutdown(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, shutDown := context.WithCancel(t.Context())
		f := newFixture(t, db, func(context.Context, *ent.Mail) error {
			shutDown()
			return nil
		})
		f.add(t)
		if err := f.sender.Work(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if m := f.work(t); m.State != mail.Sent || m.Attempts != 1 {
			t.Errorf("mail %+v", m)
		}
	})
}

func TestOneOfSeveralServersSends(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var sent atomic.Int64
		transport := func(context.Context, *ent.Mail) error {
			sent.Add(1)
			return nil
		}
		f := newFixture(t, db, transport)
		for range perHour {
			f.add(t)
		}
		must.Concurrently(t, 4, func(int) error {
			return f.newSender(slog.New(slog.DiscardHandler), transport).Work(t.Context())
		})
		if sent.Load() != perHour {
			t.Errorf("%d of %d mails sent", sent.Load(), perHour)
		}
	})
}

func TestMailIsKeptWithoutAMailServer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db, nil)
		f.add(t)
		if m := f.work(t); m.State != mail.Kept || !strings.HasPrefix(m.Text, "Plain <words>\n\n") || m.Attempts != 0 {
			t.Errorf("mail %+v", m)
		}
		if logged := f.log.String(); !strings.Contains(logged, "mail kept") ||
			strings.Contains(logged, "example.org") || strings.Contains(logged, "Plain <words>") {
			t.Errorf("log %q", logged)
		}
	})
}

func TestLimitPerHour(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db, nil)
		for i := range perHour {
			if wait := f.add(t); wait != 0 {
				t.Fatalf("mail %d must wait %v", i+1, wait)
			}
			f.at = f.at.Add(time.Minute)
		}
		if wait := f.add(t); wait != 55*time.Minute {
			t.Errorf("one more must wait %v, want 55m", wait)
		}
		other := greeting
		other.Category = mail.Category{Name: "reset", PerHour: 1}
		for _, want := range []time.Duration{0, time.Hour} { // another category has its own allowance
			f.write(t, func(ctx context.Context, tx *ent.Client) error {
				wait, err := board.Add(ctx, tx, f.user, f.user.Email, other, f.at)
				if wait != want {
					t.Errorf("a mail of another category must wait %v, want %v", wait, want)
				}
				return err
			})
		}
		f.at = f.at.Add(55 * time.Minute)
		if wait := f.add(t); wait != 0 {
			t.Errorf("an hour later it must wait %v", wait)
		}
	})
}

func TestInvalidServerAddresses(t *testing.T) {
	for _, address := range []string{"", "http://host", "smtp://", "smtp://u:hunter2@host:port", "smtp://u:hunter2@%zz",
		"smtp://u:1/hunter2@host", "smtp://u:1?hunter2@host"} {
		if _, err := mail.SMTP(address, mail.From{}); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A password is not sent to a server without TLS, and the error says why.
func TestPasswordsNeedTLS(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	server := smtp.NewServer(&smtpServer{})
	server.Domain, server.AllowInsecureAuth = "localhost", true
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	transport, err := mail.SMTP("smtp://ada:hunter2@"+listener.Addr().String(),
		mail.From{Name: func() string { return "UV Board" }, Address: "board@example.org", Host: "board.example"})
	must.NoError(t, err)
	err = transport(t.Context(), &ent.Mail{Recipient: "bob@example.org", Subject: "Hello", Text: "Hello."})
	if err == nil || !strings.HasPrefix(err.Error(), "a password is sent over TLS only, and 127.0.0.1:") ||
		strings.Contains(err.Error(), "hunter2") {
		t.Error(err)
	}
	must.NoError(t, server.Close())
	<-ended
}

func TestMailWithoutUserIsDeleted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var sent []string
		var failure error
		f := newFixture(t, db, func(_ context.Context, m *ent.Mail) error {
			sent = append(sent, m.Recipient)
			return failure
		})
		// send adds a mail and returns how many are left after one run.
		send := func(t *testing.T, at time.Time) int {
			t.Helper()
			f.write(t, func(ctx context.Context, tx *ent.Client) error {
				return board.AddWithoutUser(ctx, tx, "gone@example.org", greeting, at)
			})
			f.work(t)
			return len(f.mails(t))
		}
		if n := send(t, f.at); n != 0 || len(sent) != 1 || sent[0] != "gone@example.org" {
			t.Errorf("sent to %q, %d left", sent, n)
		}
		failure = errors.New("no such mailbox")
		if n := send(t, f.at.Add(-25*time.Hour)); n != 0 || len(sent) != 2 {
			t.Errorf("given up after %d attempts, %d left", len(sent)-1, n)
		}
		if n := send(t, f.at); n != 1 {
			t.Errorf("%d left, want 1 that waits for its retry", n)
		}
	})
}

// Mails to one user that the mail server does not take for a long time delay nobody else's.
func TestSlowMailsDelayTheirUserAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		released, reached := make(chan struct{}), make(chan struct{})
		f := newFixture(t, db, func(_ context.Context, m *ent.Mail) error {
			if m.Recipient == "ben@example.org" {
				close(reached)
				return nil
			}
			<-released
			return nil
		})
		unlimited := greeting
		unlimited.Category.PerHour = 0
		f.write(t, func(ctx context.Context, tx *ent.Client) error {
			ben, err := account.NewUser(tx, "ben", "ben@example.org", "", f.at).Save(ctx)
			must.NoError(t, err)
			for range 20 {
				if _, err := board.Add(ctx, tx, f.user, f.user.Email, unlimited, f.at); err != nil {
					return err
				}
			}
			_, err = board.Add(ctx, tx, ben, ben.Email, unlimited, f.at)
			return err
		})
		ended := make(chan error)
		go func() { ended <- f.sender.Work(t.Context()) }()
		select {
		case <-reached:
		case <-time.After(5 * time.Second):
			t.Error("a mail waits for those of another user")
		}
		close(released)
		must.NoError(t, <-ended)
	})
}
