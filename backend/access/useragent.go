package access

import "strings"

// maxUserAgent limits the name of a program that is not a browser.
const maxUserAgent = 40

// Order matters: most browsers also send the names of older ones.
var (
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Mac OS X", "macOS"},
		{"Linux", "Linux"},
	}
)

// shortUserAgent reduces a User-Agent header to what helps users recognize their devices, such as "Firefox on Linux".
func shortUserAgent(header string) string {
	browser, system := nameIn(header, browsers), nameIn(header, systems)
	switch {
	case browser != "" && system != "":
		return browser + " on " + system
	case browser != "":
		return browser
	}
	program, _, _ := strings.Cut(header, " ")
	program = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return -1
		}
		return r
	}, program)
	return program[:min(len(program), maxUserAgent)]
}

func nameIn(header string, names [][2]string) string {
	for _, name := range names {
		if strings.Contains(header, name[0]) {
			return name[1]
		}
	}
	return ""
}
