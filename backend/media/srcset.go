package media

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var imagePath = regexp.MustCompile(`^(/uploads/[0-9a-f-]{36}/)(\d{1,5})x\d{1,5}\.(jpg|png)$`)

// SrcSet lists the renditions of an image for the srcset attribute, smallest first; empty for an address elsewhere.
func SrcSet(address string) string {
	parts := imagePath.FindStringSubmatch(address)
	if parts == nil {
		return ""
	}
	folder, extension := parts[1], parts[3]
	width, _ := strconv.Atoi(parts[2]) // at most five digits
	var set []string
	for _, step := range slices.Backward(ladder) {
		if step < width {
			set = append(set, fmt.Sprintf("%sw%d.%s %dw", folder, step, extension, step))
		}
	}
	return strings.Join(append(set, fmt.Sprintf("%s %dw", address, width)), ", ")
}
