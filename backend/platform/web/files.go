package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"uvboard/backend/platform/httpcontent"
)

// fileTypes are the types of the files in a build. The system's own table differs between systems.
var fileTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json",
	".map": "application/json", ".svg": "image/svg+xml; charset=utf-8", ".png": "image/png", ".jpg": "image/jpeg",
	".webp": "image/webp",
	".ico":  "image/x-icon", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
	".xml":   "application/xml; charset=utf-8",
	".binpb": "application/protobuf",
}

// file is a file of the build. It is read on request, so that an idle server holds none in memory.
type file struct {
	files       fs.FS
	stored      string // its name in the build: name, or name with .br if it is compressed
	name        string
	contentType string
	tag         func() string
	gzip        func() []byte // nil if compression does not pay
}

// prerendered is where a build has the HTML of pages whose texts are the same on each board: /about is about.html.
const prerendered = "prerendered"

// The name and the origin of the board in that HTML.
const (
	prerenderedName   = "{{name}}"
	prerenderedOrigin = "http://origin.invalid"
)

// text returns the prerendered HTML of a page; "" if it has none.
func (s *Service) text(path string, site Site) string {
	f := s.prerendered[path]
	if f == nil {
		return ""
	}
	return strings.NewReplacer(prerenderedName, html.EscapeString(site.Name),
		prerenderedOrigin, html.EscapeString(site.Origin)).Replace(string(f.unpacked()))
}

// readFiles reads index.html and the list of chunks, and finds all other files.
func (s *Service) readFiles() error {
	files := s.config.Files
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return err
	}
	if s.shell, err = newShell(index, s.config); err != nil {
		return err
	}
	if s.chunks, err = readChunks(files); err != nil {
		return err
	}
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == "index.html" || name == chunksFile {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		f := &file{files: files, stored: name, name: strings.TrimSuffix(name, ".br")}
		if page, ok := strings.CutPrefix(f.name, prerendered); ok {
			s.prerendered[strings.TrimSuffix(page, ".html")] = f
			return nil
		}
		f.contentType = cmp.Or(fileTypes[path.Ext(f.name)], "application/octet-stream")
		f.tag = sync.OnceValue(func() string { return httpcontent.ETag(f.read()) })
		if f.hasBrotli() || httpcontent.Compresses(f.contentType, int(info.Size())) {
			f.gzip = sync.OnceValue(func() []byte { return httpcontent.Gzip(f.unpacked()) })
		}
		s.files["/"+f.name] = f
		return nil
	})
}

func (f *file) hasBrotli() bool { return f.stored != f.name }

// read returns the file as it is stored. It exists, and reading an embedded file does not fail.
func (f *file) read() []byte {
	content, _ := fs.ReadFile(f.files, f.stored)
	return content
}

func (f *file) unpacked() []byte {
	if !f.hasBrotli() {
		return f.read()
	}
	content, _ := io.ReadAll(brotli.NewReader(bytes.NewReader(f.read()))) // the build wrote it whole
	return content
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(f.name, "assets/") { // the name contains a hash of the content
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	header.Set("Content-Type", f.contentType)
	header.Set("Etag", f.tag())
	header.Set("Vary", "Accept-Encoding")
	accepted := r.Header.Get("Accept-Encoding")
	content := f.unpacked
	switch {
	case f.hasBrotli() && httpcontent.Accepts(accepted, "br"):
		header.Set("Content-Encoding", "br")
		content = f.read
	case f.gzip != nil && httpcontent.Accepts(accepted, "gzip"):
		header.Set("Content-Encoding", "gzip")
		content = f.gzip
	}
	httpcontent.ServeEncoded(w, r, content())
}

// chunk is a file of JavaScript and the modules it needs, by the build's list.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

// chunks are the chunks by the module they begin with.
type chunks map[string]chunk

// appModule is the module of what every page needs.
const appModule = "src/app/main.tsx"

const chunksFile = ".vite/manifest.json"

// readChunks reads the build's list. Without one, pages load their modules only when the first script asks for them.
func readChunks(files fs.FS) (all chunks, err error) {
	content, err := fs.ReadFile(files, chunksFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", chunksFile, err)
	}
	return all, nil
}

// writeLinks writes the elements that load the largest image, the styles and the scripts of a page along with its HTML.
func (s *Service) writeLinks(w io.StringWriter, p *Page) {
	// All writers here are buffers, which do not fail.
	if p.Preload.SrcSet != "" {
		_, _ = w.WriteString(`<link rel="preload" as="image" fetchpriority="high" imagesrcset="` +
			html.EscapeString(p.Preload.SrcSet) +
			`" imagesizes="` + html.EscapeString(p.Preload.Sizes) + `"`)
		if p.Preload.Media != "" {
			_, _ = w.WriteString(` media="` + html.EscapeString(p.Preload.Media) + `"`)
		}
		_, _ = w.WriteString(` />`)
	}
	seen := map[string]bool{}
	var scripts strings.Builder
	for _, module := range append([]string{appModule}, p.modules...) {
		s.chunks.visit(module, seen, func(one chunk) {
			for _, file := range one.CSS {
				_, _ = w.WriteString(`<link rel="stylesheet" crossorigin href="/` + file + `" />`)
			}
			scripts.WriteString(`<link rel="modulepreload" crossorigin href="/` + one.File + `" />`)
		})
	}
	if scripts.Len() > 0 { // index.html loads them after the first paint: a page is read before it is used
		_, _ = w.WriteString(`<template id="scripts">` + scripts.String() + `</template>`)
	}
}

// visit calls see once for each chunk that this one imports, and then for this one.
func (c chunks) visit(name string, seen map[string]bool, see func(chunk)) {
	one, ok := c[name]
	if !ok || seen[name] {
		return
	}
	seen[name] = true
	for _, needed := range one.Imports {
		c.visit(needed, seen, see)
	}
	see(one)
}
