package blog

import (
	"context"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/tag"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/counter"
	"uvboard/ent/user"
)

// Engagement is the likes and comments of a post.
type Engagement struct {
	Likes, Comments int
	Liked           bool // by the caller
}

// Engagement returns the likes and comments of a post. Faults: those of Get.
func (s *Service) Engagement(ctx context.Context, caller *auth.Caller, id uuid.UUID) (Engagement, error) {
	p, err := s.head(ctx, caller, id)
	if err != nil {
		return Engagement{}, err
	}
	e := Engagement{Likes: p.Upvotes, Comments: p.CommentCount}
	if caller == nil {
		return e, nil
	}
	sum, err := s.likes.Summary(ctx, caller, Kind, id)
	e.Liked = sum.Own == vote.Up
	return e, err
}

// Like likes a post as the caller, or takes the like back. Faults: not found; denied for the caller's own post.
func (s *Service) Like(ctx context.Context, caller *auth.Caller, id uuid.UUID) (Engagement, error) {
	e, err := s.Engagement(ctx, caller, id)
	if err != nil {
		return Engagement{}, err
	}
	value := vote.Up
	if e.Liked {
		value = vote.None
	}
	sum, err := s.likes.Cast(ctx, caller.UserID, Kind, id, value)
	return Engagement{Likes: sum.Upvotes, Comments: e.Comments, Liked: value == vote.Up}, err
}

// PopularTags returns the tags with the most visible posts.
func (s *Service) PopularTags(ctx context.Context, size int) ([]*ent.Tag, error) {
	return tag.Top(ctx, s.db.Client(), Tagged.Target, size)
}

// TopAuthor is an author with the eligible likes of the visible posts.
type TopAuthor struct {
	User  *ent.User
	Likes int
}

const maxLiked = 1000

// TopAuthors returns the authors of the most liked visible posts, most likes first. It counts maxLiked posts, so that
// it does not read them all.
func (s *Service) TopAuthors(ctx context.Context, size int) ([]TopAuthor, error) {
	posts, err := s.db.Client().BlogPost.Query().Where(blogpost.IsVisible(true), blogpost.EligibleUpvotesGT(0)).
		Order(blogpost.ByEligibleUpvotes(entsql.OrderDesc()), blogpost.ByID(entsql.OrderDesc())).Limit(maxLiked).
		Select(blogpost.FieldUserID, blogpost.FieldEligibleUpvotes).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("liked blog posts: %w", err)
	}
	likes := map[uuid.UUID]int{}
	for _, p := range posts {
		likes[p.UserID] += p.EligibleUpvotes
	}
	ids := sortedIDs(likes)
	slices.SortStableFunc(ids, func(a, b uuid.UUID) int { return likes[b] - likes[a] })
	if ids = ids[:min(size, len(ids))]; len(ids) == 0 {
		return nil, nil
	}
	users, err := s.db.Client().User.Query().Where(user.IDIn(ids...), user.DeletedAtIsNil()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("top authors: %w", err)
	}
	slices.SortFunc(users, func(a, b *ent.User) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	authors := make([]TopAuthor, len(users))
	for i, u := range users {
		authors[i] = TopAuthor{u, likes[u.ID]}
	}
	return authors, nil
}

// Stats are the counts of the blog.
type Stats struct{ Posts, Authors, ReadTime, ThisWeek int }

const (
	week        = 7 * 24 * time.Hour
	maxThisWeek = 1000
)

// Stats returns the counts of the blog; ThisWeek is at most maxThisWeek.
func (s *Service) Stats(ctx context.Context) (Stats, error) {
	rows, err := s.db.Client().Counter.Query().
		Where(counter.IDIn(stats.BlogPosts, stats.BlogAuthors, stats.BlogReadTime)).All(ctx)
	if err != nil {
		return Stats{}, fmt.Errorf("blog stats: %w", err)
	}
	counts := map[string]int{}
	for _, row := range rows {
		counts[row.ID] = row.Value
	}
	n := counts[stats.BlogPosts]
	out := Stats{Posts: n, Authors: counts[stats.BlogAuthors]}
	if n > 0 {
		out.ReadTime = (2*counts[stats.BlogReadTime] + n) / (2 * n) // rounded
	}
	// The limit keeps the query on the index.
	recent, err := s.db.Client().BlogPost.Query().
		Where(blogpost.IsVisible(true), blogpost.PublishedAtGT(s.now().Add(-week))).
		Order(blogpost.ByPublishedAt(entsql.OrderDesc()), blogpost.ByID(entsql.OrderDesc())).Limit(maxThisWeek).IDs(ctx)
	if err != nil {
		return Stats{}, fmt.Errorf("blog stats: %w", err)
	}
	out.ThisWeek = len(recent)
	return out, nil
}

const recountBatch = 200

// recount removes likes and comments that are older than 30 days from the popularity of posts.
func (s *Service) recount(ctx context.Context) error {
	for from := uuid.Nil; ; {
		ids, stale, err := s.stale(ctx, from)
		if err != nil {
			return fmt.Errorf("popular posts: %w", err)
		}
		for _, id := range stale {
			if err := s.recountOne(ctx, id); err != nil {
				return fmt.Errorf("recount popularity: %w", err)
			}
		}
		if len(ids) < recountBatch {
			return nil
		}
		from = ids[len(ids)-1]
	}
}

// recent counts the likes and comments of a post since $1.
const recent = `(SELECT COUNT(*) FROM votes v WHERE v.target_id = blog_posts.id AND v.target_type = '` + Kind +
	`' AND v.value = 1 AND v.is_eligible
	AND v.created_at > $1) +
(SELECT COUNT(*) FROM blog_comments c WHERE c.post_id = blog_posts.id AND c.is_visible AND c.created_at > $1)`

// stale returns the next posts with a popularity above 0, and those of them whose popularity is out of date.
func (s *Service) stale(ctx context.Context, from uuid.UUID) (ids, stale []uuid.UUID, err error) {
	rows, err := s.db.Reads().
		QueryContext(ctx, "SELECT id, popularity <> "+recent+
			" FROM blog_posts WHERE id > $2 AND popularity > 0 ORDER BY id LIMIT $3",
			vote.PopularSince(s.now()), from, recountBatch)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			id      uuid.UUID
			changed bool
		)
		if err := rows.Scan(&id, &changed); err != nil {
			return nil, nil, err
		}
		if ids = append(ids, id); changed {
			stale = append(stale, id)
		}
	}
	return ids, stale, rows.Err()
}

// recountOne locks a post, so that no like or comment comes between counting and storing.
func (s *Service) recountOne(ctx context.Context, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := tx.BlogPost.Query().Where(blogpost.ID(id), s.db.ForUpdate).IDs(ctx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE blog_posts SET popularity = "+recent+" WHERE id = $2",
			vote.PopularSince(s.now()), id)
		return err
	})
}
