package art

import (
	"bytes"
	"image"
	"testing"
)

var example = Shot{Width: 640, Title: "Saltmarsh", Label: "Low water", Items: []string{"Hide", "Creek", "Sea wall"}}

func TestEverySceneIsItsOwnPicture(t *testing.T) {
	seen := map[string]string{}
	for scene := range scenes {
		s := example
		s.Scene, s.Look = scene, 4
		checkPicture(t, scene, Screenshot(s), image.Pt(640, 400), seen)
	}
}

func TestEveryMotifIsItsOwnPicture(t *testing.T) {
	seen := map[string]string{}
	for motif := range motifs {
		checkPicture(t, motif, Logo(motif, "Saltmarsh", 4, 128), image.Pt(128, 128), seen)
	}
}

// checkPicture wants a picture that is full of something, and not what another name gave.
func checkPicture(t *testing.T, name string, img image.Image, size image.Point, seen map[string]string) {
	t.Helper()
	pix := img.(*image.RGBA)
	if pix.Rect.Size() != size || !pix.Opaque() {
		t.Errorf("%s is %v, opaque %v", name, pix.Rect, pix.Opaque())
	}
	ground, other := pix.Pix[:4], 0
	for i := 0; i < len(pix.Pix); i += 4 {
		if !bytes.Equal(pix.Pix[i:i+4], ground) {
			other++
		}
	}
	if share := float64(other) / float64(len(pix.Pix)/4); share < 0.04 {
		t.Errorf("%s is empty but for %.1f %%", name, 100*share)
	}
	if twin, ok := seen[string(pix.Pix)]; ok {
		t.Errorf("%s looks like %s", name, twin)
	}
	seen[string(pix.Pix)] = name
}

func TestALookIsAlwaysTheSameAndAnotherIsNot(t *testing.T) {
	draw := func(look uint64) []byte {
		s := example
		s.Scene, s.Look = "plots", look
		return Screenshot(s).(*image.RGBA).Pix
	}
	if !bytes.Equal(draw(1), draw(1)) {
		t.Error("one look gives two pictures")
	}
	if bytes.Equal(draw(1), draw(1+uint64(len(palettes)))) {
		t.Error("the same colours give the same arrangement")
	}
}

func TestPalettesCanBeRead(t *testing.T) {
	for i, p := range palettes {
		for name, c := range map[string][2]float64{
			"ink on ground": {distance(p.ink, p.ground), 90}, "ink on panel": {distance(p.ink, p.panel), 80},
			"one on ground": {distance(p.one, p.ground), 24},
		} {
			if c[0] < c[1] {
				t.Errorf("palette %d: %s differ by %.0f", i, name, c[0])
			}
		}
	}
}
