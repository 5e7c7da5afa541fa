package user

import (
	"context"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/adminlist"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

// AdminList returns a page of the users as admins see them, without deleted accounts. Search finds usernames, with or
// without "@". Faults: those of adminlist.Table.List.
func (s *Service) AdminList(ctx context.Context, q adminlist.Query) ([]*ent.User, string, error) {
	return adminlist.Table[*ent.User]{
		Name: entuser.Table, Key: entuser.FieldUsernameKey,
		Fold: func(name string) string { return account.Key(strings.TrimPrefix(strings.TrimSpace(name), "@")) },
		ID:   func(u *ent.User) uuid.UUID { return u.ID },
		Sorts: map[string]adminlist.Sort[*ent.User]{
			"username": adminlist.Text(entuser.FieldUsernameKey,
				func(u *ent.User) string { return u.UsernameKey }),
			"project_count": adminlist.Number(entuser.FieldProjectCount,
				func(u *ent.User) int { return u.ProjectCount }),
			"forum_post_count": adminlist.Number(entuser.FieldForumPostCount,
				func(u *ent.User) int { return u.ForumPostCount }),
			"blog_post_count": adminlist.Number(entuser.FieldBlogPostCount,
				func(u *ent.User) int { return u.BlogPostCount }),
			"reputation": adminlist.Number(entuser.FieldReputation,
				func(u *ent.User) int { return u.Reputation }),
			"last_active": adminlist.Time(entuser.FieldLastActiveAt,
				func(u *ent.User) *time.Time { return u.LastActiveAt }),
		},
		Read: func(ctx context.Context, limit int, shape func(*entsql.Selector)) ([]*ent.User, error) {
			return s.db.Client().User.Query().Where(entuser.DeletedAtIsNil(), shape).Limit(limit).All(ctx)
		},
	}.List(ctx, q)
}
