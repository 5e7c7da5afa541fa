package account

import (
	"net/url"
	"strings"
	"testing"

	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/mail"
)

func TestMessages(t *testing.T) {
	site := Site{Name: "UV Board", BaseURL: &url.URL{Scheme: "https", Host: "board.example"}}
	var all strings.Builder
	for i, message := range []func() mail.Message{
		func() mail.Message { return site.verifyMessage("ada", "TOKEN") },
		func() mail.Message { return site.resetMessage("ada", "TOKEN") },
		func() mail.Message { return site.changeMessage("ada", "TOKEN") },
		func() mail.Message { return site.takenMessage("grace", "ada") },
		func() mail.Message { return site.changedMessage("ada", "new@example.org") },
		func() mail.Message { return site.deletedMessage("ada", Erase) },
		func() mail.Message { return site.deletedMessage("ada", Anonymise) },
		func() mail.Message { return site.removedMessage("ada", Erase, "Spam <b>again</b>") },
		func() mail.Message { return site.removedMessage("ada", Anonymise, "") },
	} {
		m := message()
		all.WriteString("Subject: " + m.Subject + "\n\n" + m.Text + "\n")
		if i == 0 {
			all.WriteString(m.HTML + "\n")
		}
	}
	golden.Check(t, "messages.golden", all.String())
}
