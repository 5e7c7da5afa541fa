package markdown_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
)

// allowed has the allowed elements, with the values of their attributes.
var allowed = map[string]map[string]*regexp.Regexp{
	"p": nil, "br": nil, "hr": nil, "h3": nil, "h4": nil, "h5": nil, "h6": nil, "em": nil, "strong": nil, "del": nil,
	"blockquote": nil, "ul": nil, "table": nil, "thead": nil, "tbody": nil, "tr": nil,
	"sup":  nil,
	"li":   {"class": regexp.MustCompile(`^task$`), "id": regexp.MustCompile(`^fn-[0-9a-f]{8}-\d+$`)},
	"span": {"class": regexp.MustCompile(`^hl-[cdfikns]$`)},
	"ol":   {"start": regexp.MustCompile(`^\d{1,9}$`)},
	"div":  {"tabindex": regexp.MustCompile(`^0$`)},
	"pre":  {"tabindex": regexp.MustCompile(`^0$`)},
	"code": {"class": regexp.MustCompile(`^language-[A-Za-z0-9+#._-]{1,32}$`)},
	"th":   {"align": regexp.MustCompile(`^(left|center|right)$`)},
	"td":   {"align": regexp.MustCompile(`^(left|center|right)$`)},
	"a": {
		"href": regexp.MustCompile(
			`^(?i:https?)://[^\s\x00-\x1f<>"]+$|^#fn(ref)?-[0-9a-f]{8}-\d+(-\d+)?$|^/(?:[\w-]+(?:/[\w-]+)*)?(?:#[\w-]+)?$`),
		"id":         regexp.MustCompile(`^fnref-[0-9a-f]{8}-\d+(-\d+)?$`),
		"aria-label": regexp.MustCompile(`^Back to the text$`),
		"rel":        regexp.MustCompile(`^nofollow ugc noopener$`),
		"target":     regexp.MustCompile(`^_blank$`),
	},
	"picture": nil,
	"source": {
		"srcset": regexp.MustCompile(`^/uploads/[0-9a-f-]{36}/\d+x\d+\.(jpg|png)$`),
		"media":  regexp.MustCompile(`^\(prefers-reduced-motion: reduce\)$`),
	},
	"img": {
		"src":   regexp.MustCompile(`^/uploads/[0-9a-f-]{36}/\d+x\d+\.(jpg|png)(\.gif|\.webp)?$`),
		"width": regexp.MustCompile(`^\d+$`), "height": regexp.MustCompile(`^\d+$`), "alt": regexp.MustCompile(``),
		"loading": regexp.MustCompile(`^lazy$`),
	},
}

var void = []string{"br", "hr", "img", "source"}

// check parses HTML as a browser does, and reports elements that are not allowed or not closed.
func check(t *testing.T, rendered string) {
	t.Helper()
	var open []string
	for z := html.NewTokenizer(strings.NewReader(rendered)); z.Next() != html.ErrorToken; {
		switch token := z.Token(); token.Type {
		case html.TextToken:
		case html.StartTagToken:
			expect(t, token.Data, token.Attr)
			if !slices.Contains(void, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				t.Fatalf("</%s> does not match %v in\n%s", token.Data, open, rendered)
			}
			open = open[:len(open)-1]
		default:
			t.Errorf("%v %q", token.Type, token)
		}
	}
	if len(open) > 0 {
		t.Errorf("%v not closed in\n%s", open, rendered)
	}
	place := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(rendered), place)
	must.NoError(t, err)
	for _, n := range nodes {
		for d := range n.Descendants() {
			expectNode(t, d)
		}
		expectNode(t, n)
	}
	if strings.ContainsFunc(rendered, func(r rune) bool { return r == 0 }) {
		t.Errorf("NUL in %q", rendered)
	}
}

func expectNode(t *testing.T, n *html.Node) {
	t.Helper()
	switch n.Type {
	case html.TextNode:
	case html.ElementNode:
		expect(t, n.Data, n.Attr)
		if n.Data == "a" {
			for p := n.Parent; p != nil; p = p.Parent {
				if p.Data == "a" {
					t.Error("a link in a link")
				}
			}
		}
	default:
		t.Errorf("a node of type %v: %q", n.Type, n.Data)
	}
}

func expect(t *testing.T, tag string, attributes []html.Attribute) {
	t.Helper()
	attributesOf, ok := allowed[tag]
	if !ok {
		t.Errorf("<%s> is not allowed", tag)
	}
	for _, a := range attributes {
		if value := attributesOf[a.Key]; value == nil || !value.MatchString(a.Val) {
			t.Errorf("%s of <%s> is %q", a.Key, tag, a.Val)
		}
		if a.Key == "href" && (a.Val[0] == '#' || a.Val[0] == '/') {
			return
		}
		if a.Key == "href" {
			if u, err := url.Parse(a.Val); err != nil || u.Host == "" {
				t.Errorf("a link to %q: %v", a.Val, err)
			}
		}
	}
	if tag == "a" && len(attributes) != 3 {
		t.Errorf("a link has %v", attributes)
	}
}

// attacks try to inject scripts, requests to other servers or elements of the page.
var attacks = []string{
	"[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a]( javascript:alert(1) )", "[a](<javascript:alert(1)>)",
	"[a](java\nscript:alert(1))",
	"[a](java&#10;script:alert(1))", "[a](javascript&colon;alert(1))", "[a](&#106;avascript:alert(1))",
	"[a](&#x6A&#x61vascript:alert(1))", "[a](\x01javascript:alert(1))",
	`[a](java\script:alert(1))`, `[a](\javascript:alert(1))`, "[a](java%0ascript:alert(1))",
	"[a](%6aavascript:alert(1))", "[a](\u00a0javascript:alert(1))", "[a](vbscript:x)",
	"[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)", "![a](data:image/svg+xml,<svg onload=alert(1)>)",
	"![a](data:image/png;base64,AAAA)", "[a](file:///etc/passwd)",
	"[a](blob:https://e.com/x)", "[a](//e.com)", `[a](/\e.com)`, `[a](https:/e.com)`, `[a](https:e.com)`,
	`[a](https:///e.com)`, `[a](https:\\e.com)`, "[a](https://)", "[a](https://e.com\n/b)",
	"<javascript:alert(1)>", "<JAVASCRIPT:alert(1)>", "<data:text/html,x>", "<https://e.com/\"onclick=alert(1)>",
	"<https://e.com/'><img src=x onerror=alert(1)>", "<ftp://e.com>",
	"[a]: javascript:alert(1)\n\n[a] [b][a] ![a]", "[a]: <data:text/html,x> 'b'\n\n[a][]",
	"[a]: https://e.com \"' onmouseover='alert(1)\n\n[a]", `[a](https://e.com "\" onclick=\"alert(1)")`,
	"![\"onerror=\"alert(1)](https://e.com)", "![a](https://e.com/\"onerror=\"alert(1))",
	"![a][b]\n\n[b]: https://e.com/?\"><script>alert(1)</script>", "![![a](javascript:b)](javascript:c)",
	"[[[[a](https://b.com)](https://c.com)](javascript:d)](https://e.com)", "[![a](javascript:b)](https://c.com)",
	"[a](https://b.com)[c](javascript:d)", "![[a](https://b.com)](https://c.com)",
	"<!-- <img src=x onerror=alert(1)> -->", "<!--><script>alert(1)</script>", "<![CDATA[<script>alert(1)</script>]]>",
	"<?php alert(1) ?>", "<!DOCTYPE html>", "<style>@import 'https://e.com'</style>",
	"<style>\n*{display:none}\n</style>", "<base href=https://e.com>", "<iframe src=javascript:alert(1)>",
	"<a href=\"https://e.com\">\n\n[a](javascript:alert(1))\n\n</a>", "</div></section><h1>a</h1>",
	"<details open ontoggle=alert(1)>",
	"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
	"<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
	"`<script>alert(1)</script>`", "```html\n<script>alert(1)</script>\n```", "```\"><script>alert(1)</script>\na\n```",
	"~~~ x onload=alert(1)\na\n~~~", "    <script>alert(1)</script>", "``` a&quot;b\nc",
	"# <script>alert(1)</script> {onclick=alert(1)}", "# a {#id .class onclick=alert(1)}",
	"|<script>|\n|-|\n|\"onclick=\"|", "a|b\n:-:\"onclick=x|-\n1|2", "- [x](javascript:a) b",
	"- [x] <input autofocus onfocus=alert(1)>",
	"https://e.com/\"onmouseover=\"alert(1)", "https://e.com/<script>alert(1)</script>",
	"https://e.com/`onclick=alert(1)`", "www.e.com/\"><img src=x>", "javascript:alert(1)", "http:javascript:alert(1)",
	"https://e.com&quot;onclick=alert(1)",
	"https://e.com/&amp;quot;&#34;", "xhttps://e.com", "\u202Ehttps://e.com/\u202Etxt.exe\u2066",
	"[\u202Egnp.exe](https://e.com)", "https://e\u0000.com", "[a](https://e.com/\u2028\u2029)",
	"&lt;script&gt;alert(1)&lt;/script&gt;",
	"[^a]\n\n[^a]: <script>alert(1)</script>", "[^\"onclick=alert(1)]\n\n[^\"onclick=alert(1)]: b",
	"[a[^b]](https://e.com)\n\n[^b]: [c](javascript:d)",
	"![\" onerror=alert(1) x=\"](/uploads/01234567-89ab-7cde-8f01-23456789abcd/2x1.png)",
	"![a](/uploads/01234567-89ab-7cde-8f01-23456789abcd/2x1.png\"onerror=alert(1))",
	"![a](/uploads/../api/auth/logout)", "![a](/uploads/01234567-89ab-7cde-8f01-23456789abcd/2x1.svg)",
	"```html\n</code></pre><script>alert(1)</script>\n```", "```js\n`${\"<img src=x onerror=alert(1)>\"}`\n```",
	"\\<script>alert(1)\\</script>", "*<script>*alert(1)*</script>*", "**[a](javascript:b)**",
	"<a@b.c\"onclick=alert(1)>", "[a](<https://e.com/>\" onclick=alert(1)>)", "<https://e.com/\u0000>",
	"\xff<script>\xfe",
}

func TestHostile(t *testing.T) {
	sources := slices.Clone(attacks)
	for _, list := range []string{"xss", "naughty"} {
		text, err := os.ReadFile("../../../webapp/e2e/hostile/" + list + ".json")
		must.NoError(t, err)
		var listed []string
		if err := json.Unmarshal(text, &listed); err != nil || len(listed) < 100 {
			t.Fatalf("%d texts: %v", len(listed), err)
		}
		sources = append(sources, listed...)
	}
	for i, source := range sources {
		// Alone, and in contexts with other rules.
		for _, around := range []string{"%s", "> - # *%s*", "[%s](%[1]s)", "a|b\n-|-\n%s|`%[1]s`", "[x]: %s\n\n[x]",
			"![%s][x]\n\n[x]: https://e.com/%[1]s", "```%s\n%[1]s", "<%s>", "https://e.com/%s"} {
			check(t, markdown.HTML(fmt.Sprintf(around, source)))
		}
		if t.Failed() {
			t.Fatalf("text %d is %q", i, source)
		}
	}
}

// Repeated marks take bounded time and space.
func TestLimits(t *testing.T) {
	const size = 16 << 10
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	half := func(first, second string) string { return fill(first)[:size/2] + "a" + fill(second)[:size/2-1] }
	sources := map[string]string{
		"brackets": half("[", "]"), "links in links": half("[", "](b)"), "links open": half("[a", "](b"),
		"pictures in pictures": half("![", "](http://b.c)"),
		"stars":                half("*", "*"), "stars apart": half("*a ", "b* "),
		"two stars apart":   half("**a ", "b** "),
		"long label":        "[" + fill("a")[:size-2] + "]",
		"quotes with lines": half(">", "\na"), "quotes with empty lines": half("> ", "\n>"),
		"lists with lines": half("- ", "\na"), "lists with empty lines": half("- ", "\n"),
		"table of holes": strings.Repeat("|a", size/8) + "|\n" + strings.Repeat("|-", size/8) + "|\n" +
			strings.Repeat("b\n", size/4),
		"wide table": strings.Repeat("|a", size/5) + "|\n" + strings.Repeat("|-", size/5) + "|",
		"long table": "a|b\n-|-\n" + fill("a|b\n")[:size-8],
		"references": "[a]: http://a.b/" + strings.Repeat("x", 1900) + "\n\n" + fill("[a]")[:size-2000],
	}
	for _, piece := range []string{
		">", "> ", "[", "![", "]", "*", "_", "~", "~~a ", "**a ", "*a ", "_a", "a_", "*a_b*c_d**e_f*g**h*i_j**",
		"***a**b*", "`", "\\`", "e``", "[](", "[](<", "[a](b", "[ (](", "](", "<", "<a", "<http://", "<!--",
		"<![CDATA[",
		"&", "&#", "-", "- ", "- > ", "1. ", "* a\n", "# a\n", "#\n", "a\n=\n", "|", "a|b\n", "-|-\n", "a\n-|\n\n",
		"|`a\\|`|\n", "\n", "\\", "\"", "\t", "    a\n", "```\n", "~~~ a\n", " http://a.b", "http://", " www.",
		"(www.a.b", "a@b.c ", " a@",
		"[^a]", "[^a]: b\n\n", "[^a]: [^a]\n\n", "![a](/uploads/", "[x]: ", "[x]: /a\n", "[a]: b 'c\n", "- [ ] a\n",
		"* * *\n", " >\n", "+ a\n\n", "é", "\u00a0",
	} {
		sources["many "+piece] = fill(piece)
	}
	for i := range 40 { // deeper with every line
		sources["deeper lists"] += strings.Repeat("  ", i) + "- a\n"
		sources["deeper quotes"] += strings.Repeat("> ", i) + "a\n"
	}
	for name, source := range sources {
		begin := time.Now()
		rendered := markdown.HTML(source)
		if took := time.Since(begin); took > 10*time.Second { // 30 ms without the race detector
			t.Errorf("%q took %v", name, took)
		}
		if len(rendered) > 16*len(source)+1024 {
			t.Errorf("%q became %d bytes out of %d", name, len(rendered), len(source))
		}
		check(t, rendered)
		if depth := deepest(rendered); depth > 60 {
			t.Errorf("%q is %d deep", name, depth)
		}
		if t.Failed() {
			t.Fatalf("in %q", name)
		}
	}
	if long := strings.Repeat("*a* ", 100<<10) + "b"; markdown.HTML(long) != markdown.Escape(long) {
		t.Error("a text beyond the limit is rendered")
	}
}

func deepest(rendered string) (deep int) {
	depth := 0
	for z := html.NewTokenizer(strings.NewReader(rendered)); z.Next() != html.ErrorToken; {
		switch token := z.Token(); {
		case token.Type == html.StartTagToken && !slices.Contains(void, token.Data):
			depth++
			deep = max(deep, depth)
		case token.Type == html.EndTagToken:
			depth--
		}
	}
	return deep
}

func FuzzHTML(f *testing.F) {
	for _, attack := range attacks {
		f.Add(attack)
	}
	f.Add("# a\n\n- b\n  1. c\n\n> d\n\n| e | f |\n|---|--:|\n| g | h |\n\n```go\ni\n```\n\n[j](https://k.com) ![l](https://m.com) **n** ~~o~~ `p`\n\n---\n\n- [x] q\n\n[r]: https://s.com\n[r]")
	f.Fuzz(func(t *testing.T, source string) {
		begin := time.Now()
		rendered := markdown.HTML(source)
		if took := time.Since(begin); took > 2*time.Second {
			t.Errorf("it took %v", took)
		}
		check(t, rendered)
		check(t, markdown.Escape(source))
		markdown.Plain(rendered)
		if utf8.ValidString(source) && !utf8.ValidString(rendered) {
			t.Errorf("%q became %q", source, rendered)
		}
	})
}
