package mail_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"mime"
	"net"
	netmail "net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/ent"
)

// selfSigned returns a certificate for localhost as Debian makes it, signed by nobody else, and its PEM.
func selfSigned(t *testing.T) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	must.NoError(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// relay starts a mail server on localhost with a certificate that nobody has signed, and returns its port.
func relay(t *testing.T, fromFirstByte bool) (server *smtpServer, port string, certificate []byte) {
	t.Helper()
	own, certificate := selfSigned(t)
	config := &tls.Config{Certificates: []tls.Certificate{own}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	_, port, err = net.SplitHostPort(listener.Addr().String())
	must.NoError(t, err)
	if fromFirstByte {
		listener = tls.NewListener(listener, config)
	}
	server = &smtpServer{}
	s := smtp.NewServer(server)
	s.Domain, s.TLSConfig = "localhost", config
	if fromFirstByte {
		s.TLSConfig = nil
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	t.Cleanup(func() {
		_ = s.Close()
		<-ended
	})
	return server, port, certificate
}

func sendTo(t *testing.T, address, name string, m *ent.Mail) error {
	t.Helper()
	from := mail.From{Name: func() string { return name }, Address: "board@example.org", Host: "board.example"}
	transport, err := mail.SMTP(address, from)
	must.NoError(t, err)
	return transport(t.Context(), m)
}

func hello() *ent.Mail {
	return &ent.Mail{Recipient: "ada@example.org", Subject: "Hello", Text: "Hello."}
}

// A relay on the same machine, with the certificate that Debian makes, takes mail without a password.
func TestRelayWithItsOwnCertificate(t *testing.T) {
	server, port, _ := relay(t, false)
	must.NoError(t, sendTo(t, "smtp://localhost:"+port, "UV Board", hello()))
	if len(server.received) != 1 || !server.overTLS {
		t.Errorf("%d mails received, over TLS: %v", len(server.received), server.overTLS)
	}
}

// Where a password is sent, or where the operator asks for TLS from the first byte, the certificate must be valid. The
// operator can trust it with the variables that Go knows; a process reads them once, so another one of this test sends
// with them.
func TestCertificateIsTrusted(t *testing.T) {
	if address := os.Getenv("UVBOARD_TEST_RELAY"); address != "" {
		must.NoError(t, sendTo(t, address, "UV Board", hello()))
		return
	}
	for name, row := range map[string]struct {
		scheme, user  string
		fromFirstByte bool
	}{
		"STARTTLS": {"smtp", "ada:hunter2@", false},
		"SMTPS":    {"smtps", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			server, port, certificate := relay(t, row.fromFirstByte)
			address := row.scheme + "://" + row.user + "localhost:" + port
			err := sendTo(t, address, "UV Board", hello())
			if err == nil || !strings.HasPrefix(err.Error(), "the certificate of localhost:"+port+
				" is not valid: x509: ") {
				t.Errorf("untrusted: %v", err)
			}
			folder := t.TempDir()
			must.NoError(t, os.WriteFile(filepath.Join(folder, "relay.pem"), certificate, 0o600))
			again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCertificateIsTrusted$")
			again.Env = append(os.Environ(), "SSL_CERT_DIR="+folder, "UVBOARD_TEST_RELAY="+address)
			out, err := again.CombinedOutput()
			if err != nil || len(server.received) != 1 {
				t.Errorf("trusted: %v, %d mails received\n%s", err, len(server.received), out)
			}
		})
	}
}

// A wrong scheme is named within ten seconds, not after the time that a delivery may take.
func TestWrongScheme(t *testing.T) {
	for _, row := range []struct {
		name, scheme  string
		fromFirstByte bool
		want          string
	}{
		{"TLSPortBehindSMTP", "smtp", true, "speaks TLS from the first byte: use smtps:// in UVBOARD_SMTP_URL"},
		{"PlainPortBehindSMTPS", "smtps", false,
			"does not speak TLS from the first byte: use smtp:// in UVBOARD_SMTP_URL"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			_, port, _ := relay(t, row.fromFirstByte)
			began := time.Now()
			err := sendTo(t, row.scheme+"://localhost:"+port, "UV Board", hello())
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v, want %s", err, row.want)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// Names and subjects arrive as they are, and cannot add a header.
func TestNamesInHeaders(t *testing.T) {
	server, port, _ := relay(t, false)
	for i, name := range []string{
		`Ham \`, `Say "Hi"`, `\"`, "Töpferei Grüße", "Kiln 🏺 & 👩‍👩‍👧‍👦", "Clay, Glaze & Fire", "Clay; (Glaze)",
		"<board@evil.example>", "a@b",
		"Kiln: Board", strings.Repeat("Töpferei ", 11) + "Kiln",
	} {
		subject := "A test mail from " + name
		must.NoError(t, sendTo(t, "smtp://localhost:"+port, name, &ent.Mail{Recipient: "ada@example.org",
			ReplyTo: "ben@example.org", Subject: subject, Text: "Hello."}))
		received, err := netmail.ReadMessage(bytes.NewReader(server.received[i]))
		must.NoError(t, err)
		from, err := received.Header.AddressList("From")
		must.NoError(t, err)
		if len(from) != 1 || *from[0] != (netmail.Address{Name: name, Address: "board@example.org"}) {
			t.Errorf("%q: From %v", name, from)
		}
		got, err := new(mime.WordDecoder).DecodeHeader(received.Header.Get("Subject"))
		if err != nil || got != subject {
			t.Errorf("Subject %q, want %q: %v", got, subject, err)
		}
	}
	must.NoError(t, sendTo(t, "smtp://localhost:"+port, "Kiln\r\nBcc: all@example.org", hello()))
	last, err := netmail.ReadMessage(bytes.NewReader(server.received[len(server.received)-1]))
	must.NoError(t, err)
	if got := last.Header.Get("From"); got != `"Kiln Bcc: all@example.org" <board@example.org>` ||
		last.Header.Get("Bcc") != "" {
		t.Errorf("headers %v", last.Header)
	}
}
