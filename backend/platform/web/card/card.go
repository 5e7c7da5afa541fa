// Package card draws the picture that a link to a project unfolds into: its logo, title, tagline and votes, in the
// colours of the board.
package card

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"
	"strings"
	"sync"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The size that previews are made for.
const (
	Width  = 1200
	Height = 630
)

// Card is what is drawn.
type Card struct {
	Title, Tagline, By, Product string
	Votes                       int         // for it
	Logo                        image.Image // nil draws the plate that stands for a missing one
}

// The colours of the dark theme.
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

// The measures of a card, in pixels.
const (
	margin   = 72
	logoSide = 232
	footer   = Height - margin // the baseline of the last line
)

// PNG draws the card.
func (c Card) PNG() ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, Width, Height))
	fill(img, img.Rect, ground)
	c.spectrum(img, image.Rect(0, 0, Width, 10))
	c.logo(img, image.Rect(margin, margin, margin+logoSide, margin+logoSide))

	left := margin + logoSide + 48
	title := newPen(img, gobold.TTF, 68, text)
	y := margin + 62
	lines := title.wrap(c.Title, Width-margin-left, 2)
	for _, s := range lines {
		title.write(left, y, s)
		y += 78
	}
	tagline := newPen(img, gomedium.TTF, 36, text2)
	y += 4
	for _, s := range tagline.wrap(c.Tagline, Width-margin-left, 3) {
		tagline.write(left, y, s)
		y += 50
	}
	by := newPen(img, gomedium.TTF, 30, text2)
	by.write(left, min(y+16, footer-110), by.fit("by "+c.By, Width-margin-left))

	fill(img, image.Rect(margin, footer-84, Width-margin, footer-82), line)
	c.votes(img)
	name := newPen(img, gobold.TTF, 34, text)
	product := name.fit(c.Product, 480)
	x := Width - margin - name.width(product)
	name.write(x, footer, product)
	mark(img, x-76, footer-34, 1.5, text)

	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := encoder.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("draw a card: %w", err)
	}
	return b.Bytes(), nil
}

// votes is the reactive block that shows what people answered.
func (c Card) votes(img *image.RGBA) {
	label := " votes"
	if c.Votes == 1 {
		label = " vote"
	}
	pen := newPen(img, gobold.TTF, 34, onLit)
	said := grouped(c.Votes) + label
	if c.Votes == 0 {
		said = "Be the first to vote"
	}
	fill(img, image.Rect(margin, footer-44, margin+pen.width(said)+84, footer+14), react)
	triangle(img, margin+22, footer-2, 26, onLit)
	pen.write(margin+62, footer-3, said)
}

// grouped is a count as it is shown: 1,284.
func grouped(n int) string {
	digits := strconv.Itoa(max(n, 0))
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

func (c Card) logo(img *image.RGBA, place image.Rectangle) {
	if c.Logo == nil {
		fill(img, place, raised)
		c.spectrum(img, place)
		for _, r := range c.Title {
			pen := newPen(img, gobold.TTF, 110, text)
			letter := strings.ToUpper(string(r))
			pen.write(place.Min.X+(place.Dx()-pen.width(letter))/2, place.Min.Y+place.Dy()/2+40, letter)
			break
		}
		return
	}
	// The middle of it, as large as the place.
	from := c.Logo.Bounds()
	side := min(from.Dx(), from.Dy())
	corner := image.Pt(from.Min.X+(from.Dx()-side)/2, from.Min.Y+(from.Dy()-side)/2)
	xdraw.CatmullRom.Scale(img, place, c.Logo, image.Rectangle{corner, corner.Add(image.Pt(side, side))}, xdraw.Over, nil)
}

// spectrum is lines in the colour of the lamp, always the same for one title.
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
		draw.DrawMask(img, area, image.NewUniform(lamp), image.Point{}, image.NewUniform(color.Alpha{uint8(alpha)}), image.Point{}, draw.Over)
	}
}

func fill(img *image.RGBA, area image.Rectangle, c color.Color) {
	draw.Draw(img, area, image.NewUniform(c), image.Point{}, draw.Src)
}

var fonts sync.Map // the first byte of a font's data to *opentype.Font

func parsed(ttf []byte) *opentype.Font {
	if known, ok := fonts.Load(&ttf[0]); ok {
		return known.(*opentype.Font)
	}
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("a font that is part of the program does not parse: " + err.Error())
	}
	fonts.Store(&ttf[0], f)
	return f
}

// pen writes in one font, size and colour.
type pen struct{ drawer font.Drawer }

func newPen(img *image.RGBA, ttf []byte, size float64, ink color.Color) *pen {
	face, err := opentype.NewFace(parsed(ttf), &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic("a font that is part of the program has no face: " + err.Error())
	}
	return &pen{font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face}}
}

// known leaves out what the font has no letters for, rather than draw a box for each.
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

// fit shortens a text to a width.
func (p *pen) fit(s string, width int) string {
	if p.width(s) <= width {
		return s
	}
	letters := []rune(s)
	for len(letters) > 0 && p.width(string(letters)+"…") > width {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters)) + "…"
}

// wrap breaks a text into at most so many lines of a width; the last one says when something is left out.
func (p *pen) wrap(s string, width, most int) []string {
	var lines []string
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
