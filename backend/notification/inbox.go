package notification

import (
	"context"
	"fmt"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/forum"
	"uvboard/backend/moderation"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/ring"
	"uvboard/ent"
	"uvboard/ent/mute"
	"uvboard/ent/notification"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
)

// itemType is the type of notifications in events.
const itemType = "notification"

// maxUnread limits what CountUnread counts.
const maxUnread = 1000

// maxMutes limits the mutes of a user.
const maxMutes = 1000

var newestFirst = entsql.OrderDesc()

// Filters of the inbox.
const (
	All      = "all"
	Unread   = "unread"
	Mentions = "mentions"
)

// Entry is a notification with its item.
type Entry struct {
	*ent.Notification
	Target domain.Target // without a row for the account itself
	Reason string        // of a decision of a moderator
}

// via returns what the actor wrote the item with, empty if the actor did not write it.
func (e Entry) via() string {
	if e.Edges.Actor == nil || e.Target.Owner == nil || e.Edges.Actor.ID != e.Target.Owner.ID {
		return ""
	}
	return e.Target.Via
}

// Inbox returns the notifications of a user, newest first. It omits those whose item is not visible any more, so a page
// may be short.
func (s *Service) Inbox(ctx context.Context, userID uuid.UUID, filter string, size int,
	token string) (entries []Entry, next string, err error) {
	list := paging.ListName("notifications", filter)
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	where := []predicate.Notification{notification.UserID(userID), notification.IsHead(true)}
	switch filter {
	case Unread:
		where = append(where, notification.IsRead(false))
	case Mentions:
		where = append(where, notification.Kind(mention.Kind))
	}
	if from != nil {
		where = append(where, notification.IDLT(*from))
	}
	rows, err := s.db.Client().Notification.Query().Where(where...).WithActor().Order(notification.ByID(newestFirst)).
		Limit(size + 1).All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list notifications: %w", err)
	}
	if rows, next, err = paging.Cut(list, rows,
		size, func(last *ent.Notification) uuid.UUID { return last.ID }); err != nil {
		return nil, "", err
	}
	entries, err = s.withTargets(ctx, s.db.Client(), rows)
	return entries, next, err
}

// withTargets adds the items that the user sees: everybody's, and the user's own where the notice is about these.
func (s *Service) withTargets(ctx context.Context, client *ent.Client, rows []*ent.Notification) ([]Entry, error) {
	type key struct {
		kind string
		own  bool
	}
	ids := map[key][]uuid.UUID{}
	for _, row := range rows {
		k := key{row.ItemType, s.kind(row.Kind).Own}
		ids[k] = append(ids[k], row.ItemID)
	}
	found := map[key]map[uuid.UUID]domain.Target{}
	for k, ids := range ids {
		kind, ok := s.items[k.kind]
		if !ok {
			continue
		}
		find := func() ([]domain.Target, error) { return kind.VisibleTargets(ctx, client, s.db.Dialect, ids) }
		if k.own {
			find = func() ([]domain.Target, error) { return kind.Targets(ctx, client, ids) }
		}
		targets, err := find()
		if err != nil {
			return nil, err
		}
		found[k] = map[uuid.UUID]domain.Target{}
		for _, t := range targets {
			found[k][t.ID] = t
		}
	}
	reasons, err := moderation.Reasons(ctx, client, decisionsOf(rows))
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(rows))
	for _, row := range rows {
		kind := s.kind(row.Kind)
		if kind.Anonymous {
			row.Edges.Actor = nil
		}
		target, ok := found[key{row.ItemType, kind.Own}][row.ItemID]
		isOwn := target.Owner != nil && target.Owner.ID == row.UserID
		switch {
		case row.Kind == access.NoticeKind:
			target = domain.Target{Path: "/settings"}
		case row.Kind == ring.NoticeKind:
			target = domain.Target{Path: "/fair#held"}
		case row.Kind == moderation.NoticeKind: // also of what is deleted
			if target.Owner != nil && target.Owner.ID != row.UserID {
				target = domain.Target{}
			}
		case row.Kind == moderation.ReportNoticeKind && !ok: // without the title of what is hidden
			target = domain.Target{Path: "/moderation"}
		case !ok, kind.Own && !isOwn:
			continue
		}
		entries = append(entries, Entry{row, target, reasons[row.Source]})
	}
	return entries, nil
}

// decisionsOf returns the entries of the audit log that notifications are about.
func decisionsOf(rows []*ent.Notification) (ids []uuid.UUID) {
	for _, row := range rows {
		if row.Kind == moderation.NoticeKind {
			ids = append(ids, row.Source)
		}
	}
	return ids
}

// CountUnread counts the unread notifications of a user, up to maxUnread.
func (s *Service) CountUnread(ctx context.Context, userID uuid.UUID) (int, error) {
	ids, err := s.db.Client().Notification.Query().Where(notification.UserID(userID), notification.IsHead(true),
		notification.IsRead(false)).Limit(maxUnread).IDs(ctx)
	if err != nil {
		return 0, fmt.Errorf("count notifications: %w", err)
	}
	return len(ids), nil
}

// Read marks a notification of a user as read, so that the next one begins a new group. Fault: not found.
func (s *Service) Read(ctx context.Context, userID, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.Notification.Update().Where(notification.ID(id), notification.UserID(userID)).SetIsRead(true).
			ClearMailAt().Save(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.NotFound("NOTIFICATION_NOT_FOUND", "Notification not found")
		}
		return s.emitToOwn(ctx, tx, userID, id)
	})
	if err != nil {
		return fmt.Errorf("read a notification: %w", err)
	}
	return nil
}

// ReadAll marks all notifications of a user as read, in steps.
func (s *Service) ReadAll(ctx context.Context, userID uuid.UUID) error {
	for more := true; more; {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			ids, err := tx.Notification.Query().Where(notification.UserID(userID), notification.IsHead(true),
				notification.IsRead(false)).Limit(readBatch).IDs(ctx)
			if more = len(ids) == readBatch; err != nil || len(ids) == 0 {
				return err
			}
			if err := tx.Notification.Update().Where(notification.IDIn(ids...)).SetIsRead(true).ClearMailAt().
				Exec(ctx); err != nil {
				return err
			}
			return s.emitToOwn(ctx, tx, userID, uuid.Nil)
		})
		if err != nil {
			return fmt.Errorf("read all notifications: %w", err)
		}
	}
	return nil
}

const readBatch = 1000

// emitToOwn lets the user's other pages count again.
func (s *Service) emitToOwn(ctx context.Context, tx *ent.Client, userID, id uuid.UUID) error {
	return s.db.Emit(ctx, tx, event.Event{Kind: event.Changed, Item: event.Item{Type: itemType, ID: id}, Actor: userID,
		To: []uuid.UUID{userID}})
}

// Mutes returns what a user mutes, newest first.
func (s *Service) Mutes(ctx context.Context, userID uuid.UUID) ([]*ent.Mute, error) {
	mutes, err := s.db.Client().Mute.Query().Where(mute.UserID(userID)).Order(mute.ByID(newestFirst)).Limit(maxMutes).
		All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list mutes: %w", err)
	}
	return mutes, nil
}

// muteTypes are the types of items that users mute, by their words.
var muteTypes = map[string]string{"thread": forum.ThreadKind, "channel": forum.ChannelKind, "user": account.Kind}

// Mute ends notifications about a thread or a channel, or about what a user does. Faults: not found, denied for
// oneself, MUTES_FULL.
func (s *Service) Mute(ctx context.Context, userID uuid.UUID, kind string, id uuid.UUID) error {
	if id == userID {
		return fault.Denied("OWN_ACCOUNT", "You cannot mute yourself")
	}
	item, ok := s.items[muteTypes[kind]]
	if !ok {
		return fault.UnknownValue("type")
	}
	targets, err := item.VisibleTargets(ctx, s.db.Client(), s.db.Dialect, []uuid.UUID{id})
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return fault.NotFound("NOT_FOUND", "There is nothing here to mute")
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		exists, err := tx.User.Query().Where(user.ID(userID), user.DeletedAtIsNil(), s.db.ForUpdate).Exist(ctx)
		if err != nil || !exists {
			return err
		}
		had, err := tx.Mute.Query().Where(mute.UserID(userID)).Select(mute.FieldTargetID).All(ctx)
		if err != nil || slices.ContainsFunc(had, func(m *ent.Mute) bool { return m.TargetID == id }) {
			return err
		}
		if len(had) >= maxMutes {
			return fault.Blocked("MUTES_FULL", fmt.Sprintf("You mute %d things. End some mutes first.", maxMutes))
		}
		return tx.Mute.Create().SetID(store.NewID(s.now())).SetUserID(userID).SetTargetType(kind).SetTargetID(id).
			Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("mute: %w", err)
	}
	return nil
}

// Unmute ends a mute. It does nothing if there is none.
func (s *Service) Unmute(ctx context.Context, userID, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.Mute.Delete().Where(mute.UserID(userID), mute.TargetID(id)).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("unmute: %w", err)
	}
	return nil
}
