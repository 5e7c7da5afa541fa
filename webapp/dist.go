// Package webapp carries the built web app inside the binary.
package webapp

import (
	"embed"
	"io/fs"
)

// The pattern always matches this very file, so the package compiles before the web app was built.
//
//go:embed all:dist*
var files embed.FS

// Dist returns the files of the built web app, with index.html at its root, or nil when it was not built.
func Dist() fs.FS {
	if _, err := fs.Stat(files, "dist/index.html"); err != nil {
		return nil
	}
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		return nil
	}
	return dist
}
