package vote

import (
	"context"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/review"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

const (
	recountJob    = "recount votes"                 // of one user
	agedJob       = "recount votes of new accounts" // when they are no longer new
	recountAllJob = "recount all votes"
	startJob      = "look for votes to recount"

	recountBatch = 200 // votes, reviews or users of a step
	startCheck   = time.Minute
)

// aged is the payload of agedJob. Its time makes a task of a further setting another task.
type aged struct {
	User uuid.UUID `json:"u"`
	At   int64     `json:"t"` // milliseconds
}

// BoardSettings is the type of the item whose change may change the rule.
const BoardSettings = "board"

func (s *Service) jobs() []jobs.Job {
	return []jobs.Job{
		{Name: recountJob, Do: func(ctx context.Context, t jobs.Task) error {
			var id uuid.UUID
			if err := t.Read(&id); err != nil {
				return err
			}
			return s.Recount(ctx, id)
		}},
		{Name: agedJob, Do: func(ctx context.Context, t jobs.Task) error {
			var a aged
			if err := t.Read(&a); err != nil {
				return err
			}
			return s.Recount(ctx, a.User)
		}},
		{Name: recountAllJob, Do: func(ctx context.Context, _ jobs.Task) error { return s.recountAll(ctx) }},
		// After a start the board may be able to send mail, or no longer, and after an upgrade the rule may be new.
		{Name: startJob, Every: startCheck, Due: func(context.Context) (bool, error) { return !s.started.Load(), nil },
			Run: func(ctx context.Context) error {
				err := s.recountAll(ctx)
				s.started.Store(err == nil)
				return err
			}},
	}
}

// onEvent stores a task for a change after which other votes count or are eligible, in its transaction.
func (s *Service) onEvent(ctx context.Context, tx *ent.Client, e event.Event) error {
	now := s.now()
	switch {
	case e.Kind == event.Changed && e.Item.Type == BoardSettings:
		return jobs.Enqueue(ctx, tx, recountAllJob, nil, now, now)
	case e.Kind == event.Access || e.Kind == event.Vouched:
		has, err := hasSay(ctx, tx, e.Item.ID)
		if err != nil || !has {
			return err
		}
		return jobs.Enqueue(ctx, tx, recountJob, e.Item.ID, now, now)
	}
	return nil
}

// hasSay reports whether a user has voted, or has said of a review that it is useful.
func hasSay(ctx context.Context, tx *ent.Client, id uuid.UUID) (bool, error) {
	has, err := tx.Vote.Query().Where(entvote.UserID(id)).Exist(ctx)
	if err == nil && !has {
		has, err = tx.Review.Query().Where(review.MakerID(id), review.IsEndorsedNotNil()).Exist(ctx)
	}
	if err != nil {
		return false, fmt.Errorf("look for votes to recount: %w", err)
	}
	return has, nil
}

// Recount makes the votes of a user, and the reviews that the user finds useful, follow the rule after a change that
// affects it, see rule. It works in transactions of recountBatch votes; counters are exact after each.
func (s *Service) Recount(ctx context.Context, voter uuid.UUID) error {
	for {
		r := s.rule()
		users, err := r.standings(ctx, s.db, s.db.Client(), false, []uuid.UUID{voter})
		if err != nil {
			return fmt.Errorf("recount the votes of a user: %w", err)
		}
		is, ok := users[voter]
		if !ok { // the row of a deleted user no longer says it, so those votes stay as they are
			return nil
		}
		n, err := s.applyToSome(ctx, voter, recountBatch, change{keep: true}, r,
			entvote.Or(entvote.IsCounted(is.barred), entvote.IsEligible(is.reason != eligible)))
		if err != nil {
			return fmt.Errorf("recount the votes of a user: %w", err)
		}
		if n == 0 {
			n, err = s.endorse(ctx, voter, is, r)
		}
		if err != nil {
			return fmt.Errorf("endorse the reviews of a user: %w", err)
		}
		if n == 0 {
			return s.wait(ctx, voter, is, r)
		}
	}
}

// wait stores the task of a user with pending votes or marks whose account is new. The one that apply has stored may be
// for another age.
func (s *Service) wait(ctx context.Context, id uuid.UUID, is standing, r rule) error {
	if is.reason == eligible || !is.createdAt.After(r.since()) {
		return nil
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		has, err := hasSay(ctx, tx, id)
		if err != nil || !has {
			return err
		}
		return is.enqueueAged(ctx, tx, id, r)
	})
}

// endorse makes up to recountBatch reviews that a maker finds useful follow the rule, and stores the tasks of their
// authors, whose votes may become eligible, or no longer. It returns how many it found.
func (s *Service) endorse(ctx context.Context, maker uuid.UUID, is standing, r rule) (n int, err error) {
	wrong := func(is standing) predicate.Review {
		return review.And(review.MakerID(maker), review.IsEndorsed(is.reason != eligible))
	}
	found, err := s.db.Client().Review.Query().Where(wrong(is)).Limit(recountBatch).Select(review.FieldUserID).All(ctx)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	ids, authors := make([]uuid.UUID, len(found)), make([]uuid.UUID, len(found))
	for i, f := range found {
		ids[i], authors[i] = f.ID, f.UserID
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		users, err := lockUsers(ctx, s.db, tx, nil, append([]uuid.UUID{maker}, authors...), r)
		if err != nil {
			return err
		}
		now, ok := users[maker]
		if !ok || (now.reason == eligible) != (is.reason == eligible) { // a further task follows
			return nil
		}
		// A review that is locked is being deleted, or its maker is deciding, which a further task follows. Other
		// transactions lock reviews before or after users, so waiting for one here could be a deadlock.
		ids, err := tx.Review.Query().Where(wrong(is), review.IDIn(ids...), s.skipLocked).IDs(ctx)
		if n = len(ids); err != nil || n == 0 {
			return err
		}
		if err := tx.Review.Update().Where(review.IDIn(ids...)).SetIsEndorsed(is.reason == eligible).
			Exec(ctx); err != nil {
			return err
		}
		if now.vouches() {
			err := tx.User.Update().Where(user.IDIn(authors...), user.VouchedAtIsNil()).SetVouchedAt(r.now).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return s.enqueueAll(ctx, tx, authors)
	})
	return n, err
}

func (s *Service) skipLocked(q *entsql.Selector) {
	if !s.db.IsSQLite() {
		q.ForUpdate(entsql.WithLockAction(entsql.SkipLocked))
	}
}

// enqueueAll stores the recounts of users, in the order of ids.
func (s *Service) enqueueAll(ctx context.Context, tx *ent.Client, ids []uuid.UUID) error {
	for _, id := range slices.SortedFunc(slices.Values(ids), compare) {
		if err := jobs.Enqueue(ctx, tx, recountJob, id, s.now(), s.now()); err != nil {
			return err
		}
	}
	return nil
}

// recountAll makes all votes follow the rule, in steps of recountBatch users: after a change of the board's settings,
// or of what the server can do.
func (s *Service) recountAll(ctx context.Context) error {
	for after := uuid.Nil; ; {
		ids, err := s.db.Client().User.Query().Where(user.IDGT(after), user.DeletedAtIsNil()).Order(user.ByID()).
			Limit(recountBatch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("users to recount: %w", err)
		}
		if len(ids) == 0 {
			return nil
		}
		found, err := s.outdated(ctx, ids[0], ids[len(ids)-1])
		if err != nil {
			return fmt.Errorf("users to recount: %w", err)
		}
		for _, id := range found {
			if err := s.Recount(ctx, id); err != nil {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
}

// outdated returns the users of a range of ids whose votes or marks do not follow the rule, and those whose account is
// new, since they may wait for another age.
func (s *Service) outdated(ctx context.Context, from, to uuid.UUID) (ids []uuid.UUID, err error) {
	r := s.rule()
	rows, err := s.db.Client().QueryContext(ctx, `SELECT id FROM (SELECT id, created_at, `+barred+` AS is_barred,
		`+r.reason("$1")+` = '`+eligible+`' AS is_eligible FROM users WHERE id >= $2 AND id <= $3 AND deleted_at IS NULL) AS u
		WHERE created_at > $1
		OR NOT is_barred AND (SELECT COUNT(*) FROM votes v WHERE v.user_id = u.id AND NOT v.is_counted) > 0
		OR is_barred AND (SELECT COUNT(*) FROM votes v WHERE v.user_id = u.id AND v.is_counted) > 0
		OR is_eligible AND (SELECT COUNT(*) FROM votes v WHERE v.user_id = u.id AND NOT v.is_eligible) > 0
		OR NOT is_eligible AND (SELECT COUNT(*) FROM votes v WHERE v.user_id = u.id AND v.is_eligible) > 0
		OR (SELECT COUNT(*) FROM reviews r WHERE r.maker_id = u.id AND r.is_endorsed <> u.is_eligible) > 0`, r.since(), from, to)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// applyToSome changes up to limit votes of a user, all on one kind of content, and returns how many it found.
func (s *Service) applyToSome(ctx context.Context, voter uuid.UUID, limit int, c change, r rule,
	where ...predicate.Vote) (int, error) {
	votes, err := s.db.Client().Vote.Query().Where(append(where, entvote.UserID(voter))...).
		Order(entvote.ByCreatedAt()).Limit(limit).Select(entvote.FieldTargetType, entvote.FieldTargetID).All(ctx)
	if err != nil || len(votes) == 0 {
		return 0, err
	}
	v, err := s.target(votes[0].TargetType)
	if err != nil {
		return 0, err
	}
	var ids []uuid.UUID
	for _, vote := range votes {
		if vote.TargetType == v.Type {
			ids = append(ids, vote.TargetID)
		}
	}
	return len(ids), s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		items, err := lockItems(ctx, s.db, tx, v, ids...)
		if err != nil {
			return err
		}
		_, err = apply(ctx, s.db, tx, v, items, []uuid.UUID{voter}, c, r)
		return err
	})
}
