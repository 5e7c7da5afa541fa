// Package weekly makes the weekly: the best of a week, which an admin edits and publishes as a page, a feed entry and a
// mail to everyone who subscribes.
package weekly

import (
	"context"
	"fmt"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/leaderboard"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/schema"
	"uvboard/ent/weeklyissue"
)

// Kind is the type of issues and of their drafts, in the audit log.
const Kind = "weekly_issue"

// types are the types of items that an issue may have.
var types = []string{project.Kind, blog.Kind, forum.ThreadKind}

// Service keeps the issues and the subscribers.
type Service struct {
	db        *store.DB
	kinds     map[string]domain.ItemKind
	board     mail.Board
	rankings  *leaderboard.Service
	accounts  *account.Service
	zone      func() *time.Location
	perMinute int // mails
	now       func() time.Time
}

// NewService returns a service for a board in a time zone, with items of kinds. It hands at most perMinute mails a
// minute to the mail server; now is the clock.
func NewService(db *store.DB, kinds map[string]domain.ItemKind, board mail.Board, rankings *leaderboard.Service,
	accounts *account.Service, zone func() *time.Location, perMinute int, now func() time.Time) *Service {
	return &Service{db, kinds, board, rankings, accounts, zone, perMinute, store.Clock(now)}
}

// Item is an item of an issue.
type Item struct {
	schema.WeeklyItem
	Target *domain.Target // nil if it is not public
}

// Issue is a published issue.
type Issue struct {
	*ent.WeeklyIssue
	Items          []Item // those that are public
	Previous, Next int    // numbers of its neighbours; 0 if there is none
}

func path(number int) string { return fmt.Sprintf("/weekly/%d", number) }

func errNoIssue() error { return fault.NotFound("WEEKLY_ISSUE_NOT_FOUND", "There is no such issue") }

// shownInLists is how many items of an issue lists read, for its headlines and its picture.
const shownInLists = 6

// List returns the published issues, newest first, with their first items.
func (s *Service) List(ctx context.Context, size int, token string) ([]Issue, string, error) {
	rows, next, err := s.published(ctx, "weekly", size, token)
	if err != nil {
		return nil, "", err
	}
	for _, row := range rows {
		row.Items = row.Items[:min(len(row.Items), shownInLists)]
	}
	issues, err := s.withItems(ctx, rows)
	return issues, next, err
}

type position struct{ Number int }

func (s *Service) published(ctx context.Context, list string, size int, token string) ([]*ent.WeeklyIssue, string,
	error) {
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().WeeklyIssue.Query().Where(weeklyissue.NumberGT(0)).
		Order(weeklyissue.ByNumber(entsql.OrderDesc())).Limit(size + 1)
	if from != nil {
		query.Where(weeklyissue.NumberLT(from.Number))
	}
	rows, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list weekly issues: %w", err)
	}
	return paging.Cut(list, rows, size, func(last *ent.WeeklyIssue) position { return position{last.Number} })
}

// Get returns a published issue. Fault: not found.
func (s *Service) Get(ctx context.Context, number int) (Issue, error) {
	row, err := s.db.Client().WeeklyIssue.Query().Where(weeklyissue.Number(number), weeklyissue.NumberGT(0)).Only(ctx)
	if ent.IsNotFound(err) {
		return Issue{}, errNoIssue()
	}
	if err != nil {
		return Issue{}, fmt.Errorf("read a weekly issue: %w", err)
	}
	issues, err := s.withItems(ctx, []*ent.WeeklyIssue{row})
	if err != nil {
		return Issue{}, err
	}
	issue := issues[0]
	issue.Previous = number - 1
	hasNext, err := s.db.Client().WeeklyIssue.Query().Where(weeklyissue.Number(number + 1)).Exist(ctx)
	if err != nil {
		return Issue{}, fmt.Errorf("look for the next weekly issue: %w", err)
	}
	if hasNext {
		issue.Next = number + 1
	}
	return issue, nil
}

// withItems adds the public items of issues: two queries for each type.
func (s *Service) withItems(ctx context.Context, rows []*ent.WeeklyIssue) ([]Issue, error) {
	var all []schema.WeeklyItem
	for _, row := range rows {
		all = append(all, row.Items...)
	}
	items, err := s.items(ctx, s.db.Client(), all)
	if err != nil {
		return nil, err
	}
	issues := make([]Issue, len(rows))
	for i, row := range rows {
		issues[i] = Issue{WeeklyIssue: row, Items: public(items[:len(row.Items)])}
		items = items[len(row.Items):]
	}
	return issues, nil
}

// public returns the items that everybody sees.
func public(items []Item) []Item {
	shown := make([]Item, 0, len(items))
	for _, item := range items {
		if item.Target != nil {
			shown = append(shown, item)
		}
	}
	return shown
}

// items adds what is public to items, in their order.
func (s *Service) items(ctx context.Context, client *ent.Client, items []schema.WeeklyItem) ([]Item, error) {
	ids := map[string][]uuid.UUID{}
	for _, item := range items {
		ids[item.Type] = append(ids[item.Type], item.ID)
	}
	targets := map[uuid.UUID]*domain.Target{}
	for _, kind := range types {
		found, err := s.kinds[kind].VisibleTargets(ctx, client, s.db.Dialect, ids[kind])
		if err != nil {
			return nil, fmt.Errorf("items of the weekly: %w", err)
		}
		for _, t := range found {
			t.Text = strings.TrimSpace(t.Text)
			targets[t.ID] = &t
		}
	}
	out := make([]Item, len(items))
	for i, item := range items {
		out[i] = Item{item, targets[item.ID]}
	}
	return out, nil
}
