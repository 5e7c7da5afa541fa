package vote

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/ent"
)

// EntrySQL is the SQL of the eligible upvotes with which an item enters rankings. It reads the board's setting in the
// statement of a change, so that the change and RecountEntries agree on it.
var EntrySQL = fmt.Sprintf("COALESCE((SELECT entry_votes FROM boards), %d)", EntryVotes)

func (s *Service) entryJob() jobs.Job {
	return jobs.Job{Name: enterJob, Do: func(ctx context.Context, _ jobs.Task) error { return s.RecountEntries(ctx) }}
}

const (
	enterJob   = "enter projects in rankings"
	entryBatch = 500
)

// onSettings stores the task of RecountEntries, in the transaction of a change of the board's settings.
func (s *Service) onSettings(ctx context.Context, tx *ent.Client, e event.Event) error {
	if e.Kind != event.Changed || e.Item.Type != BoardSettings {
		return nil
	}
	return jobs.Enqueue(ctx, tx, enterJob, nil, s.now(), s.now())
}

// RecountEntries decides of all ranked items whether they have entered, in steps of entryBatch items.
func (s *Service) RecountEntries(ctx context.Context) error {
	for _, v := range s.votable {
		if v.RankedFrom == "" {
			continue
		}
		for after := (uuid.UUID{}); ; {
			last, err := s.recountEntriesAfter(ctx, v, after)
			if err != nil {
				return fmt.Errorf("recount which items of %s have entered: %w", v.Table, err)
			}
			if last == uuid.Nil {
				break
			}
			after = last
		}
	}
	return nil
}

// recountEntriesAfter does one step and returns its last id, uuid.Nil behind the last item. It locks all items of the
// step: votes being cast may have read the earlier setting, so it waits for them.
func (s *Service) recountEntriesAfter(ctx context.Context, v domain.Votable,
	after uuid.UUID) (last uuid.UUID, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		lock := ""
		if !s.db.IsSQLite() {
			lock = " FOR NO KEY UPDATE"
		}
		ids, err := readIDs(ctx, tx, fmt.Sprintf("SELECT id FROM %s WHERE id > $1 ORDER BY id LIMIT %d%s", v.Table,
			entryBatch, lock), after)
		if err != nil || len(ids) == 0 {
			return err
		}
		last = ids[len(ids)-1]
		changed, err := tx.ExecContext(ctx, fmt.Sprintf(`UPDATE %s SET is_entered = NOT is_entered WHERE id >= $1 AND id <= $2
			AND is_entered <> (eligible_upvotes >= %s)`, v.Table, EntrySQL), ids[0], last)
		if err != nil {
			return err
		}
		if n, err := changed.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return s.db.Emit(ctx, tx, event.Event{Kind: event.Changed, Item: event.Item{Type: v.Type}, Public: true,
			Lists: v.Lists})
	})
	return last, err
}

// Enter decides whether a new item, which has no votes, has entered.
func Enter(ctx context.Context, tx *ent.Client, v domain.Votable, id uuid.UUID) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf("UPDATE %s SET is_entered = 0 >= %s WHERE id = $1", v.Table, EntrySQL), id)
	return err
}

func readIDs(ctx context.Context, tx *ent.Client, query string, args ...any) (ids []uuid.UUID, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// checkEntered checks which items have entered rankings.
func checkEntered(v domain.Votable) domain.Check {
	return domain.Check{What: v.Table + ".is_entered",
		Query: fmt.Sprintf(`SELECT id, CASE WHEN is_entered THEN 1 ELSE 0 END AS stored,
			CASE WHEN eligible_upvotes >= %s THEN 1 ELSE 0 END AS counted FROM %s`, EntrySQL, v.Table),
		Set: "UPDATE " + v.Table + " SET is_entered = ($1 = 1) WHERE id = $2"}
}
