package media

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// format is what a file is by its content; its name and its declared type are never believed.
type format int

const (
	unknown format = iota
	jpegFormat
	pngFormat
	gifFormat
	webpFormat
	mp4Format
	webmFormat
)

// sniffBytes is how much of a file tells its format.
const sniffBytes = 512

var types = map[format]struct{ contentType, ext string }{
	jpegFormat: {"image/jpeg", "jpg"},
	pngFormat:  {"image/png", "png"},
	mp4Format:  {"video/mp4", "mp4"},
	webmFormat: {"video/webm", "webm"},
}

func (f format) isImage() bool { return f >= jpegFormat && f <= webpFormat }
func (f format) isVideo() bool { return f == mp4Format || f == webmFormat }

func sniff(head []byte) format {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return jpegFormat
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return pngFormat
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return gifFormat
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return webpFormat
	case isMP4(head):
		return mp4Format
	case isWebM(head):
		return webmFormat
	default:
		return unknown
	}
}

// isMP4 looks for a brand that browsers play. HEIF and AVIF images and QuickTime videos begin with the same kind of box.
func isMP4(head []byte) bool {
	if len(head) < 16 || string(head[4:8]) != "ftyp" {
		return false
	}
	size := binary.BigEndian.Uint32(head)
	if size < 16 || size%4 != 0 {
		return false
	}
	box := head[8:min(int64(size), int64(len(head)))]
	for i := 0; i+4 <= len(box); i += 4 {
		if i == 4 {
			continue // the minor version
		}
		brand := string(box[i : i+4])
		if slices.Contains([]string{"avc1", "dash", "M4V ", "mp41", "mp42", "isom"}, brand) ||
			brand[:3] == "iso" && brand[3] >= '2' && brand[3] <= '9' {
			return true
		}
		if i == 0 && slices.Contains([]string{"heic", "heix", "hevc", "mif1", "msf1", "avif", "avis", "qt  "}, brand) {
			return false
		}
	}
	return false
}

// isWebM looks for the document type in the EBML header; plain Matroska, which browsers do not play, has another.
func isWebM(head []byte) bool {
	docType := []byte("\x42\x82\x84webm")
	return bytes.HasPrefix(head, []byte("\x1a\x45\xdf\xa3")) && bytes.Contains(head[:min(len(head), 64)], docType)
}
