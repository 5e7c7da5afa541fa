package blog

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/predicate"
	"uvboard/ent/tagged"
	"uvboard/ent/user"
)

// Values of ListQuery.Sort.
const (
	newest  = "newest"
	oldest  = "oldest"
	popular = "popular"
)

// ListQuery selects visible posts. Empty fields are ignored.
type ListQuery struct {
	Search string // words and operators
	Exact  bool   // without other words than those of Search
	Tag    string
	UserID string // the author's id; adds the drafts and hidden posts if that is the caller
	Sort   string // newest, oldest or popular; default relevance in a search, else newest
	Size   int
	Token  string

	// Set by List.
	tags  []string // the id of the tag
	words string   // of Search
	terms search.Terms
}

// Page is a page of posts.
type Page struct {
	Posts []*ent.BlogPost
	Next  string // token of the next page; empty on the last one
	search.Said
}

func (q ListQuery) searches() bool { return strings.TrimSpace(q.Search) != "" }

// language is what a search of posts understands besides words.
var language = search.Language{Field: "search", Noun: "story", Tagged: Tagged.Target,
	Operators: []string{search.TagOperator, search.ByOperator}}

func (q ListQuery) tag() string { return strings.ToLower(store.Clean(q.Tag)) }

// fingerprint identifies the list in page tokens.
func (q ListQuery) fingerprint() string {
	return paging.ListName("posts", q.order(), strings.TrimSpace(q.Search), strconv.FormatBool(q.Exact),
		q.tag(), q.UserID)
}

// order is the sort, "" for relevance.
func (q ListQuery) order() string {
	if q.Sort == "" && !q.searches() {
		return newest
	}
	return q.Sort
}

// position is where a page ends: the values of the columns that order the list.
type position struct {
	ID         uuid.UUID `json:"i,omitzero"`
	At         time.Time `json:"d,omitzero"`
	Popularity int       `json:"p,omitempty"`
	Offset     int       `json:"o,omitempty"` // in a ranked search
}

// listColumns are the columns of a post in lists, without its content.
var listColumns = []string{
	blogpost.FieldID, blogpost.FieldCreatedAt, blogpost.FieldUpdatedAt, blogpost.FieldUserID, blogpost.FieldTitle,
	blogpost.FieldExcerpt,
	blogpost.FieldTags, blogpost.FieldCoverImage, blogpost.FieldIsPublished, blogpost.FieldIsVisible,
	blogpost.FieldPublishedAt,
	blogpost.FieldHiddenAt, blogpost.FieldIsAwaiting, blogpost.FieldUpvotes, blogpost.FieldCommentCount,
	blogpost.FieldPopularity, blogpost.FieldReadTime, blogpost.FieldSummary, blogpost.FieldVia, blogpost.FieldShort,
}

func authorColumns(q *ent.UserQuery) {
	q.Select(user.FieldID, user.FieldUsername, user.FieldDisplayName, user.FieldViberTag, user.FieldAvatar,
		user.FieldDeletedAt)
}

// List returns posts. A search finds at most search.Candidates. Faults: invalid for the page token of another list, and
// for an operator with an unknown value.
func (s *Service) List(ctx context.Context, caller *auth.Caller, q ListQuery) (page Page, err error) {
	at, err := paging.Parse[position](q.fingerprint(), q.Token)
	if err != nil {
		return Page{}, err
	}
	if q.words, q.terms, err = language.Read(ctx, s.db.Client(), q.Search); err != nil {
		return Page{}, err
	}
	if at != nil && (at.Offset < 0 || at.Offset > math.MaxInt16 || at.Popularity < 0 || at.Popularity > math.MaxInt32) {
		return Page{}, paging.Invalid()
	}
	if q.tags, err = tag.Find(ctx, s.db.Client(), tag.Of(tag.Topic, q.Tag)); err != nil {
		return Page{}, err
	}
	switch {
	case q.searches():
		page.Posts, page.Next, page.Said, err = s.search(ctx, q, at)
	case q.UserID != "":
		page.Posts, page.Next, err = s.listByUser(ctx, caller, q, at)
	case len(q.tags) > 0:
		page.Posts, page.Next, err = s.listByTag(ctx, q, at)
	default:
		page.Posts, page.Next, err = s.page(ctx, q, at, blogpost.IsVisible(true))
	}
	if err != nil {
		return Page{}, fmt.Errorf("list blog posts: %w", err)
	}
	return page, nil
}

func (s *Service) search(ctx context.Context, q ListQuery, at *position) (posts []*ent.BlogPost, next string,
	said search.Said, err error) {
	found, err := search.Find(ctx, s.db, search.Query{Kind: Kind, Text: q.words, Filters: tag.Filters(q.tags),
		Terms: q.terms, OldestFirst: q.Sort == oldest, Exact: q.Exact})
	if err != nil || len(found.IDs) == 0 {
		return nil, "", search.Said{}, err
	}
	posts, next, err = s.found(ctx, q, at, found.IDs)
	return posts, next, found.Said, err
}

// found returns a page of the posts that a search found, best first.
func (s *Service) found(ctx context.Context, q ListQuery, at *position, ids []uuid.UUID) (posts []*ent.BlogPost,
	next string, err error) {
	if q.UserID != "" {
		own, err := s.db.Client().BlogPost.Query().
			Where(blogpost.IDIn(ids...), blogpost.UserID(store.ParseID(q.UserID))).IDs(ctx)
		if err != nil {
			return nil, "", err
		}
		ids = slices.DeleteFunc(ids, func(id uuid.UUID) bool { return !slices.Contains(own, id) })
	}
	if q.order() != "" {
		return s.page(ctx, q, at, blogpost.IsVisible(true), blogpost.IDIn(ids...))
	}
	offset := 0
	if at != nil {
		offset = at.Offset
	}
	ids = ids[min(offset, len(ids)):]
	if len(ids) > q.Size {
		ids = ids[:q.Size]
		if next, err = paging.Token(q.fingerprint(), position{Offset: offset + q.Size}); err != nil {
			return nil, "", err
		}
	}
	posts, err = s.rows(blogpost.IsVisible(true), blogpost.IDIn(ids...)).All(ctx)
	slices.SortFunc(posts, func(a, b *ent.BlogPost) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return posts, next, err
}

// listByUser lists by the time of creation, since a draft has no time of publication.
func (s *Service) listByUser(ctx context.Context, caller *auth.Caller, q ListQuery,
	at *position) ([]*ent.BlogPost, string, error) {
	id := store.ParseID(q.UserID)
	where := []predicate.BlogPost{blogpost.UserID(id), blogpost.DeletedAtIsNil()}
	if !mayRemove(caller, id) {
		where = append(where, blogpost.IsVisible(true))
	}
	if len(q.tags) > 0 {
		where = append(where, tag.Has(q.tags...))
	}
	query := s.rows(where...).Limit(q.Size + 1)
	if q.Sort == oldest {
		query.Order(blogpost.ByID())
	} else {
		query.Order(blogpost.ByID(entsql.OrderDesc()))
	}
	switch {
	case at == nil:
	case q.Sort == oldest:
		query.Where(blogpost.IDGT(at.ID))
	default:
		query.Where(blogpost.IDLT(at.ID))
	}
	posts, err := query.All(ctx)
	if err != nil {
		return nil, "", err
	}
	return paging.Cut(q.fingerprint(), posts, q.Size, positionOf)
}

// maxFew limits the posts with a tag that are read by id.
const maxFew = 1000

// listByTag reads the newest and oldest from the index of tags. By popularity, it reads up to maxFew matches by id; if
// there are more, a scan in that order finds a page quickly.
func (s *Service) listByTag(ctx context.Context, q ListQuery, at *position) ([]*ent.BlogPost, string, error) {
	direction := descending
	if q.order() == oldest {
		direction = ascending
	}
	query := s.db.Client().Tagged.Query().Where(tagged.TagIn(q.tags...), tagged.TargetType(Kind)).
		Order(tagged.ByPublishedAt(direction.order...), tagged.ByTargetID(direction.order...))
	if q.order() == popular {
		few, err := query.Limit(maxFew + 1).All(ctx)
		if err != nil {
			return nil, "", err
		}
		match := blogpost.IDIn(postIDs(few)...)
		if len(few) > maxFew {
			match = tag.Has(q.tags...)
		}
		return s.page(ctx, q, at, blogpost.IsVisible(true), match)
	}
	query.Limit(q.Size + 1)
	if at != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(direction.after([]string{q.C(tagged.FieldPublishedAt), q.C(tagged.FieldTargetID)}, at.At.UTC(),
				at.ID))
		})
	}
	rows, err := query.All(ctx)
	if err != nil {
		return nil, "", err
	}
	rows, next, err := paging.Cut(q.fingerprint(), rows, q.Size, func(last *ent.Tagged) position {
		return position{ID: last.TargetID, At: last.PublishedAt.UTC()}
	})
	if err != nil || len(rows) == 0 {
		return nil, "", err
	}
	ids := postIDs(rows)
	posts, err := s.rows(blogpost.IDIn(ids...), blogpost.IsVisible(true)).All(ctx)
	slices.SortFunc(posts, func(a, b *ent.BlogPost) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return posts, next, err
}

func postIDs(rows []*ent.Tagged) []uuid.UUID {
	ids := make([]uuid.UUID, len(rows))
	for i, t := range rows {
		ids[i] = t.TargetID
	}
	return ids
}

func (s *Service) rows(where ...predicate.BlogPost) *ent.BlogPostSelect {
	return s.db.Client().BlogPost.Query().Where(where...).WithAuthor(authorColumns).Select(listColumns...)
}

type direction struct {
	order []entsql.OrderTermOption
	after func(columns []string, values ...any) *entsql.Predicate
}

var (
	ascending  = direction{nil, entsql.CompositeGT}
	descending = direction{[]entsql.OrderTermOption{entsql.OrderDesc()}, entsql.CompositeLT}
)

// page reads a page of visible posts in the order of q. It compares rows of the ordering columns, so that their index
// is used.
func (s *Service) page(ctx context.Context, q ListQuery, at *position,
	where ...predicate.BlogPost) ([]*ent.BlogPost, string, error) {
	query := s.rows(where...)
	query.Limit(q.Size + 1)
	d := descending
	if q.order() == oldest {
		d = ascending
	}
	if q.order() == popular {
		query.Order(blogpost.ByPopularity(d.order...))
	}
	query.Order(blogpost.ByPublishedAt(d.order...), blogpost.ByID(d.order...))
	if at != nil {
		query.Where(func(sel *entsql.Selector) {
			columns, values := []string{sel.C(blogpost.FieldPublishedAt), sel.C(blogpost.FieldID)},
				[]any{at.At.UTC(), at.ID}
			if q.order() == popular {
				columns, values = slices.Insert(columns, 0, sel.C(blogpost.FieldPopularity)),
					slices.Insert(values, 0, any(at.Popularity))
			}
			sel.Where(d.after(columns, values...))
		})
	}
	posts, err := query.All(ctx)
	if err != nil {
		return nil, "", err
	}
	return paging.Cut(q.fingerprint(), posts, q.Size, positionOf)
}

func positionOf(last *ent.BlogPost) position {
	at := position{ID: last.ID, Popularity: last.Popularity}
	if last.PublishedAt != nil {
		at.At = last.PublishedAt.UTC()
	}
	return at
}

// maxRelatedScan limits how many of the newest posts with each tag Related considers.
const maxRelatedScan = 20

// Related returns other visible posts that share a tag, those with the most shared tags first, then the newest. Faults:
// those of Get.
func (s *Service) Related(ctx context.Context, caller *auth.Caller, id uuid.UUID, size int) ([]*ent.BlogPost, error) {
	p, err := s.head(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	tags, err := tag.Find(ctx, s.db.Client(), Tags(p))
	if err != nil {
		return nil, err
	}
	shared, newest := map[uuid.UUID]int{}, map[uuid.UUID]time.Time{}
	for _, tag := range tags { // at most ten, each a short read of the index
		rows, err := s.db.Client().Tagged.Query().
			Where(tagged.Tag(tag), tagged.TargetType(Kind), tagged.TargetIDNEQ(id)).
			Order(tagged.ByPublishedAt(entsql.OrderDesc()), tagged.ByTargetID(entsql.OrderDesc())).
			Limit(max(size, maxRelatedScan)).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("related blog posts: %w", err)
		}
		for _, t := range rows {
			shared[t.TargetID]++
			newest[t.TargetID] = t.PublishedAt
		}
	}
	ids := sortedIDs(shared)
	slices.SortStableFunc(ids, func(a, b uuid.UUID) int {
		if shared[a] != shared[b] {
			return shared[b] - shared[a]
		}
		return newest[b].Compare(newest[a])
	})
	if ids = ids[:min(size, len(ids))]; len(ids) == 0 {
		return nil, nil
	}
	posts, err := s.rows(blogpost.IDIn(ids...), blogpost.IsVisible(true)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("related blog posts: %w", err)
	}
	slices.SortFunc(posts, func(a, b *ent.BlogPost) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return posts, nil
}

const maxLinkedProjects = 10

// LinkedProjects returns the public projects that a post links to, in the order of the links. Faults: those of Get.
func (s *Service) LinkedProjects(ctx context.Context, caller *auth.Caller, id uuid.UUID) ([]*ent.Project, error) {
	p, err := s.Get(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	ids, err := address.FindAll(ctx, s.db.Client(), address.Projects, projectsIn(p.Content, s.origin,
		maxLinkedProjects))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return s.projects.ListPublic(ctx, ids)
}

// head reads a post without its content. Fault: that of Get.
func (s *Service) head(ctx context.Context, caller *auth.Caller, id uuid.UUID) (*ent.BlogPost, error) {
	p, err := s.db.Client().BlogPost.Query().Where(blogpost.ID(id), blogpost.DeletedAtIsNil()).Select(listColumns...).
		Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, errNotFound()
	case err != nil:
		return nil, fmt.Errorf("read a blog post: %w", err)
	case !MaySee(caller, p):
		return nil, errNotFound()
	}
	return p, nil
}
