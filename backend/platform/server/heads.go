package server

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Headers on their way lie in memory until they are whole. One may take 64 KiB and ten seconds, so thousands that never
// end would take it all. What goes beyond largeHead has to share allHeads with the others of that size; whoever sends on
// when that is full is cut off. Headers of browsers and tools are smaller, and always have their place.
const (
	largeHead   = 8 << 10
	allHeads    = 16 << 20
	headTimeout = 10 * time.Second
)

var (
	errHeadsFull = errors.New("too many large headers are on their way")
	http2Begin   = []byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
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
	all    *atomic.Int64
	off    atomic.Bool // a request of HTTP/1 is being handled
	begins int         // how many bytes are as HTTP/2 begins; -1 once one is not
	frames *frameReader

	mu     sync.Mutex // over bytes, whose end is seen elsewhere than they are read
	bytes  int64      // of the header that is being read
	closed bool
}

func (c *headConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if n <= 0 {
		return n, err
	}
	read := p[:n]
	if c.begins >= 0 && c.frames == nil {
		read = c.begin(read)
	}
	if c.frames != nil {
		if refused := c.readFrames(read); refused != nil {
			return 0, refused
		}
	} else if !c.off.Load() && !c.grow(n) {
		return 0, errHeadsFull
	}
	return n, err
}

// begin finds out whether the connection speaks HTTP/2, and returns what comes after the beginning if it does.
func (c *headConn) begin(p []byte) []byte {
	same := min(len(p), len(http2Begin)-c.begins)
	if !bytes.Equal(p[:same], http2Begin[c.begins:c.begins+same]) {
		c.begins = -1
		return p
	}
	if c.begins += same; c.begins == len(http2Begin) {
		c.end()
		c.frames = new(frameReader)
	}
	return p[same:]
}

// readFrames counts what is part of a header that is not whole, which has to be in the time that a header has.
func (c *headConn) readFrames(p []byte) error {
	waited, ended := c.frames.inHeader, false
	for len(p) > 0 {
		before := c.frames.inHeader
		n := c.frames.next(p)
		p = p[n:]
		switch {
		case c.frames.inHeader && !c.grow(n):
			return errHeadsFull
		case before && !c.frames.inHeader:
			c.end()
			ended = true
		}
	}
	switch {
	case c.frames.inHeader && (ended || !waited):
		return c.SetReadDeadline(time.Now().Add(headTimeout))
	case waited && !c.frames.inHeader:
		return c.SetReadDeadline(time.Time{})
	}
	return nil
}

// grow counts n bytes more of a header, and says whether there is a place for them.
func (c *headConn) grow(n int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return true
	}
	c.bytes += int64(n)
	grown := tooLarge(c.bytes) - tooLarge(c.bytes-int64(n))
	return grown == 0 || c.all.Add(grown) <= allHeads
}

// end gives back the place of a header that is whole.
func (c *headConn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all.Add(-tooLarge(c.bytes))
	c.bytes = 0
}

// follow is told by the server what a connection does; as long as it speaks HTTP/1, in the goroutine that reads headers.
func follow(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*headConn)
	if !ok {
		return
	}
	switch state {
	case http.StateNew:
		return
	case http.StateClosed, http.StateHijacked:
		c.end()
		c.mu.Lock()
		c.closed = true
		c.mu.Unlock()
	}
	if c.frames != nil {
		return
	}
	c.end()
	c.off.Store(state != http.StateIdle)
}

// frameReader follows the frames of HTTP/2.
type frameReader struct {
	head     [9]byte
	got      int // of head
	left     int // of the frame that follows it
	inHeader bool
}

// The frames of which a header consists, and the flag of the last one.
const (
	frameHeaders      = 1
	frameContinuation = 9
	flagEndHeaders    = 4
)

// next takes bytes up to where a frame or its head ends, and says how many.
func (f *frameReader) next(p []byte) (n int) {
	if f.left == 0 {
		n = copy(f.head[f.got:], p)
		if f.got += n; f.got < len(f.head) {
			return n
		}
		f.left = int(f.head[0])<<16 | int(f.head[1])<<8 | int(f.head[2])
		if kind := f.head[3]; kind == frameHeaders || kind == frameContinuation {
			f.inHeader = true
		}
	} else {
		n = min(f.left, len(p))
		f.left -= n
	}
	if f.left == 0 { // the frame is whole
		f.got = 0
		if kind := f.head[3]; (kind == frameHeaders || kind == frameContinuation) && f.head[4]&flagEndHeaders != 0 {
			f.inHeader = false
		}
	}
	return n
}

func tooLarge(size int64) int64 { return max(0, size-largeHead) }
