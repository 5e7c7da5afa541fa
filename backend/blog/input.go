package blog

import (
	"context"
	"errors"
	"slices"
	"strings"

	"uvboard/backend/media"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
)

// Input has the fields of a post to set. A nil field is absent: an update keeps the value, and a new post has its
// default. An empty field clears the value. The rules of the proto have been checked.
type Input struct {
	Title, Excerpt, Content, CoverImage *string
	Tags                                []string
	IsPublished                         *bool
}

// render renders the content, if there is any. Call it before the transaction, because it takes time.
func (in Input) render(ctx context.Context, db *store.DB) (rendered markdown.Text, err error) {
	if in.Content != nil {
		rendered, err = markdown.Render(ctx, store.Clean(*in.Content), usersummary.Lookup(db))
	}
	return rendered, err
}

// apply writes the fields into p, cleaned for storage, with the rendered content. Fault: invalid.
func (in Input) apply(p *ent.BlogPost, rendered markdown.Text) error {
	set(&p.Title, in.Title)
	set(&p.Excerpt, in.Excerpt)
	set(&p.CoverImage, in.CoverImage)
	if in.Content != nil {
		Write(p, store.Clean(*in.Content), rendered.HTML)
	}
	if in.Tags != nil {
		p.Tags = store.Unique(store.CleanList(in.Tags))
		for i, tag := range p.Tags {
			p.Tags[i] = strings.ToLower(tag)
		}
	}
	if p.Tags == nil {
		p.Tags = []string{}
	}
	if in.IsPublished != nil {
		p.IsPublished = *in.IsPublished
	}
	switch { // values that cleaning has emptied
	case p.Title == "":
		return fault.Invalid("title", "Title is required")
	case p.Content == "":
		return fault.Invalid("content", "Content is required")
	}
	return nil
}

// publishedTexts returns what the author of a post has written, nil for a draft.
func publishedTexts(p *ent.BlogPost) []secrets.Text {
	if !p.IsPublished {
		return nil
	}
	return append(secrets.Texts("title", p.Title, "excerpt", p.Excerpt, "content", p.Content, "coverImage",
		p.CoverImage), secrets.List("tags", p.Tags)...)
}

func set(field *string, value *string) {
	if value != nil {
		*field = store.Clean(*value)
	}
}

// isEdited reports whether a reader sees a difference. Publishing is not an edit.
func isEdited(was, is *ent.BlogPost) bool {
	return was.Title != is.Title || was.Excerpt != is.Excerpt || was.Content != is.Content ||
		was.CoverImage != is.CoverImage ||
		!slices.Equal(was.Tags, is.Tags)
}

// assign sets every column that an edit can change.
func assign(m *ent.BlogPostMutation, p *ent.BlogPost) {
	m.SetTitle(p.Title)
	m.SetTitleKey(store.TitleKey(p.Title))
	m.SetExcerpt(p.Excerpt)
	m.SetTags(p.Tags)
	m.SetCoverImage(p.CoverImage)
	m.SetIsPublished(p.IsPublished)
	m.SetIsVisible(p.IsVisible)
	m.SetReadTime(p.ReadTime)
	m.SetSummary(p.Summary)
	m.SetContentVersion(p.ContentVersion)
	m.SetContent(p.Content)
	m.SetContentHTML(p.ContentHTML)
	m.SetUpdatedAt(p.UpdatedAt)
	m.SetVia(p.Via)
	if p.PublishedAt != nil {
		m.SetPublishedAt(*p.PublishedAt)
	}
}

// uploadAgain turns media.Gone into a fault of the field of p that has the removed upload.
func uploadAgain(p *ent.BlogPost, err error) error {
	gone, ok := errors.AsType[media.Gone](err)
	if !ok {
		return err
	}
	field := "content"
	if p.CoverImage == gone.Address {
		field = "coverImage"
	}
	return fault.Invalid(field, "This file was removed because nothing used it. Please upload it again.")
}
