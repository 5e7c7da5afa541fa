package main

import (
	"context"
	"log/slog"
	"time"

	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
)

const jobInterval = 2 * time.Second

const releaseTime = 5 * time.Second

func newJobs(db *store.DB, p *product, sender *mail.Sender) []domain.Job {
	eraser := erasure.NewWorker(db, p.domains, time.Now)
	return append([]domain.Job{
		{Name: "deliver mail", Work: sender.Work, Release: sender.Release},
		{Name: "finish deletions", Work: eraser.Work, Release: eraser.Release},
	}, domain.Collect(p.domains, func(d domain.Domain) []domain.Job { return d.Jobs })...)
}

// startJob repeats a job until ctx ends or stop is called, which waits for the work and the release. It begins when ready
// returns no error. Errors are logged and the work is retried.
func startJob(ctx context.Context, j domain.Job, ready func(context.Context) error, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(jobInterval)
		defer ticker.Stop()
		for ready(ctx) != nil {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
		defer releaseJob(context.WithoutCancel(ctx), j, log)
		for {
			if err := j.Work(ctx); err != nil && ctx.Err() == nil {
				log.Error("job failed and will be retried", "job", j.Name, "error", err.Error())
			}
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// releaseJob releases a job within releaseTime, because the stop of the server waits for it.
func releaseJob(ctx context.Context, j domain.Job, log *slog.Logger) {
	if j.Release == nil {
		return
	}
	ctx, done := context.WithTimeout(ctx, releaseTime)
	defer done()
	if err := j.Release(ctx); err != nil {
		log.Warn("job not released: another server will take it over within a minute", "job", j.Name, "error", err.Error())
	}
}
