package erasure_test

import (
	"context"
	"database/sql"
	"slices"
	"testing"
	"time"

	"uvboard/backend/account"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entuser "uvboard/ent/user"
)

// staying lists the columns of a user that a deletion keeps, because they are not personal.
var staying = map[string]string{
	"id":                        "what remains of the content refers to it",
	"created_at":                "the time inside the id",
	"deleted_at":                "says that the account is deleted",
	"deleting":                  "what is still to be done",
	"is_demo":                   "says that the account came with the demo content",
	"project_count":             "counts what is there until it goes",
	"draft_count":               "counts what is there until it goes",
	"forum_thread_count":        "counts what is there until it goes",
	"forum_post_count":          "counts what is there until it goes",
	"blog_post_count":           "counts what is there until it goes",
	"blog_comment_count":        "counts what is there until it goes",
	"votes_given":               "counts what is there until it goes",
	"upvotes_received":          "counts what is there until it goes",
	"downvotes_received":        "counts what is there until it goes",
	"eligible_upvotes_received": "counts what is there until it goes",
	"reputation":                "counts what is there until it goes",
	"follower_count":            "counts what is there until it goes",
	"following_count":           "counts what is there until it goes",
	"link_post_count":           "never falls",
}

// Every column of users is cleared by a deletion or listed in staying.
func TestDeletionClearsPersonalColumns(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := open(t, db)
		ada, root := h.join(t, "ada"), h.join(t, "root")
		if err := h.accounts.GrantAdmin(t.Context(), root.Username); err != nil { // so that ada may leave
			t.Fatal(err)
		}
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(ada.UserID).SetEmailVerifiedAt(h.now()).SetEmailOwnedAt(h.now()).
				SetNewEmail("lovelace@example.org").SetLastActiveAt(h.now()).SetRole(auth.RoleAdmin).
				SetSuspendedAt(h.now()).SetSuspendedUntil(h.now()).SetSuspensionReason("Spam").SetLinkPostedAt(h.now()).
				SetHidesFollows(true).SetHidesAgents(true).SetVotesHeldAt(h.now()).SetVouchedAt(h.now()).
				SetDisplayName("Ada Lovelace").SetAvatar("https://ada.example/face.png").SetBio("Engines").
				SetLocation("London").
				SetGithub("ada").SetTwitter("ada").SetLinkedin("ada").SetWebsite("https://ada.example").
				SetSkills([]string{"Looms"}).Exec(ctx)
		}))
		row := func() map[string]sql.NullString {
			t.Helper()
			columns := map[string]sql.NullString{}
			for _, column := range entuser.Columns {
				var value sql.NullString
				must.NoError(t, db.Reader().
					QueryRowContext(t.Context(), "SELECT CAST("+column+" AS text) FROM users WHERE id = $1",
						ada.UserID).Scan(&value))
				columns[column] = value
			}
			return columns
		}
		before := row()
		h.clock.Add(time.Minute.Milliseconds())
		h.leave(t, ada, account.Anonymise)
		after := row()
		for _, column := range entuser.Columns {
			switch had, has := before[column], after[column]; {
			case staying[column] != "":
			case slices.Contains([]string{"", "[]", "0", "false"}, had.String):
				t.Errorf("users.%s: give it a value in this test, and have the deletion of an account take it away",
					column)
			case has == had:
				t.Errorf("users.%s is still %q: have the deletion of an account take it away, or say above why it stays", column, has.String)
			case has.Valid && has.String == "" && !h.doctorFinds(t, ada.UserID.String(), column):
				t.Errorf("users.%s: the doctor does not notice when it is not empty", column)
			}
		}
		h.exact(t)
	})
}

// doctorFinds reports whether doctor finds a value left in a column of a deleted account.
func (h fixture) doctorFinds(t *testing.T, id, column string) bool {
	t.Helper()
	query := "UPDATE users SET " + column + " = $1 WHERE id = $2"
	storetest.Exec(t, h.db, query, "left behind", id)
	defer storetest.Exec(t, h.db, query, "", id)
	drifts, err := doctor.Examine(t.Context(), h.db, h.domains())
	must.NoError(t, err)
	return slices.ContainsFunc(drifts, func(d domain.Drift) bool { return d.ID == id })
}
