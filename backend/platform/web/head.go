package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"slices"
)

// head returns the elements of the document's head that describe a page. It does not use html/template, which calls
// methods by name: the linker would then keep every exported method, a third of the program's size.
func (s *Service) head(site Site, p *Page) ([]byte, error) {
	var b bytes.Buffer
	tag := func(format string, values ...any) {
		for i, v := range values {
			values[i] = html.EscapeString(fmt.Sprint(v))
		}
		fmt.Fprintf(&b, format+"\n", values...)
	}
	property := func(name string, value any) { tag(`<meta property="%s" content="%s" />`, name, value) }
	tag(`<title>%s</title>`, p.Title)
	tag(`<meta name="description" content="%s" />`, p.Description)
	if p.NoIndex {
		tag(`<meta name="robots" content="noindex" />`)
	}
	if p.Path != "" {
		tag(`<link rel="canonical" href="%s" />`, site.URL(p.Path))
		property("og:site_name", site.Name)
		property("og:type", cmp.Or(p.Type, "website"))
		property("og:title", p.Name)
		property("og:description", p.Description)
		property("og:url", site.URL(p.Path))
		if p.Image != (Image{}) {
			property("og:image", p.Image.URL)
			if p.Image.Width > 0 {
				property("og:image:width", p.Image.Width)
				property("og:image:height", p.Image.Height)
			}
			property("og:image:alt", p.Image.Alt)
			card := "summary"
			if p.Image.Large {
				card = "summary_large_image"
			}
			tag(`<meta name="twitter:card" content="%s" />`, card)
		}
	}
	for _, feed := range s.feedsOf(p) {
		tag(`<link rel="alternate" type="application/atom+xml" title="%s: %s" href="%s" />`, site.Name, feed.Title,
			site.URL(feed.Path))
	}
	tag(`<link rel="manifest" href="/manifest.webmanifest" />`)
	tag(`<meta name="apple-mobile-web-app-title" content="%s" />`, site.Name)
	if len(p.Data) > 0 {
		data, err := json.Marshal(p.Data) // escapes <, > and &
		if err != nil {
			return b.Bytes(), fmt.Errorf("JSON-LD: %w", err)
		}
		fmt.Fprintf(&b, "<script type=\"application/ld+json\">%s</script>\n", data)
	}
	return b.Bytes(), nil
}

// feedsOf returns the feeds to name in the head of a page, first the page's own.
func (s *Service) feedsOf(page *Page) []Feed {
	feeds := slices.Clone(page.Feeds)
	for _, feed := range s.feeds {
		if page.UserFeed != nil && feed.ByUser {
			feeds = append(feeds, page.UserFeed(feed))
		}
	}
	return append(feeds, slices.DeleteFunc(slices.Clone(s.feeds), Feed.OfOne)...)
}
