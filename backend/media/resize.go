package media

import (
	"image"
	"image/draw"
	"math"

	xdraw "golang.org/x/image/draw"
)

// resize scales an area of src down to w × h with the Catmull-Rom filter: first each row, then the columns, a line at a
// time. It keeps only the scaled rows that the current line needs; the scaler of x/image keeps all of them as floats
// and takes five times as long.
func resize(src image.Image, area image.Rectangle, w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	rows := rowScaler{src: src, area: area, taps: tapsOf(area.Dx(), w),
		line: image.NewRGBA(image.Rect(0, 0, area.Dx(), 1))}
	if h == area.Dy() {
		for y := range h {
			rows.scale(y, img.Pix[y*img.Stride:][:4*w])
		}
		return img
	}
	taps := tapsOf(area.Dy(), h)
	kept := make([][]byte, len(taps[len(taps)/2].weights)+2) // taps in the middle have the most weights
	for i := range kept {
		kept[i] = make([]byte, 4*w)
	}
	sums := make([]float32, 4*w)
	scaled := 0
	for y, t := range taps {
		for ; scaled < t.first+len(t.weights); scaled++ {
			rows.scale(scaled, kept[scaled%len(kept)])
		}
		clear(sums)
		for i, weight := range t.weights {
			for x, v := range kept[(t.first+i)%len(kept)] {
				sums[x] += weight * float32(v)
			}
		}
		out := img.Pix[y*img.Stride:][:len(sums)]
		for x := 0; x < len(out); x += 4 {
			s := sums[x:][:4]
			putPixel(out[x:][:4], s[0], s[1], s[2], s[3])
		}
	}
	return img
}

// rowScaler scales single rows of an area of an image.
type rowScaler struct {
	src  image.Image
	area image.Rectangle
	taps []tap
	line *image.RGBA // the unscaled row
}

func (r *rowScaler) scale(y int, out []byte) {
	clear(r.line.Pix) // a frame may be smaller than its canvas
	draw.Draw(r.line, r.line.Rect, r.src, r.area.Min.Add(image.Pt(0, y)), draw.Src)
	if len(out) == len(r.line.Pix) {
		copy(out, r.line.Pix)
		return
	}
	for x, t := range r.taps {
		var red, green, blue, alpha float32
		from := r.line.Pix[4*t.first:][:4*len(t.weights)]
		for i, weight := range t.weights {
			p := from[4*i:][:4]
			red += weight * float32(p[0])
			green += weight * float32(p[1])
			blue += weight * float32(p[2])
			alpha += weight * float32(p[3])
		}
		putPixel(out[4*x:][:4], red, green, blue, alpha)
	}
}

// tap is the part of a line of which one pixel of the scaled line is made.
type tap struct {
	first   int
	weights []float32 // of the pixels from first on; together 1
}

func tapsOf(from, to int) []tap {
	taps := make([]tap, to)
	scale := float64(from) / float64(to)
	reach := xdraw.CatmullRom.Support * scale
	for i := range taps {
		middle := (float64(i)+0.5)*scale - 0.5
		first, last := max(0, int(math.Ceil(middle-reach))), min(from-1, int(math.Floor(middle+reach)))
		weights := make([]float32, last-first+1)
		var sum float64
		for j := range weights {
			weight := xdraw.CatmullRom.At(math.Abs(float64(first+j)-middle) / scale)
			weights[j] = float32(weight)
			sum += weight
		}
		for j := range weights {
			weights[j] /= float32(sum)
		}
		taps[i] = tap{first, weights}
	}
	return taps
}

// putPixel rounds and clamps: the filter overshoots near edges, and no color may exceed its alpha.
func putPixel(p []byte, r, g, b, a float32) {
	a = min(max(a, 0), 255)
	p[0] = byte(min(max(r, 0), a) + 0.5)
	p[1] = byte(min(max(g, 0), a) + 0.5)
	p[2] = byte(min(max(b, 0), a) + 0.5)
	p[3] = byte(a + 0.5)
}

func turn(src *image.RGBA, orientation int) *image.RGBA {
	if orientation <= 1 || orientation > 8 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if orientation >= 5 {
		w, h = h, w
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sx, sy := x, y
			switch orientation {
			case 2:
				sx = w - 1 - x
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sy = h - 1 - y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, w-1-x
			case 7:
				sx, sy = h-1-y, w-1-x
			case 8:
				sx, sy = h-1-y, x
			}
			copy(dst.Pix[dst.PixOffset(x, y):][:4], src.Pix[src.PixOffset(sx, sy):])
		}
	}
	return dst
}
