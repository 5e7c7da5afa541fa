package store_test

import (
	"encoding/json"
	"slices"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
)

func TestStringList(t *testing.T) {
	for _, text := range []string{`[]`, `["a"]`, `["a","b"]`, `["a", "b"]`, `[""]`, `["", ""]`, `["a, b", " , "]`,
		`["é🎉"]`, `["a\"b", "c\\", "\u0041"]`} {
		var want []string
		must.NoError(t, json.Unmarshal([]byte(text), &want))
		for _, value := range []any{text, []byte(text)} {
			var got store.StringList
			if err := got.Scan(value); err != nil || !slices.Equal(got, want) || got == nil {
				t.Errorf("%s is %q, want %q; %v", text, got, want, err)
			}
		}
	}
	for _, wrong := range []any{nil, 7, `"a"`, `["a`, `["a]`, ``} {
		if err := new(store.StringList).Scan(wrong); err == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}
