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

// A burst waits for its turn through every door; more than maxWaiting are refused at once.
func TestOverload(t *testing.T) {
	f := newFixture(t, nil)
	f.server.work = newWork(2)
	f.projects.slow = make(chan struct{})
	done := make(chan int)
	ask := func(c call) { response, _ := f.do(t, c); done <- response.StatusCode }
	slow := call{method: "GET", path: "/api/projects/slow", header: asUser()}
	doors := map[string]call{
		"REST": {method: "GET", path: "/api/projects/one", header: asUser()},
		"Connect": {method: "POST", path: "/uvboard.v1.ProjectService/GetProject", body: `{"id":"one"}`,
			header: asUser()},
		"Route": {method: "GET", path: "/openapi.yaml"},
	}
	for range 50 {
		go ask(slow)
	}
	for f.server.work.waiting.Load() < 48 {
		time.Sleep(time.Millisecond)
	}
	f.server.work.waiting.Add(maxWaiting - 48)
	for name, c := range doors {
		response, body := f.do(t, c)
		if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") != "1" {
			t.Errorf("%s: %s: %s", name, response.Status, body)
		}
	}
	f.server.work.waiting.Add(48 - maxWaiting)
	for _, c := range doors {
		go ask(c)
	}
	for f.server.work.waiting.Load() < 51 {
		time.Sleep(time.Millisecond)
	}
	close(f.projects.slow)
	answered := map[int]int{}
	for range 53 {
		answered[<-done]++
	}
	if answered[http.StatusNotFound] != 50 || answered[http.StatusOK] != 3 {
		t.Errorf("53 simultaneous calls: %v", answered)
	}
	if n := len(f.server.work.slots); n != 0 {
		t.Errorf("%d slots are taken after all calls", n)
	}
}

func TestABurstWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWork(1)
		must.NoError(t, w.begin(t.Context()))
		time.AfterFunc(maxWait-time.Millisecond, w.end)
		must.NoError(t, w.begin(t.Context()))

		gone, leave := context.WithCancel(t.Context())
		leave()
		if err := w.begin(gone); err != context.Canceled {
			t.Errorf("a client that has left: %v", err)
		}
		began := time.Now()
		err := w.begin(t.Context())
		if f := fault.Of(err); f == nil || f.Code != "BUSY" || time.Since(began) != maxWait {
			t.Errorf("without a free slot: %v, %s later", err, time.Since(began))
		}
		order := make(chan int, 3)
		for i := range 3 {
			go func() { _ = w.begin(t.Context()); order <- i }()
			synctest.Wait()
		}
		for i := range 3 {
			w.end()
			if next := <-order; next != i {
				t.Errorf("call %d has its turn before call %d", next, i)
			}
		}
	})
}
