package web

import (
	"bytes"
	"context"
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
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
)

// pageTimeout bounds how long a page may take.
const pageTimeout = 15 * time.Second

// Types of the files a build makes. The machine's own table of types is not asked, since it differs between machines.
var fileTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".map": "application/json",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon",
	".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
}

// App serves the built web app: its files by name, and its page for every address of the app.
type App struct {
	config  AppConfig
	files   map[string]*webFile // by path, with its leading slash
	page    *shell              // nil when the web app was not built
	chunks  chunks              // of the build
	answers answers
}

// AppConfig is what an App needs.
type AppConfig struct {
	Files fs.FS // the build; nil if the web app was not built
	// Describe describes the page at an address; ok is false for an address that cannot be one.
	Describe     func(ctx context.Context, at *url.URL, caller Caller) (page Page, ok bool, err error)
	Authenticate auth.Authenticator
	Answers      []Answer // to what pages ask
	// AllowRead counts a read of the client in ctx and reports whether its rate limit allows it.
	AllowRead func(ctx context.Context) bool
	// Report logs an error with the request in ctx and returns what the client may know of it.
	Report       func(ctx context.Context, err error) *fault.Fault
	ProductName  string
	ContactEmail string // may be empty
	SendsMail    bool   // otherwise mail is kept in the outbox
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

// NewApp opens a build. Without one the App only says that the web app was not built.
func NewApp(config AppConfig) (*App, error) {
	app, dist := &App{config: config, files: map[string]*webFile{}, answers: newAnswers(config.Answers)}, config.Files
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
			tag:         httpcontent.ETag(content),
		}
		if file.contentType == "" {
			file.contentType = "application/octet-stream"
		}
		if file.plain, err = contentIn(dist, name); err != nil {
			return err
		}
		if built, err := contentIn(dist, name+".gz"); err == nil {
			file.gzip = func() *io.SectionReader { return built }
		} else if httpcontent.IsText(file.contentType) {
			file.gzip = sync.OnceValue(func() *io.SectionReader { return contentOf(httpcontent.Gzip(content)) })
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

// ServeHTTP serves a file, or the page of the app. An address that the app does not have is a 404: with the page, which
// says so, where a person may have come by it, and in plain text where only a program would.
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address is only for reading.", http.StatusMethodNotAllowed)
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
		http.Error(w, "The web app was not built. Build it with `npm --prefix webapp ci && npm --prefix webapp run build`, "+
			"then build the server again.\nThe API is here all the same: see /healthz.", status)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	r = r.WithContext(ctx)
	page, ok, err := a.config.Describe(ctx, r.URL, func() (*auth.Caller, error) {
		token := auth.Token(r.Header)
		if token == "" {
			return nil, nil
		}
		return a.config.Authenticate(ctx, token)
	})
	if !ok {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	if err != nil { // the app itself may still work, and says what does not
		page.Status = a.config.Report(ctx, err).Status()
	}
	head, err := page.Head()
	if err != nil {
		a.config.Report(ctx, err)
	}
	first, picture, whole := a.first(r, page)
	if !whole { // for another caller, or at another time, there is more
		page.Private = true
	}
	a.page.serve(w, r, page, head, append(picture, a.chunks.links(page.Screen)...), append(page.Text(), first...))
}

// first is what comes with a page, or nothing: the web app then asks for it, and says what does not work. A rate-limited
// caller gets nothing either. Whole is false if something is missing.
func (a *App) first(r *http.Request, page Page) (first, picture []byte, whole bool) {
	if len(page.First) == 0 {
		return nil, nil, true
	}
	ctx := r.Context()
	if !a.config.AllowRead(ctx) {
		return nil, nil, false
	}
	first, picture, err := a.answers.first(ctx, page.First, auth.Token(r.Header) == "")
	// A page does not wait for a busy database, and its reader may have gone: neither is an error.
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		a.config.Report(ctx, err)
	}
	return first, picture, err == nil
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
	if httpcontent.Matches(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := f.plain
	accepted := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && httpcontent.Accepts(accepted, "br"):
		content = f.brotli
		header.Set("Content-Encoding", "br")
	case f.gzip != nil && f.plain.Size() >= 1024 && httpcontent.Accepts(accepted, "gzip"):
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
