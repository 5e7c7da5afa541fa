package weekly

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/schema"
	"uvboard/ent/weeklyissue"
	"uvboard/ent/weeklysubscriber"
)

// sendJob is the job that puts the mails of an issue into the mail queue, some at a time. Its payload is the id of the
// issue.
const sendJob = "send weekly issue"

const (
	stepTime = 5 * time.Second
	// maxStep is how many mails a step adds at most, which all have the whole text of the issue.
	maxStep = 200
)

// step returns how many mails a step adds.
func (s *Service) step() int {
	return min(max(s.perMinute*int(stepTime/time.Second)/60, 1), maxStep)
}

var (
	issueMails = mail.Category{Name: "weekly", Title: "Issues of the weekly",
		Why: "You get this email because this address is subscribed to the weekly. It loads nothing, and nobody " +
			"counts whether you open it or what you click.", Bulk: true}
	subscriptionMails = mail.Category{Name: "weekly_subscription", Title: "Subscriptions to the weekly",
		Why: "You get this email because somebody entered this address to subscribe to the weekly."}
)

func (s *Service) confirmMessage(token string) mail.Message {
	return mail.Message{
		Kind: "weekly_confirm", Category: subscriptionMails, Subject: "Confirm your subscription to " + s.board.Name(),
		Heading: "Do you want the weekly?",
		Paragraphs: []string{"Confirm this address to get the best of " + s.board.Name() +
			" by email: once a week, and nothing else."},
		Button: "Confirm", Link: s.board.Link("/weekly/confirm", token),
		Note: "If you did not ask for it, do nothing: the address is deleted after 7 days.",
	}
}

func (s *Service) knownMessage() mail.Message {
	return mail.Message{
		Kind: "weekly_known", Category: subscriptionMails, Subject: "You are subscribed to " + s.board.Name(),
		Heading:    "You are subscribed already",
		Paragraphs: []string{"This address gets the weekly of " + s.board.Name() + ". There is nothing to do."},
		Button:     "Read the latest issues", Link: s.board.Origin + "/weekly",
	}
}

// labels name the types of items, as webapp/src/features/weekly/words.ts does.
var labels = map[string]string{project.Kind: "Project", blog.Kind: "Story", forum.ThreadKind: "Thread"}

func (s *Service) issueMessage(issue Issue) mail.Message {
	m := mail.Message{
		Kind: "weekly", Category: issueMails, Subject: issue.Title, Heading: issue.Title,
		Markdown: issue.Introduction,
		Button:   "Read it on the board", Link: s.board.Origin + path(issue.Number),
	}
	for _, item := range issue.Items {
		t := item.Target
		text := item.Note
		if text == "" {
			text = t.Text
		}
		out := mail.Item{Label: labels[item.Type], Title: t.Title, Link: s.board.Origin + t.Path, Text: text}
		if t.Owner != nil {
			out.By = "by " + usersummary.Name(t.Owner)
		}
		m.Items = append(m.Items, out)
	}
	return m
}

// send puts the next mails of an issue into the mail queue, as many as the mail server takes in the time until the next
// step, and only if those of the steps before have been handed to it. The transaction that adds a mail marks its
// subscriber, so that each gets the issue once.
func (s *Service) send(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	row, err := s.db.Client().WeeklyIssue.Query().Where(weeklyissue.ID(id), weeklyissue.QueuedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("issue to send: %w", err)
	}
	issues, err := s.withItems(ctx, []*ent.WeeklyIssue{row}) // without what has been hidden since the last step
	if err != nil {
		return err
	}
	message := s.issueMessage(issues[0])
	waiting, err := mail.WaitingOf(ctx, s.db.Client(), issueMails)
	if err != nil {
		return err
	}
	room := min(s.step(), 2*s.step()-waiting)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		now := s.now()
		row, err := tx.WeeklyIssue.Query().Where(weeklyissue.ID(id), weeklyissue.QueuedAtIsNil(), s.db.ForUpdate).
			Only(ctx)
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if room > 0 {
			done, err := s.queue(ctx, tx, row, message, room, now)
			if err != nil || done {
				return err
			}
		}
		return jobs.Enqueue(ctx, tx, sendJob, id, now, now.Add(stepTime))
	})
	if err != nil {
		return fmt.Errorf("send a weekly issue: %w", err)
	}
	return nil
}

// toCome selects the subscribers whose mail of an issue is not in the queue yet. Those who have confirmed their address
// since the publication get the next issue.
func toCome(client *ent.Client, row *ent.WeeklyIssue) *ent.WeeklySubscriberQuery {
	query := client.WeeklySubscriber.Query().
		Where(weeklysubscriber.ConfirmedAtNotNil(), weeklysubscriber.ConfirmedAtLTE(*row.PublishedAt))
	if row.Cursor != nil {
		query.Where(weeklysubscriber.IDGT(*row.Cursor))
	}
	return query
}

// queue adds the mails to the next subscribers and reports whether they were the last ones.
func (s *Service) queue(ctx context.Context, tx *ent.Client, row *ent.WeeklyIssue, message mail.Message, room int,
	now time.Time) (done bool, err error) {
	next, err := toCome(tx, row).Where(s.db.ForUpdate).Order(weeklysubscriber.ByID()).Limit(room).All(ctx)
	if err != nil {
		return false, err
	}
	var ids []uuid.UUID
	for _, to := range next {
		if to.LastNumber >= row.Number {
			continue
		}
		link, err := s.unsubscribeLink(ctx, tx, to.ID)
		if err != nil {
			return false, err
		}
		if err := s.board.AddWithLink(ctx, tx, to.Email, message, link, now); err != nil {
			return false, err
		}
		ids = append(ids, to.ID)
	}
	if len(ids) > 0 {
		if err := tx.WeeklySubscriber.Update().Where(weeklysubscriber.IDIn(ids...)).SetLastNumber(row.Number).
			Exec(ctx); err != nil {
			return false, err
		}
	}
	update := row.Update().AddQueued(len(ids))
	if len(next) > 0 {
		update.SetCursor(next[len(next)-1].ID)
	}
	if done = len(next) < room; done {
		update.SetQueuedAt(now)
	}
	return done, update.Exec(ctx)
}

// Sending is a published issue with the state of its mails.
type Sending struct {
	*ent.WeeklyIssue
	Sent, Left int
}

// Sendings returns the published issues with the state of their mails, newest first.
func (s *Service) Sendings(ctx context.Context, size int, token string) ([]Sending, string, error) {
	rows, next, err := s.published(ctx, "weekly sendings", size, token)
	if err != nil {
		return nil, "", err
	}
	waiting, err := mail.WaitingOf(ctx, s.db.Client(), issueMails)
	if err != nil {
		return nil, "", err
	}
	out := make([]Sending, len(rows))
	for i, row := range rows {
		out[i] = Sending{WeeklyIssue: row, Sent: row.Queued}
		// The mails that wait are those of the issues that were published last.
		n := min(waiting, row.Queued)
		out[i].Sent, out[i].Left = out[i].Sent-n, n
		waiting -= n
		if row.QueuedAt == nil {
			more, err := toCome(s.db.Client(), row).Count(ctx)
			if err != nil {
				return nil, "", fmt.Errorf("count mails to come: %w", err)
			}
			out[i].Left += more
		}
	}
	return out, next, nil
}

// examples are the mails of the weekly, for the allowances and their goldens.
func (s *Service) examples() []mail.Message {
	issue := &ent.WeeklyIssue{Number: 12, Title: "The week of 23 November 2026",
		Introduction: "A week of **kilns**: see [all projects](/search)."}
	ada := &ent.User{Username: "ada", DisplayName: "Ada"}
	items := []Item{
		{schema.WeeklyItem{Type: project.Kind, Note: "12 upvotes this week"},
			&domain.Target{Title: "Kiln", Path: "/projects/kiln", Owner: ada}},
		{schema.WeeklyItem{Type: forum.ThreadKind},
			&domain.Target{Title: "How hot is too hot?", Text: "Mine glows.", Path: "/forum/thread/hot"}},
	}
	return []mail.Message{s.confirmMessage("token"), s.knownMessage(), s.issueMessage(Issue{WeeklyIssue: issue,
		Items: items})}
}
