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
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-smtp"

	"uvboard/backend/account"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// postOffice is a mail server that keeps what it gets, and answers first with the errors it was told to.
type postOffice struct {
	mu      sync.Mutex
	answers []error
	got     [][]byte
	to      []string
}

func (p *postOffice) NewSession(*smtp.Conn) (smtp.Session, error) { return &visit{office: p}, nil }

type visit struct {
	office *postOffice
	to     string
}

func (v *visit) Reset()                               {}
func (v *visit) Logout() error                        { return nil }
func (v *visit) Mail(string, *smtp.MailOptions) error { return nil }
func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.to = to
	return nil
}

func (v *visit) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	if len(v.office.answers) > 0 {
		err, v.office.answers = v.office.answers[0], v.office.answers[1:]
		return err
	}
	v.office.got, v.office.to = append(v.office.got, data), append(v.office.to, v.to)
	return nil
}

// open starts the mail server and returns its address.
func (p *postOffice) open(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(p)
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
	return "smtp://" + listener.Addr().String()
}

type fixture struct {
	db      *store.DB
	member  *ent.User
	at      time.Time
	log     bytes.Buffer
	courier *mail.Courier
}

func newFixture(t *testing.T, db *store.DB, deliver mail.Deliverer) *fixture {
	t.Helper()
	f := &fixture{db: db, at: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}
	f.courier = mail.NewCourier(db, deliver, slog.New(slog.NewTextHandler(&f.log, nil)), func() time.Time { return f.at })
	err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) (err error) {
		f.member, err = account.NewMember(tx, "ada", "Ada@example.org", "", f.at).Save(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fixture) add(t *testing.T) (wait time.Duration) {
	t.Helper()
	err := f.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) (err error) {
		wait, err = mail.Add(ctx, tx, f.member, f.member.Email, mail.Letter{Subject: "Grüße", Text: "Plain words", HTML: "<p>Rich words</p>"}, f.at)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return wait
}

// work lets the courier work and returns the newest mail after it.
func (f *fixture) work(t *testing.T) *ent.Mail {
	t.Helper()
	if err := f.courier.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	mails, err := mail.List(t.Context(), f.db, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(mails) == 0 {
		return nil
	}
	return mails[0]
}

func TestDelivery(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		office := &postOffice{}
		deliver, err := mail.SMTP(office.open(t), mail.From{Name: "UV Board", Address: "board@example.org", Host: "board.example"})
		if err != nil {
			t.Fatal(err)
		}
		f := newFixture(t, db, deliver)
		t.Run("OK", func(t *testing.T) {
			f.add(t)
			m := f.work(t)
			if m.State != mail.Sent || m.Text != "" || m.HTML != "" || m.Attempts != 1 || m.SentAt == nil {
				t.Errorf("mail %+v", m)
			}
			if len(office.got) != 1 || office.to[0] != "Ada@example.org" {
				t.Fatalf("%d mails arrived, to %v", len(office.got), office.to)
			}
			arrived, err := netmail.ReadMessage(bytes.NewReader(office.got[0]))
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range map[string]string{
				"From": `"UV Board" <board@example.org>`, "To": "<Ada@example.org>", "Subject": "=?UTF-8?q?Gr=C3=BC=C3=9Fe?=", "Message-Id": "<" + m.ID.String() + "@board.example>",
				"Auto-Submitted": "auto-generated", "User-Agent": "", "X-Mailer": "",
			} {
				if got := arrived.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			for _, want := range []string{"multipart/alternative", "Plain words", "<p>Rich words</p>"} {
				if !strings.Contains(string(office.got[0]), want) {
					t.Errorf("lacks %q:\n%s", want, office.got[0])
				}
			}
			if f.work(t); len(office.got) != 1 {
				t.Error("delivered twice")
			}
		})
		t.Run("TriesAgainEverMoreSlowly", func(t *testing.T) {
			f.at = f.at.Add(time.Second) // ids that are made within a millisecond have no order
			busy := &smtp.SMTPError{Code: 451, Message: "busy"}
			office.answers = []error{busy, busy, busy}
			f.add(t)
			for i, pause := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute} {
				m := f.work(t)
				if m.State != mail.Waiting || m.Attempts != i+1 || !strings.Contains(m.Failure, "busy") || !m.NextTryAt.Equal(f.at.Add(pause)) {
					t.Fatalf("attempt %d: %+v", i+1, m)
				}
				f.at = f.at.Add(pause - time.Second)
				if again := f.work(t); again.Attempts != i+1 {
					t.Errorf("tried again before %v", pause)
				}
				f.at = f.at.Add(time.Second)
			}
			if m := f.work(t); m.State != mail.Sent || m.Failure != "" || len(office.got) != 2 {
				t.Errorf("mail %+v, %d arrived", m, len(office.got))
			}
		})
		t.Run("GivesUpWhatIsRefused", func(t *testing.T) {
			f.at = f.at.Add(time.Second)
			office.answers = []error{&smtp.SMTPError{Code: 550, Message: "no such person"}}
			f.add(t)
			if m := f.work(t); m.State != mail.Failed || m.Text != "" || !strings.Contains(m.Failure, "no such person") {
				t.Errorf("mail %+v", m)
			}
		})
		t.Run("GivesUpAfterADay", func(t *testing.T) {
			begun := f.at.Add(2 * time.Hour)
			f.at = begun
			f.add(t)
			for range 100 {
				office.answers = []error{&smtp.SMTPError{Code: 451, Message: "busy"}}
				m := f.work(t)
				if m.State == mail.Failed {
					if tried := f.at.Sub(begun); tried < 22*time.Hour || tried > 24*time.Hour {
						t.Errorf("given up after %v", tried)
					}
					office.answers = nil
					return
				}
				f.at = m.NextTryAt
			}
			t.Error("never given up")
		})
		t.Run("ForgetsAfterAMonth", func(t *testing.T) {
			f.at = f.at.Add(31 * 24 * time.Hour)
			if m := f.work(t); m != nil {
				t.Errorf("still there: %+v", m)
			}
		})
	})
}

// A mail server that hangs up as soon as it has taken a mail has taken it.
func TestHangingUpAfterwardsIsNoFailure(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return // the test is over
		}
		defer conn.Close()
		fmt.Fprint(conn, "220 board.example\r\n")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			switch line := lines.Text(); {
			case line == "DATA":
				fmt.Fprint(conn, "354 go on\r\n")
				for lines.Scan() && lines.Text() != "." {
				}
				fmt.Fprint(conn, "250 taken\r\n")
				return
			default:
				fmt.Fprint(conn, "250 ok\r\n")
			}
		}
	}()
	deliver, err := mail.SMTP("smtp://"+listener.Addr().String(), mail.From{Name: "UV Board", Address: "board@example.org", Host: "board.example"})
	if err != nil {
		t.Fatal(err)
	}
	if err := deliver(t.Context(), &ent.Mail{Recipient: "ada@example.org", Subject: "Hello", Text: "…", HTML: "…"}); err != nil {
		t.Error(err)
	}
}

// What a mail server says is written down whatever its bytes are, or its mail would be tried for ever.
func TestAnswersThatAreNoText(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db, func(context.Context, *ent.Mail) error {
			return errors.New("bo\xeete \x00pleine " + strings.Repeat("é", 300))
		})
		f.add(t)
		m := f.work(t)
		if m.State != mail.Waiting || !strings.HasPrefix(m.Failure, "bo\uFFFDte pleine éé") || len(m.Failure) > 300 || !utf8.ValidString(m.Failure) {
			t.Errorf("state %s, failure %q", m.State, m.Failure)
		}
	})
}

// A server that is asked to end while it hands over a mail notes that it has.
func TestDeliveredWhileTheServerEnds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, end := context.WithCancel(t.Context())
		f := newFixture(t, db, func(context.Context, *ent.Mail) error {
			end()
			return nil
		})
		f.add(t)
		if err := f.courier.Work(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if m := f.work(t); m.State != mail.Sent || m.Attempts != 1 {
			t.Errorf("mail %+v", m)
		}
	})
}

func TestOnlyTheHolderOfTheLeaseDelivers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var mu sync.Mutex
		delivered := 0
		deliver := func(context.Context, *ent.Mail) error {
			mu.Lock()
			defer mu.Unlock()
			delivered++
			return nil
		}
		f := newFixture(t, db, deliver)
		for range mail.PerHour {
			f.add(t)
		}
		var all sync.WaitGroup
		for range 4 {
			other := mail.NewCourier(db, deliver, slog.New(slog.DiscardHandler), func() time.Time { return f.at })
			all.Go(func() {
				if err := other.Work(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if delivered != mail.PerHour {
			t.Errorf("%d deliveries of %d mails", delivered, mail.PerHour)
		}
	})
}

func TestKeptWithoutAServer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db, nil)
		f.add(t)
		if m := f.work(t); m.State != mail.Kept || m.Text != "Plain words" || m.Attempts != 0 {
			t.Errorf("mail %+v", m)
		}
		if logged := f.log.String(); !strings.Contains(logged, "mail kept") || strings.Contains(logged, "example.org") || strings.Contains(logged, "Plain words") {
			t.Errorf("log %q", logged)
		}
	})
}

func TestSoManyAnHour(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db, nil)
		for i := range mail.PerHour {
			if wait := f.add(t); wait != 0 {
				t.Fatalf("mail %d has to wait %v", i+1, wait)
			}
			f.at = f.at.Add(time.Minute)
		}
		if wait := f.add(t); wait != 55*time.Minute {
			t.Errorf("one more has to wait %v, want 55m", wait)
		}
		f.at = f.at.Add(55 * time.Minute)
		if wait := f.add(t); wait != 0 {
			t.Errorf("an hour later it has to wait %v", wait)
		}
	})
}

func TestWrongAddressesOfServers(t *testing.T) {
	for _, address := range []string{"", "http://host", "smtp://", "smtp://u:hunter2@host:port", "smtp://u:hunter2@%zz", "smtp://u:1/hunter2@host", "smtp://u:1?hunter2@host"} {
		if _, err := mail.SMTP(address, mail.From{}); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// The address of somebody who has left is kept no longer than it takes to deliver the last letter, or to give it up.
func TestCourierForgetsAFarewell(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := time.Now().UTC().Truncate(time.Millisecond)
		var delivered []string
		var failure error
		courier := mail.NewCourier(db, func(_ context.Context, m *ent.Mail) error {
			delivered = append(delivered, m.Recipient)
			return failure
		}, slog.New(slog.DiscardHandler), func() time.Time { return now })
		farewell := func(t *testing.T, at time.Time) {
			t.Helper()
			err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				return mail.AddFarewell(ctx, tx, "gone@example.org", mail.Letter{Subject: "Farewell", Text: "…", HTML: "…"}, at)
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := courier.Work(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		left := func(t *testing.T) int {
			t.Helper()
			mails, err := mail.List(t.Context(), db, 10)
			if err != nil {
				t.Fatal(err)
			}
			return len(mails)
		}
		farewell(t, now)
		if n := left(t); n != 0 || len(delivered) != 1 || delivered[0] != "gone@example.org" {
			t.Errorf("delivered to %q, %d left", delivered, n)
		}
		failure = errors.New("no such mailbox")
		farewell(t, now.Add(-25*time.Hour))
		if n := left(t); n != 0 || len(delivered) != 2 {
			t.Errorf("given up after %d tries, %d left", len(delivered)-1, n)
		}
		farewell(t, now)
		if n := left(t); n != 1 {
			t.Errorf("%d left of one that is to be tried again", n)
		}
	})
}
