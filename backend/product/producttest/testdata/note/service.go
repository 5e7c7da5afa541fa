// Package note keeps private notes of users. It is the example of docs/adding-a-domain.md: TestAddingADomain adds it to
// the product.
package note

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
)

const (
	counter    = "notes"
	maxLength  = 500
	maxAge     = 365 * 24 * time.Hour
	maxListed  = 100
	eraseBatch = 100
)

// Note is one note. A real domain has an Ent entity instead.
type Note struct {
	ID        uuid.UUID `json:"id"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// Service keeps notes.
type Service struct {
	db  *store.DB
	now func() time.Time
}

// NewService returns a service on db; now is the clock.
func NewService(db *store.DB, now func() time.Time) *Service {
	return &Service{db: db, now: store.Clock(now)}
}

// Create saves a note. Faults: invalid if the text is empty or too long.
func (s *Service) Create(ctx context.Context, userID uuid.UUID, text string) (Note, error) {
	if text = store.Clean(text); text == "" || len(text) > maxLength {
		return Note{}, fault.Invalid("text", "A note must be 1 to 500 characters")
	}
	now := s.now()
	n := Note{ID: store.NewID(now), Text: text, CreatedAt: now}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO notes (id, user_id, text, created_at) VALUES ($1, $2, $3, $4)",
			n.ID, userID, n.Text, n.CreatedAt); err != nil {
			return err
		}
		e := event.Event{Kind: event.Published, Item: event.Item{Type: "note", ID: n.ID}, Actor: userID,
			To: []uuid.UUID{userID}}
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		return stats.Add(ctx, tx, counter, 1)
	})
	if err != nil {
		return Note{}, fmt.Errorf("create note: %w", err)
	}
	return n, nil
}

// List returns the newest notes of a user that are older than the one with the id before; uuid.Max for the newest.
func (s *Service) List(ctx context.Context, userID, before uuid.UUID) ([]Note, error) {
	return s.query(ctx, "user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3", userID, before, maxListed)
}

func (s *Service) query(ctx context.Context, where string, args ...any) ([]Note, error) {
	rows, err := s.db.Client().QueryContext(ctx, "SELECT id, text, created_at FROM notes WHERE "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list notes: %w", err)
	}
	defer rows.Close()
	notes := []Note{}
	for rows.Next() {
		var n Note
		if err := rows.Scan(&n.ID, &n.Text, &n.CreatedAt); err != nil {
			return nil, fmt.Errorf("list notes: %w", err)
		}
		n.CreatedAt = n.CreatedAt.UTC()
		notes = append(notes, n)
	}
	return notes, rows.Err()
}

// remove deletes a bounded number of notes under a condition and counts them.
func (s *Service) remove(ctx context.Context, condition string, arg any) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE id IN (SELECT id FROM notes WHERE "+condition+
			" LIMIT $2)", arg, eraseBatch)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err != nil || n == 0 {
			return err
		}
		more = true
		return stats.Add(ctx, tx, counter, -int(n))
	})
	if err != nil {
		return false, fmt.Errorf("delete notes: %w", err)
	}
	return more, nil
}
