package media

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"uvboard/backend/ops/seed/art"
)

// drawing is a picture of flat grounds, text and fine lines, scaled as for a card.
func drawing(scene string) *image.RGBA {
	shot := art.Screenshot(art.Shot{Scene: scene, Title: "Small Batch", Label: "loaves", Items: []string{"Rye", "Rolls", "Buns"}, Look: 3, Width: 1200})
	return resize(shot, shot.Bounds(), 640, 400)
}

// gradient has more colours than a palette, all of them seen.
func gradient(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, color.RGBA{uint8(255 * x / w), uint8(255 * y / h), 90, 255})
		}
	}
	return img
}

// apart is the mean squared error of a sample, and the largest error of any.
func apart(t *testing.T, img *image.RGBA, data []byte) (mean float64, most int) {
	t.Helper()
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size := img.Rect.Size()
	same := resize(got, got.Bounds(), size.X, size.Y) // as RGBA
	var sum float64
	for i, v := range img.Pix {
		off := int(v) - int(same.Pix[i])
		sum += float64(off * off)
		most = max(most, off, -off)
	}
	return sum / float64(3*size.X*size.Y), most
}

func TestDrawingsComeInAPalette(t *testing.T) {
	for _, scene := range []string{"invoice", "code", "weave", "chat"} {
		t.Run(scene, func(t *testing.T) {
			img := drawing(scene)
			var plain bytes.Buffer
			if err := png.Encode(&plain, img); err != nil {
				t.Fatal(err)
			}
			data, err := encode(img, pngFormat)
			if err != nil {
				t.Fatal(err)
			}
			mean, most := apart(t, img, data)
			t.Logf("%d bytes instead of %d; error %.3f, at most %d", len(data), plain.Len(), mean, most)
			if 3*len(data) > 2*plain.Len() {
				t.Errorf("%d bytes, and %d without a palette", len(data), plain.Len())
			}
			if mean > unseen || most > 16 {
				t.Errorf("it looks different: error %.3f, at most %d", mean, most)
			}
			again, err := encode(img, pngFormat)
			if err != nil || !bytes.Equal(data, again) {
				t.Errorf("another file of the same picture, err %v", err)
			}
		})
	}
}

// What a palette would change to the eye stays as it is, and so does what fits into one.
func TestPicturesThatStayExact(t *testing.T) {
	for name, img := range map[string]*image.RGBA{
		"gradient": gradient(300, 200), "grain": grain(300, 200), "flat": quarters(300, 200), "transparent": seeThrough(64, 64), "dot": quarters(1, 1),
	} {
		t.Run(name, func(t *testing.T) {
			data, err := encode(img, pngFormat)
			if err != nil {
				t.Fatal(err)
			}
			if mean, most := apart(t, img, data); most > 0 {
				t.Errorf("error %.3f, at most %d", mean, most)
			}
		})
	}
}

// A palette keeps how far one sees through an edge.
func TestPaletteOfEdges(t *testing.T) {
	whole := seeThrough(640, 640)
	for i := range 640 { // a slanted edge, so that scaling gives it many shades
		clear(whole.Pix[whole.PixOffset(0, i):][:4*(i/3+1)])
	}
	img := resize(whole, whole.Bounds(), 96, 96)
	p := paletted(img)
	if p == nil {
		t.Fatal("no palette")
	}
	data, err := encode(img, pngFormat)
	if err != nil {
		t.Fatal(err)
	}
	if mean, most := apart(t, img, data); mean > unseen || most > 16 {
		t.Errorf("error %.3f, at most %d", mean, most)
	}
}

func BenchmarkPalette(b *testing.B) {
	img := drawing("code")
	for b.Loop() {
		if paletted(img) == nil {
			b.Fatal("no palette")
		}
	}
}
