package account

import (
	"net/url"
	"strings"
	"testing"

	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
)

func TestMessages(t *testing.T) {
	site := Site{Name: "UV Board", BaseURL: &url.URL{Scheme: "https", Host: "board.example"}}
	var all strings.Builder
	for i, message := range []func() (mail.Message, error){
		func() (mail.Message, error) { return site.verifyMessage("ada", "TOKEN") },
		func() (mail.Message, error) { return site.resetMessage("ada", "TOKEN") },
		func() (mail.Message, error) { return site.changeMessage("ada", "TOKEN") },
		func() (mail.Message, error) { return site.takenMessage("grace", "ada") },
		func() (mail.Message, error) { return site.changedMessage("ada", "new@example.org") },
		func() (mail.Message, error) { return site.deletedMessage("ada", Erase) },
		func() (mail.Message, error) { return site.deletedMessage("ada", Anonymise) },
		func() (mail.Message, error) { return site.removedMessage("ada", Erase, "Spam <b>again</b>") },
		func() (mail.Message, error) { return site.removedMessage("ada", Anonymise, "") },
	} {
		m, err := message()
		must.NoError(t, err)
		all.WriteString("Subject: " + m.Subject + "\n\n" + m.Text + "\n")
		if i == 0 {
			all.WriteString(m.HTML + "\n")
		}
	}
	golden.Check(t, "messages.golden", all.String())
}
