package config

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// written is what has reached the end of the log.
type written struct {
	mu     sync.Mutex
	text   bytes.Buffer
	writes int
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writes++
	return w.text.Write(p)
}

func (w *written) so() (text string, writes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String(), w.writes
}

func count(text string) int { return strings.Count(text, "\n") }

func TestLog(t *testing.T) {
	open := func() (*slog.Logger, *lineWriter, *written) {
		to := &written{}
		lines := &lineWriter{to: to}
		return slog.New(urgentHandler{slog.NewTextHandler(lines, nil), lines}), lines, to
	}
	t.Run("LinesAreWrittenTogetherAfterAMoment", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			log, _, to := open()
			for round := range 3 { // also after the buffers have been used
				for range 10 {
					log.Info("request")
				}
				time.Sleep(lineDelay - time.Millisecond)
				if text, writes := to.so(); count(text) != 10*round || writes != round {
					t.Errorf("before their time there are %d lines in %d writes, want %d in %d", count(text), writes, 10*round, round)
				}
				time.Sleep(2 * time.Millisecond)
				if text, writes := to.so(); count(text) != 10*round+10 || writes != round+1 {
					t.Errorf("there are %d lines in %d writes, want %d in %d", count(text), writes, 10*round+10, round+1)
				}
			}
		})
	})
	t.Run("AWarningTakesAllBeforeItAlong", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			log, _, to := open()
			log.Info("request")
			log.With("a", 1).WithGroup("b").Warn("trouble", "c", 2)
			if got, _ := to.so(); count(got) != 2 || !strings.Contains(got, "a=1 b.c=2") || strings.Index(got, "request") > strings.Index(got, "trouble") {
				t.Errorf("at once there is only %q", got)
			}
			time.Sleep(2 * lineDelay)
		})
	})
	t.Run("FlushLeavesNothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			log, lines, to := open()
			log.Info("stopping")
			lines.flush()
			if text, _ := to.so(); count(text) != 1 {
				t.Errorf("%q is there at the end", text)
			}
			time.Sleep(2 * lineDelay)
			if _, writes := to.so(); writes != 1 {
				t.Errorf("%d writes of one line", writes)
			}
		})
	})
	t.Run("ManyAtOnceLoseNothingAndStayInOrder", func(t *testing.T) {
		log, lines, to := open()
		const each = 2000
		var all sync.WaitGroup
		for g := range 8 {
			all.Go(func() {
				for i := range each {
					log.Info("request", "of", g, "number", i)
				}
			})
		}
		all.Wait()
		lines.flush()
		text, writes := to.so()
		if count(text) != 8*each || writes < 2 {
			t.Errorf("%d lines in %d writes, want %d in several", count(text), writes, 8*each)
		}
		next := [8]int{}
		for line := range strings.Lines(text) {
			var g, i int
			if _, err := fmt.Sscanf(line[strings.Index(line, "of="):], "of=%d number=%d", &g, &i); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			if next[g] != i {
				t.Fatalf("line %d of %d comes after %d", i, g, next[g])
			}
			next[g]++
		}
	})
}
