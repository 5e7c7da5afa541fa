package main

import (
	"log/slog"
	"time"

	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
)

func newJobs(db *store.DB, p *product, transport mail.Transport, log *slog.Logger) *jobs.Runner {
	list := append(mail.NewSender(db, transport, log, time.Now).Jobs(), erasure.NewWorker(db, p.domains, time.Now).Job(), p.limits.Job())
	list = append(list, domain.Collect(p.domains, func(d domain.Domain) []jobs.Job { return d.Jobs })...)
	return jobs.New(db, list, log, time.Now)
}
