package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"uvboard/backend/platform/httpcontent"
)

// shell is the page of the web app, in which every address has a head of its own.
type shell struct {
	scripts                   string // the Content-Security-Policy directive for the page's own scripts; "" for none
	before, head, body, after []byte // around the places of that head, of more at the head's end, and of more at the body's end
}

// What the page says of this installation; the app reads it from there.
var (
	productPlace     = regexp.MustCompile(`(<meta name="application-name" content=")[^"]*(")`)
	contactPlace     = regexp.MustCompile(`(<meta name="contact-email" content=")[^"]*(")`)
	mailPlace        = regexp.MustCompile(`(<meta name="outgoing-mail" content=")[^"]*(")`)
	descriptionPlace = regexp.MustCompile(`\s*<meta name="description"[^>]*>`)
	titlePlace       = regexp.MustCompile(`<title>[^<]*</title>`)
	scriptPlace      = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
)

// newShell writes the installation's name and address, and whether it sends mail, into index.html and opens it where its
// title is.
func newShell(page []byte, product, contact string, sendsMail bool) *shell {
	outgoing := "kept"
	if sendsMail {
		outgoing = "sent"
	}
	for _, fill := range []struct {
		place *regexp.Regexp
		value string
	}{{productPlace, product}, {contactPlace, contact}, {mailPlace, outgoing}} {
		value := strings.ReplaceAll(html.EscapeString(fill.value), "$", "$$")
		page = fill.place.ReplaceAll(page, []byte("${1}"+value+"${2}"))
	}
	page = descriptionPlace.ReplaceAll(page, nil) // each head brings its own
	s := &shell{scripts: scriptPolicy(page)}
	if at := titlePlace.FindIndex(page); at != nil {
		s.before, page = page[:at[0]], page[at[1]:]
	}
	s.head, page = cut(page, "</head>")
	s.body, s.after = cut(page, "</body>")
	return s
}

// scriptPolicy is the policy of a page with scripts of its own. They are named by their hash, so that no other one may run.
func scriptPolicy(page []byte) string {
	var hashes strings.Builder
	for _, script := range scriptPlace.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(script[1])
		hashes.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	if hashes.Len() == 0 {
		return ""
	}
	return "; script-src 'self'" + hashes.String()
}

// cut is what stands before a tag, and the rest; all stands before a tag that is not there.
func cut(page []byte, tag string) (before, rest []byte) {
	if at := bytes.Index(page, []byte(tag)); at >= 0 {
		return page[:at], page[at:]
	}
	return page, nil
}

// serve answers with the page. Head stands in the place of the title, links at the end of the head, first at the end of the body.
func (s *shell) serve(w http.ResponseWriter, r *http.Request, page Page, head, links, first []byte) {
	content := slices.Concat(s.before, head, s.head, links, s.body, first, s.after)
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", httpcontent.ContentPolicy+s.scripts)
	header.Set("Cache-Control", "no-cache")
	header.Set("Vary", "Accept-Encoding, Authorization, Cookie") // what comes with it is not the same for everybody
	switch {
	case page.Private:
		header.Set("Cache-Control", "no-store")
	case page.Status == http.StatusOK:
		tag := httpcontent.ETag(content)
		header.Set("Etag", tag)
		if httpcontent.Matches(r.Header.Get("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if len(content) >= 1024 && httpcontent.Accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		content = httpcontent.Gzip(content)
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(page.Status)
	if r.Method == http.MethodGet {
		// A caller who has gone away cannot be told so.
		_, _ = w.Write(content)
	}
}
