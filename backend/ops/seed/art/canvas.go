// Package art draws the logos, screenshots and avatars of the demo data: flat shapes in a few colors, different for every
// project and the same for every run.
package art

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is an image with its own unit of length.
type canvas struct {
	img    *image.RGBA
	unit   float64 // pixels
	clip   image.Rectangle
	raster *vector.Rasterizer
}

func newCanvas(w, h int, unit float64, ground color.RGBA) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h)), unit: unit, raster: vector.NewRasterizer(w, h)}
	c.clip = c.img.Rect
	draw.Draw(c.img, c.img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	return c
}

// within clips the drawing of do to b.
func (c *canvas) within(b box, do func()) {
	outer := c.clip
	px := func(v float64) int { return int(math.Round(v * c.unit)) }
	c.clip = image.Rect(px(b.x), px(b.y), px(b.x+b.w), px(b.y+b.h)).Intersect(outer)
	do()
	c.clip = outer
}

type point struct{ x, y float64 }

// fill paints the inside of closed outlines. An outline with the opposite direction cuts a hole.
func (c *canvas) fill(paint color.RGBA, outlines ...[]point) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, outline := range outlines {
		for _, p := range outline {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	area := image.Rect(int(math.Floor(low.x*c.unit)), int(math.Floor(low.y*c.unit)), int(math.Ceil(high.x*c.unit)), int(math.Ceil(high.y*c.unit))).Intersect(c.clip)
	if area.Empty() {
		return
	}
	c.raster.Reset(area.Dx(), area.Dy()) // rasterizing the whole canvas for each shape would be slow
	for _, outline := range outlines {
		for i, p := range outline {
			x, y := float32(p.x*c.unit)-float32(area.Min.X), float32(p.y*c.unit)-float32(area.Min.Y)
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.img, area, image.NewUniform(paint), image.Point{})
}

type box struct{ x, y, w, h float64 }

func (b box) inset(d float64) box   { return box{b.x + d, b.y + d, b.w - 2*d, b.h - 2*d} }
func (b box) at(x, y float64) point { return point{b.x + x*b.w, b.y + y*b.h} }
func (b box) left(w float64) (box, box) {
	return box{b.x, b.y, w, b.h}, box{b.x + w, b.y, b.w - w, b.h}
}
func (b box) top(h float64) (box, box) { return box{b.x, b.y, b.w, h}, box{b.x, b.y + h, b.w, b.h - h} }
func (b box) corners() []point         { return []point{b.at(0, 0), b.at(1, 0), b.at(1, 1), b.at(0, 1)} }
func (b box) column(i, n int, gap float64) box { // the i-th of n, gap being a share of its width
	w := b.w / float64(n)
	return box{b.x + w*float64(i) + w*gap/2, b.y, w * (1 - gap), b.h}
}

func (b box) row(i, n int, gap float64) box {
	h := b.h / float64(n)
	return box{b.x, b.y + h*float64(i) + h*gap/2, b.w, h * (1 - gap)}
}

func (c *canvas) rect(b box, paint color.RGBA) { c.fill(paint, b.corners()) }
func (c *canvas) circle(p point, radius float64, paint color.RGBA) {
	c.fill(paint, arc(p, radius, 0, 1))
}

func (c *canvas) round(b box, radius float64, paint color.RGBA) {
	var outline []point
	inner := b.inset(radius)
	for i, p := range []point{inner.at(1, 1), inner.at(0, 1), inner.at(0, 0), inner.at(1, 0)} {
		outline = append(outline, arc(p, radius, float64(i)/4, float64(i+1)/4)...)
	}
	c.fill(paint, outline)
}

func (c *canvas) ring(p point, radius, width, from, to float64, paint color.RGBA) {
	c.fill(paint, append(arc(p, radius+width/2, from, to), arc(p, max(0, radius-width/2), to, from)...))
}

// line joins points by strokes with round joints.
func (c *canvas) line(width float64, paint color.RGBA, points ...point) {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		dx, dy := (b.y-a.y)/length*width/2, (a.x-b.x)/length*width/2
		c.fill(paint, []point{{a.x + dx, a.y + dy}, {b.x + dx, b.y + dy}, {b.x - dx, b.y - dy}, {a.x - dx, a.y - dy}})
		if i > 1 && width > 2 {
			c.circle(a, width/2, paint)
		}
	}
}

// arc returns points around p from one angle to another, in turns clockwise from the right.
func arc(p point, radius, from, to float64) []point {
	n := int(math.Abs(to-from)*10*math.Sqrt(max(radius, 1))) + 3
	points := make([]point, n+1)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * (from + (to-from)*float64(i)/float64(n)))
		points[i] = point{p.x + radius*cos, p.y + radius*sin}
	}
	return points
}

type typeface func() (*opentype.Font, error)

func parsed(ttf []byte) typeface {
	return sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(ttf) })
}

var bold, medium = parsed(gobold.TTF), parsed(gomedium.TTF)

// Alignment of a text to its point.
const (
	left   = 0.0
	middle = 0.5
	right  = 1.0
)

// text writes on the baseline at p, in a smaller size if the text would be wider than w.
func (c *canvas) text(f typeface, size float64, p point, w, align float64, paint color.RGBA, s string) {
	face := c.face(f, size)
	width := float64(font.MeasureString(face, s)) / 64 / c.unit
	if width > w {
		face, width = c.face(f, size*w/width), w
	}
	dot := fixed.Point26_6{X: fixed.Int26_6((p.x - align*width) * c.unit * 64), Y: fixed.Int26_6(p.y * c.unit * 64)}
	clipped := c.img.SubImage(c.clip).(*image.RGBA)
	(&font.Drawer{Dst: clipped, Src: image.NewUniform(paint), Face: face, Dot: dot}).DrawString(s)
}

func (c *canvas) face(f typeface, size float64) font.Face {
	parsed, err := f()
	if err == nil {
		var face font.Face
		if face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: max(1, size*c.unit), DPI: 72}); err == nil {
			return face
		}
	}
	panic("a font of golang.org/x/image: " + err.Error())
}
