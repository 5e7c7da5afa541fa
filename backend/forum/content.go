package forum

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
)

// Types of content in votes, uploads and activity.
const (
	ThreadKind = "forum_thread"
	PostKind   = "forum_post"
)

// SearchKind is the kind of the search documents of threads and replies: one search ranks both together.
const SearchKind = "forum"

const maxExcerpt = 300 // characters

// Write sets the content of t, cleaned Markdown with its HTML, and the columns derived from it.
func Write(t *ent.ForumThread, text, html string) {
	t.Content, t.ContentVersion, t.ContentHTML, t.Excerpt = text, markdown.Version, markdown.Stored(text, html),
		markdown.Excerpt(html, maxExcerpt)
}

// WritePost is Write for a reply.
func WritePost(p *ent.ForumPost, text, html string) {
	p.Content, p.ContentVersion, p.ContentHTML = text, markdown.Version, markdown.Stored(text, html)
}

// render cleans and renders content. Call it before the transaction, because it takes time. Fault: invalid if no text
// is left.
func (s *Service) render(ctx context.Context, content string) (text string, rendered markdown.Text, err error) {
	if text = store.Clean(content); text == "" {
		return "", rendered, fault.Invalid("content", "Content is required")
	}
	rendered, err = markdown.Render(ctx, text, usersummary.Lookup(s.db))
	return text, rendered, err
}

func plain(text, html string, version int) string {
	return markdown.Plain(markdown.Shown(text, html, version))
}

// ThreadDoc returns the search document of a thread in a channel.
func ThreadDoc(t *ent.ForumThread, by *ent.User) search.Doc {
	return search.Doc{
		Kind: SearchKind, RefID: t.ID, OwnerID: t.UserID, Title: t.Title, Owner: usersummary.SearchText(by),
		Body: plain(t.Content, t.ContentHTML, t.ContentVersion), Filters: filters(t.ChannelID),
	}
}

// PostDoc returns the search document of a reply in a channel.
func PostDoc(p *ent.ForumPost, channelID uuid.UUID, by *ent.User) search.Doc {
	return search.Doc{
		Kind: SearchKind, RefID: p.ID, OwnerID: *p.UserID, Owner: usersummary.SearchText(by),
		Body: plain(p.Content, p.ContentHTML, p.ContentVersion), Filters: filters(channelID),
	}
}

func threadDocs(ctx context.Context, tx *ent.Client, ids []uuid.UUID) ([]search.Doc, error) {
	threads, err := tx.ForumThread.Query().Where(forumthread.IDIn(ids...)).Order(forumthread.ByID()).WithAuthor().
		All(ctx)
	docs := make([]search.Doc, len(threads))
	for i, t := range threads {
		docs[i] = ThreadDoc(t, t.Edges.Author)
	}
	return docs, err
}

func postDocs(ctx context.Context, tx *ent.Client, ids []uuid.UUID) ([]search.Doc, error) {
	posts, err := tx.ForumPost.Query().Where(forumpost.IDIn(ids...)).Order(forumpost.ByID()).WithAuthor().WithThread().
		All(ctx)
	docs := make([]search.Doc, len(posts))
	for i, p := range posts {
		docs[i] = PostDoc(p, p.Edges.Thread.ChannelID, p.Edges.Author)
	}
	return docs, err
}

// filters are the filters of search documents in a channel. A filter must not contain hyphens.
func filters(channelID uuid.UUID) []string {
	return []string{"channel:" + strings.ReplaceAll(channelID.String(), "-", "")}
}
