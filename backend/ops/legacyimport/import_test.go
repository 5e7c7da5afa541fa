package legacyimport

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

func TestRun(t *testing.T) {
	data, err := os.ReadFile("testdata/legacy.json")
	must.NoError(t, err)
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
		must.NoError(t, err)
		projects := project.NewService(db, media.NewService(db, bucket, clock), clock)
		err = db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error { // the username is taken
			if err := account.NewUser(tx, "ada", "ada@example.com", "", now).Exec(ctx); err != nil {
				return err
			}
			return stats.Add(ctx, tx, stats.Users, 1)
		})
		must.NoError(t, err)
		run := func(data string) (done Summary, problems []string, err error) {
			file, err := Parse([]byte(data))
			if err == nil {
				done, err = Run(t.Context(), db, projects, now, file, func(string) {},
					func(p string) { problems = append(problems, p) })
			}
			return done, problems, err
		}
		done, problems, err := run(string(data))
		if err != nil || done != (Summary{Users: 4, Projects: 7, Bad: 7}) {
			t.Fatalf("%+v, %q, %v", done, problems, err)
		}
		if want := []string{
			`user 3 (unnamed): id or username is required`,
			`project 8 (h): Title must be at least 3 characters`,
			`project 9 (Script): Please enter a valid URL`,
			`project 10 (Words): "alpha" is not one of the allowed values`,
			`project 11 (Broken): "soon" is not a time`,
			`project 12 (From the future): createdAt must be between 1970 and now`,
			`project 13 (NO id): another record without an id has the same owner, title and createdAt: give both an id`,
		}; !slices.Equal(problems, want) {
			t.Errorf("problems %q, want %q", problems, want)
		}
		page, err := projects.List(t.Context(), project.ListQuery{Size: 100})
		must.NoError(t, err)
		var newest []string
		for _, p := range page.Projects {
			newest = append(newest, p.Title)
		}
		if want := []string{"Numbers", "Pixel Garden", "Orphan", "By name", "No id", "Same name"}; !slices.Equal(newest,
			want) {
			t.Errorf("newest %q, want %q", newest, want)
		}
		get := func(title string) *ent.Project {
			t.Helper()
			p, err := db.Client().Project.Query().Where(entproject.Title(title)).WithOwner().Only(t.Context())
			must.NoError(t, err)
			return p
		}
		garden, created := get("Pixel Garden"), time.Date(2025, 3, 1, 10, 0, 0, 0, time.UTC)
		if owner := garden.Edges.Owner; owner.Username != "ada_2" || owner.Email != "ada@example.org" ||
			owner.DisplayName != "Ada Lovelace" || owner.PasswordHash != "" || owner.Role != auth.RoleMember ||
			owner.Website != "" {
			t.Errorf("owner %v", owner)
		}
		// spec: entity.project.legacy
		if garden.Stage != "launched" || garden.PrimaryCategory != "ai_agents" || garden.Tagline != "Plants pixels" ||
			!garden.CreatedAt.Equal(created) || !garden.PublishedAt.Equal(created) || garden.Upvotes != 0 {
			t.Errorf("project %v", garden)
		}
		if got := fmt.Sprint(garden.VibeTools, garden.Tags); got != "[openai react] [art pixels]" {
			t.Errorf("tools and tags %s", got)
		}
		if impact := get("Numbers").Impact; impact.Users == nil || *impact.Users != 12 ||
			impact.Custom["stars"] != 5.0 || impact.Custom["quote"] != "nice" {
			t.Errorf("impact %+v", impact)
		}
		for title, username := range map[string]string{"Orphan": "legacy", "No id": "Grace_H", "By name": "Grace_H",
			"Same name": "Grace_H", "Hidden": "b__"} {
			if got := get(title).Edges.Owner.Username; got != username {
				t.Errorf("%s is owned by %s, want %s", title, got, username)
			}
		}
		if done, problems, err := run(string(data)); err != nil || done != (Summary{Present: 7, Bad: 7}) {
			t.Errorf("again: %+v, %q, %v", done, problems, err)
		}
		if done, problems, err :=
			run(`[{"id": "list", "title": "A bare\n\u202elist", "userId": "u1", "tags": ["two\nlines"], "tagline": "Many\nlines", "impact": {"metrics": {"a\nb": "c\nd"}}}]`); err != nil || done != (Summary{Projects: 1}) {
			t.Errorf("a bare list: %+v, %q, %v", done, problems, err)
		}
		if p := get("A bare list"); p.Tagline != "Many lines" || !slices.Equal(p.Tags, []string{"two lines"}) ||
			p.Impact.Custom["a b"] != "c d" {
			t.Errorf("texts of one line: %q, %q, %v", p.Tagline, p.Tags, p.Impact.Custom)
		}
		if n, err := db.Client().User.Query().Where(user.UsernameHasPrefix("legacy")).Count(t.Context()); err != nil ||
			n != 1 {
			t.Errorf("%d accounts for projects without an owner, %v", n, err)
		}
		for name, broken := range map[string]string{
			"Truncated": `[{"id": "x", "title": "Cut off"}, {"id"`, "Number": "7", "Empty": "",
			"ListIsANumber": `{"projects": 3}`,
			"NoKnownList":   `{"things": []}`, "NotJSON": `[{"id": "x" "title": "y"}]`,
		} {
			if _, err := Parse([]byte(broken)); err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		drifts, err := doctor.Examine(t.Context(), db, []domain.Domain{
			project.Domain(projects), account.Domain(account.NewService(db, mail.Named("", ""), clock)),
		})
		if err != nil || len(drifts) > 0 {
			t.Errorf("drift %v, %v", drifts, err)
		}
	})
}

// A record with a character that a database refuses is left out on both databases, and the others are imported.
func TestUnstorableTexts(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
		must.NoError(t, err)
		projects := project.NewService(db, media.NewService(db, bucket, clock), clock)
		var problems []string
		file, err := Parse([]byte(
			`{"users": [{"id": "u1", "username": "ada", "avatar": "https://ada.example/\u0000.png"}, {"id": "u2", "username": "grace"}],
			"projects": [{"title": "A\u0000 title"}, {"title": "Metrics", "impact": {"metrics": {"list": [{"quote": "\u0000"}]}}},
			{"title": "Name", "impact": {"metrics": {"\\\u0000": 1}}}, {"title": "Author", "author": {"username": "eve", "profilePicUrl": "https://e.example/\u0000"}},
			{"title": "Escaped \\u0000", "userId": "u2"}]}`))
		must.NoError(t, err)
		done, err := Run(t.Context(), db, projects, now, file, func(string) {},
			func(p string) { problems = append(problems, p) })
		if err != nil || done != (Summary{Users: 1, Projects: 1, Bad: 5}) {
			t.Fatalf("%+v, %v", done, err)
		}
		const why = "a text has a NUL character, which no database stores: remove it"
		if want := []string{
			"user 1 (ada): " + why, "project 1 (A title): " + why, "project 2 (Metrics): " + why, "project 3 (Name): " +
				why, "project 4 (Author): " + why,
		}; !slices.Equal(problems, want) {
			t.Errorf("problems %q, want %q", problems, want)
		}
		if title := db.Client().Project.Query().OnlyX(t.Context()).Title; title != `Escaped \u0000` {
			t.Errorf("title %q", title)
		}
	})
	if _, err := Parse([]byte("[{\"title\": \"Caf\xe9\"}]")); err == nil ||
		err.Error() != "not UTF-8: convert the file first" {
		t.Errorf("Latin-1: %v", err)
	}
}

// An owner who is a member already gets the projects, and what gets another name is reported. A second import finds the
// same accounts.
func TestFindsMembers(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
		must.NoError(t, err)
		projects := project.NewService(db, media.NewService(db, bucket, clock), clock)
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return errors.Join(
				account.NewUser(tx, "ada", "ada@example.org", "", now).SetEmailVerifiedAt(now).Exec(ctx),
				account.NewUser(tx, "grace", "grace@example.org", "", now).SetEmailVerifiedAt(now).Exec(ctx),
				account.NewUser(tx, "eve", "linus@example.org", "", now).Exec(ctx), // not confirmed
				account.NewUser(tx, "gone", "gone@example.org", "", now).SetDeletedAt(now).SetEmailVerifiedAt(now).
					Exec(ctx),
				account.NewUser(tx, "legacy", "legacy@example.org", "", now).SetEmailVerifiedAt(now).Exec(ctx),
				stats.Add(ctx, tx, stats.Users, 5),
			)
		}))
		file, err := Parse([]byte(
			`{"users": [{"id": "u1", "username": "countess", "email": "ADA@example.org"}], "projects": [
			{"title": "By id", "userId": "u1"},
			{"title": "By email", "author": {"username": "countess", "email": "ada@example.org"}},
			{"title": "By username", "author": {"username": "Grace"}},
			{"title": "Other email", "author": {"id": "u2", "username": "grace", "email": "hopper@example.org"}},
			{"title": "Unconfirmed", "author": {"username": "linus", "email": "linus@example.org"}},
			{"title": "Not allowed", "author": {"username": "Jean B.", "email": "jean@example.org"}},
			{"title": "Deleted", "author": {"username": "gone"}},
			{"title": "Nobody"}]}`))
		must.NoError(t, err)
		for n, want := range [][]string{{
			"countess is the member ada: their projects go to this account",
			"Grace is the member grace: their projects go to this account",
			"grace is imported as grace_2: the username is taken by somebody else, or not allowed here",
			"linus is imported as linus without the email linus@example.org, which another account has and has not confirmed",
			"Jean B. is imported as Jean_B: the username is taken by somebody else, or not allowed here",
			"gone is imported as gone_2: the username is taken by somebody else, or not allowed here",
			"legacy is imported as legacy_2: the username is taken by somebody else, or not allowed here",
		}, {
			"countess is the member ada: their projects go to this account",
			"Grace is the member grace: their projects go to this account",
		}} {
			var notices []string
			done, err := Run(t.Context(), db, projects, now, file, func(s string) { notices = append(notices, s) },
				func(p string) { t.Error(p) })
			summary := []Summary{{Users: 5, Projects: 8}, {Present: 8}}[n]
			if err != nil || done != summary {
				t.Errorf("import %d: %+v, %v, want %+v", n+1, done, err, summary)
			}
			if !slices.Equal(notices, want) {
				t.Errorf("import %d: notices %q, want %q", n+1, notices, want)
			}
			for title, username := range map[string]string{
				"By id": "ada", "By email": "ada", "By username": "grace", "Other email": "grace_2",
				"Unconfirmed": "linus", "Not allowed": "Jean_B", "Deleted": "gone_2", "Nobody": "legacy_2",
			} {
				p, err := db.Client().Project.Query().Where(entproject.Title(title)).WithOwner().Only(t.Context())
				must.NoError(t, err)
				if got := p.Edges.Owner.Username; got != username {
					t.Errorf("%s belongs to %s, want %s", title, got, username)
				}
			}
		}
	})
}

func TestNormaliseStage(t *testing.T) {
	for stage, statuses := range map[string][]string{
		// spec: legacy.stage.mvp, legacy.stage.missing, legacy.label
		"mvp": {"in_progress", "in progress", "wip", "development", "mvp", "unknown", "", "WIP", " In Progress ",
			"no such status"},
		// spec: legacy.stage.launched, legacy.label
		"launched": {"complete", "completed", "done", "finished", "live", "published", "launched", "Complete"},
		// spec: legacy.stage.archived, legacy.label
		"archived": {"given_up", "abandoned", "deprecated", "cancelled", "stopped", "archived"},
		// spec: legacy.stage.idea
		"idea": {"idea", "planning", "planned"},
		// spec: legacy.stage.beta
		"beta": {"beta", "testing", "preview"},
	} {
		for _, status := range statuses {
			t.Run(status+"Is"+stage, func(t *testing.T) {
				if got := normalise(projectRecord{Status: text(status)}).Stage; string(got) != stage {
					t.Errorf("stage %q, want %q", got, stage)
				}
			})
		}
	}
	t.Run("KeepsAValue", func(t *testing.T) {
		if got := normalise(projectRecord{Stage: "idea", Status: "complete"}).Stage; got != "idea" {
			t.Errorf("stage %q", got)
		}
	})
}

func TestNormaliseCategory(t *testing.T) {
	for want, categories := range map[string][]string{
		// spec: legacy.category.coding, legacy.category.design, legacy.category.other
		"developer_tools": {"coding", "development", "Developer Tools"}, "productivity": {"design", "productivity",
			"other", "unknown", "blockchain", ""},
		// spec: legacy.category.same, legacy.category.games
		"entertainment": {"entertainment"}, "education": {"education"}, "social": {"social"},
		"games": {"games", "gaming"}, "business": {"business"},
		// spec: legacy.category.same, legacy.category.health, legacy.category.audio
		"finance": {"finance"}, "health_fitness": {"health", "fitness", "Health/Fitness"}, "lifestyle": {"lifestyle"},
		"music_audio": {"music", "audio"},
		// spec: legacy.category.photo, legacy.category.same
		"photo_video": {"photo", "video"}, "news": {"news"}, "utilities": {"utilities"}, "ai_agents": {"ai_agents"},
	} {
		for _, category := range categories {
			if got := normalise(projectRecord{Category: text(category),
				TechStack: texts{"Rails", "Tailwind"}}).PrimaryCategory; string(got) != want {
				t.Errorf("%q becomes %q, want %q", category, got, want)
			}
		}
	}
	// spec: legacy.category.coding_ai
	for _, stack := range []string{"OpenAI API", "AI", "GPT-4", "Machine Learning", "local llm"} {
		for _, category := range []text{"Coding", "development"} {
			if got := normalise(projectRecord{Category: category,
				TechStack: texts{"React", stack}}).PrimaryCategory; got != "ai_agents" {
				t.Errorf("%s with %s becomes %q", category, stack, got)
			}
		}
	}
	// spec: legacy.category.given
	for _, test := range []struct{ primary, category, want text }{{"other", "gaming", "games"}, {"other", "", "other"},
		{"travel", "gaming", "travel"}} {
		if got := normalise(projectRecord{PrimaryCategory: test.primary,
			Category: test.category}).PrimaryCategory; got != test.want {
			t.Errorf("%q and %q become %q, want %q", test.primary, test.category, got, test.want)
		}
	}
}

// spec: legacy.tools
func TestNormaliseTools(t *testing.T) {
	for tool, mentions := range map[string][]string{
		"replit": {"Replit"}, "vercel_v0": {"Vercel v0", "v0.dev", "vercel"}, "cursor": {"Cursor IDE"},
		"openai": {"OpenAI", "GPT-4", "ChatGPT"},
		"claude": {"Claude 3.5", "Anthropic"}, "github_copilot": {"GitHub Copilot", "copilot"},
		"midjourney": {"Midjourney"},
		"dall_e":     {"DALL-E", "DALL·E 3", "dalle"}, "stable_diffusion": {"Stable Diffusion XL"}, "figma": {"figma"},
		"framer":  {"Framer"},
		"webflow": {"Webflow"}, "bubble": {"Bubble.io"}, "supabase": {"Supabase"}, "firebase": {"Firebase"},
		"nextjs": {"Next.js", "NextJS", "next"}, "react": {"React", "react native", "React.js"},
		"vue":    {"Vue.js", "Vue 3", "Nuxt"},
		"svelte": {"SvelteKit", "svelte"}, "tailwind": {"TailwindCSS", "Tailwind CSS"},
		"typescript": {"TypeScript", "TS"},
		"python":     {"Python 3", "Django"}, "nodejs": {"Node.js", "NodeJS", "Express"},
		"other": {"COBOL", "preact", "vuetify", ""},
	} {
		for _, mention := range mentions {
			t.Run(mention, func(t *testing.T) {
				if got := normalise(projectRecord{TechStack: texts{mention}}).VibeTools; !slices.Equal(got,
					texts{tool}) {
					t.Errorf("tools %q, want %q", got, tool)
				}
			})
		}
	}
	equal := func(t *testing.T, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("tools %q, want %q", got, want)
		}
	}
	t.Run("FindsEachOnce", func(t *testing.T) {
		got := normalise(projectRecord{TechStack: texts{"React + TypeScript", "react", "Tailwind"}}).VibeTools
		equal(t, got, []string{"react", "tailwind", "typescript"})
	})
	// spec: legacy.tools.none
	t.Run("NoTechStack", func(t *testing.T) { equal(t, normalise(projectRecord{}).VibeTools, []string{"other"}) })
	t.Run("KeepsAValue", func(t *testing.T) {
		equal(t, normalise(projectRecord{VibeTools: texts{"figma"}, TechStack: texts{"react"}}).VibeTools,
			[]string{"figma"})
	})
}

func TestNormaliseTagline(t *testing.T) {
	word := strings.Repeat("w", 9) + " " // 10 characters
	for name, test := range map[string]struct{ tagline, description, want string }{
		// spec: legacy.tagline.sentence
		"FirstSentence":          {"", "Plant pixels. Watch them grow.", "Plant pixels"},
		"FirstQuestion":          {"", "Tired of spreadsheets? We are too.", "Tired of spreadsheets"},
		"VersionIsNoSentenceEnd": {"", "Now with v2.0 of the engine. Fast.", "Now with v2.0 of the engine"},
		"OnlySentence":           {"", "Plant pixels", "Plant pixels"},
		// spec: legacy.tagline.sentence
		"Exactly140": {"", strings.Repeat("é", 140) + ". More", strings.Repeat("é", 140)},
		// spec: legacy.tagline.cut
		"CutsAtAWord":   {"", strings.Repeat(word, 20), strings.TrimSpace(strings.Repeat(word, 13)) + "..."},
		"CutsALongWord": {"", strings.Repeat("x", 200), strings.Repeat("x", 137) + "..."},
		// spec: legacy.tagline.cut
		"BoundaryAt100TooSoon": {"", strings.Repeat("x", 100) + " " + strings.Repeat("y", 100),
			strings.Repeat("x", 100) + " " + strings.Repeat("y", 36) + "..."},
		"BoundaryAfter100": {"", strings.Repeat("x", 101) + " " + strings.Repeat("y", 100),
			strings.Repeat("x", 101) + "..."},
		// spec: legacy.tagline.none
		"NoDescription":    {"", "", "An awesome project built by the community"},
		"BlankDescription": {"", " \n ", "An awesome project built by the community"},
		"KeepsAValue":      {"As it was", "Another. One.", "As it was"},
		// spec: tagline.max
		"ShortensAValue": {strings.Repeat("é", 150), "", strings.Repeat("é", 140)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := normalise(projectRecord{Tagline: text(test.tagline),
				Description: text(test.description)}).Tagline; string(got) != test.want {
				t.Errorf("tagline %q, want %q", got, test.want)
			}
		})
	}
}

// spec: legacy.defaults
func TestNormaliseDefaults(t *testing.T) {
	got := normalise(projectRecord{})
	if got.Logo != "" || len(got.SecondaryCategories) != 0 || len(got.LookingFor) != 0 || got.Monetization != "free" ||
		!*got.IsPublic {
		t.Errorf("defaults %+v", got)
	}
	filled := normalise(projectRecord{Logo: "https://a.example/l.png", Monetization: "ads", IsPublic: new(false),
		LookingFor: texts{"users"}, SecondaryCategories: texts{"news"}})
	if filled.Logo == "" || filled.Monetization != "ads" || *filled.IsPublic || len(filled.LookingFor) != 1 ||
		len(filled.SecondaryCategories) != 1 {
		t.Errorf("set fields became %+v", filled)
	}
}
