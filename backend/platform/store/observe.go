package store

import (
	"database/sql/driver"
	"sync/atomic"
)

// observer hears of every query, when there is one.
var observer atomic.Pointer[func(query string, args []driver.NamedValue)]

// Observe lets hear know of every query on any database, from several goroutines, until stop is called. It is for tests
// that ask the databases how they answer what the product asks.
func Observe(hear func(query string, args []driver.NamedValue)) (stop func()) {
	observer.Store(&hear)
	return func() { observer.Store(nil) }
}

func observed(query string, args []driver.NamedValue) {
	if hear := observer.Load(); hear != nil {
		(*hear)(query, args)
	}
}
