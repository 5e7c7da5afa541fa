package media_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/must"
)

func TestDrawn(t *testing.T) {
	buckettest.Each(t, testDrawn)
}

func testDrawn(t *testing.T, b bucket.Bucket) {
	s := media.NewService(nil, b, time.Now)
	name, stamp := media.Card(uuid.New()), media.Stamp{1}
	read := func(stamp media.Stamp, want []byte) {
		t.Helper()
		if got, err := s.Drawn(t.Context(), name, stamp); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q %v, want %q", got, err, want)
		}
	}
	read(stamp, nil)
	must.NoError(t, s.KeepDrawn(t.Context(), name, stamp, []byte("image")))
	read(stamp, []byte("image"))
	read(media.Stamp{2}, nil) // of another state
	must.NoError(t, s.KeepDrawn(t.Context(), name, media.Stamp{2}, []byte("another")))
	read(stamp, nil)
	read(media.Stamp{2}, []byte("another"))
	s.DropDrawn(t.Context(), name)
	read(media.Stamp{2}, nil)
	s.DropDrawn(t.Context(), name) // a missing file is not an error
}
