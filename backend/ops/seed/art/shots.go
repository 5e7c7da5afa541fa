package art

import (
	"image"
	"image/color"
	"math/rand/v2"
	"strconv"
)

// Shot says what a screenshot shows.
type Shot struct {
	Scene string // one of scenes
	Title string // written large where the scene has a heading
	Label string // a word or two of the product itself
	Items []string
	Look  uint64 // chooses colours and arrangement
	Width int    // in pixels; the height goes with it
}

type shot struct {
	*canvas
	palette
	Shot
	random *rand.Rand
}

var scenes = map[string]func(*shot){
	"arches": (*shot).arches, "bars": (*shot).bars, "board": (*shot).board, "calendar": (*shot).calendar, "cards": (*shot).cards,
	"chat": (*shot).chat, "code": (*shot).code, "dial": (*shot).dial, "form": (*shot).form, "gallery": (*shot).gallery,
	"grid": (*shot).grid, "hills": (*shot).hills, "invoice": (*shot).invoice, "map": (*shot).streets, "network": (*shot).network,
	"phones": (*shot).phones, "plates": (*shot).plates, "plots": (*shot).plots, "roll": (*shot).roll, "route": (*shot).route,
	"score": (*shot).score, "weave": (*shot).weave,
}

// Screenshot draws what s says, 16 to 10. Scenes are laid out in units of 1280 × 800.
func Screenshot(s Shot) image.Image {
	p := palettes[s.Look%uint64(len(palettes))]
	drawing := &shot{canvas: newCanvas(s.Width, s.Width*10/16, float64(s.Width)/1280, p.ground), palette: p, Shot: s, random: rand.New(rand.NewPCG(s.Look, 11))}
	scenes[s.Scene](drawing)
	return drawing.img
}

// item is the i-th of what the product lists, beginning again after the last.
func (s *shot) item(i int) string {
	if len(s.Items) == 0 {
		return s.Label
	}
	return s.Items[i%len(s.Items)]
}

// between is a number from low to high.
func (s *shot) between(low, high float64) float64 { return low + s.random.Float64()*(high-low) }

// number is a count as an interface writes it.
func (s *shot) number(low, high int) string {
	n := low + s.random.IntN(high-low)
	if n >= 1000 {
		return strconv.Itoa(n/1000) + "," + strconv.Itoa(1000 + n%1000)[1:]
	}
	return strconv.Itoa(n)
}

// lines stands for text that nobody needs to read.
func (s *shot) lines(x, y, w float64, n int, paint color.RGBA) {
	for i := range n {
		share := s.between(0.72, 1)
		if i == n-1 && n > 1 {
			share = s.between(0.35, 0.6)
		}
		s.rect(x, y+float64(i)*26, w*share, 10, paint)
	}
}

// fitted writes as large as size, and smaller where the text would be wider than w.
func (s *shot) fitted(f face, size, x, y, w, align float64, paint color.RGBA, text string) {
	if wide := s.width(f, size, text); wide > w {
		size *= w / wide
	}
	s.text(f, size, x, y, align, paint, text)
}
