package account

import (
	"flag"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
)

var update = flag.Bool("update", false, "rewrite the golden files")

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
	} {
		m, err := message()
		must.NoError(t, err)
		all.WriteString("Subject: " + m.Subject + "\n\n" + m.Text + "\n")
		if i == 0 {
			all.WriteString(m.HTML + "\n")
		}
	}
	const golden = "testdata/messages.golden"
	if *update {
		must.NoError(t, os.WriteFile(golden, []byte(all.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	must.NoError(t, err)
	if diff := cmp.Diff(string(want), all.String()); diff != "" {
		t.Errorf("mails (-want +got; rewrite with -update):\n%s", diff)
	}
}
