package media

import (
	"errors"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"uvboard/backend/platform/fault"
)

// served is what an address of an upload looks like; nothing else in the bucket is reachable.
var served = regexp.MustCompile(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/(?:(?:[1-9][0-9]{0,4}x[1-9][0-9]{0,4}|w[1-9][0-9]{1,3})\.(jpg|png)|video\.(mp4|webm))$`)

var contentTypes = map[string]string{"jpg": "image/jpeg", "png": "image/png", "mp4": "video/mp4", "webm": "video/webm"}

// Serve is GET /uploads/…: a file, in whole or in ranges, that never changes under its address.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	key := strings.TrimPrefix(r.URL.Path, Prefix)
	notFound := fault.NotFound("NOT_FOUND", "There is nothing at this path.")
	if !served.MatchString(key) {
		return notFound
	}
	file, err := h.service.bucket.Open(r.Context(), key)
	if errors.Is(err, fs.ErrNotExist) {
		return notFound
	}
	if err != nil {
		return storeFault(r.Context(), "serve an upload", err)
	}
	defer file.Close()
	header := w.Header()
	header.Set("Content-Type", contentTypes[key[strings.LastIndexByte(key, '.')+1:]])
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'")
	header.Set("ETag", strconv.Quote(key)) // the content under a key is always the same
	if strings.Contains(r.Header.Get("Range"), ",") {
		// Of object storage each range is a request of its own, and one line here can ask for thousands. Video players
		// ask for one, so several are answered with the whole file.
		r.Header.Del("Range")
	}
	http.ServeContent(w, r, "", file.Modified, file)
	return nil
}
