package doctor_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// TestExamine changes one value at a time and expects it to be reported.
func TestExamine(t *testing.T) {
	published := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		domains := []domain.Domain{
			project.Domain(project.NewService(db, nil, time.Now)),
			vote.Domain(vote.NewService(db, []domain.Votable{project.Votable}, time.Now)),
			account.Domain(account.NewService(db, mail.Named("", ""), time.Now)),
			media.Domain(media.NewService(db, nil, time.Now), "", nil, []domain.UploadUse{project.Uploads}),
		}
		member := func(ctx context.Context, tx *ent.Client, name string) *ent.User {
			return tx.User.Create().SetUsername(name).SetUsernameKey(name).SetEmail(name + "@example.com").
				SetEmailKey(name + "@example.com").SetPasswordHash("x").SetViberTag("@" + name).SetCreatedAt(published).
				SetUpdatedAt(published).SaveX(ctx)
		}
		// A draft, because it needs no search entry.
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			owner, voter := member(ctx, tx, "owner"), member(ctx, tx, "voter")
			p := tx.Project.Create().SetUserID(owner.ID).SetTitle("x").SetTitleKey("x").SetTagline("x").SetStage("mvp").
				SetPrimaryCategory("games").SetIsPublic(false).SetPublishedAt(published).
				SetUpvotes(1).SetEligibleUpvotes(1).
				SetRank(vote.Rank(1, 0, published)).SetCreatedAt(published).SetUpdatedAt(published).SaveX(ctx)
			tx.Vote.Create().SetUserID(voter.ID).SetTargetType("project").SetTargetID(p.ID).SetValue(vote.Up).
				SetCreatedAt(published).SetUpdatedAt(published).SaveX(ctx)
			shown := tx.Upload.Create().SetUserID(owner.ID).SetPath("a/1x1.png").SetContentType("image/png").
				SetBytes(1).SetCreatedAt(published).SaveX(ctx)
			tx.UploadUse.Create().SetKind("project").SetTargetID(p.ID).SetUploadID(shown.ID).ExecX(ctx)
			tx.User.UpdateOne(owner).SetDraftCount(1).SetUpvotesReceived(1).
				SetEligibleUpvotesReceived(1).SetReputation(5).ExecX(ctx)
			tx.User.UpdateOne(voter).SetVotesGiven(1).ExecX(ctx)
			must.NoError(t, stats.AddVotes(ctx, tx, voter.ID, 1))
			return stats.Add(ctx, tx, stats.Users, 2)
		}))
		examine := func(t *testing.T) []string {
			t.Helper()
			drifts, err := doctor.Examine(t.Context(), db, domains)
			must.NoError(t, err)
			var whats []string
			for _, d := range drifts {
				whats = append(whats, d.What)
			}
			slices.Sort(whats)
			return slices.Compact(whats)
		}
		if got := examine(t); got != nil {
			t.Fatalf("drift in a sound database: %v", got)
		}
		t.Run("Repair", func(t *testing.T) {
			for _, wrong := range []string{
				"UPDATE projects SET upvotes = upvotes + 3, downvotes = 9, rank = rank + 7",
				"UPDATE users SET votes_given = 5, upvotes_received = 6, downvotes_received = 7, reputation = 8, project_count = 9, draft_count = 4",
				"DELETE FROM counters", // one of users is missing then
				"INSERT INTO counters (id, value) VALUES ('" + stats.Projects + "', 4)",
			} {
				storetest.Exec(t, db, wrong)
			}
			want := fmt.Sprint(examine(t))
			mended, err := doctor.Repair(t.Context(), db, domains)
			must.NoError(t, err)
			var whats []string
			for _, d := range mended {
				whats = append(whats, d.What)
			}
			slices.Sort(whats)
			if got := fmt.Sprint(slices.Compact(whats)); got != want || len(mended) < 16 {
				t.Errorf("mended %s, want %s", got, want)
			}
			if got := examine(t); got != nil {
				t.Errorf("drift after the repair: %v", got)
			}
			if again, err := doctor.Repair(t.Context(), db, domains); err != nil || len(again) > 0 {
				t.Errorf("again mended %v, %v", again, err)
			}
		})
		for _, c := range []struct{ break_, mend, want string }{
			{"UPDATE projects SET upvotes = upvotes + 1", "UPDATE projects SET upvotes = upvotes - 1",
				"[projects.upvotes]"},
			{"UPDATE projects SET downvotes = downvotes + 1", "UPDATE projects SET downvotes = downvotes - 1",
				"[projects.downvotes]"},
			{"UPDATE projects SET eligible_upvotes = eligible_upvotes + 1",
				"UPDATE projects SET eligible_upvotes = eligible_upvotes - 1",
				"[projects.eligible_upvotes projects.is_entered projects.rank]"},
			{"UPDATE votes SET is_eligible = false", "UPDATE votes SET is_eligible = true",
				"[projects.eligible_upvotes users.eligible_upvotes_received votes.is_eligible]"},
			{"UPDATE projects SET is_entered = NOT is_entered", "UPDATE projects SET is_entered = NOT is_entered",
				"[projects.is_entered]"},
			{"UPDATE projects SET rank = rank + 0.01", "UPDATE projects SET rank = rank - 0.01", "[projects.rank]"},
			{"UPDATE users SET votes_given = votes_given + 1", "UPDATE users SET votes_given = votes_given - 1",
				"[users.votes_given]"},
			{"UPDATE users SET upvotes_received = upvotes_received + 1",
				"UPDATE users SET upvotes_received = upvotes_received - 1",
				"[users.reputation users.upvotes_received]"},
			{"UPDATE users SET downvotes_received = downvotes_received + 1",
				"UPDATE users SET downvotes_received = downvotes_received - 1",
				"[users.downvotes_received users.reputation]"},
			{"UPDATE users SET reputation = reputation + 1", "UPDATE users SET reputation = reputation - 1",
				"[users.reputation]"},
			{"UPDATE users SET project_count = project_count + 1", "UPDATE users SET project_count = project_count - 1",
				"[users.project_count]"},
			{"UPDATE users SET draft_count = draft_count - 1", "UPDATE users SET draft_count = draft_count + 1",
				"[users.draft_count]"},
			{"UPDATE counters SET value = value + 1", "UPDATE counters SET value = value - 1", "[counter]"},
			{"UPDATE users SET deleted_at = created_at WHERE username = 'voter'", "UPDATE users SET deleted_at = NULL",
				"[counter person of a deleted account]"},
			{"UPDATE votes SET target_type = 'gone'", "UPDATE votes SET target_type = 'project'",
				"[projects.eligible_upvotes projects.upvotes users.eligible_upvotes_received users.upvotes_received]"},
			{"INSERT INTO file_removals (id, due_at) SELECT CAST(id AS text) || '/', created_at FROM uploads",
				"DELETE FROM file_removals", "[removals of uploads]"},
			{"DELETE FROM upload_uses",
				"INSERT INTO upload_uses (kind, target_id, upload_id) SELECT 'project', p.id, u.id FROM projects p, uploads u", "[removals of uploads]"},
			{"UPDATE upload_uses SET target_id = upload_id",
				"UPDATE upload_uses SET target_id = (SELECT id FROM projects)", "[uploads of projects]"},
			{"UPDATE users SET avatar = '/uploads/a/1x1.png' WHERE username = 'owner'", "UPDATE users SET avatar = ''",
				"[uploads of avatars]"},
		} {
			t.Run(c.break_, func(t *testing.T) {
				storetest.Exec(t, db, c.break_)
				if got := fmt.Sprint(examine(t)); got != c.want {
					t.Errorf("drift %s, want %s", got, c.want)
				}
				storetest.Exec(t, db, c.mend)
			})
		}
	})
}
