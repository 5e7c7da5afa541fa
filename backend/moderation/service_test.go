package moderation

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// If the job about late votes runs while a ban is lifted, the votes of the user count in the end.
func TestLiftDuringTheJobAboutLateVotes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		votes := vote.NewService(db, []domain.Votable{project.Votable}, time.Now)
		s := NewService(db, nil, votes, "UV Board", time.Now)
		admin, maker, reader := &auth.Caller{IsAdmin: true}, uuid.Nil, uuid.Nil
		var p *ent.Project
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for name, id := range map[string]*uuid.UUID{"admin": &admin.UserID, "maker": &maker, "reader": &reader} {
				u, err := account.NewUser(tx, name, name+"@example.com", "", time.Now()).SetIsAdmin(name == "admin").Save(ctx)
				if err != nil {
					return err
				}
				*id = u.ID
			}
			var err error
			p, err = tx.Project.Create().SetUserID(maker).SetTitle("Kiln log").SetTitleKey("kiln log").SetTagline("Fires").SetStage("mvp").
				SetPrimaryCategory("games").SetIsPublic(true).SetPublishedAt(time.Now()).SetRank(0).SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Save(ctx)
			return err
		}))
		_, err := votes.Cast(t.Context(), reader, project.Kind, p.ID, vote.Up)
		must.NoError(t, err)
		for range 30 {
			_, err := s.Suspend(t.Context(), admin, reader, nil, "Spam")
			must.NoError(t, err)
			must.Concurrently(t, 2, func(i int) error {
				if i == 0 {
					return s.Lift(t.Context(), admin, reader, "")
				}
				return s.uncountLate(t.Context())
			})
			drifts, err := doctor.Examine(t.Context(), db, []domain.Domain{vote.Domain(votes), Domain(s)})
			if counted := db.Client().Vote.Query().OnlyX(t.Context()).IsCounted; err != nil || len(drifts) > 0 || !counted {
				t.Fatalf("counted %v, drift %v, err %v", counted, drifts, err)
			}
		}
	})
}
