package media

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/user"
)

// Domain returns what uploads contribute to the board. It is listed after the domains whose content shows uploads, which
// release them when they are erased.
func Domain(s *Service, setAvatar SetAvatar) domain.Domain {
	h, collector := NewHandler(s, setAvatar), NewCollector(s)
	write := auth.Rule{Level: auth.User, Limit: auth.LimitWrite}
	return domain.Domain{
		Name: "media",
		Routes: []server.Route{
			{Method: http.MethodPost, Path: "/api/upload", Rule: write, Handle: h.Upload},
			{Method: http.MethodPost, Path: "/api/users/{id}/profile-pic", Rule: write, Handle: h.ProfilePicture},
			{Method: http.MethodGet, Path: Prefix, Rule: auth.Rule{Level: auth.Public}, Handle: h.Serve},
		},
		Jobs:  []domain.Job{{Name: "remove uploads", Work: collector.Work, Release: collector.Release}},
		Erase: s.erase, Anonymise: s.anonymise, Owns: user.HasUploads(),
		Exports: []domain.Export{
			{Name: "uploads.json", About: "your images and videos: which file is which, and where it is shown", Write: s.export},
			{Name: "uploads/", About: "the files in their largest size; camera metadata was removed from images when you uploaded them"},
		},
	}
}

// eraseBatch is how many uploads one call of erase or anonymise removes.
const eraseBatch = 20

// erase removes the uploads of a deleted user. Those that content of others shows go to the owner of that content.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	if _, more, err = s.removeUploads(ctx, userID); err != nil || more {
		return more, err
	}
	return false, s.HandOver(ctx, userID)
}

// anonymise removes the uploads of a deleted user that no content shows, the avatar included.
func (s *Service) anonymise(ctx context.Context, u *ent.User, _ uuid.UUID) (next uuid.UUID, more bool, err error) {
	return s.removeUploads(ctx, u.ID)
}

func (s *Service) removeUploads(ctx context.Context, userID uuid.UUID) (next uuid.UUID, more bool, err error) {
	if err := s.ReleaseAvatar(ctx, userID); err != nil {
		return uuid.Nil, false, err
	}
	n, err := s.RemoveUnused(ctx, userID, eraseBatch)
	return uuid.Nil, n > 0, err
}
