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
		counts := func(want ...string) {
			t.Helper()
			recorder := httptest.NewRecorder()
			promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
			for _, line := range want {
				if !strings.Contains(recorder.Body.String(), line+"\n") {
					t.Errorf("no %s in\n%s", line, recorder.Body)
				}
			}
		}
		office := &postOffice{answers: []error{&smtp.SMTPError{Code: 550, Message: "no such person"}}}
		deliver, err := mail.SMTP(office.open(t), mail.From{Name: "UV Board", Address: "board@example.org", Host: "board.example"})
		if err != nil {
			t.Fatal(err)
		}
		f := newFixture(t, db, deliver)
		f.add(t)
		counts(`uvboard_mails{state="waiting"} 1`, `uvboard_mails{state="failed"} 0`)
		f.work(t)
		counts(`uvboard_mails{state="waiting"} 0`, `uvboard_mails{state="failed"} 1`)
	})
}
