package moderation

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// BenchmarkQueue measures the queue and a new report with 100,000 open reports of 20,000 things, on both databases.
func BenchmarkQueue(b *testing.B) {
	for name, address := range map[string]string{"sqlite": storetest.SQLiteURL(b),
		"postgres": storetest.EmptyPostgresURL(b)} {
		db := storetest.Open(b, address)
		must.NoError(b, db.Migrate(b.Context()))
		s := NewService(db, []domain.Moderated{users}, mail.Named("", ""), nil, time.Now)
		fill(b, db)
		last := ""
		for range 50 { // pages of 100
			_, next, err := s.Queue(b.Context(), overseer, 100, last)
			must.NoError(b, err)
			last = next
		}
		for at, token := range map[string]string{"first page": "", "page of case 5,000": last} {
			b.Run(name+"/"+at, func(b *testing.B) {
				for b.Loop() {
					_, _, err := s.Queue(b.Context(), overseer, 20, token)
					must.NoError(b, err)
				}
			})
		}
		b.Run(name+"/report", func(b *testing.B) {
			by := &auth.Caller{UserID: db.Client().User.Query().FirstX(b.Context()).ID}
			targets := db.Client().User.Query().Offset(1).Limit(1000).IDsX(b.Context())
			for i := 0; b.Loop(); i++ {
				if i%len(targets) == 0 {
					storetest.Exec(b, db, "DELETE FROM reports WHERE details = 'new'")
				}
				_, err := s.Create(b.Context(), by,
					Report{TargetType: account.Kind, TargetID: targets[i%len(targets)], Reason: "spam", Details: "new"})
				must.NoError(b, err)
			}
		})
	}
}

func fill(b *testing.B, db *store.DB) {
	const things, reporters, batch = 20_000, 5, 500
	now := time.Now()
	for first := 0; first < things; first += batch {
		must.NoError(b, db.Write(b.Context(), func(ctx context.Context, tx *ent.Client) error {
			var reports []*ent.ReportCreate
			var cases []*ent.ReportCaseCreate
			var people []*ent.UserCreate
			for i := range batch {
				at := now.Add(-time.Duration(first+i) * time.Minute)
				id := uuid.New()
				if first+i < 1001 {
					name := fmt.Sprintf("user%d", first+i)
					people = append(people, account.NewUser(tx, name, name+"@example.com", "", now.Add(-48*time.Hour)))
				}
				for range reporters {
					reports = append(reports, tx.Report.Create().SetID(store.NewID(at)).SetTargetType(account.Kind).
						SetTargetID(id).SetReason("spam").SetInGoodStanding(true).SetCreatedAt(at).SetUpdatedAt(at))
				}
				cases = append(cases, tx.ReportCase.Create().SetID(id).SetTargetType(account.Kind).
					SetOpenReports(reporters).SetReporters(reporters).SetOpenedAt(at).SetDueAt(dueAt(at, reporters)))
			}
			if len(people) > 0 {
				if err := tx.User.CreateBulk(people...).Exec(ctx); err != nil {
					return err
				}
			}
			if err := tx.Report.CreateBulk(reports...).Exec(ctx); err != nil {
				return err
			}
			return tx.ReportCase.CreateBulk(cases...).Exec(ctx)
		}))
	}
	storetest.Exec(b, db, "ANALYZE")
}
