package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

// clients is the default number of concurrent connections.
const clients = 16

type request struct {
	wire  []byte
	aside bool // excluded from the measured times
}

// get returns the bytes of a GET request. Headers are lines such as "Accept-Encoding: gzip".
func get(target string, headers ...string) []byte { return wire("GET", target, nil, headers...) }

// post returns the bytes of a POST request.
func post(target, contentType string, body []byte, headers ...string) []byte {
	return wire("POST", target, body, append(headers, "Content-Type: "+contentType)...)
}

func wire(method, target string, body []byte, headers ...string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: bench\r\n", method, target)
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	if method != "GET" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n")
	b.Write(body)
	return b.Bytes()
}

// load sends requests from n clients for d, each on its own keep-alive connection, and returns the measured sample. It
// writes HTTP/1.1 itself, since net/http's client would take CPU time from the server. A status other than 2xx is an
// error.
func load(ctx context.Context, addr string, n int, d time.Duration,
	next func(client int, r *rand.Rand) request) (sample, error) {
	var (
		wg    sync.WaitGroup
		took  = make([][]time.Duration, n)
		fails = make([]error, n)
	)
	conns := make([]net.Conn, n)
	for i := range conns {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
		if err != nil {
			return sample{}, err
		}
		defer conn.Close()
		// Only a request that hangs takes this long.
		if err := conn.SetDeadline(time.Now().Add(d + 20*time.Second)); err != nil {
			return sample{}, err
		}
		conns[i] = conn
	}
	begin := time.Now()
	for i := range n {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), uint64(begin.UnixNano())))
			responses := bufio.NewReaderSize(conns[i], 64<<10)
			times := make([]time.Duration, 0, 1<<14)
			for sent := begin; ctx.Err() == nil; {
				r := next(i, random)
				if _, err := conns[i].Write(r.wire); err != nil {
					fails[i] = err
					return
				}
				if err := readResponse(responses); err != nil {
					fails[i] = fmt.Errorf("%s: %w", r.wire[:bytes.IndexByte(r.wire, '\r')], err)
					return
				}
				now := time.Now()
				if !r.aside {
					times = append(times, now.Sub(sent))
				}
				if sent = now; now.Sub(begin) >= d {
					break
				}
			}
			took[i] = times
		})
	}
	wg.Wait()
	elapsed := time.Since(begin)
	if err := cmp.Or(ctx.Err(), errors.Join(fails...)); err != nil {
		return sample{}, err
	}
	return newSample(slices.Concat(took...), elapsed), nil
}

// statusError is a response with another status than 2xx. The connection can be used again.
type statusError struct {
	status string
	body   []byte
}

func (e *statusError) Error() string { return fmt.Sprintf("status %s: %s", e.status, e.body) }

// readResponse reads one response. A status other than 2xx is a statusError.
func readResponse(r *bufio.Reader) error {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return err
	}
	if len(line) < 12 {
		return fmt.Errorf("not HTTP: %q", line)
	}
	status, length, chunked := string(line[9:12]), 0, false
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = true
		}
	}
	if status[0] != '2' {
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return err
		}
		return &statusError{status, body[:min(length, 300)]}
	}
	if !chunked {
		_, err = r.Discard(length)
		return err
	}
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return err
		}
		size, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return err
		}
		if _, err := r.Discard(int(size) + 2); err != nil || size == 0 {
			return err
		}
	}
}
