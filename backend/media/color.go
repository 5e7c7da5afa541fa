package media

import (
	"encoding/binary"
	"image"
	"math"
	"sync"
)

// fullRange spreads the colors of a lossy WebP from 16–235 and 16–240 to 0–255, in place. VP8 is video, whose black is
// 16 and whose white is 235 (BT.601); image.YCbCr is of JPEG, which uses all 256 values, and x/image/vp8 does not
// convert (golang/go#40173).
func fullRange(img image.Image) {
	if withAlpha, ok := img.(*image.NYCbCrA); ok {
		img = &withAlpha.YCbCr
	}
	if planes, ok := img.(*image.YCbCr); ok { // a lossless WebP is RGB
		luma, chroma := spread(16, 235, 0), spread(16, 240, 128)
		for _, p := range []struct {
			values []byte
			to     *[256]byte
		}{{planes.Y, luma}, {planes.Cb, chroma}, {planes.Cr, chroma}} {
			for i, v := range p.values {
				p.values[i] = p.to[v]
			}
		}
	}
}

// spread maps from–to to 0–255, around a middle in which 128 stays 128.
func spread(from, to, middle float64) *[256]byte {
	var table [256]byte
	for v := range table {
		if middle == 0 {
			table[v] = toByte((float64(v) - from) / (to - from))
		} else {
			table[v] = toByte(middle/255 + (float64(v)-middle)/(to-from))
		}
	}
	return &table
}

func toByte(share float64) byte { return byte(min(max(share, 0), 1)*255 + 0.5) }

// conversion converts the colors of a profile to sRGB, which is what browsers take an image without a profile for.
type conversion struct {
	linear [3][256]float32 // the light of each value of red, green and blue
	matrix [3][3]float32   // to the light of sRGB
}

// The parts of an ICC profile (ICC.1:2022).
const (
	profileHeader = 128
	tagSize       = 12
)

// parseProfile reads a profile that describes three primary colors and their curves, as those of cameras and screens
// do. It returns nil for sRGB, for profiles of other kinds, such as those of printers, and for malformed ones: these
// images stay as they are.
func parseProfile(data []byte) *conversion {
	if len(data) < profileHeader+4 || string(data[36:40]) != "acsp" || string(data[16:24]) != "RGB XYZ " {
		return nil
	}
	tag := func(name string) []byte {
		for at := profileHeader + 4; at+tagSize <= len(data); at += tagSize {
			if string(data[at:at+4]) == name {
				from, size := uint64(binary.BigEndian.Uint32(data[at+4:])), uint64(binary.BigEndian.Uint32(data[at+8:]))
				if from+size <= uint64(len(data)) {
					return data[from : from+size]
				}
			}
		}
		return nil
	}
	c := &conversion{}
	for i, name := range []string{"r", "g", "b"} {
		primary, curve := tag(name+"XYZ"), curveOf(tag(name+"TRC"))
		if len(primary) < 20 || string(primary[:4]) != "XYZ " || curve == nil {
			return nil
		}
		for v := range c.linear[i] {
			c.linear[i][v] = float32(min(max(curve(float64(v)/255), 0), 1))
		}
		for row := range c.matrix {
			for k := range 3 {
				c.matrix[row][i] += fromXYZ[row][k] * float32(fixed(primary[8+4*k:]))
			}
		}
	}
	if c.isNear() {
		return nil
	}
	return c
}

// fromXYZ gives the light of sRGB from XYZ with the white of a profile, D50.
var fromXYZ = [3][3]float32{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

func fixed(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// curveOf returns the function of a curve tag, nil if it is malformed.
func curveOf(tag []byte) func(float64) float64 {
	if len(tag) < 12 {
		return nil
	}
	switch string(tag[:4]) {
	case "curv":
		return tableOf(tag[12:], binary.BigEndian.Uint32(tag[8:]))
	case "para":
		return formulaOf(tag[12:], binary.BigEndian.Uint16(tag[8:]))
	default:
		return nil
	}
}

// tableOf returns a curve of n values: none for a line, one for an exponent.
func tableOf(values []byte, n uint32) func(float64) float64 {
	if uint64(len(values)) < 2*uint64(n) {
		return nil
	}
	value := func(i int) float64 { return float64(binary.BigEndian.Uint16(values[2*i:])) }
	switch n {
	case 0:
		return func(x float64) float64 { return x }
	case 1:
		return func(x float64) float64 { return math.Pow(x, value(0)/256) }
	default:
		return func(x float64) float64 {
			before, share := math.Modf(x * float64(n-1))
			i := int(before)
			next := min(i+1, int(n-1))
			return (value(i)*(1-share) + value(next)*share) / 65535
		}
	}
}

// formulaOf returns a parametric curve: (ax+b)^g + e from d on, cx + f below.
func formulaOf(parameters []byte, kind uint16) func(float64) float64 {
	counts := []int{1, 3, 4, 5, 7}
	if int(kind) >= len(counts) || len(parameters) < 4*counts[kind] {
		return nil
	}
	p := [7]float64{0, 1} // g, a, b, c, d, e, f
	for i := range counts[kind] {
		p[i] = fixed(parameters[4*i:])
	}
	g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]
	switch kind {
	case 1, 2: // the third of its parameters is added to both parts
		if a == 0 {
			return nil
		}
		c, d, e, f = 0, -b/a, c, c
	}
	return func(x float64) float64 {
		if x < d {
			return c*x + f
		}
		return math.Pow(max(a*x+b, 0), g) + e
	}
}

// toValue gives the value of sRGB for an amount of light in 8,192ths.
var toValue = sync.OnceValue(func() *[8193]byte {
	var values [8193]byte
	for i := range values {
		light := float64(i) / 8192
		if light <= 0.0031308 {
			values[i] = toByte(12.92 * light)
		} else {
			values[i] = toByte(1.055*math.Pow(light, 1/2.4) - 0.055)
		}
	}
	return &values
})

func (c *conversion) color(r, g, b byte) (rgb [3]byte) {
	red, green, blue := c.linear[0][r], c.linear[1][g], c.linear[2][b]
	for i, row := range c.matrix {
		light := row[0]*red + row[1]*green + row[2]*blue
		rgb[i] = toValue()[int(min(max(light, 0), 1)*8192+0.5)]
	}
	return rgb
}

// isNear reports whether the conversion changes no color by more than the rounding of a profile.
func (c *conversion) isNear() bool {
	const step = 51
	for i := range 6 * 6 * 6 {
		from := [3]byte{byte(i / 36 * step), byte(i / 6 % 6 * step), byte(i % 6 * step)}
		for k, v := range c.color(from[0], from[1], from[2]) {
			if d := int(v) - int(from[k]); d > 1 || d < -1 {
				return false
			}
		}
	}
	return true
}

// convert converts an image, in place.
func (c *conversion) convert(img *image.RGBA) {
	for i := 0; i < len(img.Pix); i += 4 {
		p := img.Pix[i:][:4]
		alpha := int(p[3])
		switch alpha {
		case 0:
		case 255:
			rgb := c.color(p[0], p[1], p[2])
			copy(p, rgb[:])
		default: // the pixels of image.RGBA are multiplied by their alpha
			whole := func(v byte) byte { return byte((int(v)*255 + alpha/2) / alpha) }
			for k, v := range c.color(whole(p[0]), whole(p[1]), whole(p[2])) {
				p[k] = byte((int(v)*alpha + 127) / 255)
			}
		}
	}
}
