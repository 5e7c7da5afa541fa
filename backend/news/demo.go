package news

import (
	"context"
	"fmt"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	"uvboard/ent/newsarticle"
)

// RemoveDemo deletes some of the articles that uvboard seed made and reports whether there are more.
func (s *Service) RemoveDemo(ctx context.Context) (more bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids, err := tx.NewsArticle.Query().Where(newsarticle.IsDemo(true)).Order(newsarticle.ByID()).Limit(expireBatch).
			IDs(ctx)
		if err != nil || len(ids) == 0 {
			return err
		}
		more = len(ids) == expireBatch
		untagged := make([]tag.Item, len(ids))
		for i, id := range ids {
			untagged[i].ID = id
		}
		if err := search.Remove(ctx, tx, Kind, ids...); err != nil {
			return err
		}
		if err := tag.Set(ctx, tx, Tagged.Target, untagged...); err != nil {
			return err
		}
		if _, err := tx.NewsArticle.Delete().Where(newsarticle.IDIn(ids...)).Exec(ctx); err != nil {
			return err
		}
		return s.db.Emit(ctx, tx, articlesEvent(event.Edited))
	})
	if err != nil {
		return false, fmt.Errorf("remove demo news: %w", err)
	}
	return more, nil
}
