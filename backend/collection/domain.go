package collection

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/collection"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what collections contribute to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "collection",
		Services: []server.Service{server.Mount[uvboardv1connect.CollectionServiceHandler](
			uvboardv1connect.NewCollectionServiceHandler, h)},
		Pages: web.Pages{
			Routes: []web.Route{
				{Path: "/collections", Title: "Collections", Personal: true},
				{Path: "/collections/{id}", Missing: "Collection Not Found", Describe: h.describe,
					Modules: []string{"src/features/collection/CollectionPage.tsx"}},
			},
			Sitemaps: []web.Sitemap{{Name: "collections", Pages: s.listedPages}},
		},
		Moderated: []domain.Moderated{{
			ItemKind: domain.ItemKind{Type: Kind, Table: collection.Table, Visible: "is_public AND hidden_at IS NULL",
				Noun: "Collection", Targets: targets},
			Owner: collection.FieldUserID, SetHidden: s.setHidden,
		}},
		Exports: []domain.Export{{Name: "collections.json", About: "your collections, private ones included",
			Of: "collections.user_id", Write: s.export}},
		ErasePrivate: s.erase,
		Owns:         domain.Owners("collections.user_id"),
	}
}

func path(id uuid.UUID) string { return "/collections/" + id.String() }

// describe reads the collection once, for the page and for the inlined response to GetCollection.
func (h *Handler) describe(ctx context.Context, r web.Request, page *web.Page) error {
	c, err := h.service.Get(ctx, auth.From(ctx), store.ParseID(r.Param))
	if err != nil {
		return err
	}
	page.Kind, page.Title, page.Name, page.Path = "CollectionPage", c.Title, c.Title, path(c.ID)
	page.Description = cmp.Or(store.ToOneLine(c.Description), "A collection of projects by "+
		usersummary.Name(c.Edges.Owner)+".")
	page.First = []web.Call{web.Answered(&pb.GetCollectionRequest{Id: r.Param},
		&pb.GetCollectionResponse{Collection: h.service.toProto(c)}, web.Shows(web.Main, show))}
	page.Frame = web.Column
	return nil
}

func (s *Service) listedPages(ctx context.Context, after uuid.UUID, skip, limit int) ([]web.Listed, error) {
	rows, err := s.db.Client().Collection.Query().Where(isPublic(), collection.IDGT(after)).Order(collection.ByID()).
		Offset(skip).Limit(limit).
		Select(collection.FieldID, collection.FieldUpdatedAt).All(ctx)
	listed := make([]web.Listed, len(rows))
	for i, c := range rows {
		listed[i] = web.Listed{ID: c.ID, Path: path(c.ID), Updated: c.UpdatedAt}
	}
	return listed, err
}

func targets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	rows, err := client.Collection.Query().Where(collection.IDIn(ids...)).WithOwner().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("collections for moderators: %w", err)
	}
	out := make([]domain.Target, len(rows))
	for i, c := range rows {
		out[i] = domain.Target{
			ID: c.ID, Title: c.Title, Text: letters.Cut(c.Description, domain.MaxTargetText), Path: path(c.ID),
			Owner: c.Edges.Owner, IsHidden: c.HiddenAt != nil, IsPrivate: !c.IsPublic,
		}
	}
	return out, nil
}

const eraseBatch = 20 // with up to MaxItems rows each

// erase deletes the collections of a deleted user.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	ids, err := s.db.Client().Collection.Query().Where(collection.UserID(userID)).Order(collection.ByID()).
		Limit(eraseBatch).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.Collection.Delete().Where(collection.IDIn(ids...)).Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("delete collections: %w", err)
	}
	return true, nil
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "collections.json", func(after uuid.UUID) (all []Collection, err error) {
		ids, err := s.db.Client().Collection.Query().Where(collection.UserID(u.ID), collection.IDGT(after)).
			Order(collection.ByID()).Limit(archive.PageSize).IDs(ctx)
		for _, id := range ids { // at most Max
			c, err := s.Get(ctx, &auth.Caller{UserID: u.ID}, id)
			if err != nil {
				return nil, err
			}
			all = append(all, c)
		}
		return all, err
	}, func(c Collection) (uuid.UUID, any) { return c.ID, json.RawMessage(rest.JSON(s.toProto(c))) })
}
