package web

// ChunksFile is where a build lists its chunks.
const ChunksFile = chunksFile

// SetPerSitemap makes sitemaps small enough to need several files.
func (s *Service) SetPerSitemap(n int) { s.perSitemap = n }
