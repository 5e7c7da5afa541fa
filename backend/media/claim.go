package media

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/upload"
)

// Claim says which uploads a project shows, in the transaction that changes the project: those of the member's uploads
// that urls name become the project's, and what was the project's and is not named any more no longer is. Other
// addresses, and uploads of others, are nobody's business here.
func (s *Service) Claim(ctx context.Context, tx *ent.Client, userID, projectID uuid.UUID, urls []string) error {
	paths := make([]string, 0, len(urls))
	for _, url := range urls {
		if path, ok := strings.CutPrefix(url, Prefix); ok {
			paths = append(paths, path)
		}
	}
	err := tx.Upload.Update().
		Where(upload.ProjectID(projectID), upload.PathNotIn(paths...)).
		ClearProjectID().Exec(ctx)
	if err == nil && len(paths) > 0 {
		err = tx.Upload.Update().
			Where(upload.UserID(userID), upload.PathIn(paths...)).
			SetProjectID(projectID).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("claim uploads: %w", err)
	}
	return nil
}

// ReleaseProject deletes the uploads of a project in the transaction that deletes the project, and returns the files to
// give to DeleteFiles once that has succeeded. The upload at the address kept stays.
func (s *Service) ReleaseProject(ctx context.Context, tx *ent.Client, projectID uuid.UUID, kept string) ([]string, error) {
	released := upload.And(upload.ProjectID(projectID), upload.PathNEQ(strings.TrimPrefix(kept, Prefix)))
	uploads, err := tx.Upload.Query().Where(released).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("uploads of a project: %w", err)
	}
	var files []string
	for _, u := range uploads {
		files = append(files, keys(u)...)
	}
	if _, err := tx.Upload.Delete().Where(released).Exec(ctx); err != nil {
		return nil, fmt.Errorf("delete uploads of a project: %w", err)
	}
	return files, nil
}
