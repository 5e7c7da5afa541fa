package blog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/user"
)

// claim claims the uploads of a post. was is nil for a new post. The post may use the uploads of editor.
func (s *Service) claim(ctx context.Context, tx *ent.Client, was, is *ent.BlogPost, editor uuid.UUID) error {
	return uploadAgain(is, s.media.Claim(ctx, tx, editor, media.Use{Kind: Kind, ID: is.ID}, uploadsIn(was),
		uploadsIn(is)))
}

// derive updates everything that depends on a visible post: counters of the author and of the community, tags, and
// search. Every transaction keeps this order to prevent deadlocks. For a new post was is nil, for a deleted post is is
// nil. derive loads the author into is, and marks the author as active if that is the editor; uuid.Nil for none.
func derive(ctx context.Context, tx *ent.Client, was, is *ent.BlogPost, editor uuid.UUID, now time.Time) error {
	p := is
	if p == nil {
		p = was
	}
	shown := shownPosts(is) - shownPosts(was)
	writer, err := countAuthor(ctx, tx, p.UserID, shown, editor, now)
	if err != nil {
		return err
	}
	counters := map[string]int{stats.BlogPosts: shown,
		stats.BlogReadTime: shownPosts(is)*readTimeOf(is) - shownPosts(was)*readTimeOf(was)}
	switch {
	case shown > 0 && writer.BlogPostCount == shown:
		counters[stats.BlogAuthors] = 1
	case shown < 0 && writer.BlogPostCount == 0:
		counters[stats.BlogAuthors] = -1
	}
	for _, name := range slices.Sorted(maps.Keys(counters)) {
		if counters[name] == 0 {
			continue
		}
		if err := stats.Add(ctx, tx, name, counters[name]); err != nil {
			return fmt.Errorf("count blog posts: %w", err)
		}
	}
	if is != nil {
		is.Edges.Author = writer
	}
	if shownPosts(is) == 0 {
		if err := tag.Set(ctx, tx, Tagged.Target, tag.Item{ID: p.ID}); err != nil {
			return err
		}
		return search.Remove(ctx, tx, Kind, p.ID)
	}
	tags, err := tag.Resolve(ctx, tx, Tags(is))
	if err != nil {
		return err
	}
	if err := tag.Set(ctx, tx, Tagged.Target, tag.Item{ID: is.ID, PublishedAt: *is.PublishedAt,
		Tags: tags}); err != nil {
		return err
	}
	return search.Put(ctx, tx, SearchDoc(is, writer, tags))
}

func shownPosts(p *ent.BlogPost) int {
	if p != nil && p.IsVisible {
		return 1
	}
	return 0
}

func readTimeOf(p *ent.BlogPost) int {
	if p == nil {
		return 0
	}
	return p.ReadTime
}

// countAuthor changes the number of an author's posts and then reads the author. The change locks the author, so that a
// change of name or a deletion waits for the commit.
func countAuthor(ctx context.Context, tx *ent.Client, id uuid.UUID, shown int, editor uuid.UUID,
	now time.Time) (*ent.User, error) {
	u := tx.User.Update().Where(user.ID(id)).AddBlogPostCount(shown)
	if id == editor {
		u.SetLastActiveAt(now)
	}
	if err := u.Exec(ctx); err != nil {
		return nil, fmt.Errorf("count blog posts of the author: %w", err)
	}
	return reread(ctx, tx, id, editor)
}

// reread reads a locked user. Fault: unauthenticated if the editor's account has been deleted.
func reread(ctx context.Context, tx *ent.Client, id, editor uuid.UUID) (*ent.User, error) {
	writer, err := tx.User.Get(ctx, id)
	switch {
	case err != nil:
		return nil, fmt.Errorf("author: %w", err)
	case writer.DeletedAt != nil && id == editor:
		return nil, auth.Admit(auth.User, nil)
	}
	return writer, nil
}

// Tags returns the tags of a post.
func Tags(p *ent.BlogPost) []tag.Tag { return tag.Of(tag.Topic, p.Tags...) }

// SearchDoc returns the search document of a visible post with its resolved tags.
func SearchDoc(p *ent.BlogPost, writer *ent.User, tags []tag.Tag) search.Doc {
	return search.Doc{
		Kind: Kind, RefID: p.ID, OwnerID: p.UserID, Title: p.Title, Summary: p.Excerpt,
		Words: strings.Join(p.Tags, " "), Owner: usersummary.SearchText(writer), Body: PlainContent(p),
		Filters: tag.Filters(tag.IDs(tags)),
	}
}

func searchDocs(ctx context.Context, tx *ent.Client, ids []uuid.UUID) ([]search.Doc, error) {
	synonyms, err := tag.ReadSynonyms(ctx, tx)
	if err != nil {
		return nil, err
	}
	posts, err := tx.BlogPost.Query().Where(blogpost.IDIn(ids...)).Order(blogpost.ByID()).WithAuthor().All(ctx)
	docs := make([]search.Doc, len(posts))
	for i, p := range posts {
		docs[i] = SearchDoc(p, p.Edges.Author, synonyms.Resolve(Tags(p)))
	}
	return docs, err
}
