package feedback

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/feedbackrequest"
	entfollow "uvboard/ent/follow"
	"uvboard/ent/predicate"
	entproject "uvboard/ent/project"
	"uvboard/ent/review"
	"uvboard/ent/tagged"
	"uvboard/ent/user"
)

var newestFirst = entsql.OrderDesc()

// Assignment is a project that a member is to review.
type Assignment struct {
	*ent.Review
	Project *ent.Project
}

// ExpiresAt returns until when the review may be written.
func (a Assignment) ExpiresAt() time.Time { return a.AssignedAt.Add(assignmentLife) }

// isOpen matches reviews that may still be written.
func isOpen(now time.Time) predicate.Review {
	return review.And(review.WrittenAtIsNil(), review.SkippedAtIsNil(), review.AssignedAtGT(now.Add(-assignmentLife)))
}

// errAssigned ends a transaction whose member has another open assignment.
var errAssigned = errors.New("the member has an open assignment")

// Assign returns the project that the caller reviews: the open assignment, or a new one. It is nil if no project waits
// for the caller. Fault: rate limited for a member whose last reviews were not useful.
func (s *Service) Assign(ctx context.Context, caller *auth.Caller) (*Assignment, error) {
	for {
		now := s.now()
		r, err := s.assigned(ctx, s.db.Client(), caller.UserID, now)
		if err != nil {
			return nil, err
		}
		if r != nil {
			return s.assignment(ctx, caller, r)
		}
		if err := s.admit(ctx, caller.UserID, now); err != nil {
			return nil, err
		}
		waiting, err := s.queue(ctx, caller.UserID, now)
		if err != nil {
			return nil, err
		}
		if len(waiting) == 0 { // or another call of the caller has just taken the last one
			if r, err = s.assigned(ctx, s.db.Client(), caller.UserID, now); err != nil || r == nil {
				return nil, err
			}
			return s.assignment(ctx, caller, r)
		}
		for _, q := range waiting {
			r, err := s.take(ctx, caller.UserID, q, now)
			switch {
			case errors.Is(err, errAssigned):
			case err != nil:
				return nil, fmt.Errorf("assign a review: %w", err)
			case r == nil: // another member was faster
				continue
			default:
				return s.assignment(ctx, caller, r)
			}
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

func (s *Service) assignment(ctx context.Context, caller *auth.Caller, r *ent.Review) (*Assignment, error) {
	p, err := s.projects.Get(ctx, caller, *r.ProjectID)
	if err != nil {
		return nil, err
	}
	return &Assignment{r, p}, nil
}

// assigned returns the open assignment of a member whose project is public, nil for none.
func (s *Service) assigned(ctx context.Context, client *ent.Client, userID uuid.UUID,
	now time.Time) (*ent.Review, error) {
	open, err := client.Review.Query().Where(review.UserID(userID), isOpen(now),
		review.HasProjectWith(entproject.IsPublic(true))).Order(review.ByID(newestFirst)).Limit(1).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("open assignment: %w", err)
	}
	if len(open) == 0 {
		return nil, nil
	}
	return open[0], nil
}

// admit returns a fault if a limited member had a project less than a week ago.
func (s *Service) admit(ctx context.Context, userID uuid.UUID, now time.Time) error {
	limited, err := isLimited(ctx, s.db.Client(), userID)
	if err != nil || !limited {
		return err
	}
	last, err := s.db.Client().Review.Query().Where(review.UserID(userID)).Order(review.ByID(newestFirst)).Limit(1).
		Select(review.FieldAssignedAt).All(ctx)
	if err != nil {
		return fmt.Errorf("last assignment: %w", err)
	}
	if wait := last[0].AssignedAt.Add(limitedPause).Sub(now); wait > 0 {
		return tooMany("Makers found most of your last reviews not useful, so you get one project a week for now.", wait)
	}
	return nil
}

// tooMany is a fault with a message that says when to come back.
func tooMany(message string, wait time.Duration) error {
	return &fault.Fault{Kind: fault.KindRateLimited, Code: "RATE_LIMITED", Message: message, RetryAfter: wait}
}

// waiting is a request of the queue.
type waiting struct {
	id, projectID, makerID uuid.UUID
	requestedAt            time.Time
	questions              store.StringList
	owed, answered         bool
}

// queue returns the requests that a member may get, in the order in which to try them: the first that fits the member,
// then the others that fit, then the rest.
func (s *Service) queue(ctx context.Context, userID uuid.UUID, now time.Time) ([]waiting, error) {
	var head []waiting
	for _, of := range []struct{ owed, urgent bool }{{true, true}, {false, true}, {true, false}, {false, false}} {
		if len(head) >= queueHead {
			break
		}
		more, err := s.head(ctx, userID, of.owed, of.urgent, now)
		if err != nil {
			return nil, err
		}
		head = append(head, slices.DeleteFunc(more, func(q waiting) bool { // the urgent ones are read twice
			return slices.ContainsFunc(head, func(had waiting) bool { return had.id == q.id })
		})...)
	}
	slices.SortStableFunc(head, func(a, b waiting) int {
		return cmp.Or(a.class(now)-b.class(now), rankOf(a.owed)-rankOf(b.owed), a.requestedAt.Compare(b.requestedAt))
	})
	head = head[:min(len(head), queueHead)]
	interests, err := s.interests(ctx, userID)
	if err != nil || len(head) == 0 || len(interests) == 0 {
		return head, err
	}
	ids := make([]uuid.UUID, len(head))
	for i, q := range head {
		ids[i] = q.projectID
	}
	var shared []uuid.UUID
	err = s.db.Client().Tagged.Query().Where(tagged.TargetIDIn(ids...), tagged.TagIn(interests...)).
		Select(tagged.FieldTargetID).Scan(ctx, &shared)
	if err != nil {
		return nil, fmt.Errorf("tags of waiting projects: %w", err)
	}
	fits := func(q waiting) bool {
		return now.Sub(q.requestedAt) >= fitsEverybody || slices.Contains(shared, q.projectID)
	}
	slices.SortStableFunc(head, func(a, b waiting) int { return rankOf(fits(a)) - rankOf(fits(b)) })
	return head, nil
}

func rankOf(fits bool) int {
	if fits {
		return 0
	}
	return 1
}

// class is the part of the queue: what can still be answered in time, what else has no answer, and the rest. In each,
// what is owed comes first, then the longest waiting.
func (q waiting) class(now time.Time) int {
	waits := now.Sub(q.requestedAt)
	switch {
	case q.answered:
		return 2
	case waits >= urgentFrom && waits < promise:
		return 0
	}
	return 1
}

// head returns the longest waiting requests that are owed, or of the others, which a member may get: those of visible
// projects of other makers, whom the member has not reviewed lately, and which the member neither reviewed nor skipped
// and nobody else has. Only urgent ones have waited a day, and not yet two.
func (s *Service) head(ctx context.Context, userID uuid.UUID, owed, urgent bool, now time.Time) ([]waiting, error) {
	until, args := "", []any{owed, userID, now, now.Add(-pairPause), queueHead}
	if urgent {
		until = " AND q.requested_at > $6 AND q.requested_at <= $7"
		args = append(args, now.Add(-promise), now.Add(-urgentFrom))
	}
	// With CROSS JOIN, SQLite reads the requests first, in the order of the queue.
	rows, err := s.db.Client().QueryContext(ctx, `SELECT q.id, q.project_id, q.user_id, q.requested_at, q.questions,
q.is_owed, p.first_answer_at IS NOT NULL FROM feedback_requests q CROSS JOIN projects p
WHERE q.is_owed = $1 AND p.id = q.project_id AND p.is_public AND q.user_id <> $2
AND (q.reserved_until IS NULL OR q.reserved_until <= $3)
AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.user_id = $2 AND r.project_id = q.project_id
	AND (r.written_at IS NOT NULL OR r.skipped_at IS NOT NULL))
AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.user_id = $2 AND r.maker_id = q.user_id AND r.written_at > $4)
`+until+` ORDER BY q.requested_at, q.id LIMIT $5`, args...)
	if err != nil {
		return nil, fmt.Errorf("queue of reviews: %w", err)
	}
	defer rows.Close()
	var all []waiting
	for rows.Next() {
		var q waiting
		if err := rows.Scan(&q.id, &q.projectID, &q.makerID, &q.requestedAt, &q.questions, &q.owed,
			&q.answered); err != nil {
			return nil, fmt.Errorf("queue of reviews: %w", err)
		}
		all = append(all, q)
	}
	return all, rows.Err()
}

const maxInterests = 200 // follows and projects of a member that are looked at, the newest first

// interests returns the ids of tools and tags that a member knows: skills, those of the member's own projects, and
// those that the member, or whose projects the member, follows.
func (s *Service) interests(ctx context.Context, userID uuid.UUID) ([]string, error) {
	client := s.db.Client()
	u, err := client.User.Query().Where(user.ID(userID)).Select(user.FieldSkills).Only(ctx)
	if err != nil {
		return nil, fmt.Errorf("skills: %w", err)
	}
	all, err := tag.Find(ctx, client, append(tag.Of(tag.Topic, u.Skills...), tag.Of(tag.Tool, u.Skills...)...))
	if err != nil {
		return nil, err
	}
	projects, err := client.Project.Query().Where(entproject.UserID(userID), entproject.IsPublic(true)).
		Order(entproject.ByID(newestFirst)).Limit(maxInterests).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("own projects: %w", err)
	}
	follows, err := client.Follow.Query().Where(entfollow.UserID(userID),
		entfollow.Or(entfollow.TagNotNil(), entfollow.ProjectIDNotNil())).
		Order(entfollow.ByID(newestFirst)).Limit(maxInterests).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("what a member follows: %w", err)
	}
	for _, f := range follows {
		if f.Tag != nil {
			all = append(all, *f.Tag)
		} else {
			projects = append(projects, *f.ProjectID)
		}
	}
	if len(projects) > 0 {
		var tags []string
		err := client.Tagged.Query().Where(tagged.TargetIDIn(projects...)).Unique(true).Select(tagged.FieldTag).
			Scan(ctx, &tags)
		if err != nil {
			return nil, fmt.Errorf("tags of projects: %w", err)
		}
		all = append(all, tags...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(id string) bool { return strings.HasPrefix(id, tag.Category+":") }), nil
}

// take gives a member the project of a request, unless another member has it: then it returns nil.
func (s *Service) take(ctx context.Context, userID uuid.UUID, q waiting, now time.Time) (r *ent.Review, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		r = nil
		n, err := tx.FeedbackRequest.Update().Where(feedbackrequest.ID(q.id),
			feedbackrequest.Or(feedbackrequest.ReservedUntilIsNil(), feedbackrequest.ReservedUntilLTE(now)),
			feedbackrequest.HasProjectWith(entproject.IsPublic(true))).
			SetReservedUntil(now.Add(reservation)).Save(ctx)
		if err != nil || n == 0 {
			return err
		}
		if err := s.lockCaller(ctx, tx, userID); err != nil {
			return err
		}
		open, err := s.assigned(ctx, tx, userID, now)
		if err != nil {
			return err
		}
		if open != nil {
			return errAssigned
		}
		r, err = tx.Review.Create().SetID(store.NewID(now)).SetProjectID(q.projectID).SetMakerID(q.makerID).
			SetUserID(userID).SetAssignedAt(now).SetQuestions(q.questions).Save(ctx)
		return err
	})
	return r, err
}

// Skip ends an open assignment of the caller without a review. Faults: not found; rate limited for the fourth of a day.
func (s *Service) Skip(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	now := s.now()
	today := now.UTC().Truncate(day)
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := s.lockCaller(ctx, tx, caller.UserID); err != nil {
			return err
		}
		r, err := tx.Review.Query().Where(review.ID(id), review.UserID(caller.UserID), isOpen(now)).Only(ctx)
		if ent.IsNotFound(err) {
			return errNoReview()
		}
		if err != nil {
			return err
		}
		skipped, err := tx.Review.Query().Where(review.UserID(caller.UserID), review.SkippedAtGTE(today)).Count(ctx)
		if err != nil {
			return err
		}
		if skipped >= maxSkips {
			return tooMany("You've skipped three projects today. Come back tomorrow.", today.Add(day).Sub(now))
		}
		if err := tx.Review.UpdateOneID(id).SetSkippedAt(now).Exec(ctx); err != nil {
			return err
		}
		if r.ProjectID == nil || now.Sub(r.AssignedAt) >= reservation {
			return nil // another member may have it now
		}
		return tx.FeedbackRequest.Update().Where(feedbackrequest.ProjectID(*r.ProjectID)).ClearReservedUntil().Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("skip a review: %w", err)
	}
	return nil
}

func errNoReview() error {
	return fault.NotFound("REVIEW_NOT_FOUND", "This review is not assigned to you any more. Ask for another project.")
}
