package rest

import (
	"testing"
)

func TestAppendString(t *testing.T) {
	for _, text := range []string{
		"", "plain", "two\nlines\t\"quoted\" \\ \b\f\r", "\x00\x01\x1f\x7f", "<b>&amp;</b>", "ünïcode 🎉",
		"\u2028\u2029", "\ufffd", "broken \xff\xc3(", "ends \xe2\x82",
	} {
		if got, want := string(appendString(nil, text)), string(appendJSON(nil, text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func FuzzAppendString(f *testing.F) {
	f.Add("a\"b\\\n\u2028\xff")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := string(appendString([]byte("x"), text)), "x"+string(appendJSON(nil, text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	})
}
