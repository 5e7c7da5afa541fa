package store_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"uvboard/backend/platform/store/storetest"
)

func TestFailedBackupLeavesNoFile(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.Backup(ctx, filepath.Join(folder, "copy.db")); err == nil {
		t.Error("no error")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
