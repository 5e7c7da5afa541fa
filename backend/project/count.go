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

// change is what happened to a project, as counters see it.
type change struct {
	was, is *ent.Project // nil when there was or is none
	editor  uuid.UUID    // who thereby was active; nil when nobody is said to be
	at      time.Time
}

// count moves the counters of the owner and of the community by a change, and notes who was active. Members come before
// counters, and both in one order, or two transactions could wait for each other.
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
		default:
			drafts += by
		}
	}
	add(c.was, -1)
	add(c.is, 1)
	owner := cmp.Or(c.is, c.was).UserID
	members := []uuid.UUID{owner}
	if c.editor != owner && c.editor != uuid.Nil {
		members = append(members, c.editor)
		slices.SortFunc(members, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	}
	for _, id := range members {
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
