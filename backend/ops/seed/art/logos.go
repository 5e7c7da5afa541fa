package art

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// k turns the lengths of a logo, given for a side of 64, into the units of its canvas.
const k = 4.0

type logo struct {
	*canvas
	palette
	random *rand.Rand
	letter string
}

var motifs = map[string]func(*logo){
	"arches": (*logo).arches, "bolt": (*logo).bolt, "bubble": (*logo).bubble, "dots": (*logo).dots, "fold": (*logo).fold,
	"leaf": (*logo).leaf, "lens": (*logo).lens, "letter": (*logo).monogram, "moons": (*logo).moons, "orbit": (*logo).orbit,
	"peaks": (*logo).peaks, "pin": (*logo).pin, "sheets": (*logo).sheets, "slices": (*logo).slices, "steps": (*logo).steps,
	"sun": (*logo).sun, "target": (*logo).target, "tiles": (*logo).tiles, "wave": (*logo).wave, "weave": (*logo).weave,
}

// Logo draws the logo of a title in one of the motifs. Look chooses the colours;
// side is the width and height in pixels.
func Logo(motif, title string, look uint64, side int) image.Image {
	p := palettes[look%uint64(len(palettes))]
	l := &logo{palette: p, canvas: newCanvas(side, side, float64(side)/(64*k), p.ground), random: rand.New(rand.NewPCG(look, 7))}
	for _, r := range title {
		l.letter = string(r)
		break
	}
	motifs[motif](l)
	return l.img
}

func (l *logo) arches() {
	for i := range 3 {
		l.ring(32*k, 46*k, float64(26-9*i)*k, 5*k, math.Pi, 2*math.Pi, l.one)
	}
	l.circle(32*k, 46*k, 4*k, l.two)
}

func (l *logo) bolt() {
	l.polygon(l.one, point{37 * k, 9 * k}, point{15 * k, 36 * k}, point{30 * k, 36 * k}, point{26 * k, 55 * k}, point{49 * k, 27 * k}, point{34 * k, 27 * k})
}

func (l *logo) bubble() {
	l.polygon(l.one, point{13 * k, 14 * k}, point{51 * k, 14 * k}, point{51 * k, 41 * k}, point{35 * k, 41 * k},
		point{22 * k, 53 * k}, point{22 * k, 41 * k}, point{13 * k, 41 * k})
	c := l.on(l.one)
	l.rect(21*k, 22*k, 22*k, 4*k, c)
	l.rect(21*k, 30*k, 13*k, 4*k, c)
}

func (l *logo) dots() {
	lit := l.random.IntN(9)
	for i := range 9 {
		x, y := float64(16+i%3*16)*k, float64(16+i/3*16)*k
		if i == lit {
			l.circle(x, y, 7*k, l.two)
		} else {
			l.circle(x, y, 5*k, l.one)
		}
	}
}

func (l *logo) fold() {
	l.polygon(l.one, point{10 * k, 32 * k}, point{54 * k, 12 * k}, point{38 * k, 54 * k}, point{30 * k, 38 * k})
	l.polygon(l.two, point{30 * k, 38 * k}, point{54 * k, 12 * k}, point{27 * k, 33 * k}, point{22 * k, 46 * k})
}

func (l *logo) leaf() {
	// Two arcs of one radius meet in a point at both ends.
	blade := append(arc(16*k, 16*k, 34*k, 0.12, math.Pi/2-0.12), arc(46*k, 46*k, 34*k, math.Pi+0.12, 1.5*math.Pi-0.12)...)
	l.fill(new(path).outline(blade...), l.one)
	l.line(3*k, l.on(l.one), point{22 * k, 45 * k}, point{42 * k, 21 * k})
	l.line(3*k, l.one, point{12 * k, 56 * k}, point{22 * k, 45 * k})
}

func (l *logo) lens() {
	l.circle(24*k, 32*k, 16*k, l.one)
	l.circle(40*k, 32*k, 16*k, veil(l.two, 0.86))
}

func (l *logo) monogram() {
	const size = 46 * k
	w := l.width(bold, size, l.letter)
	l.text(bold, size, 32*k, 48.5*k, middle, l.one, l.letter)
	l.rect(32*k-w/2, 53*k, w, 3*k, l.two)
}

func (l *logo) moons() {
	for i, c := range []color.RGBA{l.soft, l.one, l.two} {
		x := float64(9+14*i) * k
		l.wedge(x, 32*k, 18*k, -math.Pi/2, math.Pi/2, c)
	}
}

func (l *logo) orbit() {
	l.ring(32*k, 32*k, 20*k, 2.5*k, 0, 2*math.Pi, l.soft)
	l.circle(32*k, 32*k, 9*k, l.one)
	a := l.random.Float64() * 2 * math.Pi
	l.circle(32*k+20*k*math.Cos(a), 32*k+20*k*math.Sin(a), 5*k, l.two)
}

func (l *logo) peaks() {
	l.circle(44*k, 20*k, 6*k, l.two)
	l.polygon(l.soft, point{26 * k, 52 * k}, point{42 * k, 26 * k}, point{58 * k, 52 * k})
	l.polygon(l.one, point{6 * k, 52 * k}, point{25 * k, 18 * k}, point{44 * k, 52 * k})
}

func (l *logo) pin() {
	head := arc(32*k, 26*k, 15*k, math.Pi*0.86, math.Pi*2.14)
	l.fill(new(path).outline(append(head, point{32 * k, 55 * k})...), l.one)
	l.circle(32*k, 26*k, 6*k, l.on(l.one))
}

func (l *logo) sheets() {
	l.rect(22*k, 10*k, 30*k, 36*k, l.soft)
	l.rect(12*k, 18*k, 30*k, 36*k, l.one)
	c := l.on(l.one)
	for i := range 3 {
		l.rect(18*k, float64(27+7*i)*k, []float64{18, 18, 11}[i]*k, 3*k, c)
	}
}

func (l *logo) slices() {
	n := 3 + l.random.IntN(3)
	for i := range n {
		x := 12*k + float64(i)*40*k/float64(n)
		h := (18 + 24*math.Abs(math.Sin(float64(i)*1.7+l.random.Float64()*0.6))) * k
		c := l.one
		if i == n/2 {
			c = l.two
		}
		l.rect(x, 32*k-h/2, 40*k/float64(n)-3*k, h, c)
	}
}

func (l *logo) steps() {
	for i := range 4 {
		c := l.one
		if i == 3 {
			c = l.two
		}
		h := float64(9+9*i) * k
		l.rect(float64(12+10*i)*k, 52*k-h, 10*k, h, c)
	}
}

func (l *logo) sun() {
	l.wedge(32*k, 42*k, 15*k, math.Pi, 2*math.Pi, l.one)
	for i := range 5 {
		a := math.Pi + math.Pi*float64(i+1)/6
		l.line(3.4*k, l.two, point{32*k + 20*k*math.Cos(a), 42*k + 20*k*math.Sin(a)}, point{32*k + 28*k*math.Cos(a), 42*k + 28*k*math.Sin(a)})
	}
	l.rect(10*k, 45*k, 44*k, 4*k, l.one)
}

func (l *logo) target() {
	l.circle(32*k, 32*k, 22*k, l.one)
	l.circle(32*k, 32*k, 14*k, l.ground)
	l.circle(32*k, 32*k, 7*k, l.two)
}

func (l *logo) tiles() {
	paints := []color.RGBA{l.one, l.two, l.soft, l.ink}
	l.random.Shuffle(4, func(i, j int) { paints[i], paints[j] = paints[j], paints[i] })
	for i, c := range paints {
		l.rect(float64(12+i%2*22)*k, float64(12+i/2*22)*k, 18*k, 18*k, c)
	}
}

func (l *logo) wave() {
	for i, c := range []color.RGBA{l.one, l.two} {
		var ridge []point
		for x := 0.0; x <= 64; x++ {
			ridge = append(ridge, point{x * k, (30 + 12*float64(i) + 6*math.Sin(x/9+float64(i)*2)) * k})
		}
		l.polygon(c, append(ridge, point{64 * k, 64 * k}, point{0, 64 * k})...)
	}
}

func (l *logo) weave() {
	for i := range 3 {
		l.rect(float64(13+15*i)*k, 9*k, 8*k, 46*k, l.one)
	}
	for i := range 3 {
		y := float64(13+15*i) * k
		for j := range 4 {
			// Over and under: a thread is drawn only where it lies on top.
			from, to := float64(13+15*j)*k-7*k, float64(13+15*j)*k
			l.rect(max(9*k, from), y, min(to, 55*k)-max(9*k, from), 8*k, l.two)
			if j < 3 && (i+j)%2 == 0 {
				l.rect(to, y, 8*k, 8*k, l.two)
			}
		}
	}
}
