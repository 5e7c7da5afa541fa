package notification

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/moderation"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/mute"
	"uvboard/ent/notification"
	"uvboard/ent/notificationpreference"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
)

const (
	notifyJob  = "notify"
	forgetJob  = "forget notifications"
	batchSize  = 200 // users, or rows, of a transaction
	emitBatch  = 50  // users of an event
	mentionsOf = 15  // mentions of a task, whose payload is limited
)

// onEvent stores a task for an event that may cause notifications, or after which some must go, in its transaction.
func (s *Service) onEvent(ctx context.Context, tx *ent.Client, e event.Event) error {
	now := s.now()
	if e.Kind == event.Hidden || e.Kind == event.Deleted {
		return jobs.Enqueue(ctx, tx, forgetJob, e.Item.ID, now, now)
	}
	if len(e.Text.Mentions) == 0 && !slices.ContainsFunc(s.notices, func(n domain.Notice) bool { return n.On(e) }) {
		return nil
	}
	c := event.Task{Event: e}
	if e.Kind == event.Decided || e.Kind == event.Secured || e.Kind == event.Resolved {
		c.ID = store.NewID(now)
	} else {
		c.To = nil
	}
	for mentions := e.Text.Mentions; ; {
		n := min(len(mentions), mentionsOf)
		if c.Mentions, mentions = mentions[:n], mentions[n:]; len(mentions) == 0 {
			return jobs.Enqueue(ctx, tx, notifyJob, c, now, now)
		}
		if err := jobs.Enqueue(ctx, tx, notifyJob, c, now, now); err != nil {
			return err
		}
	}
}

// notify makes the notifications of an event. It may run again from the start: a user is told once of each source.
func (s *Service) notify(ctx context.Context, t jobs.Task) error {
	var c event.Task
	if err := t.Read(&c); err != nil {
		return err
	}
	// Mentions first: a user who is mentioned in a reply is told of the mention only.
	if len(c.Mentions) > 0 {
		told := &domain.Told{SubjectID: c.Item.ID, To: domain.ToUsers(c.Mentions...)}
		if err := s.notifyAll(ctx, mention, c.Event, told); err != nil {
			return err
		}
	}
	for _, n := range s.notices {
		if !n.On(c.Event) {
			continue
		}
		told, err := n.Of(ctx, s.db.Client(), c.Event)
		if err != nil {
			return fmt.Errorf("%s: %w", n.Kind, err)
		}
		if told == nil {
			continue
		}
		if told.Source == uuid.Nil {
			told.Source = c.ID
		}
		if err := s.notifyAll(ctx, n, c.Event, told); err != nil {
			return fmt.Errorf("%s: %w", n.Kind, err)
		}
	}
	return nil
}

// notifyAll stores the notifications of one kind, in steps.
func (s *Service) notifyAll(ctx context.Context, n domain.Notice, e event.Event, told *domain.Told) error {
	if told.Source == uuid.Nil {
		told.Source = e.Item.ID
	}
	if told.Item.ID == uuid.Nil {
		told.Item = e.Item
	}
	for after := uuid.Nil; ; {
		users, err := told.To(ctx, after, batchSize)
		if err != nil || len(users) == 0 {
			return err
		}
		after = users[len(users)-1]
		if err := s.notifyUsers(ctx, n, e, told, users); err != nil {
			return err
		}
		if len(users) < batchSize {
			return nil
		}
	}
}

func (s *Service) notifyUsers(ctx context.Context, n domain.Notice, e event.Event, told *domain.Told,
	users []uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := s.recipients(ctx, tx, e, told.Source, users)
		if err != nil || len(ids) == 0 {
			return err
		}
		preferences, err := s.preferencesOf(ctx, tx, ids)
		if err != nil {
			return err
		}
		heads, err := tx.Notification.Query().Where(notification.UserIDIn(ids...), notification.Kind(n.Kind),
			notification.SubjectID(told.SubjectID),
			notification.IsHead(true), notification.IsRead(false)).All(ctx)
		if err != nil {
			return err
		}
		headOf, known, err := s.groups(ctx, tx, heads, e.Actor)
		if err != nil {
			return err
		}
		now := s.now()
		var rows []*ent.NotificationCreate
		pushed, err := s.subscribers(ctx, tx, ids)
		if err != nil {
			return err
		}
		var ended, notified, toPush []uuid.UUID
		for _, id := range ids {
			p := preferences[id]
			channels := p.of(n.Kind, s.defaults[n.Kind])
			if channels == 0 {
				continue
			}
			row := tx.Notification.Create().SetID(store.NewID(now)).SetUserID(id).SetKind(n.Kind).
				SetSource(told.Source).
				SetItemType(told.Item.Type).SetItemID(told.Item.ID).SetSubjectID(told.SubjectID).SetDetail(told.Detail).
				SetIsHead(channels&inbox != 0)
			if e.Actor != uuid.Nil {
				row.SetActorID(e.Actor)
			}
			newID, _ := row.Mutation().ID()
			row.SetGroupID(newID)
			if head := headOf[id]; head != nil && channels&inbox != 0 {
				ended = append(ended, head.ID)
				row.SetGroupID(head.GroupID).SetPeople(head.People + 1)
				if known[head.GroupID] {
					row.SetPeople(head.People)
				}
			}
			if channels&email != 0 && !told.NotByMail {
				row.SetMailAt(p.mailAt(n.Kind, now, s.timeZone()))
			}
			if channels&push != 0 && pushed[id] {
				toPush = append(toPush, newID)
			}
			rows, notified = append(rows, row), append(notified, id)
		}
		if len(ended) > 0 {
			if err := tx.Notification.Update().Where(notification.IDIn(ended...)).SetIsHead(false).
				Exec(ctx); err != nil {
				return err
			}
		}
		if len(rows) == 0 {
			return nil
		}
		if err := tx.Notification.CreateBulk(rows...).Exec(ctx); err != nil {
			return err
		}
		for _, id := range toPush {
			if err := jobs.Enqueue(ctx, tx, pushJob, id, now, now); err != nil {
				return err
			}
		}
		for some := range slices.Chunk(notified, emitBatch) {
			if err := s.db.Emit(ctx, tx,
				event.Event{Kind: event.Published, Item: event.Item{Type: itemType, ID: told.Source},
					To: some}); err != nil {
				return err
			}
		}
		return nil
	})
}

// recipients returns those of the users who exist, are not the actor, have not been told of the source, and mute
// nothing of the event.
func (s *Service) recipients(ctx context.Context, tx *ent.Client, e event.Event, source uuid.UUID,
	users []uuid.UUID) ([]uuid.UUID, error) {
	ids, err := tx.User.Query().Where(user.IDIn(users...), user.IDNEQ(e.Actor), user.DeletedAtIsNil()).
		Order(user.ByID()).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	muted := []uuid.UUID{e.Actor, e.Item.ID, e.Parent.ID}
	for _, in := range e.In {
		muted = append(muted, in.ID)
	}
	var not []uuid.UUID
	if err := tx.Mute.Query().Where(mute.UserIDIn(ids...), mute.TargetIDIn(muted...)).Select(mute.FieldUserID).
		Scan(ctx, &not); err != nil {
		return nil, err
	}
	var had []uuid.UUID
	err = tx.Notification.Query().Where(notification.UserIDIn(ids...), notification.Source(source)).
		Select(notification.FieldUserID).Scan(ctx, &had)
	return slices.DeleteFunc(ids, func(id uuid.UUID) bool {
		return slices.Contains(not, id) ||
			slices.Contains(had, id)
	}), err
}

// groups returns the unread heads by user, and the groups of which the actor is a part.
func (s *Service) groups(ctx context.Context, tx *ent.Client, heads []*ent.Notification,
	actor uuid.UUID) (map[uuid.UUID]*ent.Notification, map[uuid.UUID]bool, error) {
	byUser, known := map[uuid.UUID]*ent.Notification{}, map[uuid.UUID]bool{}
	ids := make([]uuid.UUID, len(heads))
	for i, h := range heads {
		byUser[h.UserID], ids[i] = h, h.GroupID
	}
	if len(heads) == 0 {
		return byUser, known, nil
	}
	of := []predicate.Notification{notification.GroupIDIn(ids...), notification.ActorID(actor)}
	if actor == uuid.Nil {
		of[1] = notification.ActorIDIsNil()
	}
	var with []uuid.UUID
	err := tx.Notification.Query().Where(of...).Select(notification.FieldGroupID).Scan(ctx, &with)
	for _, id := range with {
		known[id] = true
	}
	return byUser, known, err
}

func (s *Service) preferencesOf(ctx context.Context, client *ent.Client,
	ids []uuid.UUID) (map[uuid.UUID]preferences, error) {
	rows, err := client.NotificationPreference.Query().Where(notificationpreference.UserIDIn(ids...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("notification preferences: %w", err)
	}
	of := make(map[uuid.UUID]preferences, len(rows))
	for _, row := range rows {
		of[row.UserID] = preferences{row}
	}
	return of, nil
}

// forget deletes the notifications about an item that has been hidden or deleted, and about what belongs to it, in
// steps.
func (s *Service) forget(ctx context.Context, t jobs.Task) error {
	var item uuid.UUID
	if err := t.Read(&item); err != nil {
		return err
	}
	for more := true; more; {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			about := notification.Or(notification.ItemID(item), notification.SubjectID(item))
			rows, err := tx.Notification.Query().
				Where(about, notification.KindNotIn(moderation.NoticeKind, moderation.ReportNoticeKind)).
				Limit(batchSize).All(ctx)
			if more = len(rows) == batchSize; err != nil || len(rows) == 0 {
				return err
			}
			if err := s.remove(ctx, tx, rows); err != nil {
				return err
			}
			return s.emitToOwners(ctx, tx, rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// remove deletes notifications. The newest one that is left of a group becomes its head.
func (s *Service) remove(ctx context.Context, tx *ent.Client, rows []*ent.Notification) error {
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	if _, err := tx.Notification.Delete().Where(notification.IDIn(ids...)).Exec(ctx); err != nil {
		return err
	}
	for _, row := range rows {
		if !row.IsHead {
			continue
		}
		left, err := tx.Notification.Query().Where(notification.GroupID(row.GroupID)).
			Order(notification.ByID(newestFirst)).Limit(1).All(ctx)
		if err != nil {
			return err
		}
		if len(left) > 0 {
			err = tx.Notification.Update().Where(notification.ID(left[0].ID)).SetIsHead(true).
				SetPeople(max(row.People-1, 1)).SetIsRead(row.IsRead).Exec(ctx)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// emitToOwners lets the pages of those who had unread notifications count again.
func (s *Service) emitToOwners(ctx context.Context, tx *ent.Client, rows []*ent.Notification) error {
	var users []uuid.UUID
	for _, row := range rows {
		if row.IsHead && !row.IsRead && !slices.Contains(users, row.UserID) {
			users = append(users, row.UserID)
		}
	}
	for some := range slices.Chunk(users, emitBatch) {
		if err := s.db.Emit(ctx, tx, event.Event{Kind: event.Changed, Item: event.Item{Type: itemType},
			To: some}); err != nil {
			return err
		}
	}
	return nil
}

const keepFor = 180 * 24 * time.Hour

// deleteOld deletes notifications that are older than 180 days, in steps.
func (s *Service) deleteOld(ctx context.Context) error {
	before := store.IDAt(s.now().Add(-keepFor), uuid.Nil)
	for more := true; more; {
		ids, err := s.db.Client().Notification.Query().Where(notification.IDLT(before)).Order(notification.ByID()).
			Limit(batchSize).IDs(ctx)
		if err != nil {
			return err
		}
		if more = len(ids) == batchSize; len(ids) == 0 {
			return nil
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.Notification.Delete().Where(notification.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
