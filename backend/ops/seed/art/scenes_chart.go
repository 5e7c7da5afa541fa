package art

import (
	"fmt"
	"image/color"
	"math"
)

// bars is a day's number with what led to it.
func (s *shot) bars() {
	s.rect(0, 0, 232, 800, s.panel)
	s.fitted(bold, 30, 36, 82, 170, left, s.ink, s.Title)
	for i := range 5 {
		y := 140 + float64(i)*64
		if i == 1 {
			s.rect(0, y-18, 232, 56, s.one)
			s.text(medium, 22, 36, y+17, left, s.on(s.one), s.item(i))
			continue
		}
		s.text(medium, 22, 36, y+17, left, s.ink, s.item(i))
	}
	s.text(bold, 150, 288, 208, left, s.ink, s.number(320, 9900))
	s.text(medium, 26, 292, 276, left, s.ink, s.Label)
	s.rect(880, 84, 344, 172, s.panel)
	area := []point{{880, 256}}
	level := s.between(0.2, 0.35)
	for i := range 13 {
		area = append(area, point{880 + float64(i)*344/12, 256 - 150*min(0.95, level)})
		level += s.between(-0.06, 0.13)
	}
	s.polygon(s.two, append(area, point{1224, 256})...)
	n := 24
	peak := 8 + s.random.IntN(10)
	for i := range n {
		h := 70 + 300*math.Exp(-math.Pow(float64(i-peak)/6.5, 2)) + s.between(-34, 46)
		x := 288 + float64(i)*39
		c := s.one
		if i == peak {
			c = s.two
		}
		s.rect(x, 716-h, 27, h, c)
		s.rect(x, 728, 27, 6, s.soft)
	}
	s.rect(288, 720, 936, 3, s.ink)
	for i := range 4 {
		s.text(medium, 20, 288+float64(i)*252, 768, left, s.ink, s.item(i+1))
	}
}

// grid is a wall of small states, one of which is wrong.
func (s *shot) grid() {
	wrong := 22 + s.random.IntN(30)
	for i := range 84 {
		x, y := 48+float64(i%12)*66, 48+float64(i/12)*102
		c := mix(s.panel, s.soft, s.random.Float64()*0.9)
		switch {
		case i == wrong:
			c = s.two
		case s.random.Float64() < 0.22:
			c = s.one
		}
		s.rect(x, y, 56, 92, c)
	}
	s.rect(880, 0, 400, 800, s.panel)
	s.fitted(bold, 42, 924, 116, 312, left, s.ink, s.Title)
	s.rect(924, 150, 312, 3, s.soft)
	s.rect(924, 196, 312, 190, s.two)
	c := s.on(s.two)
	s.fitted(bold, 34, 948, 252, 264, left, c, s.Label)
	s.rect(948, 282, 230, 10, c)
	s.rect(948, 306, 260, 10, c)
	s.rect(948, 330, 130, 10, c)
	for i := range 5 {
		y := 452 + float64(i)*64
		s.circle(936, y-8, 10, []color.RGBA{s.one, s.soft}[i%2])
		s.text(medium, 24, 964, y, left, s.ink, s.item(i))
		s.text(bold, 24, 1236, y, right, s.ink, fmt.Sprint(2+s.random.IntN(90)))
	}
}

// hills is the day's weather over a land in layers.
func (s *shot) hills() {
	sky := mix(s.ground, s.panel, 0.5)
	s.rect(0, 0, 1280, 800, sky)
	s.circle(930, 270, 128, s.two)
	s.fitted(bold, 44, 64, 112, 640, left, s.on(sky), s.Title)
	s.text(bold, 210, 54, 330, left, s.on(sky), fmt.Sprintf("%d°", 4+s.random.IntN(24)))
	s.fitted(medium, 30, 66, 384, 560, left, s.on(sky), s.Label)
	for layer := range 4 {
		t := float64(layer) / 3
		c := mix(s.soft, s.one, t)
		ridge := []point{{0, 800}}
		phase := s.random.Float64() * 6
		for x := 0.0; x <= 1280; x += 16 {
			y := 452 + 74*float64(layer) + 46*math.Sin(phase+x/210) + 20*math.Sin(phase*2+x/77)
			ridge = append(ridge, point{x, y})
		}
		s.polygon(c, append(ridge, point{1280, 800})...)
	}
	ink := s.on(s.one)
	for i := range 6 {
		x := 64 + float64(i)*200
		s.text(medium, 22, x, 728, left, ink, s.item(i))
		s.rect(x, 746, s.between(40, 150), 10, ink)
	}
}

// streets is a plan of a town with places on it.
func (s *shot) streets() {
	block := mix(s.panel, s.soft, 0.42)
	s.rect(0, 0, 1280, 800, s.panel)
	var xs, ys []float64
	for x := -60.0; x < 1300; x += s.between(110, 190) {
		xs = append(xs, x)
	}
	for y := -40.0; y < 820; y += s.between(90, 150) {
		ys = append(ys, y)
	}
	lean := s.between(0.05, 0.14)
	tilt := func(x, y float64) point { return point{x + y*lean, y - x*lean + 70} }
	for i := 1; i < len(xs); i++ {
		for j := 1; j < len(ys); j++ {
			c := block
			if s.random.Float64() < 0.12 {
				c = mix(s.two, s.panel, 0.55)
			}
			s.polygon(c, tilt(xs[i-1]+9, ys[j-1]+9), tilt(xs[i]-9, ys[j-1]+9), tilt(xs[i]-9, ys[j]-9), tilt(xs[i-1]+9, ys[j]-9))
		}
	}
	var river []point
	for i := range 40 {
		t := float64(i) / 39
		river = append(river, point{1290 * t, 620 - 260*t + 60*math.Sin(t*6)})
	}
	s.line(54, s.ground, river...)
	way := []point{tilt(xs[2], ys[len(ys)-2])}
	for i := 3; i < len(xs)-1; i++ {
		way = append(way, tilt(xs[i], ys[max(1, len(ys)-1-i)]))
	}
	s.line(10, s.one, way...)
	for i, p := range way {
		c := s.one
		if i == len(way)/2 {
			c = s.two
		}
		s.circle(p.x, p.y, 24, c)
		s.circle(p.x, p.y, 10, s.on(c))
	}
	s.rect(48, 48, 344, 236, s.ink)
	c := s.on(s.ink)
	s.fitted(bold, 34, 76, 106, 290, left, c, s.Title)
	for i := range 3 {
		y := 158 + float64(i)*42
		s.circle(84, y-7, 8, []color.RGBA{s.one, s.two, s.soft}[i])
		s.text(medium, 22, 108, y, left, c, s.item(i))
	}
}

// network is helpers that hand work to each other.
func (s *shot) network() {
	type node struct {
		x, y, r float64
	}
	nodes := []node{{640, 400, 92}}
	for ring, n := range []int{5, 8} {
		turn := s.random.Float64() * 2
		for i := range n {
			a := turn + float64(i)*2*math.Pi/float64(n)
			nodes = append(nodes, node{640 + float64(220+170*ring)*math.Cos(a)*1.25, 400 + float64(170+140*ring)*math.Sin(a), s.between(22, 44)})
		}
	}
	for i := 1; i <= 5; i++ {
		s.line(4, s.soft, point{640, 400}, point{nodes[i].x, nodes[i].y})
	}
	for i := 6; i < len(nodes); i++ {
		to := 1
		for j := 2; j <= 5; j++ {
			if math.Hypot(nodes[i].x-nodes[j].x, nodes[i].y-nodes[j].y) < math.Hypot(nodes[i].x-nodes[to].x, nodes[i].y-nodes[to].y) {
				to = j
			}
		}
		s.line(3, s.soft, point{nodes[to].x, nodes[to].y}, point{nodes[i].x, nodes[i].y})
	}
	hot := 1 + s.random.IntN(5)
	s.line(8, s.one, point{640, 400}, point{nodes[hot].x, nodes[hot].y})
	for i, n := range nodes {
		c := s.panel
		switch {
		case i == 0:
			c = s.one
		case i == hot:
			c = s.two
		case i%4 == 3:
			c = mix(s.one, s.ground, 0.5)
		}
		s.circle(n.x, n.y, n.r, c)
		if i > 0 && n.r > 30 {
			s.rect(n.x-14, n.y-4, 28, 8, s.on(c))
		}
	}
	s.fitted(bold, 34, 640, 412, 150, middle, s.on(s.one), s.Label)
	s.fitted(bold, 40, 48, 84, 420, left, s.ink, s.Title)
	for i := range 4 {
		s.text(medium, 22, 1232, 84+float64(i)*34, right, s.ink, s.item(i))
	}
}

// route is a climb with numbered corners over lines of height.
func (s *shot) route() {
	for i := range 16 {
		var curve []point
		for x := 0.0; x <= 1280; x += 20 {
			d := (x - 820) / 260
			curve = append(curve, point{x, 120 + float64(i)*46 - (150-4*float64(i))*math.Exp(-d*d) + 14*math.Sin(x/150+float64(i)/3)})
		}
		s.line(2, s.soft, curve...)
	}
	var way []point
	x, y := 96.0, 690.0
	for range 8 {
		way = append(way, point{x, y})
		x += s.between(96, 128)
		y += s.between(-150, 40)
		y = min(max(y, 150), 720)
	}
	s.line(9, s.ink, way...)
	hard := 3 + s.random.IntN(3)
	for i := 1; i < len(way)-1; i++ {
		c, paper := s.ink, s.panel
		if i == hard {
			paper = s.two
		}
		s.circle(way[i].x, way[i].y, 31, c)
		s.circle(way[i].x, way[i].y, 26, paper)
		s.text(bold, 28, way[i].x, way[i].y+10, middle, s.on(paper), fmt.Sprint(1+s.random.IntN(9)))
	}
	s.rect(944, 470, 336, 330, s.ink)
	c := s.on(s.ink)
	s.text(bold, 104, 978, 590, left, c, fmt.Sprint(11+s.random.IntN(80)))
	for i := range 4 {
		s.text(medium, 23, 980, 648+float64(i)*36, left, c, s.item(i))
	}
	s.fitted(bold, 44, 56, 100, 620, left, s.ink, s.Title)
	s.fitted(medium, 26, 58, 144, 560, left, s.ink, s.Label)
}
