package card

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"
)

func drawn(t *testing.T, c Card) image.Image {
	t.Helper()
	data, err := c.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("UVBOARD_TEST_CARDS"); dir != "" { // to look at them
		if err := os.WriteFile(dir+"/"+strings.ReplaceAll(t.Name(), "/", "_")+".png", data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds() != image.Rect(0, 0, Width, Height) {
		t.Fatal(err, img.Bounds())
	}
	return img
}

// inked counts the pixels of an area that do not have the background color.
func inked(img image.Image, area image.Rectangle) int {
	n := 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if color.RGBAModel.Convert(img.At(x, y)) != ground {
				n++
			}
		}
	}
	return n
}

var rightMargin = image.Rect(Width-margin+2, 12, Width, Height)

func TestCard(t *testing.T) {
	logo := image.NewRGBA(image.Rect(0, 0, 400, 200))
	fill(logo, logo.Rect, color.RGBA{200, 30, 30, 255})
	for name, c := range map[string]Card{
		"Plain": {Title: "Slow Platform", Tagline: "Night trains and slow ferries, for birdwatchers",
			By: "Odile Becker", Product: "UV Board", Votes: 1284, Logo: logo},
		"Longest": {Title: strings.Repeat("Wordy title ", 7)[:80], Tagline: strings.Repeat("a tagline that goes on ",
			7)[:140], By: strings.Repeat("W", 50), Product: strings.Repeat("Board ", 20), Votes: 1234567, Logo: logo},
		"OneWord": {Title: strings.Repeat("W", 80), Tagline: strings.Repeat("w", 140), By: "x", Product: "x", Votes: 1},
		"Unknown": {Title: "日本語 🎉", Tagline: "مرحبا", By: "字", Product: "板"},
		"Empty":   {},
	} {
		t.Run(name, func(t *testing.T) {
			img := drawn(t, c)
			if n := inked(img, rightMargin); n > 0 {
				t.Errorf("%d pixels run over the margin", n)
			}
			if inked(img, image.Rect(margin, margin, margin+logoSide, margin+logoSide)) == 0 {
				t.Error("neither logo nor plate")
			}
			if n := inked(img, image.Rect(0, footer+16, Width, Height)); n > 0 {
				t.Errorf("%d pixels run over the foot", n)
			}
		})
	}
	t.Run("PictureFillsItsPlace", func(t *testing.T) {
		img := drawn(t, Card{Title: strings.Repeat("Wordy title ", 7),
			Tagline: strings.Repeat("a tagline that goes on ", 7), By: strings.Repeat("W", 50), Logo: image.Black,
			Picture: logo})
		for _, p := range []image.Point{picture.Min, picture.Max.Sub(image.Pt(1, 1))} {
			if got := color.RGBAModel.Convert(img.At(p.X, p.Y)); got != (color.RGBA{200, 30, 30, 255}) {
				t.Errorf("%v is %v", p, got)
			}
		}
		if n := inked(img, image.Rect(picture.Min.X-38, margin, picture.Min.X, picture.Max.Y)); n > 0 {
			t.Errorf("%d pixels of the text run into the picture", n)
		}
	})
	t.Run("SiteHasNoVotes", func(t *testing.T) {
		img := drawn(t, Card{Title: "UV Board is where people show what they build with AI",
			Tagline: "A space to share", Product: "UV Board", Site: true})
		if n := inked(img, image.Rect(margin, footer-44, Width/2, footer+14)); n > 0 {
			t.Errorf("%d pixels in the place of the votes", n)
		}
	})
	t.Run("LogoFillsItsPlace", func(t *testing.T) {
		img := drawn(t, Card{Title: "x", Logo: logo})
		for _, p := range []image.Point{{margin + 1, margin + 1}, {margin + logoSide - 2, margin + logoSide - 2}} {
			if got := color.RGBAModel.Convert(img.At(p.X, p.Y)); got != (color.RGBA{200, 30, 30, 255}) {
				t.Errorf("%v is %v", p, got)
			}
		}
	})
}
