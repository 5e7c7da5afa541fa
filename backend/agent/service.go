// Package agent lets the coding agents of users show projects, read the feedback and answer it.
package agent

import (
	"context"
	"fmt"
	"net/http"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	projects "uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/project"
	"uvboard/ent/publishrequest"
)

const (
	maxChannels = 200 // of a user's projects, whose threads are listed
	maxExcerpt  = 300
)

// Service answers agents.
type Service struct {
	db      *store.DB
	origin  string
	board   func() string
	release Release
	server  http.Handler
	now     func() time.Time
}

// NewService returns a service; origin is that of the board, such as https://board.example, board returns its name, and
// now is the clock.
func NewService(db *store.DB, origin string, board func() string, release Release, now func() time.Time) *Service {
	return &Service{db: db, origin: origin, board: board, release: release, now: store.Clock(now)}
}

// UseServer sets the server of all paths, which the tools call. It must be called before the first request.
func (s *Service) UseServer(server http.Handler) { s.server = server }

// Publish is a draft that waits for its owner.
type Publish struct {
	*ent.PublishRequest
	URL string
}

func (s *Service) publish(p *ent.PublishRequest, of *ent.Project) *Publish {
	return &Publish{p, s.origin + projects.Path(of)}
}

// own locks a project of the caller. Fault: not found, also for another user's project.
func (s *Service) own(ctx context.Context, tx *ent.Client, caller *auth.Caller, id uuid.UUID) (*ent.Project, error) {
	p, err := tx.Project.Query().Where(project.ID(id), project.UserID(caller.UserID), project.DeletedAtIsNil(),
		s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
	}
	return p, err
}

// RequestPublish marks a draft of the caller as waiting. Faults: not found, ALREADY_PUBLIC, HIDDEN_BY_MODERATOR,
// invalid, SECRET_FOUND.
func (s *Service) RequestPublish(ctx context.Context, caller *auth.Caller, id uuid.UUID) (request *Publish, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.own(ctx, tx, caller, id)
		switch {
		case err != nil:
			return err
		case p.IsPublic:
			return fault.Precondition("ALREADY_PUBLIC", "This project is public already.")
		case p.HiddenAt != nil:
			return fault.Denied("HIDDEN_BY_MODERATOR", "A moderator has hidden this project.")
		}
		if err := projects.CheckPublic(p); err != nil {
			return err
		}
		now := s.now()
		if err := secrets.Check(ctx, s.db, tx, event.Item{Type: projects.Kind, ID: id}, now, nil,
			projects.Texts(p)); err != nil {
			return err
		}
		row, err := tx.PublishRequest.Query().Where(publishrequest.ProjectID(id)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			row, err = tx.PublishRequest.Create().SetID(store.NewID(now)).SetProjectID(id).SetUserID(caller.UserID).
				SetRequestedAt(now).Save(ctx)
		case err == nil:
			row, err = tx.PublishRequest.UpdateOne(row).SetRequestedAt(now).Save(ctx)
		}
		if err != nil {
			return err
		}
		request = s.publish(row, p)
		return s.db.Emit(ctx, tx, event.Event{Kind: event.Requested, Item: event.Item{Type: requestType, ID: row.ID},
			Parent: event.Item{Type: projects.Kind, ID: id}})
	})
	if err != nil {
		return nil, fmt.Errorf("request to publish: %w", err)
	}
	return request, nil
}

// PublishRequest returns the request about a project of the caller, nil if there is none.
func (s *Service) PublishRequest(ctx context.Context, caller *auth.Caller, id uuid.UUID) (*Publish, error) {
	row, err := s.db.Client().PublishRequest.Query().
		Where(publishrequest.ProjectID(id), publishrequest.UserID(caller.UserID)).WithProject().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("request to publish: %w", err)
	}
	return s.publish(row, row.Edges.Project), nil
}

// Dismiss removes the request about a project of the caller. Fault: not found.
func (s *Service) Dismiss(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.own(ctx, tx, caller, id); err != nil {
			return err
		}
		return s.remove(ctx, tx, id)
	})
	if err != nil {
		return fmt.Errorf("dismiss a request to publish: %w", err)
	}
	return nil
}

// onEvent removes the request about a project that has been published or deleted.
func (s *Service) onEvent(ctx context.Context, tx *ent.Client, e event.Event) error {
	if e.Item.Type != projects.Kind || e.Kind != event.Published && e.Kind != event.Deleted {
		return nil
	}
	return s.remove(ctx, tx, e.Item.ID)
}

// remove deletes the request about a project, and with it the notification. It does nothing if there is none.
func (s *Service) remove(ctx context.Context, tx *ent.Client, projectID uuid.UUID) error {
	ids, err := tx.PublishRequest.Query().Where(publishrequest.ProjectID(projectID)).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return err
	}
	if _, err := tx.PublishRequest.Delete().Where(publishrequest.IDIn(ids...)).Exec(ctx); err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.db.Emit(ctx, tx, event.Event{Kind: event.Deleted,
			Item: event.Item{Type: requestType, ID: id}}); err != nil {
			return err
		}
	}
	return nil
}

// requestType is the type of requests in events.
const requestType = "publish_request"

// notice tells the owner of a draft that an agent asks to publish it, as long as the request waits.
var notice = domain.Notice{
	Kind: requestType, Email: true, Own: true,
	On: func(e event.Event) bool { return e.Kind == event.Requested && e.Item.Type == requestType },
	Of: func(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
		p, err := client.PublishRequest.Query().Where(publishrequest.ID(e.Item.ID)).Only(ctx)
		if ent.IsNotFound(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return &domain.Told{Item: e.Parent, SubjectID: p.ID, Source: p.ID, To: domain.ToUsers(p.UserID)}, nil
	},
	Line: func(s domain.Said) string { return "Your agent asks to publish " + s.Title },
}

// Feedback is a thread in the channel of a project, with its newest reply.
type Feedback struct {
	*ent.ForumThread
	Project *ent.Project
	Last    *ent.ForumPost // nil without a reply
}

// Text returns the start of the last word.
func (f Feedback) Text() string {
	if f.Last == nil {
		return f.Excerpt
	}
	return markdown.Excerpt(markdown.Shown(f.Last.Content, f.Last.ContentHTML, f.Last.ContentVersion), maxExcerpt)
}

// Feedback returns the threads about public projects of a user whose last word is not the user's, latest activity
// first.
func (s *Service) Feedback(ctx context.Context, userID uuid.UUID, limit int) ([]Feedback, error) {
	client := s.db.Client()
	projects, err := client.Project.Query().Where(project.UserID(userID), project.IsPublic(true)).
		Order(project.ByID(entsql.OrderDesc())).
		Limit(maxChannels).Select(project.FieldTitle).All(ctx)
	if err != nil || len(projects) == 0 {
		return nil, err
	}
	byID, ids := map[uuid.UUID]*ent.Project{}, make([]uuid.UUID, len(projects))
	for i, p := range projects {
		byID[p.ID], ids[i] = p, p.ID
	}
	channels, err := client.ForumChannel.Query().Where(forumchannel.ProjectIDIn(ids...), forumchannel.DeletedAtIsNil()).
		Select(forumchannel.FieldProjectID).All(ctx)
	if err != nil || len(channels) == 0 {
		return nil, err
	}
	of, in := map[uuid.UUID]*ent.Project{}, make([]uuid.UUID, len(channels))
	for i, c := range channels {
		of[c.ID], in[i] = byID[*c.ProjectID], c.ID
	}
	threads, err := client.ForumThread.Query().Where(forumthread.ChannelIDIn(in...), forumthread.IsVisible(true),
		lastWordNotBy(userID)).WithAuthor().
		Order(forumthread.ByLastActivityAt(entsql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil || len(threads) == 0 {
		return nil, err
	}
	found := make([]uuid.UUID, len(threads))
	for i, t := range threads {
		found[i] = t.ID
	}
	lasts, err := client.ForumPost.Query().Where(forumpost.ThreadIDIn(found...), forumpost.IsVisible(true),
		func(posts *entsql.Selector) {
			t := entsql.Table(forumthread.Table)
			posts.Where(entsql.Exists(entsql.Select(t.C(forumthread.FieldID)).From(t).Where(entsql.And(
				entsql.ColumnsEQ(t.C(forumthread.FieldID), posts.C(forumpost.FieldThreadID)),
				entsql.ColumnsEQ(t.C(forumthread.FieldLastActivityAt), posts.C(forumpost.FieldCreatedAt))))))
		}).WithAuthor().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("last replies: %w", err)
	}
	last := map[uuid.UUID]*ent.ForumPost{}
	for _, p := range lasts {
		last[p.ThreadID] = p
	}
	all := make([]Feedback, len(threads))
	for i, t := range threads {
		all[i] = Feedback{t, of[t.ChannelID], last[t.ID]}
	}
	return all, nil
}

// lastWordNotBy matches threads whose newest reply, or which without one, is by another user.
func lastWordNotBy(userID uuid.UUID) func(*entsql.Selector) {
	return func(threads *entsql.Selector) {
		p := entsql.Table(forumpost.Table)
		own := entsql.Select(p.C(forumpost.FieldID)).From(p).Where(entsql.And(
			entsql.ColumnsEQ(p.C(forumpost.FieldThreadID), threads.C(forumthread.FieldID)),
			entsql.ColumnsEQ(p.C(forumpost.FieldCreatedAt), threads.C(forumthread.FieldLastActivityAt)),
			entsql.EQ(p.C(forumpost.FieldUserID), userID)))
		threads.Where(entsql.And(entsql.NotExists(own),
			entsql.Or(entsql.GT(threads.C(forumthread.FieldReplyCount), 0),
				entsql.NEQ(threads.C(forumthread.FieldUserID), userID))))
	}
}
