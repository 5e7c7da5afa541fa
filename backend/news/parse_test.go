package news

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/mmcdole/gofeed"

	"uvboard/backend/platform/must"
)

// base is the address of feeds that are parsed without a server.
var base = &url.URL{Scheme: "https", Host: "feeds.example", Path: "/all/feed.xml"}

// checkItems checks what must hold for the articles of every feed.
func checkItems(t *testing.T, items []item) {
	t.Helper()
	if len(items) > maxItems {
		t.Errorf("%d items", len(items))
	}
	seen := map[string]bool{}
	for _, i := range items {
		for name, text := range map[string]string{"title": i.title, "excerpt": i.excerpt} {
			if !utf8.ValidString(text) || utf8.RuneCountInString(text) > 300 || strings.TrimSpace(text) != text ||
				strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
				t.Errorf("%s %q", name, text)
			}
		}
		for _, address := range []string{i.url, i.image} {
			u, err := url.Parse(address)
			if err != nil || address != "" && (u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil) || len(address) > maxURL || strings.ContainsAny(address, "<>\" \\") {
				t.Errorf("address %q, %v", address, err)
			}
		}
		if i.title == "" || i.url == "" || i.key == "" || seen[i.key] || i.image != "" && !strings.HasPrefix(i.image, "https://") {
			t.Errorf("item %+v", i)
		}
		seen[i.key] = true
	}
}

// script matches what a browser would run if a text were inserted as HTML.
var script = regexp.MustCompile(`(?i)<\s*(script|img|svg|iframe|object|embed|style|link|meta|base|form)\b|javascript:`)

// The sample feeds of the parser's own tests, which come from several feed readers, broken ones included: none may panic, take
// long or store a script. Most have entries without a title or a link, so these are added and the entries converted again.
func TestForeignFeeds(t *testing.T) {
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/mmcdole/gofeed").Output()
	must.NoError(t, err)
	var feeds, articles, entries int
	refused := map[string]int{}
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(dir)), "testdata"), func(path string, file os.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		begun := time.Now()
		items, err := parse(content, base)
		if feeds++; err != nil {
			refused[err.Error()]++
		}
		articles += len(items)
		if feed, err := gofeed.NewParser().ParseString(string(content)); err == nil {
			for n, entry := range feed.Items {
				entry.Title, entry.Link = "Title "+entry.Title, fmt.Sprintf("https://a.example/%d", n)
				if i, ok := toItem(entry, base); ok {
					items = append(items, i)
					entries++
				}
			}
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("%s took %s", path, took)
		}
		checkItems(t, items)
		for _, i := range items {
			if script.MatchString(i.title + i.excerpt + i.url + i.image) {
				t.Errorf("%s: %+v", path, i)
			}
		}
		return nil
	})
	must.NoError(t, err)
	t.Logf("%d files, %d articles as they are, %d with a title and a link, refused: %v", feeds, articles, entries, refused)
	if feeds < 1000 || entries < 200 {
		t.Errorf("only %d files with %d entries", feeds, entries)
	}
}

// Texts that attack browsers, as a title, a text and a link, escaped and as CDATA.
func TestHostileTexts(t *testing.T) {
	var texts []string
	for _, name := range []string{"xss.json", "naughty.json"} {
		content, err := os.ReadFile(filepath.Join("../../webapp/e2e/hostile", name))
		must.NoError(t, err)
		var list []string
		must.NoError(t, json.Unmarshal(content, &list))
		texts = append(texts, list...)
	}
	if len(texts) < 300 {
		t.Fatalf("only %d texts", len(texts))
	}
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace
	for _, text := range texts {
		for _, written := range []string{escape(text), "<![CDATA[" + text + "]]>"} {
			content := fmt.Sprintf(`<rss version="2.0"><channel><item><title>A %[1]s</title><link>https://a.example/1</link><description>A b %[1]s</description></item>
				<item><title>Link</title><link>%[1]s</link><description>%[1]s</description></item></channel></rss>`, written)
			items, err := parse([]byte(content), base)
			if err != nil {
				continue // characters that XML forbids
			}
			checkItems(t, items)
		}
	}
}

func TestPlainText(t *testing.T) {
	for fragment, want := range map[string]string{
		"a <b>bold</b>, <i>slanted</i> word":                              "a bold, slanted word",
		"<p>One</p><p>Two</p>three<br>four":                               "One Two three four",
		"<script>alert(1)</script>a<style>b{}</style><!-- c -->d":         "a d",
		"<SCRIPT\n>alert(1)</SCRIPT >a":                                   "a",
		"Tom &amp; Jerry &#39;s &lt;b&gt;":                                "Tom & Jerry 's <b>",
		"Tom &amp;amp; Jerry":                                             "Tom & Jerry",
		"1 < 2 and 3 > 2":                                                 "1 < 2 and 3 > 2",
		"a\u202eb\u200b\x00c\ufeff\td\n\ne":                               "abc d e",
		"<svg><script>alert(1)</script><text>a</text></svg>b":             "b",
		"unclosed <a href='x":                                             "unclosed",
		"<script>unclosed":                                                "",
		"\xff\xfea":                                                       "a",
		"<table><tr><td>a</td><td>b</td></tr></table>":                    "a b",
		"<noscript><img src=x onerror=alert(1)></noscript>safe":           "safe",
		"<style>a</sty</style><img src=x onerror=alert(1)>b</style>c":     "b c",
		"<title><img src=x onerror=alert(1)></title>d<textarea><p></p>e":  "d",
		"Ünïcödé <em>漢字</em> 🎉":                                           "Ünïcödé 漢字 🎉",
		"<scr<script>ipt>alert(1)</script>x":                              "ipt>alert(1) x",
		"&lt;script&gt;alert(1)&lt;/script&gt; is shown, as text":         "<script>alert(1)</script> is shown, as text",
		"<a href=\"javascript:alert(1)\">link</a> <img src=x onerror=y/>": "link",
	} {
		if got := plainText(fragment); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q: %q, want %q", fragment, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tc := range []struct {
		text  string
		limit int
		want  string
	}{
		{"short", 5, "short"}, {"two words", 8, "two…"}, {"unbroken", 5, "unbr…"}, {"漢字漢字漢字", 4, "漢字漢…"}, {"one, two", 6, "one…"},
	} {
		if got := cut(tc.text, tc.limit); got != tc.want {
			t.Errorf("%q to %d: %q, want %q", tc.text, tc.limit, got, tc.want)
		}
	}
}

func TestArticleURL(t *testing.T) {
	for raw, want := range map[string][2]string{
		"https://a.example/x":                           {"https://a.example/x", "a.example/x"},
		"http://WWW.A.example:80/x/?utm_medium=b&c=1#d": {"http://WWW.A.example:80/x/?utm_medium=b&c=1#d", "a.example/x?c=1"},
		"https://a.example:8443/?b=2&a=1&fbclid=3":      {"https://a.example:8443/?b=2&a=1&fbclid=3", "a.example:8443?a=1&b=2"},
		"../other":                                 {"https://feeds.example/other", "feeds.example/other"},
		"//b.example":                              {"https://b.example", "b.example"},
		"https://user:password@a.example/x":        {"https://a.example/x", "a.example/x"},
		" https://a.example/a b ":                  {"https://a.example/a%20b", "a.example/a%20b"},
		"javascript:alert(1)":                      {},
		"JaVaScRiPt:alert(1)":                      {},
		"java\nscript:alert(1)":                    {},
		"data:text/html,<script>alert(1)</script>": {},
		"file:///etc/passwd":                       {},
		"mailto:a@example.com":                     {},
		"https://":                                 {},
		"https:///x":                               {},
		"http://[::1":                              {},
		"https://a.example/?q=\"><script>alert(1)</script>":    {},
		"https://a.example/" + strings.Repeat("a", maxURL):     {},
		"https://a.example/?q=\xff":                            {},
		"https://a.example/" + strings.Repeat("漢", 10) + "?x=": {"https://a.example/" + url.PathEscape(strings.Repeat("漢", 10)) + "?x=", "a.example/" + url.PathEscape(strings.Repeat("漢", 10)) + "?x="},
	} {
		address, key := articleURL(raw, base)
		if diff := cmp.Diff(want, [2]string{address, key}); diff != "" {
			t.Errorf("%q: %s", raw, diff)
		}
	}
}

func TestFormats(t *testing.T) {
	for name, content := range map[string]string{
		"RSS 0.91": `<rss version="0.91"><channel><item><title>News</title><link>https://a.example/1</link></item></channel></rss>`,
		"RSS 1.0": `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://a.example"/>
			<item rdf:about="https://a.example/1"><title>News</title><link>https://a.example/1</link></item></rdf:RDF>`,
		"RSS 2.0 in Latin-1": "<?xml version='1.0' encoding='ISO-8859-1'?><rss version='2.0'><channel><item><title>News</title><link>https://a.example/1</link><author>\xe9</author></item></channel></rss>",
		"Atom":               `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">N&lt;b&gt;ews&lt;/b&gt;</title><link rel="self" href="https://a.example/self"/><link href="https://a.example/1"/></entry></feed>`,
		"JSON Feed":          `{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":"1","title":"News","url":"https://a.example/1"}]}`,
		"Byte order mark":    "\ufeff" + `<rss version="2.0"><channel><item><title>News</title><link>https://a.example/1</link></item></channel></rss>`,
	} {
		items, err := parse([]byte(content), base)
		if err != nil || len(items) != 1 || items[0].title != "News" || items[0].url != "https://a.example/1" {
			t.Errorf("%s: %+v, %v", name, items, err)
		}
	}
}

// For any feed, the articles keep the rules, and parsing them takes a short time.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`<rss version="2.0"><channel><item><title>a<![CDATA[<script>]]></title><link>https://a.example/?a=1</link><description>&lt;img src=x&gt;</description></item></channel></rss>`))
	f.Add([]byte(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example"><entry><title type="xhtml"><div>a</div></title><link href="b"/><updated>2026-01-01T00:00:00Z</updated></entry></feed>`))
	f.Add([]byte(`{"version":"https://jsonfeed.org/version/1","items":[{"id":1,"title":"a","url":"https://a.example","image":"https://a.example/i.png"}]}`))
	f.Add([]byte(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><item><title>&#x202e;</title></item></rdf:RDF>`))
	f.Add([]byte(`<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item><media:group><media:content url="https://a.example/1.png" medium="image"/></media:group></item></channel></rss>`))
	f.Fuzz(func(t *testing.T, content []byte) {
		begun := time.Now()
		items, err := parse(content, base)
		if err != nil && strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("the parser panicked: %v", err)
		}
		checkItems(t, items)
		for _, i := range items {
			tagsOf(i.title, i.excerpt)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("took %s", took)
		}
	})
}
