package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/lib/pq"
)

// How long PostgreSQL may take to let a connection in, and to answer after the time of a call is over and it has been asked
// to stop.
const (
	handshakeTime = 10 * time.Second
	stopTime      = 2 * time.Second
)

// impatient opens connections to PostgreSQL on which a call ends when its time is over. By itself the driver then asks the
// server to stop and waits until it has, which a server that stands still, with its disk or its machine, never says.
type impatient struct{ connector *pq.Connector }

func (i impatient) Driver() driver.Driver { return i.connector.Driver() }

func (i impatient) Connect(ctx context.Context) (driver.Conn, error) {
	dialer, connector := &wireDialer{patience: handshakeTime}, *i.connector
	connector.Dialer(dialer)
	conn, err := connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	able, ok := conn.(ableConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T cannot keep statements", conn), conn.Close())
	}
	// What it is told first has to come within the same time as the handshake.
	return &impatientConn{ableConn: able, wire: dialer.connected()}, nil
}

// impatientConn knows what it goes over.
type impatientConn struct {
	ableConn
	wire net.Conn

	mu    sync.Mutex // over what follows, and the deadline of wire
	calls int
	over  func() bool // stops watching for the end of the last call's context; nil where that is not watched
}

// expect bounds what comes next, up to the next call, to the time that ctx has, or, where it has all the time, to when it
// ends. The latter is for what works beside the server, which has to end with it: a goroutine for each call would cost too much.
func (c *impatientConn) expect(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over != nil {
		c.over()
		c.over = nil
	}
	c.calls++
	until, bounded := ctx.Deadline()
	switch {
	case bounded:
		until = until.Add(stopTime)
	case ctx.Done() != nil:
		call := c.calls
		c.over = context.AfterFunc(ctx, func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.calls == call { // else the next one has begun
				_ = c.wire.SetDeadline(time.Now().Add(stopTime))
			}
		})
	}
	_ = c.wire.SetDeadline(until) // a connection that is closed says so when it is used
}

func (c *impatientConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	c.expect(ctx)
	return c.ableConn.BeginTx(ctx, options)
}

func (c *impatientConn) Ping(ctx context.Context) error {
	c.expect(ctx)
	return c.ableConn.Ping(ctx)
}

// Close takes leave. The time of the last call is long over on a connection that nobody has used since.
func (c *impatientConn) Close() error {
	now, done := context.WithDeadline(context.Background(), time.Now())
	defer done()
	c.expect(now)
	return c.ableConn.Close()
}

// wireDialer dials for one connection, and for those by which the driver asks to stop what runs on it: the call that is
// given up waits for those too.
type wireDialer struct {
	mu       sync.Mutex
	last     net.Conn
	patience time.Duration
}

func (d *wireDialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, d.patience)
	defer cancel()
	wire, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.last = wire
	until, _ := ctx.Deadline()
	return wire, wire.SetDeadline(until)
}

// Dial is what the driver wants beside DialContext, and does not use.
func (d *wireDialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// DialTimeout is what the driver wants beside DialContext, and does not use.
func (d *wireDialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// connected is the connection, once it stands; who is dialled from now on is asked to stop.
func (d *wireDialer) connected() net.Conn {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.patience = stopTime
	return d.last
}
