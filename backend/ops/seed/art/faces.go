package art

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

var (
	skins = []color.RGBA{rgb(0xf6d3b8), rgb(0xe8b48e), rgb(0xd09a6c), rgb(0xa96f47), rgb(0x7d4b2f), rgb(0x55331f)}
	hairs = []color.RGBA{rgb(0x1d1714), rgb(0x3f2a1d), rgb(0x7a4a26), rgb(0xb98a4a), rgb(0xb4482c), rgb(0xc9c4bd), rgb(0x35405f)}
)

// Face draws a portrait. It depends on look only; side is the width and height in pixels.
func Face(look uint64, side int) image.Image {
	random, p := rand.New(rand.NewPCG(look, 13)), palettes[look%uint64(len(palettes))]
	c := newCanvas(side, side, float64(side)/100, mix(p.ground, p.soft, random.Float64()))
	skin, hair := skins[random.IntN(len(skins))], hairs[random.IntN(len(hairs))]
	for contrast(skin, hair) < 18 {
		hair = hairs[random.IntN(len(hairs))]
	}
	w, head := 17+random.Float64()*4, point{50, 42}
	if random.IntN(3) == 0 {
		c.circle(point{62 + random.Float64()*30, 30}, 26, mix(p.two, p.ground, 0.4))
	}
	style := random.IntN(6)
	switch style { // hair behind the head
	case 0:
		c.round(box{50 - w - 7, 18, 2*w + 14, 58}, 20, hair)
	case 1:
		c.circle(point{50, 40}, w+10, hair)
	case 2:
		c.circle(point{50, 14}, 10, hair)
	}
	c.round(box{50 - w - 15, 76, 2*w + 30, 60}, 20, p.one)
	c.round(box{42, 52, 16, 32}, 8, mix(skin, rgb(0), 0.12))
	c.round(box{50 - w, head.y - 22, 2 * w, 46}, w, skin)
	if style < 5 { // else bald
		c.within(box{0, 0, 100, 24 + random.Float64()*9}, func() { c.round(box{50 - w - 2, head.y - 25, 2*w + 4, 50}, w, hair) })
	}
	for i := range 5 * (style / 3 % 2) { // curls
		c.circle(point{50 + float64(i-2)*w*0.45, 22 - 3*math.Cos(float64(i-2)*0.8)}, 9, hair)
	}
	for _, x := range []float64{-0.42, 0.42} {
		c.circle(point{50 + x*w, 44}, 2, rgb(0x1a1412))
		if look%5 == 0 {
			c.ring(point{50 + x*w, 44}, 6.5, 1.6, 0, 1, p.ink)
		}
	}
	if style > 2 && look%3 == 0 { // a beard
		c.within(box{0, 52, 100, 30}, func() { c.round(box{50 - w, head.y - 22, 2 * w, 47}, w, hair) })
	}
	c.ring(point{50, 51}, 6, 2, 0.07, 0.43, mix(skin, rgb(0x7a1f1f), 0.6))
	return c.img
}
