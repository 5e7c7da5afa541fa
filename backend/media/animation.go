package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"slices"
)

// maxFramePixels bounds the pixels of all frames of an animation that is kept, which are decoded one after the other:
// half a minute of a recording of 800 × 500 pixels, at ten frames a second.
const maxFramePixels = 120_000_000

// maxFrames bounds their number, since each takes memory of its own.
const maxFrames = 2000

// NoticeStill is what a user is told whose animation is stored as a still image.
const NoticeStill = "This animation was saved as a still image. A GIF or WebP animation stays animated if it is at most 2048 pixels wide and " +
	"not too long; a profile picture never moves."

// animation is an animated file. Its frames are stored as they came, without metadata, comments and what follows the
// end: encoding them again would take seconds and often make them larger.
type animation struct {
	format string
	data   []byte  // what is kept of the file
	frames []frame // fewer than two if the animation cannot be kept
}

// frame is one image of an animation.
type frame struct {
	at    image.Rectangle
	still []byte // the frame as a file
}

// animationIn returns the animation in a file, nil if it is a still image.
func animationIn(format string, data []byte) *animation {
	switch format {
	case "gif":
		return gifAnimation(data)
	case "webp":
		return webpAnimation(data)
	case "png":
		if chunk(pngChunks(data), "acTL") != nil {
			return &animation{format: "png"} // decoders of PNG ignore the frames
		}
	}
	return nil
}

// isKept reports whether the animation can be stored as it is: each of its frames can be decoded and is within its
// canvas, and it is not larger than other images.
func (a *animation) isKept(h imageHeader, r rendering) bool {
	w, height := r.fit(h.size.X, h.size.Y)
	pixels := 0
	for _, f := range a.frames {
		if !f.at.In(image.Rectangle{Max: h.size}) {
			return false
		}
		pixels += f.at.Dx() * f.at.Dy()
	}
	if len(a.frames) < 2 || pixels > maxFramePixels || r.orientation > 1 || image.Pt(w, height) != h.size {
		return false
	}
	for _, f := range a.frames {
		header, err := readHeader(f.still)
		if err != nil || header.format != a.format || a.format == "webp" && header.size != f.at.Size() {
			return false
		}
		if _, err := decode(f.still); err != nil {
			return false
		}
	}
	return true
}

// The parts of a GIF.
const (
	gifHeader    = 13 // with the size of the canvas
	gifExtension = 0x21
	gifImage     = 0x2c
	gifControl   = 0xf9 // the time and the transparency of the next frame
	gifProgram   = 0xff
)

// gifTable returns the length of a table of colors by the flags that announce it.
func gifTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifBlocks returns the length of a chain of blocks with its end, -1 if it is cut off.
func gifBlocks(data []byte) int {
	for at := 0; at < len(data); at += 1 + int(data[at]) {
		if data[at] == 0 {
			return at + 1
		}
	}
	return -1
}

// gifAnimation keeps the frames, their times and how often they repeat.
func gifAnimation(data []byte) *animation {
	if len(data) < gifHeader || len(data) < gifHeader+gifTable(data[10]) {
		return nil
	}
	head := data[:gifHeader+gifTable(data[10])]
	a := &animation{format: "gif", data: slices.Clone(head)}
	var control []byte
	for at := len(head); at+2 < len(data); {
		rest := data[at:]
		switch rest[0] {
		case gifExtension:
			size := gifBlocks(rest[2:])
			if size < 0 {
				return a.cut()
			}
			block := rest[:2+size]
			at += len(block)
			if block[1] == gifControl {
				control = block
			} else if block[1] == gifProgram && bytes.Contains(block[:min(14, len(block))], []byte("NETSCAPE2.0")) &&
				len(block) == 19 {
				a.data = append(a.data, block...)
			}
		case gifImage:
			if len(rest) < 10 || len(a.frames) == maxFrames {
				return a.cut()
			}
			body := 10 + gifTable(rest[9]) + 1 // with the size of the first code
			if len(rest) <= body {
				return a.cut()
			}
			size := gifBlocks(rest[body:])
			if size < 0 {
				return a.cut()
			}
			number := func(at int) int { return int(binary.LittleEndian.Uint16(rest[at:])) }
			corner := image.Pt(number(1), number(3))
			a.frames = append(a.frames, frame{
				at:    image.Rectangle{corner, corner.Add(image.Pt(number(5), number(7)))},
				still: slices.Concat(head, rest[:body+size], []byte{';'}),
			})
			a.data = append(append(a.data, control...), rest[:body+size]...)
			control = nil
			at += body + size
		default: // the end
			return a.end()
		}
	}
	return a.end()
}

// cut ends an animation that is not whole.
func (a *animation) cut() *animation {
	if len(a.frames) == 0 {
		return nil
	}
	return &animation{format: a.format}
}

func (a *animation) end() *animation {
	if len(a.frames) < 2 {
		return nil
	}
	a.data = append(a.data, ';')
	return a
}

const webpFrame = 16 // the header of a frame: its place, size and time

// webpAnimation keeps the frames and their times, and the color profile. It keeps no frame of a file that has one
// outside the canvas, since the memory to decode an image is that of its canvas.
func webpAnimation(data []byte) *animation {
	const animated, alpha, profile = 0x02, 0x10, 0x20
	header := chunk(riffChunks(data[riffHeader:]), "VP8X")
	if !bytes.HasPrefix(data[riffHeader:], []byte("VP8X")) || len(header) != 10 || header[0]&animated == 0 {
		return nil
	}
	header = slices.Clone(header)
	header[0] &= animated | alpha | profile
	number := func(content []byte) int { return int(content[0]) | int(content[1])<<8 | int(content[2])<<16 }
	canvas := image.Rect(0, 0, number(header[4:])+1, number(header[7:])+1)
	var body []byte
	a := &animation{format: "webp"}
	body = appendChunk(body, "VP8X", header)
	for name, content := range riffChunks(data[riffHeader:]) {
		switch {
		case name == "ICCP" && header[0]&profile != 0, name == "ANIM":
			body = appendChunk(body, name, content)
		case name == "ANMF" && len(content) > webpFrame && len(a.frames) <= maxFrames:
			corner := image.Pt(2*number(content), 2*number(content[3:]))
			f := frame{at: image.Rectangle{corner, corner.Add(image.Pt(number(content[6:])+1, number(content[9:])+1))}}
			if !f.at.In(canvas) {
				return &animation{format: a.format}
			}
			still := []byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
			copy(still[4:], content[6:12])
			var pixels []byte
			for name, content := range riffChunks(content[webpFrame:]) {
				switch name {
				case "ALPH":
					still[0] = alpha
					fallthrough
				case "VP8 ", "VP8L":
					pixels = appendChunk(pixels, name, content)
				}
			}
			f.still = riffFile(append(appendChunk(nil, "VP8X", still), pixels...))
			a.frames = append(a.frames, f)
			body = appendChunk(body, name, append(slices.Clone(content[:webpFrame]), pixels...))
		}
	}
	if len(a.frames) > maxFrames {
		a.frames = a.frames[:1]
	}
	a.data = riffFile(body)
	return a
}

func appendChunk(to []byte, name string, content []byte) []byte {
	to = binary.LittleEndian.AppendUint32(append(to, name...), uint32(len(content)))
	to = append(to, content...)
	return append(to, make([]byte, len(content)%2)...)
}

func riffFile(chunks []byte) []byte {
	head := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+len(chunks)))
	return slices.Concat(head, []byte("WEBP"), chunks)
}

// decodeFirst decodes the first frame of an animated WebP, at its place on the canvas.
func (a *animation) decodeFirst() (image.Image, error) {
	if len(a.frames) == 0 {
		return nil, errDamaged
	}
	img, err := decode(a.frames[0].still)
	if err != nil {
		return nil, err
	}
	switch img := img.(type) { // the corner is even, as the planes of colors need it
	case *image.YCbCr:
		img.Rect = img.Rect.Add(a.frames[0].at.Min)
	case *image.NYCbCrA:
		img.Rect = img.Rect.Add(a.frames[0].at.Min)
	case *image.NRGBA:
		img.Rect = img.Rect.Add(a.frames[0].at.Min)
	}
	return img, nil
}
