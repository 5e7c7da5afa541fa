package art

import (
	"image"
	"image/color"
	"strconv"
	"strings"
)

// motifs are drawn in units of which a side has 64, shape after shape: a color (0 ground, 1 and 2 the two main ones, 3 soft,
// 4 what is read on color 1), then
//
//	c x y radius               a disc
//	r x y width height         a rectangle
//	p x y x y x y …            a polygon
//	o x y radius width from to a ring, or a part of it in turns clockwise from the right
//	w x y radius from to       a slice of a disc
var motifs = map[string]string{
	"arches":    "1 o 32 46 26 5 .5 1, 1 o 32 46 17 5 .5 1, 1 o 32 46 8 5 .5 1, 2 c 32 46 4",
	"bolt":      "1 p 37 9 15 36 30 36 26 55 49 27 34 27",
	"bubble":    "1 p 13 14 51 14 51 41 35 41 22 53 22 41 13 41, 4 r 21 22 22 4, 4 r 21 30 13 4",
	"dots":      "1 c 16 16 5, 1 c 32 16 5, 1 c 48 16 5, 1 c 16 32 5, 2 c 32 32 7, 1 c 48 32 5, 1 c 16 48 5, 1 c 32 48 5, 1 c 48 48 5",
	"fold":      "1 p 10 32 54 12 38 54 30 38, 2 p 30 38 54 12 27 33 22 46",
	"flag":      "1 r 16 10 4 46, 1 p 20 12 50 20 20 34, 2 c 50 46 6",
	"sprout":    "1 r 30 28 5 28, 1 w 32 30 18 .5 .75, 2 w 33 36 18 .75 1, 3 r 18 54 28 4",
	"gate":      "1 w 32 32 22 .5 1, 1 r 10 32 44 22, 0 w 32 34 13 .5 1, 0 r 19 34 26 20, 2 c 32 42 6",
	"hourglass": "1 p 14 10 50 10 32 32, 2 p 14 54 50 54 32 32, 3 r 12 7 40 4, 3 r 12 53 40 4",
	"key":       "1 o 22 32 10 6 0 1, 1 r 31 29 25 6, 2 r 46 35 5 9, 1 r 52 35 4 6",
	"lamp":      "1 p 24 10 40 10 52 34 12 34, 2 w 32 34 7 0 .5, 3 r 29 41 6 12, 3 r 20 52 24 4",
	"leaf":      "1 p 14 50 15 32 26 18 50 12 47 34 36 46 20 48, 4 p 21 41 40 22 42 24 23 43, 1 p 10 54 22 42 24 44 12 56",
	"lens":      "1 c 24 32 16, 2 c 40 32 16, 3 w 32 32 8 .25 .75",
	"loaf":      "1 w 32 34 22 .5 1, 1 r 10 34 44 16, 4 p 22 20 26 20 22 34 18 34, 4 p 33 18 37 18 33 32 29 32, 2 r 10 50 44 4",
	"moons":     "3 w 9 32 18 .75 1.25, 1 w 23 32 18 .75 1.25, 2 w 37 32 18 .75 1.25",
	"note":      "1 c 22 46 9, 1 r 27 12 4 35, 1 p 27 12 50 18 50 28 27 22, 2 c 46 48 6",
	"orbit":     "3 o 32 32 20 2.5 0 1, 1 c 32 32 9, 2 c 46 18 5",
	"peaks":     "2 c 44 20 6, 3 p 26 52 42 26 58 52, 1 p 6 52 25 18 44 52",
	"pin":       "1 c 32 26 15, 1 p 18.5 32 45.5 32 32 55, 4 c 32 26 6",
	"pot":       "1 r 14 26 36 12, 1 w 32 38 18 0 .5, 3 r 10 22 44 5, 2 r 30 13 5 9, 1 o 51 34 6 4 .75 1.25",
	"sheets":    "3 r 22 10 30 36, 1 r 12 18 30 36, 4 r 18 27 18 3, 4 r 18 34 18 3, 4 r 18 41 11 3",
	"slices":    "1 r 12 22 7 20, 1 r 22 14 7 36, 2 r 32 20 7 24, 1 r 42 27 7 10",
	"stairs":    "1 r 12 43 10 9, 1 r 22 34 10 18, 1 r 32 25 10 27, 2 r 42 16 10 36",
	"sun":       "1 w 32 42 15 .5 1, 2 p 30 12 34 12 34 21 30 21, 2 p 11 21 14 18 20 25 17 28, 2 p 53 21 50 18 44 25 47 28, 1 r 10 45 44 4",
	"target":    "1 c 32 32 22, 0 c 32 32 14, 2 c 32 32 7",
	"thread":    "1 r 13 9 8 46, 1 r 28 9 8 46, 1 r 43 9 8 46, 2 r 6 13 22 8, 2 r 36 13 22 8, 2 r 21 28 22 8, 2 r 6 43 22 8, 2 r 36 43 22 8",
	"tiles":     "1 r 12 12 18 18, 2 r 34 12 18 18, 3 r 12 34 18 18, 1 w 34 34 18 0 .25",
	"wave":      "1 w 16 32 16 0 .5, 2 w 48 32 16 .5 1, 1 r 0 44 64 20, 3 r 0 54 64 10",
	"yarn":      "1 c 30 32 19, 4 o 30 32 12 2 .6 .95, 4 o 30 32 6 2 .1 .6, 2 r 30 49 26 4",
}

// Logo draws a motif in colors that look chooses. The motif "letter" is the first letter of the title. Side is the width and
// height in pixels.
func Logo(motif, title string, look uint64, side int) image.Image {
	p := palettes[look%uint64(len(palettes))]
	c := newCanvas(side, side, float64(side)/64, p.ground)
	if motif == "letter" {
		c.text(bold, 46, point{32, 48.5}, 50, middle, p.one, title[:1])
		c.rect(box{16, 53, 32, 3}, p.two)
		return c.img
	}
	paints := []color.RGBA{p.ground, p.one, p.two, p.soft, p.on(p.one)}
	for shape := range strings.SplitSeq(motifs[motif], ", ") {
		var n []float64
		for word := range strings.FieldsSeq(shape[4:]) {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil {
				panic("motif " + motif + ": " + err.Error())
			}
			n = append(n, v)
		}
		paint, at := paints[shape[0]-'0'], point{n[0], n[1]}
		switch shape[2] {
		case 'c':
			c.circle(at, n[2], paint)
		case 'r':
			c.rect(box{n[0], n[1], n[2], n[3]}, paint)
		case 'o':
			c.ring(at, n[2], n[3], n[4], n[5], paint)
		case 'w':
			c.fill(paint, append(arc(at, n[2], n[3], n[4]), at))
		case 'p':
			var outline []point
			for i := 0; i < len(n); i += 2 {
				outline = append(outline, point{n[i], n[i+1]})
			}
			c.fill(paint, outline)
		}
	}
	return c.img
}
