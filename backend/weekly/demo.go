package weekly

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"uvboard/backend/blog"
	"uvboard/backend/forum"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
	entproject "uvboard/ent/project"
	"uvboard/ent/schema"
)

const demoIntroduction = `A quiet week on paper, a loud one in the comments. Start with the project that kept people up, ` +
	`read the story behind another, and join a thread that is still warm.`

// demoNotes are what demo data says about the first projects.
var demoNotes = []string{
	"The most discussed launch of the week, and its maker answers every question.",
	"Small, finished and useful on the first try.",
	"Look at the screenshots first, then read how it was built.",
}

// AddDemo adds the first issue to demo data: the projects, stories and threads with the most eligible votes. It adds
// nothing to a board without any.
func AddDemo(ctx context.Context, tx *ent.Client, now time.Time) error {
	if has, err := tx.WeeklyIssue.Query().Exist(ctx); has || err != nil {
		return err // the one of an earlier seed stays when its items are removed
	}
	var items []schema.WeeklyItem
	projects, err := tx.Project.Query().Where(entproject.IsPublic(true)).
		Order(entproject.ByEligibleUpvotes(entsql.OrderDesc()), entproject.ByID()).Limit(bestProjects).IDs(ctx)
	if err != nil {
		return fmt.Errorf("projects of the demo issue: %w", err)
	}
	for i, id := range projects {
		item := schema.WeeklyItem{Type: project.Kind, ID: id}
		if i < len(demoNotes) {
			item.Note = demoNotes[i]
		}
		items = append(items, item)
	}
	stories, err := tx.BlogPost.Query().Where(blogpost.IsVisible(true)).
		Order(blogpost.ByEligibleUpvotes(entsql.OrderDesc()), blogpost.ByID()).Limit(bestStories).IDs(ctx)
	if err != nil {
		return fmt.Errorf("stories of the demo issue: %w", err)
	}
	for _, id := range stories {
		items = append(items, schema.WeeklyItem{Type: blog.Kind, ID: id})
	}
	threads, err := tx.ForumThread.Query().
		Where(forumthread.IsVisible(true), forumthread.IsFeedback(false),
			forumthread.HasChannelWith(forumchannel.DeletedAtIsNil())).
		Order(forumthread.ByEligibleUpvotes(entsql.OrderDesc()), forumthread.ByID()).Limit(bestThreads).IDs(ctx)
	if err != nil {
		return fmt.Errorf("threads of the demo issue: %w", err)
	}
	for _, id := range threads {
		items = append(items, schema.WeeklyItem{Type: forum.ThreadKind, ID: id})
	}
	if len(items) == 0 {
		return nil
	}
	s := &Service{zone: func() *time.Location { return time.UTC }}
	w := s.weekBefore(now)
	at := w.to.Add(9 * time.Hour)
	if at.After(now) {
		at = now
	}
	return tx.WeeklyIssue.Create().SetID(store.NewID(at)).SetNumber(1).SetWeek(w.number).SetTitle(w.title()).
		SetIntroduction(demoIntroduction).SetItems(items).SetIsEdited(true).SetPublishedAt(at).SetQueuedAt(at).
		SetCreatedAt(at).SetUpdatedAt(at).Exec(ctx)
}
