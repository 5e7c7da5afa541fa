package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/lib/pq"

	"uvboard/ent"
)

// Connections of a server: those that read are their own, so that writes which wait for each other's rows cannot keep
// everybody from reading. Idle ones stay open: reconnecting costs a process each.
const (
	postgresReaders = 16
	postgresWriters = 16
)

// lockPatience lets a read fail that waits for a lock, which only a change of the schema can make it do. It holds for those
// reads as well that are not given up with their caller.
const lockPatience = "SET lock_timeout = '15s'"

// writeTries bounds how often a transaction that PostgreSQL asked to repeat is repeated.
const writeTries = 5

func openPostgres(ctx context.Context, databaseURL string) (*DB, error) {
	config, err := pq.NewConfig(databaseURL)
	if err != nil {
		return nil, err
	}
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, err
	}
	reader := postgresPool(keeper{Connector: impatient{connector}, first: lockPatience}, postgresReaders)
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := reader.PingContext(ctx); err != nil {
		reader.Close()
		if errors.Is(err, pq.ErrSSLNotSupported) {
			err = fmt.Errorf("%w; where its network can be trusted, ?sslmode=disable does without", err)
		}
		return nil, err
	}
	writer := postgresPool(keeper{Connector: impatient{connector}}, postgresWriters)
	return &DB{
		Dialect: dialect.Postgres,
		Place:   fmt.Sprintf("PostgreSQL database %s on %s, port %d", config.Database, config.Host, config.Port),
		reader:  reader,
		writer:  writer,
		reads:   ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, reader))),
		txs:     ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, writer))),
	}, nil
}

func postgresPool(connector driver.Connector, conns int) *sql.DB {
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
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
	tx, err := db.txs.Tx(ctx)
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
