package alive

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"uvboard/backend/platform/fetch"
)

// Outcome is the result of asking a link.
type Outcome struct {
	Result  byte   // answered, failed or unknown
	Detail  string // why it failed or cannot be checked, for everybody
	Reached bool   // the site has sent something, so the network works
}

// Ask asks a link.
type Ask func(ctx context.Context, address string) Outcome

// Agent is the name of the board in robots.txt.
const Agent = "UVBoard"

// UserAgent is the User-Agent of the checks, with the page that says how to refuse them.
func UserAgent(origin string) string { return Agent + "/1 (+" + origin + "/docs/checks)" }

const robotsLife = 24 * time.Hour

// asker asks links over HTTP as their sites allow it.
type asker struct {
	client *fetch.Client
	now    func() time.Time

	mu     sync.Mutex
	robots map[string]robots // by origin
	kept   int               // the size of robots
}

type robots struct {
	rules rules
	at    time.Time
}

// NewAsk returns an Ask by client, which refuses private addresses.
func NewAsk(client *fetch.Client, now func() time.Time) Ask {
	a := &asker{client: client, now: now, robots: map[string]robots{}}
	return a.ask
}

func (a *asker) ask(ctx context.Context, address string) Outcome {
	u, err := url.Parse(address)
	if err != nil || a.client.Check(address) != nil {
		return Outcome{Result: unknown, Detail: "It is no public web address"}
	}
	file, refusal := a.robotsOf(ctx, u)
	if refusal != nil {
		return *refusal
	}
	if !file.allow(cmp.Or(u.EscapedPath(), "/")) {
		return Outcome{Result: unknown, Detail: "Its robots.txt does not allow checks", Reached: true}
	}
	// Some servers refuse HEAD, or answer it as they answer nothing else.
	if out := a.send(ctx, http.MethodHead, address); out.Result != failed {
		return out
	}
	return a.send(ctx, http.MethodGet, address)
}

// robotsOf returns the robots.txt of a site, or the outcome if the site does not say whether it may be asked.
func (a *asker) robotsOf(ctx context.Context, u *url.URL) (rules, *Outcome) {
	origin := u.Scheme + "://" + u.Host
	a.mu.Lock()
	known, ok := a.robots[origin]
	a.mu.Unlock()
	if ok && a.now().Sub(known.at) < robotsLife {
		return known.rules, nil
	}
	got, err := a.client.Get(ctx, origin+"/robots.txt", fetch.Validators{})
	var status fetch.StatusError
	switch {
	case errors.As(err, &status) && status >= http.StatusInternalServerError:
		return nil, &Outcome{Result: failed, Detail: status.Error(), Reached: true}
	case errors.As(err, &status), errors.Is(err, fetch.ErrTooLarge): // it has none, or none that counts
		got = &fetch.Response{}
	case err != nil:
		out := outcomeOf(nil, err)
		return nil, &out
	}
	file := readRobots(got.Body, Agent)
	a.keep(origin, file)
	return file, nil
}

func (a *asker) keep(origin string, file rules) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if old, ok := a.robots[origin]; ok {
		a.kept -= old.rules.size()
	}
	if a.kept += file.size(); a.kept > maxRobotsKept {
		clear(a.robots)
		a.kept = file.size()
	}
	a.robots[origin] = robots{file, a.now()}
}

func (a *asker) send(ctx context.Context, method, address string) Outcome {
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return Outcome{Result: unknown, Detail: "It is no public web address"}
	}
	response, err := a.client.HTTP().Do(request)
	if response != nil { // also with an error about redirects: the site has answered
		defer response.Body.Close()
	}
	return outcomeOf(response, err)
}

// outcomeOf says what a response or an error means. A site that wants a login, or that refuses programs, lives.
func outcomeOf(response *http.Response, err error) Outcome {
	var (
		name *net.DNSError
		cert *tls.CertificateVerificationError
		host x509.HostnameError
	)
	if response != nil {
		switch status := response.StatusCode; {
		case status < http.StatusBadRequest, status == http.StatusUnauthorized, status == http.StatusForbidden,
			status == http.StatusTooManyRequests:
			return Outcome{Result: answered, Reached: true}
		default:
			return Outcome{Result: failed, Detail: fetch.StatusError(status).Error(), Reached: true}
		}
	}
	switch err = fetch.Explain(err); {
	case errors.Is(err, fetch.ErrForbidden):
		return Outcome{Result: unknown, Detail: "It is no public web address"}
	case errors.As(err, &cert), errors.As(err, &host):
		return Outcome{Result: failed, Detail: "Its certificate is not valid", Reached: true}
	case errors.As(err, &name):
		return Outcome{Result: failed, Detail: "Its name is not known"}
	case errors.Is(err, fetch.ErrTimeout):
		return Outcome{Result: failed, Detail: fmt.Sprintf("No answer within %.0f seconds", fetch.Timeout.Seconds())}
	default:
		return Outcome{Result: failed, Detail: "No connection"}
	}
}
