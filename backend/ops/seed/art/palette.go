package art

import "image/color"

type palette struct {
	ground color.RGBA // the background
	panel  color.RGBA // a surface on the ground
	ink    color.RGBA // text on either
	soft   color.RGBA // lines and decoration
	one    color.RGBA // the main color
	two    color.RGBA // the second color
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

func mix(a, b color.RGBA, t float64) color.RGBA {
	at := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return color.RGBA{at(a.R, b.R), at(a.G, b.G), at(a.B, b.B), 255}
}

func veil(c color.RGBA, alpha float64) color.RGBA {
	c = mix(rgb(0), c, alpha)
	c.A = uint8(255*alpha + 0.5)
	return c
}

func luminance(c color.RGBA) float64 {
	return 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B)
}

// contrast returns the difference of two colors in luminance.
func contrast(a, b color.RGBA) float64 {
	return max(luminance(a)-luminance(b), luminance(b)-luminance(a))
}

// on returns the color of a palette with the most contrast to c.
func (p palette) on(c color.RGBA) color.RGBA {
	best := p.ink
	for _, candidate := range []color.RGBA{p.ground, p.panel} {
		if contrast(candidate, c) > contrast(best, c) {
			best = candidate
		}
	}
	return best
}

// turned returns the palette with its colors in other roles.
func (p palette) turned(n int) palette {
	for range n {
		p.one, p.two, p.soft = p.two, p.soft, p.one
	}
	return p
}

func colors(ground, panel, ink, soft, one, two uint32) palette {
	return palette{rgb(ground), rgb(panel), rgb(ink), rgb(soft), rgb(one), rgb(two)}
}

// Neighbors look different.
var palettes = []palette{
	colors(0xefe8db, 0xe2d8c6, 0x25211b, 0xbdb09a, 0xff5a3c, 0x1b7f86), // two drums of ink
	colors(0x2f4a5e, 0x263d4f, 0xe9ddc4, 0x5d7688, 0xe9ddc4, 0xd4553a), // rain
	colors(0xe8efe8, 0xffffff, 0x163a2c, 0xb4cbbd, 0x2f7d5b, 0xe0a13a), // ledger
	colors(0x1a1416, 0x2d2023, 0xf7e9ec, 0x51393f, 0xf4b8c4, 0xb98d96), // stage
	colors(0xc8862a, 0xe0a64c, 0x2a1d0c, 0x9b6518, 0xfbf3e0, 0xb3321f), // ochre
	colors(0xcfe3ee, 0xf4fafc, 0x123047, 0xa3c3d4, 0x1f6fb2, 0xe9573f), // sky
	colors(0x7d2f20, 0x8f3f2c, 0xfbe9d4, 0x5f2116, 0xf3c08a, 0xf7e3c3), // brick
	colors(0xcfe0a8, 0xe6efcf, 0x1f3318, 0xa8c46c, 0x33502a, 0xd98e4a), // hedge
	colors(0x0e1b2a, 0x16293d, 0xdfe9ee, 0x36506a, 0x5fd0c5, 0xf2b84b), // night sea
	colors(0xf0dcb8, 0xfbf0d8, 0x2b1712, 0xd3b98c, 0x7d1f2d, 0x1f3a63), // alley
	colors(0xe9e4f2, 0xfbfaff, 0x2a1d45, 0xc3b8dc, 0x6d4bb8, 0xe0703a), // lilac
	colors(0x14231c, 0x1e3329, 0xe6ecd8, 0x3d5a4b, 0xb7d66b, 0xe88f5a), // wood at night
	colors(0xf1503b, 0xf8765f, 0x2a0f0b, 0xc53a28, 0xffe9cf, 0x2a0f0b), // tomato
	colors(0xeaf1f4, 0xffffff, 0x13262e, 0xbccdd4, 0x0d7f8c, 0xf08a4b), // arctic
	colors(0x3b1f4a, 0x4d2c5f, 0xf5e6f2, 0x6a467e, 0xf29bb5, 0xf5c84c), // grape
	colors(0xeadfc9, 0xf8f2e4, 0x1a2440, 0xc9b997, 0x2742c9, 0xe24e2e), // sand
	colors(0x0f4c4a, 0x17605d, 0xf1ead6, 0x2f7f79, 0xf2c14e, 0xef6f4c), // lagoon
	colors(0xfbd9c3, 0xfff1e6, 0x40211a, 0xe5ae90, 0xd2492a, 0x3c6e71), // peach
	colors(0x22252b, 0x2d3138, 0xeceef2, 0x4c525d, 0x7aa2ff, 0xffb454), // graphite
	colors(0xf6b73c, 0xfbcf74, 0x2b1b05, 0xcf931f, 0x2d2a6e, 0xc2301c), // marigold
	colors(0xf5f3ee, 0xffffff, 0x161616, 0xd3cec4, 0xff4d2e, 0x2b59ff), // poster
	colors(0x2b1c16, 0x3b281f, 0xf3e4d3, 0x5c4233, 0xe79f5b, 0x8fc2a9), // cocoa
	colors(0xf6e6e4, 0xfffaf8, 0x43141f, 0xdcb8b8, 0xc22f4d, 0x2d6a6a), // rose
	colors(0x5d5f2c, 0x6e703a, 0xf6f1d8, 0x4a4c20, 0xf1d36b, 0xf2915a), // olive
}
