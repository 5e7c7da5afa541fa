package news

import (
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	pb "uvboard/gen/uvboard/v1"
)

func TestRules(t *testing.T) {
	for message, request := range map[string]*pb.ListNewsRequest{
		"Search must be 200 characters or less": {Search: strings.Repeat("ä", 201)},
		"Choose at most 20 tools":               {Tools: make([]string, 21)},
		"":                                      {Search: strings.Repeat("ä", 200), Tools: make([]string, 20)},
	} {
		err := protovalidate.Validate(request)
		if message == "" && err != nil || message != "" && (err == nil || !strings.Contains(err.Error(), message)) {
			t.Errorf("%q: %v", message, err)
		}
	}
}
