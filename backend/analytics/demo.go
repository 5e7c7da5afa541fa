package analytics

import (
	"context"
	"fmt"

	"uvboard/ent"
	"uvboard/ent/analyticsday"
	"uvboard/ent/visit"
)

// DemoVisitor begins the ids of the visitors that uvboard seed made.
const DemoVisitor = "demo-"

const demoBatch = 500

// RemoveDemo deletes some of the visits that uvboard seed made and reports whether there are more. The days of the
// visits that are kept are counted again afterwards.
func (s *Service) RemoveDemo(ctx context.Context) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := tx.Visit.Query().Where(visit.VisitorIDHasPrefix(DemoVisitor)).Limit(demoBatch).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return err
		}
		more = len(ids) == demoBatch
		if _, err := tx.Visit.Delete().Where(visit.IDIn(ids...)).Exec(ctx); err != nil {
			return err
		}
		_, err = tx.AnalyticsDay.Delete().Where(analyticsday.IDGTE(dayOf(s.now()) - keepDays)).Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("remove demo visits: %w", err)
	}
	return more, nil
}
