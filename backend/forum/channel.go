package forum

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	entproject "uvboard/ent/project"
)

// NewChannel has the fields of a channel to create. The rules of the proto have been checked.
type NewChannel struct {
	Name, Description string
	ProjectID         *uuid.UUID // nil for none
}

// ChannelKind is the target type of channels in the audit log.
const ChannelKind = "forum_channel"

// ChannelKey returns the form of a name that is unique: without case, accents and repeated spaces.
func ChannelKey(name string) string { return strings.Join(strings.Fields(store.Fold(name)), " ") }

// CreateChannel creates a channel. That of another user's project, by an admin, is recorded. Faults: invalid; conflict if the name is taken or the project has a channel; not found for
// an unknown project; denied unless the caller is the project's owner or an admin.
func (s *Service) CreateChannel(ctx context.Context, caller *auth.Caller, in NewChannel) (*ent.ForumChannel, error) {
	name := store.Clean(in.Name)
	key := ChannelKey(name)
	if key == "" { // what was not blank, but is after cleaning
		return nil, fault.Invalid("name", "Channel name is required")
	}
	var c *ent.ForumChannel
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if in.ProjectID != nil {
			if err := s.bind(ctx, tx, caller, *in.ProjectID); err != nil {
				return err
			}
		}
		if err := taken(ctx, tx, key, in.ProjectID); err != nil {
			return err
		}
		now := s.now()
		var err error
		c, err = tx.ForumChannel.Create().SetID(store.NewID(now)).SetCreatedAt(now).SetUpdatedAt(now).SetUserID(caller.UserID).
			SetName(name).SetNameKey(key).SetDescription(store.Clean(in.Description)).SetNillableProjectID(in.ProjectID).Save(ctx)
		if err != nil {
			return err
		}
		if err := countUsers(ctx, tx, map[uuid.UUID]userChange{caller.UserID: {activeAt: now}}); err != nil {
			return err
		}
		if _, err := loadAuthor(ctx, tx, caller.UserID); err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, channelEvent(event.Published, caller, c.ID)); err != nil {
			return err
		}
		return countForum(ctx, tx, 1, 0, 0)
	})
	if ent.IsConstraintError(err) {
		// Another channel was created first; after Write it is visible.
		if conflict := taken(ctx, s.db.Client(), key, in.ProjectID); conflict != nil {
			return nil, conflict
		}
	}
	if err != nil {
		return nil, fmt.Errorf("create channel: %w", err)
	}
	return c, nil
}

// bind locks a project and returns a fault unless the caller may create its channel, which it records.
func (s *Service) bind(ctx context.Context, tx *ent.Client, caller *auth.Caller, id uuid.UUID) error {
	p, err := tx.Project.Query().Where(entproject.ID(id), entproject.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
	switch {
	case ent.IsNotFound(err) || err == nil && !project.MaySee(caller, p):
		return fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
	case err != nil:
		return fmt.Errorf("lock a project: %w", err)
	case !mayRemove(caller, p.UserID):
		return fault.Denied("NOT_PROJECT_OWNER", "Only the owner of a project can create its channel")
	}
	return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: actionCreateChannel, TargetType: project.Kind, Target: id, Subject: p.UserID}, s.now())
}

// taken returns a conflict if a channel has the name or discusses the project.
func taken(ctx context.Context, client *ent.Client, key string, projectID *uuid.UUID) error {
	named, err := client.ForumChannel.Query().Where(forumchannel.NameKey(key)).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for a channel: %w", err)
	}
	if named {
		return fault.Conflict("CHANNEL_NAME_TAKEN", "name", "A channel with this name already exists")
	}
	if projectID == nil {
		return nil
	}
	bound, err := client.ForumChannel.Query().Where(forumchannel.ProjectID(*projectID)).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for the channel of a project: %w", err)
	}
	if bound {
		return fault.Conflict("PROJECT_HAS_CHANNEL", "projectId", "This project already has a channel")
	}
	return nil
}

// DeleteChannel deletes a channel and records the act. It disappears at once, with its threads; FinishChannel then deletes the rows. The
// access option admits admins only. Fault: not found.
func (s *Service) DeleteChannel(ctx context.Context, admin *auth.Caller, id uuid.UUID, reason string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		c, err := s.lockChannel(ctx, tx, id)
		if err != nil {
			return err
		}
		if c.ProjectID != nil {
			if err := tx.Project.Update().Where(entproject.ID(*c.ProjectID)).SetCommentCount(0).Exec(ctx); err != nil {
				return err
			}
		}
		// Another channel may have the name and the project. No name begins with a control character.
		err = tx.ForumChannel.UpdateOneID(id).SetDeletedAt(s.now()).ClearProjectID().SetNameKey("\x01" + id.String()).Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, channelEvent(event.Deleted, admin, id)); err != nil {
			return err
		}
		if err := countForum(ctx, tx, -1, -c.ThreadCount, -c.PostCount); err != nil {
			return err
		}
		e := audit.Entry{Action: audit.Delete, TargetType: ChannelKind, Target: id, Reason: reason}
		if c.UserID != nil {
			e.Subject = *c.UserID
		}
		return audit.Add(ctx, s.db, tx, admin, e, s.now())
	})
	if err != nil {
		return fmt.Errorf("delete channel: %w", err)
	}
	return nil
}
