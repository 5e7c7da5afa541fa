package media

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/fileremoval"
	"uvboard/ent/upload"
	"uvboard/ent/uploaduse"
)

// Gone is the error of Claim for the address of an upload that has been removed.
type Gone struct{ Address string }

func (g Gone) Error() string { return "no upload at " + g.Address }

// Use identifies an item that shows uploads. Its uploads are kept as long as it shows them.
type Use struct {
	Kind string // as in domain.UploadUse
	ID   uuid.UUID
}

// AvatarUse is the kind of use of a user's avatar.
const AvatarUse = "user"

// Claim changes the uploads that an item shows from the addresses in had to those in shows, in the transaction that
// changes the item. New uploads must be the editor's; others, and addresses of other sites, are ignored. Uploads that
// no item shows any more are removed. If a new upload has been removed, Claim fails with Gone, unless editor is
// uuid.Nil.
func (s *Service) Claim(ctx context.Context, tx *ent.Client, editor uuid.UUID, use Use, had, shows []string) error {
	before, after := uploadIDs(had), uploadIDs(shows)
	if err := s.claim(ctx, tx, editor, use, without(after, before), shows); err != nil {
		return err
	}
	dropped := without(before, after)
	if len(dropped) == 0 {
		return nil
	}
	if _, err := tx.UploadUse.Delete().Where(uploaduse.TargetID(use.ID), uploaduse.Kind(use.Kind),
		uploaduse.UploadIDIn(dropped...)).Exec(ctx); err != nil {
		return err
	}
	return s.removeUnused(ctx, tx, dropped)
}

func (s *Service) claim(ctx context.Context, tx *ent.Client, editor uuid.UUID, use Use, ids []uuid.UUID,
	shows []string) error {
	if len(ids) == 0 {
		return nil
	}
	// The collector locks a removal before it deletes the upload. If the removals are locked first, each upload that is
	// found stays until the commit.
	if _, err := tx.FileRemoval.Query().Where(fileremoval.IDIn(folders(ids)...), s.db.ForUpdate).
		Order(fileremoval.ByID()).IDs(ctx); err != nil {
		return err
	}
	found, err := tx.Upload.Query().Where(upload.IDIn(ids...), s.db.ForUpdate).Order(upload.ByID()).All(ctx)
	if err != nil {
		return err
	}
	if len(found) < len(ids) && editor != uuid.Nil {
		return gone(found, ids, shows)
	}
	var own []uuid.UUID
	var uses []*ent.UploadUseCreate
	for _, u := range found {
		if u.UserID == editor {
			own = append(own, u.ID)
			uses = append(uses, tx.UploadUse.Create().SetKind(use.Kind).SetTargetID(use.ID).SetUploadID(u.ID))
		}
	}
	if len(own) == 0 {
		return nil
	}
	if _, err := tx.FileRemoval.Delete().Where(fileremoval.IDIn(folders(own)...)).Exec(ctx); err != nil {
		return err
	}
	return tx.UploadUse.CreateBulk(uses...).Exec(ctx)
}

func gone(found []*ent.Upload, ids []uuid.UUID, shows []string) error {
	for _, address := range shows {
		id, ok := uploadID(address)
		exists := slices.ContainsFunc(found, func(u *ent.Upload) bool { return u.ID == id })
		if ok && !exists && slices.Contains(ids, id) {
			return Gone{address}
		}
	}
	return fault.Internal()
}

// Release ends a use, in the transaction that deletes the item. Uploads that no other item shows are removed.
func (s *Service) Release(ctx context.Context, tx *ent.Client, use Use) error {
	var ids []uuid.UUID
	shown := tx.UploadUse.Query().Where(uploaduse.TargetID(use.ID), uploaduse.Kind(use.Kind))
	if err := shown.Select(uploaduse.FieldUploadID).Scan(ctx, &ids); err != nil {
		return err
	}
	if _, err := tx.UploadUse.Delete().Where(uploaduse.TargetID(use.ID), uploaduse.Kind(use.Kind)).
		Exec(ctx); err != nil {
		return err
	}
	return s.removeUnused(ctx, tx, ids)
}

// RemoveCard removes the preview image of an item, in the transaction that deletes the item.
func (s *Service) RemoveCard(ctx context.Context, tx *ent.Client, item uuid.UUID) error {
	// A request may still be drawing it.
	return tx.FileRemoval.Create().SetID(Card(item)).SetDueAt(s.now().Add(straggle)).Exec(ctx)
}

// removeUnused removes those of the uploads that no item shows.
func (s *Service) removeUnused(ctx context.Context, tx *ent.Client, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	// Lock first: if two uses of one upload end at the same time, the second must see that it is the last.
	if _, err := tx.Upload.Query().Where(upload.IDIn(ids...), s.db.ForUpdate).Order(upload.ByID()).
		IDs(ctx); err != nil {
		return err
	}
	unused, err := tx.Upload.Query().Where(upload.IDIn(ids...), upload.Not(upload.HasUses())).Order(upload.ByID()).
		IDs(ctx)
	if err != nil || len(unused) == 0 {
		return err
	}
	// Delete the rows now; the collector deletes the files.
	if _, err := tx.FileRemoval.Delete().Where(fileremoval.IDIn(folders(unused)...)).Exec(ctx); err != nil {
		return err
	}
	removals := make([]*ent.FileRemovalCreate, len(unused))
	for i, name := range folders(unused) {
		removals[i] = tx.FileRemoval.Create().SetID(name).SetDueAt(s.now())
	}
	if err := tx.FileRemoval.CreateBulk(removals...).Exec(ctx); err != nil {
		return err
	}
	_, err = tx.Upload.Delete().Where(upload.IDIn(unused...)).Exec(ctx)
	return err
}

func uploadIDs(addresses []string) []uuid.UUID {
	var ids []uuid.UUID
	for _, address := range addresses {
		if id, ok := uploadID(address); ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// uploadID returns the upload at an address of any of its renditions.
func uploadID(address string) (uuid.UUID, bool) {
	a, ok := parseAddress(address)
	return store.ParseID(a.id), ok
}

func without(ids, others []uuid.UUID) []uuid.UUID {
	return slices.DeleteFunc(slices.Clone(ids), func(id uuid.UUID) bool { return slices.Contains(others, id) })
}

// Folder returns the folder of an upload's files, which is also the id of their removal.
func Folder(id uuid.UUID) string { return id.String() + "/" }

func folders(ids []uuid.UUID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = Folder(id)
	}
	return names
}
