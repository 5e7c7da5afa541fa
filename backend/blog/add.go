package blog

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/ent"
)

// Add stores a published post with the id, author, time and texts that the caller has set, with everything that follows from it.
// It is for demo data: the author does not count as active.
func Add(ctx context.Context, tx *ent.Client, p *ent.BlogPost) error {
	p.IsPublished = true
	publish(p, p.CreatedAt)
	c := tx.BlogPost.Create().SetID(p.ID).SetUserID(p.UserID).SetCreatedAt(p.CreatedAt)
	assign(c.Mutation(), p)
	if err := c.Exec(ctx); err != nil {
		return fmt.Errorf("add a post: %w", err)
	}
	return derive(ctx, tx, nil, p, uuid.Nil, p.CreatedAt)
}

// AddComment stores a comment like Add.
func AddComment(ctx context.Context, tx *ent.Client, c *ent.BlogComment, now time.Time) error {
	err := tx.BlogComment.Create().SetID(c.ID).SetPostID(c.PostID).SetUserID(c.UserID).SetContent(c.Content).SetCreatedAt(c.CreatedAt).
		SetUpdatedAt(c.CreatedAt).Exec(ctx)
	if err != nil {
		return fmt.Errorf("add a comment: %w", err)
	}
	return countComment(ctx, tx, c, 1, uuid.Nil, now)
}
