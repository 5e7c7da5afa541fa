// Package erasure finishes the deletion of accounts and large items in the background. Both are hidden from the board
// at once. What belongs to them is erased or anonymised afterwards, in bounded steps that each leave every counter
// exact, so that the work can stop after any step and resume later.
package erasure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
)

// Batch sizes of one Work.
const (
	accountBatch  = 20
	deletionBatch = 50
	searchBatch   = 50
)

// rowLife is how long the empty row of an erased account stays: long enough for requests that began before the
// deletion, such as a slow upload, to end with a row to refer to. The rows that they add are erased with it.
const rowLife = time.Hour

// Worker finishes deletions.
type Worker struct {
	db      *store.DB
	domains []domain.Domain
	now     func() time.Time
}

// NewWorker returns a worker that erases what the domains own; now is the clock.
func NewWorker(db *store.DB, domains []domain.Domain, now func() time.Time) *Worker {
	return &Worker{db: db, domains: domains, now: store.Clock(now)}
}

// Job returns the job that finishes deletions.
func (w *Worker) Job() jobs.Job {
	return jobs.Job{Name: "finish deletions", Every: 5 * time.Second, Run: w.Work, Due: w.due}
}

func (w *Worker) due(ctx context.Context) (bool, error) {
	for _, deletion := range w.deletions() {
		if pending, err := deletion.Pending(ctx, 1); err != nil || len(pending) > 0 {
			return true, err
		}
	}
	return w.accounts().Exist(ctx)
}

// Work finishes pending deletions. A failed deletion does not keep the others waiting.
func (w *Worker) Work(ctx context.Context) error {
	return errors.Join(w.finishItems(ctx), w.finishAccounts(ctx))
}

func (w *Worker) deletions() []domain.Deletion {
	return domain.Collect(w.domains, func(d domain.Domain) []domain.Deletion { return d.Deletions })
}

// accounts matches the accounts whose deletion can go on.
func (w *Worker) accounts() *ent.UserQuery {
	return w.db.Client().User.Query().
		Where(user.DeletingNotNil(), user.Or(user.DeletingNEQ(account.Vanish),
			user.DeletedAtLTE(w.now().Add(-rowLife))))
}

func (w *Worker) finishItems(ctx context.Context) error {
	var failed []error
	for _, deletion := range w.deletions() {
		pending, err := deletion.Pending(ctx, deletionBatch)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		for _, id := range pending {
			err := steps(func(uuid.UUID) (next uuid.UUID, more bool, err error) {
				more, err = deletion.Continue(ctx, id)
				return next, more, err
			})
			if err != nil {
				failed = append(failed, fmt.Errorf("deleted %s %s: %w", deletion.What, id, err))
			}
		}
	}
	return errors.Join(failed...)
}

func (w *Worker) finishAccounts(ctx context.Context) error {
	pending, err := w.accounts().Order(user.ByDeletedAt(), user.ByID()).Limit(accountBatch).All(ctx)
	if err != nil {
		return fmt.Errorf("look for deleted accounts: %w", err)
	}
	var failed []error
	for _, u := range pending {
		if err := w.finish(ctx, u); err != nil {
			failed = append(failed, fmt.Errorf("deleted account %s: %w", u.ID, err))
		}
	}
	return errors.Join(failed...)
}

func (w *Worker) finish(ctx context.Context, u *ent.User) error {
	switch u.Deleting {
	case account.Anonymise:
		if err := w.anonymise(ctx, u); err != nil {
			return err
		}
		return w.set(ctx, u.ID, func(update *ent.UserUpdate) { update.ClearDeleting() })
	case account.Erase:
		if err := w.erase(ctx, u.ID); err != nil {
			return err
		}
		return w.set(ctx, u.ID, func(update *ent.UserUpdate) { update.SetDeleting(account.Vanish) })
	default:
		if err := w.erase(ctx, u.ID); err != nil { // rows of requests that were in progress
			return err
		}
		return w.deleteRow(ctx, u.ID)
	}
}

// steps calls step from position to position until there is no more.
func steps(step func(from uuid.UUID) (next uuid.UUID, more bool, err error)) error {
	from := uuid.Nil
	for {
		next, more, err := step(from)
		if err != nil || !more {
			return err
		}
		from = next
	}
}

func (w *Worker) erase(ctx context.Context, id uuid.UUID) error {
	for _, d := range w.domains {
		if err := w.erasePrivate(ctx, d, id); err != nil {
			return err
		}
		if err := w.repeat(ctx, d.Erase, id); err != nil {
			return fmt.Errorf("erase %s: %w", d.Name, err)
		}
	}
	return nil
}

func (w *Worker) erasePrivate(ctx context.Context, d domain.Domain, id uuid.UUID) error {
	if err := w.repeat(ctx, d.ErasePrivate, id); err != nil {
		return fmt.Errorf("erase private %s: %w", d.Name, err)
	}
	for _, e := range d.Exports {
		if !e.Private {
			continue
		}
		err := w.repeat(ctx, func(ctx context.Context, id uuid.UUID) (bool, error) {
			return e.ErasePrivate(ctx, w.db,
				id)
		}, id)
		if err != nil {
			return fmt.Errorf("erase %s: %w", e.Of, err)
		}
	}
	return nil
}

// repeat calls step, which may be nil, until there is no more.
func (w *Worker) repeat(ctx context.Context, step func(context.Context, uuid.UUID) (bool, error), id uuid.UUID) error {
	if step == nil {
		return nil
	}
	return steps(func(uuid.UUID) (uuid.UUID, bool, error) {
		more, err := step(ctx, id)
		return uuid.Nil, more, err
	})
}

// anonymise removes the names of a user from search, erases private data, and removes the names from data that the
// domains derive from content.
func (w *Worker) anonymise(ctx context.Context, u *ent.User) error {
	err := steps(func(uuid.UUID) (_ uuid.UUID, more bool, err error) {
		err = w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			more, err = search.RenameSome(ctx, tx, u.ID, usersummary.SearchText(u), searchBatch)
			return err
		})
		return uuid.Nil, more, err
	})
	if err != nil {
		return err
	}
	for _, d := range w.domains {
		if err := w.erasePrivate(ctx, d, u.ID); err != nil {
			return err
		}
		if d.Anonymise == nil {
			continue
		}
		err := steps(func(from uuid.UUID) (uuid.UUID, bool, error) { return d.Anonymise(ctx, u, from) })
		if err != nil {
			return fmt.Errorf("anonymise %s: %w", d.Name, err)
		}
	}
	return nil
}

// deleteRow deletes the row of an erased account unless a domain still has rows of it, which the next Work erases:
// deleting the account's row would delete those too, without updating counters. If a domain keeps the row, nothing
// remains to be done for it.
func (w *Worker) deleteRow(ctx context.Context, id uuid.UUID) error {
	erased := []predicate.User{user.ID(id), user.Deleting(account.Vanish)}
	var kept []predicate.User
	for _, d := range w.domains {
		if d.Owns != nil {
			erased = append(erased, user.Not(d.Owns))
		}
		for _, e := range d.Exports {
			if e.Private {
				erased = append(erased, user.Not(domain.Owners(e.Of)))
			}
		}
		if d.Keeps != nil {
			kept = append(kept, d.Keeps)
		}
	}
	return w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if len(kept) > 0 {
			if err := tx.User.Update().Where(append(erased, user.Or(kept...))...).ClearDeleting().
				Exec(ctx); err != nil {
				return err
			}
		}
		_, err := tx.User.Delete().Where(erased...).Exec(ctx)
		return err
	})
}

func (w *Worker) set(ctx context.Context, id uuid.UUID, change func(*ent.UserUpdate)) error {
	return w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u := tx.User.Update().Where(user.ID(id))
		change(u)
		return u.Exec(ctx)
	})
}
