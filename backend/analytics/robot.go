package analytics

import (
	"strings"
	"sync"

	"github.com/ua-parser/uap-go/uaparser"
)

// maxUserAgent bounds the time to parse a header: about 3 ms. Those of browsers are shorter.
const maxUserAgent = 512

// parser knows the list of the ua-parser project. It is made with the first visit, which takes 0.2 s, and keeps the last 1,024
// results.
var parser = sync.OnceValue(func() *uaparser.Parser {
	p, err := uaparser.New(uaparser.WithMode(uaparser.EDeviceLookUpMode))
	if err != nil {
		panic("list of robots: " + err.Error())
	}
	return p
})

// isRobot reports whether the list says that a User-Agent header is of a robot.
func isRobot(header string) bool {
	header = strings.Clone(header[:min(len(header), maxUserAgent)]) // the parser keeps it
	return parser().ParseDevice(header).Family == "Spider"
}
