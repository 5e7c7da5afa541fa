package web

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// ServeManifest is GET /manifest.webmanifest: how the board is installed as an app, under the name it has here.
func (s *Service) ServeManifest(w http.ResponseWriter, r *http.Request) error {
	icon := func(src, sizes, kind, purpose string) object {
		return object{"src": src, "sizes": sizes, "type": kind, "purpose": purpose}
	}
	shortcut := func(name, url string) object { return object{"name": name, "url": url} }
	content, err := json.MarshalIndent(object{
		"id": "/", "start_url": "/", "scope": "/", "lang": "en", "dir": "ltr", "display": "standalone",
		"name": s.product, "short_name": s.product, "description": defaultDescription,
		// The dark theme, in which everybody starts; the page itself says when it is in the light one.
		"background_color": "#110b1c", "theme_color": "#110b1c",
		"icons": []object{
			icon("/favicon.svg", "any", "image/svg+xml", "any"),
			icon("/icon-192.png", "192x192", "image/png", "any"),
			icon("/icon-512.png", "512x512", "image/png", "any"),
			icon("/icon-maskable-512.png", "512x512", "image/png", "maskable"),
		},
		"shortcuts": []object{shortcut("Explore", "/search"), shortcut("Submit Project", "/submit")},
	}, "", " ")
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	serveTagged(w, r, "application/manifest+json", content)
	return nil
}
