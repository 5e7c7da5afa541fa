// Package httpcontent sends response bodies with an ETag, answers repeated requests with 304 and compresses text.
package httpcontent

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// MinGzip is the smallest body in bytes for which compression pays.
const MinGzip = 1024

// ContentPolicy is the Content-Security-Policy of everything a browser may show as a page. Scripts come from this server
// only. Inline styles are allowed because the component library sets them on elements.
const ContentPolicy = "default-src 'self'; img-src 'self' https: data: blob:; media-src 'self' https: blob:; " +
	"frame-src https://www.youtube-nocookie.com https://player.vimeo.com; style-src 'self' 'unsafe-inline'; " +
	"frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"

// ETag returns the weak validator of content. It is the same for every encoding.
func ETag(content []byte) string {
	sum := sha256.Sum256(content)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// Matches reports whether an If-None-Match header names tag.
func Matches(header, tag string) bool {
	for known := range strings.SplitSeq(header, ",") {
		if strings.TrimSpace(known) == tag {
			return true
		}
	}
	return false
}

// Accepts reports whether an Accept-Encoding header names encoding and does not give it quality 0.
func Accepts(header, encoding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(item, ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			quality = strings.ReplaceAll(quality, " ", "")
			return strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || quality == ""
		}
	}
	return false
}

// writers are reused: one takes more memory than a hundred pages.
var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Gzip compresses content.
func Gzip(content []byte) []byte {
	writer := writers.Get().(*gzip.Writer)
	defer writers.Put(writer)
	var b bytes.Buffer
	writer.Reset(&b)
	// Writing into a buffer does not fail.
	_, _ = writer.Write(content)
	_ = writer.Close()
	return b.Bytes()
}

// Serve answers a GET or HEAD request with content: 304 if the caller already has it, compressed if that pays and the
// caller accepts it. The caller of Serve sets Content-Type and Cache-Control.
func Serve(w http.ResponseWriter, r *http.Request, content []byte) {
	header := w.Header()
	tag := ETag(content)
	header.Set("Etag", tag)
	header.Add("Vary", "Accept-Encoding")
	if Matches(r.Header.Get("If-None-Match"), tag) { // before the content is compressed
		header.Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if len(content) >= MinGzip && IsText(header.Get("Content-Type")) && Accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		content = Gzip(content)
		header.Set("Content-Encoding", "gzip")
	}
	ServeEncoded(w, r, content)
}

// ServeEncoded is http.ServeContent for content that Content-Encoding describes. It states the length, which
// http.ServeContent leaves out of encoded responses.
func ServeEncoded(w http.ResponseWriter, r *http.Request, content []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// IsText reports whether a media type compresses well.
func IsText(contentType string) bool {
	return strings.HasPrefix(contentType, "text/") || strings.Contains(contentType, "json") ||
		strings.Contains(contentType, "xml") || strings.Contains(contentType, "yaml")
}
