package store

// WritersWait reports whether writers wait for a connection.
func WritersWait(db *DB) bool {
	return db.IsSQLite() && len(db.queue.requests) > 0 || db.writer.Stats().WaitCount > 0
}

// Synchronous is SQLite's setting before package storetest changes it.
var Synchronous = sqlitePragmas["synchronous"]

// CheckSessions is what Open does on PostgreSQL.
var CheckSessions = checkSessions
