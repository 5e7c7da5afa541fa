package contact

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// smtpServer keeps the recipients and the text of the mails that it receives.
type smtpServer struct {
	to       [][]string
	received [][]byte
}

func (s *smtpServer) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &smtpSession{server: s}, nil
}

type smtpSession struct {
	server *smtpServer
	to     []string
}

func (s *smtpSession) Reset()                               { s.to = nil }
func (s *smtpSession) Logout() error                        { return nil }
func (s *smtpSession) Mail(string, *smtp.MailOptions) error { return nil }

func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *smtpSession) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	s.server.to, s.server.received = append(s.server.to, s.to), append(s.server.received, data)
	return err
}

// start starts the server on loopback and returns the transport to it.
func (s *smtpServer) start(t *testing.T) mail.Transport {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	server := smtp.NewServer(s)
	server.Domain = "localhost"
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		must.NoError(t, server.Close())
		if err := <-ended; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	transport, err := mail.SMTP("smtp://"+listener.Addr().String(), mail.From{Name: func() string { return "UV Board" },
		Address: "board@board.example", Host: "board.example"})
	must.NoError(t, err)
	return transport
}

// Mails have the visitor's address only in Reply-To, and no text of a visitor can add a header or a recipient.
func TestMessagesThroughAMailServer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := &smtpServer{}
		s := newService(db, "crew@board.example")
		log := slog.New(slog.DiscardHandler)
		sender := jobs.New(db, mail.NewSender(db, server.start(t), log, s.now).Jobs(), log, s.now)
		var subjects []string
		sent := 0
		for _, newline := range []string{"\n", "\r\n", "\r", "\u2028", "\v", "=0A", "%0a", "?=\r\n =?UTF-8?q?"} {
			evil := newline + "Bcc: all@example.com" + newline + "Content-Type: text/html" + newline + newline + "<b>"
			m, err := s.Send(t.Context(), nil, Message{"Ada" + evil, "ada@example.com", "Hi" + evil, "Text" + evil +
				"\r\n.\r\nQUIT\r\n"})
			must.NoError(t, err)
			if !strings.Contains(m.Subject, "=?") { // which this test's mail parser would decode a second time
				subjects = append(subjects, "Contact: "+m.Subject)
			}
			sent++
		}
		// The rules of the request refuse such an address; the mail is not sent even without them.
		_, err := s.Send(t.Context(), nil, Message{"Ada", "ada@example.com\r\nBcc: all@example.com", "Hi", "Text"})
		must.NoError(t, err)
		must.NoError(t, sender.Work(t.Context()))

		if len(server.received) != sent {
			t.Fatalf("%d mails were received, want %d", len(server.received), sent)
		}
		var got []string
		for i, data := range server.received {
			received, err := netmail.ReadMessage(bytes.NewReader(data))
			must.NoError(t, err)
			names := slices.Sorted(maps.Keys(received.Header))
			want := []string{"Auto-Submitted", "Content-Type", "Date", "From", "Message-Id", "Mime-Version", "Reply-To",
				"Subject", "To"}
			if diff := cmp.Diff(want, names); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
			h := received.Header
			if diff := cmp.Diff([]string{"crew@board.example"}, server.to[i]); diff != "" {
				t.Errorf("recipients (-want +got):\n%s", diff)
			}
			if h.Get("Reply-To") != "<ada@example.com>" || h.Get("To") != "<crew@board.example>" ||
				h.Get("From") != `"UV Board" <board@board.example>` ||
				!strings.HasPrefix(h.Get("Content-Type"), "multipart/alternative") {
				t.Errorf("headers %v", h)
			}
			if n := strings.Count(string(data), "ada@example.com"); n != 1 {
				t.Errorf("the address of the visitor is in the mail %d times", n)
			}
			subject, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject"))
			must.NoError(t, err)
			if !strings.Contains(h.Get("Subject"), "?= ") {
				got = append(got, subject)
			}
		}
		slices.Sort(got)
		slices.Sort(subjects)
		if diff := cmp.Diff(subjects, got); diff != "" {
			t.Errorf("subjects (-want +got):\n%s", diff)
		}
	})
}
