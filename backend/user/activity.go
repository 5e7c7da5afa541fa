package user

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/paging"
)

// Activity lists a user's activity, newest first: entries of these kinds, or of all kinds if none is given. Drafts are
// left out even for their owner. Fault: not found for an unknown user.
func (s *Service) Activity(ctx context.Context, id uuid.UUID, kinds []string, size int,
	token string) (entries []domain.ActivityEntry, next string, err error) {
	after, err := paging.Parse[domain.ActivityPosition](listActivity, token)
	if err != nil {
		return nil, "", err
	}
	if _, err := s.Get(ctx, id); err != nil {
		return nil, "", err
	}
	for _, kind := range s.activity {
		if len(kinds) > 0 && !slices.Contains(kinds, kind.Kind) {
			continue
		}
		found, err := kind.List(ctx, id, after, size+1)
		if err != nil {
			return nil, "", fmt.Errorf("activity %s: %w", kind.Kind, err)
		}
		for _, entry := range found {
			entry.Kind = kind.Kind
			entries = append(entries, entry)
		}
	}
	slices.SortFunc(entries, func(a, b domain.ActivityEntry) int {
		return cmp.Or(b.At.Compare(a.At), bytes.Compare(b.ID[:], a.ID[:]))
	})
	if len(entries) > size+1 {
		entries = entries[:size+1]
	}
	return paging.Cut(listActivity, entries, size, func(last domain.ActivityEntry) domain.ActivityPosition {
		return domain.ActivityPosition{At: last.At, ID: last.ID}
	})
}
