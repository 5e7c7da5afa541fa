package vibekit

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/generation"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what VibeKit contributes to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "vibekit",
		Services: []server.Service{
			server.Mount[uvboardv1connect.VibeKitServiceHandler](uvboardv1connect.NewVibeKitServiceHandler,
				NewHandler(s))},
		Exports: []domain.Export{{Name: "vibekit.json", About: "your briefs and logo ideas", Of: "generations.user_id",
			Private: true, Write: s.export}},
	}
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "vibekit.json", func(after uuid.UUID) ([]*ent.Generation, error) {
		return s.db.Client().Generation.Query().Where(generation.UserID(u.ID), generation.IDGT(after)).
			Order(generation.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(g *ent.Generation) (uuid.UUID, any) { return g.ID, json.RawMessage(rest.JSON(toProto(g))) })
}
