package markdown_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
)

const rel = ` rel="nofollow ugc noopener" target="_blank"`

const upload = "/uploads/01a20346-a523-7e0d-837a-efa9da3a404f/40x30.png"

var footnoteKey = regexp.MustCompile(`(fn|fnref)-[0-9a-f]{8}-`)

// members are found by every name but nobody.
func members(_ context.Context, names []string) (map[string]uuid.UUID, error) {
	found := map[string]uuid.UUID{}
	for _, name := range names {
		if name != "nobody" {
			found[name] = idOf(name)
		}
	}
	return found, nil
}

func idOf(name string) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte(name)) }

func render(t *testing.T, source string) markdown.Text {
	t.Helper()
	rendered, err := markdown.Render(t.Context(), source, markdown.Lookup{Members: members})
	must.NoError(t, err)
	return rendered
}

func TestHTML(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"Empty":      {"", ""},
		"OnlyBlanks": {" \n\t\n ", ""},
		"HardLineBreaks": {"One line\nand the next.\n\nA paragraph.",
			"<p>One line<br>\nand the next.</p>\n\n<p>A paragraph.</p>"},
		"CRLF":     {"One\r\ntwo\r\n\r\nthree", "<p>One<br>\ntwo</p>\n\n<p>three</p>"},
		"Emphasis": {"*a* __b__ ~~c~~ `d*`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d*</code></p>"},
		"Headings": {"# A\n## B\n# C\nText\n===",
			"<h3>A</h3>\n\n<h4>B</h4>\n\n<h3>C</h3>\n\n<h3>Text</h3>"},
		"HeadingsWithoutGaps": {"## A\n##### B\n## C", "<h3>A</h3>\n\n<h4>B</h4>\n\n<h3>C</h3>"},
		"SixHeadings": {"# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6",
			"<h3>1</h3>\n\n<h4>2</h4>\n\n<h5>3</h5>\n\n<h6>4</h6>\n\n<h6>5</h6>\n\n<h6>6</h6>"},
		"Lists": {"- a\n- b\n  - c\n\n3. d",
			"<ul><li>a\n</li>\n<li>b\n<ul><li>c\n</li>\n</ul>\n\n</li>\n</ul>\n\n<ol start=\"3\"><li>d\n</li>\n</ol>"},
		"Tasks": {"- [x] a\n- [ ] b",
			"<ul><li class=\"task\">☑ a\n</li>\n<li class=\"task\">☐ b\n</li>\n</ul>"},
		"Quote": {"> a\n> b\n\n---", "<blockquote><p>a<br>\nb</p>\n\n</blockquote>\n\n<hr>"},
		"Code": {"```go\na < b\n\n  c\n```",
			"<pre tabindex=\"0\"><code class=\"language-go\">a &lt; b\n\n  c\n</code></pre>"},
		"CodeWithInvalidLanguage": {"```a\"b onload=x\nc\n```", "<pre tabindex=\"0\"><code>c\n</code></pre>"},
		"Table": {"a | b\n-|-:\n1 | `x\\|y`\n2",
			"<div tabindex=\"0\"><table><thead><tr><th>a</th> <th align=\"right\">b</th></tr></thead>\n<tr><td>1</td> <td align=\"right\"><code>x|y</code></td></tr>\n<tr><td>2</td> <td></td></tr>\n</table></div>"},
		"TableWithMissingCells": {"a|b|c|d|e|f|g|h\n-|-|-|-|-|-|-|-\n1\n2\n3\n4\n5\n6\n7",
			"<p>a|b|c|d|e|f|g|h<br>\n-|-|-|-|-|-|-|-<br>\n1<br>\n2<br>\n3<br>\n4<br>\n5<br>\n6<br>\n7</p>"},
		"Link": {`[a *b*](https://e.com/?a=1&b="2" "title")`,
			`<p><a href="https://e.com/?a=1&amp;b=%222%22"` + rel + `>a <em>b</em></a></p>`},
		"LinkWithoutLabel": {"[](http://e.com)", `<p><a href="http://e.com"` + rel + `>http://e.com</a></p>`},
		"Reference": {"[A][1] [1]\n\n[1]: https://e.com", `<p><a href="https://e.com"` + rel +
			`>A</a> <a href="https://e.com"` + rel + `>1</a></p>`},
		"BareAddressBeyondASCII": {"(https://de.wikipedia.org/wiki/Töpferei), https://ja.wikipedia.org/wiki/陶芸。",
			`<p>(<a href="https://de.wikipedia.org/wiki/T%C3%B6pferei"` + rel +
				`>https://de.wikipedia.org/wiki/Töpferei</a>), <a href="https://ja.wikipedia.org/wiki/%E9%99%B6%E8%8A%B8"` + rel + `>https://ja.wikipedia.org/wiki/陶芸</a>。</p>`},
		"InternationalHosts": {"https://例え.jp/ü?q=ö [a](https://bücher.example/) <https://bücher.example>",
			`<p><a href="https://xn--r8jz45g.jp/%C3%BC?q=%C3%B6"` + rel +
				`>https://例え.jp/ü?q=ö</a> <a href="https://xn--bcher-kva.example/"` + rel +
				`>a</a> <a href="https://xn--bcher-kva.example"` + rel + `>https://bücher.example</a></p>`},
		"JapaneseBehindAHost": {"https://e.comは", `<p><a href="https://e.com"` + rel + `>https://e.com</a>は</p>`},
		"BareURLs": {"See https://e.com/a_b_c. (www.e.com) <https://e.com>",
			`<p>See <a href="https://e.com/a_b_c"` + rel + `>https://e.com/a_b_c</a>. (<a href="http://www.e.com"` +
				rel + `>www.e.com</a>) <a href="https://e.com"` + rel + `>https://e.com</a></p>`},
		"Image": {"![A shot](https://e.com/a.png)", `<p><a href="https://e.com/a.png"` + rel +
			`>A shot</a></p>`},
		"StoredImage": {"![A *\"shot\"* > `b`](" + upload + ")", `<p><img src="` + upload +
			`" width="40" height="30" alt="A &quot;shot&quot; &gt; b" loading="lazy"></p>`},
		"NotStored": {"![a](" + upload + "?x) ![a](/uploads/../x.png)", "<p>![a](" + upload +
			"?x) ![a](/uploads/../x.png)</p>"},
		"Footnotes": {"a[^x] b[^1] c[^x][^y]\n\n[^1]: One\n[^x]: *Ex*",
			`<p>a<sup><a href="#fn-KEY-1" id="fnref-KEY-1">1</a></sup> b<sup><a href="#fn-KEY-2" id="fnref-KEY-2">2</a></sup> c<sup><a href="#fn-KEY-1" id="fnref-KEY-1-2">1</a></sup>[^y]</p>

<hr>

<ol><li id="fn-KEY-1"><p><em>Ex</em> <a href="#fnref-KEY-1" aria-label="Back to the text">↩</a> <a href="#fnref-KEY-1-2" aria-label="Back to the text">↩</a></p>

</li>
<li id="fn-KEY-2"><p>One <a href="#fnref-KEY-2" aria-label="Back to the text">↩</a></p>

</li>
</ol>`},
		"Highlighting": {"```go\n// Ship it.\nreturn \"<b>\"\n```",
			"<pre tabindex=\"0\"><code class=\"language-go\"><span class=\"hl-c\">// Ship it.\n</span><span class=\"hl-k\">return </span><span class=\"hl-s\">&quot;&lt;b&gt;&quot;\n</span></code></pre>"},
		"UnknownLanguage": {"```befunge\nreturn\n```",
			"<pre tabindex=\"0\"><code class=\"language-befunge\">return\n</code></pre>"},
		"Badge": {"[![build](https://e.com/b.svg)](https://e.com)", `<p><a href="https://e.com"` + rel +
			`>build</a></p>`},
		"NestedLinks": {"[a <https://b.com> c](https://d.com)", `<p><a href="https://d.com"` + rel +
			`>a https://b.com c</a></p>`},
		"EmailAddressesAreText": {"me@e.com <me@e.com> [me](mailto:me@e.com)",
			"<p>me@e.com &lt;me@e.com&gt; [me](mailto:me@e.com)</p>"},
		"Mentions": {"@ada, (@Ada_L) *@zoe99*: @zoe's\n> @ada.\n\n@mo [@ada](https://e.com) ![@ada](https://e.com)",
			`<p><a href="/profile/ada">@ada</a>, (<a href="/profile/Ada_L">@Ada_L</a>) <em><a href="/profile/zoe99">@zoe99</a></em>: <a href="/profile/zoe">@zoe</a>'s</p>` +
				"\n\n<blockquote><p>" + `<a href="/profile/ada">@ada</a>.</p>` + "\n\n</blockquote>\n\n" +
				`<p>@mo <a href="https://e.com"` + rel + `>@ada</a> <a href="https://e.com"` + rel + `>@ada</a></p>`},
		"MentionsOfOthers": {"@nobody, @NOBODY and *@nobody*", "<p>@nobody, @NOBODY and <em>@nobody</em></p>"},
		"TallStoredImage": {
			"![long](" + strings.Replace(upload, "40x30", "1000x2560", 1) + ")",
			`<p><img src="` + strings.Replace(upload, "40x30", "1000x2560", 1) +
				`" width="250" height="640" alt="long" loading="lazy"></p>`,
		},
		"StoredAnimation": {
			"![moving](" + upload + ".gif)",
			`<p><picture><source srcset="` + upload + `" media="(prefers-reduced-motion: reduce)"><img src="` + upload +
				`.gif" width="40" height="30" alt="moving" loading="lazy"></picture></p>`,
		},
		"MentionInStoredImage": {"![by @ada](" + upload + ")", `<p><img src="` + upload +
			`" width="40" height="30" alt="by @ada" loading="lazy"></p>`},
		"NoMentions": {"`@ada` \\@ada https://e.com/@ada <https://e.com/@ada> npm i @types/node vue@next @ada@e.com @ada.e.com @ada-l @adaé é@ada @@ada @Admin @" + strings.Repeat("a", 21) + "\n\n    @ada",
			`<p><code>@ada</code> @ada <a href="https://e.com/@ada"` + rel +
				`>https://e.com/@ada</a> <a href="https://e.com/@ada"` + rel +
				`>https://e.com/@ada</a> npm i @types/node vue@next @ada@e.com @ada.e.com @ada-l @adaé é@ada @@ada @Admin @` + strings.Repeat("a", 21) + "</p>\n\n<pre tabindex=\"0\"><code>@ada\n</code></pre>"},
		"RelativeURLsAreText": {"handlers[0](event) ![a](b.png) [c](//d.com)",
			"<p>handlers[0](event) ![a](b.png) [c](//d.com)</p>"},
		"PagesOfThisSite": {`[a](/contact) [b](/terms#x "t") [c](/\d.com) ![d](/e.png) [e](/auth/x/start)`,
			`<p><a href="/contact">a</a> <a href="/terms#x">b</a> [c](/\d.com) ![d](/e.png) [e](/auth/x/start)</p>`},
		"HTMLIsText": {"<b>a</b> <!-- b -->\n<script>c\n\n*d*</script>",
			"<p>&lt;b&gt;a&lt;/b&gt; &lt;!-- b --&gt;<br>\n&lt;script&gt;c</p>\n\n<p><em>d</em>&lt;/script&gt;</p>"},
		"TypeParameters": {"vector<std::string> x; a < b && c > d",
			"<p>vector&lt;std::string&gt; x; a &lt; b &amp;&amp; c &gt; d</p>"},
		"Entities": {"&lt;i&gt; &copy; &#x6a; &amp;lt; &nope; &#0;",
			"<p>&lt;i&gt; © j &amp;lt; &amp;nope; \ufffd</p>"},
		"Escapes":     {`\*a\* \[b](c) \\`, `<p>*a* [b](c) \</p>`},
		"RightToLeft": {"שלום *עולם*", "<p>שלום <em>עולם</em></p>"},
		"TooLongURL": {"[a](https://e.com/" + strings.Repeat("b", 2000) + ")", "<p>[a](https://e.com/" +
			strings.Repeat("b", 2000) + ")</p>"},
	} {
		t.Run(name, func(t *testing.T) {
			got := footnoteKey.ReplaceAllString(render(t, c.source).HTML, "$1-KEY-")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			check(t, markdown.HTML(c.source))
		})
	}
}

func TestPlainTextIsOnlyEscaped(t *testing.T) {
	for _, text := range []string{
		"Keeps the firing log of a small kiln.\n\nIt reads the thermocouple, draws the curve; \"cone 6\" & up.\nMade in a week, in 2 * 3 evenings.",
		"It's 5 < 6, snake_case_names, C++ and C#, 50% off - really!",
		"First\nSecond\n\n\n\nThird",
		"@ada and @zoe: mail me@e.com, @types/node\n(@ada) \"@ada\" é@ada @ada@e.com @@ada @ada",
	} {
		if got := markdown.HTML(text); got != markdown.Escape(text) || markdown.Stored(text, got) != "" {
			t.Errorf("%q\nis   %s\nwant %s", text, got, markdown.Escape(text))
		}
	}
}

// The renderer links exactly the names that the proto allows.
func TestMentionsAreUsernames(t *testing.T) {
	names := []string{"", "ab", "abc", "a_9", "___", "ADMIN", "uvboardx", "é99", strings.Repeat("a", 20),
		strings.Repeat("a", 21)}
	rules := (&pb.RegisterRequest{}).ProtoReflect().Descriptor().Fields().ByName("username").Options()
	for _, rule := range proto.GetExtension(rules, validate.E_Field).(*validate.FieldRules).Cel {
		for _, quoted := range regexp.MustCompile("'[a-z]+'").FindAllString(rule.GetExpression(), -1) {
			names = append(names, strings.Trim(quoted, "'"))
		}
	}
	if len(names) < 15 {
		t.Fatalf("no reserved names in the rules: %q", names)
	}
	for _, name := range names {
		request := &pb.RegisterRequest{Username: name, Email: "a@e.com", Password: "vibecoding"}
		want := "<p>@" + name + "</p>"
		if protovalidate.Validate(request) == nil {
			want = `<p><a href="/profile/` + name + `">@` + name + "</a></p>"
		}
		if got := render(t, "@"+name).HTML; got != want {
			t.Errorf("%q is %s, want %s", name, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	source := "# Kiln *log*\n\nA [link](https://e.com/a) &amp; `code <b>`\nnext\n\n- one\n- two\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n```\nx > y\n```"
	want := "Kiln log\n\nA link & code <b>\nnext\n\none\n\ntwo\n\na b\n1 2\n\nx > y"
	got := markdown.Plain(markdown.HTML(source))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := markdown.Plain(markdown.HTML("Hot[^1].\n\n[^1]: 1,222 °C")); got != "Hot.\n\n1,222 °C" {
		t.Errorf("%q", got)
	}
	for _, text := range []string{"", "one", "one\ntwo\n\nthree", `<a href="&lt;">&lt; > "'`} {
		if got := markdown.Plain(markdown.Escape(text)); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for source, want := range map[string]string{
		"":                                 "",
		"# Kiln\n\nKeeps\n*a* log\n\n- of": "Keeps a log of",
		"# Kiln\n## Log\n":                 "Kiln Log",
		"äöü äöü äöü äöü":                  "äöü äöü äöü äöü",
		"one two three fourth":             "one two three f",
		"one two three, 5 six":             "one two three,",
	} {
		if got := markdown.Excerpt(markdown.HTML(source), 15); got != want {
			t.Errorf("%q begins with %q, want %q", source, got, want)
		}
	}
}

// The mentions of a text are the members that its HTML links to.
func TestMentionedMembers(t *testing.T) {
	many := ""
	for i := range 60 {
		many += fmt.Sprintf("@member%d ", i)
	}
	for source, want := range map[string][]string{
		"":                                      nil,
		"@ada, @Ada and @zoe, @nobody, @mo":     {"ada", "zoe"},
		"`@ada` [@zoe](https://e.com) @mia99":   {"mia99"},
		"> - @ada\n\n[^1]\n\n[^1]: for @zoe":    {"ada", "zoe"},
		"@zoe\n\n```\n@ada\n```\n\n# To *@ada*": {"zoe", "ada"},
		strings.Repeat("*@ada* ", 40<<10):       {"ada"}, // too long for Markdown
	} {
		var ids []uuid.UUID
		for _, name := range want {
			ids = append(ids, idOf(name))
		}
		if got := render(t, source).Mentions; !slices.Equal(got, ids) {
			t.Errorf("%.40q mentions %v, want %v", source, got, want)
		}
	}
	if got := len(render(t, many).Mentions); got != 50 {
		t.Errorf("%d of many names are mentions, want 50", got)
	}
}

// Every spelling of an address that becomes a link is reported, and nothing else.
func TestLinks(t *testing.T) {
	for source, want := range map[string][]string{
		"[a](https://a.example/?x=1&y=2)": {
			"https://a.example/?x=1&y=2"},
		"[a](HTTPS://a.example) <hTTp://b.example>": {
			"HTTPS://a.example", "hTTp://b.example"},
		"<http://b.example> and https://c.example.": {
			"http://b.example", "https://c.example"},
		"www.a.example and *www.b.example*": {
			"http://www.a.example", "http://www.b.example"},
		"[a][1] [1]\n\n[1]: HTTPS://a.example": {
			"HTTPS://a.example", "HTTPS://a.example"},
		"![image](HTTPS://d.example/x.png)": {
			"HTTPS://d.example/x.png"},
		"[![badge](https://b.example)](https://a.example)": {
			"https://a.example"},
		"a[^1]\n\n[^1]: See HTTPS\\://x <HTTPS://a.example>": {
			"HTTPS://a.example"},
		"- > # **[a](\tHTTPS://a.example 'title')**": {
			"HTTPS://a.example"},
		"a | b\n-|-\n1 | <https://a.example>": {
			"https://a.example"},
		"[a](https&colon;//a.example)": {
			"https://a.example"},
		"`https://a.example` \" href=\"https://text.example\"":                                           nil,
		"[a](//a.example) [b](mailto:x@e.example) [c](/projects) [d](javascript:https://a.example) @ada": nil,
	} {
		rendered := render(t, source)
		refs, err := markdown.Refs(t.Context(), source, markdown.Lookup{Members: members})
		must.NoError(t, err)
		if !slices.Equal(rendered.Links, want) || !slices.Equal(refs.Links, want) ||
			!slices.Equal(refs.Mentions, rendered.Mentions) {
			t.Errorf("%q links to %q and %q, want %q", source, rendered.Links, refs.Links, want)
		}
		if n := strings.Count(rendered.HTML, "<a href=\"h") + strings.Count(rendered.HTML,
			"<a href=\"H"); n != len(want) {
			t.Errorf("%q has %d links in\n%s", source, n, rendered.HTML)
		}
	}
}

// Texts of other versions are rendered again with one search for their mentions.
func TestRefresh(t *testing.T) {
	html, versions := []string{"<script>", "<script>", "<b>", ""}, []int{0, markdown.Version - 1, markdown.Version, 1}
	searches := 0
	find := func(ctx context.Context, names []string) (map[string]uuid.UUID, error) {
		searches++
		return members(ctx, names)
	}
	must.NoError(t, markdown.Refresh(t.Context(), markdown.Lookup{Members: find},
		markdown.Row{Source: "*@ada*", HTML: &html[0], Version: &versions[0]},
		markdown.Row{Source: "*@zoe*", HTML: &html[1], Version: &versions[1]},
		markdown.Row{Source: "@ada", HTML: &html[2], Version: &versions[2]},
		markdown.Row{Source: "@nobody", HTML: &html[3], Version: &versions[3]}))
	want := []string{`<p><em><a href="/profile/ada">@ada</a></em></p>`,
		`<p><em><a href="/profile/zoe">@zoe</a></em></p>`, "<b>", ""}
	if diff := cmp.Diff(want, html); diff != "" || searches != 1 ||
		!slices.Equal(versions, slices.Repeat([]int{markdown.Version}, 4)) {
		t.Errorf("versions %v after %d searches; -want +got:\n%s", versions, searches, diff)
	}
}

func TestImagesOfOtherSites(t *testing.T) {
	images := func(_ context.Context, sources []string) (map[string]string, error) {
		addresses := map[string]string{}
		for _, source := range sources {
			addresses[source] = "/images/" + strings.TrimPrefix(source, "https://art.example/")
		}
		return addresses, nil
	}
	for _, test := range []struct{ name, source, want string }{
		{"shown", `![A "kiln"](https://art.example/kiln.png)`,
			`<p><img src="/images/kiln.png" alt="A &quot;kiln&quot;" loading="lazy"></p>`},
		{"in a link", `[![Kiln](https://art.example/kiln.png)](https://art.example/)`,
			`<p><a href="https://art.example/" rel="nofollow ugc noopener" target="_blank"><img src="/images/kiln.png" alt="Kiln" loading="lazy"></a></p>`},
		{"not encrypted", `![Kiln](http://art.example/kiln.png)`,
			`<p><a href="http://art.example/kiln.png" rel="nofollow ugc noopener" target="_blank">Kiln</a></p>`},
		{"SVG", `![Kiln](https://art.example/kiln.SVG?x=1)`,
			`<p><a href="https://art.example/kiln.SVG?x=1" rel="nofollow ugc noopener" target="_blank">Kiln</a></p>`},
		{"long", `![Kiln](https://art.example/` + strings.Repeat("k", 1000) + `)`,
			`<p><a href="https://art.example/` + strings.Repeat("k", 1000) +
				`" rel="nofollow ugc noopener" target="_blank">Kiln</a></p>`},
	} {
		got, err := markdown.Render(t.Context(), test.source, markdown.Lookup{Images: images})
		if err != nil || got.HTML != test.want {
			t.Errorf("%s: %s, %v\nwant %s", test.name, got.HTML, err, test.want)
		}
		if len(got.Links) == 0 || !strings.HasPrefix(got.Links[0], "http") {
			t.Errorf("%s: the links are %q, want the image among them", test.name, got.Links)
		}
	}
	many, err := markdown.Render(t.Context(), strings.Repeat("![](https://art.example/kiln.png)\n", 60),
		markdown.Lookup{Images: images})
	if n := strings.Count(many.HTML, "<img"); err != nil || n != 50 {
		t.Errorf("%d images are shown, %v; want 50", n, err)
	}
}
