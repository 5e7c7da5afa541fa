package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/stats"
	"uvboard/backend/store"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

// What very many voted on goes in steps: after the first nobody sees it any more, and every step leaves all counters exact.
func TestDeleteInSteps(t *testing.T) {
	each(t, func(t *testing.T, h house) {
		const voters = 2*votesAtOnce + 1
		maker := h.member(t, "maker")
		p, kept := h.create(t, maker, idea("Popular")), h.create(t, maker, idea("Kept"))
		h.crowd(t, voters, p, kept)
		step := func() (more bool) {
			t.Helper()
			err := h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) (err error) {
				_, more, err = h.deleteStep(ctx, tx, maker, p.ID, uuid.Nil)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return more
		}
		if !step() {
			t.Fatal("the first step took it all")
		}
		_, err := h.Get(t.Context(), nil, p.ID)
		refuse(t, err, "PROJECT_NOT_FOUND", "")
		equal(t, "search", h.list(t, ListQuery{Search: "popular"}), []string{})
		left, err := h.Get(t.Context(), maker, p.ID)
		if err != nil || left.Upvotes+left.Downvotes != voters-votesAtOnce {
			t.Fatalf("%v, %v", left, err)
		}
		exact(t, h)
		// The process may have ended here. To delete it again goes on with it.
		if err := h.Delete(t.Context(), maker, p.ID); err != nil {
			t.Fatal(err)
		}
		_, err = h.Get(t.Context(), maker, p.ID)
		refuse(t, err, "PROJECT_NOT_FOUND", "")
		if n, err := h.db.Client().Vote.Query().Count(t.Context()); err != nil || n != voters {
			t.Errorf("%d votes are left, %v, want those on the other project", n, err)
		}
	})
}

// crowd lets n new members vote on projects, for two that are for there is one who is against.
func (h house) crowd(t *testing.T, n int, projects ...*ent.Project) {
	t.Helper()
	err := h.db.Load(t.Context(), func(l *store.Loader) error {
		people := store.Rows{Table: "users", Columns: []string{"id", "created_at", "updated_at", "username", "username_key", "email", "email_key",
			"password_hash", "viber_tag", "skills", "votes_given"}}
		votes := store.Rows{Table: "votes", Columns: []string{"user_id", "target_type", "target_id", "value", "created_at", "updated_at"}}
		now, down := h.time(), 0
		for i := range n {
			id, name, value := uuid.New(), fmt.Sprint("voter", i), vote.Up
			if i%3 == 2 {
				value = vote.Down
				down++
			}
			people.Values = append(people.Values, []any{id, now, now, name, name, name + "@example.com", name + "@example.com", "x", "@" + name,
				json.RawMessage("[]"), len(projects)})
			for _, p := range projects {
				votes.Values = append(votes.Values, []any{id, voteTarget, p.ID, value, now, now})
			}
		}
		if err := l.Add(t.Context(), people, votes); err != nil {
			return err
		}
		up, errs := n-down, []error{stats.Add(t.Context(), l.Client, stats.Users, n)}
		for _, p := range projects {
			errs = append(errs,
				l.Client.Project.Update().Where(entproject.ID(p.ID)).SetUpvotes(up).SetDownvotes(down).SetRank(vote.Rank(up, down, *p.PublishedAt)).Exec(t.Context()),
				l.Client.User.Update().Where(user.ID(p.UserID)).AddUpvotesReceived(up).AddDownvotesReceived(down).
					AddReputation(vote.UpvoteReputation*up+vote.DownvoteReputation*down).Exec(t.Context()))
		}
		return errors.Join(errs...)
	})
	if err != nil {
		t.Fatal(err)
	}
}
