package card

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

type point struct{ x, y float64 }

// mark draws the board's mark with its upper left corner at x, y.
func mark(img *image.RGBA, x, y int, scale float64, ink color.Color) {
	// As in the favicon: down, around, up, and the V.
	points := []point{{4.3, 1}}
	for a := math.Pi; a >= 0; a -= math.Pi / 24 {
		points = append(points, point{12.1 + 7.8*math.Cos(a), 13.6 + 7.8*math.Sin(a)})
	}
	points = append(points, point{19.9, 1}, point{27.5, 21.4}, point{35.3, 1})
	for i, p := range points {
		points[i] = point{float64(x) + p.x*scale, float64(y) + p.y*scale}
	}
	stroke(img, points, 4.6*scale, ink)
}

// stroke draws a line of a width with pointed joints.
func stroke(img *image.RGBA, points []point, width float64, ink color.Color) {
	var left, right []point
	for i, p := range points {
		before, after := normal(points, i-1), normal(points, i)
		// The joint lies where the edges of both parts meet.
		x, y := before.x+after.x, before.y+after.y
		reach := width / (x*x + y*y)
		left = append(left, point{p.x + x*reach, p.y + y*reach})
		right = append([]point{{p.x - x*reach, p.y - y*reach}}, right...)
	}
	polygon(img, append(left, right...), ink)
}

// normal is the unit vector across the part of a line that begins at a point, or at the nearest that begins one.
func normal(points []point, i int) point {
	i = min(max(i, 0), len(points)-2)
	dx, dy := points[i+1].x-points[i].x, points[i+1].y-points[i].y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return normal(points, i-1)
	}
	return point{dy / length, -dx / length}
}

// triangle points up from a baseline.
func triangle(img *image.RGBA, x, y, side int, ink color.Color) {
	l, b, s := float64(x), float64(y), float64(side)
	polygon(img, []point{{l, b}, {l + s/2, b - s*0.86}, {l + s, b}}, ink)
}

func polygon(img *image.RGBA, points []point, ink color.Color) {
	r := vector.NewRasterizer(img.Rect.Dx(), img.Rect.Dy())
	for i, p := range points {
		if i == 0 {
			r.MoveTo(float32(p.x), float32(p.y))
		} else {
			r.LineTo(float32(p.x), float32(p.y))
		}
	}
	r.ClosePath()
	r.Draw(img, img.Rect, image.NewUniform(ink), image.Point{})
}
