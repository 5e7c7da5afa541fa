package admin

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/forumchannel"
	entproject "uvboard/ent/project"
	entuser "uvboard/ent/user"
)

// Actions on several rows.
const (
	actionDelete  = "delete"
	actionHide    = "hide"
	actionRestore = "restore"
	actionSuspend = "suspend"
	actionLift    = "lift"
	actionGrant   = "grant_admin"
	actionRevoke  = "revoke_admin"
)

// Bulk is an action on several rows of a list.
type Bulk struct {
	TargetType string
	IDs        []uuid.UUID
	Action     string
	Content    string     // of deleted users
	Until      *time.Time // of suspensions; nil for bans
	Reason     string
}

// Result is the outcome for one row. Error is empty on success.
type Result struct {
	ID    uuid.UUID
	Error string
}

// lastRow is the time that one row may take. With less time left, a call does not start another row.
const lastRow = 3 * time.Second

// Run applies the action to each row separately and returns the result of each. Fault: invalid if the action does not
// apply to this kind of row.
func (s *Service) Run(ctx context.Context, admin *auth.Caller, b Bulk) ([]Result, error) {
	act := s.act(b)
	if act == nil {
		return nil, errUnfit()
	}
	results := make([]Result, len(b.IDs))
	for i, id := range b.IDs {
		results[i].ID = id
		if end, limited := ctx.Deadline(); limited && time.Until(end) < lastRow {
			results[i].Error = "There was no time left. Please try again."
			continue
		}
		if err := act(ctx, admin, id); err != nil {
			f := fault.Of(err)
			if f == nil {
				slog.ErrorContext(ctx, "bulk action failed", "action", b.Action, "target", id, "error", err)
				f = fault.Of(fault.Internal())
			}
			results[i].Error = f.Message
		}
	}
	return results, nil
}

func errUnfit() error { return fault.Invalid("action", "This cannot be done to these rows") }

// act returns the function that runs an action on a row, or nil if the action does not apply to this kind of row.
func (s *Service) act(b Bulk) func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
	type act = func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error
	setHidden := func(hidden bool) act {
		return func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			return s.Moderation.SetHidden(ctx, admin, b.TargetType, id, hidden, b.Reason)
		}
	}
	setAdmin := func(isAdmin bool) act {
		return func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			_, err := s.Accounts.SetAdmin(ctx, admin, id, isAdmin, b.Reason)
			return err
		}
	}
	return map[[2]string]act{
		{account.Kind, actionDelete}: func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			return s.Accounts.Remove(ctx, admin, id, b.Content, b.Reason)
		},
		{account.Kind, actionSuspend}: func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			_, err := s.Moderation.Suspend(ctx, admin, id, b.Until, b.Reason)
			return err
		},
		{account.Kind, actionLift}: func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			return s.Moderation.Lift(ctx, admin, id, b.Reason)
		},
		{account.Kind, actionGrant}:  setAdmin(true),
		{account.Kind, actionRevoke}: setAdmin(false),
		{project.Kind, actionDelete}: func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			return s.Projects.Delete(ctx, admin, id, b.Reason)
		},
		{project.Kind, actionHide}:    setHidden(true),
		{project.Kind, actionRestore}: setHidden(false),
		{blog.Kind, actionDelete}: func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			return s.Blog.Delete(ctx, admin, id, b.Reason)
		},
		{blog.Kind, actionHide}:    setHidden(true),
		{blog.Kind, actionRestore}: setHidden(false),
		{forum.ChannelKind, actionDelete}: func(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
			return s.Forum.DeleteChannel(ctx, admin, id, b.Reason)
		},
	}[[2]string{b.TargetType, b.Action}]
}

// Summary is what Run would change. Content that is already hidden is not counted.
type Summary struct {
	Users, Projects, BlogPosts, Channels, Threads, Replies, Comments, Votes int

	Unchanged int // rows that the action would not change
	Refused   []Result
}

// Preview returns what Run would change, from counters. Fault: that of Run.
func (s *Service) Preview(ctx context.Context, admin *auth.Caller, b Bulk) (*Summary, error) {
	if s.act(b) == nil {
		return nil, errUnfit()
	}
	preview, noun := s.previewUsers, "User"
	switch b.TargetType {
	case project.Kind:
		preview, noun = s.previewProjects, "Project"
	case blog.Kind:
		preview, noun = s.previewBlogPosts, "Blog post"
	case forum.ChannelKind:
		preview, noun = s.previewChannels, "Channel"
	}
	sum := &Summary{}
	found, err := preview(ctx, admin, b, sum)
	if err != nil {
		return nil, fmt.Errorf("preview a bulk action: %w", err)
	}
	for _, id := range b.IDs {
		if !found[id] {
			sum.Refused = append(sum.Refused, Result{id, noun + " not found"})
		}
	}
	return sum, nil
}

func (s *Service) previewUsers(ctx context.Context, admin *auth.Caller, b Bulk,
	sum *Summary) (map[uuid.UUID]bool, error) {
	users, err := s.db.Client().User.Query().Where(entuser.IDIn(b.IDs...), entuser.DeletedAtIsNil()).All(ctx)
	return each(users, err, func(u *ent.User) uuid.UUID { return u.ID }, func(u *ent.User) {
		suspended := auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, s.now()) != nil
		switch {
		case u.ID == admin.UserID:
			sum.Refused = append(sum.Refused, Result{u.ID, "You cannot do this to your own account"})
			return
		case b.Action == actionGrant && u.Role == auth.RoleAdmin, b.Action == actionRevoke && u.Role != auth.RoleAdmin,
			b.Action == actionLift && !suspended:
			sum.Unchanged++
			return
		}
		sum.Users++
		if b.Action == actionDelete && b.Content == account.Erase {
			sum.Projects += u.ProjectCount + u.DraftCount
			sum.BlogPosts += u.BlogPostCount
			sum.Threads += u.ForumThreadCount
			sum.Replies += u.ForumPostCount
			sum.Comments += u.BlogCommentCount
			sum.Votes += u.VotesGiven + u.UpvotesReceived + u.DownvotesReceived
		}
	})
}

func (s *Service) previewProjects(ctx context.Context, _ *auth.Caller, b Bulk,
	sum *Summary) (map[uuid.UUID]bool, error) {
	projects, err := s.db.Client().Project.Query().Where(entproject.IDIn(b.IDs...), entproject.DeletedAtIsNil()).
		Select(entproject.FieldHiddenAt, entproject.FieldUpvotes, entproject.FieldDownvotes).All(ctx)
	return each(projects, err, func(p *ent.Project) uuid.UUID { return p.ID }, func(p *ent.Project) {
		if b.keeps(p.HiddenAt != nil) {
			sum.Unchanged++
			return
		}
		sum.Projects++
		if b.Action == actionDelete {
			sum.Votes += p.Upvotes + p.Downvotes
		}
	})
}

func (s *Service) previewBlogPosts(ctx context.Context, _ *auth.Caller, b Bulk,
	sum *Summary) (map[uuid.UUID]bool, error) {
	posts, err := s.db.Client().BlogPost.Query().Where(blogpost.IDIn(b.IDs...), blogpost.DeletedAtIsNil()).
		Select(blogpost.FieldHiddenAt, blogpost.FieldUpvotes, blogpost.FieldCommentCount).All(ctx)
	return each(posts, err, func(p *ent.BlogPost) uuid.UUID { return p.ID }, func(p *ent.BlogPost) {
		if b.keeps(p.HiddenAt != nil) {
			sum.Unchanged++
			return
		}
		sum.BlogPosts++
		if b.Action == actionDelete {
			sum.Comments += p.CommentCount
			sum.Votes += p.Upvotes
		}
	})
}

// keeps reports whether the action leaves an item that is hidden, or not hidden, as it is.
func (b Bulk) keeps(hidden bool) bool {
	return b.Action == actionHide && hidden || b.Action == actionRestore && !hidden
}

func (s *Service) previewChannels(ctx context.Context, _ *auth.Caller, b Bulk,
	sum *Summary) (map[uuid.UUID]bool, error) {
	channels, err := s.db.Client().ForumChannel.Query().
		Where(forumchannel.IDIn(b.IDs...), forumchannel.DeletedAtIsNil()).All(ctx)
	return each(channels, err, func(c *ent.ForumChannel) uuid.UUID { return c.ID }, func(c *ent.ForumChannel) {
		sum.Channels++
		sum.Threads += c.ThreadCount
		sum.Replies += c.PostCount
	})
}

// each calls add for every row and returns their ids.
func each[R any](rows []R, err error, id func(R) uuid.UUID, add func(R)) (map[uuid.UUID]bool, error) {
	found := make(map[uuid.UUID]bool, len(rows))
	for _, row := range rows {
		found[id(row)] = true
		add(row)
	}
	return found, err
}
