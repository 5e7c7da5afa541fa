package project

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/schema"
	"uvboard/ent/upload"
	"uvboard/ent/uploaduse"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

func TestCreate(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		// spec: const2.defaults
		t.Run("Defaults", func(t *testing.T) {
			p := h.create(t, maker, idea("Pixel Garden"))
			got := h.get(t, nil, p.ID)
			want := &ent.Project{
				ID: p.ID, Short: p.Short, UserID: maker.UserID, CreatedAt: start.Add(time.Second),
				UpdatedAt: start.Add(time.Second),
				Title:     "Pixel Garden", TitleKey: "pixel garden", Tagline: "What Pixel Garden does for you",
				Logo: "/uploads/logo.png", Stage: "mvp", PrimaryCategory: "games", Monetization: "free", IsPublic: true,
				SecondaryCategories: []string{}, VibeTools: []string{"cursor"}, CustomTools: []string{},
				LookingFor: []string{}, Tags: []string{}, Alive: unchecked,
				PublishedAt: new(start.Add(time.Second)), Rank: vote.Rank(0, 0, start.Add(time.Second)),
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(ent.Project{}),
				cmpopts.IgnoreFields(ent.Project{}, "Edges")); diff != "" {
				t.Errorf("project (-want +got):\n%s", diff)
			}
			made := "What Pixel Garden does for you. A project in Games, currently at the MVP stage and shared with the community."
			if shown := h.ToProto(got); shown.Description != made || !shown.DescriptionGenerated {
				t.Errorf("description %q, generated %v", shown.Description, shown.DescriptionGenerated)
			}
			if diff := cmp.Diff(h.ToProto(got), h.ToProto(p), protocmp.Transform()); diff != "" {
				t.Errorf("answered differently from what is stored (-stored +answered):\n%s", diff)
			}
			if sec, nsec := p.ID.Time().UnixTime(); !time.Unix(sec, nsec).Equal(p.CreatedAt) {
				t.Errorf("the id says %v, created_at %v", time.Unix(sec, nsec), p.CreatedAt)
			}
		})
		// spec: form.description.generated
		t.Run("GeneratesADescription", func(t *testing.T) {
			in := idea("abc")
			in.Tagline = new("Ten chars!")
			made := Description(h.create(t, maker, in))
			if n := utf8.RuneCountInString(made); n < 50 || strings.Contains(made, "!.") {
				t.Errorf("description %q of %d characters", made, n)
			}
		})
		t.Run("CleansTexts", func(t *testing.T) {
			in := idea("  Tidy \x00")
			in.Tags = []string{" AI ", "ai", "", "saas"}
			in.CustomTools = []string{"Aider", "aider "}
			in.VibeTools = []string{"react", "react"}
			in.LaunchDate = new("2026-02-28T10:00:00Z")
			in.Metrics = &Metrics{Users: new(1.0), Custom: map[string]any{" stars ": 5.0, "quote": "good"}}
			p := h.create(t, maker, in)
			got := h.get(t, nil, p.ID)
			if got.Title != "Tidy" || got.LaunchDate != "2026-02-28" {
				t.Errorf("title %q, launch date %q", got.Title, got.LaunchDate)
			}
			// spec: form.tags.duplicates
			equal(t, "tags", got.Tags, []string{"AI", "saas"})
			// spec: submit.tools.kept
			equal(t, "custom tools", got.CustomTools, []string{"Aider"})
			// spec: submit.tools.custom
			equal(t, "tools", got.VibeTools, []string{"react", "other"})
			if diff := cmp.Diff(schema.ProjectImpact{Users: new(1.0),
				Custom: map[string]any{"stars": 5.0, "quote": "good"}}, got.Impact); diff != "" {
				t.Errorf("impact (-want +got):\n%s", diff)
			}
		})
		t.Run("MarksTheOwnerAsActive", func(t *testing.T) {
			h.create(t, maker, idea("Activity"))
			u, err := h.db.Client().User.Get(t.Context(), maker.UserID)
			must.NoError(t, err)
			if u.LastActiveAt == nil || u.LastActiveAt.UnixMilli() != h.clock.Load() {
				t.Errorf("last active at %v", u.LastActiveAt)
			}
		})
		t.Run("CategoriesOnce", func(t *testing.T) {
			in := idea("Twice")
			in.SecondaryCategories = []string{"news", "news"}
			// spec: form.secondary.duplicates
			equal(t, "secondary categories", h.create(t, maker, in).SecondaryCategories, []string{"news"})
		})
		for name, test := range map[string]struct {
			change func(in *Input)
			field  string
		}{
			// spec: form.secondary.primary
			"ErrPrimaryAmongSecondary": {func(in *Input) { in.SecondaryCategories = []string{"news", "games"} },
				"secondaryCategories"},
			"ErrInvalidDate": {func(in *Input) { in.LaunchDate = new("2026-02-30") }, "launchDate"},
			// spec: form.media
			"ErrNoImage": {func(in *Input) {
				in.Complete, in.Description = true,
					new(strings.Repeat("long ", 12))
			}, "media"},
			"ErrOnlyNUL":          {func(in *Input) { in.Title = new("\x00\x00\x00") }, "title"},
			"ErrInvisibleTitle":   {func(in *Input) { in.Title = new("\u200b\u200b\u200b") }, "title"},
			"ErrInvisibleTagline": {func(in *Input) { in.Tagline = new(strings.Repeat("\u3164", 12)) }, "tagline"},
			"ErrTooManyMetrics": {func(in *Input) {
				in.Metrics = &Metrics{Custom: map[string]any{}}
				for i := range 21 {
					in.Metrics.Custom[strings.Repeat("x", i+1)] = 1.0
				}
			}, "impact.metrics.custom"},
			"ErrMetricName": {func(in *Input) {
				in.Metrics = &Metrics{Custom: map[string]any{strings.Repeat("é", 61): 1.0}}
			}, "impact.metrics.custom"},
			"ErrMetricText": {func(in *Input) {
				in.Metrics = &Metrics{Custom: map[string]any{"x": strings.Repeat("é", 201)}}
			}, "impact.metrics.custom"},
			"ErrMetricNameLines": {func(in *Input) { in.Metrics = &Metrics{Custom: map[string]any{"a\nb": 1.0}} },
				"impact.metrics.custom"},
			"ErrMetricTextLines": {func(in *Input) { in.Metrics = &Metrics{Custom: map[string]any{"x": "a\u202eb"}} },
				"impact.metrics.custom"},
			"ErrMetricKind": {func(in *Input) { in.Metrics = &Metrics{Custom: map[string]any{"x": true}} },
				"impact.metrics.custom"},
		} {
			t.Run(name, func(t *testing.T) {
				in := idea("Refused")
				test.change(&in)
				_, err := h.Create(t.Context(), maker, in)
				refuse(t, err, "VALIDATION_FAILED", test.field)
			})
		}
		// spec: form.media.draft
		t.Run("DraftWithoutImage", func(t *testing.T) {
			in := idea("Draft")
			in.Complete, in.IsPublic = true, new(false)
			if p := h.create(t, maker, in); p.PublishedAt != nil {
				t.Errorf("a draft was published at %v", p.PublishedAt)
			}
		})
		// spec: form.media
		t.Run("PublishesWithAScreenshotOrACover", func(t *testing.T) {
			in := idea("Shown")
			in.Description = new(strings.Repeat("long ", 12))
			in.Complete, in.CoverImage = true, new("https://example.com/cover.png")
			h.create(t, maker, in)
			in.CoverImage, in.Screenshots = nil, []string{"https://example.com/1.png"}
			h.create(t, maker, in)
		})
	})
}

func TestUpdate(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, other, admin := h.user(t, "maker"), h.user(t, "other"), h.admin(t)
		full := idea("Full")
		full.Description = new(strings.Repeat("long ", 12))
		full.CoverImage = new("/uploads/cover.png")
		full.SecondaryCategories = []string{"news", "social"}
		full.CustomTools = []string{"Aider"}
		full.Tags = []string{"a", "b"}
		full.LookingFor = []string{"users"}
		full.Monetization = new("ads")
		full.LaunchDate = new("2026-01-02")
		full.Links = Links{Demo: new("https://a.example"), Repo: new("https://b.example")}
		full.Problem, full.Solution = new("P"), new("S")
		full.Metrics = &Metrics{Users: new(3.0), Custom: map[string]any{"x": "y"}}
		full.Screenshots, full.Videos = []string{"/uploads/1.png"}, []string{"/uploads/1.mp4"}
		p := h.create(t, maker, full)
		same := cmpopts.IgnoreUnexported(ent.Project{}, ent.ProjectEdges{}, ent.User{}, ent.UserEdges{})
		aside := cmpopts.IgnoreFields(ent.Project{}, "Edges", "UpdatedAt")

		t.Run("KeepsAbsentFields", func(t *testing.T) {
			h.clock.Add(1000)
			before := h.get(t, nil, p.ID)
			if _, err := h.Update(t.Context(), maker, p.ID, Input{}); err != nil {
				t.Fatal(err)
			}
			after := h.get(t, nil, p.ID)
			if diff := cmp.Diff(before, after, same, aside); diff != "" {
				t.Errorf("an empty update changed (-before +after):\n%s", diff)
			}
			if after.UpdatedAt.UnixMilli() != h.clock.Load() {
				t.Errorf("updated at %v", after.UpdatedAt)
			}
		})
		t.Run("ClearsEmptyFields", func(t *testing.T) {
			empty, none := new(""), []string{}
			want := h.get(t, nil, p.ID)
			want.Description, want.DescriptionHTML, want.Excerpt = "", "", ""
			want.CoverImage, want.Monetization, want.LaunchDate = "", "free", ""
			want.SecondaryCategories, want.CustomTools, want.Tags, want.LookingFor = none, none, none, none
			want.Links.Demo, want.Impact, want.Media = "", schema.ProjectImpact{Solution: "S"},
				schema.ProjectMedia{Videos: []string{"/uploads/1.mp4"}}
			got, err := h.Update(t.Context(), maker, p.ID, Input{
				Description: empty, CoverImage: empty, Monetization: empty, LaunchDate: empty,
				SecondaryCategories: none, CustomTools: none, Tags: none, LookingFor: none,
				Links: Links{Demo: empty}, Problem: empty, Metrics: &Metrics{}, Screenshots: none,
			})
			must.NoError(t, err)
			if diff := cmp.Diff(want, got, same, aside, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want, h.get(t, nil, p.ID), same, aside, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("stored (-want +got):\n%s", diff)
			}
		})
		t.Run("ErrPrimaryBecomesSecondary", func(t *testing.T) {
			if _, err := h.Update(t.Context(), maker, p.ID, Input{SecondaryCategories: []string{"news"}}); err != nil {
				t.Fatal(err)
			}
			_, err := h.Update(t.Context(), maker, p.ID, Input{PrimaryCategory: new("news")})
			refuse(t, err, "VALIDATION_FAILED", "secondaryCategories")
			if got := h.get(t, nil, p.ID).PrimaryCategory; got != "games" {
				t.Errorf("primary category %q after a refusal", got)
			}
		})
		t.Run("ChangesFacetsAndStage", func(t *testing.T) {
			_, err := h.Update(t.Context(), maker, p.ID, Input{
				PrimaryCategory: new("finance"), SecondaryCategories: []string{"games"}, VibeTools: []string{"claude"},
				Stage: new("beta"),
			})
			must.NoError(t, err)
			for _, q := range []ListQuery{{Category: "finance"}, {Category: "games"}, {Tool: "claude"},
				{Stage: "beta"}} {
				equal(t, "now in", h.list(t, q), []string{"Full"})
				q.Search = "full"
				equal(t, "now found in", h.list(t, q), []string{"Full"})
			}
			for _, q := range []ListQuery{{Category: "news"}, {Tool: "cursor"}, {Stage: "mvp"}} {
				equal(t, "no longer in", h.list(t, q), []string{})
				q.Search = "full"
				equal(t, "no longer found in", h.list(t, q), []string{})
			}
		})
		// spec: role.owner.projects
		t.Run("AnyStageAfterAnyOther", func(t *testing.T) {
			stages := []string{"idea", "mvp", "beta", "launched", "archived"}
			for _, from := range stages {
				for _, to := range stages {
					for _, stage := range []string{from, to} {
						// spec: state.stage.free
						if p, err := h.Update(t.Context(), maker, p.ID, Input{Stage: &stage}); err != nil ||
							p.Stage != stage {
							t.Errorf("%s to %s: %v", from, to, err)
						}
					}
				}
			}
		})
		t.Run("OwnerAndAdmins", func(t *testing.T) {
			_, err := h.Update(t.Context(), other, p.ID, Input{Title: new("Stolen")})
			refuse(t, err, "NOT_PROJECT_OWNER", "")
			if _, err := h.Update(t.Context(), admin, p.ID, Input{Title: new("Renamed")}); err != nil {
				t.Fatal(err)
			}
			if got := h.get(t, nil, p.ID); got.Title != "Renamed" || got.TitleKey != "renamed" ||
				got.UserID != maker.UserID {
				t.Errorf("project %v", got)
			}
			refuse(t, h.Delete(t.Context(), other, p.ID, ""), "NOT_PROJECT_OWNER", "")
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			_, err := h.Update(t.Context(), maker, uuid.New(), Input{})
			refuse(t, err, "PROJECT_NOT_FOUND", "")
			refuse(t, h.Delete(t.Context(), maker, uuid.New(), ""), "PROJECT_NOT_FOUND", "")
		})
		t.Run("ErrPublishWithoutImage", func(t *testing.T) {
			d := h.draft(t, maker, "Bare")
			_, err := h.Update(t.Context(), maker, d.ID, Input{IsPublic: new(true), Complete: true,
				Description: new(strings.Repeat("long ", 12))})
			refuse(t, err, "VALIDATION_FAILED", "media")
		})
	})
}

// A title is enough for a draft. What else a public project needs is asked for when it becomes public, all at once.
func TestADraftMayLackWhatAPublicProjectNeeds(t *testing.T) {
	needs := map[string]string{
		"tagline": "Tagline must be at least 10 characters", "primaryCategory": "Please select a category",
		"stage":     "Please select a stage",
		"vibeTools": "Select at least one vibe tool", "logo": "Logo is required",
	}
	asks := func(t *testing.T, err error, want map[string]string) {
		t.Helper()
		f := fault.Of(err)
		if f == nil || f.Kind != fault.KindInvalid || f.Code != "VALIDATION_FAILED" {
			t.Fatalf("error %v, want the missing fields", err)
		}
		if diff := cmp.Diff(want, f.Fields); diff != "" {
			t.Errorf("fields (-want +got):\n%s", diff)
		}
	}
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		draft := h.create(t, maker, Input{Title: new("Bare idea"), IsPublic: new(false)})
		if got := h.ToProto(h.get(t, maker, draft.ID)); got.Title != "Bare idea" || got.Description != "" ||
			got.IsPublic {
			t.Errorf("draft %v", got)
		}
		_, err := h.Create(t.Context(), maker, Input{Title: new("Bare idea")})
		asks(t, err, needs)
		asks(t, CheckPublic(draft), needs)
		_, err = h.Update(t.Context(), maker, draft.ID, Input{IsPublic: new(true)})
		asks(t, err, needs)
		if got := h.get(t, maker, draft.ID); got.IsPublic || got.PublishedAt != nil {
			t.Errorf("published at %v", got.PublishedAt)
		}

		// A draft takes any part, also what is too short for a public project.
		_, err = h.Update(t.Context(), maker, draft.ID, Input{Tagline: new("Soon"), Description: new("To do.")})
		must.NoError(t, err)
		_, err = h.Update(t.Context(), maker, draft.ID, Input{IsPublic: new(true), Stage: new("mvp"),
			PrimaryCategory: new("games"), Logo: new("/uploads/logo.png")})
		asks(t, err, map[string]string{
			"tagline": needs["tagline"], "vibeTools": needs["vibeTools"],
			"description": "Description must be at least 50 characters",
		})
		rest := idea("Bare idea")
		rest.Description, rest.IsPublic = new(""), new(true)
		_, err = h.Update(t.Context(), maker, draft.ID, rest)
		must.NoError(t, err)

		// A public project keeps what it needs, and loses it only with its publicity.
		cleared := Input{Tagline: new(""), Logo: new(""), VibeTools: []string{}}
		_, err = h.Update(t.Context(), maker, draft.ID, cleared)
		asks(t, err, map[string]string{"tagline": needs["tagline"], "logo": needs["logo"],
			"vibeTools": needs["vibeTools"]})
		cleared.IsPublic = new(false)
		_, err = h.Update(t.Context(), maker, draft.ID, cleared)
		must.NoError(t, err)

		// An imported project lacks what older systems did not ask for. It can be changed and stays public.
		old, err := h.FromProto(t.Context(), &pb.ProjectInput{Title: new("From before"), Tagline: new("Old")})
		must.NoError(t, err)
		old.ID, old.UserID, old.CreatedAt, old.Stage, old.PrimaryCategory = uuid.New(), maker.UserID, start, "mvp",
			"games"
		_, err = h.Insert(t.Context(), old)
		must.NoError(t, err)
		_, err = h.Update(t.Context(), maker, old.ID, Input{Tags: []string{"old"}})
		must.NoError(t, err)
		_, err = h.Update(t.Context(), maker, old.ID, Input{Stage: new("")})
		asks(t, err, map[string]string{"stage": needs["stage"]})
	})
}

// A project that was public when a moderator hid it is public again when it is shown, unless an edit says otherwise.
func TestEditWhileHidden(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		for name, c := range map[string]struct {
			before bool
			edit   Input
			after  bool
		}{
			"APublicProjectStaysOne": {true, Input{Tagline: new("Edited while it was hidden")}, true},
			"ADraftStaysOne":         {false, Input{Tagline: new("Edited while it was hidden")}, false},
			"IsUnpublished":          {true, Input{IsPublic: new(false)}, false},
			"IsPublished":            {false, Input{IsPublic: new(true)}, true},
		} {
			t.Run(name, func(t *testing.T) {
				in := idea(name)
				in.IsPublic = &c.before
				p := h.create(t, maker, in)
				hide := func(hidden bool) {
					must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
						_, err := h.setHidden(ctx, tx, p.ID, hidden)
						return err
					}))
				}
				hide(true)
				edited, err := h.Update(t.Context(), maker, p.ID, c.edit)
				must.NoError(t, err)
				if edited.IsPublic {
					t.Error("public while it is hidden")
				}
				hide(false)
				if got := h.get(t, maker, p.ID); got.IsPublic != c.after {
					t.Errorf("public %v, want %v", got.IsPublic, c.after)
				}
			})
		}
	})
}

func TestVisibility(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, other, admin := h.user(t, "maker"), h.user(t, "other"), h.admin(t)
		h.create(t, maker, idea("Neighbour"))
		d := h.draft(t, maker, "Secret plan")
		neighbour := h.list(t, ListQuery{})

		hidden := func(t *testing.T) {
			t.Helper()
			for _, stranger := range []*auth.Caller{nil, other} {
				_, err := h.Get(t.Context(), stranger, d.ID)
				refuse(t, err, "PROJECT_NOT_FOUND", "")
				_, err = h.Related(t.Context(), stranger, d.ID, 6, "")
				refuse(t, err, "PROJECT_NOT_FOUND", "")
				got, _, err := h.ListByUser(t.Context(), stranger, maker.UserID, 10, "")
				must.NoError(t, err)
				equal(t, "projects of the maker", titles(got), []string{"Neighbour"})
			}
			_, err := h.Update(t.Context(), other, d.ID, Input{})
			refuse(t, err, "PROJECT_NOT_FOUND", "")
			refuse(t, h.Delete(t.Context(), other, d.ID, ""), "PROJECT_NOT_FOUND", "")
			for _, q := range []ListQuery{
				{}, {Type: newest}, {Type: trending}, {Sort: oldest}, {Sort: alphabetical}, {Sort: trending},
				{Stage: "mvp"}, {Category: "games"}, {Tool: "cursor"},
				{Stage: "mvp", Category: "games", Tool: "cursor"},
			} {
				equal(t, "public list", h.list(t, q), neighbour)
				q.Size = 1
				page, err := h.List(t.Context(), q)
				if err != nil || page.Total != 1 || page.Capped {
					t.Errorf("%+v counts %d, capped %v, %v; want 1", q, page.Total, page.Capped, err)
				}
			}
			for _, q := range []ListQuery{{Type: featured}, {Search: "secret"}, {Search: "secret", Sort: alphabetical},
				{Search: "secret", Stage: "mvp"}} {
				equal(t, "public list", h.list(t, q), []string{})
			}
			related, err := h.Related(t.Context(), nil, h.id(t, "Neighbour"), 6, "")
			must.NoError(t, err)
			equal(t, "related", titles(related.Projects), []string{})
		}
		t.Run("HidesADraft", hidden)
		t.Run("ShowsADraftToOwnerAndAdmin", func(t *testing.T) {
			for _, caller := range []*auth.Caller{maker, admin} {
				h.get(t, caller, d.ID)
				got, _, err := h.ListByUser(t.Context(), caller, maker.UserID, 10, "")
				must.NoError(t, err)
				equal(t, "projects of the maker", titles(got), []string{"Secret plan", "Neighbour"})
			}
		})
		t.Run("DoesNotFeatureADraft", func(t *testing.T) {
			_, err := h.Feature(t.Context(), admin, d.ID, nil, "good", "")
			refuse(t, err, "PROJECT_NOT_PUBLIC", "")
		})
		h.clock.Add(5000)
		published := h.clock.Load()
		// spec: profile.flip
		t.Run("Publishes", func(t *testing.T) {
			p, err := h.Update(t.Context(), maker, d.ID, Input{IsPublic: new(true)})
			must.NoError(t, err)
			if p.PublishedAt == nil || p.PublishedAt.UnixMilli() != published ||
				p.Rank != vote.Rank(0, 0, *p.PublishedAt) {
				t.Errorf("published at %v with rank %v", p.PublishedAt, p.Rank)
			}
			equal(t, "search", h.list(t, ListQuery{Search: "secret"}), []string{"Secret plan"})
			equal(t, "newest", h.list(t, ListQuery{}), []string{"Secret plan", "Neighbour"})
		})
		t.Run("KeepsThePublishedTime", func(t *testing.T) {
			if _, err := h.Feature(t.Context(), admin, d.ID, nil, "good", ""); err != nil {
				t.Fatal(err)
			}
			for _, public := range []bool{false, true, false} {
				h.clock.Add(5000)
				p, err := h.Update(t.Context(), maker, d.ID, Input{IsPublic: &public})
				must.NoError(t, err)
				if p.PublishedAt.UnixMilli() != published {
					t.Errorf("published at %v", p.PublishedAt)
				}
			}
		})
		t.Run("HidesItAgain", hidden)
	})
}

func (h fixture) id(t testing.TB, title string) uuid.UUID {
	t.Helper()
	p, err := h.db.Client().Project.Query().Where(entproject.Title(title)).Only(t.Context())
	must.NoError(t, err)
	return p.ID
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, fan := h.user(t, "maker"), h.user(t, "fan")
		shown := idea("Gone")
		shown.Logo, shown.Screenshots = new(h.upload(t, maker)), []string{h.upload(t, maker), "https://a.example/1.png"}
		p := h.create(t, maker, shown)
		dropped := h.upload(t, maker)
		for _, cover := range []string{dropped, ""} { // shown, then removed
			if _, err := h.Update(t.Context(), maker, p.ID, Input{CoverImage: &cover}); err != nil {
				t.Fatal(err)
			}
		}
		other := idea("Kept")
		other.Logo = new(h.upload(t, maker))
		kept := h.create(t, maker, other)
		before := h.stored(t)
		votes := h.votes()
		for _, id := range []uuid.UUID{p.ID, kept.ID} {
			if _, err := votes.Cast(t.Context(), fan.UserID, "project", id, vote.Up); err != nil {
				t.Fatal(err)
			}
		}
		must.NoError(t, h.Delete(t.Context(), maker, p.ID, ""))
		_, err := h.Get(t.Context(), maker, p.ID)
		refuse(t, err, "PROJECT_NOT_FOUND", "")
		equal(t, "search", h.list(t, ListQuery{Search: "gone"}), []string{})
		if after := h.stored(t); before == 0 || after*3 != before {
			t.Errorf("%d files of %d are left, want those of one of three uploads", after, before)
		}
		if n, err := h.db.Client().Upload.Query().Where(upload.HasUsesWith(uploaduse.TargetID(kept.ID))).
			Count(t.Context()); err != nil || n != 1 {
			t.Errorf("the other project shows %d uploads, %v", n, err)
		}
		for what, count := range map[string]func(context.Context) (int, error){
			"votes": h.db.Client().Vote.Query().Count,
			"tags": func(ctx context.Context) (int, error) {
				n, err := h.db.Client().Tagged.Query().Count(ctx)
				return n / 2, err
			},
		} {
			if n, err := count(t.Context()); err != nil || n != 1 {
				t.Errorf("%d %s left of what was 2, %v", n, what, err)
			}
		}
		u, err := h.db.Client().User.Query().Where(user.ID(maker.UserID)).Only(t.Context())
		must.NoError(t, err)
		if u.Reputation != vote.Reputation(1, 0) || u.ProjectCount != 1 {
			t.Errorf("reputation %d and %d projects are left", u.Reputation, u.ProjectCount)
		}
	})
}

// If a form names an upload that has been removed, the fault names the field and nothing is saved.
func TestAnUploadThatIsGoneIsAskedForAgain(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		gone, there := h.upload(t, maker), h.upload(t, maker)
		p := h.create(t, maker, idea("Shows one"))
		if _, err := h.Update(t.Context(), maker, p.ID, Input{Logo: &there}); err != nil {
			t.Fatal(err)
		}
		h.clock.Add((25 * time.Hour).Milliseconds())
		h.stored(t)
		for field, in := range map[string]Input{
			"logo": {Logo: &gone}, "coverImage": {CoverImage: &gone},
			"media.screenshots": {Screenshots: []string{there, gone}}, "media.videos": {Videos: []string{gone}},
		} {
			_, err := h.Update(t.Context(), maker, p.ID, in)
			if f := fault.Of(err); f == nil ||
				f.Fields[field] != "This file was removed because no project used it. Please upload it again." {
				t.Errorf("%s: %v", field, err)
			}
		}
		shown := idea("Another")
		shown.Logo = &gone
		_, err := h.Create(t.Context(), maker, shown)
		refuse(t, err, "VALIDATION_FAILED", "logo")
		if after, err := h.Get(t.Context(), maker, p.ID); err != nil || after.Logo != there || after.CoverImage != "" {
			t.Errorf("%v, %v", after, err)
		}
	})
}

// spec: call.projects.featured, entity2.project.featured
func TestFeature(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, admin := h.user(t, "maker"), h.admin(t)
		first, second := h.create(t, maker, idea("First")), h.create(t, maker, idea("Second"))
		feature := func(p *ent.Project, featured bool) {
			t.Helper()
			h.clock.Add(1000)
			change := h.Unfeature
			if featured {
				change = func(ctx context.Context, admin *auth.Caller, id uuid.UUID, reason string) (*ent.Project,
					error) {
					return h.Feature(ctx, admin, id, nil, reason, "")
				}
			}
			got, err := change(t.Context(), admin, p.ID, "because")
			must.NoError(t, err)
			if h.ToProto(got).IsFeatured != featured {
				t.Errorf("featured %v, want %v", !featured, featured)
			}
		}
		feature(second, true)
		feature(first, true)
		feature(second, true) // recorded, but the order stays
		equal(t, "featured", h.list(t, ListQuery{Type: featured, Size: 1}), []string{"First", "Second"})
		equal(t, "featured and found", h.list(t, ListQuery{Type: featured, Search: "second"}), []string{"Second"})
		feature(first, false)
		equal(t, "featured", h.list(t, ListQuery{Type: featured}), []string{"Second"})
		acts, err := h.db.Client().FeatureAct.Query().Order(ent.Asc("id")).All(t.Context())
		must.NoError(t, err)
		if len(acts) != 3 || acts[0].AdminID != admin.UserID || acts[0].Reason != "because" || acts[0].EndedAt == nil ||
			acts[2].EndedAt != nil {
			t.Errorf("acts %v", acts)
		}
		if _, err := h.Feature(t.Context(), admin, uuid.New(), nil, "x", ""); err == nil {
			t.Error("an unknown project was featured")
		}
	})
}
