package store

// WritersWait reports whether writers wait for a connection.
func WritersWait(db *DB) bool {
	return db.IsSQLite() && len(db.queue.requests) > 0 || db.writer.Stats().WaitCount > 0
}

// Waiting returns the number of values that wait for the writer.
func (b *Batch[T]) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}
