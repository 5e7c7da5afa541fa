package media

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/lease"
	"uvboard/ent"
	"uvboard/ent/fileremoval"
	"uvboard/ent/upload"
)

// When files go, and how the collector works.
const (
	unusedFor   = 24 * time.Hour   // after which an upload that nothing shows goes
	straggle    = 15 * time.Minute // what was on its way to the store when its sender gave up has come by then
	leasePeriod = time.Minute
	retryAfter  = 5 * time.Minute // when the store fails
	removeTime  = 30 * time.Second
	batch       = 50
)

// Collector removes what has been ordered to be removed. Every file is covered by such an order, or by the row of an upload
// that something shows, from before it is written: so whatever ends a server, and whenever, no file stays for good that
// nobody knows of. Of several collectors that share a database one works at a time.
type Collector struct {
	service *Service
	lease   *lease.Lease
}

// NewCollector works for service.
func NewCollector(service *Service) *Collector {
	return &Collector{service: service, lease: lease.New(service.db, "uploads")}
}

// Release lets another collector work at once. It is called when Work has ended for good.
func (c *Collector) Release(ctx context.Context) error { return c.lease.Release(ctx) }

// Work removes all that is due. With nothing to do it only reads.
func (c *Collector) Work(ctx context.Context) error {
	s := c.service
	for {
		due, err := s.db.Client().FileRemoval.Query().Where(fileremoval.DueAtLTE(s.now())).
			Order(fileremoval.ByDueAt(), fileremoval.ByID()).Limit(batch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("look for uploads to remove: %w", err)
		}
		for _, name := range due {
			held, err := c.lease.Hold(ctx, s.now(), leasePeriod)
			if err != nil || !held {
				return err
			}
			if err := c.handle(ctx, name); err != nil {
				return err
			}
		}
		if len(due) < batch {
			return nil
		}
	}
}

// handle removes one upload or file: first the row, so that nothing can begin to show it, then the files, then the order.
func (c *Collector) handle(ctx context.Context, name string) error {
	s := c.service
	due := false
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		q := tx.FileRemoval.Query().Where(fileremoval.ID(name), fileremoval.DueAtLTE(s.now()))
		if !s.db.IsSQLite() {
			q = q.ForUpdate()
		}
		ids, err := q.IDs(ctx)
		if due = len(ids) > 0; err != nil || !due {
			return err // a project has come to show it
		}
		if folder, isUpload := strings.CutSuffix(name, "/"); isUpload {
			id, err := uuid.Parse(folder)
			if err != nil {
				return err
			}
			_, err = tx.Upload.Delete().Where(upload.ID(id)).Exec(ctx)
			return err
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	if !due {
		return nil
	}
	removing, done := context.WithTimeout(ctx, removeTime)
	failure := s.bucket.Delete(removing, name)
	done()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failure != nil {
		slog.WarnContext(ctx, "files not removed yet", "name", name, "error", failure.Error())
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if failure != nil {
			return tx.FileRemoval.Update().Where(fileremoval.ID(name)).SetDueAt(s.now().Add(retryAfter)).Exec(ctx)
		}
		_, err := tx.FileRemoval.Delete().Where(fileremoval.ID(name)).Exec(ctx)
		return err
	})
}
