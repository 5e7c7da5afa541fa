package blog

import (
	"cmp"
	"context"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/blogpost"
)

const maxActivityText = 300 // characters

// storyActivity lists the visible posts of a user by the time of publication.
func (s *Service) storyActivity(ctx context.Context, userID uuid.UUID, after *domain.ActivityPosition,
	limit int) ([]domain.ActivityEntry, error) {
	query := s.db.Client().BlogPost.Query().Where(blogpost.UserID(userID), blogpost.IsVisible(true)).
		Order(blogpost.ByPublishedAt(entsql.OrderDesc()), blogpost.ByID(entsql.OrderDesc())).Limit(limit)
	if after != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(blogpost.FieldPublishedAt), q.C(blogpost.FieldID)}, after.At.UTC(),
				after.ID))
		})
	}
	posts, err := query.Select(blogpost.FieldTitle, blogpost.FieldExcerpt, blogpost.FieldSummary,
		blogpost.FieldPublishedAt, blogpost.FieldVia, blogpost.FieldShort).All(ctx)
	if err != nil {
		return nil, err
	}
	entries := make([]domain.ActivityEntry, len(posts))
	for i, p := range posts {
		entries[i] = domain.ActivityEntry{ID: p.ID, TargetID: p.ID, At: *p.PublishedAt, Title: p.Title,
			Text: cmp.Or(p.Excerpt, p.Summary), Via: p.Via, Path: path(p)}
	}
	return entries, nil
}

// activity lists the visible comments of a user on visible posts. Ids of comments order by their time.
func (s *Service) activity(ctx context.Context, userID uuid.UUID, after *domain.ActivityPosition,
	limit int) ([]domain.ActivityEntry, error) {
	query := s.db.Client().BlogComment.Query().
		Where(blogcomment.UserID(userID), blogcomment.IsVisible(true),
			blogcomment.HasPostWith(blogpost.IsVisible(true))).
		Order(blogcomment.ByID(entsql.OrderDesc())).Limit(limit).
		WithPost(func(q *ent.BlogPostQuery) { q.Select(blogpost.FieldID, blogpost.FieldTitle, blogpost.FieldShort) })
	if after != nil {
		// Ids begin with the time, so the first condition finds the place in the index.
		query.Where(blogcomment.IDLTE(store.IDAt(after.At, uuid.Max)), func(q *entsql.Selector) {
			q.Where(entsql.CompositeLT([]string{q.C(blogcomment.FieldCreatedAt), q.C(blogcomment.FieldID)},
				after.At.UTC(), after.ID))
		})
	}
	comments, err := query.All(ctx)
	if err != nil {
		return nil, err
	}
	entries := make([]domain.ActivityEntry, len(comments))
	for i, c := range comments {
		entries[i] = domain.ActivityEntry{ID: c.ID, TargetID: c.Edges.Post.ID, At: c.CreatedAt,
			Title: c.Edges.Post.Title,
			Text:  markdown.Excerpt(markdown.Shown(c.Content, c.ContentHTML, c.ContentVersion), maxActivityText),
			Via:   c.Via, Path: path(c.Edges.Post) + "#comment-" + c.ID.String()}
	}
	return entries, nil
}
