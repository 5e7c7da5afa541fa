package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/emersion/go-smtp"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"uvboard/backend/platform/tooltest"
	"uvboard/backend/vibekit/vibekittest"
)

// The key of the object store, which listens on this machine only.
const (
	storeKey    = "uvboard"
	storeSecret = "uvboard-secret"
)

// proxies are the ways from the product to what it talks to, in one Toxiproxy.
type proxies struct{ api string }

func newProxies() (*proxies, error) {
	address, err := tooltest.Start("server", func(address, _ string) ([]string, error) {
		host, port, err := net.SplitHostPort(address)
		return []string{"-host", host, "-port", port}, err
	})
	return &proxies{"http://" + address}, err
}

// to returns an address that leads to another.
func (p *proxies) to(name, upstream string) (address string, err error) {
	var made struct{ Listen string }
	err = p.call(http.MethodPost, "/proxies", map[string]any{"name": name, "listen": "127.0.0.1:0",
		"upstream": upstream, "enabled": true}, &made)
	return made.Listen, err
}

// enable opens a way, or cuts it with all of its connections.
func (p *proxies) enable(name string, enabled bool) error {
	return p.call(http.MethodPost, "/proxies/"+name, map[string]any{"enabled": enabled}, nil)
}

// toxic is a fault of a connection, as Toxiproxy names it. Upstream is the direction from the product.
type toxic struct {
	Name       string         `json:"name"`
	Type       string         `json:"type"`
	Stream     string         `json:"stream"`
	Attributes map[string]int `json:"attributes"`
}

func (p *proxies) add(name string, t toxic) error {
	t.Name = "fault"
	return p.call(http.MethodPost, "/proxies/"+name+"/toxics", t, nil)
}

func (p *proxies) remove(name string) error {
	return p.call(http.MethodDelete, "/proxies/"+name+"/toxics/fault", nil, nil)
}

func (p *proxies) call(method, path string, body, answer any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(method, p.api+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		return fmt.Errorf("toxiproxy: %s %s: %s: %s %w", method, path, response.Status, text, err)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

// mailServer counts the mails that it took, by their Message-ID.
type mailServer struct {
	mu    sync.Mutex
	taken map[string]int
}

func newMailServer() (*mailServer, string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	s := &mailServer{taken: map[string]int{}}
	server := smtp.NewServer(s)
	server.Domain = "localhost"
	server.ErrorLog = log.New(io.Discard, "", 0) // connections break
	go func() { _ = server.Serve(listener) }()   // until this process ends
	return s, listener.Addr().String(), nil
}

// NewSession implements smtp.Backend.
func (s *mailServer) NewSession(*smtp.Conn) (smtp.Session, error) { return mailSession{s}, nil }

func (s *mailServer) count(id string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken[id]
}

type mailSession struct{ *mailServer }

func (mailSession) Reset()                               {}
func (mailSession) Logout() error                        { return nil }
func (mailSession) Mail(string, *smtp.MailOptions) error { return nil }
func (mailSession) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (s mailSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err // a mail that was cut is not taken
	}
	message, err := mail.ReadMessage(bytes.NewReader(text))
	if err != nil {
		return err
	}
	id, _, _ := strings.Cut(strings.Trim(message.Header.Get("Message-Id"), "<>"), "@")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken[id]++
	return nil
}

// startStore starts an S3-compatible store with an empty bucket named board, and returns its address.
func startStore(ctx context.Context) (string, error) {
	address, err := tooltest.Start("versitygw", func(address, dir string) ([]string, error) {
		data, meta := filepath.Join(dir, "data"), filepath.Join(dir, "meta")
		if err := os.Mkdir(data, 0o755); err != nil {
			return nil, err
		}
		return []string{"--port", address, "--access", storeKey, "--secret", storeSecret, "--quiet", "posix",
			"--sidecar", meta, data}, os.Mkdir(meta, 0o755)
	})
	if err != nil {
		return "", err
	}
	client, err := minio.New(address, &minio.Options{Creds: credentials.NewStaticV4(storeKey, storeSecret, "")})
	if err != nil {
		return "", err
	}
	return address, client.MakeBucket(ctx, "board", minio.MakeBucketOptions{})
}

// startStripe starts Stripe's own mock server, which keeps no state.
func startStripe() (string, error) {
	return tooltest.Start("stripe-mock", func(address, _ string) ([]string, error) {
		return []string{"-http-addr", address, "-https-addr", "127.0.0.1:0"}, nil
	})
}

func startProvider() string {
	return httptest.NewServer(new(vibekittest.Provider)).Listener.Addr().String() // until this process ends
}
