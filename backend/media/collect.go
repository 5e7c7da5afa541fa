package media

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/fileremoval"
	"uvboard/ent/upload"
)

const (
	unusedFor  = 24 * time.Hour   // after which an upload that no item shows is removed
	straggle   = 15 * time.Minute // for writes to the bucket that outlast their request
	retryAfter = 5 * time.Minute  // if the bucket fails
	removeTime = 30 * time.Second
	batch      = 50
)

// Collector deletes files that are due for removal. A crash leaves no file behind for good: a file has a removal before
// it is written, and keeps it until an item shows its upload.
type Collector struct{ service *Service }

// NewCollector returns a collector for service.
func NewCollector(service *Service) *Collector {
	return &Collector{service}
}

// Due reports whether a file is due for removal.
func (c *Collector) Due(ctx context.Context) (bool, error) {
	s := c.service
	// Order by the index, because for EXISTS alone PostgreSQL may read the whole table.
	due, err := s.db.Client().FileRemoval.Query().Where(fileremoval.DueAtLTE(s.now())).Order(fileremoval.ByDueAt()).
		Limit(1).IDs(ctx)
	return len(due) > 0, err
}

// Work deletes what is due.
func (c *Collector) Work(ctx context.Context) error {
	s := c.service
	for {
		due, err := s.db.Client().FileRemoval.Query().Where(fileremoval.DueAtLTE(s.now())).
			Order(fileremoval.ByDueAt(), fileremoval.ByID()).Limit(batch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("look for uploads to remove: %w", err)
		}
		for _, name := range due {
			if err := c.handle(ctx, name); err != nil {
				return err
			}
		}
		if len(due) < batch {
			return nil
		}
	}
}

// handle removes one upload or file: first the row, so that no item can begin to show it, then the files, then the
// removal.
func (c *Collector) handle(ctx context.Context, name string) error {
	s := c.service
	due := false
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := tx.FileRemoval.Query().Where(fileremoval.ID(name), fileremoval.DueAtLTE(s.now()), s.db.ForUpdate).
			IDs(ctx)
		if due = len(ids) > 0; err != nil || !due {
			return err // an item shows it now
		}
		folder, isUpload := strings.CutSuffix(name, "/")
		if !isUpload {
			return nil
		}
		id, err := uuid.Parse(folder)
		if err == nil {
			_, err = tx.Upload.Delete().Where(upload.ID(id)).Exec(ctx)
		}
		return err
	})
	if err != nil || !due {
		return err
	}
	removing, done := context.WithTimeout(ctx, removeTime)
	failure := s.bucket.Delete(removing, name)
	done()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failure != nil {
		slog.WarnContext(ctx, "files not deleted, will retry", "name", name, "error", failure.Error())
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if failure != nil {
			return tx.FileRemoval.Update().Where(fileremoval.ID(name)).SetDueAt(s.now().Add(retryAfter)).Exec(ctx)
		}
		_, err := tx.FileRemoval.Delete().Where(fileremoval.ID(name)).Exec(ctx)
		return err
	})
}
