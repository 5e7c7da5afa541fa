package art

import (
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
)

// Shot is the content of a screenshot.
type Shot struct {
	View   string   // one of the views
	Layout int      // modulo Layouts
	Title  string   // the name of the product
	Figure string   // a number or time of the product, written large
	Label  string   // of the figure
	Items  []string // what the product lists
	Look   uint64   // chooses colors and arrangement
	Width  int      // in pixels
}

// Layouts is the number of layouts.
var Layouts = len(layouts)

type shot struct {
	*canvas
	palette
	Shot
	random *rand.Rand
}

// whole is the canvas of a screenshot, 16 to 10.
var whole = box{0, 0, 1280, 800}

// Screenshot draws s.
func Screenshot(s Shot) image.Image {
	p := palettes[s.Look%uint64(len(palettes))]
	drawing := &shot{canvas: newCanvas(s.Width, s.Width*10/16, float64(s.Width)/whole.w, p.ground), palette: p, Shot: s, random: rand.New(rand.NewPCG(s.Look, 11))}
	layouts[s.Layout%len(layouts)](drawing)
	return drawing.img
}

var layouts = []func(*shot){
	(*shot).sidebar, (*shot).poster, (*shot).window, (*shot).phones, (*shot).split, (*shot).floating, (*shot).topbar,
}

func (s *shot) view(b box, bg color.RGBA) {
	s.within(b, func() { views[s.View](s, b, bg) })
}

func (s *shot) list(b box, n int, bg color.RGBA) {
	ink, shape := s.on(bg), s.random.IntN(3)
	for i := range n {
		row, c := b.row(i, n, 0), s.accents(bg)[i%3]
		p := row.at(0, 0.5)
		switch shape {
		case 0:
			s.circle(point{p.x + 10, p.y - 8}, 10, c)
		case 1:
			s.rect(box{p.x, p.y - 22, 28, 28}, c)
		default:
			s.rect(box{p.x, p.y - 26, 5, 36}, c)
		}
		s.text(medium, 24, point{p.x + 44, p.y}, b.w-44, left, ink, s.item(i))
		s.rect(box{p.x + 44, p.y + 14, (b.w - 44) * s.between(0.3, 0.8), 6}, mix(bg, ink, 0.25))
	}
}

// sidebar has the navigation on one side, with an entry selected.
func (s *shot) sidebar() {
	bar, rest := whole.left(280)
	if s.random.IntN(2) == 1 {
		rest, bar = whole.left(1000)
	}
	s.rect(bar, s.panel)
	s.text(bold, 36, point{bar.x + 36, 88}, 210, left, s.ink, s.Title)
	selected := s.random.IntN(4)
	for i := range 5 {
		row, c := box{bar.x, 136 + float64(i)*66, 280, 56}, s.panel
		if i == selected {
			c = s.one
			s.rect(row, c)
		}
		s.text(medium, 24, point{bar.x + 36, row.y + 36}, 210, left, s.on(c), s.item(i))
	}
	s.text(bold, 64, point{bar.x + 36, 690}, 210, left, s.ink, s.Figure)
	s.text(medium, 22, point{bar.x + 36, 730}, 210, left, s.ink, s.Label)
	s.view(rest.inset(48), s.ground)
}

// topbar has a colored head.
func (s *shot) topbar() {
	bar, rest := whole.top(124)
	s.rect(bar, s.one)
	ink := s.on(s.one)
	s.text(bold, 48, point{56, 80}, 640, left, ink, s.Title)
	s.text(bold, 36, point{1224, 60}, 420, right, ink, s.Figure)
	s.text(medium, 22, point{1224, 94}, 420, right, ink, s.Label)
	s.view(rest.inset(44), s.ground)
}

// floating has a card in one corner of a view that fills the screen.
func (s *shot) floating() {
	whole := whole
	if !strings.Contains("hills map print weave", s.View) { // these bleed off the edge
		whole = whole.inset(44)
	}
	s.view(whole, s.ground)
	corner := s.random.IntN(4)
	card := box{48 + float64(corner%2)*804, 48 + float64(corner/2)*424, 380, 280}
	c := s.ink
	s.rect(card, c)
	in, ink := card.inset(30), s.on(c)
	s.text(bold, 36, point{in.x, in.y + 32}, in.w, left, ink, s.Title)
	s.text(medium, 22, point{in.x, in.y + 68}, in.w, left, ink, s.Figure+" "+s.Label)
	s.list(box{in.x, in.y + 90, in.w, 150}, 3, c)
}

// split has a colored half with the figure beside the view.
func (s *shot) split() {
	half, rest := whole.left(500)
	c := s.one
	if s.random.IntN(2) == 1 {
		rest, half = whole.left(780)
	}
	s.rect(half, c)
	in, ink := half.inset(52), s.on(c)
	s.text(bold, 56, point{in.x, 120}, in.w, left, ink, s.Title)
	s.rect(box{in.x, 150, 90, 8}, mix(ink, c, 0.3))
	s.text(bold, 170, point{in.x, 480}, in.w, left, ink, s.Figure)
	s.text(medium, 30, point{in.x, 540}, in.w, left, ink, s.Label)
	for i := range 3 {
		s.text(medium, 24, point{in.x, 640 + float64(i)*42}, in.w, left, mix(ink, c, 0.2), s.item(i))
	}
	s.view(rest.inset(48), s.ground)
}

// phones shows the view on the middle one of three phones.
func (s *shot) phones() {
	edge := s.between(380, 900)
	s.fill(s.soft, []point{{0, 0}, {edge, 0}, {edge - 360, 800}, {0, 800}})
	frame := mix(s.ground, rgb(0x101010), 0.82)
	for i := range 3 {
		y := 150 - float64(i%2)*90
		if i == 1 && s.random.IntN(2) == 1 {
			y = 200
		}
		phone := box{110 + float64(i)*368, y, 324, 800}
		s.round(phone, 46, frame)
		screen := phone.inset(14)
		c := []color.RGBA{s.panel, s.ground, s.one}[i]
		s.round(screen, 32, c)
		in := screen.inset(26)
		switch i {
		case 0:
			s.text(bold, 36, point{in.x, in.y + 44}, in.w, left, s.on(c), s.Title)
			s.list(box{in.x, in.y + 80, in.w, 560}, 6, c)
		case 1:
			s.view(box{in.x - 12, in.y + 20, in.w + 24, 620}, c)
		default:
			s.text(bold, 120, point{in.x + in.w/2, in.y + 210}, in.w, middle, s.on(c), s.Figure)
			s.text(medium, 26, point{in.x + in.w/2, in.y + 260}, in.w, middle, s.on(c), s.Label)
			s.list(box{in.x, in.y + 320, in.w, 320}, 3, c)
		}
	}
}

// window is a window whose lower edge is cut off.
func (s *shot) window() {
	desk := []color.RGBA{s.one, s.two, s.soft}[s.random.IntN(3)]
	s.rect(whole, desk)
	frame := box{s.between(60, 150), s.between(56, 110), s.between(1000, 1080), 800}
	s.round(frame, 16, s.panel)
	bar, rest := frame.top(64)
	s.round(bar, 16, mix(s.panel, s.ink, 0.1))
	for i, c := range []color.RGBA{s.one, s.two, s.soft} {
		s.circle(point{frame.x + 34 + float64(i)*32, frame.y + 32}, 9, c)
	}
	s.text(medium, 24, point{bar.at(0.5, 0).x, frame.y + 41}, 500, middle, s.ink, s.Title)
	s.text(bold, 40, point{rest.x + 40, rest.y + 66}, 640, left, s.ink, s.Figure)
	s.text(medium, 24, point{rest.x + rest.w - 40, rest.y + 62}, 400, right, s.ink, s.Label)
	s.view(box{rest.x + 40, rest.y + 100, rest.w - 80, 520}, s.panel)
}

// poster has a very large figure.
func (s *shot) poster() {
	head, rest := whole.top(330)
	if s.random.IntN(2) == 1 {
		s.rect(head, s.panel)
	}
	s.text(bold, 44, point{64, 92}, 640, left, s.ink, s.Title)
	s.text(bold, 230, point{56, 296}, 720, left, s.ink, s.Figure)
	s.text(medium, 32, point{1216, 92}, 440, right, s.ink, s.Label)
	for i := range 3 {
		s.text(medium, 24, point{1216, 190 + float64(i)*46}, 440, right, mix(s.ink, s.ground, 0.3), s.item(i))
	}
	s.view(box{rest.x + 64, rest.y + 30, rest.w - 128, rest.h - 30}, s.ground)
}

// item returns the i-th item, modulo their number.
func (s *shot) item(i int) string {
	if len(s.Items) == 0 {
		return s.Label
	}
	return s.Items[i%len(s.Items)]
}

// accents returns three colors that contrast with bg, the strongest first.
func (s *shot) accents(bg color.RGBA) []color.RGBA {
	all := []color.RGBA{s.one, s.two, s.soft}
	for i, c := range all {
		if c == bg || contrast(c, bg) < 20 && i == 0 {
			all[i] = mix(s.on(bg), bg, 0.2*float64(i))
		}
	}
	return all
}

func (s *shot) between(low, high float64) float64 { return low + s.random.Float64()*(high-low) }
