package server

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
)

// Headers on their way lie in memory until they are whole. One may take 64 KiB and ten seconds, so thousands that never
// end would take it all. What goes beyond largeHead has to share allHeads with the others of that size; whoever sends on
// when that is full is cut off. Headers of browsers and tools are smaller, and always have their place.
const (
	largeHead = 8 << 10
	allHeads  = 16 << 20
)

var (
	errHeadsFull = errors.New("too many large headers are on their way")
	http2Begin   = []byte("PRI * HTTP/2.0")
)

// headListener counts what connections have sent of headers that are not whole yet.
type headListener struct {
	net.Listener
	beyond atomic.Int64 // largeHead, of all connections
}

// Accept counts on TCP, where alone strangers come from.
func (l *headListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok {
		return &headConn{TCPConn: tcp, all: &l.beyond}, err
	}
	return conn, err
}

// headConn is a connection of which it is known whether a header is being read. It is the TCP connection itself otherwise,
// from which files go out without passing through memory.
type headConn struct {
	*net.TCPConn
	all   *atomic.Int64
	bytes atomic.Int64 // of the header that is being read
	off   atomic.Bool  // a request is being handled, or the connection speaks HTTP/2, which has bounds of its own
	http2 bool
}

func (c *headConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if c.off.Load() || n <= 0 {
		return n, err
	}
	now := c.bytes.Add(int64(n))
	if now == int64(n) && bytes.HasPrefix(p[:n], http2Begin) {
		c.http2 = true
		c.off.Store(true)
	}
	if grown := tooLarge(now) - tooLarge(now-int64(n)); grown > 0 && c.all.Add(grown) > allHeads {
		return 0, errHeadsFull
	}
	return n, err
}

// follow is told by the server, in the goroutine that reads headers, what a connection does.
func follow(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*headConn)
	if !ok {
		return
	}
	if state != http.StateNew {
		c.all.Add(-tooLarge(c.bytes.Swap(0)))
	}
	c.off.Store(c.http2 || state != http.StateNew && state != http.StateIdle)
}

func tooLarge(size int64) int64 { return max(0, size-largeHead) }
