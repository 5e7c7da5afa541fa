// Package blog manages blog posts, which the interface calls stories, with their likes and comments.
package blog

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/predicate"
)

// Service manages blog posts. The posts and comments it returns have their author loaded.
type Service struct {
	db       *store.DB
	media    *media.Service
	projects *project.Service
	likes    *vote.Service
	origin   string // of the board, such as https://board.example
	now      func() time.Time
}

// NewService returns a service on db, for a board at an origin. Likes are votes of votes; now is the clock.
func NewService(db *store.DB, media *media.Service, projects *project.Service, votes *vote.Service, origin string,
	now func() time.Time) *Service {
	return &Service{
		db: db, media: media, projects: projects, origin: origin, likes: votes, now: store.Clock(now),
	}
}

func errNotFound() error { return fault.NotFound("BLOG_POST_NOT_FOUND", "Blog post not found") }

// MaySee reports whether a caller, nil for a visitor, may see a post: a draft is for its author and admins, a hidden
// post also for moderators.
func MaySee(caller *auth.Caller, p *ent.BlogPost) bool {
	return p.IsVisible || mayRemove(caller, p.UserID) || p.IsPublished && caller.Moderates()
}

// mayRemove reports whether a caller is the author or an admin.
func mayRemove(caller *auth.Caller, author uuid.UUID) bool {
	return caller.IsAdmin() || caller != nil && caller.UserID == author
}

// Get returns a post; caller is nil for a visitor. Fault: not found, also for a post that the caller may not see.
func (s *Service) Get(ctx context.Context, caller *auth.Caller, id uuid.UUID) (*ent.BlogPost, error) {
	p, err := readPost(ctx, s.db, id)
	switch {
	case err != nil:
		return nil, fmt.Errorf("get blog post: %w", err)
	case p == nil || !MaySee(caller, p):
		return nil, errNotFound()
	}
	return p, nil
}

// Create creates a post of the caller. Fault: invalid.
func (s *Service) Create(ctx context.Context, caller *auth.Caller, in Input) (*ent.BlogPost, error) {
	rendered, err := in.render(ctx, s.db)
	if err != nil {
		return nil, err
	}
	p := &ent.BlogPost{IsPublished: true}
	if err := in.apply(p, rendered); err != nil {
		return nil, err
	}
	now := s.now()
	p.ID, p.UserID, p.CreatedAt, p.UpdatedAt = store.NewID(now), caller.UserID, now, now
	p.Via, p.Short = caller.ViaOf(""), address.NewShort()
	publish(p, now)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		c := tx.BlogPost.Create().SetID(p.ID).SetShort(p.Short).SetUserID(p.UserID).SetCreatedAt(p.CreatedAt)
		assign(c.Mutation(), p)
		if err := c.Exec(ctx); err != nil {
			return err
		}
		if err := s.claim(ctx, tx, nil, p, caller.UserID); err != nil {
			return err
		}
		if err := s.emitPost(ctx, tx, caller, &ent.BlogPost{}, p, rendered); err != nil {
			return err
		}
		return derive(ctx, tx, nil, p, caller.UserID, now)
	})
	if err != nil {
		return nil, fmt.Errorf("create blog post: %w", err)
	}
	return p, nil
}

// emitPost emits the event of the author's change of a post, unless it is a draft before and after. The text is empty
// if it has not changed.
func (s *Service) emitPost(ctx context.Context, tx *ent.Client, caller *auth.Caller, was, is *ent.BlogPost,
	text markdown.Text) error {
	if !was.IsPublished && !is.IsPublished {
		return nil
	}
	e := postEvent(event.KindOf(was.IsPublished, is.IsPublished), caller.UserID, was, is)
	if err := secrets.Check(ctx, s.db, tx, e.Item, is.UpdatedAt, publishedTexts(was), publishedTexts(is)); err != nil {
		return err
	}
	if is.IsPublished {
		e.Text = text
	}
	if is.IsVisible {
		e.Held = &is.IsAwaiting
	}
	return s.db.Emit(ctx, tx, e)
}

func postEvent(kind event.Kind, actor uuid.UUID, was, is *ent.BlogPost) event.Event {
	return event.Event{Kind: kind, Item: event.Item{Type: Kind, ID: is.ID}, Actor: actor, Public: was.IsVisible ||
		is.IsVisible, Lists: lists}
}

// publish sets the columns derived from the state of a post, and the time at which others could first see it.
func publish(p *ent.BlogPost, now time.Time) {
	p.IsVisible = p.IsPublished && p.HiddenAt == nil && p.DeletedAt == nil
	if p.IsVisible && p.PublishedAt == nil {
		p.PublishedAt, p.UpdatedAt = &now, now
	}
}

// Update changes a post. Faults: not found, also for a post that the caller may not see; denied unless the caller is
// the author; invalid.
func (s *Service) Update(ctx context.Context, caller *auth.Caller, id uuid.UUID, in Input) (*ent.BlogPost, error) {
	rendered, err := in.render(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var p *ent.BlogPost
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if p, err = s.lock(ctx, tx, caller, id); err != nil {
			return err
		}
		if caller.UserID != p.UserID {
			return fault.Denied("NOT_POST_AUTHOR", "You can only edit your own blog posts")
		}
		was, now := *p, s.now()
		if err := in.apply(p, rendered); err != nil {
			return err
		}
		if in.Content == nil && p.IsPublished && !was.IsPublished {
			if rendered, err = markdown.Refs(ctx, p.Content,
				markdown.Lookup{Members: usersummary.Members(tx)}); err != nil {
				return err
			}
		}
		if isEdited(&was, p) {
			p.UpdatedAt, p.Via = now, caller.ViaOf(was.Via)
		}
		publish(p, now)
		u := tx.BlogPost.Update().Where(blogpost.ID(id))
		assign(u.Mutation(), p)
		if err := u.Exec(ctx); err != nil {
			return err
		}
		if err := s.claim(ctx, tx, &was, p, caller.UserID); err != nil {
			return err
		}
		if err := s.emitPost(ctx, tx, caller, &was, p, rendered); err != nil {
			return err
		}
		return derive(ctx, tx, &was, p, caller.UserID, now)
	})
	if err != nil {
		return nil, fmt.Errorf("update blog post: %w", err)
	}
	return p, nil
}

// SetHidden hides a post from everyone but its author and admins, or shows it again. It reports whether that changed
// anything. Moderators call it in the transaction that records the act. Fault: not found.
func (s *Service) SetHidden(ctx context.Context, tx *ent.Client, id uuid.UUID, hidden bool) (changed bool, err error) {
	p, err := s.lockWhere(ctx, tx, blogpost.ID(id), blogpost.DeletedAtIsNil())
	if err != nil || hidden == (p.HiddenAt != nil) {
		return false, err
	}
	return true, s.setState(ctx, tx, p, event.HiddenOrShown(hidden), uuid.Nil, func(now time.Time) {
		if p.HiddenAt = nil; hidden {
			p.HiddenAt = &now
		}
	})
}

// setState changes whether a locked post is hidden or deleted, and updates everything derived from it. The actor is
// uuid.Nil for a job.
func (s *Service) setState(ctx context.Context, tx *ent.Client, p *ent.BlogPost, kind event.Kind, actor uuid.UUID,
	change func(now time.Time)) error {
	was, now := *p, s.now()
	change(now)
	publish(p, now)
	u := tx.BlogPost.Update().Where(blogpost.ID(p.ID)).SetIsVisible(p.IsVisible).SetNillableHiddenAt(p.HiddenAt).
		SetNillableDeletedAt(p.DeletedAt).SetNillablePublishedAt(p.PublishedAt)
	if p.HiddenAt == nil {
		u.ClearHiddenAt()
	}
	if err := u.Exec(ctx); err != nil {
		return err
	}
	if err := s.db.Emit(ctx, tx, postEvent(kind, actor, &was, p)); err != nil {
		return err
	}
	return derive(ctx, tx, &was, p, uuid.Nil, now)
}

// lock reads a post that the caller may see and locks it until the transaction ends. Fault: not found.
func (s *Service) lock(ctx context.Context, tx *ent.Client, caller *auth.Caller, id uuid.UUID) (*ent.BlogPost, error) {
	p, err := s.lockWhere(ctx, tx, blogpost.ID(id), blogpost.DeletedAtIsNil())
	if err == nil && !MaySee(caller, p) {
		err = errNotFound()
	}
	return p, err
}

func (s *Service) lockWhere(ctx context.Context, tx *ent.Client, is ...predicate.BlogPost) (*ent.BlogPost, error) {
	p, err := tx.BlogPost.Query().Where(is...).Where(s.db.ForUpdate).WithAuthor().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errNotFound()
	}
	return p, err
}
