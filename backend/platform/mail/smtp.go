package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"uvboard/ent"
)

const (
	deliveryTimeout = 45 * time.Second
	greetingTimeout = 6 * time.Second // before the server is asked whether it speaks TLS from the first byte
	probeTimeout    = 3 * time.Second
	handshakeTime   = 9 * time.Second
)

// From is the sender of the mails. Host is the board's host name, for Message-ID.
type From struct {
	Name          func() string
	Address, Host string
}

// SMTP returns the transport for an address such as smtp://user:pass@host:587. smtp:// uses STARTTLS if the server
// offers it, smtps:// always TLS. A password is sent over TLS only, to a server whose certificate is valid. Without a
// password, STARTTLS does without a valid certificate: an attacker who can replace it could also hide the offer. An
// error never shows the password.
func SMTP(address string, from From) (Transport, error) {
	u, err := url.Parse(address)
	// Anything after the host is most likely the rest of a password with an unescaped slash.
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/")+
		u.RawQuery+u.Fragment != "" {
		return nil, errors.New("must be smtp://user:pass@host:port, with special characters in the password percent-encoded")
	}
	port := 587
	if u.Scheme == "smtps" {
		port = 465
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("must end in a port")
		}
	}
	secure := &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12,
		InsecureSkipVerify: u.Scheme == "smtp" && u.User == nil}
	dial := dialPlain
	if u.Scheme == "smtps" {
		dial = dialTLS(secure)
	}
	options := []gomail.Option{
		gomail.WithTimeout(deliveryTimeout), gomail.WithPort(port), gomail.WithTLSPolicy(gomail.TLSOpportunistic),
		gomail.WithTLSConfig(secure), gomail.WithDialContextFunc(dial),
	}
	if u.User != nil {
		password, _ := u.User.Password()
		if u.Scheme == "smtp" {
			// Without TLS, other ways to log in would still let a listener try passwords offline.
			options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
		}
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return func(ctx context.Context, m *ent.Mail) error {
		message, err := compose(m, from)
		if err != nil {
			return Permanent(err)
		}
		ctx, cancel := context.WithTimeout(ctx, deliveryTimeout)
		defer cancel()
		err = client.DialAndSendWithContext(ctx, message)
		if message.IsDelivered() {
			return nil // the error came after the server took the mail
		}
		if err != nil && u.User != nil && strings.Contains(err.Error(), "does not support STARTTLS") {
			return fmt.Errorf("a password is sent over TLS only, and %s offers no STARTTLS: use smtps:// or another port in UVBOARD_SMTP_URL", u.Host)
		}
		if invalid, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
			return fmt.Errorf("the certificate of %s is not valid: %w; docs/operating.md, Mail, has how to trust it",
				u.Host, invalid.Err)
		}
		if answer, ok := errors.AsType[*gomail.SendError](err); ok && answer.ErrorCode() >= 500 && !answer.IsTemp() {
			return Permanent(err)
		}
		return err
	}, nil
}

// dialPlain connects to a server that greets in plain text.
func dialPlain(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	first := make([]byte, 1)
	if err = conn.SetReadDeadline(time.Now().Add(greetingTimeout)); err == nil {
		_, err = conn.Read(first)
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		if first = nil; speaksTLS(ctx, network, address) {
			_ = conn.Close()
			return nil, fmt.Errorf("%s speaks TLS from the first byte: use smtps:// in UVBOARD_SMTP_URL", address)
		}
		err = nil // it may greet late
	}
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("%s closed the connection without a greeting: %w", address, err)
	}
	return &greeted{conn, first}, nil // go-mail sets the deadlines from here on
}

// speaksTLS reports whether a server completes a TLS handshake at once, whatever its certificate. Nothing is sent to
// it.
func speaksTLS(ctx context.Context, network, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	conn, err := (&tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}).DialContext(ctx, network, address)
	if err == nil {
		_ = conn.Close()
	}
	return err == nil
}

// greeted is a connection of which the first bytes have been read.
type greeted struct {
	net.Conn
	first []byte
}

func (c *greeted) Read(p []byte) (int, error) {
	if len(c.first) > 0 {
		n := copy(p, c.first)
		c.first = c.first[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}

// dialTLS returns a function that connects to a server that speaks TLS from the first byte.
func dialTLS(config *tls.Config) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		bounded, cancel := context.WithTimeout(ctx, handshakeTime)
		defer cancel()
		secured := tls.Client(conn, config)
		if err = secured.HandshakeContext(bounded); err == nil {
			return secured, nil
		}
		_ = conn.Close()
		if _, plain := errors.AsType[tls.RecordHeaderError](err); plain || bounded.Err() != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("%s does not speak TLS from the first byte: use smtp:// in UVBOARD_SMTP_URL, for STARTTLS", address)
		}
		return nil, err
	}
}

func compose(m *ent.Mail, from From) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	sender := netmail.Address{Name: oneLine(from.Name()), Address: from.Address}
	if err := message.From(sender.String()); err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	if err := message.To(m.Recipient); err != nil {
		return nil, fmt.Errorf("recipient: %w", err)
	}
	if m.ReplyTo != "" {
		if err := message.ReplyTo(m.ReplyTo); err != nil {
			return nil, fmt.Errorf("reply-to: %w", err)
		}
	}
	message.Subject(m.Subject)
	message.SetDateWithValue(m.CreatedAt)
	// the same in every attempt, so that mail clients can drop duplicates
	message.SetMessageIDWithValue(m.ID.String() + "@" + from.Host)
	message.SetGenHeader("Auto-Submitted", "auto-generated") // no out-of-office replies
	if m.Unsubscribe != "" {
		message.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.Unsubscribe+">")
		message.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return message, nil
}
