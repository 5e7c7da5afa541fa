package store

import (
	"database/sql/driver"
	"errors"
	"net"

	"github.com/lib/pq"
)

// What PostgreSQL says when it lets nobody in for now.
const (
	adminShutdown      = "57P01"
	crashShutdown      = "57P02"
	cannotConnectNow   = "57P03" // it is starting, or stopping
	tooManyConnections = "53300"
)

// Unreachable tells an error of a database that cannot be reached, or has broken off: one that is being restarted, say. What
// was asked of it may go well once it is back.
func Unreachable(err error) bool {
	if _, lost := errors.AsType[*net.OpError](err); lost {
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || pq.As(err, adminShutdown, crashShutdown, cannotConnectNow, tooManyConnections) != nil
}
