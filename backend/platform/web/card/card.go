// Package card draws the image of a link preview: screenshot or logo, title, tagline and votes, in the colors of the
// site.
package card

import (
	"bytes"
	_ "embed" // the fonts and the mark
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"sync"
	"unicode/utf8"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"uvboard/backend/platform/letters"
)

// The size that link previews expect.
const (
	Width  = 1200
	Height = 630
)

// Card is the content of the image.
type Card struct {
	Title, Tagline, By, Product string
	Votes                       int         // upvotes
	Logo                        image.Image // nil for a placeholder
	Picture                     image.Image // a screenshot or a cover, drawn instead of the logo; may be nil
	Site                        bool        // of the whole site: text alone, without a logo, a maker and votes
}

// The colors of the dark theme.
var (
	ground = color.RGBA{0x11, 0x0b, 0x1c, 0xff}
	raised = color.RGBA{0x18, 0x11, 0x27, 0xff}
	line   = color.RGBA{0x2d, 0x23, 0x42, 0xff}
	text   = color.RGBA{0xf1, 0xee, 0xfa, 0xff}
	text2  = color.RGBA{0xb9, 0xb0, 0xcb, 0xff}
	lamp   = color.RGBA{0xab, 0x96, 0xff, 0xff}
	react  = color.RGBA{0xe8, 0xff, 0x3b, 0xff}
	onLit  = color.RGBA{0x16, 0x0e, 0x24, 0xff}
)

// Measures in pixels.
const (
	margin   = 72
	logoSide = 232
	top      = margin + 62     // the baseline of the title
	footer   = Height - margin // the baseline of the last line
)

// The fonts and the site's mark. They are part of the binary, so reading them does not fail.
var (
	bold    = sync.OnceValue(func() fonts { return parse(archivo700, gobold.TTF) })
	medium  = sync.OnceValue(func() fonts { return parse(archivo500, gomedium.TTF) })
	mark    = sync.OnceValue(func() image.Image { return must(png.Decode(bytes.NewReader(markPNG))) })
	numbers = message.NewPrinter(language.English)
)

// The Latin subsets of Archivo, the interface's font, from @fontsource/archivo 5.3.0, under the SIL Open Font License
// 1.1.
//
//go:embed archivo-500.ttf
var archivo500 []byte

//go:embed archivo-700.ttf
var archivo700 []byte

// markPNG is the mark of webapp/public/favicon.svg in white.
//
//go:embed mark.png
var markPNG []byte

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// PNG draws the card.
func (c Card) PNG() ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, Width, Height))
	fill(img, img.Rect, ground)
	c.spectrum(img, image.Rect(0, 0, Width, 10))
	left, right := margin, Width-margin
	size, lines := 68.0, 2
	switch {
	case c.Site:
		size, lines = 72, 3
	case c.Picture != nil:
		cover(img, picture, c.Picture)
		size, lines, right = 54, 3, picture.Min.X-40
	default:
		c.logo(img, image.Rect(margin, margin, margin+logoSide, margin+logoSide))
		left += logoSide + 48
	}
	y := top
	title := newPen(img, bold(), size, text)
	for _, s := range title.wrap(c.Title, right-left, lines) {
		title.write(left, y, s)
		y += int(size * 1.15)
	}
	y += 4
	tagline := newPen(img, medium(), min(36, size*0.6), text2)
	for _, s := range tagline.wrap(c.Tagline, right-left, 3) {
		tagline.write(left, y, s)
		y += int(min(36, size*0.6) * 1.39)
	}

	fill(img, image.Rect(margin, footer-84, Width-margin, footer-82), line)
	if !c.Site {
		by := newPen(img, medium(), 30, text2)
		by.write(left, min(y+16, footer-110), by.fit("by "+c.By, right-left))
		c.votes(img)
	}
	name := newPen(img, bold(), 34, text)
	product := name.fit(c.Product, 480)
	x := Width - margin - name.width(product)
	name.write(x, footer, product)
	corner := image.Pt(x-76, footer-34)
	draw.Draw(img, mark().Bounds().Add(corner), mark(), image.Point{}, draw.Over)

	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("draw a card: %w", err)
	}
	return b.Bytes(), nil
}

func (c Card) votes(img *image.RGBA) {
	label := numbers.Sprintf("%d votes", c.Votes)
	switch c.Votes {
	case 0:
		label = "Be the first to vote"
	case 1:
		label = "1 vote"
	}
	pen := newPen(img, bold(), 34, onLit)
	fill(img, image.Rect(margin, footer-44, margin+pen.width(label)+84, footer+14), react)
	triangle := vector.NewRasterizer(Width, Height)
	triangle.MoveTo(margin+22, footer-2)
	triangle.LineTo(margin+35, footer-24.4)
	triangle.LineTo(margin+48, footer-2)
	triangle.ClosePath()
	triangle.Draw(img, img.Rect, image.NewUniform(onLit), image.Point{})
	pen.write(margin+62, footer-3, label)
}

// logo draws the middle of the logo as large as its place, or a placeholder with the title's first letter.
func (c Card) logo(img *image.RGBA, place image.Rectangle) {
	if c.Logo == nil {
		fill(img, place, raised)
		c.spectrum(img, place)
		if first, size := utf8.DecodeRuneInString(c.Title); size > 0 {
			pen, letter := newPen(img, bold(), 110, text), strings.ToUpper(string(first))
			pen.write(place.Min.X+(place.Dx()-pen.width(letter))/2, place.Min.Y+place.Dy()/2+40, letter)
		}
		return
	}
	cover(img, place, c.Logo)
}

// picture is the place of a screenshot, 16:10.
var picture = image.Rect(Width-margin-560, margin, Width-margin, margin+350)

// cover draws the middle of an image as large as a place.
func cover(img *image.RGBA, place image.Rectangle, from image.Image) {
	whole := from.Bounds()
	part := image.Pt(whole.Dx(), whole.Dx()*place.Dy()/place.Dx())
	if part.Y > whole.Dy() {
		part = image.Pt(whole.Dy()*place.Dx()/place.Dy(), whole.Dy())
	}
	corner := whole.Min.Add(image.Pt((whole.Dx()-part.X)/2, (whole.Dy()-part.Y)/2))
	xdraw.CatmullRom.Scale(img, place, from, image.Rectangle{corner, corner.Add(part)}, xdraw.Over, nil)
}

// spectrum draws vertical lines, which are always the same for one title.
func (c Card) spectrum(img *image.RGBA, place image.Rectangle) {
	seed := uint32(2166136261)
	for _, b := range []byte(c.Title) {
		seed = (seed ^ uint32(b)) * 16777619
	}
	next := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % n
	}
	for range place.Dx() / 24 {
		x, width, alpha := place.Min.X+next(place.Dx()), 1+next(4), 60+next(150)
		area := image.Rect(x, place.Min.Y, x+width, place.Max.Y).Intersect(place)
		draw.DrawMask(img, area, image.NewUniform(lamp), image.Point{}, image.NewUniform(color.Alpha{uint8(alpha)}),
			image.Point{}, draw.Over)
	}
}

func fill(img *image.RGBA, area image.Rectangle, c color.Color) {
	draw.Draw(img, area, image.NewUniform(c), image.Point{}, draw.Src)
}

// fonts are the interface's font and one for the characters that it lacks.
type fonts struct{ own, other *opentype.Font }

func parse(own, other []byte) fonts {
	return fonts{must(opentype.Parse(own)), must(opentype.Parse(other))}
}

// face draws each character in the first of its faces that has it.
type face struct {
	font.Face
	other font.Face
}

func (f face) of(r rune) font.Face {
	if _, ok := f.Face.GlyphAdvance(r); ok {
		return f.Face
	}
	return f.other
}

func (f face) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	return f.of(r).Glyph(dot, r)
}

func (f face) GlyphAdvance(r rune) (fixed.Int26_6, bool) { return f.of(r).GlyphAdvance(r) }

type pen struct{ drawer font.Drawer }

func newPen(img *image.RGBA, f fonts, size float64, ink color.Color) *pen {
	options := &opentype.FaceOptions{Size: size, DPI: 72}
	both := face{must(opentype.NewFace(f.own, options)), must(opentype.NewFace(f.other, options))}
	return &pen{font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: both}}
}

// known removes characters that the font lacks, which would be drawn as boxes.
func (p *pen) known(s string) string {
	s = strings.Map(func(r rune) rune {
		if _, ok := p.drawer.Face.GlyphAdvance(r); !ok {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

func (p *pen) width(s string) int { return p.drawer.MeasureString(p.known(s)).Ceil() }

func (p *pen) write(x, y int, s string) {
	p.drawer.Dot = fixed.P(x, y)
	p.drawer.DrawString(p.known(s))
}

func (p *pen) fit(s string, width int) string {
	if p.width(s) <= width {
		return s
	}
	for n := utf8.RuneCountInString(s); n > 0 && p.width(s+"…") > width; n-- {
		s = letters.Cut(s, n-1)
	}
	return strings.TrimSpace(s) + "…"
}

// wrap breaks a text into at most so many lines of a width. The last one ends in an ellipsis if something is left out.
func (p *pen) wrap(s string, width, most int) (lines []string) {
	words := strings.Fields(p.known(s))
	for len(words) > 0 {
		n := 1
		for n < len(words) && p.width(strings.Join(words[:n+1], " ")) <= width {
			n++
		}
		if len(lines) == most-1 {
			n = len(words)
		}
		lines = append(lines, p.fit(strings.Join(words[:n], " "), width))
		words = words[n:]
	}
	return lines
}
