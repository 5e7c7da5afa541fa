package art

import (
	"fmt"
	"image/color"
	"math"
)

// form is a sheet of questions on a desk, with a stamp.
func (s *shot) form() {
	for i := range 3 {
		y := 90 + float64(i)*150
		c, line := s.panel, s.soft
		if i == 1 {
			c, line = mix(s.one, s.ground, 0.1), s.soft
		}
		s.rect(64, y, 208, 118, c)
		s.lines(88, y+28, 150, 3, line)
	}
	paper := rgb(0xfdfaf2)
	ink := rgb(0x241c16)
	s.rect(332, 48, 620, 752, paper)
	s.fitted(bold, 40, 380, 124, 500, left, ink, s.Title)
	s.lines(380, 152, 480, 3, rgb(0xd9cfbd))
	for i := range 5 {
		y := 258 + float64(i)*94
		s.text(medium, 20, 380, y-12, left, ink, s.item(i))
		s.frame(380, y, 524, 50, 2, ink)
		c := ink
		if i == 2 {
			c = s.two
		}
		s.rect(398, y+20, s.between(120, 330), 12, c)
	}
	s.stamp(820, 690, -0.14, s.two, s.Label)
	s.circle(1116, 190, 74, s.panel)
	s.circle(1116, 190, 46, mix(s.one, s.ground, 0.1))
	s.lines(1030, 320, 180, 5, s.soft)
}

// stamp is a word in a frame, set down askew.
func (s *shot) stamp(x, y, angle float64, paint color.RGBA, word string) {
	size := min(46, 46*270/max(1, s.width(bold, 46, word)))
	w := s.width(bold, size, word)/2 + 26
	sin, cos := math.Sincos(angle)
	box := func(w, h float64) []point {
		var out []point
		for _, p := range []point{{-w, -h}, {w, -h}, {w, h}, {-w, h}} {
			out = append(out, point{x + p.x*cos - p.y*sin, y + p.x*sin + p.y*cos})
		}
		return out
	}
	inner := box(w-6, 36)
	inner[1], inner[3] = inner[3], inner[1]
	s.fill(new(path).outline(box(w, 42)...).outline(inner...), paint)
	s.turnedText(bold, size, x-16*sin, y+16*cos, middle, angle, paint, word)
}

// invoice is a table of amounts beside a rosette that is drawn from a number.
func (s *shot) invoice() {
	petals, turns := 5+s.random.IntN(6), 9
	for i := range turns {
		phase := float64(i) * math.Pi * 2 / float64(turns)
		var curve []point
		for t := 0.0; t <= 2*math.Pi+0.02; t += 0.02 {
			r := 105 + 62*math.Sin(float64(petals)*t+phase)
			curve = append(curve, point{230 + r*math.Cos(t), 212 + r*math.Sin(t)})
		}
		s.line(1.5, s.one, curve...)
	}
	s.lines(70, 452, 320, 7, s.soft)
	s.rect(70, 684, 190, 52, s.one)
	s.text(bold, 22, 165, 718, middle, s.on(s.one), s.Label)

	s.frame(468, 48, 744, 704, 2, s.one)
	s.rect(480, 60, 720, 680, s.panel)
	s.fitted(bold, 54, 528, 150, 620, left, s.ink, s.Title)
	for i := range 6 {
		y := 222 + float64(i)*66
		s.text(medium, 24, 528, y+8, left, s.ink, s.item(i))
		s.text(bold, 24, 1152, y+8, right, s.ink, fmt.Sprintf("%d.%02d", 12+s.random.IntN(480), s.random.IntN(4)*25))
		s.rect(528, y+28, 624, 2, s.soft)
	}
	s.text(bold, 70, 1152, 704, right, s.one, s.number(1200, 9800)+".00")
}

// calendar is a month with the days that count.
func (s *shot) calendar() {
	s.rect(0, 0, 320, 800, s.panel)
	s.fitted(bold, 44, 48, 112, 236, left, s.ink, s.Title)
	s.rect(48, 140, 70, 8, s.one)
	for i := range 4 {
		y := 230 + float64(i)*118
		s.circle(66, y, 14, []color.RGBA{s.one, s.two, s.soft, s.ink}[i])
		s.text(medium, 24, 98, y+9, left, s.ink, s.item(i))
		s.rect(98, y+30, s.between(80, 150), 8, s.soft)
	}
	first := s.random.IntN(4)
	for week := range 5 {
		for day := range 7 {
			x, y := 372+float64(day)*124, 92+float64(week)*130
			n := week*7 + day - first + 1
			if n < 1 || n > 31 {
				s.frame(x, y, 110, 114, 2, s.soft)
				continue
			}
			c := s.panel
			switch roll := s.random.Float64(); {
			case n == 9+first*3:
				c = s.two
			case roll < 0.34:
				c = s.one
			case roll < 0.46:
				c = mix(s.one, s.ground, 0.55)
			}
			s.rect(x, y, 110, 114, c)
			s.text(bold, 24, x+14, y+34, left, s.on(c), fmt.Sprint(n))
			if c != s.panel {
				s.rect(x+14, y+86, s.between(36, 82), 8, s.on(c))
			}
		}
	}
	s.fitted(medium, 22, 372, 62, 800, left, s.ink, s.Label)
}

// board is columns of cards.
func (s *shot) board() {
	s.rect(0, 0, 1280, 96, s.panel)
	s.fitted(bold, 36, 48, 62, 600, left, s.ink, s.Title)
	for i, c := range []color.RGBA{s.one, s.two, s.soft} {
		s.circle(1216-float64(i)*40, 48, 24, c)
	}
	for column := range 4 {
		x := 48 + float64(column)*302
		s.text(bold, 24, x, 154, left, s.ink, s.item(column))
		s.rect(x, 170, 278, 4, []color.RGBA{s.soft, s.one, s.two, s.ink}[column])
		y := 198.0
		for card := range []int{3, 4, 2, 3}[(column+int(s.Look))%4] {
			h := []float64{112, 150, 128, 172}[s.random.IntN(4)]
			c := s.panel
			if card == 1 && column == 1 {
				c = s.one
			} else if card == 0 && column == 2 {
				c = s.two
			}
			if y+h > 800 {
				h = 800 - y
			}
			s.rect(x, y, 278, h, c)
			ink := s.on(c)
			s.rect(x+22, y+26, s.between(120, 210), 14, ink)
			quiet := mix(ink, c, 0.55)
			s.rect(x+22, y+54, s.between(150, 230), 9, quiet)
			s.rect(x+22, y+74, s.between(60, 140), 9, quiet)
			if h > 140 {
				s.circle(x+246, y+h-30, 14, quiet)
			}
			y += h + 18
		}
	}
}

// cards is a fan of cards with one in front.
func (s *shot) cards() {
	s.polygon(s.panel, point{0, 560}, point{1280, 420}, point{1280, 800}, point{0, 800})
	fan := []color.RGBA{s.soft, mix(s.two, s.ground, 0.15), s.one}
	for i, c := range fan {
		angle := -0.2 + 0.2*float64(i)
		x, y := 560+float64(i)*80, 430.0
		sin, cos := math.Sincos(angle)
		var corners []point
		for _, p := range []point{{-190, -280}, {190, -280}, {190, 280}, {-190, 280}} {
			corners = append(corners, point{x + p.x*cos - p.y*sin, y + p.x*sin + p.y*cos})
		}
		s.polygon(c, corners...)
	}
	// The front card stands turned by a fifth of a radian, and so does what is on it.
	x, y, angle := 720.0, 430.0, 0.2
	sin, cos := math.Sincos(angle)
	at := func(px, py float64) point { return point{x + px*cos - py*sin, y + px*sin + py*cos} }
	ink := s.on(s.one)
	mark := at(0, -70)
	s.circle(mark.x, mark.y, 104, s.two)
	s.wedge(mark.x, mark.y, 104, angle, angle+math.Pi, mix(s.two, ink, 0.25))
	word := at(0, 120)
	size := min(52, 52*320/max(1, s.width(bold, 52, s.Label)))
	s.turnedText(bold, size, word.x, word.y, middle, angle, ink, s.Label)
	for i := range 2 {
		a, b := at(-120, 168+float64(i)*34), at(120-float64(i)*90, 168+float64(i)*34)
		s.line(10, mix(ink, s.one, 0.5), a, b)
	}
	s.fitted(bold, 46, 64, 110, 420, left, s.ink, s.Title)
	for i := range 4 {
		y := 190 + float64(i)*54
		s.text(medium, 24, 98, y, left, s.ink, s.item(i))
		c := s.soft
		if i < 2 {
			c = s.two
		}
		s.circle(74, y-8, 9, c)
	}
}

// plates is a workshop for prints: dots, a disc and a wedge in two inks.
func (s *shot) plates() {
	s.rect(0, 0, 300, 800, s.panel)
	s.fitted(bold, 36, 40, 88, 224, left, s.ink, s.Title)
	s.rect(40, 124, 220, 90, s.one)
	s.rect(40, 226, 220, 90, s.two)
	s.lines(40, 360, 210, 6, s.soft)
	s.rect(40, 700, 220, 56, s.ink)
	s.text(bold, 22, 150, 735, middle, s.panel, s.Label)
	cx, cy := s.between(720, 900), s.between(320, 460)
	for row := range 25 {
		for column := range 27 {
			x, y := 400+float64(column)*32, 90+float64(row)*26
			if row%2 == 1 {
				x += 16
			}
			d := math.Hypot(x-cx, y-cy)
			if r := 9.5 - d/56; r > 1.2 {
				s.circle(x, y, r, s.two)
			} else {
				s.circle(x, y, 1.8, s.two)
			}
		}
	}
	s.circle(cx+60, cy-30, 220, veil(s.one, 0.9))
	s.polygon(veil(s.two, 0.88), point{cx - 240, cy + 260}, point{cx - 10, cy - 130}, point{cx + 210, cy + 260})
	for _, p := range []point{{345, 40}, {1235, 40}, {345, 760}, {1235, 760}} {
		s.line(2, s.ink, point{p.x - 18, p.y}, point{p.x + 18, p.y})
		s.line(2, s.ink, point{p.x, p.y - 18}, point{p.x, p.y + 18})
		s.ring(p.x, p.y, 10, 2, 0, 2*math.Pi, s.ink)
	}
}

// gallery is a wall of landscapes.
func (s *shot) gallery() {
	s.fitted(bold, 40, 48, 84, 700, left, s.ink, s.Title)
	s.text(medium, 22, 1232, 80, right, s.ink, s.number(80, 2400)+" "+s.Label)
	widths := [][]float64{{390, 270, 500}, {270, 500, 390}, {500, 390, 270}}
	y := 124.0
	for row := range 3 {
		x := 48.0
		h := []float64{236, 212, 236}[row]
		for _, w := range widths[(row+int(s.Look))%3] {
			s.landscape(x, y, w, min(h, 800-y))
			x += w + 12
		}
		y += h + 12
	}
}

// landscape is a sun behind hills, within a frame.
func (s *shot) landscape(x, y, w, h float64) {
	sky := []color.RGBA{s.one, s.panel, mix(s.two, s.ground, 0.35), mix(s.one, s.panel, 0.5), s.soft}[s.random.IntN(5)]
	s.rect(x, y, w, h, sky)
	sun := s.two
	if distance(sun, sky) < 30 {
		sun = s.on(sky)
	}
	s.circle(x+w*s.between(0.25, 0.75), y+h*s.between(0.28, 0.42), h*0.15, sun)
	shade := s.ink
	if luminance(shade) > 128 {
		shade = s.ground
	}
	for layer := range 2 {
		phase, height := s.random.Float64()*6, 0.62+0.2*float64(layer)
		ridge := []point{{x, y + h}}
		for i := range 25 {
			t := float64(i) / 24
			ridge = append(ridge, point{x + w*t, y + h*(height+0.1*math.Sin(phase+t*(4+2*float64(layer))))})
		}
		ridge = append(ridge, point{x + w, y + h})
		for i := range ridge { // stay in the frame
			ridge[i].y = min(ridge[i].y, y+h)
		}
		s.polygon(mix(sky, shade, 0.45+0.35*float64(layer)), ridge...)
	}
}
