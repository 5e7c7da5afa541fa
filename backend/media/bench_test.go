package media

import (
	"image"
	"testing"

	"uvboard/backend/platform/must"
)

// BenchmarkRender makes all sizes of a picture as large as a telephone takes.
func BenchmarkRender(b *testing.B) {
	data := asJPEG(b, grain(4000, 3000))
	header, err := readHeader(data)
	must.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		img, err := decode(data)
		must.NoError(b, err)
		r := rendering{area: image.Rectangle{Max: header.size}, orientation: 6, widest: widest}
		if _, err := r.render(img); err != nil {
			b.Fatal(err)
		}
	}
}
