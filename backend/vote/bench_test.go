package vote_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// BenchmarkCast casts votes of 200 members on 50 projects, as fast as eight connections can.
func BenchmarkCast(b *testing.B) {
	for name, url := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL,
		"postgres": storetest.PostgresURL} {
		b.Run(name, func(b *testing.B) {
			db := storetest.Open(b, url(b))
			service := vote.NewService(db, []domain.Votable{project.Votable}, time.Now)
			voters, items := make([]uuid.UUID, 200), make([]uuid.UUID, 50)
			must.NoError(b, db.Write(b.Context(), func(ctx context.Context, tx *ent.Client) error {
				for i := range voters {
					name := fmt.Sprint("voter", i)
					u, err := account.NewUser(tx, name, name+"@example.com", "", published).Save(ctx)
					if err != nil {
						return err
					}
					voters[i] = u.ID
				}
				for i := range items {
					p, err := tx.Project.Create().SetUserID(voters[i]).SetTitle("Kiln").SetTitleKey("kiln").
						SetTagline("Fires").SetStage("mvp").SetPrimaryCategory("games").SetIsPublic(true).
						SetPublishedAt(published).SetCreatedAt(published).SetUpdatedAt(published).Save(ctx)
					if err != nil {
						return err
					}
					items[i] = p.ID
				}
				return nil
			}))
			var n atomic.Int64
			b.SetParallelism(4)
			b.ResetTimer()
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					i := int(n.Add(1))
					voter, value := voters[50+i%150], []int{vote.Up, vote.Down, vote.Up, vote.None}[(i/7500)%4]
					if _, err := service.Cast(b.Context(), voter, "project", items[(i/150)%50], value); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "votes/s")
		})
	}
}
