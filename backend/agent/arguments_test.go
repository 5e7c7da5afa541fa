package agent

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/rest"
)

// A message may have thousands of wrong values. Beyond those that a response names, none is compared with known words.
func TestManyWrongArguments(t *testing.T) {
	const many = 4000
	list := func(item string) string {
		return strings.TrimSuffix(strings.Repeat(item+",", many), ",")
	}
	names := make([]string, many)
	for i := range names {
		names[i] = fmt.Sprintf(`"secondaryCategories%05d":1`, i)
	}
	unknown := strings.Join(names, ",")
	var draft *rest.Schema
	for _, is := range allTools() {
		if is.name == "save_draft" {
			draft = is.in
		}
	}
	for _, arguments := range []string{
		`{` + unknown + `}`, `{"impact":{` + unknown + `}}`,
		`{"vibeTools":[` + list(`"cursors"`) + `]}`, `{"tags":[` + list("1") + `]}`,
	} {
		var err error
		allocations := testing.AllocsPerRun(1, func() { _, err = readArguments(draft, []byte(arguments)) })
		var f *fault.Fault
		if !errors.As(err, &f) || len(f.Fields) != fault.MaxFields {
			t.Errorf("%.40s: %v", arguments, err)
		}
		if allocations > 15*many {
			t.Errorf("%.40s: %.0f allocations for each value", arguments, allocations/many)
		}
	}
}
