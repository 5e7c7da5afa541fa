// Package forum holds channels, threads and replies. A reply is called a post.
package forum

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
	"uvboard/ent/predicate"
	entproject "uvboard/ent/project"
)

// Service manages the forum. The threads and posts that it returns have their author loaded, and threads their channel
// too.
//
// A transaction locks in this order, which prevents deadlocks: the thread, the projects of channels, channels, posts,
// users, counters; rows of one table in the order of ids.
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

// UseOrigin sets the origin of the board, such as https://board.example, of which ThreadToProto makes addresses.
func (s *Service) UseOrigin(origin string) { s.origin = origin }

func errNoChannel() error { return fault.NotFound("CHANNEL_NOT_FOUND", "Channel not found") }

func errNoThread() error { return fault.NotFound("THREAD_NOT_FOUND", "Thread not found") }

func errNoPost() error { return fault.NotFound("POST_NOT_FOUND", "Reply not found") }

// isOf reports whether the caller is the author.
func isOf(caller *auth.Caller, author uuid.UUID) bool {
	return caller != nil && caller.UserID == author
}

// mayRemove reports whether the caller is the author or an admin.
func mayRemove(caller *auth.Caller, author uuid.UUID) bool {
	return isOf(caller, author) || caller.IsAdmin()
}

// maySeeHidden reports whether the caller, nil for a visitor, is the author or moderates.
func maySeeHidden(caller *auth.Caller, author uuid.UUID) bool {
	return isOf(caller, author) || caller.Moderates()
}

// maySee reports whether the caller, nil for a visitor, may see a thread that is not deleted.
func maySee(caller *auth.Caller, t *ent.ForumThread) bool {
	return t.IsVisible || maySeeHidden(caller, t.UserID)
}

// lockChannels reads channels and locks them and the projects that they discuss until the transaction ends. Unknown
// channels are missing from the result.
func (s *Service) lockChannels(ctx context.Context, tx *ent.Client,
	ids ...uuid.UUID) (map[uuid.UUID]*ent.ForumChannel, error) {
	// Without a lock: the project of a channel is set once, and cleared when the project or the channel is deleted.
	projects, err := tx.ForumChannel.Query().Where(forumchannel.IDIn(ids...), forumchannel.ProjectIDNotNil()).
		QueryProject().Order(entproject.ByID()).IDs(ctx)
	if err == nil && len(projects) > 0 {
		_, err = tx.Project.Query().Where(entproject.IDIn(projects...), s.db.ForUpdate).Order(entproject.ByID()).
			IDs(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("lock projects of channels: %w", err)
	}
	channels, err := tx.ForumChannel.Query().Where(forumchannel.IDIn(ids...), s.db.ForUpdate).
		Order(forumchannel.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock channels: %w", err)
	}
	found := make(map[uuid.UUID]*ent.ForumChannel, len(channels))
	for _, c := range channels {
		found[c.ID] = c
	}
	return found, nil
}

// lockChannel is lockChannels for a channel that is not deleted. Fault: not found.
func (s *Service) lockChannel(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.ForumChannel, error) {
	channels, err := s.lockChannels(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	c := channels[id]
	if c == nil || c.DeletedAt != nil {
		return nil, errNoChannel()
	}
	return c, nil
}

// lockThread locks a thread with its channel, which the thread then has loaded. Fault: not found, also for a deleted
// thread and in a deleted channel.
func (s *Service) lockThread(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.ForumThread, error) {
	t, err := s.lockAnyThread(ctx, tx, id, forumthread.DeletedAtIsNil())
	if err != nil {
		return nil, err
	}
	if t.Edges.Channel.DeletedAt != nil {
		return nil, errNoThread()
	}
	return t, nil
}

// lockAnyThread is lockThread for deleted threads and threads of deleted channels too.
func (s *Service) lockAnyThread(ctx context.Context, tx *ent.Client, id uuid.UUID,
	is ...predicate.ForumThread) (*ent.ForumThread, error) {
	t, err := tx.ForumThread.Query().Where(forumthread.ID(id), s.db.ForUpdate).Where(is...).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errNoThread()
	}
	if err != nil {
		return nil, fmt.Errorf("lock a thread: %w", err)
	}
	channels, err := s.lockChannels(ctx, tx, t.ChannelID)
	if err != nil {
		return nil, err
	}
	t.Edges.Channel = channels[t.ChannelID]
	return t, nil
}

// loadAuthor returns the author of new content. Call it after the author's counters have changed: that locks the row,
// so that a change of name or a deletion of the account waits for the commit. Fault: unauthenticated for a deleted
// account.
func loadAuthor(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.User, error) {
	u, err := tx.User.Get(ctx, id)
	if ent.IsNotFound(err) || err == nil && u.DeletedAt != nil {
		return nil, auth.Admit(auth.User, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("author: %w", err)
	}
	return u, nil
}
