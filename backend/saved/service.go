// Package saved keeps the items that users save to find them again.
package saved

import (
	"context"
	"fmt"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/saveditem"
	"uvboard/ent/user"
)

// Max limits the items that a user saves, because the search reads them all.
const Max = 5000

// Service saves items.
type Service struct {
	db    *store.DB
	kinds map[string]domain.ItemKind
	now   func() time.Time
}

// NewService returns a service for items of these kinds, by type; now is the clock.
func NewService(db *store.DB, kinds map[string]domain.ItemKind, now func() time.Time) *Service {
	return &Service{db: db, kinds: kinds, now: store.Clock(now)}
}

// Item is a saved item.
type Item struct {
	*ent.SavedItem
	Target *domain.Target // nil if it has been hidden or deleted
}

// Query selects items of a user. Empty fields select all.
type Query struct {
	Type, Label string
	Text        string // in the title or the label, in upper or lower case
	IDs         []uuid.UUID
}

// List returns what a user has saved, newest first.
func (s *Service) List(ctx context.Context, userID uuid.UUID, q Query, size int,
	token string) (items []Item, next string, err error) {
	text := strings.ToLower(strings.TrimSpace(q.Text))
	list := paging.ListName("saved", q.Type, q.Label, text)
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	where := []predicate.SavedItem{saveditem.UserID(userID)}
	if q.Type != "" {
		where = append(where, saveditem.TargetType(q.Type))
	}
	if q.Label != "" {
		where = append(where, saveditem.LabelEQ(q.Label))
	}
	if text != "" {
		where = append(where, saveditem.Or(saveditem.TitleKeyContains(letters.Fold(text)),
			saveditem.LabelContainsFold(text)))
	}
	if len(q.IDs) > 0 {
		where = append(where, saveditem.TargetIDIn(q.IDs...))
	}
	if from != nil {
		where = append(where, saveditem.IDLT(*from))
	}
	rows, err := s.db.Client().SavedItem.Query().Where(where...).Order(saveditem.ByID(entsql.OrderDesc())).
		Limit(size + 1).All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list saved items: %w", err)
	}
	rows, next, err = paging.Cut(list, rows, size, func(last *ent.SavedItem) uuid.UUID { return last.ID })
	if err != nil {
		return nil, "", err
	}
	items, err = s.withTargets(ctx, rows)
	return items, next, err
}

// withTargets adds the visible targets: two queries for each type.
func (s *Service) withTargets(ctx context.Context, rows []*ent.SavedItem) ([]Item, error) {
	ids := map[string][]uuid.UUID{}
	for _, row := range rows {
		ids[row.TargetType] = append(ids[row.TargetType], row.TargetID)
	}
	targets := map[uuid.UUID]*domain.Target{}
	for kind, ids := range ids {
		found, err := s.kinds[kind].VisibleTargets(ctx, s.db.Client(), s.db.Dialect, ids)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			targets[t.ID] = &t
		}
	}
	items := make([]Item, len(rows))
	for i, row := range rows {
		items[i] = Item{row, targets[row.TargetID]}
	}
	return items, nil
}

// Labels returns the labels that a user uses, in the order of the alphabet.
func (s *Service) Labels(ctx context.Context, userID uuid.UUID) ([]string, error) {
	labels, err := s.db.Client().SavedItem.Query().Where(saveditem.UserID(userID), saveditem.LabelNEQ("")).Unique(true).
		Order(saveditem.ByLabel()).Select(saveditem.FieldLabel).Strings(ctx)
	if err != nil {
		return nil, fmt.Errorf("labels of saved items: %w", err)
	}
	return labels, nil
}

// Save saves an item for a user, or changes its label; a nil label keeps it. Faults: not found, SAVED_FULL.
func (s *Service) Save(ctx context.Context, userID uuid.UUID, kind string, id uuid.UUID, label *string) (Item, error) {
	k, ok := s.kinds[kind]
	if !ok {
		return Item{}, fault.UnknownValue("type")
	}
	targets, err := k.VisibleTargets(ctx, s.db.Client(), s.db.Dialect, []uuid.UUID{id})
	if err != nil {
		return Item{}, err
	}
	if len(targets) == 0 {
		return Item{}, fault.NotFound("NOT_FOUND", k.Noun+" not found")
	}
	if label != nil {
		*label = strings.TrimSpace(*label)
	}
	var row *ent.SavedItem
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		exists, err := tx.User.Query().Where(user.ID(userID), user.DeletedAtIsNil(), s.db.ForUpdate).Exist(ctx)
		if err != nil {
			return err
		}
		if !exists {
			return fault.NotFound("USER_NOT_FOUND", "User not found")
		}
		row, err = tx.SavedItem.Query().Where(saveditem.UserID(userID), saveditem.TargetType(kind),
			saveditem.TargetID(id)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return s.add(ctx, tx, userID, kind, targets[0], label, &row)
		case err != nil:
			return err
		case label == nil || *label == row.Label:
			return nil
		}
		row, err = row.Update().SetLabel(*label).Save(ctx)
		return err
	})
	if err != nil {
		return Item{}, fmt.Errorf("save an item: %w", err)
	}
	return Item{row, &targets[0]}, nil
}

func (s *Service) add(ctx context.Context, tx *ent.Client, userID uuid.UUID, kind string, target domain.Target,
	label *string, row **ent.SavedItem) error {
	n, err := tx.SavedItem.Query().Where(saveditem.UserID(userID)).Count(ctx)
	if err != nil {
		return err
	}
	if n >= Max {
		return fault.Blocked("SAVED_FULL", fmt.Sprintf("You have saved %d items. Remove some to save more.", Max))
	}
	now := s.now()
	*row, err = tx.SavedItem.Create().SetID(store.NewID(now)).SetUserID(userID).SetTargetType(kind).
		SetTargetID(target.ID).
		SetNillableLabel(label).SetTitleKey(letters.Fold(target.Title)).SetCreatedAt(now).Save(ctx)
	return err
}

// Unsave removes an item from what a user has saved. It does nothing if it is not there.
func (s *Service) Unsave(ctx context.Context, userID uuid.UUID, kind string, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.SavedItem.Delete().Where(saveditem.UserID(userID), saveditem.TargetType(kind),
			saveditem.TargetID(id)).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove a saved item: %w", err)
	}
	return nil
}
