package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"
)

// ReadOne reads a single row by a key into dest; no row is sql.ErrNoRows. It waits for a connection no longer than ctx lasts.
// The read itself is not given up with a caller whose time is bounded: to watch for that, database/sql and the driver start a
// goroutine each, which costs more than such a read has left to save, and a connection is bounded by that time itself (see
// impatientConn).
func (db *DB) ReadOne(ctx context.Context, query string, args []any, dest ...any) error {
	reading := ctx
	if _, bounded := ctx.Deadline(); bounded {
		reading = unwatched{context.WithoutCancel(ctx), ctx}
	}
	for try := 0; ; try++ {
		conn, err := db.reader.Conn(ctx)
		if err != nil {
			return err
		}
		err = conn.QueryRowContext(reading, query, args...).Scan(dest...)
		_ = conn.Close() // which gives it back, and says only that it was closed when it turned out to be broken
		// After a restart of the database every connection that was there may be broken, and each is found out by its use.
		if !errors.Is(err, driver.ErrBadConn) || try == postgresReaders {
			return err
		}
	}
}

// unwatched is a context that does not end, and says when its caller's time is over.
type unwatched struct {
	context.Context
	callers context.Context
}

func (u unwatched) Deadline() (time.Time, bool) { return u.callers.Deadline() }
