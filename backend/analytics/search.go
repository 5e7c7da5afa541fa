package analytics

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"uvboard/backend/platform/store"
)

const (
	trendingSearches = 8
	trendingTime     = 7 * dayTime
	trendingVisitors = 3  // fewer could be one person
	longestSearch    = 40 // characters: longer ones are not repeated by others
)

// searched returns what the query of Explore's path looks for, in lower case; empty for nothing that could trend.
func searched(path string) string {
	u, err := url.Parse(path)
	if err != nil {
		return ""
	}
	text := strings.ToLower(strings.Join(strings.Fields(store.Clean(u.Query().Get("q"))), " "))
	if n := utf8.RuneCountInString(text); n < 2 || n > longestSearch {
		return ""
	}
	return text
}

// TrendingSearches returns what most visitors have looked for in Explore within the last week, the most frequent first. What has been
// deleted or hidden since is not found any more, and left out.
func (s *Service) TrendingSearches(ctx context.Context) ([]string, error) {
	var text string
	var all []string
	err := scanAll(ctx, s.db.Client(), `SELECT search FROM visits WHERE search IS NOT NULL AND slot >= $1
		GROUP BY search HAVING COUNT(DISTINCT visitor_id) >= $2 ORDER BY COUNT(DISTINCT visitor_id) DESC, search LIMIT $3`,
		[]any{slotOf(s.now().Add(-trendingTime)), trendingVisitors, trendingSearches}, []any{&text}, func() { all = append(all, text) })
	if err != nil {
		return nil, fmt.Errorf("list trending searches: %w", err)
	}
	var out []string
	for _, text := range all {
		found, err := s.finds(ctx, text)
		if err != nil {
			return nil, err
		}
		if found {
			out = append(out, text)
		}
	}
	return out, nil
}
