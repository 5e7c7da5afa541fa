package main

import (
	"context"
	"log/slog"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
)

// lookEvery is how long a job rests before it looks again for something to do.
const lookEvery = 2 * time.Second

// releaseTime bounds how long the end of a job takes.
const releaseTime = 5 * time.Second

// job is something that is done beside the server, again and again. Of servers that share a database one does it at a time,
// which the work itself sees to.
type job struct {
	name    string
	work    func(context.Context) error
	release func(context.Context) error // lets another server go on at once; nil where nobody has to wait
}

// newJobs are all jobs of a server.
func newJobs(c *config.Config, db *store.DB, uploads *media.Service, sender *mail.Sender, log *slog.Logger) []job {
	all := newServices(c, db, uploads)
	leavers := erasure.NewWorker(db, all.domains, time.Now)
	collector := media.NewCollector(uploads, log)
	return []job{
		{"deliver mail", sender.Work, sender.Release},
		{"finish deleted accounts", leavers.Work, leavers.Release},
		{"remove uploads", collector.Work, collector.Release},
		{"forget what has expired", all.accounts.Sweep, nil},
	}
}

// start has a job done until ctx ends or stop is called, which waits for it and for its release. It begins once ready does
// not fail any more. What goes wrong is logged and tried again.
func (j job) start(ctx context.Context, ready func(context.Context) error, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(lookEvery)
		defer ticker.Stop()
		for ready(ctx) != nil {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
		defer j.end(context.WithoutCancel(ctx), log)
		for {
			if err := j.work(ctx); err != nil && ctx.Err() == nil {
				log.Error("a job failed and will be tried again", "job", j.name, "error", err.Error())
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

// end releases the job, in little time, since whoever stops the server waits.
func (j job) end(ctx context.Context, log *slog.Logger) {
	if j.release == nil {
		return
	}
	ctx, done := context.WithTimeout(ctx, releaseTime)
	defer done()
	if err := j.release(ctx); err != nil {
		log.Warn("a job was not released; another server will wait for it a minute", "job", j.name, "error", err.Error())
	}
}
