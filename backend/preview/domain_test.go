package preview

import (
	"context"
	"strings"
	"testing"
	"time"

	"buf.build/go/protovalidate"

	"uvboard/backend/account"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func TestRenderMarkdown(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return account.NewUser(tx, "Ada", "ada@example.com", "", time.Now()).Exec(ctx)
		}))
		got, err := Handler{usersummary.Lookup(db)}.RenderMarkdown(t.Context(),
			&pb.RenderMarkdownRequest{Text: "**a** @ada @nobody <script>alert(1)</script>"})
		must.NoError(t, err)
		if want := `<p><strong>a</strong> <a href="/profile/ada">@ada</a> @nobody &lt;script&gt;alert(1)&lt;/script&gt;</p>`; got.GetHtml() != want {
			t.Errorf("rendered %q, want %q", got.GetHtml(), want)
		}
	})
}

func TestTextHasALimit(t *testing.T) {
	must.NoError(t, protovalidate.Validate(&pb.RenderMarkdownRequest{Text: strings.Repeat("ä", 100_000)}))
	err := protovalidate.Validate(&pb.RenderMarkdownRequest{Text: strings.Repeat("ä", 100_001)})
	if err == nil || !strings.Contains(err.Error(), "Text must be 100,000 characters or less") {
		t.Errorf("a longer text: %v", err)
	}
}
