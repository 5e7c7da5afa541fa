package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/lib/pq"

	"uvboard/ent"
)

// Connections of a server. Reads have their own, so that writes which wait for locks cannot block them. Idle
// connections stay open: each reconnect starts a server process.
const (
	postgresReaders = 16
	postgresWriters = 16
)

const (
	connectTimeout = 10 * time.Second
	cancelTime     = 2 * time.Second // for the server to confirm that it has canceled a call
	maxWriteTries  = 5
)

// readerSettings limit how long a read waits for a lock, which only a change of the schema can hold.
const readerSettings = "SET lock_timeout = '15s'"

// Error codes of PostgreSQL.
const (
	readOnlyTransaction   = "25006"
	serializationFailure  = "40001"
	deadlockDetected      = "40P01"
	insufficientPrivilege = "42501"
	tooManyConnections    = "53300"
	adminShutdown         = "57P01"
	crashShutdown         = "57P02"
	cannotConnectNow      = "57P03" // starting or stopping
)

func openPostgres(ctx context.Context, databaseURL string) (*DB, error) {
	config, err := postgresConfig(databaseURL)
	if err != nil {
		return nil, err
	}
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, err
	}
	reader := postgresPool(postgresConnector{connector, readerSettings}, postgresReaders)
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err := reader.PingContext(ctx); err != nil {
		reader.Close()
		if errors.Is(err, pq.ErrSSLNotSupported) {
			err = fmt.Errorf("%w; if you trust the network, add ?sslmode=disable", err)
		}
		return nil, err
	}
	if err := checkSessions(ctx, connector); err != nil {
		reader.Close()
		return nil, err
	}
	writer := postgresPool(postgresConnector{connector, ""}, postgresWriters)
	return &DB{
		Dialect: dialect.Postgres,
		url:     hostsAsSettings(databaseURL),
		Place:   placeOf(config),
		reader:  reader,
		writer:  writer,
		reads:   newReads(dialect.Postgres, reader),
		txs:     ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, writer))),
	}, nil
}

// checkSessions fails if two open connections share a session, as behind a pooler of transactions. Prepared statements
// and LISTEN need a session for each connection.
func checkSessions(ctx context.Context, connector driver.Connector) error {
	pool := sql.OpenDB(connector)
	defer pool.Close()
	sessions := make([]string, 2)
	for i := range sessions {
		conn, err := pool.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		// A process id alone may be the same on two hosts.
		const session = "SELECT concat(pid, ' ', backend_start) FROM pg_stat_activity WHERE pid = pg_backend_pid()"
		if err := conn.QueryRowContext(ctx, session).Scan(&sessions[i]); err != nil {
			return err
		}
	}
	if sessions[0] == sessions[1] {
		return errors.New("a pooler there shares a session between connections; let it pool sessions (PgBouncer: pool_mode = session), or name the database itself")
	}
	return nil
}

func placeOf(config pq.Config) string {
	place := fmt.Sprintf("PostgreSQL database %s on %s, port %d", config.Database, config.Host, config.Port)
	for _, other := range config.Multi {
		place += fmt.Sprintf(", or %s, port %d", other.Host, other.Port)
	}
	return place
}

func postgresConfig(databaseURL string) (pq.Config, error) {
	config, err := pq.NewConfig(hostsAsSettings(databaseURL))
	if err == nil && config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	return config, err
}

// hostsAsSettings rewrites the usual form of several hosts, postgres://user@h1:5432,h2:5432/db, as the settings host
// and port, which the driver understands.
func hostsAsSettings(databaseURL string) string {
	scheme, rest, _ := strings.Cut(databaseURL, "://")
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	start := strings.LastIndexByte(rest[:end], '@') + 1
	if !strings.Contains(rest[start:end], ",") {
		return databaseURL
	}
	var hosts, ports []string
	for address := range strings.SplitSeq(rest[start:end], ",") {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			host, port = strings.Trim(address, "[]"), ""
		}
		hosts, ports = append(hosts, host), append(ports, cmp.Or(port, "5432"))
	}
	several := url.Values{"host": {strings.Join(hosts, ",")}, "port": {strings.Join(ports, ",")}}.Encode()
	path, query, hasQuery := strings.Cut(rest[end:], "?")
	if hasQuery {
		several += "&" + query
	}
	return scheme + "://" + rest[:start] + path + "?" + several
}

func postgresPool(connector driver.Connector, conns int) *sql.DB {
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}

// postgresConnector opens connections with cached statements and socket deadlines.
type postgresConnector struct {
	connector *pq.Connector
	settings  string // SQL for every new connection
}

func (c postgresConnector) Driver() driver.Driver { return c.connector.Driver() }

func (c postgresConnector) Connect(ctx context.Context) (driver.Conn, error) {
	dialer, connector := new(socketDialer), *c.connector
	connector.Dialer(dialer)
	conn, err := connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	caching, err := newCachingConn(conn, dialer.connected())
	if err == nil && c.settings != "" {
		if _, err = caching.ExecContext(ctx, c.settings, nil); err != nil {
			err = errors.Join(err, conn.Close())
		}
	}
	if err != nil {
		return nil, err
	}
	return caching, nil
}

// socketDialer remembers the socket of a connection. The driver also dials with it to cancel a call.
type socketDialer struct {
	net.Dialer
	mu     sync.Mutex
	socket net.Conn
	done   bool
}

func (d *socketDialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	socket, err := d.Dialer.DialContext(ctx, network, address)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.done {
		d.socket = socket // with several hosts, the last one dialed is the one in use
	}
	return socket, err
}

// DialTimeout completes pq.Dialer.
func (d *socketDialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

func (d *socketDialer) connected() net.Conn {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = true
	return d.socket
}

// writePostgres repeats a write that failed because of other transactions.
func (db *DB) writePostgres(ctx context.Context, fn func(context.Context, *ent.Client) error) error {
	for try := 1; ; try++ {
		err := db.writeOnce(ctx, fn)
		if err == nil || try == maxWriteTries || !Contended(err) {
			return err
		}
	}
}

func (db *DB) writeOnce(ctx context.Context, fn func(context.Context, *ent.Client) error) error {
	tx, err := db.txs.Tx(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	committed := false
	defer func() {
		if !committed { // also if fn panics
			_ = tx.Rollback() // the first error is the one to report
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

// Contended reports whether an error means that a transaction was undone because of others at the same time.
func Contended(err error) bool { return pq.As(err, serializationFailure, deadlockDetected) != nil }

// Unreachable reports whether an error means that the database cannot be reached or has closed the connection, as
// during a restart. The same call may succeed later.
func Unreachable(err error) bool {
	if _, lost := errors.AsType[*net.OpError](err); lost {
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || pq.As(err, adminShutdown, crashShutdown, cannotConnectNow,
		tooManyConnections) != nil
}
