package forum

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"uvboard/backend/media"
	"uvboard/backend/platform/must"
)

// An image is kept as long as a thread or a reply shows it. The check of all uploads runs after each test.
func TestUploads(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		var img bytes.Buffer
		must.NoError(t, png.Encode(&img, image.NewGray(image.Rect(0, 0, 40, 30))))
		upload := func() string {
			u, err := h.media.Add(t.Context(), ada.UserID, bytes.NewReader(img.Bytes()))
			must.NoError(t, err)
			return "![kiln](" + media.Address(u.Upload) + ")"
		}
		kept := func(want int) {
			t.Helper()
			if n := h.db.Client().Upload.Query().CountX(t.Context()); n != want {
				t.Errorf("%d uploads, want %d", n, want)
			}
		}
		first, second := upload(), upload()
		thread, err := h.CreateThread(t.Context(), ada, h.channel(t, ada, "Kiln"), "Firing", "Look: "+first)
		must.NoError(t, err)
		reply := h.post(t, ada, thread.ID, nil, first+" and "+second)
		kept(2)
		must.NoError(t, ignore(h.UpdatePost(t.Context(), ada, reply, "Only "+first)))
		kept(1)
		_, err = h.CreatePost(t.Context(), ada, thread.ID, nil, second)
		refuse(t, err, "VALIDATION_FAILED") // the image has been removed
		must.NoError(t, ignore(h.UpdateThread(t.Context(), ada, thread.ID, nil, new("Nothing to see"))))
		kept(1)
		h.post(t, ada, thread.ID, &reply, "Answer")
		must.NoError(t, h.DeletePost(t.Context(), ada, reply)) // leaves a placeholder
		kept(0)
		h.post(t, ada, thread.ID, nil, upload())
		must.NoError(t, h.DeleteThread(t.Context(), ada, thread.ID))
		h.finish(t)
		kept(0)
	})
}
