package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"
	"image/jpeg"
	"image/png"
	"math"

	_ "golang.org/x/image/webp"

	"uvboard/backend/platform/fault"
)

// Limits in pixels. An image of a few kilobytes can describe gigabytes of one color.
const (
	maxPixels = 40_000_000
	maxSide   = 30_000
)

// mostKept limits the pixels of the largest rendition, such as 2048 × 4096.
const mostKept = 2 * widest * widest

const jpegQuality = 82

// imageHeader is read from an image without decoding it.
type imageHeader struct {
	format string // as package image names it, such as "jpeg"
	size   image.Point
	weight int // see decodeBytes
}

// readHeader rejects files that are not images, and images of too many pixels, without decoding them.
func readHeader(data []byte) (imageHeader, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return imageHeader{}, errNoImage
	case err != nil || config.Width < 1 || config.Height < 1:
		return imageHeader{}, errDamaged
	case config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels:
		return imageHeader{}, errTooManyPixels
	}
	return imageHeader{format, image.Pt(config.Width, config.Height), decodeBytes(format, config, data)}, nil
}

var (
	errNoImage       = fault.UnsupportedMedia("Please upload an image file")
	errDamaged       = fault.Malformed("The image is damaged or of a kind that cannot be read.")
	errTooManyPixels = fault.TooLarge("Images may have at most 40 megapixels.")
	errTooHeavy      = fault.TooLarge(
		"This image takes too much memory to read. Please make it smaller, or save it as a plain JPEG.")
)

// decode decodes an image, of an animation the first frame.
func decode(data []byte) (img image.Image, err error) {
	defer func() {
		// A crafted file can make a decoder panic: report it as damaged.
		if p := recover(); p != nil {
			img, err = nil, errDamaged
		}
	}()
	if isWebP := bytes.HasPrefix(data, []byte("RIFF")) && len(data) > riffHeader; isWebP {
		if a := webpAnimation(data); a != nil {
			return a.decodeFirst()
		}
	}
	img, format, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, errDamaged
	}
	if format == "webp" {
		fullRange(img)
	}
	return img, nil
}

// rendering returns how to render the image: whole, or the square in its middle for an avatar.
func (h imageHeader) rendering(data []byte, avatar bool) rendering {
	r := rendering{
		area:        image.Rectangle{Max: h.size},
		orientation: orientation(h.format, data),
		colors:      parseProfile(profileIn(h.format, data)),
		widest:      widest,
		lossless:    h.format == "png" || h.format == "gif",
	}
	if avatar {
		r.area, r.widest = center(h.size), widestAvatar
	}
	return r
}

// weight estimates the memory that rendering takes in addition to the decoded image: the largest rendition, and a copy
// to turn it.
func (r rendering) weight() int {
	w, h := r.fit(r.area.Dx(), r.area.Dy())
	if r.orientation > 1 {
		return 2 * 4 * w * h
	}
	return (4 + 1) * w * h
}

// rendering is how to render an image.
type rendering struct {
	area        image.Rectangle // the part that is kept, before it is turned
	orientation int
	colors      *conversion // nil if they are those of sRGB
	widest      int
	lossless    bool // the upload was lossless, so PNG is tried too
}

func center(size image.Point) image.Rectangle {
	side := min(size.X, size.Y)
	min := image.Pt((size.X-side)/2, (size.Y-side)/2)
	return image.Rectangle{min, min.Add(image.Pt(side, side))}
}

// renditions are the encoded sizes of one image, the largest first. They carry no metadata.
type renditions struct {
	format string // "jpeg" or "png", the same for all
	sizes  []rendition

	animation *animation // kept beside the still images; may be nil
	notice    string     // what the user is told; may be empty
}

type rendition struct {
	width, height int
	data          []byte
}

// largest returns the largest rendition.
func (r rendering) largest(src image.Image) *image.RGBA {
	width, height := r.area.Dx(), r.area.Dy()
	turned := r.orientation >= 5
	if turned {
		width, height = height, width
	}
	w, h := r.fit(width, height)
	if turned {
		w, h = h, w
	}
	img := resize(src, r.area, w, h)
	if r.colors != nil {
		r.colors.convert(img)
	}
	return turn(img, r.orientation)
}

func (r rendering) render(src image.Image) (renditions, error) {
	img := r.largest(src)
	format, data, err := encodeBest(img, r.lossless)
	if err != nil {
		return renditions{}, err
	}
	full := img.Bounds().Size()
	out := renditions{format: format, sizes: []rendition{{full.X, full.Y, data}}}
	for _, width := range ladder {
		if width >= full.X {
			continue
		}
		img = resize(img, img.Bounds(), width, scaled(full.Y, width, full.X))
		data, err = encode(img, out.format)
		if err != nil {
			return renditions{}, err
		}
		out.sizes = append(out.sizes, rendition{width, img.Bounds().Dy(), data})
	}
	return out, nil
}

// fit returns the size of the largest rendition.
func (r rendering) fit(width, height int) (w, h int) {
	w = min(width, r.widest)
	if h = scaled(height, w, width); w*h > mostKept { // such as the screenshot of a long page
		w = max(1, int(math.Sqrt(mostKept*float64(width)/float64(height))))
		h = min(scaled(height, w, width), mostKept/w)
	}
	return w, h
}

// scaled is length · to / from, rounded, and at least 1.
func scaled(length, to, from int) int { return max(1, (2*length*to+from)/(2*from)) }

// encodeBest encodes transparent images as PNG and opaque ones as JPEG. A lossless upload stays PNG unless that is more
// than twice as large, as for photographs: JPEG smears the edges of drawings.
func encodeBest(img *image.RGBA, lossless bool) (format string, data []byte, err error) {
	if !img.Opaque() {
		data, err = encode(img, "png")
		return "png", data, err
	}
	asJPEG, err := encode(img, "jpeg")
	if err != nil || !lossless {
		return "jpeg", asJPEG, err
	}
	asPNG, err := encode(img, "png")
	if err != nil || len(asPNG) > 2*len(asJPEG) {
		return "jpeg", asJPEG, err
	}
	return "png", asPNG, nil
}

func encode(img image.Image, format string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	if format == "png" {
		err = png.Encode(&b, img)
	} else {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: jpegQuality})
	}
	if err != nil {
		return nil, fmt.Errorf("encode image: %w", err)
	}
	return b.Bytes(), nil
}
