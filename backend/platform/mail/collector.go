package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"uvboard/backend/platform/store"
	"uvboard/ent/mail"
)

const scrapeTimeout = 2 * time.Second

var mailsDesc = prometheus.NewDesc("uvboard_mails",
	"Mails in the mail queue that are not sent yet, and mails of the last 30 days that were given up.",
	[]string{"state"}, nil)

// Collector exports the number of waiting and failed mails to Prometheus.
type Collector struct{ db *store.DB }

// NewCollector counts the mail queue in db on every scrape.
func NewCollector(db *store.DB) Collector { return Collector{db} }

// Describe implements prometheus.Collector.
func (c Collector) Describe(descs chan<- *prometheus.Desc) { descs <- mailsDesc }

// Collect implements prometheus.Collector. Both counts use the index on state. A failed count is reported to the
// scraper.
func (c Collector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	for _, state := range []string{Waiting, Failed} {
		n, err := c.db.Client().Mail.Query().Where(mail.State(state)).Count(ctx)
		if err != nil {
			metrics <- prometheus.NewInvalidMetric(mailsDesc, fmt.Errorf("count mails: %w", err))
			return
		}
		metrics <- prometheus.MustNewConstMetric(mailsDesc, prometheus.GaugeValue, float64(n), state)
	}
}
