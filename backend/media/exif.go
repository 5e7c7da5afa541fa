package media

import (
	"bytes"

	"github.com/bep/imagemeta"
)

// orientation returns the EXIF orientation of an image, 1 to 8. It is 1 when the image has none or its metadata is
// malformed.
func orientation(format string, data []byte) int {
	formats := map[string]imagemeta.ImageFormat{"jpeg": imagemeta.JPEG, "png": imagemeta.PNG, "webp": imagemeta.TIFF}
	if formats[format] == 0 {
		return 1
	}
	if format == "webp" { // some programs write the prefix of a JPEG's, which imagemeta does not expect
		data = bytes.TrimPrefix(chunk(riffChunks(data[riffHeader:]), "EXIF"), []byte("Exif\x00\x00"))
	}
	value := uint16(1)
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: formats[format], Sources: imagemeta.EXIF,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool {
			return tag.Namespace == "IFD0" &&
				tag.Tag == "Orientation"
		},
		HandleTag: func(tag imagemeta.TagInfo) error {
			if v, ok := tag.Value.(uint16); ok && v >= 1 && v <= 8 {
				value = v
			}
			return imagemeta.ErrStopWalking
		},
	})
	if err != nil { // the pixels may still be sound
		return 1
	}
	return int(value)
}
