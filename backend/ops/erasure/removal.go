// Package removal finishes what the deletion of an account or of a project began. The person is gone at once, and so is the
// project; what the person made is erased, or loses the name, and what others gave the project is taken back, afterwards: in
// small steps, so that nobody waits for a member who voted 100,000 times, each leaving every counter exact, so that it can be
// cut off anywhere and taken up again.
package erasure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/lease"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	entupload "uvboard/ent/upload"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// leasePeriod is how long the worker has the work for itself: more than one step takes at worst.
const leasePeriod = time.Minute

// How much one step takes on.
const (
	accountsAtOnce = 20
	projectsAtOnce = 50
	votesAtOnce    = 50
	uploadsAtOnce  = 20
)

// rowLife is how long the row of an erased account stays, which tells of nobody. Whatever the member had begun before
// may end meanwhile, a long upload too, and finds a row to belong to; it goes with the row.
const rowLife = time.Hour

// errElsewhere says that another server has taken over.
var errElsewhere = errors.New("another server does this")

// Worker finishes deletions. Of several that share a database one works at a time.
type Worker struct {
	db       *store.DB
	projects *project.Service
	votes    *vote.Service
	media    *media.Service
	now      func() time.Time
	lease    *lease.Lease
}

// NewWorker works on db; now is the clock.
func NewWorker(db *store.DB, projects *project.Service, votes *vote.Service, media *media.Service, now func() time.Time) *Worker {
	return &Worker{db: db, projects: projects, votes: votes, media: media, now: store.Clock(now), lease: lease.New(db, "removal")}
}

// Release lets another worker work at once. It is called when Work has ended for good.
func (w *Worker) Release(ctx context.Context) error { return w.lease.Release(ctx) }

// Work does what is to be done about deleted projects and accounts. With nothing to do it only reads. One that fails does
// not keep the others waiting.
func (w *Worker) Work(ctx context.Context) error {
	failed := w.finishProjects(ctx)
	if errors.Is(failed, errElsewhere) {
		return nil
	}
	return errors.Join(failed, w.finishAccounts(ctx))
}

func (w *Worker) finishProjects(ctx context.Context) error {
	due, err := w.projects.Deleted(ctx, projectsAtOnce)
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range due {
		from := uuid.Nil
		for more := true; more && err == nil; {
			if err = w.hold(ctx); err == nil {
				from, more, err = w.projects.FinishDeletion(ctx, id, from)
			}
		}
		if errors.Is(err, errElsewhere) {
			return err
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("deleted project %s: %w", id, err))
			err = nil
		}
	}
	return errors.Join(failed...)
}

func (w *Worker) finishAccounts(ctx context.Context) error {
	due, err := w.db.Client().User.Query().
		Where(user.DeletingNotNil(), user.Or(user.DeletingNEQ(account.Vanish), user.DeletedAtLTE(w.now().Add(-rowLife)))).
		Order(user.ByDeletedAt(), user.ByID()).Limit(accountsAtOnce).All(ctx)
	if err != nil {
		return fmt.Errorf("look for deleted accounts: %w", err)
	}
	var failed []error
	for _, member := range due {
		err := w.finish(ctx, member)
		if errors.Is(err, errElsewhere) {
			return errors.Join(failed...)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("deleted account %s: %w", member.ID, err))
		}
	}
	return errors.Join(failed...)
}

func (w *Worker) finish(ctx context.Context, member *ent.User) error {
	switch member.Deleting {
	case account.Anonymise:
		return w.anonymise(ctx, member)
	case account.Erase:
		if err := w.erase(ctx, member.ID); err != nil {
			return err
		}
		return w.set(ctx, member.ID, func(u *ent.UserUpdate) { u.SetDeleting(account.Vanish) })
	default:
		if err := w.erase(ctx, member.ID); err != nil { // what came late
			return err
		}
		return w.vanish(ctx, member.ID)
	}
}

// hold makes sure, before each step, that no other server does the same.
func (w *Worker) hold(ctx context.Context) error {
	held, err := w.lease.Hold(ctx, w.now(), leasePeriod)
	if err == nil && !held {
		err = errElsewhere
	}
	return err
}

// each takes one step after another until a step finds nothing to do.
func (w *Worker) each(ctx context.Context, step func() (done int, err error)) error {
	for {
		if err := w.hold(ctx); err != nil {
			return err
		}
		if done, err := step(); err != nil || done == 0 {
			return err
		}
	}
}

// erase removes all that a member made, each project as if it were deleted by hand.
func (w *Worker) erase(ctx context.Context, id uuid.UUID) error {
	err := w.each(ctx, func() (int, error) {
		ids, err := w.db.Client().Project.Query().Where(entproject.UserID(id), entproject.DeletedAtIsNil()).Order(entproject.ByID()).Limit(1).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		err = w.projects.Delete(ctx, &auth.Caller{UserID: id}, ids[0])
		if f := fault.Of(err); f != nil && f.Kind == fault.KindNotFound { // an admin was quicker
			err = nil
		}
		return 1, err
	})
	if err != nil {
		return err
	}
	if err := w.each(ctx, func() (int, error) { return w.votes.Withdraw(ctx, id, votesAtOnce) }); err != nil {
		return err
	}
	if err := w.removeUploads(ctx, id); err != nil {
		return err
	}
	return w.media.HandOver(ctx, id)
}

func (w *Worker) removeUploads(ctx context.Context, id uuid.UUID) error {
	if err := w.media.ReleaseAvatar(ctx, id); err != nil {
		return err
	}
	return w.each(ctx, func() (int, error) { return w.media.RemoveUnused(ctx, id, uploadsAtOnce) })
}

// anonymise takes the name of a member out of what search and previews know of the projects, which is all that still has it.
func (w *Worker) anonymise(ctx context.Context, member *ent.User) error {
	after := uuid.Nil
	err := w.each(ctx, func() (int, error) {
		ids, err := w.db.Client().Project.Query().Where(entproject.UserID(member.ID), entproject.IDGT(after)).
			Order(entproject.ByID()).Limit(projectsAtOnce).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		err = w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return store.SearchSetOwner(ctx, tx, project.SearchKind, ids, project.OwnerNames(member))
		})
		if err != nil {
			return 0, err
		}
		for _, id := range ids {
			w.media.DropDrawn(ctx, media.Card(id))
		}
		after = ids[len(ids)-1]
		return len(ids), nil
	})
	if err != nil {
		return err
	}
	if err := w.removeUploads(ctx, member.ID); err != nil {
		return err
	}
	return w.set(ctx, member.ID, func(u *ent.UserUpdate) { u.ClearDeleting() })
}

// vanish removes the row, with which nothing else may go: should something have come, the next time finds it.
func (w *Worker) vanish(ctx context.Context, id uuid.UUID) error {
	err := w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.User.Delete().Where(user.ID(id), user.Deleting(account.Vanish),
			user.Not(user.HasProjectsWith(entproject.UserID(id))),
			user.Not(user.HasVotesWith(entvote.UserID(id))),
			user.Not(user.HasUploadsWith(entupload.UserID(id)))).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove the row: %w", err)
	}
	return nil
}

func (w *Worker) set(ctx context.Context, id uuid.UUID, change func(*ent.UserUpdate)) error {
	err := w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u := tx.User.Update().Where(user.ID(id))
		change(u)
		return u.Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("note a step: %w", err)
	}
	return nil
}
