package store

// TokenText is tokenText, for tests.
var TokenText = tokenText

// WritersWait says whether there are more writers than can write at once.
func WritersWait(db *DB) bool {
	return db.IsSQLite() && len(db.queue.requests) > 0 || db.writer.Stats().WaitCount > 0
}

// Waiting is how many values wait for the writer.
func (b *Batch[T]) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}
