package media

import (
	"encoding/binary"
	"image"
	"image/color"
)

// maxUnfolded is how many bytes all pictures together may take while they are decoded: as much as 40 megapixels of a
// camera's JPEG, 20 of a screenshot or 12 of a progressive JPEG. The whole server is to get by with not much more.
const maxUnfolded = 96_000_000

// weightOf is about how many bytes decoding a picture takes. A few kilobytes can ask for any of it.
func weightOf(f format, config image.Config, data []byte) int {
	var perPixel float64
	switch f {
	case jpegFormat:
		perPixel = jpegWeight(data, config.ColorModel)
	case webpFormat:
		perPixel = 2.5 // samples, and transparency
		if config.ColorModel == color.NRGBAModel {
			perPixel = 8 // without loss: indices, and the colours they stand for
		}
	default:
		perPixel = sampleWeight(config.ColorModel)
		if f == pngFormat && len(data) > 28 && data[28] == 1 { // interlaced: what comes last is half of it
			perPixel *= 1.5
		}
	}
	return int(float64(config.Width) * float64(config.Height) * perPixel)
}

func sampleWeight(model color.Model) float64 {
	if _, ok := model.(color.Palette); ok {
		return 1
	}
	switch model {
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.NRGBA64Model, color.RGBA64Model:
		return 8
	default:
		return 4
	}
}

// jpegWeight is the bytes for each pixel: one for each sample, four more in a progressive picture, whose coefficients
// are all kept to the end, and four to join the samples of four colours.
func jpegWeight(data []byte, model color.Model) float64 {
	frame, ok := jpegFrameOf(data)
	if !ok { // written so that only a lenient reader finds its way; the worst is assumed
		frame = jpegFrame{progressive: true, samples: 3}
		if model == color.CMYKModel {
			frame.samples = 4
		}
	}
	weight := frame.samples
	if frame.progressive {
		weight *= 5
	}
	if model == color.CMYKModel {
		weight += 4
	}
	return weight
}

// jpegFrame is what the frame header of a JPEG says that image.Config does not.
type jpegFrame struct {
	progressive bool
	samples     float64 // for each pixel: 3 at full resolution, 1.5 with colours at half of it in both directions
}

func jpegFrameOf(data []byte) (jpegFrame, bool) {
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		switch {
		case marker == 0xff: // padding
			at++
			continue
		case marker < 0xc0 || marker >= 0xd0 && marker <= 0xda || size < 2 || at+2+size > len(data):
			return jpegFrame{}, false
		case marker <= 0xc2:
			return readJPEGFrame(data[at+4:at+2+size], marker == 0xc2)
		}
		at += 2 + size
	}
	return jpegFrame{}, false
}

// readJPEGFrame reads precision, height, width and then, for each colour, an id, the sampling and a table.
func readJPEGFrame(body []byte, progressive bool) (jpegFrame, bool) {
	if len(body) < 6 || len(body) != 6+3*int(body[5]) {
		return jpegFrame{}, false
	}
	var sum, widest, highest int
	for at := 6; at < len(body); at += 3 {
		across, down := int(body[at+1]>>4), int(body[at+1]&15)
		sum += across * down
		widest, highest = max(widest, across), max(highest, down)
	}
	if sum == 0 {
		return jpegFrame{}, false
	}
	return jpegFrame{progressive: progressive, samples: float64(sum) / float64(widest*highest)}, true
}
