package feedback

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/feedbackrequest"
	entproject "uvboard/ent/project"
)

// Request is a request for a review and how many others come before it in the queue.
type Request struct {
	*ent.FeedbackRequest
	Ahead int
}

// Request returns the request of the caller's project, nil if none waits. Faults: not found; denied unless the caller
// is the owner.
func (s *Service) Request(ctx context.Context, caller *auth.Caller, projectID uuid.UUID) (*Request, error) {
	if _, err := s.own(ctx, s.db.Client(), caller, projectID); err != nil {
		return nil, err
	}
	r, err := requestOf(ctx, s.db.Client(), projectID)
	if err != nil || r == nil {
		return nil, err
	}
	ahead, err := s.ahead(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("place in the queue: %w", err)
	}
	return &Request{r, ahead}, nil
}

// ahead counts the requests that come before one.
func (s *Service) ahead(ctx context.Context, r *ent.FeedbackRequest) (n int, err error) {
	now := s.now()
	// The order of queueOrder.
	const place = `CASE WHEN p.first_answer_at IS NULL THEN CASE WHEN q.requested_at > $2 AND q.requested_at <= $3 THEN 0 ELSE 1 END ELSE 2 END, CASE WHEN q.is_owed THEN 0 ELSE 1 END, q.requested_at, q.id`
	const from = ` FROM feedback_requests q JOIN projects p ON p.id = q.project_id WHERE `
	rows, err := s.db.Client().QueryContext(ctx,
		"SELECT COUNT(*)"+from+"("+place+") < (SELECT "+place+from+"q.id = $1)", r.ID,
		now.Add(-promise), now.Add(-urgentFrom))
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&n)
	}
	return n, errors.Join(err, rows.Err())
}

// Ask makes a request for the caller's project, or changes its questions; empty ones are left out. Faults: as Request;
// blocked for a draft; SECRET_FOUND.
func (s *Service) Ask(ctx context.Context, caller *auth.Caller, projectID uuid.UUID,
	questions []string) (*Request, error) {
	asked := []string{}
	for _, q := range questions {
		if q = store.ToOneLine(q); q != "" {
			asked = append(asked, q)
		}
	}
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.own(ctx, tx, caller, projectID, s.db.ForUpdate)
		if err != nil {
			return err
		}
		if !p.IsPublic {
			return fault.Precondition("PROJECT_NOT_PUBLIC", "Nobody else sees this project. Publish it first.")
		}
		r, err := requestOf(ctx, tx, projectID)
		if err != nil {
			return err
		}
		var was []string
		switch {
		case r == nil:
			err = s.request(ctx, tx, p, asked, now)
		case !slices.Equal(r.Questions, asked):
			was = r.Questions
			err = tx.FeedbackRequest.UpdateOneID(r.ID).SetQuestions(asked).Exec(ctx)
		}
		if err != nil {
			return err
		}
		err = secrets.Check(ctx, s.db, tx, event.Item{Type: project.Kind, ID: projectID}, now,
			secrets.List("questions", was), secrets.List("questions", asked))
		if err != nil {
			return err
		}
		return s.lockCaller(ctx, tx, caller.UserID)
	})
	if err != nil {
		return nil, fmt.Errorf("ask for a review: %w", err)
	}
	return s.Request(ctx, caller, projectID)
}

// TakeBack deletes the request of the caller's project. It does nothing if there is none. Faults: as Request.
func (s *Service) TakeBack(ctx context.Context, caller *auth.Caller, projectID uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.own(ctx, tx, caller, projectID, s.db.ForUpdate)
		if err != nil {
			return err
		}
		return s.withdraw(ctx, tx, p.ID)
	})
	if err != nil {
		return fmt.Errorf("take a request back: %w", err)
	}
	return nil
}

// request makes the request of a project that has none.
func (s *Service) request(ctx context.Context, tx *ent.Client, p *ent.Project, questions []string,
	at time.Time) error {
	err := tx.FeedbackRequest.Create().SetID(store.NewID(at)).SetProjectID(p.ID).SetUserID(p.UserID).
		SetQuestions(questions).SetRequestedAt(at).Exec(ctx)
	if err != nil {
		return fmt.Errorf("request a review: %w", err)
	}
	return s.settle(ctx, tx, p.UserID)
}

// withdraw deletes the request of a project, if there is one. Another request of the maker then may be owed.
func (s *Service) withdraw(ctx context.Context, tx *ent.Client, projectID uuid.UUID) error {
	r, err := requestOf(ctx, tx, projectID)
	if err != nil || r == nil {
		return err
	}
	if err := tx.FeedbackRequest.DeleteOneID(r.ID).Exec(ctx); err != nil && !ent.IsNotFound(err) {
		return fmt.Errorf("withdraw a request: %w", err)
	}
	return s.settle(ctx, tx, r.UserID)
}

// requestOf returns the request of a project, nil for none.
func requestOf(ctx context.Context, client *ent.Client, projectID uuid.UUID) (*ent.FeedbackRequest, error) {
	r, err := client.FeedbackRequest.Query().Where(feedbackrequest.ProjectID(projectID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("request of a project: %w", err)
	}
	return r, nil
}

// own returns a project of the caller. Faults: not found if the caller does not see it; denied unless the caller is its
// owner.
func (s *Service) own(ctx context.Context, client *ent.Client, caller *auth.Caller, projectID uuid.UUID,
	more ...func(*entsql.Selector)) (*ent.Project, error) {
	query := client.Project.Query().Where(entproject.ID(projectID), entproject.DeletedAtIsNil())
	for _, m := range more {
		query.Where(m)
	}
	p, err := query.Select(entproject.FieldUserID, entproject.FieldIsPublic, entproject.FieldPublishOnRestore).Only(ctx)
	switch {
	case ent.IsNotFound(err) || err == nil && !project.MaySee(caller, p):
		return nil, fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
	case err != nil:
		return nil, fmt.Errorf("project of a request: %w", err)
	case p.UserID != caller.UserID:
		return nil, fault.Denied("NOT_PROJECT_OWNER", "You can only ask for reviews of your own projects")
	}
	return p, nil
}

// justPublished is how long ago the first publication of a project can be when its event is emitted.
const justPublished = time.Minute

// onProject makes a request when a project is public for the first time, and withdraws it when its owner unpublishes or
// deletes the project. A project that a moderator hides waits on: nobody gets it before it is shown again.
func (s *Service) onProject(ctx context.Context, tx *ent.Client, e event.Event) error {
	if e.Item.Type != project.Kind {
		return nil
	}
	switch e.Kind {
	case event.Published, event.Shown, event.Hidden, event.Deleted:
	default:
		return nil
	}
	p, err := tx.Project.Query().Where(entproject.ID(e.Item.ID)).
		Select(entproject.FieldUserID, entproject.FieldIsPublic, entproject.FieldPublishedAt, entproject.FieldHiddenAt).
		Only(ctx)
	if err != nil {
		return fmt.Errorf("project of an event: %w", err)
	}
	now := s.now()
	switch {
	case !p.IsPublic && p.HiddenAt == nil, e.Kind == event.Deleted:
		return s.withdraw(ctx, tx, p.ID)
	case p.IsPublic && now.Sub(*p.PublishedAt) < justPublished: // else it was public before, or is imported
		if r, err := requestOf(ctx, tx, p.ID); err != nil || r != nil {
			return err
		}
		if err := jobs.Enqueue(ctx, tx, waitingJob, p.ID, now, now.Add(waitingNotice)); err != nil {
			return err
		}
		return s.request(ctx, tx, p, []string{}, now)
	}
	return nil
}

// clean returns a text as it is stored.
func clean(text string) string { return strings.TrimSpace(store.Clean(text)) }
