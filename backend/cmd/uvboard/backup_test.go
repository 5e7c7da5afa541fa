package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

// A backup during writes is complete and consistent.
func TestBackupDuringWrites(t *testing.T) {
	data := t.TempDir()
	env := []string{"UVBOARD_DATA_DIR=" + data, "UVBOARD_RATE_LIMITS=off"}
	server := startServe(t, env)
	stop, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- func() error {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return nil
				default:
				}
				body := fmt.Sprintf(`{"username":"member%d","email":"member%d@example.org","password":"vibecoding"}`, i, i)
				response, err := http.Post(server.base+"/api/auth/register", "application/json", strings.NewReader(body))
				if err != nil {
					return err
				}
				response.Body.Close()
				if response.StatusCode != http.StatusCreated {
					return fmt.Errorf("registering: %s", response.Status)
				}
			}
		}()
	}()
	for range 3 {
		kept := filepath.Join(t.TempDir(), "file:copy?mode=ro.db")
		if out := do(t, 0, env, "backup", kept); !strings.Contains(out, filepath.Join(data, "uvboard.db")) {
			t.Errorf("backup says %s", out)
		}
		info, err := os.Stat(kept)
		must.NoError(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v", info.Mode())
		}
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(kept), "*-*")); err != nil || len(left) > 0 {
			t.Errorf("it left %v, %v", left, err)
		}
		restored := filepath.Join(t.TempDir(), "uvboard.db")
		must.NoError(t, os.Rename(kept, restored))
		do(t, 0, append(env, "DATABASE_URL=sqlite://"+restored), "doctor")
	}
	close(stop)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	server.stop(syscall.SIGTERM)
}

func TestBackupIsRefused(t *testing.T) {
	data := "UVBOARD_DATA_DIR=" + t.TempDir()
	do(t, 0, []string{data}, "migrate")
	there := filepath.Join(t.TempDir(), "there.db")
	must.NoError(t, os.WriteFile(there, []byte("precious"), 0o600))
	for _, tc := range []struct{ name, database, file, want string }{
		{"FileIsThere", "", there, "exists"},
		{"NoFolder", "", filepath.Join(t.TempDir(), "none", "copy.db"), "no such file"},
		{"PostgreSQL", "DATABASE_URL=" + storetest.PostgresURL(t), filepath.Join(t.TempDir(), "copy.db"), "pg_dump"},
		{"NoDatabase", "DATABASE_URL=sqlite://" + filepath.Join(t.TempDir(), "none.db"), filepath.Join(t.TempDir(), "copy.db"), "there is no database"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if out := do(t, 1, []string{data, tc.database}, "backup", tc.file); !strings.Contains(out, tc.want) {
				t.Errorf("%s, want %s", out, tc.want)
			}
			if _, err := os.Stat(tc.file); tc.file != there && !os.IsNotExist(err) {
				t.Errorf("there is a file: %v", err)
			}
		})
	}
	if got, err := os.ReadFile(there); err != nil || string(got) != "precious" {
		t.Errorf("the file that was there is now %q, %v", got, err)
	}
}
