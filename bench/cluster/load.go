package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"uvboard/bench/process"
	"uvboard/bench/report"
	"uvboard/bench/workload"
)

// track records one kind of requests.
type track struct {
	mu      sync.Mutex
	last    time.Time     // of a success
	longest time.Duration // without a success
	done    int           // successes
	failed  map[int]int   // answers by status; 0 is a connection without an answer
}

func newTrack() *track { return &track{last: time.Now(), failed: map[int]int{}} }

func (t *track) note(status int, success bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !success {
		t.failed[status]++
		return
	}
	t.done++
	t.close()
}

// close ends the gap since the last success.
func (t *track) close() {
	t.longest, t.last = max(t.longest, time.Since(t.last)), time.Now()
}

// result is what a scenario has shown.
type result struct {
	name   string
	writes *track
	reads  map[string]*track // by path
	losses []string          // acknowledged writes that are not stored, and other differences
	doctor error
}

// longestRead is the longest time in which a path could not be read.
func (r *result) longestRead() (longest time.Duration) {
	for _, t := range r.reads {
		longest = max(longest, t.longest)
	}
	return longest
}

func failures(tracks ...*track) string {
	sum := map[int]int{}
	for _, t := range tracks {
		for status, n := range t.failed {
			sum[status] += n
		}
	}
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(sum)) {
		name := fmt.Sprint(status)
		if status == 0 {
			name = "no answer"
		}
		parts = append(parts, fmt.Sprintf("%d × %s", sum[status], name))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// write prints r as a row of the table in README.md.
func (r *result) write(w io.Writer) {
	all := slices.Collect(maps.Values(r.reads))
	reads := 0
	for _, t := range all {
		reads += t.done
	}
	exact := "exact"
	if r.doctor != nil {
		exact = "DIFFERS"
	}
	report.Row(w, r.name, r.writes.longest, r.longestRead(), failures(r.writes), failures(all...), r.writes.done, reads,
		len(r.losses), exact)
}

// verdict returns what is wrong, nil if nothing is.
func (r *result) verdict(s scenario) error {
	var faults []error
	for _, loss := range r.losses {
		faults = append(faults, errors.New(loss))
	}
	if r.doctor != nil {
		faults = append(faults, fmt.Errorf("doctor: %w", r.doctor))
	}
	if r.writes.done == 0 {
		faults = append(faults, errors.New("nothing was written"))
	}
	if r.writes.longest > s.maxWriteGap {
		faults = append(faults, fmt.Errorf("no write for %s, at most %s is allowed", r.writes.longest, s.maxWriteGap))
	}
	if longest := r.longestRead(); longest > maxReadGap {
		faults = append(faults, fmt.Errorf("no read for %s, at most %s is allowed", longest, maxReadGap))
	}
	if s.noFailures {
		for _, t := range append(slices.Collect(maps.Values(r.reads)), r.writes) {
			if len(t.failed) > 0 {
				faults = append(faults, fmt.Errorf("requests failed: %s", failures(t)))
			}
		}
	}
	return errors.Join(faults...)
}

// load is the users of a cluster.
type load struct {
	*workload.Workload
	c *cluster
}

func newLoad(ctx context.Context, c *cluster, writers int, seed uint64) (*load, error) {
	w, err := workload.New(ctx, func() string { return c.url }, writers, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return nil, err
	}
	return &load{w, c}, nil
}

// during writes and reads while a scenario runs, and verifies what was written.
func (l *load) during(ctx context.Context, s scenario) (*result, error) {
	r := &result{name: s.name, writes: newTrack(), reads: map[string]*track{}}
	l.Answered = r.writes.note
	running, stop := context.WithCancel(ctx)
	defer stop()
	var users sync.WaitGroup
	var mu sync.Mutex
	for _, w := range l.Writers {
		users.Go(func() {
			faults := w.Run(running, s.name)
			mu.Lock()
			defer mu.Unlock()
			r.losses = append(r.losses, faults...)
		})
	}
	client := &http.Client{Transport: &http.Transport{}, Timeout: 20 * time.Second}
	visitor := func(path string) (int, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.c.url+path, nil)
		if err != nil {
			return 0, err
		}
		response, err := client.Do(request)
		if err != nil {
			return 0, err
		}
		return response.StatusCode, response.Body.Close()
	}
	own := l.Writers[0]
	member := func(path string) (int, error) { return own.Get(ctx, path) }
	for path, read := range map[string]func(path string) (int, error){
		"/": visitor, "/projects/" + l.Target(0): visitor, "/projects/feed.xml": visitor,
		"/api/board": visitor, "/api/projects?limit=20": visitor, "/api/projects/" + l.Target(1): visitor,
		"/api/auth/me": member, "/api/projects/" + l.Target(2): member,
	} {
		t := newTrack()
		r.reads[path] = t
		users.Go(func() {
			for running.Err() == nil {
				status, err := read(path)
				t.note(status, err == nil && status == http.StatusOK)
				process.Pause(running, 30*time.Millisecond)
			}
			t.mu.Lock()
			defer t.mu.Unlock()
			t.close()
		})
	}
	process.Pause(ctx, settle)
	err := s.run(ctx, l.c)
	if err == nil {
		err = l.c.healthy(ctx)
	}
	process.Pause(ctx, settle)
	stop()
	users.Wait()
	r.writes.close()
	if err != nil {
		return r, err
	}
	for _, w := range l.Writers {
		faults, err := w.Verify(ctx, s.name, false)
		if err != nil {
			return r, fmt.Errorf("verify what %s wrote: %w", w.Name, err)
		}
		r.losses = append(r.losses, faults...)
	}
	r.doctor = l.c.doctor(ctx)
	return r, ctx.Err()
}
