package art

import (
	"fmt"
	"image/color"
	"math"
)

// arches is a set of rings rising over a dial, in light rain.
func (s *shot) arches() {
	for range 70 {
		x, y := s.between(0, 1280), s.between(0, 640)
		s.line(2, s.soft, point{x, y}, point{x - 9, y + 30})
	}
	n := 4 + s.random.IntN(3)
	step := 540.0 / float64(n)
	for i := range n {
		s.ring(640, 640, 560-float64(i)*step, step*0.52, math.Pi, 2*math.Pi, s.one)
	}
	s.circle(640, 640, 40, s.two)
	bar := s.on(s.ground)
	s.rect(0, 640, 1280, 160, bar)
	ink := s.on(bar)
	s.fitted(bold, 30, 72, 694, 800, left, ink, s.Title+", "+s.Label)
	at := s.between(320, 760)
	s.rect(72, 724, 1136, 4, mix(ink, bar, 0.5))
	s.rect(72, 722, at-72, 8, s.two)
	s.circle(at, 726, 15, s.two)
	for i := range 57 {
		h := 12.0
		if i%7 == 0 {
			h = 24
		}
		s.rect(72+float64(i)*20.2, 752, 2, h, mix(ink, bar, 0.35))
	}
}

// chat is a conversation on a stage, with the voice below.
func (s *shot) chat() {
	s.polygon(s.panel, point{520, 0}, point{200, 800}, point{840, 800})
	rows := []struct {
		x, y, w float64
		mine    bool
	}{{120, 104, 420, false}, {580, 204, 560, true}, {120, 322, 380, false}, {120, 424, 520, false}, {660, 534, 480, true}}
	for _, r := range rows {
		c := mix(s.panel, s.soft, 0.35)
		if r.mine {
			c = s.one
		}
		s.rect(r.x, r.y, r.w, 82, c)
		ink := mix(s.on(c), c, 0.25)
		s.rect(r.x+26, r.y+23, r.w*s.between(0.6, 0.8), 12, ink)
		s.rect(r.x+26, r.y+49, r.w*s.between(0.3, 0.5), 12, ink)
	}
	s.fitted(bold, 34, 120, 70, 600, left, s.ink, s.Title)
	s.text(medium, 24, 1140, 70, right, s.ink, s.Label)
	s.rect(0, 684, 1280, 116, mix(s.ground, s.ink, 0.08))
	heard := 24 + s.random.IntN(20)
	for i := range 69 {
		h := 14 + 62*math.Abs(math.Sin(float64(i)*0.55)*math.Cos(float64(i)*0.21+s.random.Float64()*0.5))
		c := s.soft
		if i < heard {
			c = s.one
		}
		s.rect(60+float64(i)*17, 742-h/2, 8, h, c)
	}
}

// code is a change under review.
func (s *shot) code() {
	desk := mix(s.ink, s.ground, 0.08)
	if luminance(s.ground) < 90 {
		desk = mix(s.ground, rgb(0), 0.25)
	}
	text := s.on(desk)
	s.rect(0, 0, 1280, 800, desk)
	s.rect(0, 0, 1280, 72, mix(desk, text, 0.1))
	for i, c := range []color.RGBA{s.one, s.two, s.soft} {
		s.circle(48+float64(i)*34, 36, 10, c)
	}
	s.fitted(medium, 24, 640, 45, 600, middle, text, s.Title)
	indent := 0.0
	for i := range 19 {
		y := 110 + float64(i)*35
		s.text(medium, 18, 76, y+13, right, mix(text, desk, 0.6), fmt.Sprint(40+i))
		if i >= 6 && i <= 8 {
			s.rect(92, y-8, 720, 35, mix(desk, s.two, 0.22))
		} else if i >= 9 && i <= 12 {
			s.rect(92, y-8, 720, 35, mix(desk, s.one, 0.26))
		}
		switch {
		case i%6 == 1 || i%6 == 2:
			indent = min(120, indent+40)
		case i%6 == 5:
			indent = max(0, indent-80)
		}
		x := 116 + indent
		for word := range 2 + s.random.IntN(4) {
			w := s.between(28, 130)
			if x+w > 790 {
				break
			}
			c := mix(text, desk, 0.25)
			switch {
			case word == 0 && i%3 == 0:
				c = s.one
			case s.random.Float64() < 0.2:
				c = s.two
			case s.random.Float64() < 0.25:
				c = mix(text, desk, 0.6)
			}
			s.rect(x, y+1, w, 13, c)
			x += w + 14
		}
	}
	s.rect(852, 110, 380, 250, s.panel)
	ink := s.on(s.panel)
	s.fitted(bold, 32, 880, 166, 324, left, ink, s.Label)
	s.lines(880, 196, 320, 3, mix(ink, s.panel, 0.45))
	s.rect(880, 290, 140, 44, s.one)
	s.rect(1034, 290, 110, 44, mix(ink, s.panel, 0.8))
	for i := range 5 {
		y := 424 + float64(i)*62
		s.circle(866, y-8, 11, []color.RGBA{s.one, s.one, s.two, s.one, s.soft}[i])
		s.text(medium, 23, 894, y, left, text, s.item(i))
	}
}

// dial is a clock that runs down, or up.
func (s *shot) dial() {
	turn := s.between(0.45, 0.85)
	s.ring(640, 392, 270, 34, 0, 2*math.Pi, s.soft)
	s.ring(640, 392, 270, 34, -math.Pi/2, -math.Pi/2+2*math.Pi*turn, s.one)
	a := -math.Pi/2 + 2*math.Pi*turn
	s.circle(640+270*math.Cos(a), 392+270*math.Sin(a), 30, s.two)
	s.text(bold, 150, 640, 430, middle, s.ink, fmt.Sprintf("%d:%02d", 1+s.random.IntN(8), s.random.IntN(12)*5))
	s.fitted(medium, 30, 640, 492, 380, middle, s.ink, s.Label)
	for i := range 5 {
		y := 132 + float64(i)*106
		c := s.panel
		if i == 1 {
			c = s.one
		}
		s.rect(56, y, 232, 84, c)
		s.fitted(medium, 24, 80, y+50, 190, left, s.on(c), s.item(i))
	}
	s.rect(992, 132, 232, 508, s.panel)
	for i := range 9 {
		h := s.between(60, 400)
		c := mix(s.one, s.panel, 0.35)
		if i == 6 {
			c = s.two
		}
		s.rect(1016+float64(i)*21, 612-h, 13, h, c)
	}
	s.fitted(bold, 38, 640, 754, 700, middle, s.ink, s.Title)
}

// phones is three screens on a table.
func (s *shot) phones() {
	edge := s.between(380, 900)
	s.polygon(s.panel, point{0, 0}, point{edge, 0}, point{edge - 360, 800}, point{0, 800})
	first, raised := s.random.IntN(3), s.random.IntN(2)
	for i := range 3 {
		x, y := 130+float64(i)*352, 96+float64((i+raised)%2)*56
		frame := s.ink
		if luminance(frame) > 128 {
			frame = mix(s.ground, rgb(0), 0.55)
		}
		s.round(x, y, 316, 760, 44, frame)
		kind := (i + first) % 3
		screen := []color.RGBA{s.panel, s.one, s.panel}[kind]
		if distance(screen, frame) < 40 {
			screen = rgb(0xf6f3ec)
		}
		s.round(x+14, y+14, 288, 732, 32, screen)
		ink := s.on(screen)
		if distance(ink, screen) < 80 {
			ink = frame
		}
		quiet := mix(ink, screen, 0.7)
		switch kind {
		case 0:
			s.fitted(bold, 34, x+42, y+92, 232, left, ink, s.Title)
			for j := range 5 {
				top := y + 132 + float64(j)*112
				s.rect(x+42, top, 72, 72, []color.RGBA{s.one, s.two, s.soft, s.one, s.two}[j])
				s.fitted(medium, 21, x+130, top+30, 150, left, ink, s.item(j))
				s.rect(x+130, top+48, s.between(60, 130), 9, quiet)
			}
		case 1:
			s.circle(x+158, y+300, 112, s.two)
			s.ring(x+158, y+300, 112, 18, -1.2, 3, ink)
			s.text(bold, 64, x+158, y+322, middle, s.on(s.two), fmt.Sprint(12+s.random.IntN(80)))
			s.fitted(bold, 34, x+158, y+490, 240, middle, ink, s.Label)
			s.rect(x+70, y+520, 176, 9, quiet)
			s.rect(x+98, y+544, 120, 9, quiet)
		default:
			for j := range 7 {
				h := s.between(50, 190)
				s.rect(x+42+float64(j)*34, y+300-h, 24, h, []color.RGBA{s.one, s.two}[min(1, j/5)])
			}
			s.rect(x+42, y+304, 232, 3, ink)
			for j := range 4 {
				top := y + 350 + float64(j)*88
				s.fitted(medium, 22, x+42, top+22, 150, left, ink, s.item(j+1))
				s.text(bold, 22, x+274, top+22, right, ink, s.number(3, 400))
				s.rect(x+42, top+42, 232, 2, quiet)
			}
		}
	}
}

// plots is a field of beds seen from above, and what is ready.
func (s *shot) plots() {
	paints := []color.RGBA{s.soft, s.one, s.two, mix(s.one, s.soft, 0.5), mix(s.two, s.ground, 0.35), s.panel}
	for row := range 8 {
		x := 30 - float64(row%2)*44
		for x < 930 {
			w := s.between(58, 104)
			c := paints[s.random.IntN(len(paints))]
			y := 34 + float64(row)*95
			s.rect(x, y, min(w, 930-x), 78, c)
			if s.random.Float64() < 0.4 && x+w < 930 {
				line := mix(s.on(c), c, 0.55)
				for i := range 4 {
					s.rect(x+10, y+14+float64(i)*15, w-20, 4, line)
				}
			}
			x += w + 14
		}
	}
	s.rect(950, 0, 330, 800, s.ink)
	c := s.on(s.ink)
	s.fitted(bold, 36, 988, 92, 260, left, c, s.Title)
	s.fitted(medium, 24, 988, 132, 260, left, c, s.Label)
	for i := range 7 {
		y := 208 + float64(i)*80
		s.circle(1006, y, 19, paints[i%5])
		s.fitted(medium, 24, 1044, y+2, 200, left, c, s.item(i))
		s.rect(1044, y+16, s.between(50, 170), 7, mix(c, s.ink, 0.6))
	}
}

// roll is a piece of music as bars on lanes.
func (s *shot) roll() {
	s.rect(0, 0, 1280, 104, s.panel)
	s.fitted(bold, 38, 48, 66, 560, left, s.ink, s.Title)
	s.circle(1190, 52, 30, s.two)
	s.polygon(s.on(s.two), point{1181, 36}, point{1181, 68}, point{1207, 52})
	s.text(medium, 26, 1130, 61, right, s.ink, s.Label)
	for lane := range 12 {
		y := 104 + float64(lane)*48
		if lane%2 == 1 {
			s.rect(0, y, 1280, 48, mix(s.ground, s.panel, 0.5))
		}
		x := 150 + s.between(0, 120)
		for x < 1240 {
			w := []float64{54, 108, 162, 216}[s.random.IntN(4)]
			if s.random.Float64() < 0.42 {
				c := s.one
				if (lane+int(s.Look))%4 == 0 {
					c = s.two
				}
				s.rect(x, y+7, min(w, 1270-x)-6, 34, c)
			}
			x += w
		}
		key := rgb(0xfaf6ee)
		if k := lane % 7; k == 1 || k == 3 || k == 5 {
			key = rgb(0x1d1a18)
		}
		s.rect(0, y+1, 112, 46, key)
	}
	for beat := range 9 {
		s.rect(130+float64(beat)*144, 104, 2, 576, mix(s.soft, s.ground, 0.3))
	}
	s.rect(0, 680, 1280, 120, s.panel)
	head := s.between(420, 900)
	s.rect(head, 104, 5, 576, s.ink)
	for i := range 142 {
		h := 10 + 66*math.Abs(math.Sin(float64(i)*0.19)*math.Sin(float64(i)*0.61+1))
		c := s.soft
		if float64(i)*9 < head {
			c = s.one
		}
		s.rect(2+float64(i)*9, 740-h/2, 6, h, c)
	}
}

// score is a table of rounds, with the pieces beside it.
func (s *shot) score() {
	s.rect(0, 0, 1280, 152, s.one)
	s.fitted(bold, 56, 64, 96, 760, left, s.on(s.one), s.Title)
	s.fitted(medium, 28, 1216, 92, 380, right, s.on(s.one), s.Label)
	totals := [4]int{}
	for row := range 4 {
		y := 196 + float64(row)*118
		s.fitted(bold, 26, 64, y+62, 118, left, s.ink, s.item(row))
		for column := range 9 {
			x := 196 + float64(column)*84
			s.rect(x, y, 78, 98, s.panel)
			corner := mix(s.one, s.panel, 0.72)
			s.rect(x+42, y, 36, 38, corner)
			roll := s.random.IntN(11)
			totals[row] += roll + s.random.IntN(9)
			if roll == 10 {
				s.line(4, s.two, point{x + 51, y + 10}, point{x + 69, y + 28})
				s.line(4, s.two, point{x + 69, y + 10}, point{x + 51, y + 28})
			} else {
				s.text(bold, 22, x+60, y+27, middle, s.on(corner), fmt.Sprint(roll))
			}
			if column < 8 {
				s.text(bold, 30, x+39, y+82, middle, s.ink, fmt.Sprint(totals[row]))
			}
		}
	}
	for i := range 10 {
		row := 0
		for n := i; n > row; row++ {
			n -= row + 1
		}
		in := i - row*(row+1)/2
		x, y := 1106+(float64(in)-float64(row)/2)*66, 448-float64(row)*66
		s.circle(x, y, 28, s.one)
		s.circle(x, y, 21, s.panel)
	}
	s.circle(246, 722, 50, s.two)
	for _, p := range []point{{232, 706}, {256, 702}, {248, 724}} {
		s.circle(p.x, p.y, 7, s.on(s.two))
	}
	s.rect(330, 716, 640, 10, s.soft)
}

// weave is cloth, and the threads it is made of.
func (s *shot) weave() {
	warp := []color.RGBA{s.one, s.one, s.panel, s.two, s.panel, s.one}
	weft := []color.RGBA{s.two, s.panel, s.two, s.two, s.one, s.panel}
	shift := 1 + s.random.IntN(3)
	const cell = 32
	for row := range 25 {
		for column := range 28 {
			c := warp[column%len(warp)]
			if (column+row*shift)%4 < 2 {
				c = weft[row%len(weft)]
			}
			s.rect(384+float64(column)*cell+1.5, float64(row)*cell+1.5, cell-3, cell-3, c)
		}
	}
	s.rect(0, 0, 384, 800, s.panel)
	s.fitted(bold, 42, 44, 104, 300, left, s.ink, s.Title)
	s.fitted(medium, 24, 44, 144, 300, left, s.ink, s.Label)
	for i := range 5 {
		y := 226 + float64(i)*72
		c := []color.RGBA{s.one, s.two, s.soft, s.ground, s.ink}[i]
		s.rect(44, y-30, 44, 44, c)
		s.fitted(medium, 24, 108, y, 230, left, s.ink, s.item(i))
	}
	for row := range 4 {
		for column := range 8 {
			c := s.soft
			if (column+row*shift)%4 < 2 {
				c = s.ink
			}
			s.rect(44+float64(column)*38, 612+float64(row)*38, 34, 34, c)
		}
	}
}
