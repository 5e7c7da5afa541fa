package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/web"
)

// Types of the files a build makes. The machine's own table of types is not asked, since it differs between machines.
var fileTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".map": "application/json",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon",
	".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
}

// webApp serves the built web app: its files by name, and its page for every address of the app.
type webApp struct {
	files    map[string]*webFile // by path, with its leading slash
	page     *shell              // nil when the web app was not built
	describe func(ctx context.Context, at *url.URL, caller web.Caller) (page web.Page, ok bool, err error)
	callerOf func(r *http.Request) (*auth.Caller, error)
	answers  answers
	limits   *limits // as the gate's
	chunks   chunks  // of the build
}

type webFile struct {
	contentType string
	immutable   bool
	tag         string
	plain       *io.SectionReader
	brotli      *io.SectionReader // from the build; nil without
	gzip        func() *io.SectionReader
}

// contentOf is bytes as those of a file.
func contentOf(b []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b)))
}

// contentIn is a file where it stands: that of the binary is in memory once as it is.
func contentIn(dist fs.FS, name string) (*io.SectionReader, error) {
	file, err := dist.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	at, ok := file.(io.ReaderAt)
	if !ok {
		return nil, fmt.Errorf("%s can only be read from its beginning", name)
	}
	return io.NewSectionReader(at, 0, info.Size()), nil
}

// newWebApp opens a build; nil makes one that only says that there is none.
func newWebApp(config Config, limits *limits) (*webApp, error) {
	app, dist := &webApp{files: map[string]*webFile{}, describe: config.Describe, answers: newAnswers(config.Answers), limits: limits}, config.WebApp
	app.callerOf = func(r *http.Request) (*auth.Caller, error) {
		token := auth.Token(r.Header)
		if token == "" {
			return nil, nil
		}
		return config.Authenticate(r.Context(), token)
	}
	if dist == nil {
		return app, nil
	}
	var err error
	if app.chunks, err = readChunks(dist); err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	err = fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		extension := path.Ext(name)
		if extension == ".br" || extension == ".gz" || name == manifestName {
			return nil // read beside the file it belongs to, or above
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			app.page = newShell(content, config.ProductName, config.ContactEmail, config.SendsMail)
			return nil
		}
		file := &webFile{
			contentType: fileTypes[extension],
			immutable:   strings.HasPrefix(name, "assets/"), // named by their content
			tag:         tagOf(content),
		}
		if file.contentType == "" {
			file.contentType = "application/octet-stream"
		}
		if file.plain, err = contentIn(dist, name); err != nil {
			return err
		}
		if built, err := contentIn(dist, name+".gz"); err == nil {
			file.gzip = func() *io.SectionReader { return built }
		} else if isText(file.contentType) {
			file.gzip = sync.OnceValue(func() *io.SectionReader { return contentOf(packed(content)) })
		}
		if built, err := contentIn(dist, name+".br"); err == nil {
			file.brotli = built
		}
		app.files["/"+name] = file
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	if app.page == nil {
		return nil, fmt.Errorf("read the web app: it has no index.html")
	}
	return app, nil
}

func isText(contentType string) bool {
	return strings.HasPrefix(contentType, "text/") || strings.Contains(contentType, "json") ||
		strings.Contains(contentType, "xml")
}

// tagOf is the validator of a content, whatever its encoding.
func tagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// matches says whether an If-None-Match names a tag.
func matches(header, tag string) bool {
	for known := range strings.SplitSeq(header, ",") {
		if strings.TrimSpace(known) == tag {
			return true
		}
	}
	return false
}

// ServeHTTP serves a file, or the page of the app. An address that the app does not have is a 404: with the page, which
// says so, where a person may have come by it, and in plain text where only a program would.
func (a *webApp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		writeText(w, http.StatusMethodNotAllowed, "This address is only for reading.\n")
		return
	}
	if file := a.files[r.URL.Path]; file != nil {
		file.serve(w, r)
		return
	}
	if a.page == nil {
		status := http.StatusNotFound
		if r.URL.Path == "/" {
			status = http.StatusOK
		}
		writeText(w, status, "The web app was not built. Build it with `npm --prefix webapp ci && npm --prefix webapp run build`, "+
			"then build the server again.\nThe API is here all the same: see /healthz.\n")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
	defer cancel()
	r = r.WithContext(ctx)
	page, ok, err := a.describe(ctx, r.URL, func() (*auth.Caller, error) { return a.callerOf(r) })
	if !ok {
		writeText(w, http.StatusNotFound, "There is no such file.\n")
		return
	}
	if err != nil { // the app itself may still work, and says what does not
		page.Status = exchangeOf(ctx).resolve(ctx, nil, err).Status()
	}
	head, err := page.Head()
	if err != nil {
		exchangeOf(r.Context()).hidden = err
	}
	first, picture := a.first(r, page)
	a.page.serve(w, r, page, head, append(picture, a.chunks.links(page.Screen)...), append(page.Text(), first...))
}

// first is what comes with a page, or nothing: the web app then asks for it, and says what does not work. Whoever asks
// too often gets nothing either.
func (a *webApp) first(r *http.Request, page web.Page) (first, picture []byte) {
	if len(page.First) == 0 {
		return nil, nil
	}
	if a.limits.take(byAddr(auth.LimitRead, auth.ClientAddr(r.Context()))) > 0 {
		exchangeOf(r.Context()).partial = true
		return nil, nil
	}
	first, picture, err := a.answers.first(r.Context(), page.First, auth.Token(r.Header) == "")
	if err != nil {
		exchangeOf(r.Context()).partial = true
	}
	// A page that does not wait for a busy database is as meant, and so is a reader who has gone.
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		exchangeOf(r.Context()).hidden = err
	}
	return first, picture
}

func (f *webFile) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if f.immutable {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		header.Set("Cache-Control", "no-cache")
	}
	header.Set("Etag", f.tag)
	header.Set("Vary", "Accept-Encoding")
	if matches(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := f.plain
	accepted := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && accepts(accepted, "br"):
		content = f.brotli
		header.Set("Content-Encoding", "br")
	case f.gzip != nil && f.plain.Size() >= 1024 && accepts(accepted, "gzip"):
		content = f.gzip()
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Type", f.contentType)
	header.Set("Content-Length", strconv.FormatInt(content.Size(), 10))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		// A caller who has gone away cannot be told so.
		_, _ = io.Copy(w, io.NewSectionReader(content, 0, content.Size()))
	}
}

// accepts says whether an Accept-Encoding names an encoding and does not refuse it.
func accepts(header, encoding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(item, ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			quality = strings.ReplaceAll(quality, " ", "")
			return strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || quality == ""
		}
	}
	return false
}
