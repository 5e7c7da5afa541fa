package blog

import (
	"context"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/adminlist"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/user"
)

// AdminList returns a page of all posts as admins see them, with the usernames of their authors and without their
// content. Faults: those of adminlist.Table.List.
func (s *Service) AdminList(ctx context.Context, q adminlist.Query) ([]*ent.BlogPost, string, error) {
	return adminlist.Table[*ent.BlogPost]{
		Name: blogpost.Table, Key: blogpost.FieldTitleKey, Fold: store.TitleKey,
		ID: func(p *ent.BlogPost) uuid.UUID { return p.ID },
		Sorts: map[string]adminlist.Sort[*ent.BlogPost]{
			"title": adminlist.Text(blogpost.FieldTitleKey, func(p *ent.BlogPost) string { return p.TitleKey }),
			"likes": adminlist.Number(blogpost.FieldUpvotes, func(p *ent.BlogPost) int { return p.Upvotes }),
			"comments": adminlist.Number(blogpost.FieldCommentCount,
				func(p *ent.BlogPost) int { return p.CommentCount }),
		},
		Read: func(ctx context.Context, limit int, shape func(*entsql.Selector)) ([]*ent.BlogPost, error) {
			return s.db.Client().BlogPost.Query().Where(blogpost.DeletedAtIsNil(), shape).Limit(limit).
				WithAuthor(func(author *ent.UserQuery) { author.Select(user.FieldUsername) }).
				Select(blogpost.FieldUserID, blogpost.FieldTitle, blogpost.FieldTitleKey, blogpost.FieldTags,
					blogpost.FieldUpvotes,
					blogpost.FieldCommentCount, blogpost.FieldCreatedAt, blogpost.FieldIsPublished,
					blogpost.FieldHiddenAt, blogpost.FieldShort).All(ctx)
		},
	}.List(ctx, q)
}
