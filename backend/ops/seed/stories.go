package seed

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"uvboard/backend/blog"
	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/blogpost"
)

//go:embed stories.yaml
var storiesYAML []byte

// storyDemo is the content of stories.yaml.
type storyDemo struct {
	Written                                             []storyText
	Titles, Excerpts, Tags, Openings, Endings, Comments []string
	Sections                                            []struct{ Head, Text string }
}

type storyText struct {
	Title, Excerpt, Text string
	Tags, Comments       []string
}

var storyTexts = sync.OnceValue(func() *storyDemo {
	d := &storyDemo{}
	if err := yaml.Unmarshal(storiesYAML, d); err != nil {
		panic("stories.yaml: " + err.Error())
	}
	return d
})

func (s *seeder) addStories(ctx context.Context, l *bulk.Loader) error {
	if len(s.plan.stories) == 0 {
		return nil
	}
	if err := s.addAll(ctx, l, "stories", s.plan.Stories, storyBatch, s.composeStories); err != nil {
		return err
	}
	authors := 0
	for _, t := range s.plan.people {
		authors += int(min(t.stories, 1))
	}
	for name, n := range map[string]int{stats.BlogPosts: s.plan.Stories, stats.BlogAuthors: authors} {
		if err := stats.Add(ctx, l.Client, name, n); err != nil {
			return err
		}
	}
	return tag.Recount(ctx, l.Client, blog.Tagged.Target)
}

// composeStories returns stories with everything that belongs to them.
func (s *seeder) composeStories(ctx context.Context, from, to int) batch {
	var (
		posts = bulk.Rows{Table: blogpost.Table, Columns: []string{
			blogpost.FieldID, blogpost.FieldCreatedAt, blogpost.FieldUpdatedAt, blogpost.FieldPublishedAt,
			blogpost.FieldUserID, blogpost.FieldTitle, blogpost.FieldTitleKey,
			blogpost.FieldExcerpt, blogpost.FieldTags, blogpost.FieldUpvotes,
			blogpost.FieldEligibleUpvotes, blogpost.FieldCommentCount,
			blogpost.FieldPopularity, blogpost.FieldReadTime,
			blogpost.FieldSummary, blogpost.FieldContent, blogpost.FieldContentVersion, blogpost.FieldContentHTML,
			blogpost.FieldCoverImage, blogpost.FieldShort,
		}}
		items    []tag.Item
		comments = bulk.Rows{Table: blogcomment.Table, Columns: []string{
			blogcomment.FieldID, blogcomment.FieldCreatedAt, blogcomment.FieldUpdatedAt, blogcomment.FieldPostID,
			blogcomment.FieldParentID, blogcomment.FieldUserID, blogcomment.FieldContent,
			blogcomment.FieldContentVersion, blogcomment.FieldContentHTML,
		}}
		votes    = voteRows()
		_, uses  = uploadRows()
		docs     []search.Doc
		readTime int
	)
	for i := from; i < to && ctx.Err() == nil; i++ {
		p, remarks := s.composeStory(i)
		if cover := s.coverOf(i); cover != nil {
			p.CoverImage = media.Address(cover)
			uses.Values = append(uses.Values, []any{blog.Kind, p.ID, cover.ID})
		}
		s.plan.eachLike(i, func(liker int, at time.Time) {
			votes.Values = append(votes.Values, []any{s.userIDs[liker], blog.Kind, p.ID, vote.Up, at, at, vote.Day(at)})
			p.Popularity += s.isPopular(at)
		})
		for _, c := range remarks {
			comments.Values = append(comments.Values, []any{c.ID, c.CreatedAt, c.CreatedAt, p.ID, c.ParentID, c.UserID,
				c.Content, c.ContentVersion, c.ContentHTML})
			p.Popularity += s.isPopular(c.CreatedAt)
		}
		list, err := json.Marshal(p.Tags)
		if err != nil {
			return batch{err: err}
		}
		posts.Values = append(posts.Values, []any{
			p.ID, p.CreatedAt, p.CreatedAt, p.CreatedAt, p.UserID, p.Title, store.TitleKey(p.Title), p.Excerpt,
			json.RawMessage(list), s.plan.stories[i].likes, s.plan.stories[i].likes, len(remarks),
			p.Popularity, p.ReadTime, p.Summary, p.Content, p.ContentVersion, p.ContentHTML, p.CoverImage,
			address.OldShort(p.ID),
		})
		tags := tag.Synonyms{}.Resolve(blog.Tags(p))
		items = append(items, tag.Item{ID: p.ID, PublishedAt: p.CreatedAt, Tags: tags})
		docs = append(docs, blog.SearchDoc(p, p.Edges.Author, tags))
		readTime += p.ReadTime
	}
	return batch{
		tables: []bulk.Rows{posts, tag.Rows(blog.Tagged.Target, items...), comments, uses, votes,
			search.Rows(docs...)},
		counted: map[string]int{stats.BlogReadTime: readTime}, to: to, err: ctx.Err(),
	}
}

// isPopular returns 1 for a like or a comment that counts in the popularity of a story.
func (s *seeder) isPopular(at time.Time) int {
	if at.After(vote.PopularSince(s.plan.now)) {
		return 1
	}
	return 0
}

// composeStory returns a story, with the names of its author, and its comments, oldest first.
func (s *seeder) composeStory(i int) (*ent.BlogPost, []*ent.BlogComment) {
	planned, random := s.plan.stories[i], s.plan.random(aboutStoryText, i)
	p := &ent.BlogPost{ID: newID(planned.at, random), UserID: s.userIDs[planned.author], CreatedAt: planned.at}
	p.Edges.Author = s.ownerNames(planned.author)
	text, names := s.storyText(i, random)
	p.Title, p.Excerpt, p.Tags = text.Title, text.Excerpt, text.Tags
	content := strings.TrimSpace(text.Text)
	blog.Write(p, content, markdown.HTML(content))
	var comments []*ent.BlogComment
	rest := random.Perm(len(storyTexts().Comments))
	s.plan.eachComment(i, func(n, by int, at time.Time) {
		remark := names.Replace(storyTexts().Comments[rest[n%len(rest)]])
		if n < len(text.Comments) {
			remark = strings.TrimSpace(text.Comments[n])
		}
		c := &ent.BlogComment{
			ID: newID(at, random), CreatedAt: at, UserID: s.userIDs[by], Content: remark,
			ContentVersion: markdown.Version, ContentHTML: markdown.Stored(remark, markdown.HTML(remark)),
		}
		if n%3 == 2 { // answers the comment before
			c.ParentID = &comments[n-1].ID
		}
		comments = append(comments, c)
	})
	return p, comments
}

// storyText returns the text of a story and the names in its comments.
func (s *seeder) storyText(i int, random *rand.Rand) (storyText, *strings.Replacer) {
	planned, from := s.plan.stories[i], storyTexts()
	about, name, link := pick(random, texts().Products), title(random), ""
	if planned.project >= 0 {
		about, name = texts().Products[planned.project%len(texts().Products)], s.projectName(planned.project)
		link = fmt.Sprintf("\n\n{product} is [here on the board](%s).", address.Project(s.projectName(planned.project),
			address.OldShort(s.projectID(planned.project))))
	}
	names := fillers(name, random)
	if planned.text >= 0 {
		return from.Written[planned.text], names
	}
	parts := []string{pick(random, from.Openings), about.Problem + " {product} " + about.Solution + " " + about.Story}
	for _, n := range random.Perm(len(from.Sections))[:2+random.IntN(3)] {
		parts = append(parts, "## "+from.Sections[n].Head, from.Sections[n].Text)
	}
	parts = append(parts, pick(random, from.Endings)+link)
	tags := append(strings.Fields(about.Tags)[:1], some(random, 2, from.Tags)...)
	slices.Sort(tags)
	return storyText{
		Title:   names.Replace(from.Titles[(planned.project+1+planned.nth)%len(from.Titles)]),
		Excerpt: names.Replace(pick(random, from.Excerpts)),
		Text:    names.Replace(strings.Join(parts, "\n\n")), Tags: slices.Compact(tags),
	}, names
}
