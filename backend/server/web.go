package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Types of the files a build makes. The machine's own table of types is not asked, since it differs between machines.
var fileTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".map": "application/json",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon",
	".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
}

// webApp serves the built web app from memory: its files by name, and index.html for every address of the app.
type webApp struct {
	files map[string]*webFile // by path, with its leading slash
	index *webFile
}

type webFile struct {
	contentType string
	immutable   bool
	tag         string
	plain       []byte
	brotli      []byte // from the build; nil without
	gzip        func() []byte
}

// What the page says of this installation; the app reads it from there.
var (
	productPlace = regexp.MustCompile(`(<meta name="application-name" content=")[^"]*(")`)
	contactPlace = regexp.MustCompile(`(<meta name="contact-email" content=")[^"]*(")`)
	titlePlace   = regexp.MustCompile(`(<title>)[^<]*(</title>)`)
)

// fillPage writes the installation's name and address into index.html.
func fillPage(page []byte, product, contact string) []byte {
	for _, fill := range []struct {
		place *regexp.Regexp
		value string
	}{{productPlace, product}, {contactPlace, contact}, {titlePlace, product}} {
		value := strings.ReplaceAll(html.EscapeString(fill.value), "$", "$$")
		page = fill.place.ReplaceAll(page, []byte("${1}"+value+"${2}"))
	}
	return page
}

// newWebApp reads a build into memory; nil makes one that only says that there is none.
func newWebApp(dist fs.FS, product, contact string) (*webApp, error) {
	app := &webApp{files: map[string]*webFile{}}
	if dist == nil {
		return app, nil
	}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		extension := path.Ext(name)
		if extension == ".br" || extension == ".gz" {
			return nil // read beside the file it belongs to
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			content = fillPage(content, product, contact)
		}
		sum := sha256.Sum256(content)
		file := &webFile{
			contentType: fileTypes[extension], plain: content,
			immutable: strings.HasPrefix(name, "assets/"), // named by their content
			tag:       `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		}
		if file.contentType == "" {
			file.contentType = "application/octet-stream"
		}
		if isText(file.contentType) {
			file.gzip = sync.OnceValue(func() []byte { return gzipped(content) })
		}
		if name != "index.html" { // what the build has packed is not the page that was filled
			if packed, err := fs.ReadFile(dist, name+".br"); err == nil {
				file.brotli = packed
			}
			if packed, err := fs.ReadFile(dist, name+".gz"); err == nil {
				file.gzip = func() []byte { return packed }
			}
		}
		app.files["/"+name] = file
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	app.index = app.files["/index.html"]
	if app.index == nil {
		return nil, fmt.Errorf("read the web app: it has no index.html")
	}
	return app, nil
}

func isText(contentType string) bool {
	return strings.HasPrefix(contentType, "text/") || strings.Contains(contentType, "json") ||
		strings.Contains(contentType, "xml")
}

func gzipped(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	// A buffer takes everything.
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Bytes()
}

// ServeHTTP serves a file, or the app itself at any other address but those of missing files.
func (a *webApp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		writeText(w, http.StatusMethodNotAllowed, "This address is only for reading.\n")
		return
	}
	file := a.files[r.URL.Path]
	if file == nil {
		if strings.HasPrefix(r.URL.Path, "/assets/") || strings.HasPrefix(r.URL.Path, "/uploads/") || fileTypes[path.Ext(r.URL.Path)] != "" {
			writeText(w, http.StatusNotFound, "There is no such file.\n")
			return
		}
		file = a.index
	}
	if file == nil {
		status := http.StatusNotFound
		if r.URL.Path == "/" {
			status = http.StatusOK
		}
		writeText(w, status, "The web app was not built. Build it with `npm --prefix webapp ci && npm --prefix webapp run build`, "+
			"then build the server again.\nThe API is here all the same: see /healthz.\n")
		return
	}
	file.serve(w, r)
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
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := f.plain
	accepted := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && accepts(accepted, "br"):
		content = f.brotli
		header.Set("Content-Encoding", "br")
	case f.gzip != nil && len(f.plain) >= 1024 && accepts(accepted, "gzip"):
		content = f.gzip()
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Type", f.contentType)
	header.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		// A caller who has gone away cannot be told so.
		_, _ = w.Write(content)
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
