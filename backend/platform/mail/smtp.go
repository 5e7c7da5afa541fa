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

// deliveryTimeout bounds one delivery.
const deliveryTimeout = 45 * time.Second

// From is who writes the mails. Host is that of the board, which makes the ids of its mails its own.
type From struct{ Name, Address, Host string }

// SMTP makes a deliverer of an address such as smtp://user:pass@host:587. It encrypts where the server can, and always
// with smtps://; a password goes over an encrypted connection only, or to the same machine.
func SMTP(address string, from From) (Deliverer, error) {
	u, err := url.Parse(address)
	// What follows the host is the rest of a password with a slash in it, most likely.
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/")+u.RawQuery+u.Fragment != "" {
		return nil, errors.New("must be smtp://user:pass@host:port, with special characters in the password percent-encoded") // not err, which would show it
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
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return func(ctx context.Context, m *ent.Mail) error {
		message, err := compose(m, from)
		if err != nil {
			return Refusal{err}
		}
		ctx, cancel := context.WithTimeout(ctx, deliveryTimeout)
		defer cancel()
		err = client.DialAndSendWithContext(ctx, message)
		if message.IsDelivered() {
			return nil // what went wrong did so when taking leave, and trying again would deliver it twice
		}
		if answer, ok := errors.AsType[*gomail.SendError](err); ok && answer.ErrorCode() >= 500 && !answer.IsTemp() {
			return Refusal{err}
		}
		return err
	}, nil
}

func compose(m *ent.Mail, from From) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := message.FromFormat(from.Name, from.Address); err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	if err := message.To(m.Recipient); err != nil {
		return nil, fmt.Errorf("recipient: %w", err)
	}
	message.Subject(m.Subject)
	message.SetDateWithValue(m.CreatedAt)
	message.SetMessageIDWithValue(m.ID.String() + "@" + from.Host) // the same at every attempt, so that mail programs show it once
	message.SetGenHeader("Auto-Submitted", "auto-generated")       // so that nobody's absence is answered to us
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	return message, nil
}
