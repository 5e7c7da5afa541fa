package preview

import (
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	"uvboard/backend/platform/must"
	pb "uvboard/gen/uvboard/v1"
)

func TestRenderMarkdown(t *testing.T) {
	got, err := Handler{}.RenderMarkdown(t.Context(), &pb.RenderMarkdownRequest{Text: "**a** <script>alert(1)</script>"})
	must.NoError(t, err)
	if want := "<p><strong>a</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>"; strings.TrimSpace(got.GetHtml()) != want {
		t.Errorf("rendered %q, want %q", got.GetHtml(), want)
	}
}

func TestTextHasALimit(t *testing.T) {
	must.NoError(t, protovalidate.Validate(&pb.RenderMarkdownRequest{Text: strings.Repeat("ä", 100_000)}))
	err := protovalidate.Validate(&pb.RenderMarkdownRequest{Text: strings.Repeat("ä", 100_001)})
	if err == nil || !strings.Contains(err.Error(), "Text must be 100,000 characters or less") {
		t.Errorf("a longer text: %v", err)
	}
}
