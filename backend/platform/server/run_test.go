package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pipeListener accepts connections that are made in memory, so that a test can have a clock of its own.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case l.conns <- there:
		return here, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// Whoever keeps a connection open meets none that is closed: /readyz says that the server is stopping, and with that answer
// the connection ends.
func TestServeTakesLeave(t *testing.T) {
	for _, protocol := range []string{"HTTP1", "HTTP2"} {
		t.Run(protocol, func(t *testing.T) {
			f := newFixture(t, nil)
			synctest.Test(t, func(t *testing.T) {
				listener := newPipeListener()
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				go func() { ended <- Serve(ctx, listener, f.server, slog.New(slog.DiscardHandler)) }()
				protocols := new(http.Protocols)
				protocols.SetHTTP1(protocol == "HTTP1")
				protocols.SetUnencryptedHTTP2(protocol == "HTTP2")
				var clients sync.WaitGroup
				for range 32 {
					clients.Go(func() {
						transport := &http.Transport{Protocols: protocols, DialContext: listener.dial}
						defer transport.CloseIdleConnections()
						for range 1000 {
							response, err := (&http.Client{Transport: transport}).Get("http://board.example/readyz")
							if err != nil {
								t.Error("a connection was cut:", err)
								return
							}
							body, err := io.ReadAll(response.Body)
							response.Body.Close()
							switch {
							case err != nil:
								t.Error(err)
							case response.StatusCode == http.StatusOK:
								time.Sleep(50 * time.Millisecond)
								continue
							case string(body) != "stopping\n" || response.Close != (protocol == "HTTP1"):
								t.Errorf("%s: %q, closed %t", response.Status, body, response.Close)
							}
							return
						}
						t.Error("nobody was told of the stop")
					})
				}
				time.Sleep(time.Second)
				stop()
				clients.Wait()
				if err := <-ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// Nobody waits for a server that nobody has used lately.
func TestServeStopsAtOnceWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- Serve(ctx, newPipeListener(), http.NotFoundHandler(), slog.New(slog.DiscardHandler)) }()
		synctest.Wait()
		asked := time.Now()
		stop()
		if err := <-ended; err != nil || time.Since(asked) >= farewell {
			t.Errorf("stopped after %v: %v", time.Since(asked), err)
		}
	})
}

// gRPC's health check says the same as /readyz.
func TestHealthOfAStoppingServer(t *testing.T) {
	f := newFixture(t, nil)
	for state, ctx := range map[string]context.Context{
		`"SERVING_STATUS_SERVING"`: t.Context(), `"SERVING_STATUS_NOT_SERVING"`: context.WithValue(t.Context(), stoppingKey{}, true),
	} {
		request := httptest.NewRequestWithContext(ctx, "POST", "/grpc.health.v1.Health/Check", strings.NewReader("{}"))
		request.Header.Set("Content-Type", "application/json")
		recorder := httptest.NewRecorder()
		f.server.ServeHTTP(recorder, request)
		if recorder.Code != http.StatusOK || !strings.Contains(recorder.Body.String(), state) {
			t.Errorf("%d %s, want %s", recorder.Code, recorder.Body, state)
		}
	}
}
