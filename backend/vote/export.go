package vote

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/ent"
	entvote "uvboard/ent/vote"
)

// exportVotes writes all votes of a user, with the titles of what everybody may see.
func (s *Service) exportVotes(ctx context.Context, w *archive.Writer, u *ent.User) error {
	type entry struct {
		TargetID   uuid.UUID `json:"targetId"`
		TargetType string    `json:"targetType"`
		Title      string    `json:"title"`
		VoteType   string    `json:"voteType"`
		CreatedAt  time.Time `json:"createdAt"`
		UpdatedAt  time.Time `json:"updatedAt"`
	}
	names := map[int]string{Up: "upvote", Down: "downvote"}
	return w.List("votes.json", func(add func(any) error) error {
		var last *ent.Vote
		for {
			query := s.db.Client().Vote.Query().Where(entvote.UserID(u.ID))
			if last != nil {
				query.Where(func(q *entsql.Selector) {
					q.Where(entsql.CompositeGT([]string{q.C(entvote.FieldCreatedAt), q.C(entvote.FieldID)},
						last.CreatedAt.UTC(), last.ID))
				})
			}
			votes, err := query.Order(entvote.ByCreatedAt(), entvote.ByID()).Limit(archive.PageSize).All(ctx)
			if err != nil {
				return err
			}
			titles, err := s.titles(ctx, votes)
			if err != nil {
				return err
			}
			for _, v := range votes {
				last = v
				err := add(entry{v.TargetID, v.TargetType, titles[v.TargetID], names[v.Value], v.CreatedAt.UTC(),
					v.UpdatedAt.UTC()})
				if err != nil {
					return err
				}
			}
			if len(votes) < archive.PageSize {
				return nil
			}
		}
	})
}

// titles returns the titles of the votes' targets that everybody may see.
func (s *Service) titles(ctx context.Context, votes []*ent.Vote) (map[uuid.UUID]string, error) {
	ids := map[string][]any{}
	for _, v := range votes {
		ids[v.TargetType] = append(ids[v.TargetType], v.TargetID)
	}
	titles := make(map[uuid.UUID]string, len(votes))
	for _, v := range s.votable {
		if v.Title == "" || len(ids[v.Type]) == 0 {
			continue
		}
		if err := s.addTitles(ctx, v, ids[v.Type], titles); err != nil {
			return nil, err
		}
	}
	return titles, nil
}

func (s *Service) addTitles(ctx context.Context, v domain.Votable, ids []any, titles map[uuid.UUID]string) error {
	query, args := entsql.Dialect(s.db.Dialect).Select("id", v.Title).From(entsql.Table(v.Table)).
		Where(entsql.And(entsql.In("id", ids...), entsql.ExprP(v.Visible))).Query()
	rows, err := s.db.Client().QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		var title string
		if err := rows.Scan(&id, &title); err != nil {
			return err
		}
		titles[id] = title
	}
	return rows.Err()
}
