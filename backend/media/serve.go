package media

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"uvboard/backend/platform/fault"
)

// served matches the names of the files that the server serves: the largest rendition of an image with its width, smaller
// renditions, and videos.
var served = regexp.MustCompile(`^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:(?:([1-9][0-9]{0,4})x[1-9][0-9]{0,4}|w[1-9][0-9]{1,3})\.(jpg|png)|video\.(mp4|webm))$`)

var contentTypes = map[string]string{"jpg": "image/jpeg", "png": "image/png", "mp4": "video/mp4", "webm": "video/webm"}

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
	return address{key: key, id: parts[1], width: width, extension: parts[3] + parts[4]}, true
}

// SrcSet lists the renditions of an image for the srcset attribute, smallest first. It is empty for an address of another site.
func SrcSet(text string) string {
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

// Serve is GET /uploads/…: a file, whole or in ranges. The content at an address never changes.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	notFound := fault.NotFound("NOT_FOUND", "There is nothing at this path.")
	a, ok := parseAddress(r.URL.Path)
	if !ok {
		return notFound
	}
	file, err := h.service.bucket.Open(r.Context(), a.key)
	if errors.Is(err, fs.ErrNotExist) {
		return notFound
	}
	if err != nil {
		return storeFault(r.Context(), "serve an upload", err)
	}
	defer file.Close()
	header := w.Header()
	header.Set("Content-Type", contentTypes[a.extension])
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'")
	header.Set("ETag", strconv.Quote(a.key))
	if strings.Contains(r.Header.Get("Range"), ",") {
		// Several ranges are answered with the whole file: object storage needs a request for each. Video players ask for one.
		r.Header.Del("Range")
	}
	http.ServeContent(w, r, "", file.Modified, file)
	return nil
}
