package blog

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/tag"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/blogpost"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Kind is the type of posts in votes, reports, search documents and uploads, CommentKind that of comments.
const (
	Kind        = "blog_post"
	CommentKind = "blog_comment"
)

// Votable describes posts to package vote: a like is an upvote.
var Votable = domain.Votable{
	Type: Kind, Table: "blog_posts", Visible: "is_visible", Title: "title", Noun: "Blog post", UpvotesOnly: true,
	Popularity: "popularity",
	Lists:      lists,
}

// CommentVotable describes comments to package vote: a like is an upvote.
var CommentVotable = domain.Votable{
	Type: CommentKind, Table: "blog_comments", Noun: "Comment", UpvotesOnly: true, ParentType: Kind, Parent: "post_id",
	Visible: "(is_visible AND EXISTS (SELECT 1 FROM blog_posts p WHERE p.id = post_id AND p.is_visible))",
}

// lists are the lists that show posts.
var lists = []pb.LiveList{pb.LiveList_LIVE_LIST_BLOG_POSTS}

// Tagged describes posts to package tag.
var Tagged = domain.Tagged{
	Target: tag.Target{Type: Kind, Count: "story_count"}, Table: "blog_posts", Visible: "is_visible",
	Items: func(ctx context.Context, client *ent.Client, after uuid.UUID, limit int) ([]tag.Item, error) {
		posts, err := client.BlogPost.Query().Where(blogpost.IsVisible(true), blogpost.IDGT(after)).
			Order(blogpost.ByID()).Limit(limit).
			Select(blogpost.FieldTags).All(ctx)
		items := make([]tag.Item, len(posts))
		for i, p := range posts {
			items[i] = tag.Item{ID: p.ID, Tags: Tags(p)}
		}
		return items, err
	},
}

// Uploads are the uploads that posts and comments show.
var Uploads = []domain.UploadUse{
	{Kind: Kind, Table: "blog_posts", Visible: Votable.Visible, Hidden: "t.is_published AND t.deleted_at IS NULL"},
	{Kind: CommentKind, Table: "blog_comments", Visible: CommentVotable.Visible,
		Hidden: "EXISTS (SELECT 1 FROM blog_posts h WHERE h.id = t.post_id AND h.is_published AND h.deleted_at IS NULL)"},
}

// Domain returns the blog's contributions to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "blog",
		Services: []server.Service{
			server.Mount[uvboardv1connect.BlogServiceHandler](uvboardv1connect.NewBlogServiceHandler, h)},
		Cached: []string{
			"/api/blog/posts", "/api/blog/tags/popular", "/api/blog/stats",
			uvboardv1connect.BlogServiceListBlogPostsProcedure,
			uvboardv1connect.BlogServiceListPopularTagsProcedure, uvboardv1connect.BlogServiceGetBlogStatsProcedure,
			uvboardv1connect.BlogServiceListTopAuthorsProcedure,
		},
		Pages:   h.Pages(),
		Jobs:    []jobs.Job{{Name: "recount popular stories", Every: time.Hour, Run: s.recount}},
		Votable: []domain.Votable{Votable, CommentVotable},
		Notices: notices(),
		Moderated: []domain.Moderated{
			{
				ItemKind: domain.ItemKind{
					Type: Kind, Table: "blog_posts", Visible: "is_visible", Noun: "Blog post", Targets: targets,
					Content:  contents,
					Webhooks: map[event.Kind]string{event.Published: "story.published"},
				},
				Owner: "user_id", SetHidden: s.SetHidden,
			},
			{
				ItemKind: domain.ItemKind{
					Type: CommentKind, Table: "blog_comments", Noun: "Comment", Targets: commentTargets,
					Content:  commentContents,
					Visible:  CommentVotable.Visible,
					Webhooks: map[event.Kind]string{event.Published: "comment.published"},
				},
				Owner: "user_id", SetHidden: s.SetCommentHidden,
			},
		},
		Published: []domain.Published{{Type: Kind, Time: "published_at", By: map[string]string{"user": "user_id"}}},
		Search:    []domain.Searchable{{Kind: Kind, Table: "blog_posts", Visible: "is_visible", Docs: searchDocs}},
		Tagged:    []domain.Tagged{Tagged},
		Uploads:   Uploads,
		Activity:  []domain.Activity{{Kind: CommentKind, List: s.activity}, {Kind: Kind, List: s.storyActivity}},
		Checks:    s.checks(),
		Counted:   []string{"blog_posts", "blog_comments", "users", "counters"},
		Exports: []domain.Export{
			{Name: "stories.json", About: "your stories, drafts included", Of: "blog_posts.user_id", Content: true,
				Write: s.exportPosts},
			{Name: "comments.json", About: "your comments on stories", Of: "blog_comments.user_id", Content: true,
				Write: s.exportComments},
		},
		Erase: s.erase, Anonymise: s.anonymise, Owns: user.Or(user.HasBlogPosts(), user.HasBlogComments()),
		Deletions: []domain.Deletion{{What: "blog post", Pending: s.Deleted, Continue: s.FinishDeletion}},
	}
}

func contents(ctx context.Context, client *ent.Client, id uuid.UUID) (domain.Content, error) {
	p, err := client.BlogPost.Get(ctx, id)
	if err != nil {
		return domain.Content{}, fmt.Errorf("what a blog post says: %w", err)
	}
	return domain.Content{Author: p.UserID, Lines: append([]string{p.Title, p.Excerpt}, p.Tags...),
		Markdown: p.Content}, nil
}

func commentContents(ctx context.Context, client *ent.Client, id uuid.UUID) (domain.Content, error) {
	c, err := client.BlogComment.Get(ctx, id)
	if err != nil {
		return domain.Content{}, fmt.Errorf("what a comment says: %w", err)
	}
	return domain.Content{Author: c.UserID, Markdown: c.Content}, nil
}

func targets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	posts, err := client.BlogPost.Query().Where(blogpost.IDIn(ids...)).WithAuthor().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("blog posts for moderators: %w", err)
	}
	out := make([]domain.Target, len(posts))
	for i, p := range posts {
		out[i] = domain.Target{
			ID: p.ID, Title: p.Title, Text: markdown.Excerpt(ContentHTML(p), domain.MaxTargetText), Path: path(p),
			Owner: p.Edges.Author,
			Image: p.CoverImage, Votes: &pb.VoteCounts{Upvotes: int32(p.Upvotes)},
			IsHidden: p.HiddenAt != nil, IsDeleted: p.DeletedAt != nil, IsPrivate: !p.IsPublished, Via: p.Via,
		}
	}
	return out, nil
}

func commentTargets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	comments, err := client.BlogComment.Query().Where(blogcomment.IDIn(ids...)).WithAuthor().
		WithPost(func(q *ent.BlogPostQuery) {
			q.Select(blogpost.FieldTitle, blogpost.FieldShort, blogpost.FieldDeletedAt, blogpost.FieldIsPublished)
		}).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("comments for moderators: %w", err)
	}
	out := make([]domain.Target, len(comments))
	for i, c := range comments {
		post := c.Edges.Post
		out[i] = domain.Target{
			ID: c.ID, Title: post.Title,
			Text: markdown.Excerpt(markdown.Shown(c.Content, c.ContentHTML, c.ContentVersion), domain.MaxTargetText),
			Path: path(post) + "#comment-" + c.ID.String(), Owner: c.Edges.Author,
			IsHidden: c.HiddenAt != nil, IsDeleted: post.DeletedAt != nil, IsPrivate: !post.IsPublished, Via: c.Via,
		}
	}
	return out, nil
}

func (s *Service) exportPosts(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "stories.json", func(after uuid.UUID) ([]*ent.BlogPost, error) {
		return s.db.Client().BlogPost.Query().Where(blogpost.UserID(u.ID), blogpost.DeletedAtIsNil(),
			blogpost.IDGT(after)).
			Order(blogpost.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(p *ent.BlogPost) (uuid.UUID, any) {
		p.Edges.Author = u
		return p.ID, json.RawMessage(rest.JSON(s.ToProto(p)))
	})
}

func (s *Service) exportComments(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "comments.json", func(after uuid.UUID) ([]*ent.BlogComment, error) {
		return s.db.Client().BlogComment.Query().Where(blogcomment.UserID(u.ID), blogcomment.IDGT(after)).
			Order(blogcomment.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(c *ent.BlogComment) (uuid.UUID, any) {
		c.Edges.Author = u
		return c.ID, json.RawMessage(rest.JSON(commentToProto(c)))
	})
}

const eraseBatch = 50

// erase deletes a batch of a deleted user's comments or, if there are none, one post. FinishDeletion deletes the
// comments on posts that are being deleted.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	left := []predicate.BlogComment{blogcomment.UserID(userID), blogcomment.HasPostWith(blogpost.DeletedAtIsNil())}
	comments, err := s.db.Client().BlogComment.Query().Where(left...).Order(blogcomment.ByID()).Limit(eraseBatch).
		Select(blogcomment.FieldPostID).All(ctx)
	if err != nil {
		return false, err
	}
	by := &auth.Caller{UserID: userID}
	for _, c := range comments {
		if err := found(s.DeleteComment(ctx, by, c.PostID, c.ID)); err != nil {
			return false, err
		}
	}
	if len(comments) > 0 {
		return true, nil
	}
	ids, err := s.db.Client().BlogPost.Query().Where(blogpost.UserID(userID), blogpost.DeletedAtIsNil()).
		Order(blogpost.ByID()).Limit(1).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	return true, found(s.Delete(ctx, by, ids[0], ""))
}

// found drops a not-found fault, because an admin may have deleted the item first.
func found(err error) error {
	if fault.IsNotFound(err) {
		return nil
	}
	return err
}

// anonymise removes the name of a deleted user from the preview cards of the posts.
func (s *Service) anonymise(ctx context.Context, u *ent.User, from uuid.UUID) (next uuid.UUID, more bool, err error) {
	ids, err := s.db.Client().BlogPost.Query().Where(blogpost.UserID(u.ID), blogpost.IDGT(from)).Order(blogpost.ByID()).
		Limit(eraseBatch).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return uuid.Nil, false, err
	}
	for _, id := range ids {
		s.media.DropDrawn(ctx, media.Card(id))
	}
	return ids[len(ids)-1], true, nil
}

// checkPopularity finds posts whose popularity is below the likes and comments of the last 30 days. A popularity may be
// too high until the next recount, which corrects it.
func (s *Service) checkPopularity() domain.Check {
	check := domain.Check{What: "blog_posts.popularity", Set: domain.SetColumn("blog_posts", "popularity")}
	check.Find = func(ctx context.Context, client *ent.Client) ([]domain.Drift, error) {
		rows, err := client.QueryContext(ctx, "SELECT id, popularity, recent FROM (SELECT id, popularity, "+recent+
			" AS recent FROM blog_posts WHERE deleted_at IS NULL) AS posts WHERE popularity < recent",
			vote.PopularSince(s.now()))
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		var drifts []domain.Drift
		for rows.Next() {
			drift := domain.Drift{What: check.What, Counter: true}
			if err := rows.Scan(&drift.ID, &drift.Stored, &drift.Counted); err != nil {
				return nil, err
			}
			drifts = append(drifts, drift)
		}
		return drifts, rows.Err()
	}
	return check
}

func (s *Service) checks() []domain.Check {
	return []domain.Check{
		domain.CheckCount("users", "blog_post_count", "blog_posts", "user_id", "is_visible"),
		domain.CheckCount("users", "blog_comment_count", "blog_comments", "user_id", "is_visible"),
		{What: "blog_posts.comment_count", Set: domain.SetColumn("blog_posts", "comment_count"),
			Query: `SELECT p.id, p.comment_count AS stored,
			(SELECT COUNT(*) FROM blog_comments c WHERE c.post_id = p.id AND c.is_visible) AS counted FROM blog_posts p WHERE p.deleted_at IS NULL`},
		s.checkPopularity(),
		{What: "visible blog posts", Query: `SELECT id, CASE WHEN is_visible THEN 1 ELSE 0 END AS stored,
			CASE WHEN is_published AND hidden_at IS NULL AND deleted_at IS NULL THEN 1 ELSE 0 END AS counted FROM blog_posts`},
		stats.Check(stats.BlogPosts, "SELECT COUNT(*) FROM blog_posts WHERE is_visible"),
		stats.Check(stats.BlogAuthors, "SELECT COUNT(DISTINCT user_id) FROM blog_posts WHERE is_visible"),
		stats.Check(stats.BlogReadTime, "SELECT COALESCE(SUM(read_time), 0) FROM blog_posts WHERE is_visible"),
	}
}
