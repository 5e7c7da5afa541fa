package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/lib/pq"

	"uvboard/ent"
)

// postgresConns is the size of the pool. Idle connections stay open: reconnecting costs a process each.
const postgresConns = 24

// writeTries bounds how often a transaction that PostgreSQL asked to repeat is repeated.
const writeTries = 5

func openPostgres(ctx context.Context, databaseURL string) (*DB, error) {
	connector, err := pq.NewConnector(databaseURL)
	if err != nil {
		return nil, err
	}
	pool := sql.OpenDB(keeper{connector})
	pool.SetMaxOpenConns(postgresConns)
	pool.SetMaxIdleConns(postgresConns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := pool.PingContext(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return &DB{
		Dialect: dialect.Postgres,
		reader:  pool,
		writer:  pool,
		reads:   ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, pool))),
	}, nil
}

func (db *DB) writePostgres(ctx context.Context, fn func(context.Context, *ent.Client) error) error {
	for try := 1; ; try++ {
		err := db.writePostgresOnce(ctx, fn)
		if err == nil || try == writeTries || !wantsRetry(err) {
			return err
		}
	}
}

func (db *DB) writePostgresOnce(ctx context.Context, fn func(context.Context, *ent.Client) error) error {
	tx, err := db.reads.Tx(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	committed := false
	defer func() {
		if !committed { // also when fn panics
			_ = tx.Rollback() // what went wrong before is what the caller hears of
		}
	}()
	if err := fn(ctx, tx.Client()); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	committed = true
	return nil
}

// wantsRetry tells a deadlock or a serialization failure, after which the same work may well succeed.
func wantsRetry(err error) bool {
	return pq.As(err, "40001", "40P01") != nil
}
