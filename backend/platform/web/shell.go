package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// shell is index.html with the values of this installation, cut where each page adds its own.
type shell struct {
	opening      string // before the title, without the values of the board
	head, body   []byte // before </head>, and from there to the content of the root element
	outline      []byte // the content of the root element, for a page without any
	rest, end    []byte // from there to </body>, and the rest
	scriptPolicy string // the Content-Security-Policy directive for the inline scripts; "" for none
}

var (
	titleTag       = regexp.MustCompile(`<title>[^<]*</title>`)
	descriptionTag = regexp.MustCompile(`\s*<meta name="description"[^>]*>`)
	rootTag        = regexp.MustCompile(`<div id="root">`)
	inlineScript   = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
)

// newShell writes the installation's values into index.html, where the web app reads them.
func newShell(page []byte, config Config) (*shell, error) {
	mail := "kept"
	if config.SendsMail {
		mail = "sent"
	}
	for name, value := range map[string]string{
		"outgoing-mail":   mail,
		"own-policies":    strings.Join(config.ownPolicies, " "),
		"max-image-bytes": strconv.FormatInt(config.MaxImageBytes, 10),
		"max-video-bytes": strconv.FormatInt(config.MaxVideoBytes, 10),
	} {
		tag := regexp.MustCompile(`<meta name="` + name + `"[^>]*>`)
		page = tag.ReplaceAllLiteral(page, []byte(`<meta name="`+name+`" content="`+html.EscapeString(value)+`" />`))
	}
	page = descriptionTag.ReplaceAll(page, nil) // each page has its own
	s := &shell{scriptPolicy: scriptPolicy(page)}
	title := titleTag.FindIndex(page)
	head, body := bytes.Index(page, []byte("</head>")), bytes.Index(page, []byte("</body>"))
	root := rootTag.FindIndex(page)
	if title == nil || root == nil || head < title[1] || root[0] < head || body < root[1] {
		return nil, fmt.Errorf("index.html lacks <title>, </head>, the root element or </body>")
	}
	inside := root[1] + bytes.LastIndex(page[root[1]:body], []byte("</div>"))
	if inside < root[1] {
		return nil, fmt.Errorf("the root element of index.html does not end")
	}
	s.opening, s.head, s.body = string(page[:title[0]]), page[title[1]:head], page[head:root[1]]
	s.outline, s.rest, s.end = page[root[1]:inside], page[inside:body], page[body:]
	return s, nil
}

// start returns the beginning of a page, with what its first paint needs of the board: name, theme, accent and time
// zone. index.html has a script that applies the theme, unless the visitor has chosen one.
func (s *shell) start(site Site) []byte {
	root := `<html data-theme="` + html.EscapeString(site.Theme) + `"`
	if site.Accent != "" {
		root += ` data-accent style="--uv-accent: ` + html.EscapeString(site.Accent) + `"`
	}
	return []byte(strings.NewReplacer(
		"<html", root,
		`<meta name="application-name" content="`, `<meta name="application-name" content="`+
			html.EscapeString(site.Name),
		`<meta name="time-zone" content="`, `<meta name="time-zone" content="`+html.EscapeString(site.Zone),
	).Replace(s.opening))
}

// scriptPolicy allows the inline scripts of a page by their hash, so that no other inline script runs.
func scriptPolicy(page []byte) string {
	var hashes strings.Builder
	for _, script := range inlineScript.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(script[1])
		hashes.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	if hashes.Len() == 0 {
		return ""
	}
	return "; script-src 'self'" + hashes.String()
}

// widen adds sources to the directives of a policy.
func widen(policy string, sources map[string]string) string {
	directives := strings.Split(policy, "; ")
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		i := slices.IndexFunc(directives, func(directive string) bool { return strings.HasPrefix(directive, name+" ") })
		if i < 0 {
			i = len(directives)
			directives = append(directives, name+" 'self'") // as default-src
		}
		directives[i] += " " + sources[name]
	}
	return strings.Join(directives, "; ")
}
