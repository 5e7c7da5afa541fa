package media

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/user"
)

// Domain returns what uploads contribute to the board. It is listed after the domains whose content shows uploads, which
// release them when they are erased; uses are the kinds of that content.
func Domain(s *Service, setAvatar SetAvatar, uses []domain.UploadUse) domain.Domain {
	h, collector := NewHandler(s, setAvatar), NewCollector(s)
	write := auth.Rule{Level: auth.User, Limit: auth.LimitWrite}
	return domain.Domain{
		Name: "media",
		Routes: []server.Route{
			{Method: http.MethodPost, Path: "/api/upload", Rule: write, Handle: h.Upload},
			{Method: http.MethodPost, Path: "/api/users/{id}/profile-pic", Rule: write, Handle: h.ProfilePicture},
			{Method: http.MethodGet, Path: Prefix, Rule: auth.Rule{Level: auth.Public}, Handle: h.Serve},
		},
		Jobs:   []domain.Job{{Name: "remove uploads", Work: collector.Work, Release: collector.Release}},
		Checks: checks(uses),

		Erase: func(ctx context.Context, userID uuid.UUID) (bool, error) { return s.erase(ctx, userID, uses) }, Anonymise: s.anonymise, Owns: user.HasUploads(),
		Exports: []domain.Export{
			{Name: "uploads.json", About: "your images and videos: which file is which, and where it is shown", Write: s.export},
			{Name: "uploads/", About: "the files in their largest size; camera metadata was removed from images when you uploaded them"},
		},
	}
}

// checks find uploads that nothing shows and that will not be removed, uploads that will be removed although something shows
// them, and uses of what does not exist. The uploads of a deleted account are removed by its erasure.
func checks(uses []domain.UploadUse) []domain.Check {
	const ordered = "(SELECT COUNT(*) FROM file_removals r WHERE r.id = CAST(u.id AS text) || '/')"
	const wanted = `CASE WHEN EXISTS (SELECT 1 FROM upload_uses p WHERE p.upload_id = u.id) THEN 0
		WHEN m.deleting IS NOT NULL THEN ` + ordered + ` ELSE 1 END`
	all := []domain.Check{
		{What: "removals of uploads", Query: "SELECT u.id, " + ordered + " AS stored, " + wanted + " AS counted FROM uploads u JOIN users m ON m.id = u.user_id"},
		{What: "uploads of avatars", Query: `SELECT m.id, (SELECT COUNT(*) FROM upload_uses s WHERE s.kind = 'user' AND s.target_id = m.id) AS stored,
			(SELECT COUNT(*) FROM uploads u WHERE u.path = substr(m.avatar, 10) AND u.user_id = m.id) AS counted
			FROM users m WHERE m.deleting IS NULL`},
	}
	for _, use := range uses {
		all = append(all, domain.Check{What: "uploads of " + use.Table, Query: fmt.Sprintf(
			`SELECT s.target_id AS id, COUNT(*) AS stored, COUNT(t.id) AS counted
			FROM upload_uses s LEFT JOIN %s t ON t.id = s.target_id WHERE s.kind = '%s' GROUP BY s.target_id`, use.Table, use.Kind)})
	}
	return all
}

// eraseBatch is how many uploads one call of erase or anonymise removes.
const eraseBatch = 20

// erase removes the uploads of a deleted user. Those that content of others shows go to the owner of that content.
func (s *Service) erase(ctx context.Context, userID uuid.UUID, uses []domain.UploadUse) (more bool, err error) {
	if _, more, err = s.removeUploads(ctx, userID); err != nil || more {
		return more, err
	}
	return false, s.HandOver(ctx, userID, uses)
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
