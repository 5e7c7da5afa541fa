package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	readClients = 16
	readTime    = 10 * time.Second
)

// measureReads prints how many reads a second three servers answer with one, two and three databases, without writes.
func (l *load) measureReads(ctx context.Context, out io.Writer) error {
	primary, err := l.c.role(ctx, leader)
	if err != nil {
		return err
	}
	hosts := []string{primary.at}
	for _, m := range l.c.members {
		if m != primary {
			hosts = append(hosts, m.at)
		}
	}
	for n := 1; n <= len(hosts); n++ {
		for i, board := range l.c.boards {
			if err := board.stop(syscall.SIGTERM); err != nil {
				return err
			}
			for at, setting := range board.env {
				if strings.HasPrefix(setting, "DATABASE_READ_URL=") {
					board.env[at] = readURL(hosts[:n])
				}
			}
			if err := l.c.startBoard(ctx, i); err != nil {
				return err
			}
		}
		pause(ctx, settle)
		done, failed := l.readFor(ctx, readTime)
		fmt.Fprintf(out, "databases that answer reads: %d; reads a second: %.0f; failed: %d\n", n, float64(done)/readTime.Seconds(), failed)
	}
	return ctx.Err()
}

// readFor reads projects as visitors, which no server caches.
func (l *load) readFor(ctx context.Context, d time.Duration) (done, failed int64) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: readClients}}
	var read, refused atomic.Int64
	var clients sync.WaitGroup
	for range readClients {
		clients.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.c.url+"/api/projects/"+l.Target(n), nil)
				if err != nil {
					panic(err) // the URL is our own
				}
				response, err := client.Do(request)
				if err == nil {
					_, err = io.Copy(io.Discard, response.Body)
					_ = response.Body.Close() // it has been read
				}
				switch {
				case ctx.Err() != nil:
				case err != nil || response.StatusCode != http.StatusOK:
					refused.Add(1)
				default:
					read.Add(1)
				}
			}
		})
	}
	clients.Wait()
	return read.Load(), refused.Load()
}
