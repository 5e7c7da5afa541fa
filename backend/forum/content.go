package forum

import (
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
)

// Kinds of content among votes, uploads and activity.
const (
	ThreadKind = "forum_thread"
	PostKind   = "forum_post"
)

// SearchKind is the kind of the search documents of both, so that one search ranks them together.
const SearchKind = "forum"

const maxExcerpt = 300 // characters

// Write sets the content of t, cleaned Markdown, and the columns derived from it. The HTML of a text without Markdown stays
// empty, since it would duplicate the text.
func Write(t *ent.ForumThread, text string) {
	html := markdown.HTML(text)
	t.Content, t.ContentVersion, t.ContentHTML, t.Excerpt = text, markdown.Version, unlessPlain(html, text), markdown.Excerpt(html, maxExcerpt)
}

// WritePost is Write for a reply.
func WritePost(p *ent.ForumPost, text string) {
	p.Content, p.ContentVersion, p.ContentHTML = text, markdown.Version, unlessPlain(markdown.HTML(text), text)
}

func unlessPlain(html, text string) string {
	if html == markdown.Escape(text) {
		return ""
	}
	return html
}

// contentHTML returns the content of a thread or a reply as safe HTML. HTML from another version of the renderer is rendered
// again.
func contentHTML(text, html string, version int) string {
	switch {
	case version != markdown.Version:
		return markdown.HTML(text)
	case html == "":
		return markdown.Escape(text)
	default:
		return html
	}
}

func plain(text, html string, version int) string {
	return markdown.Plain(contentHTML(text, html, version))
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

// filters are the filters of search documents in a channel. A filter has no hyphen.
func filters(channelID uuid.UUID) []string {
	return []string{"channel:" + strings.ReplaceAll(channelID.String(), "-", "")}
}
