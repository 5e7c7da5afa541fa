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

	"uvboard/backend/platform/must"
)

// pipeListener accepts in-memory connections, which synctest's clock needs.
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

// client returns a client with its own connections.
func (l *pipeListener) client(protocol string) *http.Client {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(protocol == "HTTP1")
	protocols.SetUnencryptedHTTP2(protocol == "HTTP2")
	return &http.Client{Transport: &http.Transport{Protocols: protocols, DialContext: l.dial}}
}

// eachProtocol runs test on a server with in-memory connections. The returned channel of stop has the result of Serve.
func eachProtocol(t *testing.T, handler func(t *testing.T) http.Handler, test func(t *testing.T, protocol string,
	l *pipeListener, stop func() chan error)) {
	for _, protocol := range []string{"HTTP1", "HTTP2"} {
		t.Run(protocol, func(t *testing.T) {
			h := handler(t)
			synctest.Test(t, func(t *testing.T) {
				l := newPipeListener()
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				go func() { ended <- Serve(ctx, l, h, slog.New(slog.DiscardHandler)) }()
				test(t, protocol, l, func() chan error { cancel(); return ended })
			})
		})
	}
}

// While the server drains, clients with an open connection get no connection error: /readyz answers "stopping" and that
// response closes the connection.
func TestServeDrainsConnections(t *testing.T) {
	handler := func(t *testing.T) http.Handler { return newFixture(t, nil).server }
	eachProtocol(t, handler, func(t *testing.T, protocol string, l *pipeListener, stop func() chan error) {
		var clients sync.WaitGroup
		for range 32 {
			clients.Go(func() {
				client := l.client(protocol)
				defer client.CloseIdleConnections()
				for range 1000 {
					response, err := client.Get("http://board.example/readyz")
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
				t.Error("the client got no response about the stop")
			})
		}
		time.Sleep(time.Second)
		ended := stop()
		clients.Wait()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A stop waits for the requests in flight and accepts no new connection.
func TestServeFinishesRequestsInFlight(t *testing.T) {
	handler := func(t *testing.T) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(shutdownGrace / 2)
			_, _ = io.WriteString(w, "answer")
		})
	}
	eachProtocol(t, handler, func(t *testing.T, protocol string, l *pipeListener, stop func() chan error) {
		var all sync.WaitGroup
		all.Go(func() {
			client := l.client(protocol)
			defer client.CloseIdleConnections()
			response, err := client.Get("http://board.example/")
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if body, err := io.ReadAll(response.Body); err != nil || string(body) != "answer" {
				t.Errorf("the request in flight: %q, %v", body, err)
			}
		})
		synctest.Wait() // the request has arrived
		ended := stop()
		time.Sleep(drainTime + time.Millisecond)
		select {
		case <-l.closed:
		default:
			t.Error("new connections are accepted")
		}
		select {
		case err := <-ended:
			t.Error("stopped with a request in flight:", err)
		default:
		}
		all.Wait()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestServeStopsAtOnceWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- Serve(ctx, newPipeListener(), http.NotFoundHandler(), slog.New(slog.DiscardHandler)) }()
		synctest.Wait()
		asked := time.Now()
		stop()
		if err := <-ended; err != nil || time.Since(asked) >= drainTime {
			t.Errorf("stopped after %v: %v", time.Since(asked), err)
		}
	})
}

// A header over the limit is refused, and one that does not arrive in time ends its connection.
func TestServeBoundsHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := newPipeListener()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- Serve(ctx, listener, http.NotFoundHandler(), slog.New(slog.DiscardHandler)) }()
		ask := func(padding int) int {
			t.Helper()
			client := &http.Client{Transport: &http.Transport{DialContext: listener.dial, DisableKeepAlives: true}}
			request, err := http.NewRequestWithContext(t.Context(), "GET", "http://board.example/", nil)
			must.NoError(t, err)
			request.Header.Set("X-Padding", strings.Repeat("x", padding))
			response, err := client.Do(request)
			must.NoError(t, err)
			defer response.Body.Close()
			return response.StatusCode
		}
		if got := ask(12 << 10); got != http.StatusNotFound {
			t.Errorf("a header of 12 KiB: %d", got)
		}
		if got := ask(32 << 10); got != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("a header of 32 KiB: %d", got)
		}
		slow, err := listener.dial(t.Context(), "", "")
		must.NoError(t, err)
		begin := time.Now()
		if _, err := io.WriteString(slow, "GET / HTTP/1.1\r\nHost: board.example\r\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, slow); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took != readHeaderTimeout {
			t.Errorf("an unfinished header was cut off after %v, want %v", took, readHeaderTimeout)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// gRPC's health check reports the stop as /readyz does.
func TestHealthOfAStoppingServer(t *testing.T) {
	f := newFixture(t, nil)
	for state, ctx := range map[string]context.Context{
		`"SERVING_STATUS_SERVING"`: t.Context(), `"SERVING_STATUS_NOT_SERVING"`: context.WithValue(t.Context(),
			stoppingKey{}, true),
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
