package server

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Half a header over HTTP/2 has no other place than one over HTTP/1, and a whole one has none any more.
func TestHeadersOfHTTP2ShareThatPlace(t *testing.T) {
	const senders, sent = 600, 40 << 10 // more than has a place
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "hello")
		}), slog.New(slog.DiscardHandler))
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	client := &http.Client{Transport: &http.Transport{Protocols: protocols}}
	defer client.CloseIdleConnections()
	ask := func(padding int) error {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String(), nil)
		if err != nil {
			return err
		}
		request.Header.Set("X-Padding", strings.Repeat("x", padding))
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		return response.Body.Close()
	}
	for range allHeads/sent + 100 { // of which each has its place back
		if err := ask(sent); err != nil {
			t.Fatal(err)
		}
	}

	var left atomic.Int64
	var wg sync.WaitGroup
	for range senders {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = conn.Write(unfinishedFrames(sent)) // a sender who is cut off may notice that while writing
		wg.Go(func() {
			_ = conn.SetReadDeadline(time.Now().Add(headTimeout / 2)) // sooner than a header has to be there
			if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
				left.Add(1)
			}
		})
	}
	wg.Wait()
	// Other ends than that of the place only make fewer.
	if n := left.Load(); n > allHeads/(sent-largeHead)+10 {
		t.Errorf("%d of %d unfinished headers are left", n, senders)
	}
	if err := ask(largeHead / 2); err != nil { // meanwhile
		t.Errorf("an honest caller: %v", err)
	}
}

// What one connection may have under way is said when it begins.
func TestServeBoundsTheCallsOfAConnection(t *testing.T) {
	listener := newPipeListener()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, listener, http.NotFoundHandler(), slog.New(slog.DiscardHandler)) }()
	conn, err := listener.dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = conn.Write(unfinishedFrames(1)) }() // what is wrong with it shows in what is read
	settings := make([]byte, 9)
	if _, err := io.ReadFull(conn, settings); err != nil || settings[3] != 4 {
		t.Fatalf("the first frame is %v, %v", settings, err)
	}
	content := make([]byte, settings[2])
	if _, err := io.ReadFull(conn, content); err != nil {
		t.Fatal(err)
	}
	const maxConcurrentStreams = 3
	found := false
	for setting := range slices.Chunk(content, 6) {
		if setting[1] == maxConcurrentStreams {
			found = true
			if n := binary.BigEndian.Uint32(setting[2:]); n != http2Streams {
				t.Errorf("%d calls, want %d", n, http2Streams)
			}
		}
	}
	if !found {
		t.Errorf("no bound in %v", content)
	}
	stop()
	conn.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// unfinishedFrames are how HTTP/2 begins, and so many bytes of a header whose last frame does not come.
func unfinishedFrames(size int) []byte {
	b := slices.Clone(http2Begin)
	frame := func(kind, stream byte, content []byte) {
		b = append(b, byte(len(content)>>16), byte(len(content)>>8), byte(len(content)), kind, 0, 0, 0, 0, stream)
		b = append(b, content...)
	}
	frame(4, 0, nil) // settings
	// A field called x whose value is longer than what comes of it.
	header := append([]byte{0, 1, 'x', 0x7f, 0xff, 0xff, 2}, strings.Repeat("x", size)...)
	kind := byte(frameHeaders)
	for part := range slices.Chunk(header, 16<<10) {
		frame(kind, 1, part)
		kind = frameContinuation
	}
	return b
}

func TestFrameReader(t *testing.T) {
	var f frameReader
	for i, step := range []struct {
		size     int
		kind     byte
		flags    byte
		inHeader bool
	}{
		{0, 4, 0, false}, {300, frameHeaders, 0, true}, {70_000, frameContinuation, 0, true}, {0, frameContinuation, flagEndHeaders, false},
		{5, frameHeaders, flagEndHeaders | 1, false}, {20, 0, flagEndHeaders, false}, {0, frameHeaders, flagEndHeaders, false}, {1, 0, 0, false},
	} {
		frame := append([]byte{byte(step.size >> 16), byte(step.size >> 8), byte(step.size), step.kind, step.flags, 0, 0, 0, 1}, make([]byte, step.size)...)
		for piece := range slices.Chunk(frame, i+1) {
			for len(piece) > 0 {
				piece = piece[f.next(piece):]
			}
		}
		if f.inHeader != step.inHeader || f.got != 0 || f.left != 0 {
			t.Errorf("after frame %d: %+v", i+1, f)
		}
	}
}
