package project

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"uvboard/backend/platform/author"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/schema"
	pb "uvboard/gen/uvboard/v1"
)

// The hand-written reads return what Ent returns, in every column.
func TestReadsMatchEnt(t *testing.T) {
	for _, column := range entproject.Columns {
		if column == entproject.FieldDeletedAt { // rows with it are not read
			continue
		}
		if !strings.Contains(listColumns+pageColumns+",", "p."+column+",") {
			t.Errorf("column %s is not read", column)
		}
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		id, owner := uuid.New(), uuid.New()
		at := time.Date(2026, 3, 4, 5, 6, 7, 8_000_000, time.UTC)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			if err := tx.User.Create().SetID(owner).SetUsername("maker").SetUsernameKey("maker").SetEmail("e").SetEmailKey("e").SetPasswordHash("x").
				SetViberTag("@maker").SetDisplayName("Maker").SetAvatar("avatar").SetCreatedAt(at).SetUpdatedAt(at).Exec(ctx); err != nil {
				return err
			}
			return tx.Project.Create().SetID(id).SetUserID(owner).SetCreatedAt(at).
				SetTitle(`A "title" \ ünïcode 🎉`).SetTitleKey("key").SetTagline("tagline").SetDescription("description").SetLogo("logo").SetCoverImage("cover").
				SetStage("beta").SetPrimaryCategory("games").SetSecondaryCategories([]string{"music_audio", "social"}).SetVibeTools([]string{"claude"}).
				SetCustomTools([]string{`with "quotes"`, `back\slash`, "comma, space", "", "über", "line\nend", " "}).SetMonetization("ads").
				SetLookingFor([]string{"users"}).SetTags([]string{"a", "b"}).SetLinks(schema.ProjectLinks{Demo: "demo", Docs: "docs"}).
				SetMedia(schema.ProjectMedia{Screenshots: []string{"one", "two"}, Videos: []string{"film"}}).
				SetImpact(schema.ProjectImpact{Problem: "problem", Users: new(2.5), Custom: map[string]any{"stars": 5.0, "quote": "good"}}).
				SetLaunchDate("2026-01-31").SetIsPublic(false).SetPublishedAt(at).SetFeaturedAt(at.Add(time.Hour)).SetUpvotes(3).SetDownvotes(4).SetRank(1.25).
				SetExcerpt("excerpt").SetDescriptionVersion(7).SetDescriptionHTML("<p>description</p>").
				SetUpdatedAt(at.Add(time.Minute)).Exec(ctx)
		}))
		want := db.Client().Project.Query().Where(entproject.ID(id)).OnlyX(t.Context())
		got, err := new(selection).where("p.id = ?", id).read(t.Context(), db, "")
		if err != nil || len(got) != 1 {
			t.Fatalf("%d found: %v", len(got), err)
		}
		page, err := new(selection).where("p.id = ?", id).readPage(t.Context(), db)
		must.NoError(t, err)
		if diff := cmp.Diff(want, page, cmpopts.IgnoreUnexported(ent.Project{}), cmpopts.IgnoreFields(ent.Project{}, "Edges")); diff != "" {
			t.Errorf("-Ent +by hand:\n%s", diff)
		}
		want.DescriptionHTML, want.DescriptionVersion = "", 0 // not read by lists
		if diff := cmp.Diff(want, got[0], cmpopts.IgnoreUnexported(ent.Project{}), cmpopts.IgnoreFields(ent.Project{}, "Edges")); diff != "" {
			t.Errorf("in a list: -Ent +by hand:\n%s", diff)
		}
		wantOwner := &pb.Author{Id: owner.String(), Username: "maker", DisplayName: "Maker", ViberTag: "@maker", Avatar: "avatar"}
		if diff := cmp.Diff(wantOwner, author.ToProto(got[0].Edges.Owner), protocmp.Transform()); diff != "" {
			t.Errorf("owner: -want +got:\n%s", diff)
		}
	})
}

func TestStringList(t *testing.T) {
	for _, text := range []string{`[]`, `["a"]`, `["a","b"]`, `["a", "b"]`, `[""]`, `["", ""]`, `["a, b", " , "]`, `["é🎉"]`, `["a\"b", "c\\", "\u0041"]`} {
		var want []string
		must.NoError(t, json.Unmarshal([]byte(text), &want))
		for _, value := range []any{text, []byte(text)} {
			var got stringList
			if err := got.Scan(value); err != nil || !slices.Equal(got, want) || got == nil {
				t.Errorf("%s is %q, want %q; %v", text, got, want, err)
			}
		}
	}
	for _, wrong := range []any{nil, 7, `"a"`, `["a`, `["a]`, ``} {
		if err := new(stringList).Scan(wrong); err == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}
