package admin

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/news"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// brokenBucket is object storage that does not respond.
type brokenBucket struct{ bucket.Bucket }

func (brokenBucket) Check(context.Context) error {
	return errors.New("secret-endpoint: connection refused")
}

// spec: admin.stats.health
func TestChecks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		feed := httptest.NewServer(http.NotFoundHandler())
		defer feed.Close()
		feeds := news.NewService(db, []config.Feed{{Name: "Kiln weekly", URL: feed.URL}}, time.Hour, clock)
		files, err := bucket.Open("", t.TempDir())
		must.NoError(t, err)
		expect := func(when string, uploads bucket.Bucket, sendsMail bool, want ...State) {
			t.Helper()
			got := examine(t.Context(), Checks(db, media.NewService(db, uploads, clock), feeds, sendsMail, clock))
			if !slices.Equal(got, want) {
				t.Errorf("%s: %+v, want %+v", when, got, want)
			}
		}
		database := State{"Database", "Reachable, and its schema is current.", true}
		stored := State{"Uploads", "Files can be stored and read.", true}
		expect("new", files, true, database, stored, State{"Mail", "0 mails waiting.", true},
			State{"News feeds", "Not fetched yet.", true})

		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return mail.Named("", "").
				AddWithoutUser(ctx, tx, "ada@example.com", mail.Message{Category: mail.Category{Name: "greeting"},
					Subject: "Hi"}, now.Add(-16*time.Minute))
		}))
		must.NoError(t, feeds.Work(t.Context()))
		failing := State{"News feeds", "1 of 1 cannot be read: Kiln weekly.", false}
		logged := slog.Default()
		slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
		expect("broken", brokenBucket{}, true, database, State{"Uploads", "The check failed. The log says why.", false},
			State{"Mail", "1 mail waiting for more than 15 minutes.", false}, failing)
		slog.SetDefault(logged)

		storetest.Exec(t, db, "UPDATE mails SET state = 'failed'")
		expect("given up", files, true, database, stored,
			State{"Mail", "1 mail given up in the last 30 days, 0 waiting.", false}, failing)
		expect("no mail server", files, false, database, stored,
			State{"Mail", "No mail server is configured, so mails stay in the mail queue.", true}, failing)
	})
}
