// Package must has what tests of all packages need: calls that return no error, and a log that can be read.
package must

import (
	"bytes"
	"errors"
	"sync"
	"testing"
)

// NoError ends the test if err is not nil.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Concurrently makes n calls at once and waits for them. Each error fails the test.
func Concurrently(t testing.TB, n int, call func(i int) error) {
	t.Helper()
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = call(i) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

// Log is a log that goroutines write while a test reads it.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds a line.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String returns all lines.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
