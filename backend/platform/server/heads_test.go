package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// Thousands who never finish a header must not take all memory, nor the place of others.
func TestUnfinishedHeadersShareAPlace(t *testing.T) {
	const senders, sent = 600, 40 << 10 // more than has a place
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, "hello")
		}), slog.New(slog.DiscardHandler))
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	hurry := func(conn net.Conn) error { return conn.SetDeadline(time.Now().Add(8 * time.Second)) } // sooner than headers have to be there
	dial := func() net.Conn {
		t.Helper()
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if err := hurry(conn); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	ask := func(conn net.Conn, padding, body int) error {
		if err := hurry(conn); err != nil {
			return err
		}
		_, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: board\r\nContent-Length: %d\r\nX-Padding: %s\r\n\r\n%s",
			body, strings.Repeat("x", padding), strings.Repeat("b", body))
		if err != nil {
			return err
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		if err == nil && string(answer) != "hello" {
			err = fmt.Errorf("answer %q", answer)
		}
		return err
	}
	kept := dial()
	defer kept.Close()
	if err := ask(kept, 30<<10, 0); err != nil {
		t.Fatal(err)
	}
	var unfinished []net.Conn
	for i := range senders {
		conn := dial()
		defer conn.Close()
		if i%2 == 0 { // as well as by connections that have been used
			if err := ask(conn, 10, 0); err != nil {
				t.Fatal(err)
			}
		}
		// A sender who is cut off may notice that while writing.
		_, _ = fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: board\r\nX-Padding: %s", strings.Repeat("x", sent))
		unfinished = append(unfinished, conn)
	}
	const place = allHeads / (sent - largeHead)
	left := func() (waiting int) {
		for _, conn := range unfinished {
			_ = conn.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
			// Cut off after a 400, or before anybody could read it.
			if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
				waiting++
			}
		}
		return waiting
	}
	n := left()
	for end := time.Now().Add(3 * time.Second); n > place+10 && time.Now().Before(end); n = left() { // until the server has read them all
	}
	if n > place+10 || n < place-10 {
		t.Errorf("%d of %d unfinished headers are left, want about %d", n, senders, place)
	}
	// Meanwhile everybody else is served, with a body of any size and on connections that were there before.
	for _, conn := range []net.Conn{kept, dial()} {
		defer conn.Close()
		for range 3 {
			if err := ask(conn, 6<<10, 300<<10); err != nil {
				t.Errorf("an honest caller: %v", err)
			}
		}
	}
	for _, conn := range unfinished {
		conn.Close()
	}
	// The place is free again.
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn := dial()
		err := ask(conn, 50<<10, 0)
		conn.Close()
		if err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("nobody has a place for a large header any more: %v", err)
		}
	}
}
