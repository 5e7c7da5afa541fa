package web_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	entproject "uvboard/ent/project"
)

// cardOf asks for the card of a project as whoever unfolds a link does.
func (b *board) cardOf(id uuid.UUID) (*httptest.ResponseRecorder, error) {
	b.t.Helper()
	r := serveRequest(b.t, "/projects/"+id.String()+"/og.png")
	r.SetPathValue("id", id.String())
	w := httptest.NewRecorder()
	return w, b.service.ServeCard(w, r)
}

func (b *board) mustCard(id uuid.UUID) image.Image {
	b.t.Helper()
	w, err := b.cardOf(id)
	if err != nil {
		b.t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
	if err != nil || w.Header().Get("Content-Type") != "image/png" || img.Bounds() != image.Rect(0, 0, 1200, 630) {
		b.t.Fatal(err, w.Header(), img.Bounds())
	}
	return img
}

func TestServeCard(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		red := image.NewRGBA(image.Rect(0, 0, 400, 400))
		for i := range red.Pix {
			red.Pix[i] = []byte{200, 30, 30, 255}[i%4]
		}
		upload, err := b.pictures.StoreImage(t.Context(), uuid.New(), b.owner, red)
		if err != nil {
			t.Fatal(err)
		}
		id := b.show(1, "Two-Drum", true)
		set := func(change func(*ent.ProjectUpdate)) {
			b.write(func(ctx context.Context, tx *ent.Client) error {
				u := tx.Project.Update().Where(entproject.ID(id))
				change(u)
				return u.Exec(ctx)
			})
		}
		set(func(u *ent.ProjectUpdate) { u.SetLogo(media.Address(upload)) })
		if got := color.RGBAModel.Convert(b.mustCard(id).At(150, 150)); got != (color.RGBA{200, 30, 30, 255}) {
			t.Errorf("where the logo should be is %v", got)
		}

		t.Run("ChangesWithWhatItShows", func(t *testing.T) {
			page, _ := b.describe("/projects/" + id.String())
			before, err := b.cardOf(id)
			if err != nil {
				t.Fatal(err)
			}
			set(func(u *ent.ProjectUpdate) { u.AddUpvotes(1) })
			after, err := b.cardOf(id)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Equal(before.Body.Bytes(), after.Body.Bytes()) || before.Header().Get("Etag") == after.Header().Get("Etag") {
				t.Error("a vote is not on the card")
			}
			later, _ := b.describe("/projects/" + id.String())
			if page.Image.URL == later.Image.URL || !strings.HasPrefix(later.Image.URL, "https://board.example/projects/"+id.String()+"/og.png?v=") {
				t.Errorf("addresses %s, %s", page.Image.URL, later.Image.URL)
			}
		})
		t.Run("IsDrawnOnce", func(t *testing.T) {
			first, err := b.cardOf(id)
			if err != nil {
				t.Fatal(err)
			}
			// With the logo gone a card drawn anew would look different.
			if err := b.bucket.Delete(t.Context(), media.Folder(upload.ID)); err != nil {
				t.Fatal(err)
			}
			again, err := b.cardOf(id)
			if err != nil || !bytes.Equal(first.Body.Bytes(), again.Body.Bytes()) {
				t.Error("the card was drawn again", err)
			}
		})
		t.Run("WithoutALogoItHasAPlate", func(t *testing.T) {
			for _, logo := range []string{"", "https://elsewhere.example/logo.png", "/uploads/../secret", "/uploads/" + uuid.NewString() + "/9x9.png"} {
				set(func(u *ent.ProjectUpdate) { u.SetLogo(logo) })
				if got := color.RGBAModel.Convert(b.mustCard(id).At(150, 150)); got == (color.RGBA{200, 30, 30, 255}) {
					t.Errorf("%q shows a logo that is not there", logo)
				}
			}
		})
		t.Run("ManyAtOnce", func(t *testing.T) {
			set(func(u *ent.ProjectUpdate) { u.SetTitle("Posted everywhere") })
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					if w, err := b.cardOf(id); err != nil || w.Code != 200 {
						t.Error(w.Code, err)
					}
				})
			}
			all.Wait()
		})
		t.Run("OfADraftOrNothingIs404", func(t *testing.T) {
			for _, id := range []uuid.UUID{b.show(2, "Secret", false), uuid.New()} {
				if _, err := b.cardOf(id); fault.Of(err) == nil || fault.Of(err).Status() != 404 {
					t.Errorf("%s: %v", id, err)
				}
			}
		})
	})
}
