package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"uvboard/bench/report"
)

// maxConnections bounds the connections that a surge has open at once.
const maxConnections = 4000

// measureOverload prints how the product answers searches that arrive at 1, 2, 5 and 10 times the rate that it can
// answer.
func measureOverload(ctx context.Context, e *env) error {
	product, err := e.product(ctx, e.database)
	if err != nil {
		return err
	}
	words, err := e.words(ctx)
	if err != nil {
		return err
	}
	next := func(r *rand.Rand) []byte {
		return get("/api/projects?search=" + url.QueryEscape(words[r.IntN(len(words))]+" "+words[r.IntN(len(words))]))
	}
	unloaded, err := load(ctx, product.Addr, 1, e.roundTime,
		func(_ int, r *rand.Rand) request { return request{wire: next(r)} })
	if err != nil {
		return err
	}
	full, err := load(ctx, product.Addr, clients, e.roundTime,
		func(_ int, r *rand.Rand) request { return request{wire: next(r)} })
	if err != nil {
		return err
	}
	fmt.Printf("one client: p50 %s, p99 %s; capacity: %.0f searches a second, p99 %s\n\n",
		report.Time(unloaded.P50), report.Time(unloaded.P99), full.Rate, report.Time(full.P99))
	report.Head(os.Stdout, "times capacity", "sent/s", "answered/s", "p50", "p99", "refused/s", "refused after p50",
		"p99")
	for _, times := range []float64{1, 2, 5, 10} {
		s, err := surge(ctx, product.Addr, times*full.Rate, e.roundTime, next)
		if err != nil {
			return err
		}
		answered, refused := sampleOf(s.answered, e.roundTime), sampleOf(s.refused, e.roundTime)
		report.Row(os.Stdout, times, int(float64(s.sent)/e.roundTime.Seconds()), int(answered.Rate), answered.P50,
			answered.P99,
			int(refused.Rate), refused.P50, refused.P99)
	}
	return nil
}

// sampleOf is newSample of times that may be none.
func sampleOf(took []time.Duration, elapsed time.Duration) sample {
	if len(took) == 0 {
		return sample{}
	}
	return newSample(took, elapsed)
}

// arrivals are the times of the answers to a surge: of those that were answered, and of those that were refused with
// 503.
type arrivals struct {
	sent              int
	answered, refused []time.Duration
}

// surge sends requests at random times, so many a second, without waiting for answers: as many people do.
func surge(ctx context.Context, addr string, perSecond float64, d time.Duration,
	next func(*rand.Rand) []byte) (arrivals, error) {
	type connection struct {
		net.Conn
		responses *bufio.Reader
	}
	var (
		all    arrivals
		mu     sync.Mutex
		wg     sync.WaitGroup
		open   atomic.Int64
		failed error
		idle   = make(chan connection, maxConnections)
		random = rand.New(rand.NewPCG(1, 1))
	)
	send := func(wire []byte) error {
		begin := time.Now()
		var c connection
		select {
		case c = <-idle:
		default:
			if open.Add(1) > maxConnections {
				return errors.New("too many connections are open: nothing is refused in time")
			}
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
			if err != nil {
				return err
			}
			c = connection{conn, bufio.NewReaderSize(conn, 64<<10)}
		}
		if _, err := c.Write(wire); err != nil {
			return err
		}
		err := readResponse(c.responses)
		took := time.Since(begin)
		idle <- c
		mu.Lock()
		defer mu.Unlock()
		if status, ok := errors.AsType[*statusError](err); ok && status.status == "503" {
			all.refused = append(all.refused, took)
			return nil
		}
		all.answered = append(all.answered, took)
		return err
	}
	begin := time.Now()
	for at := time.Duration(0); at < d &&
		ctx.Err() == nil; at += time.Duration(random.ExpFloat64() / perSecond * float64(time.Second)) {
		time.Sleep(time.Until(begin.Add(at)))
		all.sent++
		wire := next(random)
		wg.Go(func() {
			if err := send(wire); err != nil {
				mu.Lock()
				failed = err
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	close(idle)
	for c := range idle {
		c.Close()
	}
	return all, errors.Join(ctx.Err(), failed)
}
