package web_test

import (
	"context"
	"encoding/xml"
	"testing"
	"time"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

func (b *board) showMany(n int) {
	b.t.Helper()
	b.write(func(ctx context.Context, tx *ent.Client) error {
		for from := 0; from < n; from += 100 {
			var rows []*ent.ProjectCreate
			for i := from; i < from+100; i++ {
				rows = append(rows, tx.Project.Create().SetID(numbered(2, i)).SetUserID(b.owner).SetTitle("x").SetTitleKey("x").
					SetTagline("x").SetStage("mvp").SetPrimaryCategory("games").SetPublishedAt(published).SetCreatedAt(published).SetUpdatedAt(published))
			}
			if err := tx.Project.CreateBulk(rows...).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestFeed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		golden(t, "feed_empty.xml", serve(t, b.service.ServeFeed, "/feed.xml").Body.String())
		b.show(1, `<b>Bold</b> & "quoted"`, true)
		b.show(2, "Secret", false)
		b.show(3, "Newest", true)
		first := serve(t, b.service.ServeFeed, "/projects/feed.xml")
		golden(t, "feed.xml", first.Body.String())
		if kind := first.Header().Get("Content-Type"); kind != "application/atom+xml; charset=utf-8" {
			t.Error(kind)
		}
		tag := first.Header().Get("Etag")
		if again := serve(t, b.service.ServeFeed, "/projects/feed.xml", "If-None-Match", tag); again.Code != 304 || again.Body.Len() > 0 {
			t.Error(again.Code, again.Body)
		}
		b.show(4, "Newer", true)
		if later := serve(t, b.service.ServeFeed, "/projects/feed.xml", "If-None-Match", tag); later.Code != 200 {
			t.Error("a changed feed:", later.Code)
		}
		if err := b.service.ServeFeed(nil, serveRequest(t, "/other/feed.xml")); err == nil {
			t.Error("a feed that is none")
		}
	})
}

// What RFC 4287 asks of every feed and entry.
func TestFeedIsWhole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		b.showMany(100)
		var feed struct {
			XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
			ID      string   `xml:"id"`
			Title   string   `xml:"title"`
			Updated string   `xml:"updated"`
			Entries []struct {
				ID      string `xml:"id"`
				Title   string `xml:"title"`
				Updated string `xml:"updated"`
				Author  string `xml:"author>name"`
				Link    struct {
					Href string `xml:"href,attr"`
				} `xml:"link"`
			} `xml:"entry"`
		}
		if err := xml.Unmarshal(serve(t, b.service.ServeFeed, "/feed.xml").Body.Bytes(), &feed); err != nil {
			t.Fatal(err)
		}
		if feed.ID == "" || feed.Title == "" || len(feed.Entries) != 50 {
			t.Errorf("%q %q, %d entries", feed.ID, feed.Title, len(feed.Entries))
		}
		for i, e := range feed.Entries {
			id := numbered(2, 99-i)
			if e.ID != "urn:uuid:"+id.String() || e.Title == "" || e.Author == "" || e.Link.Href != "https://board.example/projects/"+id.String() {
				t.Errorf("entry %d: %+v", i, e)
			}
			if _, err := time.Parse(time.RFC3339, e.Updated); err != nil {
				t.Error(err)
			}
		}
	})
}
