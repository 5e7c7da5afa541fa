// Package project creates, changes, deletes, features and lists projects.
package project

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/predicate"
	entproject "uvboard/ent/project"
)

// Service manages projects. The projects it returns have their owner loaded.
type Service struct {
	db     *store.DB
	media  *media.Service
	origin string
	now    func() time.Time
}

// NewService returns a service on db; now is the clock.
func NewService(db *store.DB, media *media.Service, now func() time.Time) *Service {
	return &Service{db: db, media: media, now: store.Clock(now)}
}

// UseOrigin sets the origin of the board, such as https://board.example, of which ToProto makes addresses.
func (s *Service) UseOrigin(origin string) { s.origin = origin }

func errNotFound() error { return fault.NotFound("PROJECT_NOT_FOUND", "Project not found") }

func mayChange(caller *auth.Caller, p *ent.Project) bool {
	return caller.IsAdmin() || caller != nil && caller.UserID == p.UserID
}

// MaySee reports whether a caller, nil for a visitor, may see a project. Moderators see hidden ones, but no drafts.
func MaySee(caller *auth.Caller, p *ent.Project) bool {
	return p.IsPublic || mayChange(caller, p) || p.PublishOnRestore && caller.Moderates()
}

// Get returns a project; caller is nil for a visitor. Fault: not found, also for a draft unless the caller is its owner
// or an admin.
func (s *Service) Get(ctx context.Context, caller *auth.Caller, id uuid.UUID) (*ent.Project, error) {
	p, err := new(selection).where("p.id = ?", id).where("p.deleted_at IS NULL").readPage(ctx, s.db)
	switch {
	case err != nil:
		return nil, fmt.Errorf("get project: %w", err)
	case p == nil || !MaySee(caller, p):
		return nil, errNotFound()
	}
	return p, nil
}

// Create creates a project of the caller. Fault: invalid.
func (s *Service) Create(ctx context.Context, caller *auth.Caller, in Input) (*ent.Project, error) {
	rendered, err := in.render(ctx, s.db)
	if err != nil {
		return nil, err
	}
	p, err := in.newProject(rendered)
	if err == nil && p.IsPublic {
		err = checkPublic(nil, p, in.Complete)
	}
	if err != nil {
		return nil, err
	}
	now := s.now()
	p.ID, p.UserID, p.CreatedAt, p.Via = store.NewID(now), caller.UserID, now, caller.ViaOf("")
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return s.insert(ctx, tx, p, rendered.Mentions, caller.UserID, now)
	})
	if err != nil {
		return nil, fmt.Errorf("create project: %w", err)
	}
	return p, nil
}

// Insert saves a project made by FromProto, with the id, owner and creation time that the caller set, unless a project
// with that id exists. It reports whether it did. It is for imports: the owner does not count as active.
func (s *Service) Insert(ctx context.Context, p *ent.Project) (inserted bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		exists, err := tx.Project.Query().Where(entproject.ID(p.ID)).Exist(ctx)
		inserted = !exists
		if err != nil || exists {
			return err
		}
		return s.insert(ctx, tx, p, nil, uuid.Nil, p.CreatedAt)
	})
	if err != nil {
		return false, fmt.Errorf("insert project: %w", err)
	}
	return inserted, nil
}

// insert saves a new project with everything derived from it, and loads its owner. editor is the user to mark active;
// uuid.Nil for none.
func (s *Service) insert(ctx context.Context, tx *ent.Client, p *ent.Project, mentions []uuid.UUID, editor uuid.UUID,
	now time.Time) error {
	p.UpdatedAt = now
	p.Short = address.NewShort()
	publish(p, now)
	c := tx.Project.Create().SetID(p.ID).SetShort(p.Short).SetUserID(p.UserID).SetCreatedAt(p.CreatedAt)
	assign(c.Mutation(), p)
	if err := c.Exec(ctx); err != nil {
		return err
	}
	if err := vote.Enter(ctx, tx, Votable, p.ID); err != nil {
		return err
	}
	return s.follow(ctx, tx, nil, p, mentions, editor, now)
}

// publish sets the time and the rank of a project that is public for the first time.
func publish(p *ent.Project, now time.Time) {
	if p.IsPublic && p.PublishedAt == nil {
		p.PublishedAt = &now
		p.Rank = vote.Rank(p.EligibleUpvotes, p.EligibleDownvotes, now)
	}
}

// follow updates everything derived from a project: uploads, counters of users and the community, tags, search, in this
// order, which every transaction keeps to prevent deadlocks. was is nil for a new project. The project may use the
// uploads of editor, who is marked as active.
func (s *Service) follow(ctx context.Context, tx *ent.Client, was, is *ent.Project, mentions []uuid.UUID,
	editor uuid.UUID, now time.Time) error {
	var showed []string
	if was != nil {
		showed = mediaAddresses(was)
	}
	if err := secrets.Check(ctx, s.db, tx, event.Item{Type: Kind, ID: is.ID}, now, publicTexts(was),
		publicTexts(is)); err != nil {
		return err
	}
	if err := s.media.Claim(ctx, tx, editor, media.Use{Kind: Kind, ID: is.ID}, showed, mediaAddresses(is)); err != nil {
		return uploadAgain(is, err)
	}
	if err := count(ctx, tx, change{was: was, is: is, editor: editor, at: now}); err != nil {
		return err
	}
	// Read the owner after count, which has locked the row: a change of name or a deletion must wait for the commit.
	owner, err := tx.User.Get(ctx, is.UserID)
	if err != nil {
		return fmt.Errorf("owner: %w", err)
	}
	if owner.DeletedAt != nil && owner.ID == editor {
		return auth.Admit(auth.User, nil) // the account has been deleted
	}
	is.Edges.Owner = owner
	if wasPublic := was != nil && was.IsPublic; is.IsPublic || wasPublic {
		if !is.IsPublic {
			mentions = nil
		}
		e := projectEvent(event.KindOf(wasPublic, is.IsPublic), editor, is.ID, true, mentions...)
		if is.IsPublic {
			e.Held = &is.IsAwaiting
		}
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
	}
	return saveTags(ctx, tx, is, owner)
}

// emit emits a projectEvent.
func (s *Service) emit(ctx context.Context, tx *ent.Client, kind event.Kind, actor, id uuid.UUID, public bool) error {
	return s.db.Emit(ctx, tx, projectEvent(kind, actor, id, public))
}

// projectEvent is the event of a change of a project that is or was public, or never, by a user, uuid.Nil for a job.
func projectEvent(kind event.Kind, actor, id uuid.UUID, public bool, mentions ...uuid.UUID) event.Event {
	return event.Event{
		Kind: kind, Item: event.Item{Type: Kind, ID: id}, Actor: actor, Public: public,
		Text: markdown.Text{Mentions: mentions}, Lists: lists,
	}
}

// Update changes a project. An admin's change of another user's project is recorded. Faults: not found, also for
// another user's draft; denied unless the caller is the owner or an admin; invalid.
func (s *Service) Update(ctx context.Context, caller *auth.Caller, id uuid.UUID, in Input) (*ent.Project, error) {
	rendered, err := in.render(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var p *ent.Project
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if p, err = s.lockOwn(ctx, tx, caller, id, "You can only edit your own projects"); err != nil {
			return err
		}
		was, now := *p, s.now()
		p.IsPublic = willShow(&was) // an edit of something else keeps what a hidden project will be
		if err := in.apply(p, rendered); err != nil {
			return err
		}
		if err := in.check(p); err != nil {
			return err
		}
		if p.IsPublic {
			if err := checkPublic(&was, p, in.Complete); err != nil {
				return err
			}
		}
		if p.HiddenAt != nil { // published when a moderator shows it again
			p.PublishOnRestore, p.IsPublic = p.IsPublic, false
		}
		if p.UpdatedAt = now; !slices.Equal(Texts(p), Texts(&was)) {
			p.Via = caller.ViaOf(was.Via)
		}
		publish(p, now)
		u := tx.Project.Update().Where(entproject.ID(id))
		assign(u.Mutation(), p)
		if err := u.Exec(ctx); err != nil {
			return err
		}
		if in.Description == nil && p.IsPublic && !was.IsPublic {
			if rendered, err = markdown.Refs(ctx, p.Description,
				markdown.Lookup{Members: usersummary.Members(tx)}); err != nil {
				return err
			}
		}
		if was.IsPublic && p.IsPublic && was.Stage != p.Stage {
			if err := s.stageChanged(ctx, tx, caller, p, was.Stage); err != nil {
				return err
			}
		}
		if err := s.follow(ctx, tx, &was, p, rendered.Mentions, caller.UserID, now); err != nil {
			return err
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Update, TargetType: Kind, Target: id,
			Subject: p.UserID}, now)
	})
	if err != nil {
		return nil, fmt.Errorf("update project: %w", err)
	}
	return p, nil
}

// setHidden hides a project from everyone but its owner and admins, or shows it again. It reports whether that changed
// anything. Moderators call it in the transaction that records the act. Fault: not found.
func (s *Service) setHidden(ctx context.Context, tx *ent.Client, id uuid.UUID, hidden bool) (changed bool, err error) {
	p, err := s.lock(ctx, tx, id)
	if err != nil || hidden == (p.HiddenAt != nil) {
		return false, err
	}
	was, now := *p, s.now()
	u := tx.Project.Update().Where(entproject.ID(id))
	if hidden {
		p.PublishOnRestore, p.IsPublic = p.IsPublic, false
		u.SetHiddenAt(now)
	} else {
		p.PublishOnRestore, p.IsPublic = false, p.PublishOnRestore
		u.ClearHiddenAt()
	}
	publish(p, now)
	if err := u.SetIsPublic(p.IsPublic).SetPublishOnRestore(p.PublishOnRestore).SetNillablePublishedAt(p.PublishedAt).
		SetRank(p.Rank).Exec(ctx); err != nil {
		return false, fmt.Errorf("hide a project: %w", err)
	}
	if err := count(ctx, tx, change{was: &was, is: p}); err != nil {
		return false, err
	}
	if err := s.emit(ctx, tx, event.HiddenOrShown(hidden), uuid.Nil, id, was.IsPublic || p.IsPublic); err != nil {
		return false, err
	}
	if !p.IsPublic {
		return true, removeTags(ctx, tx, id)
	}
	owner, err := tx.User.Get(ctx, p.UserID)
	if err != nil {
		return false, fmt.Errorf("owner: %w", err)
	}
	return true, saveTags(ctx, tx, p, owner)
}

// lock reads a project and locks it until the transaction ends.
func (s *Service) lock(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.Project, error) {
	p, err := s.lockWhere(ctx, tx, entproject.ID(id), entproject.DeletedAtIsNil())
	if ent.IsNotFound(err) {
		return nil, errNotFound()
	}
	return p, err
}

func (s *Service) lockWhere(ctx context.Context, tx *ent.Client, is ...predicate.Project) (*ent.Project, error) {
	return tx.Project.Query().Where(is...).Where(s.db.ForUpdate).WithOwner().Only(ctx)
}

func (s *Service) lockOwn(ctx context.Context, tx *ent.Client, caller *auth.Caller, id uuid.UUID,
	denied string) (*ent.Project, error) {
	p, err := s.lock(ctx, tx, id)
	switch {
	case err != nil:
		return nil, err
	case mayChange(caller, p):
		return p, nil
	case p.IsPublic:
		return nil, fault.Denied("NOT_PROJECT_OWNER", denied)
	default:
		return nil, errNotFound()
	}
}

// voteBatch limits the votes that one transaction removes, so that it does not block other writers for long.
const voteBatch = 500

// Delete deletes a project with its votes, uploads and counts. If it has many votes or updates, it is soft-deleted, and
// FinishDeletion deletes the rest in steps. An admin's deletion of another user's project is recorded with the reason.
// Faults: those of Update.
func (s *Service) Delete(ctx context.Context, caller *auth.Caller, id uuid.UUID, reason string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.lockOwn(ctx, tx, caller, id, "You can only delete your own projects")
		if err != nil {
			return err
		}
		many, err := vote.HasMore(ctx, tx, Votable, p.ID, voteBatch)
		if err == nil && !many {
			many, err = hasMoreUpdates(ctx, tx, p.ID)
		}
		if err != nil {
			return err
		}
		if many {
			err = s.softDelete(ctx, tx, p, caller.UserID)
		} else {
			err = s.remove(ctx, tx, p, caller.UserID)
		}
		if err != nil {
			return err
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Delete, TargetType: Kind, Target: id,
			Subject: p.UserID, Reason: reason}, s.now())
	})
	if err != nil {
		return fmt.Errorf("delete project: %w", err)
	}
	return nil
}

// softDelete hides a project from everyone, its owner included, until FinishDeletion deletes it.
func (s *Service) softDelete(ctx context.Context, tx *ent.Client, p *ent.Project, actor uuid.UUID) error {
	if err := tx.Project.Update().Where(entproject.ID(p.ID)).SetIsPublic(false).SetDeletedAt(s.now()).
		Exec(ctx); err != nil {
		return err
	}
	if err := count(ctx, tx, change{was: p}); err != nil {
		return err
	}
	if err := s.emit(ctx, tx, event.Deleted, actor, p.ID, p.IsPublic); err != nil {
		return err
	}
	return removeTags(ctx, tx, p.ID)
}

// Deleted returns soft-deleted projects, oldest deletion first.
func (s *Service) Deleted(ctx context.Context, limit int) ([]uuid.UUID, error) {
	ids, err := s.db.Client().Project.Query().Where(entproject.DeletedAtNotNil()).Order(entproject.ByDeletedAt()).
		Limit(limit).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("deleted projects: %w", err)
	}
	return ids, nil
}

// FinishDeletion continues the deletion of a soft-deleted project by one step: a batch of updates or votes, and last
// the project. It reports whether there is more to do. Counters are exact after each call.
func (s *Service) FinishDeletion(ctx context.Context, id uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.lockWhere(ctx, tx, entproject.ID(id), entproject.DeletedAtNotNil())
		if ent.IsNotFound(err) { // finished by another server
			more = false
			return nil
		}
		if err != nil {
			return err
		}
		if more, err = hasMoreUpdates(ctx, tx, p.ID); err != nil {
			return err
		}
		if more {
			return s.removeUpdates(ctx, tx, p.ID)
		}
		if more, err = vote.HasMore(ctx, tx, Votable, p.ID, voteBatch); err != nil {
			return err
		}
		if more {
			_, err = vote.RemoveFrom(ctx, s.db, tx, Votable, p.ID, voteBatch, s.now())
			return err
		}
		return s.remove(ctx, tx, p, uuid.Nil)
	})
	if err != nil {
		return false, fmt.Errorf("finish the deletion of a project: %w", err)
	}
	return more, nil
}

// remove deletes a project with everything derived from it, in the order of follow.
func (s *Service) remove(ctx context.Context, tx *ent.Client, p *ent.Project, actor uuid.UUID) error {
	if err := s.media.RemoveCard(ctx, tx, p.ID); err != nil {
		return err
	}
	if err := s.removeUpdates(ctx, tx, p.ID); err != nil {
		return err
	}
	if err := s.media.Release(ctx, tx, media.Use{Kind: Kind, ID: p.ID}); err != nil {
		return err
	}
	if _, err := vote.RemoveFrom(ctx, s.db, tx, Votable, p.ID, voteBatch, s.now()); err != nil {
		return err
	}
	if p.DeletedAt == nil { // before its rows are gone, so that listeners can still look at them
		if err := s.emit(ctx, tx, event.Deleted, actor, p.ID, p.IsPublic); err != nil {
			return err
		}
	}
	if err := tx.Project.DeleteOneID(p.ID).Exec(ctx); err != nil { // cascades to feature acts
		return err
	}
	if p.DeletedAt != nil { // softDelete has updated counters, tags and search
		return nil
	}
	if err := count(ctx, tx, change{was: p}); err != nil {
		return err
	}
	return removeTags(ctx, tx, p.ID)
}
