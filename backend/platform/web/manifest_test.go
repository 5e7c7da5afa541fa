package web_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

func TestManifest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		w := serve(t, b.service.ServeManifest, "/manifest.webmanifest")
		var manifest struct {
			Name      string
			Icons     []struct{ Src, Sizes, Type string }
			Shortcuts []struct{ URL string }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &manifest); err != nil {
			t.Fatal(err)
		}
		if manifest.Name != `Ann & Bob's "Board"` || w.Header().Get("Content-Type") != "application/manifest+json" {
			t.Error(manifest.Name, w.Header())
		}
		for _, icon := range manifest.Icons {
			content, err := os.ReadFile(filepath.Join("../../../webapp/public", icon.Src))
			if err != nil {
				t.Error(err)
				continue
			}
			if icon.Type != "image/png" {
				continue
			}
			size, err := png.DecodeConfig(bytes.NewReader(content))
			if side, _, _ := strings.Cut(icon.Sizes, "x"); err != nil || strconv.Itoa(size.Width) != side || size.Width != size.Height {
				t.Errorf("%s is %dx%d: %v", icon.Src, size.Width, size.Height, err)
			}
		}
		for _, shortcut := range manifest.Shortcuts {
			if page, _ := b.describe(shortcut.URL); page.Status != 200 {
				t.Errorf("%s answers %d", shortcut.URL, page.Status)
			}
		}
	})
}
