package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"math"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/lib/pq"

	"uvboard/ent"
)

const (
	pollEvery = 100 * time.Millisecond // the position of each database
	pollTime  = 2 * time.Second        // for an answer
	maxBehind = 5 * time.Second        // beyond which a standby is left out
	logAfter  = time.Second            // of a state, since a standby may be left out and back within a poll
)

// Latest is a position that no standby has reached.
const Latest uint64 = math.MaxInt64

// positionOf asks a primary or a standby for its position in the log: bytes since the cluster was made.
const positionOf = "SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0')::bigint"

// identityOf asks a primary or a standby for its position and for what a standby has in common with its primary alone.
const identityOf = positionOf +
	`, (SELECT system_identifier FROM pg_control_system()) || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database())`

// Standbys are databases that answer reads. Its methods may be called on nil, which means none.
type Standbys struct {
	primary *sql.DB
	all     []*standby
	next    atomic.Uint64 // counts calls, which take turns
	down    atomic.Bool   // the primary does not answer
	log     *slog.Logger
	stop    context.CancelFunc
	polling sync.WaitGroup
}

type standby struct {
	host     string // and port
	pool     *sql.DB
	position atomic.Uint64          // 0 while it is left out
	leftOut  atomic.Pointer[string] // why, nil while it is in use
	loggedAs bool                   // whether it was left out when that was logged
	since    time.Time              // when that was last true
}

// Reads runs a query on the standby of the context, else on the primary. If that one cannot answer, another one does.
type Reads struct{ primary *sql.DB }

type standbyKey struct{}

// choice is where the reads of a context run.
type choice struct {
	standbys *Standbys // nil if only the primary may answer
	one      *standby  // nil for the primary
}

// OpenStandbys lets the hosts of a URL answer reads of contexts that For returns, until Close. A host may be the
// primary. Hosts that do not answer, or with another database, are left out until that changes, which is logged. Errors
// name DATABASE_READ_URL and never show its password.
func (db *DB) OpenStandbys(databaseURL string, log *slog.Logger) error {
	if db.IsSQLite() {
		return errors.New("DATABASE_READ_URL: needs a PostgreSQL database in DATABASE_URL")
	}
	config, err := postgresConfig(databaseURL)
	if err != nil {
		return fmt.Errorf("DATABASE_READ_URL: %w", withoutPassword(databaseURL, err))
	}
	s := &Standbys{primary: db.reader, log: log}
	hosts := append([]pq.ConfigMultihost{{Host: config.Host, Hostaddr: config.Hostaddr, Port: config.Port}},
		config.Multi...)
	for _, host := range hosts {
		one := config.Clone()
		one.Host, one.Hostaddr, one.Port, one.Multi, one.TargetSessionAttrs = host.Host, host.Hostaddr, host.Port, nil,
			""
		connector, err := pq.NewConnectorConfig(one)
		if err != nil {
			return fmt.Errorf("DATABASE_READ_URL: %w", withoutPassword(databaseURL, err))
		}
		s.all = append(s.all, &standby{
			host: net.JoinHostPort(host.Host, strconv.Itoa(int(host.Port))), since: time.Now(),
			pool: postgresPool(postgresConnector{connector, readerSettings}, postgresReaders),
		})
	}
	db.Place += ", read at " + strings.Join(slices.Sorted(maps.Keys(s.States())), " and ")
	ctx, cancel := context.WithCancel(context.Background())
	s.stop = cancel
	s.polling.Go(func() { s.poll(ctx) })
	db.standbys = s
	return nil
}

// Standbys returns the databases that answer reads, nil if there are none.
func (db *DB) Standbys() *Standbys { return db.standbys }

// Reads runs hand-written queries on hot paths where Client would run them.
func (db *DB) Reads() Reads { return Reads{db.reader} }

func newReads(dialect string, primary *sql.DB) *ent.Client {
	return ent.NewClient(ent.Driver(entsql.NewDriver(dialect, entsql.Conn{ExecQuerier: Reads{primary}})))
}

// For lets reads of a context run on a standby that has reached a position. If none has, they run on the primary or,
// while it does not answer, on the furthest standby. With synchronous replication that one has every write that was
// acknowledged.
func (s *Standbys) For(ctx context.Context, position uint64) context.Context {
	if s == nil {
		return ctx
	}
	for range s.all {
		one := s.all[s.next.Add(1)%uint64(len(s.all))]
		if at := one.position.Load(); at > 0 && at >= position {
			return context.WithValue(ctx, standbyKey{}, choice{s, one})
		}
	}
	var one *standby
	if s.down.Load() {
		one = s.furthest()
	}
	return context.WithValue(ctx, standbyKey{}, choice{s, one})
}

// furthest returns the standby with the highest position, nil if all are left out.
func (s *Standbys) furthest() (found *standby) {
	var highest uint64
	for _, one := range s.all {
		if at := one.position.Load(); at > highest {
			found, highest = one, at
		}
	}
	return found
}

// OnPrimary returns a context whose reads run on the primary.
func OnPrimary(ctx context.Context) context.Context {
	return context.WithValue(ctx, standbyKey{}, choice{})
}

// Position returns the position after all writes that have been committed; 0 without standbys.
func (s *Standbys) Position(ctx context.Context) (position uint64, err error) {
	if s == nil {
		return 0, nil
	}
	if err := s.primary.QueryRowContext(ctx, positionOf).Scan(&position); err != nil {
		return 0, fmt.Errorf("position of the primary: %w", err)
	}
	return position, nil
}

// Await waits until the standbys in use have what was committed before the call, or are left out.
func (s *Standbys) Await(ctx context.Context) error {
	position, err := s.Position(ctx)
	if err != nil || position == 0 {
		return err
	}
	tick := time.NewTicker(pollEvery / 2)
	defer tick.Stop()
	for _, one := range s.all {
		for at := one.position.Load(); at > 0 && at < position; at = one.position.Load() {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-tick.C:
			}
		}
	}
	return nil
}

// States returns why standbys are left out, by host and port: such as "does not answer"; "" for those in use.
func (s *Standbys) States() map[string]string {
	states := map[string]string{}
	if s == nil {
		return states
	}
	for _, one := range s.all {
		states[one.host] = ""
		if why := one.leftOut.Load(); why != nil {
			states[one.host] = *why
		}
	}
	return states
}

// poll asks all databases for their positions until ctx ends.
func (s *Standbys) poll(ctx context.Context) {
	type point struct {
		at       time.Time
		position uint64
	}
	var seen []point // positions of the primary
	var identity string
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		if position, own, err := ask(ctx, s.primary); err == nil {
			seen = append(seen, point{time.Now(), position})
			identity = own
			s.down.Store(false)
		} else {
			s.down.Store(true) // nothing new is written, so standbys do not fall behind
		}
		// A standby in use has what the primary had maxBehind before its last answer.
		var needed uint64
		if len(seen) > 0 {
			bound := seen[len(seen)-1].at.Add(-maxBehind)
			for len(seen) > 1 && !seen[1].at.After(bound) {
				seen = seen[1:]
			}
			if !seen[0].at.After(bound) {
				needed = seen[0].position
			}
		}
		var asked sync.WaitGroup
		for _, one := range s.all {
			asked.Go(func() {
				position, own, err := ask(ctx, one.pool)
				why := ""
				switch {
				case err != nil:
					why = "does not answer"
				case own != identity:
					why = "has another database than DATABASE_URL names"
				case position < needed:
					why = "is more than 5 seconds behind"
				}
				if ctx.Err() == nil {
					s.note(one, position, why, err)
				}
			})
		}
		asked.Wait()
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

func ask(ctx context.Context, pool *sql.DB) (position uint64, identity string, err error) {
	ctx, cancel := context.WithTimeout(ctx, pollTime)
	defer cancel()
	err = pool.QueryRowContext(ctx, identityOf).Scan(&position, &identity)
	return position, identity, err
}

// note keeps what a standby answered, and logs when it has been left out, or is back, for a second.
func (s *Standbys) note(one *standby, position uint64, why string, err error) {
	left := why != ""
	if left {
		one.position.Store(0)
		one.leftOut.Store(&why)
	} else {
		one.position.Store(position)
		one.leftOut.Store(nil)
	}
	now := time.Now()
	switch {
	case left == one.loggedAs:
		one.since = now
	case now.Sub(one.since) < logAfter:
	case left:
		one.loggedAs = left
		s.log.Warn("a standby of DATABASE_READ_URL is left out", "host", one.host, "reason", why, "error", err)
	default:
		one.loggedAs = left
		s.log.Info("a standby of DATABASE_READ_URL is in use again", "host", one.host)
	}
}

func (s *Standbys) close() error {
	if s == nil {
		return nil
	}
	s.stop()
	s.polling.Wait()
	var err error
	for _, one := range s.all {
		err = errors.Join(err, one.pool.Close())
	}
	return err
}

// pools returns the databases that may answer reads of a context, in the order in which to ask them.
func (r Reads) pools(ctx context.Context) iter.Seq[*sql.DB] {
	return func(yield func(*sql.DB) bool) {
		chosen, _ := ctx.Value(standbyKey{}).(choice)
		if chosen.one != nil {
			if !yield(chosen.one.pool) {
				return
			}
			chosen.one.position.Store(0) // until it is polled again
		}
		if !yield(r.primary) || chosen.standbys == nil {
			return
		}
		for range chosen.standbys.all {
			one := chosen.standbys.furthest()
			if one == nil || !yield(one.pool) {
				return
			}
			one.position.Store(0)
		}
	}
}

// isElsewhere reports whether another database may answer a read that failed: the one asked has gone, or what the query
// read is being removed there.
func isElsewhere(err error) bool { return Unreachable(err) || Contended(err) }

// QueryContext runs a query.
func (r Reads) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	for pool := range r.pools(ctx) {
		if rows, err = pool.QueryContext(ctx, query, args...); err == nil || !isElsewhere(err) {
			break
		}
	}
	return rows, err
}

// QueryRowContext runs a query for one row.
func (r Reads) QueryRowContext(ctx context.Context, query string, args ...any) (row *sql.Row) {
	for pool := range r.pools(ctx) {
		if row = pool.QueryRowContext(ctx, query, args...); row.Err() == nil || !isElsewhere(row.Err()) {
			break
		}
	}
	return row
}

// ExecContext completes the interface of Ent's driver.
func (r Reads) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return r.primary.ExecContext(ctx, query, args...)
}
