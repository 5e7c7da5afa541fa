package store

// WritersWait reports whether writers wait for a connection.
func WritersWait(db *DB) bool {
	return db.IsSQLite() && len(db.queue.requests) > 0 || db.writer.Stats().WaitCount > 0
}

// CheckSessions is what Open does on PostgreSQL.
var CheckSessions = checkSessions
