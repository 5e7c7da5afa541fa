package media_test

import (
	"testing"

	"uvboard/backend/media"
)

// The same as in webapp/src/lib/upload/image.ts: if the preload in the head differs, a browser loads an image twice.
func TestSrcSet(t *testing.T) {
	const folder = "/uploads/01900000-0000-7000-8000-000000000001/"
	for address, want := range map[string]string{
		folder + "1280x800.png": folder + "w96.png 96w, " + folder + "w320.png 320w, " + folder +
			"w640.png 640w, " + folder + "w1200.png 1200w, " + folder + "1280x800.png 1280w",
		folder + "96x60.jpg":              folder + "96x60.jpg 96w",
		"https://elsewhere.example/a.png": "",
		folder + "video.mp4":              "",
		"":                                "",
	} {
		if got := media.SrcSet(address); got != want {
			t.Errorf("SrcSet(%q) = %q, want %q", address, got, want)
		}
	}
}
