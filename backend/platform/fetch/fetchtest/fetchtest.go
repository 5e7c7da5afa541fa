// Package fetchtest has machines for tests that call others.
package fetchtest

import (
	"net"
	"sync"
	"testing"

	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/must"
)

// Patience is how long the target of another owner may take while those of one owner do not answer.
const Patience = fetch.Timeout / 2

// Silent returns the URL of a machine that accepts connections and never answers. release ends all of them.
func Silent(t *testing.T) (address string, release func()) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	var mu sync.Mutex
	var open []net.Conn
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, conn)
			mu.Unlock()
		}
	}()
	release = sync.OnceFunc(func() {
		_ = listener.Close()
		<-ended
		for _, conn := range open {
			_ = conn.Close()
		}
	})
	t.Cleanup(release)
	return "http://" + listener.Addr().String(), release
}
