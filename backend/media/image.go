package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"

	"golang.org/x/image/webp"

	"uvboard/backend/platform/fault"
)

// The limits of an image in pixels. A few kilobytes can describe gigabytes of one color.
const (
	maxPixels = 40_000_000
	maxSide   = 30_000
)

// mostKept is the most pixels that are kept of an image, such as 2048 × 4096.
const mostKept = 2 * widest * widest

const jpegQuality = 82

// imageHeader is what can be read of an image without decoding it.
type imageHeader struct {
	format format
	size   image.Point
	weight int // see decodeBytes
}

// readHeader refuses other files, and images of too many pixels, without decoding them.
func readHeader(data []byte) (imageHeader, error) {
	h := imageHeader{format: sniff(data[:min(len(data), sniffBytes)])}
	var (
		config image.Config
		err    error
	)
	switch h.format {
	case jpegFormat:
		config, err = jpeg.DecodeConfig(bytes.NewReader(data))
	case pngFormat:
		config, err = png.DecodeConfig(bytes.NewReader(data))
	case gifFormat:
		config, err = gif.DecodeConfig(bytes.NewReader(data))
	case webpFormat:
		config, err = webp.DecodeConfig(bytes.NewReader(data))
	default:
		return h, errNoImage
	}
	if err != nil || config.Width < 1 || config.Height < 1 {
		return h, errDamaged
	}
	if config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels {
		return h, errTooManyPixels
	}
	h.size, h.weight = image.Pt(config.Width, config.Height), decodeBytes(h.format, config, data)
	return h, nil
}

var (
	errNoImage       = fault.UnsupportedMedia("Please upload an image file")
	errDamaged       = fault.Malformed("The image is damaged or of a kind that cannot be read.")
	errTooManyPixels = fault.TooLarge("Images may have at most 40 megapixels.")
	errTooHeavy      = fault.TooLarge("This image takes too much memory to read. Please make it smaller, or save it as a plain JPEG.")
)

// decode decodes an image; of an animation the first frame.
func (h imageHeader) decode(data []byte) (img image.Image, err error) {
	defer func() {
		// A crafted file can make a decoder panic. It is reported as damaged.
		if p := recover(); p != nil {
			img, err = nil, errDamaged
		}
	}()
	switch h.format {
	case jpegFormat:
		img, err = jpeg.Decode(bytes.NewReader(data))
	case pngFormat:
		img, err = png.Decode(bytes.NewReader(data))
	case gifFormat:
		img, err = gif.Decode(bytes.NewReader(data))
	case webpFormat:
		img, err = webp.Decode(bytes.NewReader(data))
	default:
		return nil, errNoImage
	}
	if err != nil {
		return nil, errDamaged
	}
	return img, nil
}

// rendering is what to make of an image: all of it, or the square in its middle for an avatar.
func (h imageHeader) rendering(data []byte, avatar bool) rendering {
	r := rendering{
		area:        image.Rectangle{Max: h.size},
		orientation: orientation(h.format, data),
		widest:      widest,
		lossless:    h.format == pngFormat || h.format == gifFormat,
	}
	if avatar {
		r.area, r.widest = center(h.size), widestAvatar
	}
	return r
}

// weight estimates the memory that rendering takes besides the decoded image: the largest size, and another copy to turn it.
func (r rendering) weight() int {
	w, h := r.fit(r.area.Dx(), r.area.Dy())
	if r.orientation > 1 {
		return 2 * 4 * w * h
	}
	return (4 + 1) * w * h
}

// rendering says what to make of an image.
type rendering struct {
	area        image.Rectangle // the part that is kept, before it is turned
	orientation int
	widest      int
	lossless    bool // the upload was lossless, so PNG is tried too
}

// center is the largest square in the middle of an image.
func center(size image.Point) image.Rectangle {
	side := min(size.X, size.Y)
	min := image.Pt((size.X-side)/2, (size.Y-side)/2)
	return image.Rectangle{min, min.Add(image.Pt(side, side))}
}

// renditions are the encoded sizes of one image, the largest first. They carry no metadata.
type renditions struct {
	format format // jpegFormat or pngFormat, the same for all
	sizes  []rendition
}

type rendition struct {
	width, height int
	data          []byte
}

func (r rendering) render(src image.Image) (renditions, error) {
	width, height := r.area.Dx(), r.area.Dy()
	turned := r.orientation >= 5
	if turned {
		width, height = height, width
	}
	w, h := r.fit(width, height)
	if turned {
		w, h = h, w
	}
	img := turn(resize(src, r.area, w, h), r.orientation)

	var out renditions
	var data []byte
	var err error
	if out.format, data, err = encodeBest(img, r.lossless); err != nil {
		return renditions{}, err
	}
	full := img.Bounds().Size()
	out.sizes = append(out.sizes, rendition{full.X, full.Y, data})
	for _, width := range ladder {
		if width >= full.X {
			continue
		}
		img = resize(img, img.Bounds(), width, scaled(full.Y, width, full.X))
		if data, err = encode(img, out.format); err != nil {
			return renditions{}, err
		}
		out.sizes = append(out.sizes, rendition{width, img.Bounds().Dy(), data})
	}
	return out, nil
}

// fit returns the size in which an image is kept.
func (r rendering) fit(width, height int) (w, h int) {
	w = min(width, r.widest)
	if h = scaled(height, w, width); w*h > mostKept { // as a long page can be
		w = max(1, int(math.Sqrt(mostKept*float64(width)/float64(height))))
		h = min(scaled(height, w, width), mostKept/w)
	}
	return w, h
}

// scaled is length · to / from, rounded, and at least 1.
func scaled(length, to, from int) int { return max(1, (2*length*to+from)/(2*from)) }

// encodeBest encodes transparent images as PNG and opaque ones as JPEG. A lossless upload stays PNG unless that is more than
// twice as large, as for photographs: JPEG smears the edges of drawings.
func encodeBest(img *image.RGBA, lossless bool) (format, []byte, error) {
	if !img.Opaque() {
		data, err := encode(img, pngFormat)
		return pngFormat, data, err
	}
	asJPEG, err := encode(img, jpegFormat)
	if err != nil || !lossless {
		return jpegFormat, asJPEG, err
	}
	asPNG, err := encode(img, pngFormat)
	if err != nil || len(asPNG) > 2*len(asJPEG) {
		return jpegFormat, asJPEG, err
	}
	return pngFormat, asPNG, nil
}

func encode(img *image.RGBA, f format) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch f {
	case jpegFormat:
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: jpegQuality})
	case pngFormat:
		err = png.Encode(&b, img)
	default:
		err = errors.New("not a format to encode in")
	}
	if err != nil {
		return nil, fmt.Errorf("encode image: %w", err)
	}
	return b.Bytes(), nil
}
