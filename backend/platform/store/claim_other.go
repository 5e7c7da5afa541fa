//go:build !unix

package store

import "os"

// lockFile does nothing on systems without flock.
func lockFile(*os.File) error { return nil }
