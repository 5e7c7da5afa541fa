package product

import (
	"log/slog"
	"time"

	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
)

// NewJobs makes the runner of all background jobs. Without a transport mail stays in its queue.
func (p *Product) NewJobs(transport mail.Transport, log *slog.Logger) *jobs.Runner {
	list := append(mail.NewSender(p.db, transport, log, time.Now).Jobs(), erasure.NewWorker(p.db, p.Domains, time.Now).
		Job(), p.Limits.Job(), p.Keys.Job())
	list = append(list, domain.Collect(p.Domains, func(d domain.Domain) []jobs.Job { return d.Jobs })...)
	return jobs.New(p.db, list, log, time.Now)
}
