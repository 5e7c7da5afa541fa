package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"strconv"
)

// Head is the page's part of the document's head.
func (p Page) Head() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("<title>" + html.EscapeString(p.Title) + "</title>")
	named(&b, "name", "description", p.Description)
	if p.NoIndex {
		named(&b, "name", "robots", "noindex")
	}
	if p.Canonical != "" {
		b.WriteString(`<link rel="canonical" href="` + html.EscapeString(p.Canonical) + `" />`)
		p.preview(&b)
	}
	for _, feed := range feeds {
		b.WriteString(`<link rel="alternate" type="application/atom+xml" title="` + html.EscapeString(p.site+": "+feed.title) +
			`" href="` + html.EscapeString(p.origin+feed.path) + `" />`)
	}
	b.WriteString(`<link rel="manifest" href="/manifest.webmanifest" />`)
	named(&b, "name", "apple-mobile-web-app-title", p.site)
	if p.Data != nil {
		data, err := json.Marshal(p.Data) // writes < and > so that no text can end the script
		if err != nil {
			return nil, fmt.Errorf("data of a page: %w", err)
		}
		b.WriteString(`<script type="application/ld+json">`)
		b.Write(data)
		b.WriteString("</script>")
	}
	return b.Bytes(), nil
}

// Text is what the page says where no script runs, at the end of the document's body.
func (p Page) Text() []byte {
	if p.Name == "" {
		return nil // and with it nothing to say
	}
	return []byte(`<noscript><div class="wrap page"><h1 class="h1">` + html.EscapeString(p.Name) + "</h1><p>" +
		html.EscapeString(p.Description) + "</p></div></noscript>")
}

// preview is what a link to the page unfolds into.
func (p Page) preview(b *bytes.Buffer) {
	kind := p.Type
	if kind == "" {
		kind = "website"
	}
	named(b, "property", "og:site_name", p.site)
	named(b, "property", "og:type", kind)
	named(b, "property", "og:title", p.Name)
	named(b, "property", "og:description", p.Description)
	named(b, "property", "og:url", p.Canonical)
	named(b, "property", "og:image", p.Image.URL)
	if p.Image.Width > 0 {
		named(b, "property", "og:image:width", strconv.Itoa(p.Image.Width))
		named(b, "property", "og:image:height", strconv.Itoa(p.Image.Height))
	}
	named(b, "property", "og:image:alt", p.Image.Alt)
	card := "summary"
	if p.Image.Large {
		card = "summary_large_image"
	}
	named(b, "name", "twitter:card", card)
}

// named writes one meta element; nothing for what is empty.
func named(b *bytes.Buffer, attribute, name, content string) {
	if content != "" {
		b.WriteString("<meta " + attribute + `="` + name + `" content="` + html.EscapeString(content) + `" />`)
	}
}
