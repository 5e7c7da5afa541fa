package project

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

const (
	written = "# Why\nA kiln *nobody* has to sit beside, <b>really</b>.\n\n- [its log](https://kiln.example.com/?a=1&b=2)\n- its curve"
	asPage  = "<h3>Why</h3>\n\n<p>A kiln <em>nobody</em> has to sit beside, &lt;b&gt;really&lt;/b&gt;.</p>\n\n" +
		`<ul><li><a href="https://kiln.example.com/?a=1&amp;b=2" rel="nofollow ugc noopener" target="_blank">its log</a>` +
		"\n</li>\n<li>its curve\n</li>\n</ul>"
	asLine = "A kiln nobody has to sit beside, <b>really</b>. its log its curve"
)

func (h fixture) set(t *testing.T, p *ent.Project, change func(*ent.ProjectUpdate) *ent.ProjectUpdate) {
	t.Helper()
	must.NoError(t, h.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return change(tx.Project.Update().Where(entproject.ID(p.ID))).Exec(ctx)
	}))
}

func TestDescription(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		handler := NewHandler(h.Service)
		in := idea("Kiln")
		in.Description = new("  " + written + "\n")
		kiln := h.create(t, maker, in)
		page := func() *pb.GetProjectResponse {
			t.Helper()
			page, err := handler.GetProject(t.Context(), &pb.GetProjectRequest{Id: kiln.ID.String()})
			must.NoError(t, err)
			return page
		}
		expect := func(what, description, html, excerpt string) {
			t.Helper()
			if got := page(); got.Project.Description != description || got.DescriptionHtml != html ||
				got.Project.Excerpt != excerpt {
				t.Errorf("%s: %q\n%s\n%q", what, got.Project.Description, got.DescriptionHtml, got.Project.Excerpt)
			}
		}
		expect("new", written, asPage, asLine)
		if stored := h.get(t, nil, kiln.ID); stored.DescriptionHTML != asPage ||
			stored.DescriptionVersion != markdown.Version {
			t.Errorf("stored: version %d of %q", stored.DescriptionVersion, stored.DescriptionHTML)
		}

		listed, err := handler.ListProjects(t.Context(), &pb.ListProjectsRequest{})
		if err != nil || len(listed.Projects) != 1 {
			t.Fatalf("%v: %v", listed, err)
		}
		if got := listed.Projects[0]; got.Description != written || got.Excerpt != asLine {
			t.Errorf("in a list: %q, %q", got.Description, got.Excerpt)
		}
		if found, _, err := search.IDs(t.Context(), h.db, search.Query{Kind: Kind, Text: "sit beside"}); err != nil ||
			len(found) != 1 {
			t.Errorf("search found %v: %v", found, err)
		}

		// HTML of an older renderer is rendered again when read, and stored by the next edit.
		h.set(t, kiln, func(u *ent.ProjectUpdate) *ent.ProjectUpdate {
			return u.SetDescriptionVersion(markdown.Version - 1).SetDescriptionHTML("<script>")
		})
		expect("of another renderer", written, asPage, asLine)
		if _, err := h.Update(t.Context(), maker, kiln.ID, Input{Description: new(written)}); err != nil {
			t.Fatal(err)
		}
		if stored := h.db.Client().Project.GetX(t.Context(), kiln.ID); stored.DescriptionHTML != asPage ||
			stored.DescriptionVersion != markdown.Version {
			t.Errorf("stored by an edit: version %d of %q", stored.DescriptionVersion, stored.DescriptionHTML)
		}

		// A project stored before descriptions were Markdown.
		h.set(t, kiln, func(u *ent.ProjectUpdate) *ent.ProjectUpdate {
			return u.SetDescriptionVersion(0).SetDescriptionHTML("").SetExcerpt("").
				SetDescription("One line & more.\nAnother.\n\nA paragraph.")
		})
		expect("from before", "One line & more.\nAnother.\n\nA paragraph.",
			"<p>One line &amp; more.<br>\nAnother.</p>\n\n<p>A paragraph.</p>", "")

		if _, err := h.Update(t.Context(), maker, kiln.ID,
			Input{Description: new(""), Tagline: new("Not *marked*: a <kiln>")}); err != nil {
			t.Fatal(err)
		}
		made := "Not *marked*: a <kiln>. A project in Games, currently at the MVP stage and shared with the community."
		expect("made", made, "<p>"+strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(made)+"</p>", "")
	})
}

// A description links to the members that it mentions, also after the version of the renderer has changed.
func TestMentionsInDescription(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker := h.user(t, "maker")
		in := idea("Kiln")
		in.Description = new("With @Maker and @nobody, who fired it in one long night.")
		p, err := h.Create(t.Context(), maker, in)
		must.NoError(t, err)
		for _, when := range []string{"saved", "rendered again"} {
			stored, err := h.Get(t.Context(), nil, p.ID)
			must.NoError(t, err)
			if got, want := DescriptionHTML(stored),
				`<p>With <a href="/profile/Maker">@Maker</a> and @nobody, who fired it in one long night.</p>`; got != want {
				t.Errorf("%s: %s", when, got)
			}
			storetest.Exec(t, h.db, "UPDATE projects SET description_version = 1, description_html = ''")
		}
	})
}

func TestExcerpt(t *testing.T) {
	long := "# Why\n\n" + strings.Repeat("ü", 200) + "\n\n**" + strings.Repeat("é", 200) + "**"
	p := new(ent.Project)
	Describe(p, long, markdown.HTML(long))
	if want := strings.Repeat("ü", 200) + " " + strings.Repeat("é", 99); p.Excerpt != want ||
		utf8.RuneCountInString(want) != maxExcerpt {
		t.Errorf("%q", p.Excerpt)
	}
	Describe(p, "No marks.\n\nAt all & in no line.", markdown.HTML("No marks.\n\nAt all & in no line."))
	if p.Excerpt != "" || p.DescriptionHTML != "" {
		t.Errorf("%q and %q are stored besides the text", p.Excerpt, p.DescriptionHTML)
	}
	if got := DescriptionHTML(p); got != "<p>No marks.</p>\n\n<p>At all &amp; in no line.</p>" {
		t.Errorf("%s", got)
	}
}
