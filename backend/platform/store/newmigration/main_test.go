package main

import (
	"path/filepath"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

func TestMigrationsMatchTheSchema(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "new.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			sql, err := difference(t.Context(), address)
			must.NoError(t, err)
			if sql != "" {
				t.Errorf("ent/schema differs from the migrations; run `go tool task migration -- NAME`:\n%s", sql)
			}
		})
	}
}
