// Package golden compares the output of a test with files in its folder testdata.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/platform/must"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Check compares got with the file testdata/name. With the flag -update it writes the file instead.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v (write it with -update)", err)
		return
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got of %s (rewrite with -update)\n%s", path, diff)
	}
}
