package user

import (
	"context"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/paging"
	entproject "uvboard/ent/project"
)

// ProjectCreated is the kind of activity of having published a project.
const ProjectCreated = "project_created"

// Activity is one thing a member did, whatever its kind.
type Activity struct {
	Kind  string
	ID    uuid.UUID // of the thing
	Title string
	Text  string // its first words
	At    time.Time
}

// activityPosition is where a page of activities ended.
type activityPosition struct {
	At time.Time
	ID uuid.UUID
}

// Activity lists what a member did, newest first; of these kinds only, of all when none is named. Drafts are not
// activity, not even to their owner. An unknown member is not found.
func (s *Service) Activity(ctx context.Context, id uuid.UUID, kinds []string, size int, token string) (activities []Activity, next string, err error) {
	from, err := paging.Parse[activityPosition](listActivity, token)
	if err != nil {
		return nil, "", err
	}
	if _, err := s.Get(ctx, id); err != nil {
		return nil, "", err
	}
	if len(kinds) > 0 && !slices.Contains(kinds, ProjectCreated) {
		return nil, "", nil
	}
	query := s.db.Client().Project.Query().
		Where(entproject.UserID(id), entproject.IsPublic(true), entproject.PublishedAtNotNil()).
		Order(entproject.ByPublishedAt(entsql.OrderDesc()), entproject.ByID(entsql.OrderDesc())).
		Limit(size + 1)
	if from != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(entproject.FieldPublishedAt), q.C(entproject.FieldID)}, from.At.UTC(), from.ID))
		})
	}
	projects, err := query.
		Select(entproject.FieldTitle, entproject.FieldTagline, entproject.FieldPublishedAt).
		All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("activity: %w", err)
	}
	for _, p := range projects {
		activities = append(activities, Activity{Kind: ProjectCreated, ID: p.ID, Title: p.Title, Text: p.Tagline, At: *p.PublishedAt})
	}
	return paging.Cut(listActivity, activities, size, func(last Activity) activityPosition {
		return activityPosition{At: last.At, ID: last.ID}
	})
}
