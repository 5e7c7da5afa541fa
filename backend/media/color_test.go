package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"
	"testing"

	"uvboard/backend/platform/must"
)

func testImage(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	must.NoError(t, err)
	return data
}

func plain(w, h int, c color.Color) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

// withICC adds a profile to a JPEG, in two segments, the second one first.
func withICC(data, profile []byte) []byte {
	segment := func(number byte, part []byte) []byte {
		head := binary.BigEndian.AppendUint16([]byte{0xff, 0xe2}, uint16(2+14+len(part)))
		return append(append(head, "ICC_PROFILE\x00"+string([]byte{number, 2})...), part...)
	}
	half := len(profile) / 2
	return bytes.Join([][]byte{data[:2], segment(2, profile[half:]), segment(1, profile[:half]), data[2:]}, nil)
}

// What is stored has the colors of the upload as sRGB.
func TestColorsOfUploads(t *testing.T) {
	s := newService(t)
	user := newUser(t, s.db, "ada")
	p3red, red := color.NRGBA{234, 51, 34, 255}, color.NRGBA{255, 0, 0, 255}
	displayP3 := profileIn("png", testImage(t, "p3red.png"))
	if len(displayP3) < 128 {
		t.Fatal("no profile in p3red.png")
	}
	var jpegRed bytes.Buffer
	must.NoError(t, jpeg.Encode(&jpegRed, plain(40, 40, p3red), &jpeg.Options{Quality: 100}))
	lossless := asWebP(40, 40, color.RGBA(p3red))
	extended := []byte{0x20, 0, 0, 0, 39, 0, 0, 39, 0, 0} // with a profile, 40 × 40
	grayAsRGB := plain(40, 40, color.NRGBA{128, 128, 128, 255})
	type at map[image.Point]color.NRGBA
	for name, c := range map[string]struct {
		data []byte
		want at // by position in percent
	}{
		"LossyWebP": {testImage(t, "lossy.webp"), at{
			{25, 25}: {255, 0, 0, 255}, {75, 25}: {0, 255, 0, 255}, {25, 75}: {0, 0, 0, 255},
			{75, 75}: {255, 255, 255, 255},
		}},
		"PNGDisplayP3":  {testImage(t, "p3red.png"), at{{50, 50}: red}},
		"JPEGDisplayP3": {withICC(jpegRed.Bytes(), displayP3), at{{50, 50}: red}},
		"WebPDisplayP3": {riff("VP8X", extended, "ICCP", displayP3, "VP8L", lossless[20:]), at{{50, 50}: red}},
		"GrayStaysGray": {withPNGProfile(t, asPNG(t, grayAsRGB), displayP3), at{{50, 50}: {128, 128, 128, 255}}},
		"Transparent": {withPNGProfile(t, asPNG(t, plain(40, 40, color.NRGBA{234, 51, 34, 128})), displayP3),
			at{{50, 50}: {255, 0, 0, 128}}},
		"WithoutProfile": {asPNG(t, plain(40, 40, p3red)), at{{50, 50}: p3red}},
		"OtherProfile": {withPNGProfile(t, asPNG(t, plain(40, 40, p3red)), []byte("no profile at all")),
			at{{50, 50}: p3red}},
	} {
		t.Run(name, func(t *testing.T) {
			shrunk, err := s.Shrink(t.Context(), c.data, 1600) // an image of another site
			must.NoError(t, err)
			stored := map[string][]byte{"shrunk": shrunk}
			u, err := s.Add(t.Context(), user.ID, bytes.NewReader(c.data))
			must.NoError(t, err)
			avatar, err := s.AddAvatar(t.Context(), user.ID, bytes.NewReader(c.data), setAvatar(s.db))
			must.NoError(t, err)
			for _, key := range append(keys(u.Upload), keys(avatar.Upload)...) {
				_, stored[key] = load(t, s, key)
			}
			for name, data := range stored {
				img, err := decode(data)
				must.NoError(t, err)
				if bytes.Contains(data, []byte("acsp")) {
					t.Errorf("%s has a profile", name)
				}
				size := img.Bounds().Size()
				for percent, want := range c.want {
					got := color.NRGBAModel.Convert(img.At(size.X*percent.X/100, size.Y*percent.Y/100)).(color.NRGBA)
					if !within(2, got, want) {
						t.Errorf("%s at %v %%: %v, want %v", name, percent, got, want)
					}
				}
			}
		})
	}
}

func within(most int, a, b color.NRGBA) bool {
	for _, pair := range [][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}, {a.A, b.A}} {
		if d := int(pair[0]) - int(pair[1]); d > most || d < -most {
			return false
		}
	}
	return true
}

// libvips writes the EXIF chunk of a WebP with the prefix that a JPEG has.
func TestTurnsWebPUpright(t *testing.T) {
	s := newService(t)
	user := newUser(t, s.db, "ada")
	lossless := asWebP(160, 80, blue)
	for name, data := range map[string][]byte{
		"Libvips": testImage(t, "lossyo6.webp"),
		"WithoutPrefix": riff("VP8X", []byte{0x08, 0, 0, 0, 159, 0, 0, 79, 0, 0}, "VP8L", lossless[20:], "EXIF",
			exif(6, binary.LittleEndian)),
	} {
		t.Run(name, func(t *testing.T) {
			u, err := s.Add(t.Context(), user.ID, bytes.NewReader(data))
			must.NoError(t, err)
			if u.Width != 80 || u.Height != 160 {
				t.Errorf("%d × %d, want 80 × 160", u.Width, u.Height)
			}
		})
	}
}

// A malformed profile changes nothing, whatever it is cut or filled with.
func FuzzProfile(f *testing.F) {
	profile := profileIn("png", testImage(f, "p3red.png"))
	f.Add(profile)
	for _, n := range []int{0, 127, 132, 200, len(profile) - 1} {
		f.Add(profile[:n])
	}
	f.Fuzz(func(t *testing.T, profile []byte) {
		c := parseProfile(profile)
		if c == nil {
			return
		}
		img := image.NewRGBA(image.Rect(0, 0, 2, 1))
		copy(img.Pix, []byte{255, 128, 0, 255, 60, 30, 0, 60})
		c.convert(img)
		if img.Pix[3] != 255 || img.Pix[7] != 60 || max(img.Pix[4], img.Pix[5], img.Pix[6]) > 60 {
			t.Errorf("the pixels became %v", img.Pix)
		}
	})
}

func withPNGProfile(t *testing.T, data, profile []byte) []byte {
	t.Helper()
	body := bytes.NewBufferString("P3\x00\x00")
	w := zlib.NewWriter(body)
	_, err := w.Write(profile)
	must.NoError(t, err)
	must.NoError(t, w.Close())
	return withPNGChunk(data, "iCCP", body.Bytes())
}
