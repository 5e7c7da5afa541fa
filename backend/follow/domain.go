package follow

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	entfollow "uvboard/ent/follow"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what follows contribute to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "follow",
		Services: []server.Service{
			server.Mount[uvboardv1connect.FollowServiceHandler](uvboardv1connect.NewFollowServiceHandler,
				NewHandler(s))},
		Checks: []domain.Check{
			domain.CheckCount("users", "follower_count", entfollow.Table, "member_id", "member_id IS NOT NULL"),
			domain.CheckCount("users", "following_count", entfollow.Table, "user_id", "member_id IS NOT NULL"),
		},
		Counted: []string{"users", entfollow.Table},
		Notices: s.notices(),
		Exports: []domain.Export{
			{Name: "follows.json", About: "what you follow", Of: "follows.user_id", Write: s.export},
			{Name: "followers.json", About: "who follows you", Of: "follows.member_id", Write: s.exportFollowers},
		},
		ErasePrivate: s.erase,
		Owns:         user.Or(domain.Owners("follows.user_id"), user.FollowerCountGT(0)),
	}
}

const eraseBatch = 100

// erase deletes what a deleted user follows and its followers.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		rows, err := tx.Follow.Query().Where(entfollow.Or(entfollow.UserID(userID), entfollow.MemberID(userID))).
			Limit(eraseBatch).All(ctx)
		if err != nil || len(rows) == 0 {
			return err
		}
		more = true
		people := []uuid.UUID{userID}
		for _, row := range rows {
			if row.MemberID != nil {
				people = append(people, row.UserID, *row.MemberID)
			}
		}
		if _, err := tx.User.Query().Where(user.IDIn(people...), s.db.ForUpdate).Order(user.ByID()).
			IDs(ctx); err != nil {
			return err
		}
		for _, row := range rows {
			// Somebody may have unfollowed since.
			n, err := tx.Follow.Delete().Where(entfollow.ID(row.ID)).Exec(ctx)
			if err != nil {
				return err
			}
			if n > 0 && row.MemberID != nil {
				if err := count(ctx, tx, row.UserID, *row.MemberID, -1); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("delete follows: %w", err)
	}
	return more, nil
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "follows.json", func(after uuid.UUID) ([]Follow, error) {
		rows, err := s.db.Client().Follow.Query().Where(entfollow.UserID(u.ID), entfollow.IDGT(after)).
			Order(entfollow.ByID()).Limit(archive.PageSize).All(ctx)
		if err != nil {
			return nil, err
		}
		return s.describe(ctx, rows)
	}, func(f Follow) (uuid.UUID, any) { return f.ID, json.RawMessage(rest.JSON(toProto(f))) })
}

func (s *Service) exportFollowers(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "followers.json", func(after uuid.UUID) ([]*ent.Follow, error) {
		return s.db.Client().Follow.Query().
			Where(entfollow.MemberID(u.ID), entfollow.HasUserWith(user.DeletedAtIsNil()), entfollow.IDGT(after)).
			WithUser().
			Order(entfollow.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(row *ent.Follow) (uuid.UUID, any) {
		return row.ID, json.RawMessage(rest.JSON(personToProto(row, row.Edges.User)))
	})
}
