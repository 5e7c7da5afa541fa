package project

import (
	"context"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/adminlist"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

// AdminList returns a page of all projects as admins see them, with the usernames of their owners and only the columns
// that the dashboard shows. Faults: those of adminlist.Table.List.
func (s *Service) AdminList(ctx context.Context, q adminlist.Query) ([]*ent.Project, string, error) {
	return adminlist.Table[*ent.Project]{
		Name: entproject.Table, Key: entproject.FieldTitleKey, Fold: store.TitleKey,
		ID: func(p *ent.Project) uuid.UUID { return p.ID },
		Sorts: map[string]adminlist.Sort[*ent.Project]{
			"title":     adminlist.Text(entproject.FieldTitleKey, func(p *ent.Project) string { return p.TitleKey }),
			"upvotes":   adminlist.Number(entproject.FieldUpvotes, func(p *ent.Project) int { return p.Upvotes }),
			"downvotes": adminlist.Number(entproject.FieldDownvotes, func(p *ent.Project) int { return p.Downvotes }),
		},
		Read: func(ctx context.Context, limit int, shape func(*entsql.Selector)) ([]*ent.Project, error) {
			return s.db.Client().Project.Query().Where(entproject.DeletedAtIsNil(), shape).Limit(limit).
				WithOwner(func(owner *ent.UserQuery) { owner.Select(user.FieldUsername) }).
				Select(entproject.FieldUserID, entproject.FieldTitle, entproject.FieldTitleKey,
					entproject.FieldPrimaryCategory, entproject.FieldStage,
					entproject.FieldUpvotes, entproject.FieldDownvotes, entproject.FieldCreatedAt,
					entproject.FieldIsPublic, entproject.FieldHiddenAt, entproject.FieldShort).All(ctx)
		},
	}.List(ctx, q)
}
