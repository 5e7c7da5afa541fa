package media

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/ent"
	"uvboard/ent/fileremoval"
	"uvboard/ent/upload"
	"uvboard/ent/uploaduse"
)

// Gone is the error of Claim for an address whose upload is not kept any more.
type Gone struct{ Address string }

func (g Gone) Error() string { return "no upload at " + g.Address }

// Use is something that shows uploads. What shows an upload keeps it.
type Use struct {
	Kind string
	ID   uuid.UUID
}

// The kinds of uses.
const (
	ProjectUse = "project"
	AvatarUse  = "user"
)

// Claim changes what use shows from the addresses in had to those in shows, in the transaction that changes the target. New
// uploads of the editor are kept as long as use shows them; uploads that nothing shows any more are removed. Other addresses
// and uploads of others are ignored. Fails with Gone when a new upload has been removed, unless the editor is uuid.Nil.
func (s *Service) Claim(ctx context.Context, tx *ent.Client, editor uuid.UUID, use Use, had, shows []string) error {
	before, after := uploadIDs(had), uploadIDs(shows)
	if err := s.claim(ctx, tx, editor, use, without(after, before), shows); err != nil {
		return err
	}
	dropped := without(before, after)
	if len(dropped) == 0 {
		return nil
	}
	if _, err := tx.UploadUse.Delete().Where(uploaduse.TargetID(use.ID), uploaduse.Kind(use.Kind), uploaduse.UploadIDIn(dropped...)).Exec(ctx); err != nil {
		return fmt.Errorf("drop uploads: %w", err)
	}
	return s.removeUnused(ctx, tx, dropped)
}

func (s *Service) claim(ctx context.Context, tx *ent.Client, editor uuid.UUID, use Use, ids []uuid.UUID, shows []string) error {
	if len(ids) == 0 {
		return nil
	}
	// The collector locks the removal order before it removes an upload. Locking it here first makes sure that each upload
	// found below stays until the commit.
	orders := tx.FileRemoval.Query().Where(fileremoval.IDIn(folders(ids)...)).Order(fileremoval.ByID())
	uploads := tx.Upload.Query().Where(upload.IDIn(ids...)).Order(upload.ByID())
	if !s.db.IsSQLite() {
		orders, uploads = orders.ForUpdate(), uploads.ForUpdate()
	}
	if _, err := orders.IDs(ctx); err != nil {
		return fmt.Errorf("lock removals: %w", err)
	}
	found, err := uploads.All(ctx)
	if err != nil {
		return fmt.Errorf("claim uploads: %w", err)
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
		return fmt.Errorf("keep uploads: %w", err)
	}
	if err := tx.UploadUse.CreateBulk(uses...).Exec(ctx); err != nil {
		return fmt.Errorf("claim uploads: %w", err)
	}
	return nil
}

// gone names the first address of which there is no upload.
func gone(found []*ent.Upload, ids []uuid.UUID, shows []string) error {
	for _, address := range shows {
		id, ok := uploadID(address)
		there := slices.ContainsFunc(found, func(u *ent.Upload) bool { return u.ID == id })
		if ok && !there && slices.Contains(ids, id) {
			return Gone{address}
		}
	}
	return fault.Internal()
}

// Release ends a use, in the transaction that deletes its target. Uploads that nothing else shows are removed.
func (s *Service) Release(ctx context.Context, tx *ent.Client, use Use) error {
	var ids []uuid.UUID
	shown := tx.UploadUse.Query().Where(uploaduse.TargetID(use.ID), uploaduse.Kind(use.Kind))
	if err := shown.Select(uploaduse.FieldUploadID).Scan(ctx, &ids); err != nil {
		return fmt.Errorf("uploads in use: %w", err)
	}
	if _, err := tx.UploadUse.Delete().Where(uploaduse.TargetID(use.ID), uploaduse.Kind(use.Kind)).Exec(ctx); err != nil {
		return fmt.Errorf("uploads in use: %w", err)
	}
	return s.removeUnused(ctx, tx, ids)
}

// ReleaseProject ends a project's use and orders the removal of its card.
func (s *Service) ReleaseProject(ctx context.Context, tx *ent.Client, projectID uuid.UUID) error {
	// A card that is being drawn right now is written later.
	err := tx.FileRemoval.Create().SetID(Card(projectID)).SetDueAt(s.now().Add(straggle)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove a card: %w", err)
	}
	return s.Release(ctx, tx, Use{ProjectUse, projectID})
}

// removeUnused removes those of the uploads that nothing shows.
func (s *Service) removeUnused(ctx context.Context, tx *ent.Client, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	if !s.db.IsSQLite() { // when two uses of one upload end at the same time, the second has to see that it is the last
		if _, err := tx.Upload.Query().Where(upload.IDIn(ids...)).Order(upload.ByID()).ForUpdate().IDs(ctx); err != nil {
			return fmt.Errorf("lock uploads: %w", err)
		}
	}
	unused, err := tx.Upload.Query().Where(upload.IDIn(ids...), upload.Not(upload.HasUses())).Order(upload.ByID()).IDs(ctx)
	if err != nil {
		return fmt.Errorf("unused uploads: %w", err)
	}
	return s.remove(ctx, tx, unused)
}

// remove takes the rows of uploads away and orders their files to go.
func (s *Service) remove(ctx context.Context, tx *ent.Client, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	if _, err := tx.FileRemoval.Delete().Where(fileremoval.IDIn(folders(ids)...)).Exec(ctx); err != nil {
		return fmt.Errorf("order removals: %w", err)
	}
	orders := make([]*ent.FileRemovalCreate, len(ids))
	for i, name := range folders(ids) {
		orders[i] = tx.FileRemoval.Create().SetID(name).SetDueAt(s.now())
	}
	if err := tx.FileRemoval.CreateBulk(orders...).Exec(ctx); err != nil {
		return fmt.Errorf("order removals: %w", err)
	}
	if _, err := tx.Upload.Delete().Where(upload.IDIn(ids...)).Exec(ctx); err != nil {
		return fmt.Errorf("remove uploads: %w", err)
	}
	return nil
}

// uploadIDs are the uploads at addresses, each once.
func uploadIDs(addresses []string) []uuid.UUID {
	var ids []uuid.UUID
	for _, address := range addresses {
		if id, ok := uploadID(address); ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// uploadID is the upload at an address, in whatever width.
func uploadID(address string) (uuid.UUID, bool) {
	key, ok := strings.CutPrefix(address, Prefix)
	if !ok || !served.MatchString(key) {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(key[:strings.IndexByte(key, '/')])
	return id, err == nil
}

// without is what of ids is not among others.
func without(ids, others []uuid.UUID) []uuid.UUID {
	var left []uuid.UUID
	for _, id := range ids {
		if !slices.Contains(others, id) {
			left = append(left, id)
		}
	}
	return left
}

// Folder is where the files of an upload are, and the name of the order to remove them.
func Folder(id uuid.UUID) string { return id.String() + "/" }

func folders(ids []uuid.UUID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = Folder(id)
	}
	return names
}
