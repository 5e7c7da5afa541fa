package forum

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	pb "uvboard/gen/uvboard/v1"
)

func (s *Service) moderated() []domain.Moderated {
	return []domain.Moderated{
		{
			ItemKind: domain.ItemKind{
				Type: ThreadKind, Table: "forum_threads", Visible: ThreadVotable.Visible, Noun: "Thread",
				Targets: threadTargets, Content: threadContents,
				Webhooks: map[event.Kind]string{event.Published: "thread.published"},
			},
			Owner: "user_id", SetHidden: s.setThreadHidden,
		},
		{
			ItemKind: domain.ItemKind{
				Type: PostKind, Table: "forum_posts", Visible: PostVotable.Visible, Noun: "Reply", Targets: postTargets,
				Content:    postContents,
				Webhooks:   map[event.Kind]string{event.Published: "reply.published"},
				WebhooksIn: map[string]map[event.Kind]string{project.Kind: {event.Published: "feedback.added"}},
			},
			Owner: "user_id", SetHidden: s.setPostHidden,
		},
	}
}

func channelContents(ctx context.Context, client *ent.Client, id uuid.UUID) (domain.Content, error) {
	c, err := client.ForumChannel.Get(ctx, id)
	if err != nil {
		return domain.Content{}, fmt.Errorf("what a channel says: %w", err)
	}
	says := domain.Content{Lines: []string{c.Name, c.Description}}
	if c.UserID != nil {
		says.Author = *c.UserID
	}
	return says, nil
}

func threadContents(ctx context.Context, client *ent.Client, id uuid.UUID) (domain.Content, error) {
	t, err := client.ForumThread.Get(ctx, id)
	if err != nil {
		return domain.Content{}, fmt.Errorf("what a thread says: %w", err)
	}
	return domain.Content{Author: t.UserID, Lines: []string{t.Title}, Markdown: t.Content}, nil
}

func postContents(ctx context.Context, client *ent.Client, id uuid.UUID) (domain.Content, error) {
	p, err := client.ForumPost.Get(ctx, id)
	if err != nil || p.UserID == nil {
		return domain.Content{}, err
	}
	return domain.Content{Author: *p.UserID, Markdown: p.Content}, nil
}

func channelTargets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	channels, err := client.ForumChannel.Query().Where(forumchannel.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("channels by id: %w", err)
	}
	out := make([]domain.Target, len(channels))
	for i, c := range channels {
		out[i] = domain.Target{ID: c.ID, Title: c.Name, Text: c.Description, Path: "/forum/" + c.ID.String(),
			IsDeleted: c.DeletedAt != nil}
	}
	return out, nil
}

func threadTargets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	threads, err := client.ForumThread.Query().Where(forumthread.IDIn(ids...)).WithAuthor().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("threads for moderators: %w", err)
	}
	out := make([]domain.Target, len(threads))
	for i, t := range threads {
		out[i] = domain.Target{
			ID: t.ID, Title: t.Title, Text: markdown.Excerpt(markdown.Shown(t.Content, t.ContentHTML, t.ContentVersion),
				domain.MaxTargetText),
			Path: path(t), Owner: t.Edges.Author, IsHidden: t.HiddenAt != nil,
			IsDeleted: t.DeletedAt != nil, Via: t.Via,
			Votes: &pb.VoteCounts{Upvotes: int32(t.Upvotes), Downvotes: int32(t.Downvotes)},
		}
	}
	return out, nil
}

func postTargets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	posts, err := client.ForumPost.Query().Where(forumpost.IDIn(ids...)).WithAuthor().
		WithThread(func(q *ent.ForumThreadQuery) {
			q.Select(forumthread.FieldTitle, forumthread.FieldShort, forumthread.FieldDeletedAt,
				forumthread.FieldIsFeedback, forumthread.FieldChannelID).
				WithChannel(func(q *ent.ForumChannelQuery) { q.WithProject() })
		}).
		All(ctx)
	if err != nil {
		return nil, fmt.Errorf("replies for moderators: %w", err)
	}
	out := make([]domain.Target, len(posts))
	for i, p := range posts {
		thread := p.Edges.Thread
		out[i] = domain.Target{
			ID: p.ID, Title: thread.Title,
			Text: markdown.Excerpt(markdown.Shown(p.Content, p.ContentHTML, p.ContentVersion), domain.MaxTargetText),
			Path: pathOf(p), Owner: p.Edges.Author,
			IsHidden: p.HiddenAt != nil, IsDeleted: p.UserID == nil || thread.DeletedAt != nil, Via: p.Via,
		}
	}
	return out, nil
}

// pathOf returns the path of the page that shows a reply: for feedback the page of the project, where its maker judges
// reviews and thanks. The thread must be loaded with its channel, and that with its project.
func pathOf(p *ent.ForumPost) string {
	t := p.Edges.Thread
	if of := t.Edges.Channel.Edges.Project; t.IsFeedback && of != nil {
		return address.Project(of.Title, of.Short) + "#feedback"
	}
	return path(t) + "?post=" + p.ID.String()
}

// setThreadHidden hides a thread with its replies, or shows it again, and reports whether that changed anything. Fault:
// not found.
func (s *Service) setThreadHidden(ctx context.Context, tx *ent.Client, id uuid.UUID,
	hidden bool) (changed bool, err error) {
	t, err := s.lockThread(ctx, tx, id)
	if err != nil || hidden == (t.HiddenAt != nil) {
		return false, err
	}
	u := tx.ForumThread.Update().Where(forumthread.ID(id))
	if hidden {
		u.SetHiddenAt(s.now())
	} else {
		u.ClearHiddenAt()
	}
	if err := u.Exec(ctx); err != nil {
		return false, fmt.Errorf("hide a thread: %w", err)
	}
	if err := s.db.Emit(ctx, tx, threadEvent(event.HiddenOrShown(hidden), nil, t, t.ChannelID)); err != nil {
		return false, err
	}
	return true, s.setThreadVisible(ctx, tx, t, !hidden)
}

// setPostHidden hides a reply or shows it again, and reports whether that changed anything. Fault: not found, also for
// a placeholder.
func (s *Service) setPostHidden(ctx context.Context, tx *ent.Client, id uuid.UUID,
	hidden bool) (changed bool, err error) {
	t, p, err := s.lockPost(ctx, tx, &auth.Caller{Role: auth.RoleModerator}, id)
	if err != nil || hidden == (p.HiddenAt != nil) {
		return false, err
	}
	u := tx.ForumPost.Update().Where(forumpost.ID(id))
	if hidden {
		u.SetHiddenAt(s.now())
	} else {
		u.ClearHiddenAt()
	}
	if err := u.Exec(ctx); err != nil {
		return false, fmt.Errorf("hide a reply: %w", err)
	}
	if err := s.db.Emit(ctx, tx, postEvent(event.HiddenOrShown(hidden), nil, t, p)); err != nil {
		return false, err
	}
	return true, s.setPostVisible(ctx, tx, t, p, !hidden)
}
