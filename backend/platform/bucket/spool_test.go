package bucket_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/must"
)

func TestSpoolLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	expectNothing := func(about string) {
		t.Helper()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, %v", about, left, err)
		}
	}
	spooled, err := bucket.Spool(strings.NewReader("an image"))
	must.NoError(t, err)
	if data, err := io.ReadAll(spooled); string(data) != "an image" || spooled.Size != 8 || err != nil {
		t.Errorf("%q of %d bytes, %v", data, spooled.Size, err)
	}
	expectNothing("while it is read") // a killed process leaves no file
	if err := spooled.Close(); err != nil {
		t.Error(err)
	}
	cut := errors.New("connection lost")
	if _, err := bucket.Spool(io.MultiReader(strings.NewReader("half"), iotest.ErrReader(cut))); !errors.Is(err, cut) {
		t.Errorf("error %v, want that of the reader", err)
	}
	expectNothing("after a failure")
}
