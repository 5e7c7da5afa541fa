package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"iter"
)

// The parts of image files that the decoders do not return: segments of JPEG, chunks of PNG and of WebP. The lists end
// where a file is malformed.

// jpegSegments lists the segments up to the pixels, by their markers.
func jpegSegments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
			if marker == 0xff { // padding
				at++
				continue
			}
			if marker < 0xc0 || marker >= 0xd0 && marker <= 0xda || size < 2 || at+2+size > len(data) {
				return
			}
			if !yield(marker, data[at+4:at+2+size]) {
				return
			}
			at += 2 + size
		}
	}
}

// pngChunks lists the chunks up to the pixels, by their names.
func pngChunks(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		const frame = 12 // length, name and checksum
		for at := 8; at+frame <= len(data); {
			size, name := int(binary.BigEndian.Uint32(data[at:])), string(data[at+4:at+8])
			if name == "IDAT" || size > len(data)-at-frame || !yield(name, data[at+8:at+8+size]) {
				return
			}
			at += size + frame
		}
	}
}

const riffHeader = 12 // RIFF, size and WEBP

// riffChunks lists the chunks of a WebP file behind its header, or of a frame in it, by their names.
func riffChunks(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for at := 0; at+8 <= len(data); {
			size := int(binary.LittleEndian.Uint32(data[at+4:]))
			if size > len(data)-at-8 || !yield(string(data[at:at+4]), data[at+8:at+8+size]) {
				return
			}
			at += 8 + size + size%2
		}
	}
}

// chunk returns the content of the first chunk of a name, nil if there is none.
func chunk(all iter.Seq2[string, []byte], name string) []byte {
	for n, content := range all {
		if n == name {
			return content
		}
	}
	return nil
}

// maxProfile bounds an unpacked color profile. Those that parseProfile reads take a few kilobytes.
const maxProfile = 1 << 20

// profileIn returns the ICC color profile in an image file, nil if it has none.
func profileIn(format string, data []byte) []byte {
	switch format {
	case "jpeg":
		return jpegProfile(data)
	case "png":
		_, packed, _ := bytes.Cut(chunk(pngChunks(data), "iCCP"), []byte{0})
		if len(packed) < 1 || packed[0] != 0 { // the one method
			return nil
		}
		r, err := zlib.NewReader(bytes.NewReader(packed[1:]))
		if err != nil {
			return nil
		}
		profile, _ := io.ReadAll(io.LimitReader(r, maxProfile)) // of a damaged one, what can be read
		return profile
	case "webp":
		return chunk(riffChunks(data[riffHeader:]), "ICCP")
	default:
		return nil
	}
}

// jpegProfile joins the parts of a profile, which each have their number and the count.
func jpegProfile(data []byte) []byte {
	var parts [256][]byte
	for marker, content := range jpegSegments(data) {
		if rest, ok := bytes.CutPrefix(content, []byte("ICC_PROFILE\x00")); ok && marker == 0xe2 && len(rest) > 2 {
			parts[rest[0]] = rest[2:]
		}
	}
	return bytes.Join(parts[:], nil)
}
