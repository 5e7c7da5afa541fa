package project

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/must"
)

func TestAFeatureEndsByItself(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		maker, admin := h.user(t, "maker"), h.admin(t)
		short, long := h.create(t, maker, idea("Short")), h.create(t, maker, idea("Long"))
		end := func(after time.Duration) *time.Time { at := h.now().Add(after); return &at }
		past := h.now()
		_, err := h.Feature(t.Context(), admin, short.ID, &past, "x", "")
		refuse(t, err, "VALIDATION_FAILED", "until")
		_, err = h.Feature(t.Context(), admin, long.ID, end(time.Hour), "long", "")
		must.NoError(t, err)
		h.clock.Add(1000)
		_, err = h.Feature(t.Context(), admin, short.ID, end(time.Minute), "short", "")
		must.NoError(t, err)
		other := h.user(t, "other")
		h.clock.Add(1000)
		_, err = h.Feature(t.Context(), other, long.ID, end(48*time.Hour), "a later end", "")
		must.NoError(t, err)

		must.NoError(t, h.endFeatures(t.Context()))
		equal(t, "before the end", h.list(t, ListQuery{Type: featured}), []string{"Short", "Long"})
		h.clock.Add((2 * time.Hour).Milliseconds())
		must.NoError(t, h.endFeatures(t.Context()))
		equal(t, "after the end", h.list(t, ListQuery{Type: featured}), []string{"Long"})

		first, next, err := h.Features(t.Context(), 1, "")
		must.NoError(t, err)
		rest, last, err := h.Features(t.Context(), 2, next)
		must.NoError(t, err)
		if last != "" || len(first) != 1 || len(rest) != 2 {
			t.Fatalf("pages of %d and %d, then %q", len(first), len(rest), last)
		}
		if f := first[0]; f.Edges.Project.Title != "Long" || f.EndedAt != nil ||
			!f.Until.After(h.now().Add(40*time.Hour)) || f.Reason != "a later end" || f.Admin.ID != other.UserID {
			t.Errorf("the current feature is %v", f)
		}
		if f := rest[0]; f.Edges.Project.Title != "Short" || f.EndedAt == nil || f.Reason != "short" ||
			f.Admin.ID != admin.UserID || f.Edges.Project.Edges.Owner.ID != maker.UserID {
			t.Errorf("the feature that is over is %v", f)
		}
		if f := rest[1]; f.Edges.Project.Title != "Long" || f.EndedAt == nil ||
			f.EndedAt.Sub(f.CreatedAt) > time.Minute || f.Reason != "long" || f.Admin.ID != admin.UserID {
			t.Errorf("the feature that another one replaced is %v", f)
		}

		_, err = h.Unfeature(t.Context(), admin, long.ID, "enough")
		must.NoError(t, err)
		ended, _, err := h.Features(t.Context(), 1, "")
		must.NoError(t, err)
		if ended[0].EndedAt == nil {
			t.Error("a feature that an admin ended has no end")
		}
		_, err = h.Unfeature(t.Context(), admin, uuid.New(), "x")
		refuse(t, err, "PROJECT_NOT_FOUND", "")
	})
}
