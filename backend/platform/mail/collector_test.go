package mail_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

func TestCollector(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		registry := prometheus.NewRegistry()
		registry.MustRegister(mail.NewCollector(db))
		want := func(lines ...string) {
			t.Helper()
			recorder := httptest.NewRecorder()
			promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).
				ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
			for _, line := range lines {
				if !strings.Contains(recorder.Body.String(), line+"\n") {
					t.Errorf("no %s in\n%s", line, recorder.Body)
				}
			}
		}
		server := &smtpServer{errors: []error{&smtp.SMTPError{Code: 550, Message: "no such person"}}}
		f := newFixture(t, db, server.start(t))
		f.add(t)
		want(`uvboard_mails{state="waiting"} 1`, `uvboard_mails{state="failed"} 0`)
		f.work(t)
		want(`uvboard_mails{state="waiting"} 0`, `uvboard_mails{state="failed"} 1`)
	})
}
