package board

import (
	"math"
	"strconv"
)

// minContrast is the least contrast of the accent with the grounds: that of lines and symbols in WCAG 2. Text has its
// own shades of the accent, made in tokens.css, whose contrast is higher.
const minContrast = 3

// grounds are the grounds with the least contrast of both themes in webapp/src/theme/tokens.css: raised in the dark,
// ground in the light one.
var grounds = [...]string{"#181127", "#f4f3f8"}

// contrast returns the least contrast of a color #rrggbb with the grounds.
func contrast(color string) float64 {
	least := math.Inf(1)
	for _, ground := range grounds {
		a, b := luminance(color), luminance(ground)
		least = min(least, (max(a, b)+0.05)/(min(a, b)+0.05))
	}
	return least
}

// luminance is the relative luminance of a color #rrggbb, as WCAG 2 defines it.
func luminance(color string) float64 {
	sum := 0.0
	for i, weight := range [...]float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8) // the rule of the field has checked it
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
