package web

import (
	"encoding/json"
	"fmt"
	"net/http"

	"uvboard/backend/platform/httpcontent"
)

// serveManifest is GET /manifest.webmanifest, which browsers need to install the web app.
func (s *Service) serveManifest(w http.ResponseWriter, r *http.Request) error {
	site := s.config.Site()
	ground := "#110b1c"
	if site.Theme == "light" {
		ground = "#f4f3f8"
	}
	icon := func(src, sizes, kind, purpose string) Object {
		return Object{"src": src, "sizes": sizes, "type": kind, "purpose": purpose}
	}
	content, err := json.MarshalIndent(Object{
		"id": "/", "start_url": "/", "scope": "/", "lang": "en", "dir": "ltr", "display": "standalone",
		"name": site.Name, "short_name": site.Name, "description": site.Tagline,
		// Of the default theme. The page reports the one in use itself.
		"background_color": ground, "theme_color": ground,
		"icons": []Object{
			icon("/favicon.svg", "any", "image/svg+xml", "any"),
			icon("/icon-192.png", "192x192", "image/png", "any"),
			icon("/icon-512.png", "512x512", "image/png", "any"),
			icon("/icon-maskable-512.png", "512x512", "image/png", "maskable"),
		},
		"shortcuts": []Object{{"name": "Explore", "url": "/search"}, {"name": "Submit Project", "url": "/submit"}},
	}, "", " ")
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	serveContent(w, r, "application/manifest+json", content)
	return nil
}

func (s *Service) serveRobots(w http.ResponseWriter, r *http.Request) error {
	serveContent(w, r, "text/plain; charset=utf-8", []byte("User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: "+
		s.config.Site().URL("/sitemap.xml")+"\n"))
	return nil
}

// serveContent serves what anyone may keep for a minute.
func serveContent(w http.ResponseWriter, r *http.Request, contentType string, content []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "public, max-age=60")
	httpcontent.Serve(w, r, content)
}
