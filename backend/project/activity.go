package project

import (
	"context"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	entproject "uvboard/ent/project"
)

func (s *Service) activity(ctx context.Context, userID uuid.UUID, after *domain.ActivityPosition,
	limit int) ([]domain.ActivityEntry, error) {
	query := s.db.Client().Project.Query().
		Where(entproject.UserID(userID), entproject.IsPublic(true), entproject.PublishedAtNotNil()).
		Order(entproject.ByPublishedAt(entsql.OrderDesc()), entproject.ByID(entsql.OrderDesc())).
		Limit(limit)
	if after != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(entproject.FieldPublishedAt), q.C(entproject.FieldID)},
				after.At.UTC(), after.ID))
		})
	}
	projects, err := query.Select(entproject.FieldTitle, entproject.FieldTagline, entproject.FieldPublishedAt,
		entproject.FieldVia, entproject.FieldShort).All(ctx)
	if err != nil {
		return nil, err
	}
	entries := make([]domain.ActivityEntry, len(projects))
	for i, p := range projects {
		entries[i] = domain.ActivityEntry{ID: p.ID, TargetID: p.ID, Title: p.Title, Text: p.Tagline, At: *p.PublishedAt,
			Via: p.Via, Path: Path(p)}
	}
	return entries, nil
}
