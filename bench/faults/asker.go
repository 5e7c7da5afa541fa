package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"sync"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/bench/process"
)

// asker is an admin whose writes need what the product talks to: briefs of the AI provider, donations at Stripe, mails,
// and uploads of others. It records what was acknowledged.
type asker struct {
	name   string
	cookie string
	base   func() string
	client *http.Client

	mu           sync.Mutex
	count        int            // makes unique texts and amounts
	acknowledged int            // until the caller resets it
	briefs       map[string]int // acknowledged, by idea; the value is the number of the brief
	donations    map[int]bool   // acknowledged, by cents
}

// newAsker registers the user; the caller makes it an admin.
func newAsker(ctx context.Context, base func() string) (*asker, error) {
	a := &asker{name: "asker", base: base, client: &http.Client{Transport: &http.Transport{},
		Timeout: 20 * time.Second}, briefs: map[string]int{}, donations: map[int]bool{}}
	response, _, err := a.call(ctx, http.MethodPost, "/api/auth/register",
		map[string]string{"username": a.name, "email": a.name + "@mail.example", "password": "vibecoding"}, nil)
	if err != nil {
		return nil, err
	}
	for _, cookie := range response.Cookies() {
		if cookie.Name == auth.CookieName {
			a.cookie = cookie.Name + "=" + cookie.Value
		}
	}
	return a, nil
}

// call sends a request, and decodes the response into answer unless that is nil. Any status but 200 and 201 is an
// error.
func (a *asker) call(ctx context.Context, method, path string, body, answer any) (*http.Response, []byte, error) {
	content, err := json.Marshal(body)
	if err != nil {
		return nil, nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, a.base()+path, bytes.NewReader(content))
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Cookie", a.cookie)
	response, err := a.client.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, nil, err
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated {
		return response, text, fmt.Errorf("%s %s: %s: %.300s", method, path, response.Status, text)
	}
	if answer != nil {
		err = json.Unmarshal(text, answer)
	}
	return response, text, err
}

func (a *asker) next() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count++
	return a.count
}

// brief asks the AI provider for a brief, which the product keeps.
func (a *asker) brief(ctx context.Context) error {
	n := a.next()
	idea := fmt.Sprintf("A log for kiln %d.", n)
	if _, _, err := a.call(ctx, http.MethodPost, "/api/vibekit/imaginator", map[string]any{"idea": idea},
		nil); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.briefs[idea] = n
	a.acknowledged++
	return nil
}

// donate starts a donation at Stripe.
func (a *asker) donate(ctx context.Context) error {
	cents := 100 + a.next()
	if _, _, err := a.call(ctx, http.MethodPost, "/api/create-donation", map[string]any{"amount": float64(cents) / 100},
		nil); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.donations[cents] = true
	a.acknowledged++
	return nil
}

// mail writes a mail and waits until the mail server has it.
func (a *asker) mail(ctx context.Context, s *mailServer) error {
	var sent struct{ ID string }
	if _, _, err := a.call(ctx, http.MethodPost, "/api/admin/mails/test",
		map[string]any{"to": a.name + "@mail.example"}, &sent); err != nil {
		return err
	}
	for s.count(sent.ID) == 0 {
		select {
		case <-ctx.Done():
			return fmt.Errorf("mail %s was not delivered: %w", sent.ID, ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}

// run asks until ctx ends. What fails is not acknowledged, and is asked for under another name.
func (a *asker) run(ctx context.Context) {
	var both sync.WaitGroup
	for _, ask := range []func(context.Context) error{a.brief, a.donate} {
		both.Go(func() {
			for ctx.Err() == nil {
				_ = ask(context.WithoutCancel(ctx))
				process.Pause(ctx, 100*time.Millisecond)
			}
		})
	}
	both.Wait()
}

// verify compares what was acknowledged lately with what is stored. Nothing may be there twice.
func (a *asker) verify(ctx context.Context, behind bool) (lost, twice []string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	// What was written while the clock was behind is not among the newest, so go on as long as something is missing.
	found, paid, missing := map[string]int{}, map[int]int{}, maps.Clone(a.briefs)
	err = a.list(ctx, "/api/vibekit/history?kind=brief", func(text []byte) (more bool, err error) {
		var history []struct{ BriefInput struct{ Idea string } }
		err = json.Unmarshal(text, &history)
		for _, one := range history {
			found[one.BriefInput.Idea]++
			delete(missing, one.BriefInput.Idea)
		}
		return len(missing) > 0, err
	})
	if err != nil {
		return nil, nil, err
	}
	unpaid := maps.Clone(a.donations)
	err = a.list(ctx, "/api/admin/donations?", func(text []byte) (more bool, err error) {
		var donations []struct {
			Amount        float64
			PaymentIntent string
		}
		err = json.Unmarshal(text, &donations)
		for _, one := range donations {
			cents := int(one.Amount*100 + 0.5)
			paid[cents]++
			if one.PaymentIntent != "" {
				delete(unpaid, cents)
			}
		}
		return len(unpaid) > 0, err
	})
	if err != nil {
		return nil, nil, err
	}
	for idea, n := range found {
		if n > 1 {
			twice = append(twice, fmt.Sprintf("%d briefs for %q", n, idea))
		}
	}
	for cents, n := range paid {
		if n > 1 {
			twice = append(twice, fmt.Sprintf("%d donations of %d cents", n, cents))
		}
	}
	maps.DeleteFunc(missing, func(_ string, n int) bool {
		return behind && len(found) >= history ||
			n < a.count-history/2
	})
	for idea := range missing {
		lost = append(lost, fmt.Sprintf("the brief for %q is not stored", idea))
	}
	for cents := range unpaid {
		lost = append(lost, fmt.Sprintf("the donation of %d cents is not stored with its payment", cents))
	}
	// A difference is reported once, and what is old is not looked for again.
	maps.DeleteFunc(a.briefs, func(idea string, n int) bool { return n < a.count-recent || found[idea] == 0 })
	maps.DeleteFunc(a.donations, func(cents int, _ bool) bool { return cents-100 < a.count-recent || unpaid[cents] })
	return lost, twice, nil
}

// history is how many results VibeKit keeps. Long faults make more.
const history = 100

// recent is how many of the last writes are looked for again after each fault.
const recent = 40

// list reads the pages of a list as long as read wants more.
func (a *asker) list(ctx context.Context, path string, read func(text []byte) (more bool, err error)) error {
	for cursor := ""; ; {
		response, text, err := a.call(ctx, http.MethodGet, path+"&limit=100&cursor="+url.QueryEscape(cursor), nil, nil)
		if err != nil {
			return err
		}
		more, err := read(text)
		if cursor = response.Header.Get("X-Next-Cursor"); err != nil || !more || cursor == "" {
			return err
		}
	}
}
