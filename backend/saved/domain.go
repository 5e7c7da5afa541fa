package saved

import (
	"context"
	"encoding/json"

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
		Name: "saved",
		Services: []server.Service{
			server.Mount[uvboardv1connect.SavedServiceHandler](uvboardv1connect.NewSavedServiceHandler, NewHandler(s))},
		Pages: web.Pages{Routes: []web.Route{{Path: "/saved", Title: "Saved", Personal: true}}},
		Exports: []domain.Export{{Name: "saved.json", About: "what you saved, with your labels",
			Of: "saved_items.user_id", Private: true, Write: s.export}},
	}
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
