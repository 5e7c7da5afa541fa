package media

import (
	"bytes"
	"net/http"
	"regexp"
)

// sniffBytes is how much of a file its content type depends on.
const sniffBytes = 512

var (
	// mp4Brand matches MP4 files whose first brand browsers play, including those without a brand that begins with mp4.
	mp4Brand = regexp.MustCompile(`(?s)^.{4}ftyp(isom|iso[2-9]|avc1|dash|M4V )`)
	webmType = []byte("\x42\x82\x84webm") // the document type; browsers do not play other Matroska files
)

// sniff returns the content type of a file by its content. Its name and its declared type do not count.
func sniff(head []byte) string {
	contentType := http.DetectContentType(head)
	switch {
	case mp4Brand.Match(head):
		return "video/mp4"
	case contentType == "video/webm" && !bytes.Contains(head[:min(len(head), 64)], webmType):
		return "video/x-matroska"
	}
	return contentType
}
