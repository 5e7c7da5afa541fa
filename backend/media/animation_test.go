package media

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/must"
	"uvboard/ent"
)

// asAnimatedWebP has two frames of 100 × 60 on a canvas of w × h, with metadata.
func asAnimatedWebP(w, h int) []byte {
	frame := func(c color.RGBA) []byte {
		return append([]byte{2, 0, 0, 0, 0, 0, 99, 0, 0, 59, 0, 0, 100, 0, 0, 0}, asWebP(100, 60, c)[riffHeader:]...)
	}
	header := []byte{0x02 | 0x04 | 0x08, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8),
		0}
	return riff("VP8X", header, "ANIM", make([]byte, 6), "ANMF", frame(red), "ANMF", frame(blue), "XMP ",
		[]byte("secret"))
}

// longGIF has more pixels in its frames than are kept.
func longGIF(t *testing.T) []byte {
	t.Helper()
	g := &gif.GIF{}
	img := image.NewPaletted(image.Rect(0, 0, 2000, 2000), color.Palette{red, blue})
	for range maxFramePixels/(2000*2000) + 1 {
		g.Image, g.Delay = append(g.Image, img), append(g.Delay, 10)
	}
	var b bytes.Buffer
	must.NoError(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

func TestAnimations(t *testing.T) {
	tooLong := longGIF(t)
	each(t, func(t *testing.T, service *Service) {
		s := newSite(t, service)
		user := s.member(t, "ada", auth.RoleMember)
		small := asGIF(t, image.Rect(0, 0, 120, 80), image.Rect(0, 0, 60, 40))
		withComment := slices.Concat(small[:len(small)-1], []byte("\x21\xfe\x06secret\x00;secret"))
		apng := withPNGChunk(asPNG(t, quarters(100, 50)), "acTL", make([]byte, 8))
		for name, c := range map[string]struct {
			data   []byte
			kept   string // the end of the address
			frames int
			notice bool
		}{
			"GIF":          {withComment, "/120x80.png.gif", 2, false},
			"WebP":         {asAnimatedWebP(120, 80), "/120x80.png.webp", 2, false},
			"GIFOfMagick":  {testImage(t, "anim.gif"), ".gif", 2, false},
			"WebPOfMagick": {testImage(t, "anim.webp"), ".webp", 2, false},
			"StillGIF":     {asStillGIF(t), "/40x30.png", 0, false},
			"TooWide":      {asGIF(t, image.Rect(0, 0, 2100, 20), image.Rect(0, 0, 60, 20)), "/2048x20.png", 0, true},
			"TooLong":      {tooLong, "/2000x2000.png", 0, true},
			"DamagedFrame": {append(slices.Clone(small[:len(small)-20]), 0, ';'), "/120x80.png", 0, true},
			"APNG":         {apng, "/100x50.png", 0, true},
		} {
			t.Run(name, func(t *testing.T) {
				body, contentType := form(t, "file", "demo", c.data)
				status, got := s.post(t, "ada", "/api/upload", body, contentType)
				address, _ := got["url"].(string)
				notice, _ := got["notice"].(string)
				if status != http.StatusCreated || !strings.HasSuffix(address, c.kept) ||
					(notice == NoticeStill) != c.notice {
					t.Fatalf("%d %v", status, got)
				}
				response, data := s.get(t, address, "Caller", "ada")
				if response.StatusCode != http.StatusOK || bytes.Contains(data, []byte("secret")) {
					t.Errorf("%s: %d, %q", address, response.StatusCode, data[:20])
				}
				if c.frames == 0 {
					return
				}
				format := address[strings.LastIndexByte(address, '.')+1:]
				if got := response.Header.Get("Content-Type"); got != "image/"+format {
					t.Errorf("content type %s", got)
				}
				a := animationIn(format, data)
				if a == nil || len(a.frames) != c.frames || !bytes.Equal(a.data, data) {
					t.Errorf("%d bytes are no animation of %d frames", len(data), c.frames)
				}
				if format == "gif" {
					if g, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || len(g.Image) != c.frames {
						t.Errorf("decoded: %v", err)
					}
				}
				still, err := service.Image(t.Context(), address, 96)
				if err != nil || still == nil {
					t.Errorf("the still image for previews: %v, %v", still, err)
				}
				key := strings.TrimPrefix(address, Prefix)
				u := service.db.Client().Upload.Query().AllX(t.Context())
				i := slices.IndexFunc(u, func(u *ent.Upload) bool { return u.Path == key })
				var bytes int64
				for _, name := range keys(u[i]) {
					file, err := bucket.ReadAll(t.Context(), service.bucket, name)
					must.NoError(t, err)
					bytes += int64(len(file))
				}
				if bytes != u[i].Bytes || u[i].UserID != user.ID {
					t.Errorf("%d bytes, the row has %d", bytes, u[i].Bytes)
				}
				if set := SrcSet(address); strings.Contains(set, format) || !strings.Contains(set, Still(address)) {
					t.Errorf("srcset %s", set)
				}
				if in := AddressesIn("![a](" + address + ") and " + Still(address) + ".then"); !slices.Equal(in,
					[]string{address, Still(address)}) {
					t.Errorf("addresses %q", in)
				}
			})
		}
	})
}

// Frames of one color that fill 16,384 × 16,384 pixels, in files that begin as images of 16 × 16.
func TestFramesLargerThanTheCanvas(t *testing.T) {
	const side = 1<<14 - 1
	lossless := []byte{0x2f, side & 0xff, side>>8 | side&3<<6, side >> 2 & 0xff, side >> 10, 0x88, 0x88, 0x08, 0, 0, 0,
		0, 0, 0, 0, 0}
	frame := []byte{0, 0, 0, 0, 0, 0, side & 0xff, side >> 8, 0, side & 0xff, side >> 8, 0, 100, 0, 0, 0}
	frame = appendChunk(frame, "VP8L", lossless)
	small := []byte{2, 0, 0, 0, 15, 0, 0, 15, 0, 0}
	s := newSite(t, newService(t))
	s.member(t, "ada", auth.RoleMember)
	for name, data := range map[string][]byte{
		"OnASmallCanvas": riff("VP8X", small, "ANIM", make([]byte, 6), "ANMF", frame, "ANMF", frame),
		"BehindASmallImage": slices.Concat(asWebP(16, 16, red), riff("VP8X", slices.Concat(small[:4], frame[6:12]),
			"ANMF", frame)[riffHeader:]),
		"ASecondFrameIsLarge": riff("VP8X", small, "ANMF", append(make([]byte, 16), asWebP(1, 1, red)[riffHeader:]...),
			"ANMF", frame),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		body, contentType := form(t, "file", "demo", data)
		status, got := s.post(t, "ada", "/api/upload", body, contentType)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > maxDecodeBytes {
			t.Errorf("%s: %d %v, with %d MB", name, status, got, used>>20)
		}
	}
}

func asStillGIF(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	must.NoError(t, gif.Encode(&b, image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{red, blue}), nil))
	return b.Bytes()
}

// A profile picture stands still, and its user is told.
func TestAvatarStandsStill(t *testing.T) {
	s := newSite(t, newService(t))
	ada := s.member(t, "ada", auth.RoleMember)
	for name, data := range map[string][]byte{"GIF": testImage(t, "anim.gif"), "WebP": testImage(t, "anim.webp")} {
		body, contentType := form(t, "profilePic", "demo", data)
		status, got := s.post(t, "ada", "/api/users/"+ada.ID.String()+"/profile-pic", body, contentType)
		avatar, _ := got["avatar"].(string)
		if status != http.StatusOK || got["notice"] != NoticeStill || !strings.HasSuffix(avatar, "g") {
			t.Errorf("%s: %d %v", name, status, got)
		}
	}
}

// An image of another site stays animated unless it has to be made smaller.
func TestShrinkKeepsAnimations(t *testing.T) {
	s := newService(t)
	for format, data := range map[string][]byte{"gif": testImage(t, "anim.gif"), "webp": testImage(t, "anim.webp")} {
		moving, err := s.Shrink(t.Context(), data, 1600)
		must.NoError(t, err)
		if a := animationIn(format, moving); a == nil || len(a.frames) != 2 {
			t.Errorf("%s: no animation", format)
		}
		if still, err := s.Shrink(t.Context(), data, 8); err != nil || http.DetectContentType(still) == "image/"+
			format {
			t.Errorf("%s: a small one moves, %v", format, err)
		}
	}
}

// No file makes the reader of animations fail, or keep what is no image.
func FuzzAnimation(f *testing.F) {
	f.Add(testImage(f, "anim.gif"))
	f.Add(testImage(f, "anim.webp"))
	f.Add(asAnimatedWebP(120, 80))
	f.Fuzz(func(t *testing.T, data []byte) {
		header, err := readHeader(data)
		if err != nil || header.weight > 1<<20 {
			return
		}
		a := animationIn(header.format, data)
		if a != nil && a.isKept(header, header.rendering(data, false)) {
			again, err := readHeader(a.data)
			if err != nil || again.size != header.size || len(animationIn(a.format, a.data).frames) != len(a.frames) {
				t.Errorf("what is kept is another image: %v, %v", again, err)
			}
		}
	})
}
