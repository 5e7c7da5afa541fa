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
	"github.com/google/go-cmp/cmp/cmpopts"
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
				strings.ContainsFunc(text, func(r rune) bool {
					return unicode.IsControl(r) ||
						unicode.Is(unicode.Bidi_Control, r)
				}) {
				t.Errorf("%s %q", name, text)
			}
		}
		for _, address := range []string{i.url, i.image} {
			u, err := url.Parse(address)
			if err != nil || address != "" && (u.Scheme != "https" && u.Scheme != "http" || u.Host == "" ||
				u.User != nil) || len(address) > maxURL || strings.ContainsAny(address, "<>\" \\") {
				t.Errorf("address %q, %v", address, err)
			}
		}
		if i.title == "" || i.url == "" || i.key == "" || seen[i.key] || i.image != "" &&
			!strings.HasPrefix(i.image, "https://") {
			t.Errorf("item %+v", i)
		}
		seen[i.key] = true
	}
}

// script matches what a browser would run if a text were inserted as HTML.
var script = regexp.MustCompile(`(?i)<\s*(script|img|svg|iframe|object|embed|style|link|meta|base|form)\b|javascript:`)

// The sample feeds of the parser's own tests, which come from several feed readers, broken ones included: none may
// panic, take long or store a script. Most have entries without a title or a link, so these are added and the entries
// converted again.
func TestForeignFeeds(t *testing.T) {
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/mmcdole/gofeed").
		Output()
	must.NoError(t, err)
	var feeds, articles, entries int
	refused := map[string]int{}
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(dir)), "testdata"),
		func(path string, file os.DirEntry, err error) error {
			if err != nil || file.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			begun := time.Now()
			read, err := parse(content, "", base)
			items := read.items
			if feeds++; err != nil {
				refused[err.Error()]++
			}
			articles += len(items)
			if feed, err := gofeed.NewParser().ParseString(string(content)); err == nil {
				for n, entry := range feed.Items {
					entry.Title, entry.Link = "Title "+entry.Title, fmt.Sprintf("https://a.example/%d", n)
					if i, reason := toItem(entryOf(entry), base); reason == "" {
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
	t.Logf("%d files, %d articles as they are, %d with a title and a link, refused: %v", feeds, articles, entries,
		refused)
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
			read, err := parse([]byte(content), "", base)
			if err != nil {
				continue // characters that XML forbids
			}
			checkItems(t, read.items)
		}
	}
}

// entryOf returns an entry of RSS.
func entryOf(i *gofeed.Item) written {
	return written{Item: i, title: asRSS, description: asRSS, content: asRSS}
}

// Feeds of testdata/feeds with what they are to become: titles, addresses, times of publication, and what is left out.
func TestFeedsOfOthers(t *testing.T) {
	const noon = "2026-11-27T10:00:00Z"
	type article struct{ Title, URL, Published string }
	for name, test := range map[string]struct {
		contentType string
		want        []article
		skipped     map[string]int
	}{
		"titles.rss": {"text/xml", []article{
			{"What the <dialog> element changed", "https://news.example/1", noon},
			{"Two ways to use <picture> well", "https://news.example/2", noon},
			{"<slot> explained", "https://news.example/3", noon},
			{"Slice<T> or List<T>?", "https://news.example/4", noon},
			{"Fish & chips in CSS", "https://news.example/5", noon},
		}, nil},
		"titles.atom": {"application/atom+xml", []article{
			{"Why <script> defer is enough", "https://news.example/a0", noon},
			{"Fish & chips, again", "https://news.example/a1", noon},
			{"An old friend", "https://news.example/a2", noon},
		}, nil},
		"titles.json": {"application/feed+json",
			[]article{{"A <details> in a JSON feed", "https://news.example/j1", noon}}, nil},
		"guid-only.rss": {"application/rss+xml", []article{
			{"Only a guid", "https://news.example/g1", noon}, {"Link and guid", "https://news.example/l3", noon},
		}, map[string]int{noAddress: 1}},
		"windows-1251.rss": {"application/rss+xml; charset=windows-1251",
			[]article{{"Привет, мир", "https://news.example/c1", noon}}, nil},
		"utf-16.rss": {"text/xml", []article{{"Größe und Maß", "https://news.example/u1", noon}}, nil},
		"fragments.rss": {"text/xml", []article{
			{"Release 4.2", "https://news.example/changelog#v4-2", noon},
			{"Release 4.1", "https://news.example/changelog#v4-1", noon},
			{"Release 4.0", "https://news.example/changelog#v4-0", noon},
		}, nil},
		"queries.rss": {"text/xml", []article{
			{"First", "https://news.example/show?id=1;lang=en", noon},
			{"Second", "https://news.example/show?id=2;lang=en", noon},
			{"Third", "https://news.example/show?rate=100%", noon},
		}, nil},
		"zones.rss": {"text/xml", []article{
			{"Tokyo", "https://news.example/t1", "2026-11-27T01:00:00Z"}, {"Comment", "https://news.example/t2",
				"2026-11-27T01:00:00Z"},
			{"Offset", "https://news.example/t3", "2026-11-27T01:00:00Z"},
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			content, err := os.ReadFile("testdata/feeds/" + name)
			must.NoError(t, err)
			read, err := parse(content, test.contentType, base)
			must.NoError(t, err)
			var got []article
			for _, i := range read.items {
				got = append(got, article{i.title, i.url, i.published.Format(time.RFC3339)})
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if diff := cmp.Diff(test.skipped, read.skipped, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("left out: -want +got\n%s", diff)
			}
		})
	}
}

func TestSkippedEntries(t *testing.T) {
	items := []string{
		entryXML("One", "<link>https://a.example/1</link>"),
		entryXML("One again", "<link>http://www.a.example/1/</link>"),
		entryXML(" ", "<link>https://a.example/2</link>"), entryXML("Script", "<link>javascript:alert(1)</link>"),
		entryXML("Number", "<guid>12345</guid>"),
	}
	for i := range maxItems {
		items = append(items, entryXML("More", fmt.Sprintf("<link>https://a.example/more/%d</link>", i)))
	}
	read, err := parse([]byte(feedOf(items...)), "", base)
	must.NoError(t, err)
	want := map[string]int{repeated: 1, noTitle: 1, noAddress: 2, tooMany: len(items) - maxItems}
	if diff := cmp.Diff(want, read.skipped); diff != "" || len(read.items) != maxItems-4 {
		t.Errorf("%d items, left out: -want +got\n%s", len(read.items), diff)
	}
}

func entryXML(title, more string) string {
	return "<item><title>" + title + "</title>" + more + "</item>"
}

// Titles of RSS after the entities of XML, which may be text or HTML.
func TestTitlesOfRSS(t *testing.T) {
	for written, want := range map[string]string{
		"Styling <select>":                             "Styling <select>",
		"Why <script> tags block":                      "Why <script> tags block",
		"A <b>bold</b> word, <EM class='x'>two</EM>":   "A bold word, two",
		"<p>One</p><p>two</p>":                         "One two",
		"What <b> and <strong> mean":                   "What <b> and <strong> mean",
		"<b>Use</b> <dialog> with <code>show</code>":   "Use <dialog> with show",
		"One<br>two<br/>three <img src='x'> four":      "One two three four",
		"How <br> breaks":                              "How <br> breaks",
		"if a<b or b>c":                                "if a<b or b>c",
		"Is a<b?":                                      "Is a<b?",
		"Fish &amp; chips &#8211; again":               "Fish & chips – again",
		"&lt;b&gt; explained":                          "<b> explained",
		"<a href='https://a.example'>Link</a>ed words": "Linked words",
	} {
		if got := asRSS.title(written); got != want {
			t.Errorf("%q: %q, want %q", written, got, want)
		}
	}
}

// Texts of Atom say whether they are text or HTML.
func TestTypesOfAtom(t *testing.T) {
	content := `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
		<entry><title>A &lt;b&gt; &amp;amp; more</title><media:title type="html">x</media:title><link href="https://a.example/1"/><summary>Styling &lt;select&gt; boxes</summary></entry>
		<entry><title type="html">Use &amp;lt;dialog&amp;gt;</title><link href="https://a.example/2"/><content type="html">&lt;p&gt;One two&lt;/p&gt;</content></entry>
		<entry><title type="text/html">&lt;i&gt;Old&lt;/i&gt; feed</title><link href="https://a.example/3"/><content>Plain &lt;textarea&gt; here</content></entry></feed>`
	read, err := parse([]byte(content), "", base)
	must.NoError(t, err)
	var got [][2]string
	for _, i := range read.items {
		got = append(got, [2]string{i.title, i.excerpt})
	}
	want := [][2]string{{"A <b> &amp; more", "Styling <select> boxes"}, {"Use <dialog>", "One two"},
		{"Old feed", "Plain <textarea> here"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestCharset(t *testing.T) {
	const feed = `<rss version="2.0"><channel><item><title>%s</title><link>https://a.example/1</link></item></channel></rss>`
	for name, test := range map[string]struct{ content, contentType, want string }{
		"TheFileIsRight": {"<?xml version='1.0' encoding='iso-8859-1'?>" + fmt.Sprintf(feed, "\xe9t\xe9"),
			"text/xml; charset=utf-8", "été"},
		"TheMarkIsRight": {"\ufeff<?xml version='1.0' encoding='iso-8859-1'?>" + fmt.Sprintf(feed, "été"),
			"text/xml; charset=koi8-r", "été"},
		"HeaderInUpperCase":  {fmt.Sprintf(feed, "\xcf\xf0\xe8"), `text/xml; Charset="WINDOWS-1251"`, "При"},
		"FalselyUTF16":       {"<?xml version='1.0' encoding='utf-16'?>" + fmt.Sprintf(feed, "été"), "", "été"},
		"UnknownInTheHeader": {fmt.Sprintf(feed, "été"), "text/xml; charset=none", "été"},
		"MalformedHeader":    {fmt.Sprintf(feed, "été"), "text/xml; charset", "été"},
		"JSON":               {`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"été","url":"https://a.example/1"}]}`, "application/json; charset=windows-1251", "été"},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := parse([]byte(test.content), test.contentType, base)
			if err != nil || len(read.items) != 1 || read.items[0].title != test.want {
				t.Errorf("%+v, %v", read.items, err)
			}
		})
	}
	if _, err := parse([]byte(fmt.Sprintf(feed, "\xe9")), "text/xml; charset=none", base); err == nil ||
		!strings.Contains(err.Error(), "unknown encoding: none") {
		t.Errorf("error %v", err)
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"Fri, 27 Nov 2026 10:00:00 JST":                               "2026-11-27T01:00:00Z",
		"Fri, 27 Nov 2026 10:00 IST":                                  "2026-11-27T04:30:00Z",
		"27 Nov 2026 10:00:00 KST":                                    "2026-11-27T01:00:00Z",
		"Fri, 27 Nov 2026 10:00:00 Z":                                 "2026-11-27T10:00:00Z",
		"Fri, 27 Nov 2026 10:00:00 PST":                               "2026-11-27T18:00:00Z",
		"Fri, 27 Nov 2026 10:00:00 GMT":                               "2026-11-27T10:00:00Z",
		"Fri, 27 Nov 2026 01:00:00 +0000 (UTC)":                       "2026-11-27T01:00:00Z",
		"Fri (a day (of the week)), 27 Nov 2026 01:00:00 +0900 (JST)": "2026-11-26T16:00:00Z",
		"Fri Nov 27 2026 10:00:00 GMT+0900 (Japan Standard Time)":     "2026-11-27T01:00:00Z",
		"2026-11-27 10:00:00 NZDT":                                    "2026-11-26T21:00:00Z",
		"Fri Nov 27 10:00:00 JST 2026":                                "2026-11-27T01:00:00Z",
		"2026-11-27T10:00:00+09:00":                                   "2026-11-27T01:00:00Z",
		"yesterday":                                                   "0001-01-01T00:00:00Z",
		"":                                                            "0001-01-01T00:00:00Z",
	} {
		read, err := parse([]byte(feedOf(entryXML("A", "<link>https://a.example/1</link><pubDate>"+text+"</pubDate>"))),
			"", base)
		must.NoError(t, err)
		if got := read.items[0].published.Format(time.RFC3339); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
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
		"Tom &amp;amp; Jerry":                                             "Tom &amp; Jerry",
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
		if got := oneLine(plainText(fragment)); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q: %q, want %q", fragment, got, want)
		}
	}
}

func TestArticleURL(t *testing.T) {
	for raw, want := range map[string][2]string{
		"https://a.example/x": {"https://a.example/x", "a.example/x"},
		"http://WWW.A.example:80/x/?utm_medium=b&c=1#d": {"http://WWW.A.example:80/x/?utm_medium=b&c=1#d",
			"a.example/x?c=1#d"},
		"https://a.example:8443/?b=2&a=1&fbclid=3": {"https://a.example:8443/?b=2&a=1&fbclid=3",
			"a.example:8443?a=1&b=2"},
		"https://a.example/?b=2&c&a=%41": {"https://a.example/?b=2&c&a=%41",
			"a.example?a=A&b=2&c="},
		"https://a.example/?id=1;lang=en": {"https://a.example/?id=1;lang=en",
			"a.example?id=1;lang=en"},
		"https://a.example/?rate=100%&utm_id=1": {"https://a.example/?rate=100%&utm_id=1",
			"a.example?rate=100%"},
		"https://a.example/#xtor=RSS-1": {"https://a.example/#xtor=RSS-1", "a.example"},
		"https://a.example/#größe": {"https://a.example/#gr%C3%B6%C3%9Fe",
			"a.example#gr%C3%B6%C3%9Fe"},
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
		"https://a.example/?q=\"><script>alert(1)</script>": {},
		"https://a.example/" + strings.Repeat("a", maxURL):  {},
		"https://a.example/?q=\xff":                         {},
		"https://a.example/" + strings.Repeat("漢", 10) +
			"?x=": {"https://a.example/" + url.PathEscape(strings.Repeat("漢", 10)) + "?x=", "a.example/" +
			url.PathEscape(strings.Repeat("漢", 10)) + "?x="},
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
		"Byte order mark": "\ufeff" +
			`<rss version="2.0"><channel><item><title>News</title><link>https://a.example/1</link></item></channel></rss>`,
	} {
		read, err := parse([]byte(content), "", base)
		if items := read.items; err != nil || len(items) != 1 || items[0].title != "News" ||
			items[0].url != "https://a.example/1" {
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
		read, err := parse(content, "", base)
		items := read.items
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
