package web

// ChunksFile is where a build lists its chunks.
const ChunksFile = chunksFile

// SetSitemapSize makes sitemaps small enough to need several files.
func (s *Service) SetSitemapSize(n int) { s.sitemapSize = n }

// SiteRoutes returns the pages that belong to no domain.
func SiteRoutes() []Route { return siteRoutes }
