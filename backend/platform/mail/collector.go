package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"uvboard/backend/platform/store"
	"uvboard/ent/mail"
)

// countTime bounds how long a scrape waits for the counts.
const countTime = 2 * time.Second

var mailsDesc = prometheus.NewDesc("uvboard_mails", "Mails in the outbox that were not sent yet, and those of the last 30 days that were given up.", []string{"state"}, nil)

// Collector tells Prometheus how many mails wait and how many were given up, as it is asked.
type Collector struct{ db *store.DB }

// NewCollector looks into the outbox in db.
func NewCollector(db *store.DB) Collector { return Collector{db} }

// Describe implements prometheus.Collector.
func (c Collector) Describe(descs chan<- *prometheus.Desc) { descs <- mailsDesc }

// Collect implements prometheus.Collector. Each count is one of an index. One that fails is told as an error of the scrape.
func (c Collector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), countTime)
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
