package weekly

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/calendar"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/schema"
	"uvboard/ent/weeklyissue"
)

// Draft is the draft of the next issue.
type Draft struct {
	*ent.WeeklyIssue
	Items       []Item // also those that are not public
	Next        int    // the number that it gets
	Subscribers int    // who would get it now
}

// isDraft is the number of the draft.
const isDraft = 0

// draftOf returns the row of the draft, locked. Fault: not found.
func (s *Service) draftOf(ctx context.Context, tx *ent.Client) (*ent.WeeklyIssue, error) {
	row, err := tx.WeeklyIssue.Query().Where(weeklyissue.Number(isDraft), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errNoDraft()
	}
	return row, err
}

func errNoDraft() error {
	return fault.NotFound("WEEKLY_DRAFT_NOT_FOUND", "There is no draft. Make one, or wait for that of the next week.")
}

func errChanged() error {
	return fault.Conflict("WEEKLY_DRAFT_CHANGED", "version",
		"Somebody else has changed the draft. Load it again to see the changes.")
}

// GetDraft returns the draft. Fault: not found.
func (s *Service) GetDraft(ctx context.Context) (Draft, error) {
	row, err := s.db.Client().WeeklyIssue.Query().Where(weeklyissue.Number(isDraft)).Only(ctx)
	if ent.IsNotFound(err) {
		return Draft{}, errNoDraft()
	}
	if err != nil {
		return Draft{}, fmt.Errorf("read the weekly draft: %w", err)
	}
	return s.completed(ctx, s.db.Client(), row)
}

func (s *Service) completed(ctx context.Context, client *ent.Client, row *ent.WeeklyIssue) (Draft, error) {
	items, err := s.items(ctx, client, row.Items)
	if err != nil {
		return Draft{}, err
	}
	last, err := lastNumber(ctx, client)
	if err != nil {
		return Draft{}, err
	}
	subscribers, err := countConfirmed(ctx, client)
	return Draft{row, items, last + 1, subscribers}, err
}

// lastNumber returns the number of the newest issue; 0 if there is none.
func lastNumber(ctx context.Context, client *ent.Client) (int, error) {
	numbers, err := client.WeeklyIssue.Query().Order(ent.Desc(weeklyissue.FieldNumber)).Limit(1).
		Select(weeklyissue.FieldNumber).Ints(ctx)
	if err != nil || len(numbers) == 0 {
		return 0, err
	}
	return numbers[0], nil
}

// Content is what an admin writes.
type Content struct {
	Title, Introduction string
	Items               []schema.WeeklyItem
	Version             int // of the draft that the admin has read; 0 for any
}

// Save changes the draft, or makes one if there is none. New items must be public. Faults: invalid; conflict
// WEEKLY_DRAFT_CHANGED.
func (s *Service) Save(ctx context.Context, admin *auth.Caller, c Content) (Draft, error) {
	c.Title, c.Introduction = store.Clean(c.Title), store.Clean(c.Introduction)
	if c.Title == "" {
		return Draft{}, fault.Invalid("title", "Title is required")
	}
	for i := range c.Items {
		c.Items[i].Note = store.Clean(c.Items[i].Note)
	}
	var draft Draft
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := s.draftOf(ctx, tx)
		if fault.IsNotFound(err) {
			if c.Version != 0 {
				return errChanged()
			}
			row, err = s.create(ctx, tx, s.weekBefore(s.now()), c.Title, nil)
		}
		if err != nil {
			return err
		}
		if c.Version != 0 && c.Version != row.Version {
			return errChanged()
		}
		if err := s.check(ctx, tx, c.Items, row.Items); err != nil {
			return err
		}
		row, err = row.Update().SetTitle(c.Title).SetIntroduction(c.Introduction).SetItems(c.Items).AddVersion(1).
			SetIsEdited(true).SetUpdatedAt(s.now()).Save(ctx)
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, admin, audit.Update, row); err != nil {
			return err
		}
		draft, err = s.completed(ctx, tx, row)
		return err
	})
	if ent.IsConstraintError(err) {
		return Draft{}, errChanged() // somebody else made one at the same time
	}
	if err != nil {
		return Draft{}, fmt.Errorf("save the weekly draft: %w", err)
	}
	return draft, nil
}

// check refuses items that are twice in the list, and those that are neither public nor in the draft already.
func (s *Service) check(ctx context.Context, tx *ent.Client, items, before []schema.WeeklyItem) error {
	found, err := s.items(ctx, tx, items)
	if err != nil {
		return err
	}
	same := func(a, b schema.WeeklyItem) bool { return a.Type == b.Type && a.ID == b.ID }
	for i, item := range found {
		reject := func(why string) error { return fault.Invalid("items", fmt.Sprintf("Item %d: %s", i+1, why)) }
		if slices.ContainsFunc(items[:i], func(other schema.WeeklyItem) bool { return same(other, items[i]) }) {
			return reject("the issue has it already")
		}
		known := slices.ContainsFunc(before, func(other schema.WeeklyItem) bool { return same(other, items[i]) })
		if item.Target == nil && !known {
			return reject(s.kinds[item.Type].Noun + " not found")
		}
	}
	return nil
}

func (s *Service) record(ctx context.Context, tx *ent.Client, admin *auth.Caller, action string,
	row *ent.WeeklyIssue) error {
	return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: action, TargetType: Kind, Target: row.ID,
		Reason: row.Title}, s.now())
}

// actionPublish is the action of a publication in the audit log.
const actionPublish = "publish"

// Publish publishes the draft with the next number and has it mailed to the subscribers of this moment. Items that are
// not public now are removed from it. An id, unless it is nil, and a version, unless it is 0, must be those of the
// draft.
// Faults: not found; conflict WEEKLY_DRAFT_CHANGED; precondition WEEKLY_EMPTY.
func (s *Service) Publish(ctx context.Context, admin *auth.Caller, id *uuid.UUID, version int) (Issue, error) {
	var issue Issue
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := s.draftOf(ctx, tx)
		if err != nil {
			return err
		}
		if id != nil && *id != row.ID {
			return errNoDraft()
		}
		if version != 0 && version != row.Version {
			return errChanged()
		}
		items, err := s.items(ctx, tx, row.Items)
		if err != nil {
			return err
		}
		items = public(items)
		if len(items) == 0 {
			return fault.Precondition("WEEKLY_EMPTY", "Add an item that everybody can see first")
		}
		stored := make([]schema.WeeklyItem, len(items))
		for i, item := range items {
			stored[i] = item.WeeklyItem
		}
		last, err := lastNumber(ctx, tx)
		if err != nil {
			return err
		}
		recipients, err := countConfirmed(ctx, tx)
		if err != nil {
			return err
		}
		now := s.now()
		row, err = row.Update().SetNumber(last + 1).SetItems(stored).SetRecipients(recipients).SetPublishedAt(now).
			SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, admin, actionPublish, row); err != nil {
			return err
		}
		issue = Issue{WeeklyIssue: row, Items: items, Previous: last}
		return jobs.Enqueue(ctx, tx, sendJob, row.ID, now, now)
	})
	if err != nil {
		return Issue{}, fmt.Errorf("publish a weekly issue: %w", err)
	}
	return issue, nil
}

// week is a week from Monday in the time zone of the board. Number names its first day, such as 20261123.
type week struct {
	number   int
	from, to time.Time
}

// weekOf returns the week with a day of a month.
func (s *Service) weekOf(year int, month time.Month, day int) week {
	date := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	date = date.AddDate(0, 0, -(int(date.Weekday())+6)%7)
	at := func(date time.Time) time.Time {
		year, month, day := date.Date()
		return calendar.At(year, month, day, 0, s.zone()).UTC() // SQLite compares times as text
	}
	return week{date.Year()*10000 + int(date.Month())*100 + date.Day(), at(date), at(date.AddDate(0, 0, 7))}
}

// weekBefore returns the last week that has ended.
func (s *Service) weekBefore(now time.Time) week {
	year, month, day := now.In(s.zone()).Date()
	return s.weekOf(year, month, day-7)
}

func (w week) day() time.Time { return dayOf(w.number) }

// dayOf returns a day as the database has it, such as 20261123, as midnight in UTC.
func dayOf(number int) time.Time {
	return time.Date(number/10000, time.Month(number/100%100), number%100, 0, 0, 0, 0, time.UTC)
}

func (w week) title() string { return "The week of " + w.day().Format("2 January 2006") }

// settleTime is the wait between the end of a week and its draft, so that votes in progress can end.
const settleTime = 10 * time.Minute

// Due reports whether MakeDue has a draft to make.
func (s *Service) Due(ctx context.Context) (bool, error) {
	return s.due(ctx, s.db.Client(), s.weekBefore(s.now().Add(-settleTime)))
}

// due reports whether a week has neither an issue nor a draft, and no draft that an admin has edited is in the way.
func (s *Service) due(ctx context.Context, client *ent.Client, w week) (bool, error) {
	covered, err := client.WeeklyIssue.Query().
		Where(weeklyissue.Or(weeklyissue.WeekGTE(w.number),
			weeklyissue.And(weeklyissue.Number(isDraft), weeklyissue.IsEdited(true)))).
		Exist(ctx)
	if err != nil {
		return false, fmt.Errorf("look for the weekly draft: %w", err)
	}
	return !covered, nil
}

// MakeDue makes the draft of the last week that has ended, once. It replaces the draft of an earlier week that nobody
// has edited.
func (s *Service) MakeDue(ctx context.Context) error {
	w := s.weekBefore(s.now().Add(-settleTime))
	items, err := s.choose(ctx, w)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// The lock decides between this draft and an admin who saves the former one.
		if _, err := s.draftOf(ctx, tx); err != nil && !fault.IsNotFound(err) {
			return err
		}
		due, err := s.due(ctx, tx, w)
		if err != nil || !due {
			return err
		}
		return s.replace(ctx, tx, w, items)
	})
}

// Make makes the draft anew for an admin: of the last week that has ended, or of this week if that one had nothing.
func (s *Service) Make(ctx context.Context, admin *auth.Caller) (Draft, error) {
	now := s.now()
	w := s.weekBefore(now)
	items, err := s.choose(ctx, w)
	if err == nil && len(items) == 0 {
		year, month, day := now.In(s.zone()).Date()
		w = s.weekOf(year, month, day)
		items, err = s.choose(ctx, w)
	}
	if err != nil {
		return Draft{}, err
	}
	var draft Draft
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := s.replace(ctx, tx, w, items); err != nil {
			return err
		}
		row, err := s.draftOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, admin, audit.Update, row); err != nil {
			return err
		}
		draft, err = s.completed(ctx, tx, row)
		return err
	})
	if ent.IsConstraintError(err) {
		return Draft{}, errChanged() // somebody else made one at the same time
	}
	if err != nil {
		return Draft{}, fmt.Errorf("make the weekly draft: %w", err)
	}
	return draft, nil
}

// replace makes a draft in place of the one that is there. It has another id, so that a late request to publish the
// former one does not publish it.
func (s *Service) replace(ctx context.Context, tx *ent.Client, w week, items []schema.WeeklyItem) error {
	if _, err := tx.WeeklyIssue.Delete().Where(weeklyissue.Number(isDraft)).Exec(ctx); err != nil {
		return err
	}
	_, err := s.create(ctx, tx, w, w.title(), items)
	return err
}

func (s *Service) create(ctx context.Context, tx *ent.Client, w week, title string,
	items []schema.WeeklyItem) (*ent.WeeklyIssue, error) {
	now := s.now()
	if items == nil {
		items = []schema.WeeklyItem{}
	}
	return tx.WeeklyIssue.Create().SetID(store.NewID(now)).SetWeek(w.number).SetTitle(title).SetItems(items).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
}
