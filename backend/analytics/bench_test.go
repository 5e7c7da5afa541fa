package analytics

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
)

// BenchmarkPeriods reads each period of a board with a million visits in 30 days, a third of them by visitors who
// return: go test -run '^$' -bench Periods -benchtime 100x ./backend/analytics
func BenchmarkPeriods(b *testing.B) {
	const visits = 1_000_000
	for name, url := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL,
		"postgres": storetest.PostgresURL} {
		b.Run(name, func(b *testing.B) {
			db := storetest.Open(b, url(b))
			now := time.Now().UTC()
			begun := time.Now()
			must.NoError(b, bulk.Load(b.Context(),
				db, func(l *bulk.Loader) error { return addVisits(b.Context(), l, now, visits) }))
			s := NewService(db, nil, nil, func() time.Time { return now })
			b.Logf("%d visits loaded in %v", visits, time.Since(begun).Round(time.Second))
			begun = time.Now()
			must.NoError(b, s.Work(b.Context()))
			b.Logf("days counted in %v", time.Since(begun).Round(time.Second))
			if !db.IsSQLite() { // as autovacuum does before long
				_, err := db.Reader().ExecContext(b.Context(), "VACUUM (ANALYZE) visits, analytics_days")
				must.NoError(b, err)
			}
			for _, frame := range []pb.Timeframe{pb.Timeframe_TIMEFRAME_HOUR, pb.Timeframe_TIMEFRAME_24HOURS,
				pb.Timeframe_TIMEFRAME_7DAYS, pb.Timeframe_TIMEFRAME_30DAYS} {
				b.Run(frame.String(), func(b *testing.B) {
					var took []time.Duration
					for b.Loop() {
						begun := time.Now()
						if _, err := s.Period(b.Context(), frames[frame]); err != nil {
							b.Fatal(err)
						}
						took = append(took, time.Since(begun))
					}
					slices.Sort(took)
					b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
					b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
				})
			}
		})
	}
}

func addVisits(ctx context.Context, l *bulk.Loader, now time.Time, n int) error {
	rows := bulk.Rows{Table: "visits", Columns: []string{"id", "visitor_id", "page", "started_at", "ended_at", "slot",
		"seconds"}}
	for i := range n {
		at := now.Add(-29 * dayTime).Add(29 * dayTime / time.Duration(n) * time.Duration(i))
		visitor := i / 3
		if i%9 == 0 {
			visitor -= min(visitor, 400*(i%50)) // returns after up to 14 hours
		}
		rows.Values = append(rows.Values, []any{fmt.Sprintf("visit-%030d", i), fmt.Sprintf("tab-%028d", visitor), "/",
			at, at.Add(time.Minute), slotOf(at), i % 300})
		if len(rows.Values) == 10_000 || i == n-1 {
			if err := l.Add(ctx, rows); err != nil {
				return err
			}
			rows.Values = rows.Values[:0]
		}
	}
	return nil
}
