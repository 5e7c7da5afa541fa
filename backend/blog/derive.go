package blog

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/blogposttag"
	"uvboard/ent/blogtag"
	"uvboard/ent/user"
)

// claim claims the uploads of a post. was is nil for a new post. The post may use the uploads of editor.
func (s *Service) claim(ctx context.Context, tx *ent.Client, was, is *ent.BlogPost, editor uuid.UUID) error {
	return uploadAgain(is, s.media.Claim(ctx, tx, editor, media.Use{Kind: Kind, ID: is.ID}, uploadsIn(was), uploadsIn(is)))
}

// derive updates everything that follows from a visible post: tags, counters of the author, of tags and of the community, and
// search, in this order, which every transaction keeps to prevent deadlocks. was is nil before the creation, is after the
// deletion. The author is loaded into is. If editor is the author, it is marked as active; uuid.Nil for none.
func derive(ctx context.Context, tx *ent.Client, was, is *ent.BlogPost, editor uuid.UUID, now time.Time) error {
	p := is
	if p == nil {
		p = was
	}
	had, has := shownTags(was), shownTags(is)
	if is != nil {
		if err := saveTags(ctx, tx, is, had, has); err != nil {
			return err
		}
	}
	shown := shownPosts(is) - shownPosts(was)
	writer, err := countAuthor(ctx, tx, p.UserID, shown, editor, now)
	if err != nil {
		return err
	}
	if err := countTags(ctx, tx, had, has); err != nil {
		return err
	}
	counters := map[string]int{stats.BlogPosts: shown, stats.BlogReadTime: shownPosts(is)*readTimeOf(is) - shownPosts(was)*readTimeOf(was)}
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
		if is.IsVisible {
			return search.Put(ctx, tx, SearchDoc(is, writer))
		}
	}
	return search.Remove(ctx, tx, Kind, p.ID)
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

func shownTags(p *ent.BlogPost) []string {
	if shownPosts(p) == 0 {
		return nil
	}
	return p.Tags
}

// countAuthor adds to the number of an author's posts, which locks the author until the commit, and then reads the author: a
// change of name or a deletion must wait.
func countAuthor(ctx context.Context, tx *ent.Client, id uuid.UUID, shown int, editor uuid.UUID, now time.Time) (*ent.User, error) {
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

// saveTags stores the tags of a visible post.
func saveTags(ctx context.Context, tx *ent.Client, p *ent.BlogPost, had, has []string) error {
	if gone := without(had, has); len(gone) > 0 {
		if _, err := tx.BlogPostTag.Delete().Where(blogposttag.PostID(p.ID), blogposttag.TagIn(gone...)).Exec(ctx); err != nil {
			return fmt.Errorf("remove tags: %w", err)
		}
	}
	var added []*ent.BlogPostTagCreate
	for _, tag := range without(has, had) {
		added = append(added, tx.BlogPostTag.Create().SetPostID(p.ID).SetTag(tag).SetPublishedAt(*p.PublishedAt))
	}
	if len(added) == 0 {
		return nil
	}
	if err := tx.BlogPostTag.CreateBulk(added...).Exec(ctx); err != nil {
		return fmt.Errorf("add tags: %w", err)
	}
	return nil
}

// countTags counts the visible posts of each tag, in the order of tags. A tag without posts has no row.
func countTags(ctx context.Context, tx *ent.Client, had, has []string) error {
	change := map[string]int{}
	for _, tag := range without(had, has) {
		change[tag] = -1
	}
	for _, tag := range without(has, had) {
		change[tag] = 1
	}
	for _, tag := range slices.Sorted(maps.Keys(change)) {
		_, err := tx.ExecContext(ctx, `INSERT INTO blog_tags (id, post_count) VALUES ($1, $2)
			ON CONFLICT (id) DO UPDATE SET post_count = blog_tags.post_count + excluded.post_count`, tag, change[tag])
		if err == nil && change[tag] < 0 {
			_, err = tx.BlogTag.Delete().Where(blogtag.ID(tag), blogtag.PostCountLTE(0)).Exec(ctx)
		}
		if err != nil {
			return fmt.Errorf("count tags: %w", err)
		}
	}
	return nil
}

func without(tags, others []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return slices.Contains(others, tag) })
}

// SearchDoc returns the search document of a visible post.
func SearchDoc(p *ent.BlogPost, writer *ent.User) search.Doc {
	doc := search.Doc{
		Kind: Kind, RefID: p.ID, OwnerID: p.UserID, Title: p.Title, Summary: p.Excerpt,
		Words: strings.Join(p.Tags, " "), Owner: usersummary.SearchText(writer), Body: PlainContent(p),
	}
	for _, tag := range p.Tags {
		doc.Filters = append(doc.Filters, tagFilter(tag))
	}
	return doc
}

// tagFilter returns the search filter of a tag. Filters have only a to z, digits and the underscore, so other bytes are written as
// numbers.
func tagFilter(tag string) string {
	var b strings.Builder
	b.WriteString("tag:")
	for _, c := range []byte(tag) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		} else {
			b.WriteString("_" + hex.EncodeToString([]byte{c}))
		}
	}
	return b.String()
}
