package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// declaredMails returns an example of each mail of the product.
func declaredMails(t *testing.T) []mail.Message {
	t.Helper()
	c, db := testConfig(t), storetest.Open(t, storetest.SQLiteURL(t))
	return domain.Collect(newProduct(c, db, openUploads(t, c, db)).domains, func(d domain.Domain) []mail.Message { return d.Mails })
}

// Mails of other categories do not use up the allowance of password resets, and stay within their own.
func TestWarningsLeaveTheAllowanceOfResets(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		admin, _ := visitor.register("overseer")
		_, id := visitor.register("maker")
		storetest.Exec(t, db, "UPDATE users SET is_admin = true WHERE username_key = 'overseer'")
		storetest.Exec(t, db, "UPDATE users SET email_verified_at = $1", time.Now().UTC())
		warn := func(want int) {
			t.Helper()
			admin.want(want, "POST", "/uvboard.v1.ModerationService/WarnUser", `{"userId":"`+id+`","reason":"Please stop."}`)
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
		if want := fmt.Sprintf(": %s | %d an hour |\n", strings.ToLower(c.Title), c.PerHour); !strings.Contains(string(limits), want) {
			t.Errorf("lacks the category %s: %s", name, want)
		}
	}
	if got := strings.Count(string(limits), "| mails to a user"); got != rows {
		t.Errorf("%d rows, want %d", got, rows)
	}
}

// categories returns the categories of all mails by name.
func categories(t *testing.T) map[string]mail.Category {
	t.Helper()
	all := map[string]mail.Category{}
	for _, m := range declaredMails(t) {
		if known, ok := all[m.Category.Name]; ok && known != m.Category {
			t.Errorf("two categories have the name %s", known.Name)
		}
		all[m.Category.Name] = m.Category
	}
	return all
}
