package seed

import (
	"context"
	"fmt"
	"math"
	"time"

	"uvboard/backend/analytics"
	"uvboard/backend/platform/bulk"
	"uvboard/ent/visit"
)

const (
	visitDays     = 28
	visitsPerTab  = 4
	tabsPerDay    = 22 // at the end; there were fewer before
	slotSeconds   = 300
	longestVisit  = 240 // seconds
	quietestNight = 0.15
)

// pagesVisited are the patterns of pages in the order of their popularity.
var pagesVisited = []string{"/", "/projects/{id}", "/search", "/forum", "/blog", "/news", "/projects/{id}",
	"/forum/thread/{id}", "/profile/{username}"}

// addVisits inserts the visits of some weeks. The server counts their days when it starts.
func (s *seeder) addVisits(ctx context.Context, l *bulk.Loader) error {
	rows := bulk.Rows{Table: visit.Table, Columns: []string{
		visit.FieldID, visit.FieldVisitorID, visit.FieldPage, visit.FieldProjectID, visit.FieldStartedAt,
		visit.FieldEndedAt, visit.FieldSlot,
		visit.FieldSeconds,
	}}
	if s.plan.Users == 0 {
		return nil
	}
	for d := range visitDays {
		random := s.plan.random(aboutVisits, d)
		tabs := int(tabsPerDay * (0.5 + float64(d)/visitDays/2) * (0.7 + 0.6*random.Float64()))
		for tab := range tabs {
			hour := 24 * random.Float64()
			if random.Float64() > max(quietestNight, math.Sin(math.Pi*hour/24)) {
				continue // fewer visits at night
			}
			at := s.plan.now.Add(-day * time.Duration(visitDays-1-d)).Truncate(day).
				Add(time.Duration(hour * float64(time.Hour))).Truncate(time.Millisecond)
			for n := range 1 + random.IntN(2*visitsPerTab) {
				seconds := 3 + int(longestVisit*math.Pow(random.Float64(), 3))
				end := at.Add(time.Duration(seconds) * time.Second)
				if end.After(s.plan.now) {
					break
				}
				page := pagesVisited[int(float64(len(pagesVisited))*math.Pow(random.Float64(), 1.5))]
				var project any
				if page == "/projects/{id}" && s.plan.Projects > 0 {
					if i := random.IntN(s.plan.Projects); !s.plan.isDraft(i) && s.plan.created(i).Before(at) {
						project = s.projectID(i)
					}
				}
				rows.Values = append(rows.Values, []any{
					fmt.Sprintf("demo-%d-%d-%d", d, tab, n), fmt.Sprintf(analytics.DemoVisitor+"%d-%d", d, tab), page,
					project, at, end, int(at.Unix() / slotSeconds), seconds,
				})
				at = end.Add(time.Second)
			}
		}
	}
	return l.Add(ctx, rows)
}
