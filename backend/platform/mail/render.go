package mail

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"uvboard/backend/platform/markdown"
)

// The HTML of every mail. Styles are inline, because some clients ignore style sheets; the style sheet is for the dark
// scheme alone. The table centers the panel in clients that support nothing else. The colors are those of the web app.
const (
	htmlStart = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>%[1]s</title>
<style>
@media (prefers-color-scheme: dark) {
.ground { background: #110b1c !important }
.panel { background: #181127 !important; border-color: #2d2342 !important }
.text { color: #f1eefa !important }
.soft { color: #b9b0cb !important; border-color: #4b3e67 !important }
.button { background: #f1eefa !important; color: #110b1c !important }
}
</style></head>
<body class="ground" style="margin:0;padding:0;background:#f4f3f8">
<table role="presentation" class="ground" width="100%%" cellpadding="0" cellspacing="0" style="background:#f4f3f8;font-family:'Archivo','Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:24px"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td style="padding:0 0 16px">
<a class="text" href="%[3]s" style="color:#1a1128;font-weight:700;text-decoration:none">%[2]s</a>
</td></tr><tr><td class="panel" style="padding:32px 24px 16px;background:#ffffff;border:1px solid #d9d4e3;border-radius:4px">
`
	htmlHeading = `<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:700;color:#1a1128">%s</h1>
`
	htmlParagraph = `<p class="text" style="margin:0 0 16px;color:#1a1128">%s</p>
`
	htmlQuote = `<p class="soft" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #b3aac4;color:#554b69;overflow-wrap:anywhere">%s</p>
`
	htmlMarkdown = `<div class="text" style="margin:0 0 16px;color:#1a1128;overflow-wrap:anywhere">%s</div>
`
	htmlItemStart = `<div style="margin:0 0 24px;overflow-wrap:anywhere">
`
	htmlItemEnd = `</div>
`
	htmlSoft = `<div class="soft" style="font-size:13px;line-height:20px;color:#554b69">%s</div>
`
	htmlTitle = `<a class="text" href="%s" style="color:#1a1128;font-size:18px;font-weight:700">%s</a>
`
	htmlItemText = `<div class="text" style="margin:4px 0 0;color:#1a1128">%s</div>
`
	htmlButton = `<p style="margin:24px 0"><a class="button" href="%[1]s" style="display:inline-block;padding:12px 20px;background:#1a1128;color:#f4f3f8;border-radius:3px;font-weight:600;text-decoration:none">%[2]s</a></p>
<p class="soft" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#554b69">If the button doesn&#39;t work, open this link:<br><a class="soft" href="%[1]s" style="color:#554b69;word-break:break-all">%[1]s</a></p>
`
	htmlNote = `<p class="soft" style="margin:0 0 16px;color:#554b69">%s</p>
`
	htmlEnd = `</td></tr><tr><td class="soft" style="padding:16px 0 0;font-size:13px;line-height:20px;color:#554b69">
%[1]s%[2]s<br>%[3]s, <a class="soft" href="%[4]s" style="color:#554b69">%[4]s</a>
</td></tr></table>
</td></tr></table>
</body></html>
`
	htmlUnsubscribe = ` <a class="soft" href="%s" style="color:#554b69">Unsubscribe</a>`
)

// Render returns a message as plain text and as HTML. Unsubscribe is the link that ends mails of its category; empty
// for none. It does not use html/template: see head in platform/web.
func (b Board) Render(m Message, unsubscribe string) (text, page string) {
	m.Quote = strings.ReplaceAll(m.Quote, "\r\n", "\n")
	name := b.Name()
	var out strings.Builder
	write := func(format string, values ...any) {
		for i, v := range values {
			values[i] = strings.ReplaceAll(html.EscapeString(v.(string)), "\n", "<br>")
		}
		fmt.Fprintf(&out, format, values...)
	}
	write(htmlStart, m.Subject, name, b.Origin)
	if m.Heading != "" {
		write(htmlHeading, m.Heading)
	}
	for _, paragraph := range m.Paragraphs {
		write(htmlParagraph, paragraph)
	}
	if m.Quote != "" {
		write(htmlQuote, m.Quote)
	}
	if m.Markdown != "" {
		fmt.Fprintf(&out, htmlMarkdown, strings.ReplaceAll(markdown.HTML(m.Markdown), `="/`,
			`="`+html.EscapeString(b.Origin)+"/"))
	}
	for _, item := range m.Items {
		write(htmlItemStart)
		if item.Label != "" {
			write(htmlSoft, item.Label)
		}
		write(htmlTitle, item.Link, item.Title)
		if item.Text != "" {
			write(htmlItemText, item.Text)
		}
		if item.By != "" {
			write(htmlSoft, item.By)
		}
		write(htmlItemEnd)
	}
	if m.Link != "" {
		write(htmlButton, m.Link, m.Button)
	}
	if m.Note != "" {
		write(htmlNote, m.Note)
	}
	foot, ending := m.Category.Why, ""
	if unsubscribe != "" {
		foot += "\nUnsubscribe: " + unsubscribe
		ending = fmt.Sprintf(htmlUnsubscribe, html.EscapeString(unsubscribe))
	}
	fmt.Fprintf(&out, htmlEnd, html.EscapeString(m.Category.Why), ending, html.EscapeString(name),
		html.EscapeString(b.Origin))
	parts := slices.Concat([]string{m.Heading}, m.Paragraphs, []string{m.Quote, strings.ReplaceAll(m.Markdown,
		"](/", "]("+b.Origin+"/")}, itemTexts(m.Items),
		[]string{m.Link, m.Note, foot, name + "\n" + b.Origin})
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(parts, "\n\n") + "\n", out.String()
}

// itemTexts returns items as plain text.
func itemTexts(items []Item) []string {
	texts := make([]string, len(items))
	for i, item := range items {
		title := item.Title
		if item.Label != "" {
			title = item.Label + ": " + title
		}
		lines := slices.DeleteFunc([]string{title, item.Text, item.By, item.Link}, func(line string) bool {
			return line == ""
		})
		texts[i] = strings.Join(lines, "\n")
	}
	return texts
}

// oneLine joins the lines of a subject, since each line of a header is a header.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
