package forum

import (
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
)

func TestActivity(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada, bob := h.user(t, "ada"), h.user(t, "bob")
		channel := h.channel(t, ada, "Kiln")
		first, second := h.thread(t, ada, channel, "First"), h.thread(t, ada, channel, "Second")
		posts := []uuid.UUID{h.post(t, ada, first, nil, "**one**"), h.post(t, ada, second, nil, "two"),
			h.post(t, ada, first, nil, "three")}
		h.post(t, bob, first, nil, "of another")
		hidden := h.thread(t, bob, channel, "Hidden")
		h.post(t, ada, hidden, nil, "in a hidden thread")
		h.setVisible(t, hidden, nil, false)
		h.setVisible(t, second, &posts[1], false)
		for _, kind := range Domain(h.Service).Activity {
			want := []string{"Second: About Second at Second", "First: About First at First"}
			if kind.Kind == PostKind {
				want = []string{"First: three at First", "First: one at First"}
			}
			got := []string{}
			for after := (*domain.ActivityPosition)(nil); ; {
				entries, err := kind.List(t.Context(), ada.UserID, after, 1)
				must.NoError(t, err)
				if len(entries) == 0 {
					break
				}
				e := entries[0]
				got = append(got, e.Title+": "+e.Text+" at "+map[uuid.UUID]string{first: "First",
					second: "Second"}[e.TargetID])
				after = &domain.ActivityPosition{At: e.At, ID: e.ID}
			}
			equal(t, kind.Kind, got, want)
		}
	})
}
