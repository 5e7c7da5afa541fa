// Package must ends a test when a step that it depends on fails.
package must

import "testing"

// NoError ends the test if err is not nil.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
