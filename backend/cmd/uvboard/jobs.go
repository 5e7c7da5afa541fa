package main

import (
	"context"
	"log/slog"
	"time"

	"uvboard/backend/config"
	"uvboard/backend/media"
	"uvboard/backend/project"
	"uvboard/backend/removal"
	"uvboard/backend/store"
)

// lookEvery is how long a job rests before it looks again for something to do.
const lookEvery = 2 * time.Second

// job is something that is done beside the server, again and again. Of servers that share a database one does it at a time,
// which the work itself sees to.
type job struct {
	name string
	work func(context.Context) error
}

// newJobs are all jobs of a server.
func newJobs(c *config.Config, db *store.DB, uploads *media.Service, log *slog.Logger) ([]job, error) {
	courier, err := newCourier(c, db, log)
	if err != nil {
		return nil, err
	}
	leavers := removal.NewWorker(db, project.NewService(db, uploads, time.Now), uploads, time.Now)
	return []job{
		{"deliver mail", courier.Work},
		{"finish deleted accounts", leavers.Work},
		{"remove uploads", media.NewCollector(uploads, log).Work},
	}, nil
}

// start has a job done until ctx ends or stop is called, which waits for it. What goes wrong is logged and tried again.
func (j job) start(ctx context.Context, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(lookEvery)
		defer ticker.Stop()
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
