package media

import (
	"image"
	"image/color"
)

// maxDecodeBytes bounds the memory of all images being decoded, with the renditions of each: enough for 40 megapixels
// of a camera's JPEG, 20 of a screenshot or 10 of a progressive JPEG.
const maxDecodeBytes = 96_000_000

// decodeBytes estimates the memory that decoding an image takes. An image of a few kilobytes can need hundreds of
// megabytes.
func decodeBytes(format string, config image.Config, data []byte) int {
	perPixel := 4.0
	switch _, isPalette := config.ColorModel.(color.Palette); {
	case format == "jpeg":
		perPixel = jpegBytesPerPixel(config.ColorModel, data)
	case format == "webp":
		perPixel = webpBytesPerPixel(config.ColorModel, data)
	case isPalette, config.ColorModel == color.GrayModel:
		perPixel = 1
	case config.ColorModel == color.Gray16Model:
		perPixel = 2
	case config.ColorModel == color.NRGBA64Model, config.ColorModel == color.RGBA64Model:
		perPixel = 8
	}
	// interlaced: the last pass is decoded into a copy of half the size
	if format == "png" && len(data) > 28 && data[28] == 1 {
		perPixel *= 1.5
	}
	return int(float64(config.Width) * float64(config.Height) * perPixel)
}

// webpBytesPerPixel counts indices and colors of a lossless image, which may be within an extended file, as the alpha
// of a lossy one and the frames of an animation may be.
func webpBytesPerPixel(model color.Model, data []byte) float64 {
	chunks := riffChunks(data[riffHeader:])
	switch {
	case chunk(chunks, "ALPH") != nil, chunk(chunks, "ANMF") != nil:
		return 8 + 2.5
	case model == color.NRGBAModel, chunk(chunks, "VP8L") != nil:
		return 8
	default:
		return 2.5
	}
}

// jpegBytesPerPixel counts one byte for each sample, five in a progressive image, which keeps all coefficients to the
// end, and four more to convert CMYK. If it finds no frame header, although a lenient decoder may, it assumes the
// worst.
func jpegBytesPerPixel(model color.Model, data []byte) float64 {
	progressive, samples, ok := jpegFrame(data)
	isCMYK := model == color.CMYKModel
	if !ok {
		progressive, samples = true, 3
		if isCMYK {
			samples = 4
		}
	}
	if progressive {
		samples *= 5
	}
	if isCMYK {
		samples += 4
	}
	return samples
}

// jpegFrame reads what the frame header says and image.Config does not: whether the image is progressive, and its
// samples per pixel, such as 1.5 with 4:2:0 chroma subsampling. Dimensions alone do not tell: of 40 megapixels, a
// camera's JPEG takes 60 MB and a crafted one 600 MB, and a limit that is safe for the latter refuses photos of 7
// megapixels.
func jpegFrame(data []byte) (progressive bool, samples float64, ok bool) {
	for marker, frame := range jpegSegments(data) {
		if marker > 0xc2 {
			continue
		}
		// precision, height, width, number of components, then three bytes for each
		if len(frame) < 9 || len(frame) != 6+3*int(frame[5]) {
			return false, 0, false
		}
		var sum, across, down int
		for i := 7; i < len(frame); i += 3 {
			h, v := int(frame[i]>>4), int(frame[i]&15)
			sum, across, down = sum+h*v, max(across, h), max(down, v)
		}
		return marker == 0xc2, float64(sum) / float64(across*down), sum > 0
	}
	return false, 0, false
}
