package follow

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/project"
	"uvboard/ent"
	entfollow "uvboard/ent/follow"
)

// notices tell users of new followers, and followers of what is new.
func (s *Service) notices() []domain.Notice {
	published := func(e event.Event) bool {
		return e.Kind == event.Published &&
			slices.ContainsFunc(s.parts, func(p part) bool { return p.item.Type == e.Item.Type })
	}
	return []domain.Notice{
		{
			Kind: "follower", Email: true, Of: notifyFollowed,
			On: func(e event.Event) bool { return e.Kind == event.Followed },
			Line: func(s domain.Said) string {
				if s.People > 1 {
					return s.Who + " follow you"
				}
				return s.Who + " follows you"
			},
		},
		{
			Kind: "followed_published", Of: s.notifyFollowers, Line: domain.Says("published"),
			On: func(e event.Event) bool { return published(e) && e.Item.Type != project.UpdateKind },
		},
		{
			Kind: "project_update", Email: true, Of: s.notifyFollowers, Line: domain.Says("posted an update:"),
			On: func(e event.Event) bool { return published(e) && e.Item.Type == project.UpdateKind },
		},
	}
}

// notifyFollowed tells a user of a new follower, once of each. The notification leads to the follower.
func notifyFollowed(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	still, err := client.Follow.Query().Where(entfollow.UserID(e.Actor), entfollow.MemberID(e.Item.ID)).Exist(ctx)
	if err != nil || !still {
		return nil, err
	}
	return &domain.Told{
		Item: event.Item{Type: e.Item.Type, ID: e.Actor}, SubjectID: e.Item.ID,
		Source: uuid.NewSHA1(e.Actor, e.Item.ID[:]), To: domain.ToUsers(e.Item.ID),
	}, nil
}

// notifyFollowers tells those who follow something for which they see the item.
func (s *Service) notifyFollowers(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	visible, err := s.items[e.Item.Type].VisibleTargets(ctx, client, s.db.Dialect, []uuid.UUID{e.Item.ID})
	if err != nil || len(visible) == 0 {
		return nil, err
	}
	var statements []string
	for _, p := range s.parts {
		if p.item.Type == e.Item.Type {
			statements = append(statements, p.followers()...)
		}
	}
	query := strings.Join(statements, " UNION ") + " ORDER BY 1 LIMIT $3"
	subject := e.Item.ID
	if e.Item.Type == project.UpdateKind {
		subject = e.Parent.ID // its project
	}
	return &domain.Told{SubjectID: subject, To: func(ctx context.Context, after uuid.UUID, limit int) (ids []uuid.UUID,
		err error) {
		rows, err := client.QueryContext(ctx, query, e.Item.ID, after, limit)
		if err != nil {
			return nil, fmt.Errorf("followers: %w", err)
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return nil, fmt.Errorf("followers: %w", err)
			}
			ids = append(ids, id)
		}
		return ids, rows.Err()
	}}, nil
}

// followers returns statements of the users who follow an item for this reason.
func (p part) followers() []string {
	join := "SELECT f.user_id FROM " + p.table + " x JOIN follows f ON f." + p.filled + " = x." + p.column +
		" WHERE x." + p.id + " = $1 AND f.user_id > $2"
	if p.filled != entfollow.FieldTag {
		return []string{join}
	}
	// An operator may have merged the followed tag into another.
	return []string{join, "SELECT f.user_id FROM " + p.table + " x JOIN tag_synonyms s ON s.tag = x." + p.column +
		" JOIN follows f ON f.tag = s.id WHERE x." + p.id + " = $1 AND f.user_id > $2"}
}
