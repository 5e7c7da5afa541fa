package web

import (
	"html"
	"html/template"
	"slices"
)

// headTemplate is what the head of the document says about a page.
var headTemplate = template.Must(template.New("head").Parse(`<title>{{.Title}}</title>
<meta name="description" content="{{.Description}}" />
{{- if .NoIndex}}
<meta name="robots" content="noindex" />
{{- end}}
{{- with .Path}}
<link rel="canonical" href="{{$.Site.URL .}}" />
<meta property="og:site_name" content="{{$.Site.Name}}" />
<meta property="og:type" content="{{or $.Type "website"}}" />
<meta property="og:title" content="{{$.Name}}" />
<meta property="og:description" content="{{$.Description}}" />
<meta property="og:url" content="{{$.Site.URL .}}" />
{{- with $.Image}}
<meta property="og:image" content="{{.URL}}" />
{{- if .Width}}
<meta property="og:image:width" content="{{.Width}}" />
<meta property="og:image:height" content="{{.Height}}" />
{{- end}}
<meta property="og:image:alt" content="{{.Alt}}" />
<meta name="twitter:card" content="{{if .Large}}summary_large_image{{else}}summary{{end}}" />
{{- end}}
{{- end}}
{{- range .Feeds}}
<link rel="alternate" type="application/atom+xml" title="{{$.Site.Name}}: {{.Title}}" href="{{$.Site.URL .Path}}" />
{{- end}}
<link rel="manifest" href="/manifest.webmanifest" />
<meta name="apple-mobile-web-app-title" content="{{.Site.Name}}" />
{{- with .Data}}
<script type="application/ld+json">{{.}}</script>
{{- end}}
`))

type headData struct {
	*Page
	Site  Site
	Feeds []Feed
}

// feedsOf returns the feeds that the head of a page names, those of the page first.
func (s *Service) feedsOf(page *Page) []Feed {
	feeds := slices.Clone(page.Feeds)
	for _, feed := range s.feeds {
		if page.UserFeed != nil && feed.ByUser {
			feeds = append(feeds, page.UserFeed(feed))
		}
	}
	return append(feeds, s.feeds...)
}

// text is what the page shows where no script runs.
func (p *Page) text() []byte {
	return []byte(`<noscript><div class="wrap page"><h1 class="h1">` + html.EscapeString(p.Name) + "</h1><p>" +
		html.EscapeString(p.Description) + "</p></div></noscript>")
}
