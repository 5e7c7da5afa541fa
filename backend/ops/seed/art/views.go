package art

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// views are the main parts of screens. Each fits into a box of any shape.
var views = map[string]func(s *shot, b box, bg color.RGBA){
	"bars": (*shot).bars, "board": (*shot).board, "calendar": (*shot).calendar, "cards": (*shot).cards, "chat": (*shot).chat,
	"code": (*shot).code, "dial": (*shot).dial, "form": (*shot).form, "gallery": (*shot).gallery, "grid": (*shot).grid,
	"hills": (*shot).hills, "map": (*shot).streets, "network": (*shot).network, "page": (*shot).page, "print": (*shot).print,
	"rings": (*shot).rings, "roll": (*shot).roll, "table": (*shot).table, "weave": (*shot).weave,
}

// fitting returns how many columns or rows of about a size fit into a length, from low to high.
func fitting(length, size float64, low, high int) int {
	return min(max(int(length/size+0.5), low), high)
}

func (s *shot) bars(b box, bg color.RGBA) {
	c, n := s.accents(bg), fitting(b.w, s.between(34, 90), 5, 30)
	b, captions := b.top(b.h - 44)
	peak := n/5 + s.random.IntN(n/2)
	for i := range n {
		d, bar, paint := float64(i-peak)/float64(n)*4, b.column(i, n, 0.3), c[0]
		if i == peak {
			paint = c[1]
		}
		h := b.h * min(1, 0.14+0.7*math.Exp(-d*d)+s.between(-0.06, 0.14))
		s.rect(box{bar.x, b.y + b.h - h, bar.w, h}, paint)
	}
	s.rect(box{b.x, b.y + b.h, b.w, 4}, s.on(bg))
	for i := range fitting(b.w, 230, 2, 5) {
		at := captions.column(i, fitting(b.w, 230, 2, 5), 0)
		s.text(medium, 22, point{at.x, at.y + 38}, at.w-12, left, s.on(bg), s.item(i))
	}
}

func (s *shot) grid(b box, bg color.RGBA) {
	c, columns, rows := s.accents(bg), fitting(b.w, s.between(56, 110), 4, 20), fitting(b.h, s.between(60, 120), 3, 12)
	odd := s.random.IntN(columns * rows)
	for i := range columns * rows {
		paint := mix(bg, c[2], 0.25+0.6*s.random.Float64())
		if i == odd {
			paint = c[1]
		} else if s.random.Float64() < 0.24 {
			paint = c[0]
		}
		s.rect(b.column(i%columns, columns, 0.12).row(i/columns, rows, 0.12), paint)
	}
}

func (s *shot) dial(b box, bg color.RGBA) {
	c, center, r, turn := s.accents(bg), b.at(0.5, 0.5), min(b.w, b.h)*0.4, s.between(0.35, 0.85)
	for i := range 60 {
		from := arc(center, r*1.1, float64(i)/60, 1)[0]
		s.line(3, mix(bg, s.on(bg), 0.4), from, arc(center, r*(1.2-0.05*float64(min(1, i%5))), float64(i)/60, 1)[0])
	}
	s.ring(center, r*0.94, r*0.14, 0, 1, mix(bg, c[2], 0.6))
	s.ring(center, r*0.94, r*0.14, 0.75, 0.75+turn, c[0])
	s.circle(arc(center, r*0.94, 0.75+turn, 1)[0], r*0.13, c[1])
	s.text(bold, r*0.36, point{center.x, center.y + r*0.1}, r*1.4, middle, s.on(bg), s.item(0))
	s.text(medium, r*0.15, point{center.x, center.y + r*0.4}, r*1.3, middle, s.on(bg), s.item(1))
}

func (s *shot) table(b box, bg color.RGBA) {
	n := fitting(b.h, 86, 4, 8)
	picked := s.random.IntN(n)
	for i := range n {
		row, ink := b.row(i, n, 0), s.on(bg)
		if i == picked {
			s.rect(row, s.accents(bg)[0])
			ink = s.on(s.accents(bg)[0])
		}
		amount := fmt.Sprint(4 + s.random.IntN(480))
		if strings.HasPrefix(s.Figure, "$") {
			amount += fmt.Sprintf(".%02d", s.random.IntN(4)*25)
		}
		s.text(medium, 28, row.at(0.03, 0.6), row.w*0.5, left, ink, s.item(i))
		s.text(bold, 28, row.at(0.97, 0.6), row.w*0.4, right, ink, amount)
		s.rect(box{row.x, row.y + row.h - 2, row.w, 2}, mix(bg, ink, 0.25))
	}
}

func (s *shot) calendar(b box, bg color.RGBA) {
	c, first := s.accents(bg), s.random.IntN(4)
	for i := range 35 {
		cell, n, ink := b.column(i%7, 7, 0.1).row(i/7, 5, 0.1), i-first+1, s.on(bg)
		if n < 1 || n > 31 {
			s.rect(cell, mix(bg, ink, 0.25))
			s.rect(cell.inset(2), bg)
			continue
		}
		paints := []color.RGBA{c[0], c[0], mix(c[0], bg, 0.5)}
		paint := mix(bg, ink, 0.08)
		if n == 9+first*3 {
			paint = c[1]
		} else if roll := s.random.IntN(7); roll < 3 {
			paint = paints[roll]
		}
		s.rect(cell, paint)
		s.text(bold, min(28, cell.h*0.4), cell.at(0.12, 0.36), cell.w, left, s.on(paint), fmt.Sprint(n))
	}
}

func (s *shot) board(b box, bg color.RGBA) {
	c, n := s.accents(bg), fitting(b.w, 270, 1, 4)
	for i := range n {
		column := b.column(i, n, 0.08)
		s.text(bold, 26, point{column.x, column.y + 26}, column.w, left, s.on(bg), s.item(i))
		s.rect(box{column.x, column.y + 42, column.w, 5}, c[i%3])
		for y := column.y + 64; y < b.y+b.h*s.between(0.5, 1.1); {
			card, paint := box{column.x, y, column.w, []float64{104, 136, 168}[s.random.IntN(3)]}, mix(bg, s.on(bg), 0.09)
			if roll := s.random.IntN(7); roll < 2 {
				paint = c[roll]
			}
			s.rect(card, paint)
			s.lines(card.inset(22), 3, mix(s.on(paint), paint, 0.25))
			y += card.h + 18
		}
	}
}

// lines draws bars in place of text.
func (s *shot) lines(b box, n int, paint color.RGBA) {
	for i := range n {
		s.rect(box{b.x, b.y + float64(i)*26, b.w * s.between(0.45, 1), 10}, paint)
	}
}

func (s *shot) chat(b box, bg color.RGBA) {
	c, n, mine := s.accents(bg), fitting(b.h, 116, 3, 7), s.random.IntN(2)
	for i := range n {
		row, w := b.row(i, n, 0.24), b.w*s.between(0.42, 0.74)
		bubble, paint := box{row.x + float64(mine)*(row.w-w), row.y, w, row.h}, []color.RGBA{mix(bg, s.on(bg), 0.1), c[0]}[mine]
		if i == n-2 {
			paint = c[1]
		}
		s.round(bubble, min(22, bubble.h/2), paint)
		s.lines(box{bubble.x + 26, bubble.at(0, 0.5).y - 18, w - 52, 40}, 2, mix(s.on(paint), paint, 0.3))
		mine = s.random.IntN(2)
	}
}

func (s *shot) code(b box, bg color.RGBA) {
	c, ink, n, indent := s.accents(bg), s.on(bg), fitting(b.h, 36, 8, 22), 0.0
	words := []color.RGBA{mix(ink, bg, 0.2), mix(ink, bg, 0.2), mix(ink, bg, 0.55), c[0], c[1]}
	changed := n/4 + s.random.IntN(n/3)
	for i := range n {
		row := b.row(i, n, 0)
		if d := i - changed; d >= 0 && d < 6 {
			s.rect(row, mix(bg, c[1-d/3], 0.35))
		}
		s.text(medium, 18, row.at(0.01, 0.7), 40, left, words[2], fmt.Sprint(40+i))
		indent = min(120, max(0, indent+float64(s.random.IntN(3)-1)*40))
		for x, w := row.x+56+indent, 0.0; x < row.x+row.w-140; x += w + 14 {
			w = s.between(26, 120)
			s.rect(box{x, row.at(0, 0.34).y, w, row.h * 0.36}, words[s.random.IntN(5)])
			if s.random.IntN(4) == 0 {
				break
			}
		}
	}
}

// streets is a street map with a route.
func (s *shot) streets(b box, bg color.RGBA) {
	c, lean, size := s.accents(bg), s.between(-0.2, 0.2), s.between(80, 170)
	at := func(i, j float64) point { return point{b.x + (i+j*lean-1)*size, b.y + (j-i*lean)*size*0.8} }
	for i := range 24 {
		for j := -4.0; j < 20; j++ {
			x, paint := float64(i), mix(bg, c[2], 0.5)
			if s.random.IntN(7) == 0 {
				paint = mix(c[1], bg, 0.5)
			}
			s.fill(paint, []point{at(x+0.06, j+0.08), at(x+0.94, j+0.08), at(x+0.94, j+0.92), at(x+0.06, j+0.92)})
		}
	}
	way, j := []point{}, math.Floor(b.h/size)
	for x := 1.0; x < b.w/size; x++ {
		way = append(way, at(x, j), at(x+1, j))
		j -= float64(s.random.IntN(2))
	}
	s.line(12, c[0], way...)
	for i := 0; i < len(way); i += 2 {
		p, paint := way[i], c[i/2%2]
		s.circle(p, 24, paint)
		s.circle(p, 10, s.on(paint))
		if i%4 == 2 {
			s.rect(box{p.x - 75, p.y - 74, 150, 42}, s.ink)
			s.text(medium, 22, point{p.x, p.y - 45}, 130, middle, s.on(s.ink), s.item(i/4))
		}
	}
}

// hills are layers of land behind each other under a sun.
func (s *shot) hills(b box, bg color.RGBA) {
	c, n, sharp := s.accents(bg), 3+s.random.IntN(3), s.random.IntN(3) == 0
	s.rect(b, mix(bg, c[2], 0.25))
	s.circle(b.at(s.between(0.2, 0.8), s.between(0.2, 0.4)), min(b.w, b.h)*s.between(0.1, 0.2), c[1])
	for layer := range n {
		ridge, phase, waves := []point{b.at(0, 1)}, s.random.Float64()*6, s.between(3, 9)
		for x := 0.0; x <= 1.001; x += 0.02 {
			y := math.Sin(phase + x*waves)
			if sharp {
				y = math.Asin(y)
			}
			ridge = append(ridge, b.at(x, 0.46+0.5/float64(n)*float64(layer)+0.08*y+0.02*math.Sin(phase*3+x*31)))
		}
		s.fill(mix(mix(c[2], s.ink, 0.1), c[0], float64(layer)/float64(n-1)), append(ridge, b.at(1, 1)))
	}
}

func (s *shot) gallery(b box, bg color.RGBA) {
	rows := fitting(b.h, s.between(160, 290), 2, 5)
	for i := range rows {
		for row := b.row(i, rows, 0.06); row.w > 30; {
			w := min(row.w, row.h*s.between(0.75, 1.9))
			if row.w-w < row.h*0.6 {
				w = row.w
			}
			frame, rest := row.left(w)
			frame.w -= 12
			other := *s
			other.palette = s.turned(s.random.IntN(3))
			other.within(frame, func() { other.hills(frame, []color.RGBA{bg, s.panel, s.soft}[s.random.IntN(3)]) })
			row = rest
		}
	}
}

func (s *shot) network(b box, bg color.RGBA) {
	c, ink, center, k, inner := s.accents(bg), s.on(bg), b.at(0.5, 0.5), min(b.w, b.h), 4+s.random.IntN(4)
	nodes := []point{center}
	for i := range 3 * inner { // an inner ring, and an outer one of twice as many
		share, r, from := float64(i)/float64(inner), 0.23, center
		if i >= inner {
			share, r, from = float64(i-inner)/float64(2*inner), 0.42, nodes[1+(i-inner)/2]
		}
		p := arc(center, k*r, share+s.between(-0.04, 0.04), 2)[0]
		p.x = center.x + (p.x-center.x)*max(1, min(1.6, b.w/b.h))
		s.line(3+4*float64(i%3/2), mix(bg, ink, 0.3), from, p)
		nodes = append(nodes, p)
	}
	for i, p := range nodes {
		s.circle(p, k*s.between(0.03, 0.055), []color.RGBA{c[2], mix(bg, ink, 0.25), c[1]}[i%3])
	}
	s.circle(center, k*0.14, c[0])
	s.text(bold, k*0.06, point{center.x, center.y + k*0.02}, k*0.23, middle, s.on(c[0]), s.item(0))
}

// cards is a fan of cards with an image on each.
func (s *shot) cards(b box, bg color.RGBA) {
	c, n, w, bend := s.accents(bg), 3+s.random.IntN(3), min(b.h*0.48, b.w*0.6), s.between(-0.05, 0.16)
	for i := range n {
		place := float64(i) - float64(n-1)/2
		sin, cos := math.Sincos(bend * place)
		middle := b.at(0.5, 0.52)
		middle.x += place * min(w*0.9, (b.w-w)/float64(n))
		at := func(x, y float64) point { return point{middle.x + (x*cos-y*sin)*w/2, middle.y + (x*sin+y*cos)*w/2} }
		paint := []color.RGBA{c[0], c[2], c[1], mix(c[0], s.ink, 0.3), mix(bg, s.on(bg), 0.2)}[n-1-i]
		s.fill(mix(bg, rgb(0x101010), 0.3), []point{at(-0.97, -1.4), at(1.06, -1.4), at(1.06, 1.5), at(-0.97, 1.5)})
		s.fill(paint, []point{at(-1, -1.45), at(1, -1.45), at(1, 1.45), at(-1, 1.45)})
		s.circle(at(0, -0.45), w*0.27, s.on(paint))
		s.circle(at(s.between(-0.2, 0.2), s.between(-0.6, -0.3)), w*0.2, mix(paint, c[1], 0.7))
		for y := 0.5; y < 1.2; y += 0.25 {
			s.line(w*0.035, mix(s.on(paint), paint, 0.3), at(-0.6, y), at(s.between(0.1, 0.6), y))
		}
	}
}

func (s *shot) form(b box, bg color.RGBA) {
	c, ink, n, columns := s.accents(bg), s.on(bg), fitting(b.h, 110, 3, 7), fitting(b.w, s.between(360, 700), 1, 3)
	for i := range n * columns {
		cell := b.column(i%columns, columns, 0.06).row(i/columns, n, 0.1)
		field := box{cell.x, cell.y + 32, cell.w, min(54, cell.h-32)}
		if i == n*columns-1 {
			s.rect(field, c[0])
			s.text(bold, 24, field.at(0.5, 0.64), field.w, middle, s.on(c[0]), s.Label)
			continue
		}
		s.text(medium, 22, point{cell.x, cell.y + 20}, cell.w, left, ink, s.item(i))
		s.rect(field, mix(ink, bg, 0.3))
		s.rect(field.inset(2), bg)
		paint := []color.RGBA{mix(ink, bg, 0.25), mix(ink, bg, 0.25), c[1]}[s.random.IntN(3)]
		s.rect(box{field.x + 18, field.at(0, 0.4).y, field.w * s.between(0.2, 0.75), 12}, paint)
	}
}

// page is a text with a marked sentence and notes in the margin.
func (s *shot) page(b box, bg color.RGBA) {
	c, ink, n := s.accents(bg), s.on(bg), fitting(b.h, 40, 8, 18)
	text, margin := b.left(b.w * s.between(0.58, 0.74))
	marked := 3 + s.random.IntN(n-4)
	s.text(bold, 40, text.row(0, n, 0.55).at(0, 0.9), text.w-20, left, ink, s.item(0))
	for i := 1; i < n; i++ {
		row := text.row(i, n, 0.55)
		if i == marked || i == marked+1 {
			s.rect(box{row.x - 10, row.y - row.h*0.4, row.w, row.h * 1.8}, c[1])
		} else if s.random.IntN(7) == 0 {
			row.w *= 0.4
		}
		s.rect(box{row.x, row.y, row.w * s.between(0.82, 0.94), row.h * 0.7}, mix(ink, bg, 0.3))
	}
	for i := range 3 {
		note, paint := margin.row(i, 3, 0.2).inset(14), []color.RGBA{c[0], mix(bg, ink, 0.1), mix(bg, ink, 0.1)}[(i+marked)%3]
		s.rect(note, paint)
		s.text(medium, 22, point{note.x + 16, note.y + 40}, note.w-32, left, s.on(paint), s.item(i+1))
		s.lines(box{note.x + 16, note.y + 60, note.w - 32, note.h}, min(3, int(note.h-70)/26), mix(s.on(paint), paint, 0.4))
	}
}

// print is halftone dots under a disc and a triangle, in two inks.
func (s *shot) print(b box, bg color.RGBA) {
	c, center, k, turn := s.accents(bg), b.at(s.between(0.35, 0.65), s.between(0.4, 0.6)), min(b.w, b.h), s.random.Float64()
	for i, y := 0, b.y; y < b.y+b.h; i, y = i+1, y+26 {
		for x := b.x + float64(i%2)*15; x < b.x+b.w; x += 30 {
			s.circle(point{x, y}, max(1.8, 11-math.Hypot(x-center.x, y-center.y)/k*13), c[1])
		}
	}
	s.circle(point{center.x + k*0.12, center.y - k*0.06}, k*0.3, veil(c[0], 0.9))
	s.fill(veil(c[1], 0.85), []point{arc(center, k*0.34, turn, 1)[0], arc(center, k*0.34, turn+0.3, 1)[0], arc(center, k*0.34, turn+0.65, 1)[0]})
	for i, p := range b.inset(26).corners() {
		side := float64((i + 1) / 2 % 2)
		s.ring(p, 12, 2, 0, 1, s.on(bg))
		s.text(medium, 18, point{p.x + 24 - 48*side, p.y + 6}, 90, side, s.on(bg), s.item(i))
	}
}

// rings rise over a horizon or lie around a point.
func (s *shot) rings(b box, bg color.RGBA) {
	c, n, center, r, start, turn := s.accents(bg), 3+s.random.IntN(5), b.at(0.5, 0.5), min(b.w, b.h)*0.5, s.random.Float64(), 1.0
	if s.random.IntN(2) == 1 && b.w > b.h {
		center, r, start, turn = b.at(0.5, 0.94), min(b.w*0.5, b.h*0.92), 0.5, 0.5
	}
	for i := range n {
		radius, width := r*(1-(float64(i)+0.5)/float64(n)), r/float64(n)*0.5
		s.ring(center, radius, width, start, start+turn, mix(bg, c[2], 0.5))
		s.ring(center, radius, width, start, start+turn*s.between(0.3, 1), c[i%2])
		start += s.random.Float64() * (turn - 0.5)
	}
	s.circle(center, r/float64(n)*0.4, c[1])
}

// roll is music as bars on lanes, over its waveform.
func (s *shot) roll(b box, bg color.RGBA) {
	c, n, head, phase := s.accents(bg), fitting(b.h*0.72, s.between(34, 64), 4, 14), s.between(0.3, 0.75), s.random.Float64()*5
	lanes, wave := b.top(b.h * s.between(0.45, 0.8))
	for i := range n {
		lane := lanes.row(i, n, 0.16)
		s.rect(lanes.row(i, n, 0), mix(bg, s.on(bg), 0.06*float64(i%2)))
		for x := s.between(0, 90); x < lane.w; {
			w := []float64{44, 88, 132, 200}[s.random.IntN(4)]
			if s.random.IntN(2) == 0 {
				s.rect(box{lane.x + x, lane.y, min(w, lane.w-x) - 6, lane.h}, c[i%4/3])
			}
			x += w
		}
	}
	s.rect(box{b.x + b.w*head, b.y, 5, lanes.h}, s.on(bg))
	for x := 0.0; x < b.w; x += 11 {
		h, paint := wave.h*(0.1+0.75*math.Abs(math.Sin(x*0.017+phase)*math.Sin(x*0.055))), mix(bg, s.on(bg), 0.3)
		if x < b.w*head {
			paint = c[0]
		}
		s.rect(box{b.x + x, wave.at(0, 0.55).y - h/2, 7, h}, paint)
	}
}

// weave is cloth of warp and weft.
func (s *shot) weave(b box, bg color.RGBA) {
	c := append(s.accents(bg), mix(bg, s.on(bg), 0.12))
	columns, rows, shift, over := fitting(b.w, s.between(24, 48), 8, 44), fitting(b.h, s.between(26, 48), 8, 28), 1+s.random.IntN(3), 1+s.random.IntN(3)
	warp, weft := s.random.Perm(4), s.random.Perm(4)
	for i := range columns * rows {
		column, row := i%columns, i/columns
		paint := c[warp[column/over%4]]
		if (column+row*shift)%(2*over) < over {
			paint = c[weft[row/over%4]]
		}
		s.rect(b.column(column, columns, 0.1).row(row, rows, 0.1), paint)
	}
}
