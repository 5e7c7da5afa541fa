// Package httpcontent sends response bodies with an ETag, answers repeated requests with 304 and compresses text.
package httpcontent

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// minGzip is the smallest content in bytes for which compression pays.
const minGzip = 1024

// Compresses reports whether compression pays for content of a media type and a size.
func Compresses(contentType string, size int) bool {
	if size < minGzip {
		return false
	}
	if strings.HasPrefix(contentType, "text/") {
		return true
	}
	return slices.ContainsFunc([]string{"json", "xml", "yaml", "protobuf"},
		func(kind string) bool { return strings.Contains(contentType, kind) })
}

// ContentPolicy is the Content-Security-Policy of everything a browser may show as a page. Scripts come from this
// server only. Inline styles are allowed because the component library sets them on elements.
const ContentPolicy = "default-src 'self'; img-src 'self' https: data: blob:; media-src 'self' https: blob:; " +
	"frame-src https://www.youtube-nocookie.com https://player.vimeo.com; style-src 'self' 'unsafe-inline'; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"

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
	ServeEncoded(w, r, Encode(w, r, content))
}

// Encode compresses content if that pays and the caller accepts it, and sets Content-Encoding.
func Encode(w http.ResponseWriter, r *http.Request, content []byte) []byte {
	if !Compresses(w.Header().Get("Content-Type"), len(content)) || !Accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		return content
	}
	w.Header().Set("Content-Encoding", "gzip")
	return Gzip(content)
}

// ServeEncoded is http.ServeContent for content that Content-Encoding describes. It states the length, which
// http.ServeContent leaves out of encoded responses.
func ServeEncoded(w http.ResponseWriter, r *http.Request, content []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}
