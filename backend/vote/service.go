// Package vote casts votes: one per user and item. One function, apply, changes votes and every counter that depends on
// them.
package vote

import (
	"context"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	entvote "uvboard/ent/vote"
)

// Summary is the votes on an item, with the caller's own.
type Summary struct {
	TargetID  uuid.UUID
	Upvotes   int
	Downvotes int
	Own       int // Up, Down or None
}

// Service casts and counts votes.
type Service struct {
	db      *store.DB
	now     func() time.Time
	zone    func() *time.Location
	votable []domain.Votable
	targets map[string]domain.Votable // by target type
}

// NewService returns a service for votes on these kinds of content; now is the clock.
func NewService(db *store.DB, votable []domain.Votable, now func() time.Time) *Service {
	s := &Service{db: db, now: store.Clock(now), zone: func() *time.Location { return time.UTC },
		targets: map[string]domain.Votable{}}
	s.Add(votable...)
	return s
}

// UseZone sets the time zone of the days of votes, UTC by default. Call it before any vote is cast.
func (s *Service) UseZone(zone func() *time.Location) { s.zone = zone }

// Day returns the day of a time in its zone, as votes have it, such as 20261123.
func Day(t time.Time) int { return t.Year()*10000 + int(t.Month())*100 + t.Day() }

// Add adds kinds of content. It is for domains that themselves need the service. Call it before any vote is cast.
func (s *Service) Add(votable ...domain.Votable) {
	s.votable = append(s.votable, votable...)
	for _, v := range votable {
		s.targets[v.Type] = v
	}
}

// Summary returns the votes on an item; see Summaries. Fault: not found.
func (s *Service) Summary(ctx context.Context, caller *auth.Caller, targetType string, id uuid.UUID) (Summary, error) {
	sums, err := s.Summaries(ctx, caller, targetType, []uuid.UUID{id})
	if err != nil {
		return Summary{}, err
	}
	if len(sums) == 0 {
		return Summary{}, notFound(s.targets[targetType])
	}
	return sums[0], nil
}

// Summaries returns the votes on these items, in the same order. caller is nil for a visitor. Unknown items are
// omitted, and so are hidden ones unless the caller is the owner or an admin.
func (s *Service) Summaries(ctx context.Context, caller *auth.Caller, targetType string,
	ids []uuid.UUID) ([]Summary, error) {
	t, err := s.target(targetType)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	where := entsql.In("id", anys(ids)...)
	switch {
	case caller == nil:
		where = entsql.And(where, entsql.ExprP(t.Visible))
	case !caller.IsAdmin:
		where = entsql.And(where, entsql.Or(entsql.ExprP(t.Visible), entsql.EQ("user_id", caller.UserID)))
	}
	query, args := entsql.Dialect(s.db.Dialect).
		Select("id", "upvotes", "downvotes").From(entsql.Table(t.Table)).Where(where).Query()
	rows, err := s.db.Client().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	defer rows.Close()
	summaries := make([]Summary, 0, len(ids))
	for rows.Next() {
		var sum Summary
		if err := rows.Scan(&sum.TargetID, &sum.Upvotes, &sum.Downvotes); err != nil {
			return nil, fmt.Errorf("vote summaries: %w", err)
		}
		summaries = append(summaries, sum)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	slices.SortFunc(summaries, func(a, b Summary) int {
		return slices.Index(ids, a.TargetID) - slices.Index(ids,
			b.TargetID)
	})
	if caller == nil {
		return summaries, nil
	}
	votes, err := s.db.Client().Vote.Query().
		Where(entvote.UserID(caller.UserID), entvote.TargetType(targetType), entvote.TargetIDIn(ids...)).
		Select(entvote.FieldTargetID, entvote.FieldValue).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	at := make(map[uuid.UUID]int, len(summaries))
	for i, sum := range summaries {
		at[sum.TargetID] = i
	}
	for _, v := range votes {
		if i, ok := at[v.TargetID]; ok {
			summaries[i].Own = v.Value
		}
	}
	return summaries, nil
}
