package project

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
)

type change struct {
	was, is *ent.Project // nil before the creation and after the deletion
	editor  uuid.UUID    // the user to mark active; uuid.Nil for none
	at      time.Time
}

// count updates the counters of the owner and of the community, and marks the editor as active. Users come before
// counters, and both in a fixed order, to prevent deadlocks.
func count(ctx context.Context, tx *ent.Client, c change) error {
	var (
		published, drafts int
		counters          = map[string]int{}
	)
	add := func(p *ent.Project, by int) {
		switch {
		case p == nil:
		case p.IsPublic:
			published += by
			counters[stats.Projects] += by
			counters[stats.ProjectsAt(p.Stage)] += by
			if p.Alive == Gone {
				counters[stats.Gone] += by
				counters[stats.GoneAt(p.Stage)] += by
			}
		default:
			drafts += by
		}
	}
	add(c.was, -1)
	add(c.is, 1)
	owner := cmp.Or(c.is, c.was).UserID
	users := []uuid.UUID{owner}
	if c.editor != owner && c.editor != uuid.Nil {
		users = append(users, c.editor)
		slices.SortFunc(users, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	}
	for _, id := range users {
		u := tx.User.Update().Where(user.ID(id))
		if id == owner {
			u.AddProjectCount(published).AddDraftCount(drafts)
		}
		if id == c.editor {
			u.SetLastActiveAt(c.at)
		}
		if err := u.Exec(ctx); err != nil {
			return fmt.Errorf("count projects of owner: %w", err)
		}
	}
	names := make([]string, 0, len(counters))
	for name, by := range counters {
		if by != 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if err := stats.Add(ctx, tx, name, counters[name]); err != nil {
			return fmt.Errorf("count projects: %w", err)
		}
	}
	return nil
}
