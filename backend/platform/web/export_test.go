package web

import "net/http"

// Handle is what serves a path.
type Handle = func(w http.ResponseWriter, r *http.Request) error

// Routes are the paths of the web app with their titles.
func Routes() map[string]string {
	all := map[string]string{}
	for _, r := range routes {
		all[r.path] = r.title
	}
	return all
}

// SetPerSitemap makes sitemaps small enough to need many.
func (s *Service) SetPerSitemap(n int) { s.perSitemap = n }

// What comes with a page, for tests.
var (
	AppendMessage = appendMessage
	MethodOf      = methodOf
)

// ManifestName is the file that lists the chunks of a build.
const ManifestName = manifestName
