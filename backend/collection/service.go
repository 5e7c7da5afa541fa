// Package collection keeps the lists of projects that users make.
package collection

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/collection"
	"uvboard/ent/collectionitem"
	"uvboard/ent/predicate"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

// Kind is the type of collections, as in REST.
const Kind = "collection"

// picturesShown is how many projects the picture of a collection shows.
const picturesShown = 4

// Limits of the collections of a user and of the projects of each.
const (
	Max      = 100
	MaxItems = 100
)

// Service keeps collections.
type Service struct {
	db       *store.DB
	projects *project.Service
	now      func() time.Time
}

// NewService returns a service on db; now is the clock.
func NewService(db *store.DB, projects *project.Service, now func() time.Time) *Service {
	return &Service{db, projects, store.Clock(now)}
}

// Collection is a collection as somebody sees it.
type Collection struct {
	*ent.Collection
	Count int            // of its public projects
	Has   bool           // whether it has the project of the query
	Items []Item         // in order; nil in lists
	First []*ent.Project // in lists: the first of its public projects, with their title and images only
}

// Item is a project in a collection.
type Item struct {
	*ent.CollectionItem
	Project *ent.Project // nil if it is not public
}

func isPublic() predicate.Collection {
	return collection.And(collection.IsPublic(true), collection.HiddenAtIsNil())
}

func owns(caller *auth.Caller, c *ent.Collection) bool {
	return caller != nil && caller.UserID == c.UserID
}

func maySee(caller *auth.Caller, c *ent.Collection) bool {
	return owns(caller, c) || c.IsPublic && (c.HiddenAt == nil || caller.Moderates())
}

func errNotFound() error { return fault.NotFound("COLLECTION_NOT_FOUND", "Collection not found") }

// List returns the collections of a user, newest first: all of the caller's own, else the public ones. With a project,
// it says which have it.
func (s *Service) List(ctx context.Context, caller *auth.Caller, userID, projectID uuid.UUID, size int,
	token string) ([]Collection, string, error) {
	list := paging.ListName("collections", userID.String())
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().Collection.Query().Where(collection.UserID(userID))
	if caller == nil || caller.UserID != userID {
		query.Where(isPublic())
	}
	if from != nil {
		query.Where(collection.IDLT(*from))
	}
	rows, err := query.Order(collection.ByID(entsql.OrderDesc())).Limit(size + 1).WithOwner().All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list collections: %w", err)
	}
	rows, next, err := paging.Cut(list, rows, size, func(last *ent.Collection) uuid.UUID { return last.ID })
	if err != nil || len(rows) == 0 {
		return nil, "", err
	}
	if projectID != uuid.Nil {
		// a draft looks like an unknown project
		if _, err := s.projects.Get(ctx, caller, projectID); fault.IsNotFound(err) {
			projectID = uuid.Nil
		} else if err != nil {
			return nil, "", err
		}
	}
	all, err := s.withProjects(ctx, rows, projectID)
	return all, next, err
}

// withProjects adds the numbers of public projects with the first of them, and whether each collection has a project.
func (s *Service) withProjects(ctx context.Context, rows []*ent.Collection, projectID uuid.UUID) ([]Collection, error) {
	all, ids := make([]Collection, len(rows)), make([]uuid.UUID, len(rows))
	for i, c := range rows {
		all[i], ids[i] = Collection{Collection: c}, c.ID
	}
	items, err := s.db.Client().CollectionItem.Query().Where(collectionitem.CollectionIDIn(ids...), shown).
		Order(collectionitem.ByPosition(), collectionitem.ByID()).
		Select(collectionitem.FieldCollectionID, collectionitem.FieldProjectID).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("projects of collections: %w", err)
	}
	var first []*ent.CollectionItem
	var wanted []uuid.UUID
	for _, item := range items {
		c := &all[slices.Index(ids, item.CollectionID)]
		if c.Count++; c.Count <= picturesShown {
			first, wanted = append(first, item), append(wanted, item.ProjectID)
		}
	}
	found, err := s.db.Client().Project.Query().Where(entproject.IDIn(wanted...), entproject.IsPublic(true)).
		Select(entproject.FieldTitle, entproject.FieldCoverImage, entproject.FieldMedia).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("pictures of collections: %w", err)
	}
	for _, item := range first {
		if i := slices.IndexFunc(found, func(p *ent.Project) bool { return p.ID == item.ProjectID }); i >= 0 {
			c := &all[slices.Index(ids, item.CollectionID)]
			c.First = append(c.First, found[i])
		}
	}
	if projectID == uuid.Nil {
		return all, nil
	}
	var having []uuid.UUID
	err = s.db.Client().CollectionItem.Query().
		Where(collectionitem.CollectionIDIn(ids...), collectionitem.ProjectID(projectID)).
		Select(collectionitem.FieldCollectionID).Scan(ctx, &having)
	for _, id := range having {
		all[slices.Index(ids, id)].Has = true
	}
	return all, err
}

// shown matches items whose project everybody sees.
func shown(q *entsql.Selector) {
	p := entsql.Table(entproject.Table)
	q.Where(entsql.Exists(entsql.Select(p.C("id")).From(p).
		Where(entsql.And(entsql.ColumnsEQ(p.C("id"), q.C("project_id")), entsql.EQ(p.C("is_public"), true)))))
}

// Get returns a collection with its projects. Only the owner gets items whose project is not public. Fault: not found.
func (s *Service) Get(ctx context.Context, caller *auth.Caller, id uuid.UUID) (Collection, error) {
	row, err := s.db.Client().Collection.Query().Where(collection.ID(id)).WithOwner().Only(ctx)
	switch {
	case ent.IsNotFound(err) || err == nil && !maySee(caller, row):
		return Collection{}, errNotFound()
	case err != nil:
		return Collection{}, fmt.Errorf("get a collection: %w", err)
	}
	items, err := ordered(ctx, s.db.Client(), id)
	if err != nil || len(items) == 0 {
		return Collection{Collection: row}, err
	}
	ids := make([]uuid.UUID, len(items))
	for i, item := range items {
		ids[i] = item.ProjectID
	}
	found, err := s.projects.ListPublic(ctx, ids)
	if err != nil {
		return Collection{}, err
	}
	c := Collection{Collection: row, Count: len(found)}
	for _, item := range items {
		i := slices.IndexFunc(found, func(p *ent.Project) bool { return p.ID == item.ProjectID })
		if i >= 0 {
			c.Items = append(c.Items, Item{item, found[i]})
		} else if owns(caller, row) {
			c.Items = append(c.Items, Item{item, nil})
		}
	}
	return c, nil
}

func ordered(ctx context.Context, client *ent.Client, id uuid.UUID) ([]*ent.CollectionItem, error) {
	items, err := client.CollectionItem.Query().Where(collectionitem.CollectionID(id)).
		Order(collectionitem.ByPosition(), collectionitem.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("items of a collection: %w", err)
	}
	return items, nil
}

// Change has the fields of a collection to set. A nil one stays as it is.
type Change struct {
	Title, Description *string
	IsPublic           *bool
}

// clean returns the change with texts as they are stored.
func (in Change) clean() Change {
	if in.Title != nil {
		in.Title = new(store.ToOneLine(*in.Title))
	}
	if in.Description != nil {
		in.Description = new(strings.TrimSpace(store.Clean(*in.Description)))
	}
	return in
}

// Create makes a collection of the caller. Fault: COLLECTIONS_FULL.
func (s *Service) Create(ctx context.Context, caller *auth.Caller, in Change) (Collection, error) {
	in, now := in.clean(), s.now()
	id := store.NewID(now)
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		exists, err := tx.User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil(), s.db.ForUpdate).Exist(ctx)
		if err != nil {
			return err
		}
		if !exists {
			return auth.Admit(auth.User, nil)
		}
		n, err := tx.Collection.Query().Where(collection.UserID(caller.UserID)).Count(ctx)
		if err != nil {
			return err
		}
		if n >= Max {
			return fault.Blocked("COLLECTIONS_FULL", fmt.Sprintf("You have %d collections. Delete one to make another.",
				Max))
		}
		c, err := tx.Collection.Create().SetID(id).SetUserID(caller.UserID).SetTitle(*in.Title).
			SetNillableDescription(in.Description).
			SetNillableIsPublic(in.IsPublic).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		return s.check(ctx, tx, nil, c, nil)
	})
	if err != nil {
		return Collection{}, fmt.Errorf("create a collection: %w", err)
	}
	return s.Get(ctx, caller, id)
}

// Update changes a collection. Faults: not found; denied unless the caller is the owner.
func (s *Service) Update(ctx context.Context, caller *auth.Caller, id uuid.UUID, in Change) (Collection, error) {
	in = in.clean()
	err := s.change(ctx, caller, id, func(ctx context.Context, tx *ent.Client, was *ent.Collection) error {
		update := tx.Collection.UpdateOneID(id).SetNillableTitle(in.Title).SetNillableDescription(in.Description).
			SetNillableIsPublic(in.IsPublic).SetUpdatedAt(s.now())
		is, err := update.Save(ctx)
		if err != nil {
			return err
		}
		notes, err := ordered(ctx, tx, id)
		if err != nil {
			return err
		}
		return s.check(ctx, tx, publicTexts(was, notes), is, notes)
	})
	if err != nil {
		return Collection{}, fmt.Errorf("update a collection: %w", err)
	}
	return s.Get(ctx, caller, id)
}

// publicTexts returns what the owner of a collection has written, nil unless it is public.
func publicTexts(c *ent.Collection, items []*ent.CollectionItem) []secrets.Text {
	if !c.IsPublic {
		return nil
	}
	all := secrets.Texts("title", c.Title, "description", c.Description)
	for _, item := range items {
		all = append(all, secrets.Texts("note", item.Note)...)
	}
	return all
}

// check looks for keys in a collection that has changed. Fault: SECRET_FOUND.
func (s *Service) check(ctx context.Context, tx *ent.Client, was []secrets.Text, is *ent.Collection,
	items []*ent.CollectionItem) error {
	return secrets.Check(ctx, s.db, tx, event.Item{Type: Kind, ID: is.ID}, s.now(), was, publicTexts(is, items))
}

// Delete deletes a collection. Faults: as Update.
func (s *Service) Delete(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	err := s.change(ctx, caller, id, func(ctx context.Context, tx *ent.Client, _ *ent.Collection) error {
		return tx.Collection.DeleteOneID(id).Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("delete a collection: %w", err)
	}
	return nil
}

// change runs do with the locked collection of the caller.
func (s *Service) change(ctx context.Context, caller *auth.Caller, id uuid.UUID,
	do func(ctx context.Context, tx *ent.Client, c *ent.Collection) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		c, err := tx.Collection.Query().Where(collection.ID(id), s.db.ForUpdate).Only(ctx)
		switch {
		case ent.IsNotFound(err) || err == nil && !maySee(caller, c):
			return errNotFound()
		case err != nil:
			return err
		case !owns(caller, c):
			return fault.Denied("NOT_OWNER", "You can only change your own collections")
		}
		return do(ctx, tx, c)
	})
}

// SetItem adds a public project to a collection, or changes its note or its place, from 1. A nil note and place stay as
// they are; a new project is last. Faults: as Update; COLLECTION_FULL.
func (s *Service) SetItem(ctx context.Context, caller *auth.Caller, id, projectID uuid.UUID, note *string,
	place *int) (Collection, error) {
	if note != nil {
		note = new(store.ToOneLine(*note))
	}
	err := s.change(ctx, caller, id, func(ctx context.Context, tx *ent.Client, c *ent.Collection) error {
		items, err := ordered(ctx, tx, id)
		if err != nil {
			return err
		}
		was := publicTexts(c, items)
		at := slices.IndexFunc(items, func(item *ent.CollectionItem) bool { return item.ProjectID == projectID })
		if at < 0 {
			item, err := s.add(ctx, tx, id, projectID, len(items))
			if err != nil {
				return err
			}
			at, items = len(items), append(items, item)
		}
		item := items[at]
		if note != nil {
			item.Note = *note
			if err := tx.CollectionItem.UpdateOneID(item.ID).SetNote(*note).Exec(ctx); err != nil {
				return err
			}
			if err := s.check(ctx, tx, was, c, items); err != nil {
				return err
			}
		}
		if place != nil {
			items = slices.Delete(items, at, at+1)
			items = slices.Insert(items, min(*place-1, len(items)), item)
		}
		for i, item := range items {
			if item.Position != i+1 {
				if err := tx.CollectionItem.UpdateOneID(item.ID).SetPosition(i + 1).Exec(ctx); err != nil {
					return err
				}
			}
		}
		return tx.Collection.UpdateOneID(id).SetUpdatedAt(s.now()).Exec(ctx)
	})
	if err != nil {
		return Collection{}, fmt.Errorf("set an item of a collection: %w", err)
	}
	return s.Get(ctx, caller, id)
}

// add adds a project to a locked collection that has n.
func (s *Service) add(ctx context.Context, tx *ent.Client, id, projectID uuid.UUID,
	n int) (*ent.CollectionItem, error) {
	isPublic, err := tx.Project.Query().Where(entproject.ID(projectID), entproject.IsPublic(true)).Exist(ctx)
	switch {
	case err != nil:
		return nil, err
	case !isPublic:
		return nil, fault.NotFound("PROJECT_NOT_FOUND", "Project not found")
	case n >= MaxItems:
		return nil, fault.Blocked("COLLECTION_FULL",
			fmt.Sprintf("This collection has %d projects. Remove one to add another.", MaxItems))
	}
	now := s.now()
	return tx.CollectionItem.Create().SetID(store.NewID(now)).SetCollectionID(id).SetProjectID(projectID).
		SetPosition(n + 1).SetCreatedAt(now).Save(ctx)
}

// RemoveItem removes a project from a collection and returns what it was; nil if it was not there. Faults: as Update.
func (s *Service) RemoveItem(ctx context.Context, caller *auth.Caller,
	id, projectID uuid.UUID) (removed *ent.CollectionItem, err error) {
	err = s.change(ctx, caller, id, func(ctx context.Context, tx *ent.Client, _ *ent.Collection) error {
		items, err := ordered(ctx, tx, id)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(items, func(item *ent.CollectionItem) bool { return item.ProjectID == projectID })
		if at < 0 {
			return nil
		}
		removed = items[at]
		removed.Position = at + 1 // without the gaps that others have left
		if err := tx.CollectionItem.DeleteOneID(removed.ID).Exec(ctx); err != nil {
			return err
		}
		return tx.Collection.UpdateOneID(id).SetUpdatedAt(s.now()).Exec(ctx)
	})
	if err != nil {
		return nil, fmt.Errorf("remove an item of a collection: %w", err)
	}
	return removed, nil
}

// setHidden hides a collection from all but its owner and admins, or shows it again.
func (s *Service) setHidden(ctx context.Context, tx *ent.Client, id uuid.UUID, hidden bool) (changed bool, err error) {
	c, err := tx.Collection.Query().Where(collection.ID(id), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return false, errNotFound()
	}
	if err != nil || hidden == (c.HiddenAt != nil) {
		return false, err
	}
	update := tx.Collection.UpdateOneID(id).ClearHiddenAt()
	if hidden {
		update = tx.Collection.UpdateOneID(id).SetHiddenAt(s.now())
	}
	if err := update.Exec(ctx); err != nil {
		return false, fmt.Errorf("hide a collection: %w", err)
	}
	return true, s.db.Emit(ctx, tx, event.Event{Kind: event.HiddenOrShown(hidden), Item: event.Item{Type: Kind, ID: id},
		Public: c.IsPublic})
}
