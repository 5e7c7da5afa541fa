package saved

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/saveditem"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what saved items contribute to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name:         "saved",
		Services:     []server.Service{server.Mount[uvboardv1connect.SavedServiceHandler](uvboardv1connect.NewSavedServiceHandler, NewHandler(s))},
		Pages:        web.Pages{Routes: []web.Route{{Path: "/saved", Title: "Saved", Personal: true}}},
		Exports:      []domain.Export{{Name: "saved.json", About: "what you saved, with your labels", Of: "saved_items.user_id", Write: s.export}},
		ErasePrivate: s.erase,
		Owns:         domain.Owners(saveditem.Table),
	}
}

const eraseBatch = 200

// erase deletes the saved items of a deleted user.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	ids, err := s.db.Client().SavedItem.Query().Where(saveditem.UserID(userID)).Order(saveditem.ByID()).Limit(eraseBatch).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.SavedItem.Delete().Where(saveditem.IDIn(ids...)).Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("delete saved items: %w", err)
	}
	return true, nil
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "saved.json", func(after uuid.UUID) ([]Item, error) {
		rows, err := s.db.Client().SavedItem.Query().Where(saveditem.UserID(u.ID), saveditem.IDGT(after)).
			Order(saveditem.ByID()).Limit(archive.PageSize).All(ctx)
		if err != nil {
			return nil, err
		}
		return s.withTargets(ctx, rows)
	}, func(item Item) (uuid.UUID, any) { return item.ID, json.RawMessage(rest.JSON(toProto(item))) })
}
