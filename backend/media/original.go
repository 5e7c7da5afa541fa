package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"uvboard/ent"
)

// Original opens the largest file there is of an upload; nil when the file has gone.
func (s *Service) Original(ctx context.Context, u *ent.Upload) (io.ReadCloser, error) {
	file, err := s.bucket.Open(ctx, u.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open an upload: %w", err)
	}
	return file, nil
}
