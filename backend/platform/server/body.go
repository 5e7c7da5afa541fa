package server

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// requestBody is the body of a request. It must arrive within bodyTimeout, unless the handler of an upload extends
// that. The rest that a handler has not read gets only leaveTimeout, since net/http reads up to 256 KiB of it before it
// reuses the connection.
type requestBody struct {
	io.ReadCloser
	control *http.ResponseController
	done    bool // read to its end, or left
}

// limit sets the time to receive the body. It fails only on a writer without a connection, as in tests.
func (b *requestBody) limit(timeout time.Duration) {
	_ = b.control.SetReadDeadline(time.Now().Add(timeout))
}

func (b *requestBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) && !b.done {
		b.done = true
		_ = b.control.SetReadDeadline(time.Time{}) // a deadline that passes during the call would cancel it
	}
	return n, err
}

func (b *requestBody) Close() error {
	b.leave()
	return b.ReadCloser.Close()
}

// leave gives the rest of the body leaveTimeout to arrive. A nil body has no rest.
func (b *requestBody) leave() {
	if b != nil && !b.done {
		b.done = true
		b.limit(leaveTimeout)
	}
}

// inUse keeps the deadline after the response has begun, for a handler that still reads the body.
func (b *requestBody) inUse() {
	if b != nil {
		b.done = true
	}
}
