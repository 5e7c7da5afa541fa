package admin

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/jobs"
	"uvboard/ent"
	"uvboard/ent/task"
	"uvboard/ent/user"
)

// removeDemo is the job that removes demo content, and the action in the audit log.
const (
	demoJob    = "remove demo content"
	removeDemo = "remove_demo"
)

// Demo is what uvboard seed made, and what goes with it.
type Demo struct {
	Users, Projects, Threads, Posts, Stories int
	Answers                                  int // replies and comments of others
	IsRemoving                               bool
}

// Demo returns what uvboard seed made; nil without any.
func (s *Service) Demo(ctx context.Context) (*Demo, error) {
	client, d := s.db.Client(), &Demo{}
	removing, err := client.User.Query().Where(user.IsDemo(true), user.DeletingIn(account.Erase, account.Anonymise)).
		Exist(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for demo accounts: %w", err)
	}
	if !removing {
		if removing, err = client.Task.Query().Where(task.Job(demoJob), task.State(jobs.Waiting)).
			Exist(ctx); err != nil {
			return nil, fmt.Errorf("look for the removal of demo content: %w", err)
		}
	}
	d.IsRemoving = removing
	rows, err := client.QueryContext(ctx,
		`SELECT COUNT(*), COALESCE(SUM(project_count + draft_count), 0), COALESCE(SUM(forum_thread_count), 0),
		COALESCE(SUM(forum_post_count + blog_comment_count), 0), COALESCE(SUM(blog_post_count), 0) FROM users WHERE is_demo AND deleted_at IS NULL`)
	if err != nil {
		return nil, fmt.Errorf("count demo content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&d.Users, &d.Projects, &d.Threads, &d.Posts, &d.Stories); err != nil {
			return nil, fmt.Errorf("count demo content: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("count demo content: %w", err)
	}
	if d.Users == 0 {
		if !removing {
			return nil, nil
		}
		return d, nil
	}
	return d, s.countAnswers(ctx, d)
}

// countAnswers counts replies and comments of others on demo content. CROSS JOIN makes SQLite start at the demo
// accounts: few on a board that has real ones.
func (s *Service) countAnswers(ctx context.Context, d *Demo) error {
	rows, err := s.db.Client().QueryContext(ctx, `SELECT
		(SELECT COUNT(*) FROM users o CROSS JOIN forum_threads t CROSS JOIN forum_posts p CROSS JOIN users u
			WHERE o.is_demo AND t.user_id = o.id AND p.thread_id = t.id AND p.is_visible AND u.id = p.user_id AND NOT u.is_demo) +
		(SELECT COUNT(*) FROM users o CROSS JOIN blog_posts b CROSS JOIN blog_comments c CROSS JOIN users u
			WHERE o.is_demo AND b.user_id = o.id AND c.post_id = b.id AND c.is_visible AND u.id = c.user_id AND NOT u.is_demo)`)
	if err != nil {
		return fmt.Errorf("count answers to demo content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&d.Answers); err != nil {
			return fmt.Errorf("count answers to demo content: %w", err)
		}
	}
	return rows.Err()
}

// RemoveDemo starts the removal of demo content and records the act. Fault: precondition if all admins are demo
// accounts.
func (s *Service) RemoveDemo(ctx context.Context, admin *auth.Caller) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := s.Accounts.KeepAdminBesidesDemo(ctx, tx); err != nil {
			return err
		}
		if err := jobs.Enqueue(ctx, tx, demoJob, removeDemo, s.now(), s.now()); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: removeDemo, TargetType: account.Kind,
			Reason: "Demo content"}, s.now())
	})
	if err != nil {
		return fmt.Errorf("remove demo content: %w", err)
	}
	return nil
}

// WorkDemo removes demo content in bounded steps that can be repeated. Package erasure then erases what the accounts
// own. Channels come first, because an erased account no longer has any.
func (s *Service) WorkDemo(ctx context.Context) error {
	for after, more := uuid.Nil, true; more; {
		var err error
		if after, more, err = s.Forum.RemoveDemo(ctx, after); err != nil {
			return err
		}
	}
	for _, step := range []func(context.Context) (bool, error){s.Accounts.RemoveDemo, s.News.RemoveDemo,
		s.Analytics.RemoveDemo} {
		for more := true; more; {
			var err error
			if more, err = step(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
