package store

import (
	"database/sql/driver"
	"sync/atomic"
)

var observer atomic.Pointer[func(query string, args []driver.NamedValue)]

// Observe calls fn with every query on any database until stop is called, from several goroutines. It is for tests that
// check query plans.
func Observe(fn func(query string, args []driver.NamedValue)) (stop func()) {
	observer.Store(&fn)
	return func() { observer.Store(nil) }
}

func observed(query string, args []driver.NamedValue) {
	if fn := observer.Load(); fn != nil {
		(*fn)(query, args)
	}
}
