package producttest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/product"
)

// serveTest serves the product with the settings c until the test ends.
func serveTest(t *testing.T, c *config.Config, db *store.DB, log io.Writer) *httptest.Server {
	t.Helper()
	p, logger := product.New(c, db, openUploads(t, c, db)), slog.New(slog.NewJSONHandler(log, nil))
	handler, err := p.NewServer(logger)
	must.NoError(t, err)
	t.Cleanup(p.Live.Start(t.Context(), logger))
	server := httptest.NewUnstartedServer(handler)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// client calls a server and keeps its session.
type client struct {
	t      *testing.T
	base   string
	cookie string
}

// as returns a client for the same server with another session; empty for none.
func (c *client) as(cookie string) *client { return &client{c.t, c.base, cookie} }

// send sends a request, in JSON unless the headers, names and values in turn, say otherwise. It returns the response
// and its body.
func (c *client) send(method, path, body string, headers ...string) (*http.Response, []byte) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, strings.NewReader(body))
	must.NoError(c.t, err)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.cookie != "" {
		request.Header.Set("Cookie", c.cookie)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	must.NoError(c.t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	must.NoError(c.t, err)
	if cookies := response.Cookies(); len(cookies) > 0 && cookies[0].MaxAge >= 0 {
		c.cookie = cookies[0].Name + "=" + cookies[0].Value
	}
	return response, content
}

// want sends a request as send does, expects a status and returns the body.
func (c *client) want(status int, method, path, body string, headers ...string) []byte {
	c.t.Helper()
	response, content := c.send(method, path, body, headers...)
	if response.StatusCode != status {
		c.t.Fatalf("%s %s: %s, want %d\n%s", method, path, response.Status, status, content)
	}
	return content
}

// register returns a client that is logged in as a new user, and the id of the user.
func (c *client) register(username string) (own *client, id string) {
	c.t.Helper()
	own = c.as("")
	body := own.want(http.StatusCreated, "POST", "/api/auth/register", `{"username":"`+username+`","email":"`+username+
		`@mail.example","password":"vibecoding"}`)
	return own, valueAt(c.t, body, "user.id")
}
