package server

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
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
		response, body := f.do(t, c)
		if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") != "1" {
			t.Errorf("%s: %s: %s", name, response.Status, body)
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
	synctest.Test(t, func(t *testing.T) {
		w := newWork(1)
		must.NoError(t, w.begin(t.Context()))
		time.AfterFunc(burstPatience-time.Millisecond, w.end)
		must.NoError(t, w.begin(t.Context()))

		gone, leave := context.WithCancel(t.Context())
		leave()
		if err := w.begin(gone); err != context.Canceled {
			t.Errorf("a client that has left: %v", err)
		}
		time.Sleep(time.Minute)
		began := time.Now()
		err := w.begin(t.Context())
		if f := fault.Of(err); f == nil || f.Code != "BUSY" || time.Since(began) != shortPatience {
			t.Errorf("after a minute of waiting: %v, %s later", err, time.Since(began))
		}
	})
}
