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
	"uvboard/ent/projectupload"
	"uvboard/ent/upload"
)

// Gone is the error of Claim for an address whose upload is not kept any more.
type Gone struct{ Address string }

func (g Gone) Error() string { return "no upload at " + g.Address }

// Claim brings what a project shows from the addresses had to those of shows, in the transaction that changes the project.
// What is new and the editor's own is kept as long as the project shows it; what nothing shows any more goes. Other
// addresses, and uploads of others, are nobody's business here. Fails with Gone when an upload that is new has been
// removed meanwhile, unless nobody is the editor.
func (s *Service) Claim(ctx context.Context, tx *ent.Client, editor, projectID uuid.UUID, had, shows []string) error {
	before, after := uploadIDs(had), uploadIDs(shows)
	if err := s.claim(ctx, tx, editor, projectID, without(after, before), shows); err != nil {
		return err
	}
	dropped := without(before, after)
	if len(dropped) == 0 {
		return nil
	}
	if _, err := tx.ProjectUpload.Delete().Where(projectupload.ProjectID(projectID), projectupload.UploadIDIn(dropped...)).Exec(ctx); err != nil {
		return fmt.Errorf("drop uploads: %w", err)
	}
	return s.release(ctx, tx, dropped)
}

func (s *Service) claim(ctx context.Context, tx *ent.Client, editor, projectID uuid.UUID, ids []uuid.UUID, shows []string) error {
	if len(ids) == 0 {
		return nil
	}
	// Whoever removes an upload locks the order to do so first. So the order is waited for here, and then the upload is
	// there to stay, or gone.
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
	var uses []*ent.ProjectUploadCreate
	for _, u := range found {
		if u.UserID == editor {
			own = append(own, u.ID)
			uses = append(uses, tx.ProjectUpload.Create().SetProjectID(projectID).SetUploadID(u.ID))
		}
	}
	if len(own) == 0 {
		return nil
	}
	if _, err := tx.FileRemoval.Delete().Where(fileremoval.IDIn(folders(own)...)).Exec(ctx); err != nil {
		return fmt.Errorf("keep uploads: %w", err)
	}
	if err := tx.ProjectUpload.CreateBulk(uses...).Exec(ctx); err != nil {
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

// ReleaseProject lets go of everything that a project shows, in the transaction that deletes the project.
func (s *Service) ReleaseProject(ctx context.Context, tx *ent.Client, projectID uuid.UUID) error {
	var ids []uuid.UUID
	shown := tx.ProjectUpload.Query().Where(projectupload.ProjectID(projectID))
	if err := shown.Select(projectupload.FieldUploadID).Scan(ctx, &ids); err != nil {
		return fmt.Errorf("uploads of a project: %w", err)
	}
	if _, err := tx.ProjectUpload.Delete().Where(projectupload.ProjectID(projectID)).Exec(ctx); err != nil {
		return fmt.Errorf("uploads of a project: %w", err)
	}
	// A card that is being drawn right now is written later.
	err := tx.FileRemoval.Create().SetID(Card(projectID)).SetDueAt(s.now().Add(straggle)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove a card: %w", err)
	}
	return s.release(ctx, tx, ids)
}

// release removes those of the uploads that nothing shows: no project, and not their owner as an avatar.
func (s *Service) release(ctx context.Context, tx *ent.Client, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	// Of two projects that let go of the same upload at the same time one has to see that it is the last.
	q := tx.Upload.Query().Where(upload.IDIn(ids...)).Order(upload.ByID())
	if !s.db.IsSQLite() {
		q = q.ForUpdate()
	}
	uploads, err := q.WithUser().All(ctx)
	if err != nil {
		return fmt.Errorf("release uploads: %w", err)
	}
	var shown []uuid.UUID
	if err := tx.ProjectUpload.Query().Where(projectupload.UploadIDIn(ids...)).Select(projectupload.FieldUploadID).Scan(ctx, &shown); err != nil {
		return fmt.Errorf("who shows uploads: %w", err)
	}
	var unused []uuid.UUID
	for _, u := range uploads {
		if u.Edges.User.Avatar != Address(u) && !slices.Contains(shown, u.ID) {
			unused = append(unused, u.ID)
		}
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
