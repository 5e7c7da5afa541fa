// Package art draws the logos and screenshots of the demo: flat shapes in a few colours, different for every project
// and the same for every run.
package art

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is a picture to draw on, in units of which one is so many pixels.
type canvas struct {
	img    *image.RGBA
	unit   float64
	raster *vector.Rasterizer
	glyphs sfnt.Buffer
}

// newCanvas makes a canvas of w × h pixels.
func newCanvas(w, h int, unit float64, ground color.RGBA) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h)), unit: unit, raster: vector.NewRasterizer(w, h)}
	draw.Draw(c.img, c.img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	return c
}

type point struct{ x, y float64 }

// path is a set of closed outlines; one that turns against another cuts a hole into it.
type path struct {
	outlines [][]point
}

func (p *path) outline(points ...point) *path {
	p.outlines = append(p.outlines, points)
	return p
}

// fill paints the inside of a path, which it uses up.
func (c *canvas) fill(p *path, paint color.RGBA) {
	const far = math.MaxInt16
	low, high := point{far, far}, point{-far, -far}
	for _, outline := range p.outlines {
		for i, q := range outline {
			q = point{q.x * c.unit, q.y * c.unit}
			outline[i] = q
			low.x, low.y = min(low.x, q.x), min(low.y, q.y)
			high.x, high.y = max(high.x, q.x), max(high.y, q.y)
		}
	}
	box := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y))).Intersect(c.img.Rect)
	if box.Empty() {
		return
	}
	// Only the box is rasterised: a thousand dots are a thousand small pictures.
	c.raster.Reset(box.Dx(), box.Dy())
	for _, outline := range p.outlines {
		for i, q := range outline {
			x, y := float32(q.x-float64(box.Min.X)), float32(q.y-float64(box.Min.Y))
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.img, box, image.NewUniform(paint), image.Point{})
}

func (c *canvas) rect(x, y, w, h float64, paint color.RGBA) {
	c.fill(new(path).outline(point{x, y}, point{x + w, y}, point{x + w, y + h}, point{x, y + h}), paint)
}

// frame is the border of a rectangle, inside it.
func (c *canvas) frame(x, y, w, h, width float64, paint color.RGBA) {
	p := new(path).outline(point{x, y}, point{x + w, y}, point{x + w, y + h}, point{x, y + h})
	x, y, w, h = x+width, y+width, w-2*width, h-2*width
	c.fill(p.outline(point{x, y}, point{x, y + h}, point{x + w, y + h}, point{x + w, y}), paint)
}

// round is a rectangle with round corners.
func (c *canvas) round(x, y, w, h, radius float64, paint color.RGBA) {
	var corners []point
	for i, centre := range []point{{x + w - radius, y + h - radius}, {x + radius, y + h - radius}, {x + radius, y + radius}, {x + w - radius, y + radius}} {
		from := float64(i) * math.Pi / 2
		corners = append(corners, arc(centre.x, centre.y, radius, from, from+math.Pi/2)...)
	}
	c.fill(new(path).outline(corners...), paint)
}

func (c *canvas) circle(x, y, radius float64, paint color.RGBA) {
	c.fill(new(path).outline(arc(x, y, radius, 0, 2*math.Pi)...), paint)
}

// ring is the part of a circle's line from one angle to another, clockwise from the right.
func (c *canvas) ring(x, y, radius, width, from, to float64, paint color.RGBA) {
	outer := arc(x, y, radius+width/2, from, to)
	inner := arc(x, y, max(0, radius-width/2), to, from)
	if to-from >= 2*math.Pi {
		c.fill(new(path).outline(outer...).outline(inner...), paint)
		return
	}
	c.fill(new(path).outline(append(outer, inner...)...), paint)
}

// wedge is a slice of a disc.
func (c *canvas) wedge(x, y, radius, from, to float64, paint color.RGBA) {
	c.fill(new(path).outline(append(arc(x, y, radius, from, to), point{x, y})...), paint)
}

func (c *canvas) polygon(paint color.RGBA, points ...point) {
	c.fill(new(path).outline(points...), paint)
}

// line joins points with strokes of a width, round at the joints.
func (c *canvas) line(width float64, paint color.RGBA, points ...point) {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		dx, dy := (b.y-a.y)/length*width/2, (a.x-b.x)/length*width/2
		c.polygon(paint, point{a.x + dx, a.y + dy}, point{b.x + dx, b.y + dy}, point{b.x - dx, b.y - dy}, point{a.x - dx, a.y - dy})
		if i > 1 && width > 2 {
			c.circle(a.x, a.y, width/2, paint)
		}
	}
}

func arc(x, y, radius, from, to float64) []point {
	n := int(math.Ceil(math.Abs(to-from)*math.Sqrt(max(radius, 1))*1.6)) + 2
	points := make([]point, n+1)
	for i := range points {
		a := from + (to-from)*float64(i)/float64(n)
		points[i] = point{x + radius*math.Cos(a), y + radius*math.Sin(a)}
	}
	return points
}

type face func() *sfnt.Font

func parsed(ttf []byte) face {
	return sync.OnceValue(func() *sfnt.Font {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			panic("a font of the standard collection does not parse: " + err.Error())
		}
		return f
	})
}

var (
	bold   = parsed(gobold.TTF)
	medium = parsed(gomedium.TTF)
)

// How a text stands to its point.
const (
	left   = 0.0
	middle = 0.5
	right  = 1.0
)

// text writes on the baseline at x, y.
func (c *canvas) text(f face, size, x, y, align float64, paint color.RGBA, s string) {
	c.turnedText(f, size, x, y, align, 0, paint, s)
}

// width of a text in pixels.
func (c *canvas) width(f face, size float64, s string) float64 {
	_, w := c.outlines(f, size, s)
	return w
}

// turnedText writes along a line that is turned by an angle around x, y.
func (c *canvas) turnedText(f face, size, x, y, align, angle float64, paint color.RGBA, s string) {
	outlines, width := c.outlines(f, size, s)
	sin, cos := math.Sincos(angle)
	for _, outline := range outlines {
		for i, p := range outline {
			p.x -= align * width
			outline[i] = point{x + p.x*cos - p.y*sin, y + p.x*sin + p.y*cos}
		}
	}
	c.fill(&path{outlines}, paint)
}

// outlines of a text that begins at the origin, and how far it goes. What the font lacks is left out.
func (c *canvas) outlines(f face, size float64, s string) ([][]point, float64) {
	var (
		all [][]point
		at  float64
	)
	ppem := fixed.Int26_6(size * 64)
	for _, r := range s {
		glyph, err := f().GlyphIndex(&c.glyphs, r)
		if err != nil || glyph == 0 {
			continue
		}
		segments, err := f().LoadGlyph(&c.glyphs, glyph, ppem, nil)
		if err != nil {
			continue
		}
		var outline []point
		pt := func(p fixed.Point26_6) point { return point{at + float64(p.X)/64, float64(p.Y) / 64} }
		for _, s := range segments {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if outline != nil {
					all = append(all, outline)
				}
				outline = []point{pt(s.Args[0])}
			case sfnt.SegmentOpLineTo:
				outline = append(outline, pt(s.Args[0]))
			case sfnt.SegmentOpQuadTo:
				a, b, d := outline[len(outline)-1], pt(s.Args[0]), pt(s.Args[1])
				const steps = 6
				for i := 1; i <= steps; i++ {
					t := float64(i) / steps
					u := 1 - t
					outline = append(outline, point{u*u*a.x + 2*u*t*b.x + t*t*d.x, u*u*a.y + 2*u*t*b.y + t*t*d.y})
				}
			}
		}
		if outline != nil {
			all = append(all, outline)
		}
		advance, err := f().GlyphAdvance(&c.glyphs, glyph, ppem, 0)
		if err != nil {
			continue
		}
		at += float64(advance) / 64
	}
	return all, at
}
