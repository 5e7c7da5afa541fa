package note

import (
	"context"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/stats"
	"uvboard/ent"
)

// Domain returns what notes contribute to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name:         "note",
		Routes:       s.routes(),
		Jobs:         []jobs.Job{{Name: "delete old notes", Every: time.Hour, Run: s.deleteOld}},
		Exports:      []domain.Export{{Name: "notes.json", About: "your notes", Of: "notes.user_id", Write: s.export}},
		Checks:       []domain.Check{stats.Check(counter, "SELECT COUNT(*) FROM notes")},
		Counted:      []string{"notes", "counters"},
		ErasePrivate: s.erase,
		Owns:         domain.Owners("notes.user_id"),
	}
}

// erase deletes notes of a deleted user.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	return s.remove(ctx, "user_id = $1", userID)
}

// deleteOld deletes the notes that are too old.
func (s *Service) deleteOld(ctx context.Context) error {
	for more := true; more; {
		var err error
		if more, err = s.remove(ctx, "created_at < $1", s.now().Add(-maxAge)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "notes.json", func(after uuid.UUID) ([]Note, error) {
		return s.query(ctx, "user_id = $1 AND id > $2 ORDER BY id LIMIT $3", u.ID, after, archive.PageSize)
	}, func(n Note) (uuid.UUID, any) { return n.ID, n })
}
