package server

import (
	"context"
	"net/http"
	"testing"
	"time"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
)

// Calls above the bound wait; while calls keep waiting, further ones are refused almost at once, through every door.
func TestOverload(t *testing.T) {
	f := newFixture(t, nil)
	f.server.work = newWork(2)
	f.projects.slow = make(chan struct{})
	done := make(chan int)
	ask := func(c call) { response, _ := f.do(t, c); done <- response.StatusCode }
	slow := call{method: "GET", path: "/api/projects/slow", header: asUser()}
	go ask(slow)
	go ask(slow)
	for len(f.server.work.slots) < 2 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(overloadedAfter + 10*time.Millisecond)
	for name, c := range map[string]call{
		"REST":    {method: "GET", path: "/api/projects/one", header: asUser()},
		"Connect": {method: "POST", path: "/uvboard.v1.ProjectService/GetProject", body: `{"id":"one"}`, header: asUser()},
	} {
		began := time.Now()
		response, body := f.do(t, c)
		if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") != "1" || time.Since(began) > burstPatience/2 {
			t.Errorf("%s: %s after %s: %s", name, response.Status, time.Since(began), body)
		}
	}
	close(f.projects.slow)
	for range 2 {
		if status := <-done; status != http.StatusNotFound {
			t.Errorf("a call that had a slot: %d", status)
		}
	}
	if response, body := f.do(t, call{method: "GET", path: "/api/projects/one", header: asUser()}); response.StatusCode != http.StatusOK {
		t.Errorf("after the load: %s: %s", response.Status, body)
	}
}

func TestABurstWaits(t *testing.T) {
	w := newWork(1)
	must.NoError(t, w.begin(t.Context()))
	time.AfterFunc(30*time.Millisecond, w.end) // longer than calls wait that come when calls have been waiting
	must.NoError(t, w.begin(t.Context()))

	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := w.begin(gone); err != context.Canceled {
		t.Errorf("a client that has left: %v", err)
	}
	w.now = func() time.Time { return time.Now().Add(time.Minute) }
	if err := w.begin(t.Context()); fault.Of(err) == nil || fault.Of(err).Code != "BUSY" {
		t.Errorf("after a minute of waiting: %v", err)
	}
}
