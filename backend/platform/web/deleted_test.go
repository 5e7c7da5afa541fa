package web_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// A project whose maker is gone is there, and nothing on its page or in a list leads to a profile that is not.
func TestMakerWhoseAccountIsDeleted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		id := b.show(1, "Left behind", true)
		b.write(func(ctx context.Context, tx *ent.Client) error {
			return tx.User.UpdateOneID(b.owner).SetUsername("").SetUsernameKey("deleted-1").SetViberTag("@deleted-1").
				SetDisplayName("Deleted member").SetDeletedAt(published).Exec(ctx)
		})
		page, ok := b.describe("/projects/" + id.String())
		data, err := json.Marshal(page.Data)
		if !ok || page.Status != 200 || err != nil || !strings.Contains(string(data), "Deleted member") {
			t.Errorf("page %+v, err %v", page, err)
		}
		told := string(data) + serve(t, b.service.ServeFeed, "/feed.xml").Body.String()
		for _, address := range locations(t, serve(t, b.service.ServeSitemapIndex, "/sitemap.xml")) {
			told += serve(t, b.service.ServeSitemap, strings.TrimPrefix(address, "https://board.example")).Body.String()
		}
		if !strings.Contains(told, "<name>Deleted member</name>") || strings.Contains(told, "/profile/") || strings.Contains(told, "deleted-1") {
			t.Errorf("it tells of a profile: %s", told)
		}
		for _, name := range []string{"kilnfire", "deleted-1"} {
			if page, _ := b.describe("/profile/" + name); page.Status != 404 {
				t.Errorf("the profile %s: %d", name, page.Status)
			}
		}
	})
}
