package media

import (
	"bytes"
	"encoding/binary"
)

// orientation is how a picture is to be turned before it is looked at: 1 to 8 as EXIF counts them, 1 when it does not say.
// It is all that is read of a picture's metadata, and nothing of that is kept.
func orientation(f format, data []byte) int {
	switch f {
	case jpegFormat:
		return jpegOrientation(data)
	case pngFormat:
		return pngOrientation(data)
	case webpFormat:
		return webpOrientation(data)
	default:
		return 1
	}
}

func jpegOrientation(data []byte) int {
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		switch {
		case marker == 0xff: // padding
			at++
			continue
		case marker == 0xda || marker == 0xd9 || size < 2 || at+2+size > len(data):
			return 1
		}
		body := data[at+4 : at+2+size]
		if marker == 0xe1 {
			if tiff, ok := bytes.CutPrefix(body, []byte("Exif\x00\x00")); ok {
				return tiffOrientation(tiff)
			}
		}
		at += 2 + size
	}
	return 1
}

func pngOrientation(data []byte) int {
	for at := 8; at+12 <= len(data); {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		name := string(data[at+4 : at+8])
		if int64(at)+12+size > int64(len(data)) || name == "IDAT" {
			return 1
		}
		if name == "eXIf" {
			return tiffOrientation(data[at+8 : at+8+int(size)])
		}
		at += 12 + int(size)
	}
	return 1
}

func webpOrientation(data []byte) int {
	for at := 12; at+8 <= len(data); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		if int64(at)+8+size > int64(len(data)) {
			return 1
		}
		if string(data[at:at+4]) == "EXIF" {
			return tiffOrientation(bytes.TrimPrefix(data[at+8:at+8+int(size)], []byte("Exif\x00\x00")))
		}
		at += 8 + int(size+size&1)
	}
	return 1
}

// tiffOrientation reads tag 0x0112 of the first directory.
func tiffOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	count := int64(order.Uint16(tiff[at:]))
	for entry := at + 2; count > 0 && entry+12 <= int64(len(tiff)); entry, count = entry+12, count-1 {
		if order.Uint16(tiff[entry:]) != 0x0112 {
			continue
		}
		const short = 3
		value := order.Uint16(tiff[entry+8:])
		if order.Uint16(tiff[entry+2:]) != short || value < 1 || value > 8 {
			return 1
		}
		return int(value)
	}
	return 1
}
