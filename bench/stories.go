package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/markdown"
	"uvboard/ent/blogpost"
)

var storyPairs = []pair{
	{name: "story", description: "one story, logged in; net/http, one prepared query, encoding/json",
		goal: goal{ratio: 0.75}, open: openStory},
}

func openStory(ctx context.Context, e *env) ([]side, error) {
	db, err := e.open(ctx, e.database)
	if err != nil {
		return nil, err
	}
	ids, err := db.Client().BlogPost.Query().Where(blogpost.IsVisible(true)).Order(blogpost.ByID()).IDs(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	const atLeast, n = 100, 4000
	if len(ids) < atLeast {
		return nil, fmt.Errorf("the e.database has %d stories, %d are needed", len(ids), atLeast)
	}
	var targets, bareTargets []string
	for i := range min(n, len(ids)) {
		id := ids[i*len(ids)/min(n, len(ids))].String()
		targets, bareTargets = append(targets, "/api/blog/posts/"+id), append(bareTargets, "/story?id="+id)
	}
	return e.reading(ctx, e.database, targets, bareTargets)
}

// bareStory is a story in REST.
type bareStory struct {
	ID            string          `json:"id"`
	UserID        string          `json:"userId"`
	Author        bareAuthor      `json:"author"`
	Title         string          `json:"title"`
	Excerpt       string          `json:"excerpt"`
	Content       string          `json:"content"`
	ContentHTML   string          `json:"contentHtml"`
	Tags          json.RawMessage `json:"tags"`
	CoverImage    string          `json:"coverImage"`
	CreatedAt     time.Time       `json:"createdAt"`
	UpdatedAt     time.Time       `json:"updatedAt"`
	IsPublished   bool            `json:"isPublished"`
	ReadTime      int             `json:"readTimeMinutes"`
	LikesCount    int             `json:"likesCount"`
	CommentsCount int             `json:"commentsCount"`
	Summary       string          `json:"summary"`
	IsHidden      bool            `json:"isHidden"`
	Via           *string         `json:"via"`
	IsAwaiting    bool            `json:"isAwaiting"`
	URL           string          `json:"url"`
}

func (b *bare) stories() {
	serveRows(b, "/story", `SELECT p.id, p.user_id, p.title, p.excerpt, p.content, p.content_html, p.tags, p.cover_image, p.published_at, p.updated_at,
		p.is_published, p.read_time, p.upvotes, p.comment_count, p.summary, p.short, u.username, u.display_name, u.viber_tag, u.avatar
		FROM blog_posts p JOIN users u ON u.id = p.user_id WHERE p.is_visible AND p.id = $1`,
		func(rows *sql.Rows, p *bareStory) error {
			var short string
			err := rows.Scan(&p.ID, &p.UserID, &p.Title, &p.Excerpt, &p.Content, &p.ContentHTML, &p.Tags, &p.CoverImage,
				&p.CreatedAt, &p.UpdatedAt,
				&p.IsPublished, &p.ReadTime, &p.LikesCount, &p.CommentsCount, &p.Summary, &short,
				&p.Author.Username, &p.Author.DisplayName, &p.Author.ViberTag, &p.Author.Avatar)
			p.URL = b.origin + address.Story(p.Title, short)
			if p.Author.ID = p.UserID; p.ContentHTML == "" { // not stored if the text has no Markdown
				p.ContentHTML = markdown.Escape(p.Content)
			}
			return err
		}, 1, "id")
}
