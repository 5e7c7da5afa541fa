package iri

import "testing"

func TestToURL(t *testing.T) {
	for address, want := range map[string]string{
		"https://例え.jp/ü?q=ö#ä":                  "https://xn--r8jz45g.jp/%C3%BC?q=%C3%B6#%C3%A4",
		"https://BÜCHER.example:8443/":           "https://xn--bcher-kva.example:8443/",
		"http://１２７。０。０。１/x":                     "http://127.0.0.1/x",
		"https://a.example/?q=a b":               "https://a.example/?q=a b",
		"https://a.example/%zz":                  "https://a.example/%zz",
		"https://a.example/日本?a=%E6&b=本":         "https://a.example/%E6%97%A5%E6%9C%AC?a=%E6&b=%E6%9C%AC",
		"https://a\u202e.example/":               "https://a%E2%80%AE.example/",
		"https://de.wikipedia.org/wiki/Töpferei": "https://de.wikipedia.org/wiki/T%C3%B6pferei",
	} {
		if got := ToURL(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
