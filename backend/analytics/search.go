package analytics

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	entsql "entgo.io/ent/dialect/sql"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/key"
	"uvboard/ent/predicate"
)

const (
	trendingSearches = 8
	trendingTime     = 7 * dayTime
	trendingVisitors = 3  // networks on one day: fewer could be one person
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

// networkPurpose begins the names of the secrets of days.
const networkPurpose = "visits "

// network returns a hash of the client's network with a secret of the day. It makes the secret at the first search of a
// day and then deletes those of earlier days, so that their hashes cannot be traced back.
func (s *Service) network(ctx context.Context, tx *ent.Client) (string, error) {
	purpose := networkPurpose + strconv.Itoa(dayOf(s.now()))
	secret, err := signing.Existing(ctx, tx, purpose)
	if err == nil && secret == nil {
		if _, err := tx.Key.Delete().Where(predicate.Key(entsql.FieldHasPrefix(key.FieldID, networkPurpose)),
			key.IDNEQ(purpose)).Exec(ctx); err != nil {
			return "", fmt.Errorf("delete the secrets of earlier days: %w", err)
		}
		secret, err = signing.Secret(ctx, tx, purpose)
	}
	return hex.EncodeToString(signing.Sign(secret, []byte(auth.ClientOf(ctx).Network()))), err
}

// TrendingSearches returns what visitors from most networks have looked for in Explore within the last week, the most
// frequent first. The ids of visitors do not count, since clients make them. What has been deleted or hidden since is
// not found any more, and left out.
func (s *Service) TrendingSearches(ctx context.Context) ([]string, error) {
	var text string
	var all []string
	known := map[string]bool{} // the same word, also in other case or with other accents
	err := scanAll(ctx, s.db.Client(),
		`SELECT search FROM (SELECT search, COUNT(DISTINCT network) AS networks FROM visits
			WHERE search IS NOT NULL AND slot >= $1 GROUP BY search, slot / $2) AS days
		GROUP BY search HAVING MAX(networks) >= $3 ORDER BY SUM(networks) DESC, search LIMIT $4`,
		[]any{slotOf(s.now().Add(-trendingTime)), slotsPerDay, trendingVisitors, 2 * trendingSearches}, []any{&text},
		func() {
			if key := letters.Fold(text); len(all) < trendingSearches && !known[key] {
				all, known[key] = append(all, text), true
			}
		})
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
