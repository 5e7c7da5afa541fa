package analytics

import (
	"strings"
	"sync"

	"github.com/ua-parser/uap-go/uaparser"
)

// maxUserAgent bounds the time to parse a header to about 3 ms. Browsers send shorter ones.
const maxUserAgent = 512

// parser uses the list of the ua-parser project and caches 1,024 results. Making it takes 0.2 s, so the first visit
// does it.
var parser = sync.OnceValue(func() *uaparser.Parser {
	p, err := uaparser.New(uaparser.WithMode(uaparser.EDeviceLookUpMode))
	if err != nil {
		panic("list of robots: " + err.Error())
	}
	return p
})

// isRobot reports whether a User-Agent header is that of a robot on the list.
func isRobot(header string) bool {
	header = strings.Clone(header[:min(len(header), maxUserAgent)]) // the parser keeps it
	return parser().ParseDevice(header).Family == "Spider"
}
