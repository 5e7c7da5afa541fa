package config

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"
)

// How long a line of the log may wait for others, and how many bytes of them are written at once. A write for every
// request would cost as much as answering some of them.
const (
	lineDelay = 100 * time.Millisecond
	lineBytes = 32 << 10
)

// Logger makes the logger that the settings ask for, on standard error. A line is written a tenth of a second after it was
// logged at the latest, a warning or an error at once, with all before it. What is left at the end flush writes.
func (c *Config) Logger() (log *slog.Logger, flush func()) {
	lines := &lineWriter{to: os.Stderr}
	options := &slog.HandlerOptions{Level: c.LogLevel}
	format := c.LogFormat
	if format == "" {
		format = "json"
		if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			format = "text"
		}
	}
	if format == "text" {
		return slog.New(urgentHandler{slog.NewTextHandler(lines, options), lines}), lines.flush
	}
	return slog.New(urgentHandler{slog.NewJSONHandler(lines, options), lines}), lines.flush
}

// urgentHandler lets no warning wait.
type urgentHandler struct {
	slog.Handler
	lines *lineWriter
}

func (h urgentHandler) Handle(ctx context.Context, record slog.Record) error {
	err := h.Handler.Handle(ctx, record)
	if record.Level >= slog.LevelWarn {
		h.lines.flush()
	}
	return err
}

func (h urgentHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return urgentHandler{h.Handler.WithAttrs(attrs), h.lines}
}

func (h urgentHandler) WithGroup(name string) slog.Handler {
	return urgentHandler{h.Handler.WithGroup(name), h.lines}
}

// lineWriter gathers lines and writes many at once. Whoever fills the buffer waits until it is written, so that no more
// gathers than can be written.
type lineWriter struct {
	writing sync.Mutex // held first, so that lines stay in their order
	to      io.Writer
	spare   []byte

	mu      sync.Mutex
	waiting []byte
	due     bool // a flush is on its way
}

func (w *lineWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	if !w.due {
		w.due = true
		time.AfterFunc(lineDelay, func() {
			w.mu.Lock()
			w.due = false
			w.mu.Unlock()
			w.flush()
		})
	}
	w.waiting = append(w.waiting, line...)
	full := len(w.waiting) >= lineBytes
	w.mu.Unlock()
	if full {
		w.flush()
	}
	return len(line), nil
}

func (w *lineWriter) flush() {
	w.writing.Lock()
	defer w.writing.Unlock()
	w.mu.Lock()
	lines := w.waiting
	w.waiting = w.spare[:0]
	w.mu.Unlock()
	if len(lines) > 0 {
		_, _ = w.to.Write(lines) // there is nowhere to say that the log cannot be written
	}
	w.spare = lines
}
