package producttest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/ent"
)

// declaredMails returns an example of each mail of the product.
func declaredMails(t *testing.T, db *store.DB) []mail.Message {
	t.Helper()
	c := testConfig(t)
	return domain.Collect(product.New(c, db, openUploads(t, c, db)).Domains,
		func(d domain.Domain) []mail.Message { return d.Mails })
}

// optionalMail returns an example of a mail that users may switch off.
func optionalMail(t *testing.T, db *store.DB) mail.Message {
	t.Helper()
	all := declaredMails(t, db)
	return all[slices.IndexFunc(all, func(m mail.Message) bool { return m.Category.Optional })]
}

// Mails of other categories do not use up the allowance of password resets, and stay within their own.
func TestWarningsLeaveTheAllowanceOfResets(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		admin, _ := visitor.register("overseer")
		_, id := visitor.register("maker")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		storetest.Exec(t, db, "UPDATE users SET email_verified_at = $1", time.Now().UTC())
		warn := func(want int) {
			t.Helper()
			admin.want(want, "POST", "/uvboard.v1.ModerationService/WarnUser", `{"userId":"`+id+
				`","reason":"Please stop."}`)
		}
		for range 5 {
			warn(http.StatusOK)
		}
		visitor.want(http.StatusOK, "POST", "/api/auth/password-reset", `{"email":"maker@mail.example"}`)
		if got := texts(t, db, "SELECT subject FROM mails ORDER BY id DESC LIMIT 1"); got[0] != "Reset your password for UV Board" {
			t.Errorf("the newest mail is %q", got[0])
		}
		warn(http.StatusTooManyRequests)
	})
}

// Mails about the security of an account go to the same addresses, whatever has changed: to those that are confirmed.
func TestNoticesGoToConfirmedAddresses(t *testing.T) {
	all := categories(t)
	for _, name := range []string{"account_change", "security"} {
		if !all[name].ConfirmedOnly {
			t.Errorf("mails of the category %q go to an address that may be a stranger's", name)
		}
	}
}

// docs/limits.md has the allowance of each category.
func TestMailAllowancesAreDocumented(t *testing.T) {
	limits, err := os.ReadFile("../../../docs/limits.md")
	must.NoError(t, err)
	rows := 0
	for name, c := range categories(t) {
		if c.PerHour == 0 {
			continue
		}
		rows++
		if want := fmt.Sprintf(": %s | %d an hour |\n", strings.ToLower(c.Title),
			c.PerHour); !strings.Contains(string(limits), want) {
			t.Errorf("lacks the category %s: %s", name, want)
		}
	}
	if got := strings.Count(string(limits), "| mails to a user"); got != rows {
		t.Errorf("%d rows, want %d", got, rows)
	}
}

// Each mail of the product has golden files, as text and as HTML. Each mail.Message in the source has the Kind of one
// of them.
func TestMails(t *testing.T) {
	board, kinds, files := mail.Named("UV Board", product.Origin(testConfig(t))), map[string]int{}, map[string]bool{}
	check := func(name, content string) {
		files[name] = true
		golden.Check(t, filepath.Join("mails", name), content)
	}
	for _, m := range declaredMails(t, storetest.Open(t, storetest.SQLiteURL(t))) {
		kinds[m.Kind]++
		name := m.Kind
		if n := kinds[m.Kind]; n > 1 {
			name += fmt.Sprint("-", n)
		}
		unsubscribe := ""
		if m.Category.Optional {
			unsubscribe = board.Link("/unsubscribe", "TOKEN")
		}
		text, page := board.Render(m, unsubscribe)
		if m.Category.Why == "" {
			t.Errorf("%s does not say why somebody gets it", m.Kind)
		}
		check(name+".txt", fmt.Sprintf("Category: %s\nReply-To: %s\nSubject: %s\n\n%s", m.Category.Name, m.ReplyTo,
			m.Subject, text))
		check(name+".html", page)
	}
	stored, err := filepath.Glob("testdata/mails/*")
	must.NoError(t, err)
	for _, path := range stored {
		if !files[filepath.Base(path)] {
			t.Errorf("%s is of no mail", path)
		}
	}
	literal := regexp.MustCompile(`[^]]mail\.Message\{\s*(?:Kind: "(\w+)")?`)
	must.NoError(t, filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range literal.FindAllStringSubmatch(string(source), -1) {
			if kinds[m[1]] == 0 {
				t.Errorf("%s has a mail of the kind %q, which must come first and be one of Domain.Mails", path, m[1])
			}
		}
		return err
	}))
}

// Names and texts of others add neither markup nor lines to the HTML and the subject.
func TestMailsEscapeWhatOthersWrite(t *testing.T) {
	const evil = "</p><script>alert(1)</script>\r\nBcc: all@example.org\"'&lt;"
	for _, m := range declaredMails(t, storetest.Open(t, storetest.SQLiteURL(t))) {
		m.Subject, m.Heading, m.Quote, m.Button, m.Link, m.Note, m.Category.Why = evil, evil, evil, evil, evil, evil,
			evil
		for i := range m.Paragraphs {
			m.Paragraphs[i] = evil
		}
		items := make([]mail.Item, len(m.Items))
		for i := range m.Items {
			m.Items[i] = mail.Item{Label: evil, Title: evil, Link: evil, Text: evil, By: evil}
			items[i] = mail.Item{Label: "x", Title: "x", Link: "x", Text: "x", By: "x"}
		}
		text, page := mail.Named(evil, evil).Render(m, evil)

		_, harmless := mail.Named("x", "x").
			Render(mail.Message{Heading: "x", Paragraphs: m.Paragraphs[:0], Quote: "x", Button: "x", Link: "x",
				Note: "x", Markdown: m.Markdown, Items: items}, "x")
		tags := regexp.MustCompile(`<\w+`)
		got := len(tags.FindAllString(strings.ReplaceAll(page, "<br>", ""), -1)) - len(m.Paragraphs)
		if want := len(tags.FindAllString(strings.ReplaceAll(harmless, "<br>", ""), -1)); got != want ||
			strings.Contains(page, "<script") {
			t.Errorf("%s has %d tags, want %d:\n%s", m.Kind, got, want, page)
		}
		if !strings.Contains(text, "<script>") {
			t.Errorf("%s escapes plain text", m.Kind)
		}
	}
}

// A link in a mail of an optional category switches it off without a login, as often as it is used. Other mails have no
// such link.
func TestUnsubscribe(t *testing.T) {
	examples := storetest.Open(t, storetest.SQLiteURL(t))
	optional, all := optionalMail(t, examples), declaredMails(t, examples)
	security := all[slices.IndexFunc(all, func(m mail.Message) bool { return m.Kind == "password_reset" })]
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		c.RateLimits = true
		visitor := &client{t: t, base: serveTest(t, c, db, io.Discard).URL}
		own, _ := visitor.register("ada")
		ada := db.Client().User.Query().OnlyX(t.Context())
		add := func(m mail.Message) *ent.Mail {
			t.Helper()
			before := db.Client().Mail.Query().CountX(t.Context())
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				_, err := product.Mailed(c, db).Add(ctx, tx, ada, ada.Email, m, time.Now())
				return err
			}))
			mails := db.Client().Mail.Query().Order(ent.Desc("id")).AllX(t.Context())
			if len(mails) == before {
				return nil
			}
			return mails[0]
		}
		sent := add(optional)
		page, found := strings.CutPrefix(sent.Unsubscribe, c.BaseURL.String())
		if !found || !strings.Contains(sent.Text, "Unsubscribe: "+sent.Unsubscribe) ||
			!strings.Contains(sent.HTML, `href="`+sent.Unsubscribe+`"`) {
			t.Fatalf("link %q in\n%s", sent.Unsubscribe, sent.Text)
		}
		if m := add(security); m.Unsubscribe != "" || strings.Contains(m.Text, "nsubscribe") {
			t.Errorf("a security mail has a link to unsubscribe: %s", m.Text)
		}
		for range 2 {
			if body := visitor.want(http.StatusNoContent, "POST", page, ""); len(body) > 0 {
				t.Errorf("answer %s", body)
			}
			if add(optional) != nil {
				t.Error("a mail was added after the member had unsubscribed")
			}
		}
		if add(security) == nil {
			t.Error("a security mail was left out")
		}
		state := func(want bool) {
			t.Helper()
			if got := string(own.want(http.StatusOK, "GET", "/api/notifications/emails", "")); strings.Contains(got,
				`"isOn":false`) == want {
				t.Errorf("preferences %s, want on: %t", got, want)
			}
		}
		state(false)
		own.want(http.StatusOK, "PUT", "/api/notifications/emails/"+optional.Category.Name, `{"isOn":true}`)
		state(true)
		if add(optional) == nil {
			t.Error("no mail was added after the category was switched on again")
		}
		_, token, _ := strings.Cut(page, "token=")
		visitor.want(http.StatusOK, "POST", "/api/notifications/unsubscribe", `{"token":"`+token+`"}`)
		state(false)
		other, _ := visitor.register("grace")
		for i := range 8 { // the signature is that of this user and category
			wrong := []byte(token)
			wrong[5*i] ^= 1
			visitor.want(http.StatusBadRequest, "POST", "/unsubscribe?token="+url.QueryEscape(string(wrong)), "")
		}
		if got := string(other.want(http.StatusOK, "GET", "/api/notifications/emails", "")); strings.Contains(got,
			`"isOn":false`) {
			t.Errorf("another member's preferences: %s", got)
		}
		limited := false
		for range 60 {
			response, _ := visitor.send("POST", page, "")
			limited = limited || response.StatusCode == http.StatusTooManyRequests
		}
		if !limited {
			t.Error("60 calls at once are allowed")
		}
	})
}

// categories returns the categories of all mails by name.
func categories(t *testing.T) map[string]mail.Category {
	t.Helper()
	all := map[string]mail.Category{}
	for _, m := range declaredMails(t, storetest.Open(t, storetest.SQLiteURL(t))) {
		if known, ok := all[m.Category.Name]; ok && known != m.Category {
			t.Errorf("two categories have the name %s", known.Name)
		}
		all[m.Category.Name] = m.Category
	}
	return all
}
