package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
)

// served matches the names of the files that the server serves: the largest rendition of an image with its width,
// smaller renditions, and videos.
var served = regexp.MustCompile(
	`^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:(?:([1-9][0-9]{0,4})x[1-9][0-9]{0,4}|w[1-9][0-9]{1,3})\.(jpg|png)|[1-9][0-9]{0,4}x[1-9][0-9]{0,4}\.(?:jpg|png)\.(gif|webp)|video\.(mp4|webm))$`)

var contentTypes = map[string]string{"jpg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
	"mp4": "video/mp4", "webm": "video/webm"}

type address struct {
	key       string // in the bucket
	id        string
	width     int // 0 unless it is the largest rendition of an image
	extension string
}

func parseAddress(text string) (a address, ok bool) {
	key, isUpload := strings.CutPrefix(text, Prefix)
	parts := served.FindStringSubmatch(key)
	if !isUpload || parts == nil {
		return address{}, false
	}
	width, _ := strconv.Atoi(parts[2]) // at most five digits, or none
	return address{key: key, id: parts[1], width: width, extension: parts[3] + parts[4] + parts[5]}, true
}

// Still returns the address of the still image of an animation, /uploads/<id>/<W>x<H>.png of <W>x<H>.png.gif, and other
// addresses as they are.
func Still(address string) string {
	for _, format := range []string{".gif", ".webp"} {
		if still, ok := strings.CutSuffix(address, format); ok {
			return still
		}
	}
	return address
}

// SrcSet lists the renditions of an image for the srcset attribute, smallest first. It is empty for an address of
// another site.
func SrcSet(text string) string {
	text = Still(text)
	a, ok := parseAddress(text)
	if !ok || a.width == 0 {
		return ""
	}
	var set []string
	for _, width := range slices.Backward(ladder) {
		if width < a.width {
			set = append(set, fmt.Sprintf("%s%s %dw", Prefix, smaller(a.id, width, a.extension), width))
		}
	}
	return strings.Join(append(set, fmt.Sprintf("%s %dw", text, a.width)), ", ")
}

// After content is hidden, its images stay in caches for up to five minutes. With a shorter time, browsers would
// request the same images again during a visit.
const (
	publicCaching  = "public, max-age=300, immutable" // the file itself never changes
	privateCaching = "no-store"
)

// Serve is GET /uploads/…: a file, whole or in ranges. A file that no public content shows is only for its uploader,
// the owners of the content that shows it, and admins.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	notFound := fault.NotFound("NOT_FOUND", "There is nothing at this path.")
	a, ok := parseAddress(r.URL.Path)
	if !ok {
		return notFound
	}
	caching, err := h.caching(r.Context(), store.ParseID(a.id))
	if err != nil {
		return fmt.Errorf("who may see an upload: %w", err)
	}
	if caching == "" {
		return notFound
	}
	header := w.Header()
	header.Set("Cache-Control", caching)
	header.Set("ETag", strconv.Quote(a.key))
	if httpcontent.Matches(r.Header.Get("If-None-Match"), strconv.Quote(a.key)) { // object storage would send the file
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	file, err := h.service.bucket.Open(r.Context(), a.key)
	if errors.Is(err, fs.ErrNotExist) {
		return notFound
	}
	if err != nil {
		return storeFault(r.Context(), "serve an upload", err)
	}
	defer file.Close()
	header.Set("Content-Type", contentTypes[a.extension])
	header.Set("Content-Disposition", `inline; filename="`+path.Base(a.key)+`"`)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy",
		"default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
	if strings.Contains(r.Header.Get("Range"), ",") {
		// Answer several ranges with the whole file: object storage needs a request for each range. Video players ask
		// for one.
		r.Header.Del("Range")
	}
	http.ServeContent(w, r, "", file.Modified, file)
	return nil
}

// caching returns the Cache-Control of an upload for the caller, "" if the caller may not see it.
func (h *Handler) caching(ctx context.Context, id uuid.UUID) (string, error) {
	if public, err := h.exists(ctx, h.shownToAll, id); err != nil || public {
		return publicCaching, err
	}
	caller, err := server.Caller(ctx)
	if err != nil || caller == nil {
		return "", err
	}
	allowed, err := h.exists(ctx, h.shownToSome, id, caller.UserID, caller.IsAdmin(), caller.Moderates())
	if err != nil || !allowed {
		return "", err
	}
	return privateCaching, nil
}

func (h *Handler) exists(ctx context.Context, query string, args ...any) (exists bool, err error) {
	rows, err := h.service.db.Client().QueryContext(ctx, query, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	return rows.Next(), rows.Err()
}

// shown returns a query that has a row if an item shows the upload $1 and meets its condition.
func shown(uses []domain.UploadUse, condition func(domain.UploadUse) string) string {
	var parts []string
	for _, use := range uses {
		parts = append(parts, fmt.Sprintf(
			"SELECT 1 FROM upload_uses s JOIN %s t ON t.id = s.target_id WHERE s.upload_id = $1 AND s.kind = '%s' AND %s",
			use.Table, use.Kind, condition(use)))
	}
	return strings.Join(parts, " UNION ALL ") + " LIMIT 1"
}
