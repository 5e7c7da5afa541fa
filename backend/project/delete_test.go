package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/must"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// A project with very many votes is soft-deleted, and then deleted in steps that keep all counters exact.
func TestDeleteInSteps(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		const voters = 2*voteBatch + 1
		maker, admin := h.user(t, "maker"), h.user(t, "admin")
		admin.Role = auth.RoleAdmin
		p, kept := h.create(t, maker, idea("Popular")), h.create(t, maker, idea("Kept"))
		h.crowd(t, voters, p, kept)
		must.NoError(t, h.Delete(t.Context(), maker, p.ID, ""))
		gone := func(left int) {
			t.Helper()
			for _, caller := range []*auth.Caller{nil, maker, admin} {
				_, err := h.Get(t.Context(), caller, p.ID)
				refuse(t, err, "PROJECT_NOT_FOUND", "")
				own, _, err := h.ListByUser(t.Context(), caller, maker.UserID, 10, "")
				if err != nil || len(own) != 1 || own[0].ID != kept.ID {
					t.Errorf("the maker has %v, %v", own, err)
				}
			}
			_, err := h.Update(t.Context(), maker, p.ID, Input{IsPublic: new(true)})
			refuse(t, err, "PROJECT_NOT_FOUND", "")
			_, err = h.Feature(t.Context(), admin, p.ID, nil, "", "")
			refuse(t, err, "PROJECT_NOT_FOUND", "")
			refuse(t, h.Delete(t.Context(), maker, p.ID, ""), "PROJECT_NOT_FOUND", "")
			equal(t, "search", h.list(t, ListQuery{Search: "popular"}), []string{})
			n, err := h.db.Client().Vote.Query().Where(entvote.TargetID(p.ID)).Count(t.Context())
			if err != nil || n != left {
				t.Errorf("%d votes, %v; want %d", n, err, left)
			}
			exact(t, h)
		}
		gone(voters)
		for _, left := range []int{voters - voteBatch, 1, 0} {
			due, err := h.Deleted(t.Context(), 10)
			if err != nil || len(due) != 1 || due[0] != p.ID {
				t.Fatalf("deleted %v, %v", due, err)
			}
			more, err := h.FinishDeletion(t.Context(), p.ID)
			if err != nil || more != (left > 0) {
				t.Fatalf("more %v, %v", more, err)
			}
			gone(left)
		}
		if due, err := h.Deleted(t.Context(), 10); err != nil || len(due) != 0 {
			t.Errorf("deleted %v, %v", due, err)
		}
		if more, err := h.FinishDeletion(t.Context(), p.ID); more || err != nil {
			t.Errorf("more of nothing, %v", err)
		}
		if n, err := h.db.Client().Vote.Query().Count(t.Context()); err != nil || n != voters {
			t.Errorf("%d votes are left, %v, want those on the other project", n, err)
		}
	})
}

// crowd has n new users vote on projects, two of three for them.
func (h fixture) crowd(t *testing.T, n int, projects ...*ent.Project) {
	t.Helper()
	must.NoError(t, bulk.Load(t.Context(), h.db, func(l *bulk.Loader) error {
		people := bulk.Rows{Table: "users", Columns: []string{"id", "created_at", "updated_at", "username",
			"username_key", "email", "email_key",
			"password_hash", "viber_tag", "skills", "votes_given"}}
		votes := bulk.Rows{Table: "votes", Columns: []string{"user_id", "target_type", "target_id", "value",
			"created_at", "updated_at"}}
		now, down := h.now(), 0
		for i := range n {
			id, name, value := uuid.New(), fmt.Sprint("voter", i), vote.Up
			if i%3 == 2 {
				value = vote.Down
				down++
			}
			people.Values = append(people.Values, []any{id, start.AddDate(-1, 0, 0), now, name, name,
				name + "@example.com",
				name + "@example.com", "x", "@" + name,
				json.RawMessage("[]"), len(projects)})
			for _, p := range projects {
				votes.Values = append(votes.Values, []any{id, Votable.Type, p.ID, value, now, now})
			}
		}
		if err := l.Add(t.Context(), people, votes); err != nil {
			return err
		}
		up, errs := n-down, []error{stats.Add(t.Context(), l.Client, stats.Users, n)}
		for _, p := range projects {
			errs = append(errs,
				stats.AddVotes(t.Context(), l.Client, p.ID, up+down),
				l.Client.Project.Update().Where(entproject.ID(p.ID)).SetUpvotes(up).SetDownvotes(down).
					SetEligibleUpvotes(up).SetEligibleDownvotes(down).SetIsEntered(up >= vote.EntryVotes).
					SetRank(vote.Rank(up, down, *p.PublishedAt)).Exec(t.Context()),
				l.Client.User.Update().Where(user.ID(p.UserID)).AddUpvotesReceived(up).AddDownvotesReceived(down).
					AddEligibleUpvotesReceived(up).
					AddReputation(vote.Reputation(up, down)).Exec(t.Context()))
		}
		return errors.Join(errs...)
	}))
}
