package store

import "context"

// WriteOne runs a statement that is a whole write by itself, on PostgreSQL alone, and scans the one row that it answers.
// Like Write it returns once that is durable, and runs it again when the database asks for that. No row is sql.ErrNoRows.
func (db *DB) WriteOne(ctx context.Context, query string, args []any, dest ...any) error {
	defer db.writes.Add(1) // as in Write
	for try := 1; ; try++ {
		err := db.writer.QueryRowContext(ctx, query, args...).Scan(dest...)
		if err == nil || try == writeTries || !wantsRetry(err) {
			return err
		}
	}
}
