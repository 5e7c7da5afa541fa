package store

// WritersWait reports whether writers wait for a connection.
func WritersWait(db *DB) bool {
	return db.IsSQLite() && len(db.queue.requests) > 0 || db.writer.Stats().WaitCount > 0
}
