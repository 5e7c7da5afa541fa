package media

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
)

const (
	// mostShades is how many colours a drawing has at most. What has more is a photograph, and sorting it would take long.
	mostShades = 1 << 15
	// unseen is the mean squared error of a sample, in 255ths, that no eye finds. A JPEG of a drawing has thirty times as much.
	unseen = 0.25
)

// shade is a colour of a picture, premultiplied by its alpha.
type shade struct {
	rgba   [4]uint8
	pixels float64
}

// heed is how much a shade counts where colours are shared out. A ground of one colour is most of a drawing, and would
// leave nothing to the edges.
func (s shade) heed() float64 { return min(s.pixels, 50) }

// box is shades that share one colour of a palette.
type box struct {
	shades []shade
	axis   int     // in which they differ most
	middle float64 // of them there
	spread float64 // how much they differ there, by how much they count
}

func boxOf(shades []shade) box {
	b := box{shades: shades}
	for axis := range 4 {
		var n, sum, squares float64
		for _, s := range shades {
			v, heed := float64(s.rgba[axis]), s.heed()
			n, sum, squares = n+heed, sum+heed*v, squares+heed*v*v
		}
		if spread := squares - sum*sum/n; spread > b.spread {
			b.axis, b.middle, b.spread = axis, sum/n, spread
		}
	}
	return b
}

// split parts the shades at their middle. The spread must not be nothing.
func (b box) split() (box, box) {
	n := 0
	for i, s := range b.shades {
		if float64(s.rgba[b.axis]) <= b.middle {
			b.shades[n], b.shades[i] = s, b.shades[n]
			n++
		}
	}
	return boxOf(b.shades[:n]), boxOf(b.shades[n:])
}

// colour stands for all shades: their mean, or the one that most of their pixels have, which thereby stays as it is.
func (b box) colour() [4]uint8 {
	var n float64
	var sums [4]float64
	most := b.shades[0]
	for _, s := range b.shades {
		n += s.pixels
		for axis, v := range s.rgba {
			sums[axis] += s.pixels * float64(v)
		}
		if s.pixels > most.pixels {
			most = s
		}
	}
	if most.pixels > n/2 {
		return most.rgba
	}
	var mean [4]uint8
	for axis, sum := range sums {
		mean[axis] = uint8(math.Round(sum / n))
	}
	return mean
}

// paletted is a drawing in at most 256 colours, which PNG makes half as large and smaller; nil when that would be seen.
// Scaling gives each edge of a drawing shades that it did not have, though they are few and close to each other.
func paletted(img *image.RGBA) *image.Paletted {
	shades := shadesOf(img)
	if shades == nil {
		return nil
	}
	boxes := []box{boxOf(shades)}
	for len(boxes) < 256 {
		widest := 0
		for i, b := range boxes {
			if b.spread > boxes[widest].spread {
				widest = i
			}
		}
		if boxes[widest].spread < 1e-6 { // what is left of equal values after rounding
			break
		}
		one, other := boxes[widest].split()
		boxes[widest] = one
		boxes = append(boxes, other)
	}
	palette := make(color.Palette, len(boxes))
	places := make(map[uint32]uint8, len(shades))
	var wrong float64
	for i, b := range boxes {
		c := b.colour()
		palette[i] = color.RGBA{c[0], c[1], c[2], c[3]}
		for _, s := range b.shades {
			places[binary.LittleEndian.Uint32(s.rgba[:])] = uint8(i)
			for axis, v := range s.rgba {
				off := float64(v) - float64(c[axis])
				wrong += s.pixels * off * off
			}
		}
	}
	size := img.Rect.Size()
	if wrong > unseen*3*float64(size.X*size.Y) {
		return nil
	}
	out := image.NewPaletted(image.Rectangle{Max: size}, palette)
	var last uint32
	place := places[last]
	for y := range size.Y {
		row := img.Pix[y*img.Stride:][:4*size.X]
		for x := range size.X {
			if c := binary.LittleEndian.Uint32(row[4*x:]); c != last {
				last, place = c, places[c]
			}
			out.Pix[y*out.Stride+x] = place
		}
	}
	return out
}

// shadesOf counts the colours of a picture, in the order in which they come; nil when there are too many.
func shadesOf(img *image.RGBA) []shade {
	var shades []shade
	places := map[uint32]int{}
	last, at := uint32(0), -1 // most pixels are as the one before
	size := img.Rect.Size()
	for y := range size.Y {
		row := img.Pix[y*img.Stride:][:4*size.X]
		for x := 0; x < len(row); x += 4 {
			c := binary.LittleEndian.Uint32(row[x:])
			if at < 0 || c != last {
				known := false
				if at, known = places[c]; !known {
					if len(shades) == mostShades {
						return nil
					}
					at = len(shades)
					places[c] = at
					shades = append(shades, shade{rgba: [4]uint8(row[x:])})
				}
				last = c
			}
			shades[at].pixels++
		}
	}
	return shades
}
