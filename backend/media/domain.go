package media

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/upload"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what uploads contribute to the board, whose origin is such as https://board.example. uses are the
// kinds of items that show uploads. Their domains
// must come first in the list of domains, because their erasure releases uploads.
func Domain(s *Service, origin string, setAvatar SetAvatar, uses []domain.UploadUse) domain.Domain {
	h, collector := NewHandler(s, setAvatar, uses), NewCollector(s)
	content := auth.Rule{Level: auth.User, Callers: auth.Apps, Limit: auth.LimitWrite}
	profile := auth.Rule{Level: auth.User, Callers: auth.Tokens, Limit: auth.LimitWrite}
	return domain.Domain{
		Name: "media",
		Services: []server.Service{server.Mount[uvboardv1connect.UploadServiceHandler](
			uvboardv1connect.NewUploadServiceHandler, &ticketService{s, origin})},
		Routes: []server.Route{
			{Method: http.MethodPost, Path: "/api/upload", Rule: content, Handle: h.Upload, MaxBody: MaxVideoBytes +
				formBytes, File: true},
			{Method: http.MethodPost, Path: "/api/blog/upload-cover", Rule: content, Handle: h.UploadCover,
				MaxBody: MaxImageBytes + formBytes, File: true},
			{Method: http.MethodPost, Path: "/api/users/{id}/profile-pic", Rule: profile, Handle: h.ProfilePicture,
				MaxBody: MaxImageBytes + formBytes, File: true},
			// The address is the permission. Put finds out whose it is.
			{Method: http.MethodPut, Path: ticketPath + "{secret}", Handle: h.Put, MaxBody: MaxImageBytes, File: true,
				Rule: auth.Rule{Level: auth.Public, Callers: auth.Apps, Limit: auth.LimitWrite}},
			{Method: http.MethodGet, Path: Prefix, Rule: auth.PublicFile, Handle: h.Serve, File: true},
		},
		Jobs: []jobs.Job{
			{Name: "remove uploads", Every: 10 * time.Second, Run: collector.Work, Due: collector.Due},
			{Name: "delete expired addresses for uploads", Every: time.Hour, Run: s.deleteTickets},
		},
		Checks: checks(uses),

		ErasePrivate: s.removeUploads,
		Erase: func(ctx context.Context, userID uuid.UUID) (bool, error) {
			return false, s.handOver(ctx, userID, owned(uses))
		},
		Owns: user.HasUploads(),
		Exports: []domain.Export{
			{Name: "uploads.json", About: "your images and videos: which file is which, and where it is shown",
				Of: "uploads.user_id", Content: true, Write: s.export},
			{Name: "upload-addresses.json", About: "addresses that take an image of yours, for ten minutes",
				Of: "upload_tickets.user_id", Private: true, Write: s.exportTickets},
			{Name: "uploads/", About: "the files in their largest size; camera metadata was removed from images when you uploaded them"},
		},
	}
}

// checks find unused uploads without a removal, used ones with a removal, and uses by missing items. The uploads of a
// deleted account are left to its erasure.
func checks(uses []domain.UploadUse) []domain.Check {
	const ordered = "(SELECT COUNT(*) FROM file_removals r WHERE r.id = CAST(u.id AS text) || '/')"
	const wanted = `CASE WHEN EXISTS (SELECT 1 FROM upload_uses p WHERE p.upload_id = u.id) THEN 0
		WHEN m.deleting IS NOT NULL THEN ` + ordered + ` ELSE 1 END`
	all := []domain.Check{
		{What: "removals of uploads", Query: "SELECT u.id, " + ordered + " AS stored, " + wanted +
			" AS counted FROM uploads u JOIN users m ON m.id = u.user_id"},
		{What: "uploads of avatars",
			Query: `SELECT m.id, (SELECT COUNT(*) FROM upload_uses s WHERE s.kind = 'user' AND s.target_id = m.id) AS stored,
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

const eraseBatch = 20

// owned are the uses by items that have an owner.
func owned(uses []domain.UploadUse) []domain.UploadUse {
	return slices.DeleteFunc(slices.Clone(uses), func(use domain.UploadUse) bool { return use.Ownerless })
}

// handOver gives the uploads of a deleted user that items of other users show, such as those of an admin who edited a
// project, to the owner of the first such item.
func (s *Service) handOver(ctx context.Context, userID uuid.UUID, uses []domain.UploadUse) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		for _, use := range uses {
			_, err := tx.ExecContext(ctx, `UPDATE uploads SET user_id = (SELECT t.user_id FROM upload_uses s JOIN `+
				use.Table+` t ON t.id = s.target_id
				WHERE s.upload_id = uploads.id AND s.kind = $2 ORDER BY s.id LIMIT 1)
				WHERE user_id = $1 AND EXISTS (SELECT 1 FROM upload_uses s WHERE s.upload_id = uploads.id AND s.kind = $2)`, userID, use.Kind)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// removeUploads removes the avatar and some uploads of a user that no item shows.
func (s *Service) removeUploads(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := s.Release(ctx, tx, Use{AvatarUse, userID}); err != nil {
			return err
		}
		ids, err := tx.Upload.Query().Where(upload.UserID(userID), upload.Not(upload.HasUses())).Order(upload.ByID()).
			Limit(eraseBatch).IDs(ctx)
		if err != nil {
			return err
		}
		more = len(ids) > 0
		return s.removeUnused(ctx, tx, ids)
	})
	return more, err
}
