package forum

import (
	"context"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/adminlist"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/user"
)

// AdminList returns a page of the channels as admins see them, with the usernames of those who created them. Faults:
// those of adminlist.Table.List.
func (s *Service) AdminList(ctx context.Context, q adminlist.Query) ([]*ent.ForumChannel, string, error) {
	return adminlist.Table[*ent.ForumChannel]{
		Name: forumchannel.Table, Key: forumchannel.FieldNameKey, Fold: ChannelKey,
		ID: func(c *ent.ForumChannel) uuid.UUID { return c.ID },
		Sorts: map[string]adminlist.Sort[*ent.ForumChannel]{
			"name": adminlist.Text(forumchannel.FieldNameKey,
				func(c *ent.ForumChannel) string { return c.NameKey }),
			"thread_count": adminlist.Number(forumchannel.FieldThreadCount,
				func(c *ent.ForumChannel) int { return c.ThreadCount }),
			"post_count": adminlist.Number(forumchannel.FieldPostCount,
				func(c *ent.ForumChannel) int { return c.PostCount }),
		},
		Read: func(ctx context.Context, limit int, shape func(*entsql.Selector)) ([]*ent.ForumChannel, error) {
			return s.db.Client().ForumChannel.Query().Where(forumchannel.DeletedAtIsNil(), shape).Limit(limit).
				WithCreator(func(creator *ent.UserQuery) { creator.Select(user.FieldUsername) }).All(ctx)
		},
	}.List(ctx, q)
}
