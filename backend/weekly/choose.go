package weekly

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/leaderboard"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
	entproject "uvboard/ent/project"
	"uvboard/ent/review"
	"uvboard/ent/schema"
)

// How many items a draft has at most of each kind.
const (
	bestProjects     = 5
	answeredProjects = 3
	bestStories      = 3
	bestThreads      = 3
)

// considered is how many candidates are read for each place, since an owner has one.
const considered = 6

// choose returns the items of the draft of a week: the best projects by eligible votes, projects that were reviewed,
// and
// the stories and threads with the most eligible votes. Of the items of a kind, an owner has one.
func (s *Service) choose(ctx context.Context, w week) ([]schema.WeeklyItem, error) {
	var (
		items    []schema.WeeklyItem
		makers   = map[uuid.UUID]bool{}
		writers  = map[uuid.UUID]bool{}
		starters = map[uuid.UUID]bool{}
	)
	add := func(owners map[uuid.UUID]bool, limit *int, kind string, id, owner uuid.UUID, note string) {
		if *limit > 0 && !owners[owner] {
			*limit--
			owners[owner] = true
			items = append(items, schema.WeeklyItem{Type: kind, ID: id, Note: note})
		}
	}

	best := bestProjects
	ranked, err := s.rankings.List(ctx, leaderboard.Period{Kind: leaderboard.Week, Start: w.day()},
		best*considered)
	if err != nil {
		return nil, fmt.Errorf("best projects of the week: %w", err)
	}
	for _, e := range ranked {
		add(makers, &best, project.Kind, e.Project.ID, e.Project.UserID, counted(e.Votes, "upvote"))
	}

	answered := answeredProjects
	reviewed, err := s.reviewed(ctx, w, answered*considered)
	if err != nil {
		return nil, fmt.Errorf("reviewed projects of the week: %w", err)
	}
	for _, r := range reviewed {
		add(makers, &answered, project.Kind, r.project.ID, r.project.UserID, counted(r.reviews, "review"))
	}

	stories := bestStories
	posts, err := s.db.Client().BlogPost.Query().
		Where(blogpost.IsVisible(true), blogpost.PublishedAtGTE(w.from), blogpost.PublishedAtLT(w.to)).
		Order(blogpost.ByEligibleUpvotes(entsql.OrderDesc()), blogpost.ByID()).Limit(stories*considered).
		Select(blogpost.FieldID, blogpost.FieldUserID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("stories of the week: %w", err)
	}
	for _, p := range posts {
		add(writers, &stories, blog.Kind, p.ID, p.UserID, "")
	}

	threads := bestThreads
	started, err := s.db.Client().ForumThread.Query().
		Where(forumthread.IsVisible(true), forumthread.IsFeedback(false), forumthread.CreatedAtGTE(w.from),
			forumthread.CreatedAtLT(w.to), forumthread.IDGTE(lowest(w.from)), forumthread.IDLT(lowest(w.to)),
			forumthread.HasChannelWith(forumchannel.DeletedAtIsNil())).
		Order(forumthread.ByEligibleUpvotes(entsql.OrderDesc()), forumthread.ByReplyCount(entsql.OrderDesc()),
			forumthread.ByID()).
		Limit(threads*considered).Select(forumthread.FieldID, forumthread.FieldUserID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("threads of the week: %w", err)
	}
	for _, t := range started {
		add(starters, &threads, forum.ThreadKind, t.ID, t.UserID, "")
	}
	return items, nil
}

// counted says a number of votes or reviews of the week.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s this week", n, what)
}

type reviewedProject struct {
	project *ent.Project
	reviews int
}

type reviewCount struct {
	ProjectID uuid.UUID `json:"project_id"`
	Count     int       `json:"count"`
}

// reviewed returns the public projects with the most reviews written in a week that everybody sees, without those that
// the makers found useless.
func (s *Service) reviewed(ctx context.Context, w week, limit int) ([]reviewedProject, error) {
	var rows []reviewCount
	err := s.db.Client().Review.Query().
		Where(review.WrittenAtGTE(w.from), review.WrittenAtLT(w.to), review.IDGTE(lowest(w.from.Add(-reviewTime))),
			review.IDLT(lowest(w.to)), review.ProjectIDNotNil(),
			review.Or(review.IsUsefulIsNil(), review.IsUseful(true)),
			func(q *entsql.Selector) {
				posts := entsql.Table("forum_posts")
				q.Where(entsql.Exists(entsql.Select(posts.C("id")).From(posts).Where(entsql.And(
					entsql.ColumnsEQ(posts.C("id"), q.C(review.FieldPostID)),
					entsql.EQ(posts.C("is_visible"), true)))))
			}).
		Limit(maxReviews).GroupBy(review.FieldProjectID).Aggregate(ent.Count()).Scan(ctx, &rows)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b reviewCount) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.ProjectID.String(), b.ProjectID.String()))
	})
	rows = rows[:min(len(rows), limit)]
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ProjectID
	}
	projects, err := s.db.Client().Project.Query().Where(entproject.IDIn(ids...), entproject.IsPublic(true)).
		Select(entproject.FieldID, entproject.FieldUserID).All(ctx)
	if err != nil {
		return nil, err
	}
	var found []reviewedProject
	for _, row := range rows {
		i := slices.IndexFunc(projects, func(p *ent.Project) bool { return p.ID == row.ProjectID })
		if i >= 0 {
			found = append(found, reviewedProject{projects[i], row.Count})
		}
	}
	return found, nil
}

const (
	// reviewTime is longer than a project stays assigned to its reviewer.
	reviewTime = 30 * 24 * time.Hour
	// maxReviews is how many reviewed projects of a week are read.
	maxReviews = 5000
)

// lowest returns the lowest id of rows made at a time or later.
func lowest(t time.Time) uuid.UUID { return store.IDAt(t, uuid.Nil) }
