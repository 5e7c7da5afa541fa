package store_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/lib/pq"

	"uvboard/backend/platform/store"
)

func TestUnreachable(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want bool
	}{
		{&net.OpError{Op: "dial", Err: errors.New("connection refused")}, true},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, true},
		{driver.ErrBadConn, true},
		{&pq.Error{Code: "57P03"}, true}, // the database system is starting up
		{&pq.Error{Code: "23505"}, false},
		{errors.New("no such column"), false},
		{nil, false},
	} {
		if got := store.Unreachable(fmt.Errorf("get project: %w", tc.err)); got != tc.want {
			t.Errorf("%v: %v, want %v", tc.err, got, tc.want)
		}
	}
}
