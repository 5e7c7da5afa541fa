package main

import (
	"cmp"
	"fmt"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
)

const listedMails = 50

func newMail() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mail",
		Short: "Show the mail queue",
		Args:  cobra.NoArgs,
		RunE:  help,
	}
	list := &cobra.Command{
		Use:   "list",
		Short: "Show the newest mails, with the text of those that were not sent",
		Args:  cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				mails, err := mail.List(cmd.Context(), db, listedMails)
				if err != nil {
					return err
				}
				out := cmd.OutOrStdout()
				for _, m := range mails {
					fmt.Fprintf(out, "%s  %s  to %s: %s\n", m.CreatedAt.UTC().Format(time.RFC3339), m.State,
						m.Recipient, m.Subject)
					if m.Failure != "" {
						fmt.Fprintf(out, "%d attempts, the last failed: %s\n", m.Attempts, m.Failure)
					}
					if m.Text != "" {
						fmt.Fprintf(out, "\n%s\n\n", m.Text)
					}
				}
				if len(mails) == 0 {
					fmt.Fprintln(out, "the mail queue is empty")
				}
				return nil
			})
		}),
	}
	config.AddFlags(list.Flags(), config.Database...)
	cmd.AddCommand(list)
	return cmd
}

// mailPlace returns where mail goes, for the log. The address has been checked.
func mailPlace(c *config.Config) string {
	if u, err := url.Parse(c.SMTPURL.Reveal()); err == nil && u.Host != "" {
		return u.Host
	}
	return "kept in the mail queue"
}

// newTransport returns the mail server, or nil without one: mail then stays in the mail queue. name returns the name
// of the board.
func newTransport(c *config.Config, name func() string) (mail.Transport, error) {
	if c.SMTPURL == "" {
		return nil, nil
	}
	from := mail.From{Name: name, Address: cmp.Or(c.ContactEmail, "no-reply@"+c.BaseURL.Hostname()),
		Host: c.BaseURL.Hostname()}
	transport, err := mail.SMTP(c.SMTPURL.Reveal(), from)
	if err != nil {
		return nil, fmt.Errorf("UVBOARD_SMTP_URL (--smtp-url): %w", err)
	}
	return transport, nil
}
