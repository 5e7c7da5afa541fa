package account

import (
	"strings"
	"testing"

	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/mail"
)

func TestMessages(t *testing.T) {
	board := mails{mail.Board{Name: "UV Board", Origin: "https://board.example"}}
	var all strings.Builder
	for i, m := range board.examples() {
		all.WriteString("Subject: " + m.Subject + "\n\n" + m.Text + "\n")
		if i == 0 {
			all.WriteString(m.HTML + "\n")
		}
	}
	golden.Check(t, "messages.golden", all.String())
}
