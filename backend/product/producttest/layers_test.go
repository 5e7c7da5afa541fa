package producttest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
)

// layerOf returns the layer of a package below backend. A package imports only packages of its own layer and of lower
// ones.
func layerOf(folder string) int {
	switch first, _, _ := strings.Cut(folder, "/"); first {
	case "platform":
		return 0
	case "ops": // what works on all domains, such as backups
		return 2
	case "product":
		return 3
	case "cmd":
		return 4
	default: // the domains
		return 1
	}
}

// Platform imports no domain, no domain imports what works on all of them, and only the program imports the product.
func TestLayers(t *testing.T) {
	const module = "uvboard/backend/"
	root, seen := "../..", map[int]int{}
	must.NoError(t, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		must.NoError(t, err)
		relative, err := filepath.Rel(root, path.Dir(name))
		must.NoError(t, err)
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			must.NoError(t, err)
			if folder, ok := strings.CutPrefix(imported, module); ok {
				seen[layerOf(relative)]++
				if layerOf(folder) > layerOf(relative) {
					t.Errorf("%s imports %s", relative, folder)
				}
			}
		}
		return nil
	}))
	if len(seen) != 5 {
		t.Errorf("layers with imports: %v", seen)
	}
}
