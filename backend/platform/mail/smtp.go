package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"uvboard/ent"
)

const deliveryTimeout = 45 * time.Second

// From is the sender of the mails. Host is the board's host name, for Message-ID.
type From struct {
	Name          func() string
	Address, Host string
}

// SMTP returns the transport for an address such as smtp://user:pass@host:587. smtp:// uses STARTTLS if the server offers it,
// smtps:// always TLS. A password is sent over TLS only. An error never shows the password.
func SMTP(address string, from From) (Transport, error) {
	u, err := url.Parse(address)
	// Anything after the host is most likely the rest of a password with an unescaped slash.
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/")+u.RawQuery+u.Fragment != "" {
		return nil, errors.New("must be smtp://user:pass@host:port, with special characters in the password percent-encoded")
	}
	options := []gomail.Option{gomail.WithTimeout(deliveryTimeout), gomail.WithTLSPolicy(gomail.TLSOpportunistic)}
	port := 587
	if u.Scheme == "smtps" {
		port = 465
		options = append(options, gomail.WithSSL())
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("must end in a port")
		}
	}
	options = append(options, gomail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		// Without TLS, other ways to log in would still let a listener try passwords offline.
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory), gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
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
		if answer, ok := errors.AsType[*gomail.SendError](err); ok && answer.ErrorCode() >= 500 && !answer.IsTemp() {
			return Permanent(err)
		}
		return err
	}, nil
}

func compose(m *ent.Mail, from From) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := message.FromFormat(from.Name(), from.Address); err != nil {
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
	message.SetMessageIDWithValue(m.ID.String() + "@" + from.Host) // the same in every attempt, so that mail clients can drop duplicates
	message.SetGenHeader("Auto-Submitted", "auto-generated")       // no out-of-office replies
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
