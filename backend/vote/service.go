// Package vote casts votes: one per user and item. One function, apply, changes votes and every counter that depends on
// them.
package vote

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	entvote "uvboard/ent/vote"
)

// Summary is the votes on an item, with the caller's own.
type Summary struct {
	TargetID  uuid.UUID
	Upvotes   int
	Downvotes int
	Own       int // Up, Down or None
	// The pending ones of Upvotes and Downvotes.
	PendingUp, PendingDown int
	// Whether the own vote is eligible, and if not, why; empty if a recount is about to make it so, and for a banned
	// user.
	IsEligible bool
	Reason     string
}

// Service casts and counts votes.
type Service struct {
	db      *store.DB
	now     func() time.Time
	zone    func() *time.Location
	voting  func() (minAge time.Duration, entryVotes int)
	mail    bool
	started atomic.Bool // all votes have been recounted since the start
	votable []domain.Votable
	targets map[string]domain.Votable // by target type
}

// NewService returns a service for votes on these kinds of content; now is the clock.
func NewService(db *store.DB, votable []domain.Votable, now func() time.Time) *Service {
	s := &Service{db: db, now: store.Clock(now), zone: func() *time.Location { return time.UTC },
		voting:  func() (time.Duration, int) { return MinAccountHours * time.Hour, EntryVotes },
		targets: map[string]domain.Votable{}}
	s.Add(votable...)
	return s
}

// UseZone sets the time zone of the days of votes, UTC by default. Call it before any vote is cast.
func (s *Service) UseZone(zone func() *time.Location) { s.zone = zone }

// UseRule sets the settings of eligible votes, MinAccountHours and EntryVotes by default, and whether the board can
// send mail: then votes need a confirmed address too. Call it before any vote is cast.
func (s *Service) UseRule(voting func() (minAge time.Duration, entryVotes int), mail bool) {
	s.voting, s.mail = voting, mail
}

// rule returns the rule at this time. Call it before a transaction: the settings may be read from the database.
func (s *Service) rule() rule {
	minAge, _ := s.voting()
	return rule{now: s.now(), minAge: minAge, mail: s.mail}
}

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
// omitted, and so are hidden ones unless the caller is the owner or moderates.
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
	case !caller.Moderates():
		where = entsql.And(where, entsql.Or(entsql.ExprP(t.Visible), entsql.EQ("user_id", caller.UserID)))
	}
	query, args := entsql.Dialect(s.db.Dialect).
		Select("id", "upvotes", "downvotes").
		AppendSelectExpr(entsql.Expr("upvotes - eligible_upvotes"), entsql.Expr("downvotes - eligible_downvotes")).
		From(entsql.Table(t.Table)).Where(where).Query()
	rows, err := s.db.Client().QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	defer rows.Close()
	summaries := make([]Summary, 0, len(ids))
	for rows.Next() {
		var sum Summary
		if err := rows.Scan(&sum.TargetID, &sum.Upvotes, &sum.Downvotes, &sum.PendingUp, &sum.PendingDown); err != nil {
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
		Select(entvote.FieldTargetID, entvote.FieldValue, entvote.FieldIsEligible).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("vote summaries: %w", err)
	}
	at := make(map[uuid.UUID]int, len(summaries))
	for i, sum := range summaries {
		at[sum.TargetID] = i
	}
	reason := ""
	if slices.ContainsFunc(votes, func(v *ent.Vote) bool { return !v.IsEligible }) {
		users, err := s.rule().standings(ctx, s.db, s.db.Client(), false, []uuid.UUID{caller.UserID})
		if err != nil {
			return nil, fmt.Errorf("why votes are pending: %w", err)
		}
		reason = users[caller.UserID].reason
	}
	for _, v := range votes {
		if i, ok := at[v.TargetID]; ok {
			summaries[i].own(v.Value, v.IsEligible, reason)
		}
	}
	return summaries, nil
}

// own sets the own vote and why votes of the user are not eligible.
func (s *Summary) own(value int, isEligible bool, reason string) {
	s.Own, s.IsEligible = value, isEligible
	if value != None && !isEligible && reason != banned {
		s.Reason = reason
	}
}
