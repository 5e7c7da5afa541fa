package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	idleStreams   = 2000
	idleTime      = 60 * time.Second // longer than two heartbeats
	maxIdleMemory = 60               // MB
	readers       = 500              // of one thread
	liveReplies   = 40
	maxDelivery   = 250 * time.Millisecond // of 95 in 100
)

// stream is a subscription over HTTP/1.1, as a browser without HTTP/2 has one.
type stream struct {
	conn net.Conn
	body io.Reader
}

// subscribe opens a stream and waits for the first event.
func subscribe(addr, topic string) (*stream, error) {
	message := []byte(`{"topics":[` + topic + `]}`)
	envelope := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message)))
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	// Headers of a browser.
	_, err = conn.Write(post("/uvboard.v1.LiveService/Subscribe", "application/connect+json", append(envelope, message...),
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
		"Accept: */*", "Accept-Language: en-US,en;q=0.9", "Accept-Encoding: gzip, deflate, br, zstd", "Connect-Protocol-Version: 1",
		"Sec-Fetch-Dest: empty", "Sec-Fetch-Mode: cors", "Sec-Fetch-Site: same-origin"))
	if err != nil {
		return nil, err
	}
	response, err := http.ReadResponse(bufio.NewReaderSize(conn, 1024), nil)
	if err != nil {
		return nil, err
	}
	s := &stream{conn, response.Body}
	if event, err := s.next(); err != nil || !bytes.Contains(event, []byte(`"ready"`)) {
		return nil, fmt.Errorf("the first event is %s, %w", event, err)
	}
	return s, nil
}

func (s *stream) next() ([]byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(s.body, head[:]); err != nil {
		return nil, err
	}
	event := make([]byte, binary.BigEndian.Uint32(head[1:]))
	_, err := io.ReadFull(s.body, event)
	return event, err
}

// measureLive prints the memory of idle streams and how long a reply takes to all who follow its thread.
func measureLive(ctx context.Context, e *env) error {
	threads, err := e.threads(ctx, e.database, 1)
	if err != nil {
		return err
	}
	authors, err := e.sessions(ctx, e.database, 10)
	if err != nil {
		return err
	}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return err
	}
	if err := measureIdle(ctx, product); err != nil {
		return err
	}
	return measureDelivery(product, threads[0].ID.String(), authors)
}

func measureIdle(ctx context.Context, product *process) error {
	const topics = `{"list":"LIVE_LIST_PROJECTS"},{"list":"LIVE_LIST_NEWS"}`
	warm, err := subscribeAll(product.addr, 50, topics) // loads code and rules, which are not memory of a stream
	closeAll(warm)
	if err != nil {
		return err
	}
	time.Sleep(time.Second)
	before, _, err := product.memory()
	if err != nil {
		return err
	}
	streams, err := subscribeAll(product.addr, idleStreams, topics)
	defer closeAll(streams)
	if err != nil {
		return err
	}
	opened, _, err := product.memory()
	if err != nil {
		return err
	}
	used, err := product.cpu()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(idleTime):
	}
	idle, _, err := product.memory()
	if err != nil {
		return err
	}
	usedIdle, err := product.cpu()
	if err != nil {
		return err
	}
	fmt.Printf("%d idle streams: %.0f MB before, %.0f MB with them, %.0f MB after %s (at most %d MB more: %v); %.1f%% of a CPU\n",
		idleStreams, before, opened, idle, idleTime, maxIdleMemory, max(opened, idle)-before <= maxIdleMemory, 100*(usedIdle-used).Seconds()/idleTime.Seconds())
	return nil
}

func subscribeAll(addr string, n int, topic string) (streams []*stream, err error) {
	for range n {
		s, err := subscribe(addr, topic)
		if err != nil {
			return streams, fmt.Errorf("stream %d: %w", len(streams)+1, err)
		}
		streams = append(streams, s)
	}
	return streams, nil
}

func closeAll(streams []*stream) {
	for _, s := range streams {
		_ = s.conn.Close() // only this program uses it
	}
}

func measureDelivery(product *process, threadID string, authors []session) error {
	streams, err := subscribeAll(product.addr, readers, `{"item":{"type":"forum_thread","id":"`+threadID+`"}}`)
	defer closeAll(streams)
	if err != nil {
		return err
	}
	var took []time.Duration
	for n := range liveReplies {
		text := fmt.Sprintf("reply %d of the bench at %d. %s", n, time.Now().UnixNano(), replyText)
		body, err := json.Marshal(map[string]string{"threadId": threadID, "content": text})
		if err != nil {
			return err
		}
		var (
			waiting  sync.WaitGroup
			received = make([]time.Duration, len(streams))
			failed   = make([]error, len(streams))
		)
		begin := time.Now()
		for i, s := range streams {
			waiting.Go(func() {
				for failed[i] == nil && received[i] == 0 {
					var event []byte
					if event, failed[i] = s.next(); bytes.Contains(event, []byte(`"published"`)) {
						received[i] = time.Since(begin)
					}
				}
			})
		}
		if err := postReply(product.addr, body, authors[n%len(authors)]); err != nil {
			return err
		}
		waiting.Wait()
		if i := slices.IndexFunc(failed, func(err error) bool { return err != nil }); i >= 0 {
			return fmt.Errorf("a reply did not arrive: %w", failed[i])
		}
		took = append(took, received...)
		time.Sleep(200 * time.Millisecond) // replies come one at a time
	}
	slices.Sort(took)
	at := func(share float64) time.Duration { return took[int(share*float64(len(took)-1))] }
	fmt.Printf("a reply to %d followers of its thread, from its request on: p50 %s ms, p95 %s ms, at most %s ms (p95 at most %s ms: %v)\n",
		readers, milliseconds(at(0.5)), milliseconds(at(0.95)), milliseconds(at(1)), milliseconds(maxDelivery), at(0.95) <= maxDelivery)
	return nil
}

func postReply(addr string, body []byte, author session) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.Write(post("/uvboard.v1.ForumService/CreatePost", "application/json", body, author.cookie)); err != nil {
		return err
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the reply was answered with %s", response.Status)
	}
	return nil
}
