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
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/secrets"
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

// ChannelKey returns the form of a name that must be unique: without case, accents and repeated spaces.
func ChannelKey(name string) string { return strings.Join(strings.Fields(letters.Fold(name)), " ") }

// CreateChannel creates a channel, of a project if one is given. Any user may create the channel of a project that they
// can see. Faults: invalid; conflict if the name is taken or the project has a channel; not found for an unknown
// project.
func (s *Service) CreateChannel(ctx context.Context, caller *auth.Caller, in NewChannel) (*ent.ForumChannel, error) {
	name := store.Clean(in.Name)
	key := ChannelKey(name)
	if key == "" { // cleaning may leave nothing
		return nil, errNoChannelName()
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
		c, err = tx.ForumChannel.Create().SetID(store.NewID(now)).SetCreatedAt(now).SetUpdatedAt(now).
			SetUserID(caller.UserID).
			SetName(name).SetNameKey(key).SetDescription(store.Clean(in.Description)).
			SetNillableProjectID(in.ProjectID).Save(ctx)
		if err != nil {
			return err
		}
		if err := countUsers(ctx, tx, map[uuid.UUID]userChange{caller.UserID: {activeAt: now}}); err != nil {
			return err
		}
		if _, err := loadAuthor(ctx, tx, caller.UserID); err != nil {
			return err
		}
		e := channelEvent(event.Published, caller, c.ID)
		if err := secrets.Check(ctx, s.db, tx, e.Item, now, nil, channelTexts(c)); err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, e); err != nil {
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

// UpdateChannel changes the name and the description of a channel; nil keeps a value. An admin's change of another
// user's channel is recorded. Faults: invalid; not found; conflict if the name is taken; denied unless the caller
// created the channel, owns its project or is an admin.
func (s *Service) UpdateChannel(ctx context.Context, caller *auth.Caller, id uuid.UUID,
	name, description *string) (*ent.ForumChannel, error) {
	var c *ent.ForumChannel
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if c, err = s.lockChannel(ctx, tx, id); err != nil {
			return err
		}
		var creator, maker uuid.UUID
		if c.UserID != nil {
			creator = *c.UserID
		}
		if c.ProjectID != nil {
			p, err := tx.Project.Get(ctx, *c.ProjectID)
			if err != nil {
				return fmt.Errorf("project of a channel: %w", err)
			}
			maker = p.UserID
		}
		if !isOf(caller, maker) && !mayRemove(caller, creator) {
			return fault.Denied("NOT_CHANNEL_OWNER",
				"Only the creator of a channel and the maker of its project can edit it")
		}
		was := *c
		if name != nil {
			c.Name, c.NameKey = store.Clean(*name), ChannelKey(store.Clean(*name))
		}
		if description != nil {
			c.Description = store.Clean(*description)
		}
		switch {
		case c.NameKey == "":
			return errNoChannelName()
		case c.Name == was.Name && c.Description == was.Description:
			return nil
		case c.NameKey != was.NameKey:
			if err := taken(ctx, tx, c.NameKey, nil); err != nil {
				return err
			}
		}
		if err := tx.ForumChannel.UpdateOneID(id).SetName(c.Name).SetNameKey(c.NameKey).SetDescription(c.Description).
			SetUpdatedAt(s.now()).Exec(ctx); err != nil {
			return err
		}
		e := channelEvent(event.Edited, caller, id)
		if err := secrets.Check(ctx, s.db, tx, e.Item, s.now(), channelTexts(&was), channelTexts(c)); err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		if isOf(caller, maker) {
			return nil
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Update, TargetType: ChannelKind,
			Target: id, Subject: creator}, s.now())
	})
	if ent.IsConstraintError(err) {
		// Another channel got the name first; after Write it is visible.
		if conflict := taken(ctx, s.db.Client(), c.NameKey, nil); conflict != nil {
			return nil, conflict
		}
	}
	if err != nil {
		return nil, fmt.Errorf("update channel: %w", err)
	}
	return c, nil
}

func channelTexts(c *ent.ForumChannel) []secrets.Text {
	return secrets.Texts("name", c.Name, "description", c.Description)
}

func errNoProject() error { return fault.NotFound("PROJECT_NOT_FOUND", "Project not found") }

func errNoChannelName() error { return fault.Invalid("name", "Channel name is required") }

// bind locks a project and returns a fault unless the caller may see it.
func (s *Service) bind(ctx context.Context, tx *ent.Client, caller *auth.Caller, id uuid.UUID) error {
	p, err := tx.Project.Query().Where(entproject.ID(id), entproject.DeletedAtIsNil(), s.db.ForUpdate).Only(ctx)
	switch {
	case ent.IsNotFound(err) || err == nil && !project.MaySee(caller, p):
		return errNoProject()
	case err != nil:
		return fmt.Errorf("lock a project: %w", err)
	}
	return nil
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

// DeleteChannel deletes a channel and records the act. It disappears at once, with its threads; FinishChannel then
// deletes the rows. The access option admits admins only. Fault: not found.
func (s *Service) DeleteChannel(ctx context.Context, admin *auth.Caller, id uuid.UUID, reason string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		c, err := s.lockChannel(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.dropChannel(ctx, tx, admin, c); err != nil {
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

// dropChannel soft-deletes a locked channel with its threads; admin is nil for a job.
func (s *Service) dropChannel(ctx context.Context, tx *ent.Client, admin *auth.Caller, c *ent.ForumChannel) error {
	if c.ProjectID != nil {
		if err := tx.Project.Update().Where(entproject.ID(*c.ProjectID)).SetCommentCount(0).SetFeedbackCount(0).
			ClearFeedbackThreadID().ClearFirstAnswerAt().Exec(ctx); err != nil {
			return err
		}
	}
	// Another channel may have the name and the project. No name begins with a control character.
	err := tx.ForumChannel.UpdateOneID(c.ID).SetDeletedAt(s.now()).ClearProjectID().SetNameKey("\x01" + c.ID.String()).
		Exec(ctx)
	if err != nil {
		return err
	}
	if err := s.db.Emit(ctx, tx, channelEvent(event.Deleted, admin, c.ID)); err != nil {
		return err
	}
	return countForum(ctx, tx, -1, -c.ThreadCount, -c.PostCount)
}
