package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

var clock = func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) }

// each runs test on each kind of database and on each kind of store.
func each(t *testing.T, test func(t *testing.T, s *Service)) {
	t.Helper()
	t.Run("sqlite on disk", func(t *testing.T) { test(t, newService(t)) })
	t.Run("postgres and s3", func(t *testing.T) {
		test(t, NewService(storetest.Open(t, storetest.PostgresURL(t)), buckettest.Open(t, buckettest.S3(t)), clock))
	})
}

func newService(t testing.TB) *Service {
	t.Helper()
	return NewService(storetest.Open(t, storetest.SQLiteURL(t)), buckettest.Open(t, buckettest.Disk(t)), clock)
}

func newUser(t testing.TB, db *store.DB, name string) *ent.User {
	t.Helper()
	var u *ent.User
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		var err error
		u, err = tx.User.Create().SetUsername(name).SetUsernameKey(name).SetEmail(name + "@example.org").
			SetEmailKey(name + "@example.org").SetPasswordHash("x").SetViberTag("@" + name).SetSkills([]string{}).
			SetCreatedAt(clock()).SetUpdatedAt(clock()).Save(ctx)
		return err
	}))
	return u
}

func newProject(t testing.TB, db *store.DB, owner *ent.User) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.Project.Create().SetID(id).SetUserID(owner.ID).SetTitle("T").SetTitleKey("t").SetTagline("x").
			SetStage("mvp").SetPrimaryCategory("games").SetCreatedAt(clock()).SetUpdatedAt(clock()).Exec(ctx)
	}))
	return id
}

// files lists the bucket.
func files(t testing.TB, b bucket.Bucket) []string {
	t.Helper()
	names := []string{}
	for entry, err := range b.All(t.Context()) {
		must.NoError(t, err)
		names = append(names, entry.Name)
	}
	return names
}

func load(t testing.TB, s *Service, key string) (image.Image, []byte) {
	t.Helper()
	data, err := bucket.ReadAll(t.Context(), s.bucket, key)
	must.NoError(t, err)
	img, err := decode(data)
	must.NoError(t, err)
	return img, data
}

func TestAddKeepsImages(t *testing.T) {
	s := newService(t)
	user := newUser(t, s.db, "ada")
	for name, c := range map[string]struct {
		data      []byte
		largest   string
		widths    []int
		upperLeft color.RGBA
	}{
		"JPEG":                 {asJPEG(t, grain(1300, 50)), "1300x50.jpg", []int{1200, 640, 320, 96}, red},
		"PhotographAsPNG":      {asPNG(t, grain(400, 300)), "400x300.jpg", []int{320, 96}, red},
		"DrawingStaysPNG":      {asPNG(t, quarters(1280, 60)), "1280x60.png", []int{1200, 640, 320, 96}, red},
		"TransparentStaysPNG":  {asPNG(t, seeThrough(400, 100)), "400x100.png", []int{320, 96}, color.RGBA{}},
		"WebP":                 {asWebP(100, 60, blue), "100x60.jpg", []int{96}, blue},
		"NoWiderThan2048":      {asJPEG(t, quarters(3000, 300)), "2048x205.jpg", []int{1600, 1200, 640, 320, 96}, red},
		"NotWiderThanOriginal": {asPNG(t, quarters(96, 40)), "96x40.png", nil, red},
		"OnePixel":             {asPNG(t, quarters(1, 1)), "1x1.png", nil, red},
		"LongStrip":            {asPNG(t, quarters(4000, 1)), "2048x1.png", []int{1600, 1200, 640, 320, 96}, red},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := s.Add(t.Context(), user.ID, bytes.NewReader(c.data))
			must.NoError(t, err)
			folder, ext := u.ID.String()+"/", c.largest[len(c.largest)-4:]
			want := []string{folder + c.largest}
			for _, width := range c.widths {
				want = append(want, fmt.Sprintf("%sw%d%s", folder, width, ext))
			}
			if got := keys(u.Upload); u.Path != want[0] || !slices.Equal(got, want) {
				t.Errorf("path %s, keys %v, want %v", u.Path, got, want)
			}
			var bytes int64
			for i, key := range want {
				img, data := load(t, s, key)
				bytes += int64(len(data))
				size := img.Bounds().Size()
				if i == 0 && size != image.Pt(u.Width, u.Height) || i > 0 && size.X != c.widths[i-1] {
					t.Errorf("%s is %v", key, size)
				}
				if got := img.At(size.X/8, size.Y/8); !near(got, c.upperLeft) {
					t.Errorf("%s begins with %v, want %v", key, got, c.upperLeft)
				}
			}
			stored := s.db.Client().Upload.GetX(t.Context(), u.ID)
			if stored.Bytes != bytes || stored.UserID != user.ID || !stored.CreatedAt.Equal(clock()) {
				t.Errorf("row %v, want %d bytes of %s", stored, bytes, user.ID)
			}
			if n := len(slices.DeleteFunc(files(t, s.bucket),
				func(name string) bool { return !strings.HasPrefix(name, folder) })); n != len(want) {
				t.Errorf("%d files, want %d", n, len(want))
			}
		})
	}
}

func TestAddTurnsImagesUprightWithoutMetadata(t *testing.T) {
	s := newService(t)
	user := newUser(t, s.db, "ada")
	// The corners of quarters in each EXIF orientation, row by row.
	corners := map[uint16][4]color.RGBA{
		1: {red, green, blue, white}, 2: {green, red, white, blue}, 3: {white, blue, green, red},
		4: {blue, white, red, green},
		5: {red, blue, green, white}, 6: {blue, red, white, green}, 7: {white, green, blue, red},
		8: {green, white, red, blue},
	}
	for turn, want := range corners {
		images := map[string][]byte{
			"JPEG":       withJPEGExif(asJPEG(t, quarters(60, 40)), exif(turn, binary.BigEndian)),
			"JPEGLittle": withJPEGExif(asJPEG(t, quarters(60, 40)), exif(turn, binary.LittleEndian)),
			"PNG":        withPNGChunk(asPNG(t, quarters(60, 40)), "eXIf", exif(turn, binary.LittleEndian)),
		}
		if turn == 3 || turn == 6 {
			images["ReducedInSize"] = withJPEGExif(asJPEG(t, quarters(2100, 210)), exif(turn, binary.BigEndian))
		}
		for name, data := range images {
			t.Run(fmt.Sprint(name, turn), func(t *testing.T) {
				u, err := s.Add(t.Context(), user.ID, bytes.NewReader(data))
				must.NoError(t, err)
				if upright := turn <= 4; upright != (u.Width > u.Height) {
					t.Errorf("%d × %d", u.Width, u.Height)
				}
				for _, key := range keys(u.Upload) {
					img, data := load(t, s, key)
					size := img.Bounds().Size()
					for i, c := range want {
						x, y := size.X/4+i%2*size.X/2, size.Y/4+i/2*size.Y/2
						if got := img.At(x, y); !near(got, c) {
							t.Errorf("%s: corner %d is %v, want %v", key, i, got, c)
						}
					}
					for _, trace := range []string{"Exif", "eXIf", "GPSLatitude"} {
						if bytes.Contains(data, []byte(trace)) {
							t.Errorf("%s still holds %s", key, trace)
						}
					}
				}
			})
		}
	}
}

// A key in the texts of an image, or after its end, is not stored: only its pixels are.
func TestTextsOfImagesAreNotKept(t *testing.T) {
	s := newService(t)
	user := newUser(t, s.db, "ada")
	const key = "AKIA" + "Q3EGWX5TLZ7RBN2M"
	png, jpeg := asPNG(t, quarters(200, 100)), asJPEG(t, quarters(200, 100))
	const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:description>` + key + `</dc:description></x:xmpmeta>`
	segment := func(marker byte, body string) []byte {
		head := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2))
		return bytes.Join([][]byte{jpeg[:2], head, []byte(body), jpeg[2:]}, nil)
	}
	gif := asGIF(t, image.Rect(0, 0, 120, 80), image.Rect(0, 0, 60, 40))
	webp := append(asWebP(100, 60, blue), "XMP \x14\x00\x00\x00"+key...)
	binary.LittleEndian.PutUint32(webp[4:], uint32(len(webp)-8))
	for name, data := range map[string][]byte{
		"PNGText":     withPNGChunk(png, "tEXt", []byte("Comment\x00"+key)),
		"PNGXMP":      withPNGChunk(png, "iTXt", []byte("XML:com.adobe.xmp\x00\x00\x00\x00\x00"+xmp)),
		"JPEGXMP":     segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+xmp),
		"JPEGComment": segment(0xfe, key),
		"GIFComment":  slices.Concat(gif[:len(gif)-1], []byte("\x21\xfe\x14"+key+"\x00"), gif[len(gif)-1:]),
		"WebPXMP":     webp,
		"AfterTheEnd": append(slices.Clone(png), key...),
	} {
		t.Run(name, func(t *testing.T) {
			if !bytes.Contains(data, []byte(key)) {
				t.Fatal("the upload has no key")
			}
			u, err := s.Add(t.Context(), user.ID, bytes.NewReader(data))
			must.NoError(t, err)
			for _, stored := range keys(u.Upload) {
				if _, kept := load(t, s, stored); bytes.Contains(kept, []byte(key)) {
					t.Errorf("%s still holds the key", stored)
				}
			}
		})
	}
}

func TestAddRefuses(t *testing.T) {
	s := newService(t)
	user := newUser(t, s.db, "ada")
	const types = "Please upload a JPEG, PNG, GIF or WebP image, or an MP4 or WebM video."
	damaged := asJPEG(t, grain(300, 200))
	// Decoders skip bytes between two segments.
	hidden := bytes.Replace(blankJPEG(6300, 6300, true, 4), []byte("\xff\xc2"), []byte("stray\xff\xc2"), 1)
	for name, c := range map[string]struct {
		data []byte
		kind fault.Kind
		text string
	}{
		"Nothing": {nil, fault.KindInvalid, "Please choose a file that is not empty."},
		"SVG": {
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			fault.KindUnsupportedMedia, types},
		"HTML": {[]byte("<!doctype html><script>alert(1)</script>"), fault.KindUnsupportedMedia,
			types},
		"PDF": {[]byte("%PDF-1.7 and more of it"), fault.KindUnsupportedMedia, types},
		"AVIF": {[]byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1isom"),
			fault.KindUnsupportedMedia, types},
		"QuickTime": {[]byte("\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  "),
			fault.KindUnsupportedMedia, types},
		"Matroska": {[]byte("\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska"), fault.KindUnsupportedMedia,
			types},
		"OnlyASignature": {[]byte("\x89PNG\r\n\x1a\n"), fault.KindInvalid,
			"The image is damaged or of a kind that cannot be read."},
		"HalfAnImage": {damaged[:len(damaged)/2], fault.KindInvalid,
			"The image is damaged or of a kind that cannot be read."},
		"ManyPixels": {pngOfSize(50_000, 50_000), fault.KindTooLarge,
			"Images may have at most 40 megapixels."},
		"ManyPixelsInWebP": {asWebP(16384, 16384, red), fault.KindTooLarge,
			"Images may have at most 40 megapixels."},
		"ManyPixelsBehindASmallHeader": {riff("VP8X", []byte{0, 0, 0, 0, 9, 0, 0, 9, 0, 0}, "VP8L",
			asWebP(16384, 16384, red)[20:]), fault.KindInvalid,
			"The image is damaged or of a kind that cannot be read."},
		"MuchMemory":                 {blankJPEG(6300, 6300, true, 4), fault.KindTooLarge, errTooHeavy.Error()},
		"MuchMemoryBehindStrayBytes": {hidden, fault.KindTooLarge, errTooHeavy.Error()},
		"LongStrip": {pngOfSize(1, 40_000), fault.KindTooLarge,
			"Images may have at most 40 megapixels."},
		// spec: const2.image, const2.blog.cover
		"ImageTooLarge": {append(asPNG(t, quarters(8, 8)), make([]byte, MaxImageBytes)...), fault.KindTooLarge,
			"Maximum size is 5MB"},
		// spec: const2.video
		"VideoTooLarge": {video(MaxVideoBytes + 1), fault.KindTooLarge, "Maximum size is 100MB"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := s.Add(t.Context(), user.ID, bytes.NewReader(c.data))
			runtime.ReadMemStats(&after)
			f := fault.Of(err)
			if f == nil || f.Kind != c.kind || f.Message != c.text {
				t.Errorf("error %v, want %q", err, c.text)
			}
			// Reading 5 MB into a growing buffer allocates about 25.
			if used := after.TotalAlloc - before.TotalAlloc; used > 48<<20 {
				t.Errorf("refusing it took %d MB", used>>20)
			}
		})
	}
	kept(t, s)
}

func TestWeightOf(t *testing.T) {
	deep := image.NewNRGBA64(image.Rect(0, 0, 30, 20))
	for name, c := range map[string]struct {
		data []byte
		want int // bytes for each pixel
	}{
		"PlainJPEG":         {blankJPEG(30, 20, false, 3), 3},
		"FourColorJPEG":     {blankJPEG(30, 20, false, 4), 8},
		"ProgressiveJPEG":   {blankJPEG(30, 20, true, 3), 15},
		"ProgressiveOfFour": {blankJPEG(30, 20, true, 4), 24},
		"StrayBytes": {bytes.Replace(blankJPEG(30, 20, false, 3), []byte("\xff\xc0"), []byte("?\xff\xc0"), 1),
			15},
		"RestartInTheHeader": {bytes.Replace(blankJPEG(30, 20, false, 3), []byte("\xff\xc0"),
			[]byte("\xff\xd0\xff\xc0"), 1), 15},
		"PNG":             {asPNG(t, quarters(30, 20)), 4},
		"DeepPNG":         {asPNG(t, deep), 8},
		"GreyPNG":         {asPNG(t, image.NewGray(deep.Rect)), 1},
		"DeepGreyPNG":     {asPNG(t, image.NewGray16(deep.Rect)), 2},
		"GIF":             {asGIF(t, deep.Rect, deep.Rect), 1},
		"WebPWithoutLoss": {asWebP(30, 20, red), 8},
	} {
		t.Run(name, func(t *testing.T) {
			h, err := readHeader(c.data)
			if err != nil || h.weight != 600*c.want {
				t.Errorf("weight %d, %v, want %d", h.weight, err, 600*c.want)
			}
			if _, err := decode(c.data); err != nil {
				t.Errorf("decode: %v", err)
			}
		})
	}
	// Cameras halve the resolution of colors in both directions.
	camera := asJPEG(t, grain(320, 160))
	if h, err := readHeader(camera); err != nil || h.weight != 320*160*3/2 {
		t.Errorf("weight of a photograph %d, %v", h.weight, err)
	}
}

func TestAddTakesAnImageOfTheLargestSize(t *testing.T) {
	s := newService(t)
	data := asPNG(t, quarters(8, 8))
	data = append(data, make([]byte, MaxImageBytes-len(data))...)
	if _, err := s.Add(t.Context(), newUser(t, s.db, "ada").ID, bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
}

func TestDecodingWaitsForMemory(t *testing.T) {
	s := newService(t)
	must.NoError(t, s.decoding.Acquire(t.Context(), maxDecodeBytes))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := s.Add(ctx, uuid.New(), bytes.NewReader(asPNG(t, quarters(8, 8))))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
	}
}

func TestAvatarIsASmallSquare(t *testing.T) {
	s := newService(t)
	user := newUser(t, s.db, "ada")
	u, err := s.AddAvatar(t.Context(), user.ID,
		bytes.NewReader(withJPEGExif(asJPEG(t, quarters(900, 500)), exif(6, binary.BigEndian))), setAvatar(s.db))
	must.NoError(t, err)
	if want := u.ID.String() + "/320x320.jpg"; u.Path != want {
		t.Errorf("path %s, want %s", u.Path, want)
	}
	if got, want := len(keys(u.Upload)), 2; got != want {
		t.Errorf("%d files, want %d", got, want)
	}
	img, _ := load(t, s, keys(u.Upload)[1])
	for i, c := range []color.RGBA{blue, red, white, green} {
		if got := img.At(24+i%2*48, 24+i/2*48); !near(got, c) {
			t.Errorf("corner %d is %v, want %v", i, got, c)
		}
	}
}

// Every form has a file, or is refused with a fault of the caller.
func FuzzForm(f *testing.F) {
	const form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nx\r\n--b--\r\n"
	f.Add("multipart/form-data; boundary=b", []byte(form))
	f.Add("multipart/form-data; boundary=b", []byte(form[:40]))
	f.Add("multipart/form-data; boundary=", []byte(form))
	f.Add("multipart/mixed; boundary=b", []byte(form))
	f.Add("text/plain", []byte("x"))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/api/upload", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		file, err := fileOf(httptest.NewRecorder(), r, "file", 1<<10, errImageTooLarge, func() error { return nil })
		if err == nil {
			_, err = io.Copy(io.Discard, file)
		}
		if err != nil && fault.Of(err) == nil {
			t.Fatalf("%v is not a fault of the caller", err)
		}
	})
}

func FuzzImage(f *testing.F) {
	f.Add(withJPEGExif(asJPEG(f, quarters(20, 10)), exif(6, binary.BigEndian)))
	f.Add(withPNGChunk(asPNG(f, seeThrough(20, 10)), "eXIf", exif(3, binary.LittleEndian)))
	f.Add(asGIF(f, image.Rect(0, 0, 12, 8), image.Rect(2, 2, 6, 4)))
	f.Add(asWebP(10, 6, blue))
	f.Add(video(64))
	s := NewService(nil, nil, clock)
	f.Fuzz(func(t *testing.T, data []byte) {
		header, err := readHeader(data)
		if err == nil && header.size.X*header.size.Y > 1_000_000 {
			t.Skip("slow, and no other than small ones")
		}
		sizes, err := s.render(t.Context(), data, len(data)%2 == 0)
		if err != nil {
			if fault.Of(err) == nil {
				t.Fatalf("%v is not a fault of the caller", err)
			}
			return
		}
		for _, size := range sizes.sizes {
			again, err := readHeader(size.data)
			if err != nil || again.format != sizes.format || again.size != image.Pt(size.width, size.height) {
				t.Fatalf("rendition of %d × %d reads back as %v: %v", size.width, size.height, again, err)
			}
		}
	})
}
