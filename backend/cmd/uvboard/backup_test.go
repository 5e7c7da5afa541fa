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
	env := []string{"UVBOARD_DATA_DIR=" + data, "UVBOARD_LOG_FORMAT=json", "UVBOARD_RATE_LIMITS=off"}
	if out, err := program(t, env, "seed", "--users", "8", "--projects", "2", "--votes", "10").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	server, base := startServe(t, env)
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
				response, err := http.Post(base+"/api/auth/register", "application/json", strings.NewReader(body))
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
	for i := range 3 {
		kept := filepath.Join(t.TempDir(), "file:copy?mode=ro.db")
		if out, err := program(t, env, "backup", kept).CombinedOutput(); err != nil || !strings.Contains(string(out), filepath.Join(data, "uvboard.db")) {
			t.Fatalf("backup %d: %v\n%s", i, err, out)
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
		examined := append(env, "DATABASE_URL=sqlite://"+restored)
		if out, err := program(t, examined, "doctor").CombinedOutput(); err != nil {
			t.Errorf("the copy: %v\n%s", err, out)
		}
	}
	close(stop)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	must.NoError(t, server.Process.Signal(syscall.SIGTERM))
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
}

func TestBackupIsRefused(t *testing.T) {
	data := "UVBOARD_DATA_DIR=" + t.TempDir()
	if out, err := program(t, []string{data}, "migrate").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	there := filepath.Join(t.TempDir(), "there.db")
	must.NoError(t, os.WriteFile(there, []byte("precious"), 0o600))
	for _, tc := range []struct{ name, database, file, want string }{
		{"FileIsThere", "", there, "exists"},
		{"NoFolder", "", filepath.Join(t.TempDir(), "none", "copy.db"), "no such file"},
		{"PostgreSQL", "DATABASE_URL=" + storetest.PostgresURL(t), filepath.Join(t.TempDir(), "copy.db"), "pg_dump"},
		{"NoDatabase", "DATABASE_URL=sqlite://" + filepath.Join(t.TempDir(), "none.db"), filepath.Join(t.TempDir(), "copy.db"), "there is no database"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, err := program(t, []string{data, tc.database}, "backup", tc.file).CombinedOutput()
			if err == nil || !strings.Contains(string(out), tc.want) {
				t.Errorf("%v: %s, want %s", err, out, tc.want)
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
