package art

import (
	"bytes"
	"fmt"
	"image"
	"testing"
)

var example = Shot{Width: 320, Title: "Saltmarsh", Figure: "06:40", Label: "Low water", Items: []string{"Hide", "Creek", "Sea wall"}, Look: 4}

// TestImagesDiffer expects that every view, layout, motif, face and look gives an image that is not empty and unlike the others.
func TestImagesDiffer(t *testing.T) {
	seen := map[string]string{}
	check := func(name string, img image.Image, size image.Point) {
		pix := img.(*image.RGBA)
		if pix.Rect.Size() != size || !pix.Opaque() {
			t.Errorf("%s is %v, opaque %v", name, pix.Rect, pix.Opaque())
		}
		painted := 0
		for i := 0; i < len(pix.Pix); i += 4 {
			if !bytes.Equal(pix.Pix[i:i+4], pix.Pix[:4]) {
				painted++
			}
		}
		if share := float64(painted) / float64(len(pix.Pix)/4); share < 0.04 {
			t.Errorf("%s is empty but for %.1f %%", name, 100*share)
		}
		if twin, ok := seen[string(pix.Pix)]; ok {
			t.Errorf("%s looks like %s", name, twin)
		}
		seen[string(pix.Pix)] = name
	}
	for view := range views {
		for layout := range Layouts {
			s := example
			s.View, s.Layout = view, layout
			check(fmt.Sprint(view, layout), Screenshot(s), image.Pt(320, 200))
		}
	}
	s := example
	s.View, s.Look = "grid", example.Look+uint64(len(palettes))
	check("another look of the same colors", Screenshot(s), image.Pt(320, 200))
	for motif := range motifs() {
		check(motif, Logo(motif, "Saltmarsh", 4, 64), image.Pt(64, 64))
	}
	check("letter", Logo("letter", "Saltmarsh", 4, 64), image.Pt(64, 64))
	for look := range uint64(60) {
		check(fmt.Sprint("face ", look), Face(look, 64), image.Pt(64, 64))
	}
}
