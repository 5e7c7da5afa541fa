package store

import (
	"net"
	"testing"
	"time"
)

// Close sends a message to the server, also if the deadline of the last call has passed.
func TestCloseAfterTheLastDeadline(t *testing.T) {
	socket := &deadlineSocket{deadline: time.Now().Add(-time.Hour)}
	conn, err := newCachingConn(&closingConn{socket: socket}, socket)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

// deadlineSocket remembers its deadline.
type deadlineSocket struct {
	net.Conn
	deadline time.Time
}

func (s *deadlineSocket) SetDeadline(deadline time.Time) error {
	s.deadline = deadline
	return nil
}

// closingConn can be closed before the deadline of its socket.
type closingConn struct {
	fullConn
	socket *deadlineSocket
}

func (c *closingConn) Close() error {
	if time.Until(c.socket.deadline) < cancelTime/2 {
		return net.ErrClosed
	}
	return nil
}
