package media

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"uvboard/backend/platform/must"
)

var (
	red   = color.RGBA{230, 30, 30, 255}
	green = color.RGBA{30, 200, 60, 255}
	blue  = color.RGBA{30, 60, 220, 255}
	white = color.RGBA{250, 250, 250, 255}
)

// quarters is an image with a color in each quarter, row by row: red, green, blue and white.
func quarters(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := [2][2]color.RGBA{{red, green}, {blue, white}}[2*y/h][2*x/w]
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// grain is an image with noise, which PNG cannot compress.
func grain(w, h int) *image.RGBA {
	img := quarters(w, h)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		if i%4 != 3 {
			img.Pix[i] ^= byte(random.Uint32()) & 15
		}
	}
	return img
}

// seeThrough has a transparent upper half.
func seeThrough(w, h int) *image.RGBA {
	img := quarters(w, h)
	clear(img.Pix[:img.PixOffset(0, h/2)])
	return img
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	must.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	must.NoError(t, jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}))
	return b.Bytes()
}

// asGIF is an animation on a canvas larger than its first frame.
func asGIF(t testing.TB, canvas, first image.Rectangle) []byte {
	t.Helper()
	palette := color.Palette{color.RGBA{}, red, blue}
	frame := func(r image.Rectangle, c uint8) *image.Paletted {
		p := image.NewPaletted(r, palette)
		for i := range p.Pix {
			p.Pix[i] = c
		}
		return p
	}
	var b bytes.Buffer
	must.NoError(t, gif.EncodeAll(&b, &gif.GIF{
		Image: []*image.Paletted{frame(first, 1), frame(canvas, 2)}, Delay: []int{5, 5},
		Config: image.Config{ColorModel: palette, Width: canvas.Dx(), Height: canvas.Dy()},
	}))
	return b.Bytes()
}

// asWebP is a lossless image of one color, of any size in a few bytes.
func asWebP(w, h int, c color.RGBA) []byte {
	var bits []byte
	n := 0
	put := func(value uint32, count int) {
		for i := range count {
			if n%8 == 0 {
				bits = append(bits, 0)
			}
			bits[n/8] |= byte(value>>i&1) << (n % 8)
			n++
		}
	}
	put(0x2f, 8)
	put(uint32(w-1), 14)
	put(uint32(h-1), 14)
	put(0, 1+3)   // no alpha, version 0
	put(0, 1+1+1) // no transform, no color cache, one group of codes
	for _, symbol := range []byte{c.G, c.R, c.B, 255, 0} {
		put(0b101, 3) // simple code, one symbol, of eight bits
		put(uint32(symbol), 8)
	}
	for len(bits)%2 != 0 {
		bits = append(bits, 0)
	}
	return riff("VP8L", bits)
}

func riff(chunks ...any) []byte {
	body := []byte("WEBP")
	for i := 0; i < len(chunks); i += 2 {
		data := chunks[i+1].([]byte)
		body = append(body, chunks[i].(string)...)
		body = binary.LittleEndian.AppendUint32(body, uint32(len(data)))
		body = append(body, data...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

// exif is a TIFF block with an orientation and coordinates.
func exif(orientation uint16, order binary.AppendByteOrder) []byte {
	b := []byte("II*\x00")
	if order.String() == binary.BigEndian.String() {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2) // entries
	b = order.AppendUint16(b, 0x0112)
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(order.AppendUint16(b, orientation), 0)
	b = order.AppendUint16(b, 0x8825) // the directory of GPS tags
	b = order.AppendUint16(b, 4)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint32(b, 38)
	b = order.AppendUint32(b, 0)
	return append(b, "GPSLatitude 52.5200 N"...)
}

func withJPEGExif(data, tiff []byte) []byte {
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	return bytes.Join([][]byte{data[:2], segment, body, data[2:]}, nil)
}

func withPNGChunk(data []byte, name string, body []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, name...), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	const header = 8 + 25
	return bytes.Join([][]byte{data[:header], chunk, data[header:]}, nil)
}

// pngOfSize is only the header of a PNG of this size.
func pngOfSize(w, h uint32) []byte {
	ihdr := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	ihdr = append(ihdr, 8, 6, 0, 0, 0)
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	b = append(b, ihdr...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[12:]))
}

// blankJPEG is an image whose samples are all zero, at full resolution, in few bytes: progressive or not, with three or
// four color components.
func blankJPEG(w, h uint16, progressive bool, colors int) []byte {
	b := []byte("\xff\xd8")
	segment := func(marker byte, body []byte) {
		b = binary.BigEndian.AppendUint16(append(b, 0xff, marker), uint16(len(body)+2))
		b = append(b, body...)
	}
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...))
	if colors == 4 {
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x02"))
	}
	frame := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, h), w)
	frame = append(frame, byte(colors))
	scan := []byte{byte(colors)}
	for id := range byte(colors) {
		frame, scan = append(frame, id+1, 0x11, 0), append(scan, id+1, 0)
	}
	marker, last, bits := byte(0xc0), byte(63), 2
	if progressive {
		marker, last, bits = 0xc2, 0, 1
	}
	segment(marker, frame)
	segment(0xc4, append(append([]byte{0x00, 1}, make([]byte, 15)...), 0)) // the one code stands for zero
	segment(0xc4, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0)) // or for the end of the block
	segment(0xda, append(scan, 0, last, 0))
	blocks := (int(w) + 7) / 8 * ((int(h) + 7) / 8) * colors
	return append(append(b, make([]byte, blocks*bits/8+1)...), 0xff, 0xd9)
}

// video is the beginning of an MP4 file, padded to size.
func video(size int) []byte {
	b := make([]byte, size)
	copy(b, "\x00\x00\x00\x1cftypisom\x00\x00\x02\x00isomiso2mp41")
	return b
}

func near(a color.Color, b color.RGBA) bool {
	r, g, bl, _ := a.RGBA()
	apart := func(x uint32, y uint8) bool { return max(int(x>>8), int(y))-min(int(x>>8), int(y)) > 24 }
	return !apart(r, b.R) && !apart(g, b.G) && !apart(bl, b.B)
}
