package blog

import (
	"context"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/blogpost"
)

// notices tell the author of a comment of answers, and the author of a story of comments.
func notices() []domain.Notice {
	isComment := func(e event.Event) bool { return e.Kind == event.Published && e.Item.Type == CommentKind }
	return []domain.Notice{
		{Kind: "reply", Email: true, Line: domain.Says("replied in"), On: isComment,
			Of: func(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
				c, err := visibleComment(ctx, client, e)
				if c == nil || err != nil || c.Edges.Parent == nil {
					return nil, err
				}
				return &domain.Told{SubjectID: c.PostID, To: domain.ToUsers(c.Edges.Parent.UserID)}, nil
			}},
		{Kind: "comment", Email: true, Line: domain.Says("commented on"), On: isComment,
			Of: func(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
				c, err := visibleComment(ctx, client, e)
				if c == nil || err != nil {
					return nil, err
				}
				return &domain.Told{SubjectID: c.PostID, To: domain.ToUsers(c.Edges.Post.UserID)}, nil
			}},
	}
}

// visibleComment returns the comment of an event, nil if it is not visible any more.
func visibleComment(ctx context.Context, client *ent.Client, e event.Event) (*ent.BlogComment, error) {
	c, err := client.BlogComment.Query().Where(blogcomment.ID(e.Item.ID), blogcomment.IsVisible(true),
		blogcomment.HasPostWith(blogpost.IsVisible(true))).
		WithPost().WithParent().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return c, err
}
