// Package fetch gets documents from other sites. It never connects to an address inside the operator's network, which a
// feed or a link could otherwise reach through the server.
package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"

	"uvboard/backend/platform/iri"
)

// Limits of one document.
const (
	MaxBytes     = 2 << 20 // after decompression
	Timeout      = 10 * time.Second
	maxRedirects = 5
)

// Errors that say why a document was refused.
var (
	ErrForbidden = errors.New("the address is not on the public internet")
	ErrTooLarge  = fmt.Errorf("the response is larger than %d MB", MaxBytes>>20)
	ErrTimeout   = fmt.Errorf("no complete response within %d seconds", Timeout/time.Second)
)

// guard refuses other addresses and ports than those of public web servers.
var (
	ports = []uint16{80, 443}
	guard = ssrf.New(ssrf.WithPorts(ports...))
)

// Client gets documents over HTTP.
type Client struct {
	http *http.Client
	transport
}

// Hosts are hosts, or host:port, that may be at any address.
type Hosts []string

func (h Hosts) contain(u *url.URL) bool {
	u = iri.Encode(u)
	return slices.ContainsFunc(h, func(allowed string) bool {
		allowed = iri.Host(allowed)
		return strings.EqualFold(allowed, u.Hostname()) || strings.EqualFold(allowed, u.Host)
	})
}

// New returns a client. It connects only to public addresses on ports 80 and 443, and to the hosts that the operator
// allows. Trusted lists further exceptions: URLs from the operator's configuration, which may be at any address.
// Nothing else on their hosts is an exception.
//
// The address is checked when a connection is made, after the name was resolved, so neither a redirect nor a name that
// resolves differently the second time avoids the check.
func New(userAgent string, allowed Hosts, trusted ...*url.URL) *Client {
	t := transport{userAgent, allowed, map[string]bool{}, transportOf(net.Dialer{Control: guard.Safe}),
		transportOf(net.Dialer{})}
	for _, u := range trusted {
		t.trusted[resource(u)] = true
	}
	return &Client{transport: t, http: &http.Client{
		Transport: t,
		Timeout:   Timeout,
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects {
				return fmt.Errorf("more than %d redirects", maxRedirects)
			}
			return checkURL(next.URL)
		},
	}}
}

// HTTP returns a client with the same checks for libraries that make requests of their own. A response ends with an
// error after MaxBytes.
func (c *Client) HTTP() *http.Client {
	bounded := *c.http
	bounded.Transport = boundedTransport{c.http.Transport}
	return &bounded
}

type boundedTransport struct{ http.RoundTripper }

func (t boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.RoundTripper.RoundTrip(r)
	if err == nil {
		response.Body = http.MaxBytesReader(nil, response.Body, MaxBytes)
	}
	return response, err
}

func transportOf(dialer net.Dialer) *http.Transport {
	return &http.Transport{
		// No Proxy: the address that a proxy connects to could not be checked.
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		DisableKeepAlives:      true, // the next request to a site is half an hour away
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// transport sets the User-Agent of each request, including redirects. Requests for these exceptions have connections of
// their own.
type transport struct {
	userAgent        string
	allowed          Hosts
	trusted          map[string]bool
	public, anywhere http.RoundTripper
}

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", t.userAgent)
	r.URL = iri.Encode(r.URL)
	if t.excepts(r.URL) {
		return t.anywhere.RoundTrip(r)
	}
	return t.public.RoundTrip(r)
}

func (t transport) excepts(u *url.URL) bool { return t.trusted[resource(u)] || t.allowed.contain(u) }

// localName matches names that no public server has: those without a dot, other forms of IPv4 addresses than the usual
// one, which some resolvers take, and the domains of RFC 6761 and its like for a machine or a private network.
var localName = regexp.MustCompile(`^[^.]*$|(^|\.)(\d+|0[xX][0-9a-fA-F]*)$|\.(localhost|local|internal|home\.arpa)$`)

// Check returns an error for an address that the client refuses whatever its name resolves to. It is for addresses that
// users enter: they learn it at once. A name that resolves to a private address is refused when it is called.
func (c *Client) Check(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("the address cannot be read")
	}
	if err := checkURL(u); err != nil || c.excepts(u) {
		return err
	}
	port, err := strconv.ParseUint(portOf(u), 10, 16)
	if err != nil || !slices.Contains(ports, uint16(port)) {
		return ErrForbidden
	}
	host := strings.TrimSuffix(iri.Host(u.Hostname()), ".")
	ip, err := netip.ParseAddr(host)
	if err == nil && guard.SafeAddr(ip.Unmap()) != nil || err != nil && localName.MatchString(strings.ToLower(host)) {
		return ErrForbidden
	}
	return nil
}

// resource returns a URL with its port and without a fragment, for comparisons.
func resource(u *url.URL) string {
	u = iri.Encode(u)
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), portOf(u)) +
		cmp.Or(u.EscapedPath(), "/") + "?" + u.RawQuery
}

func portOf(u *url.URL) string {
	if u.Port() == "" && u.Scheme == "http" {
		return "80"
	}
	return cmp.Or(u.Port(), "443")
}

func checkURL(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("the address must begin with http:// or https://")
	case u.Host == "":
		return errors.New("the address has no host")
	case u.User != nil:
		return errors.New("the address must not have a user name")
	}
	return nil
}

// Validators identify the version of a document that the caller has.
type Validators struct{ ETag, LastModified string }

// Response is a document.
type Response struct {
	URL         *url.URL // after redirects
	Body        []byte
	ContentType string
	Validators  Validators
	NotModified bool          // the caller has it already; Body is empty
	RetryAfter  time.Duration // how long the site asks to wait; 0 if it does not. Set together with an error too.
}

// StatusError is an HTTP status that is neither a success nor a redirect.
type StatusError int

func (e StatusError) Error() string {
	return fmt.Sprintf("HTTP status %d %s", int(e), http.StatusText(int(e)))
}

// Get gets a document unless it is unchanged since the version with these validators. After a StatusError the response
// is not nil.
func (c *Client) Get(ctx context.Context, address string, known Validators) (*Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the address cannot be read")
	}
	if err := checkURL(request.URL); err != nil {
		return nil, err
	}
	if known.ETag != "" {
		request.Header.Set("If-None-Match", known.ETag)
	}
	if known.LastModified != "" {
		request.Header.Set("If-Modified-Since", known.LastModified)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, Explain(err)
	}
	defer response.Body.Close()
	got := &Response{URL: response.Request.URL, RetryAfter: retryAfter(response.Header)}
	switch {
	case response.StatusCode == http.StatusNotModified:
		got.NotModified, got.Validators = true, known
		return got, nil
	case response.StatusCode != http.StatusOK:
		return got, StatusError(response.StatusCode)
	case response.Header.Get("Content-Encoding") != "": // gzip, which the transport asks for, is decoded
		return nil, errors.New("the response is compressed in a way that was not asked for")
	}
	if got.Body, err = io.ReadAll(io.LimitReader(response.Body, MaxBytes+1)); err != nil {
		return nil, Explain(err)
	}
	if len(got.Body) > MaxBytes {
		return nil, ErrTooLarge
	}
	got.ContentType = response.Header.Get("Content-Type")
	got.Validators = Validators{ETag: short(response.Header.Get("Etag")),
		LastModified: short(response.Header.Get("Last-Modified"))}
	return got, nil
}

// short drops a validator that is too long to be stored.
func short(validator string) string {
	if len(validator) > 500 {
		return ""
	}
	return validator
}

// maxRetryAfter bounds how long a site can ask to wait.
const maxRetryAfter = 24 * time.Hour

// retryAfter reads the header as a number of seconds. Its other form, a date, is rare and ignored.
func retryAfter(header http.Header) time.Duration {
	wait, err := time.ParseDuration(header.Get("Retry-After") + "s")
	if err != nil || wait < 0 {
		return 0
	}
	return min(wait, maxRetryAfter)
}

// Explain replaces errors of the standard library with messages that an operator can act on. They do not have the
// addresses of the board's own network, since users read them too.
func Explain(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedPort),
		errors.Is(err, ssrf.ErrProhibitedNetwork):
		return ErrForbidden
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &timeout) && timeout.Timeout():
		return ErrTimeout
	}
	if unknown, ok := errors.AsType[*net.DNSError](err); ok {
		shown := *unknown
		shown.Server = ""
		return &shown
	}
	if failed, ok := errors.AsType[*net.OpError](err); ok {
		shown := *failed
		shown.Source = nil
		return &shown
	}
	return err
}
