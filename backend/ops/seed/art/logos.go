package art

import (
	_ "embed"
	"image"
	"image/color"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed motifs.yaml
var motifsYAML []byte

// motifs returns the shapes of the logos by motif, as described in motifs.yaml.
var motifs = sync.OnceValue(func() (all map[string]string) {
	if err := yaml.Unmarshal(motifsYAML, &all); err != nil {
		panic("motifs.yaml: " + err.Error())
	}
	return all
})

// Logo draws a motif in colors that look chooses. The motif "letter" is the first letter of the title. Side is the width and
// height in pixels.
func Logo(motif, title string, look uint64, side int) image.Image {
	p := palettes[look%uint64(len(palettes))]
	c := newCanvas(side, side, float64(side)/64, p.ground)
	if motif == "letter" {
		c.text(bold, 46, point{32, 48.5}, 50, middle, p.one, title[:1])
		c.rect(box{16, 53, 32, 3}, p.two)
		return c.img
	}
	paints := []color.RGBA{p.ground, p.one, p.two, p.soft, p.on(p.one)}
	for shape := range strings.SplitSeq(motifs()[motif], ", ") {
		var n []float64
		for word := range strings.FieldsSeq(shape[4:]) {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil {
				panic("motif " + motif + ": " + err.Error())
			}
			n = append(n, v)
		}
		paint, at := paints[shape[0]-'0'], point{n[0], n[1]}
		switch shape[2] {
		case 'c':
			c.circle(at, n[2], paint)
		case 'r':
			c.rect(box{n[0], n[1], n[2], n[3]}, paint)
		case 'o':
			c.ring(at, n[2], n[3], n[4], n[5], paint)
		case 'w':
			c.fill(paint, append(arc(at, n[2], n[3], n[4]), at))
		case 'p':
			var outline []point
			for i := 0; i < len(n); i += 2 {
				outline = append(outline, point{n[i], n[i+1]})
			}
			c.fill(paint, outline)
		}
	}
	return c.img
}
