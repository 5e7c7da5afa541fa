// Package must checks that calls return no error.
package must

import (
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
