package producttest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

// A failure is one line on standard error, prints no secret and leaves no database behind.
func TestExitStatus(t *testing.T) {
	data := "UVBOARD_DATA_DIR=" + t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	defer taken.Close()
	for _, tc := range []struct {
		name   string
		env    []string
		args   []string
		status int
		errOut string // the line on standard error
	}{
		{"Help", nil, nil, 0, ""},
		{"Version", nil, []string{"version"}, 0, ""},
		{"VersionAsAFlag", nil, []string{"--version"}, 0, ""},
		{"Migrate", []string{data}, []string{"migrate"}, 0, ""},
		{"MigrateAgain", []string{data}, []string{"migrate"}, 0, ""},
		{"FlagBeforeTheCommand", []string{"UVBOARD_DATA_DIR=/proc/none", "UVBOARD_ADDR=nowhere"},
			[]string{"--data-dir", t.TempDir(), "migrate"}, 0, ""},
		{"UnknownCommand", nil, []string{"frobnicate"}, 2, `unknown command "frobnicate"`},
		{"UnknownFlag", nil, []string{"serve", "--nope"}, 2, "--nope"},
		{"FlagOfAnotherCommand", nil, []string{"mail", "list", "--addr", ":1"}, 2, "--addr"},
		{"MalformedFlag", nil, []string{"serve", "--migrate=perhaps"}, 2, "uvboard: --migrate must be true or false"},
		{"NumberTooLarge", nil, []string{"seed", "--users", "99999999999999999999"}, 2,
			"uvboard: --users must be a whole number, of 18 digits at most"},
		{"NegativeSeed", nil, []string{"seed", "--rand-seed=-1"}, 2,
			"uvboard: --rand-seed must be a whole number from 0 on"},
		{"NegativeNumber", nil, []string{"seed", "--users", "-1"}, 1, "--users"},
		{"TooManyArguments", nil, []string{"migrate", "now"}, 2, "now"},
		{"MissingArgument", nil, []string{"admin", "grant"}, 2, "accepts 1 arg"},
		{"ImportOfAMissingFile", nil, []string{"import", "none.json"}, 1, "none.json"},
		{"WrongVariable", []string{"UVBOARD_BASE_URL=ftp://x"}, []string{"serve"}, 1, "UVBOARD_BASE_URL (--base-url)"},
		{"WrongVariableOfAFlag", []string{"UVBOARD_USERS=x"}, []string{"seed"}, 1,
			"uvboard: UVBOARD_USERS (--users) must be a whole number"},
		{"UnreachableDatabase", []string{"DATABASE_URL=postgres://board:hunter2@127.0.0.1:1/board"}, []string{"serve"},
			1, "DATABASE_URL"},
		{"PasswordWithASlash", []string{"DATABASE_URL=postgres://board:1/hunter2@127.0.0.1:1/board"}, []string{"serve"},
			1, "special characters in a password must be percent-encoded"},
		{"UnwritableDataDir", []string{"UVBOARD_DATA_DIR=/proc/none"}, []string{"serve"}, 1,
			"UVBOARD_DATA_DIR (--data-dir)"},
		{"DataDirIsAFile", []string{"UVBOARD_DATA_DIR=/dev/null"}, []string{"migrate"}, 1,
			"UVBOARD_DATA_DIR (--data-dir)"},
		{"UnwritableTemporaryFolder", []string{"TMPDIR=/proc/none"}, []string{"serve"}, 1, "TMPDIR"},
		{"TakenPort", nil, []string{"serve", "--addr", taken.Addr().String()}, 1, "UVBOARD_ADDR (--addr)"},
		{"ForeignAddress", nil, []string{"serve", "--addr", "192.0.2.1:80"}, 1, "UVBOARD_ADDR (--addr)"},
		{"TakenMetricsPort", nil, []string{"serve", "--metrics-addr", taken.Addr().String()}, 1,
			"UVBOARD_METRICS_ADDR (--metrics-addr)"},
		{"MailPasswordWithASlash", []string{"UVBOARD_SMTP_URL=smtp://board:1/hunter2@127.0.0.1"}, []string{"serve"}, 1,
			"UVBOARD_SMTP_URL (--smtp-url)"},
		{"UnreachableStore", []string{"UVBOARD_UPLOADS_URL=s3://board?endpoint=http://127.0.0.1:1",
			"AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=hunter2"}, []string{"serve"}, 1,
			"UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"UnwritableStore", []string{"UVBOARD_UPLOADS_URL=file:///proc/none"}, []string{"serve"}, 1,
			"UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"SeedWithoutUploads", nil, []string{"seed", "--uploads-url", "file:///proc/none"}, 1,
			"UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"NoDatabaseForARole", nil, []string{"admin", "grant", "nobody"}, 1, "DATABASE_URL: there is no database"},
		{"NoDatabaseForMail", nil, []string{"mail", "list"}, 1, "DATABASE_URL: there is no database"},
		{"NoDatabaseForADoctor", nil, []string{"doctor"}, 1, "DATABASE_URL: there is no database"},
		{"UnknownMember", []string{data}, []string{"admin", "grant", "nobody"}, 1, "nobody: No user has this username"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			own := t.TempDir()
			var out, errOut strings.Builder
			cmd := program(t, append([]string{"UVBOARD_DATA_DIR=" + own}, tc.env...), tc.args...)
			cmd.Stdout, cmd.Stderr = &out, &errOut
			err := cmd.Run()
			if got := cmd.ProcessState.ExitCode(); got != tc.status {
				t.Errorf("exit status %d (%v), want %d", got, err, tc.status)
			}
			if tc.status == 0 && errOut.Len() > 0 || tc.status != 0 && (!strings.Contains(errOut.String(), tc.errOut) ||
				strings.Count(errOut.String(), "\n") != 1) {
				t.Errorf("standard error %q, want one line with %q", errOut.String(), tc.errOut)
			}
			if strings.Contains(out.String()+errOut.String(), "hunter2") {
				t.Errorf("it prints a secret: %s%s", out.String(), errOut.String())
			}
			if _, err := os.Stat(filepath.Join(own, "uvboard.db")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("there is a database: %v", err)
			}
		})
	}
}

// Each flag names its environment variable, and a command shows only the flags that it reads.
func TestHelpNamesVariables(t *testing.T) {
	for _, tc := range []struct {
		command    string
		want, none []string
	}{
		{"serve", []string{"UVBOARD_ADDR", "DATABASE_URL", "UVBOARD_SMTP_URL", "UVBOARD_MIGRATE"}, nil},
		{"seed", []string{"UVBOARD_UPLOADS_URL", "UVBOARD_USERS"}, []string{"--addr"}},
		{"admin grant", []string{"UVBOARD_DATA_DIR", "DATABASE_URL"}, []string{"--addr", "--uploads-url"}},
		{"version", nil, []string{"--data-dir"}},
	} {
		t.Run(tc.command, func(t *testing.T) {
			out := do(t, 0, nil, append(strings.Fields(tc.command), "--help")...)
			for _, variable := range tc.want {
				if !strings.Contains(out, "[$"+variable+"]") {
					t.Errorf("no %s in %s", variable, out)
				}
			}
			for _, flag := range tc.none {
				if strings.Contains(out, flag+" ") {
					t.Errorf("%s in %s", flag, out)
				}
			}
		})
	}
}

// The program starts on an empty directory, serves and stops by a signal.
func TestServe(t *testing.T) {
	parent, err := filepath.EvalSymlinks(t.TempDir())
	must.NoError(t, err)
	data := filepath.Join(parent, "data")
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + data, "UVBOARD_METRICS_ADDR=127.0.0.1:0",
		"UVBOARD_SMTP_URL=smtp://board:hunter2@mail.example:587"})
	visitor := &client{t: t}
	for _, tc := range [][2]string{
		{server.base + "/readyz", "ready"}, {server.base + "/api/stats/community", `"activeVibers":0`},
		{server.metrics + "/metrics", "uvboard_requests_in_flight"},
		{server.metrics + "/metrics", `go_sql_open_connections{db_name="writes"} 1`},
		{server.metrics + "/metrics", `uvboard_mails{state="waiting"} 0`},
	} {
		if got := visitor.want(http.StatusOK, "GET", tc[0], ""); !bytes.Contains(got, []byte(tc[1])) {
			t.Errorf("%s: want %s in %s", tc[0], tc[1], got)
		}
	}
	for name, want := range map[string]fs.FileMode{"": 0o700, "uvboard.db": 0o600, "uvboard.db-wal": 0o600,
		"uvboard.db-shm": 0o600, "uvboard.db.server": 0o600} {
		info, err := os.Stat(filepath.Join(data, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v, want the mode %v", name, info, err, want)
		}
	}
	log := server.stop(syscall.SIGTERM)
	for _, want := range []string{
		`"version":"0.1.0"`, `"database":"` + filepath.Join(data, "uvboard.db"), `"uploads":"` +
			filepath.Join(data, "uploads"), `"mail":"mail.example:587"`, `"msg":"stopping"`,
	} {
		if !strings.Contains(log, want) {
			t.Errorf("no %s in the log\n%s", want, log)
		}
	}
	if strings.Contains(log, "hunter2") {
		t.Errorf("it logs a secret: %s", log)
	}
}

func TestSignalsStopTheServer(t *testing.T) {
	// If the tests run under nohup, the server would inherit that SIGHUP is ignored.
	ours := make(chan os.Signal, 1)
	signal.Notify(ours, syscall.SIGHUP)
	defer signal.Stop(ours)
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP} { // SIGTERM stops all other servers
		startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()}).stop(sent)
	}
	nohup, err := exec.LookPath("nohup")
	must.NoError(t, err)
	serve := program(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()}, "serve")
	serve.Path, serve.Args = nohup, append([]string{nohup}, serve.Args...)
	server := start(t, serve)
	must.NoError(t, server.Process.Signal(syscall.SIGHUP))
	(&client{t: t, base: server.base}).want(http.StatusOK, "GET", "/readyz", "")
	server.stop(syscall.SIGTERM)
}

func TestUnknownEnvironmentVariableIsLogged(t *testing.T) {
	var errOut strings.Builder
	cmd := program(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_DATADIR=hunter2", "UVBOARD_LOG_FORMAT=text",
		"UVBOARD_USERS=3"}, "migrate")
	cmd.Stderr = &errOut
	must.NoError(t, cmd.Run())
	got := errOut.String()
	if strings.Count(got, "\n") != 1 ||
		!strings.Contains(got, `msg="unknown environment variable" variable=UVBOARD_DATADIR`) ||
		strings.Contains(got, "hunter2") {
		t.Errorf("standard error %s", got)
	}
}

// A second server on a SQLite file is refused, also under another name of the file. Commands work while the first is
// running, and the next server starts after it was killed.
func TestOneServerOnASQLiteFile(t *testing.T) {
	data := t.TempDir()
	other := filepath.Join(t.TempDir(), "other.db")
	must.NoError(t, os.Symlink(filepath.Join(data, "uvboard.db"), other))
	env := []string{"UVBOARD_DATA_DIR=" + data}
	for range 2 {
		first := startServe(t, env)
		for _, address := range []string{"", "sqlite://" + other} {
			want := fmt.Sprintf("another server (process %d) already serves this file", first.Process.Pid)
			if got := do(t, 1, append(env, "DATABASE_URL="+address), "serve"); !strings.Contains(got, "DATABASE_URL") ||
				!strings.Contains(got, want) {
				t.Errorf("%s, want %s", got, want)
			}
		}
		for _, args := range [][]string{{"migrate"}, {"doctor"}, {"mail", "list"}} {
			do(t, 0, env, args...)
		}
		first.kill()
	}
}

// A server on a database without a schema logs what to do, and is ready after `uvboard migrate`.
func TestServeWithoutMigrating(t *testing.T) {
	for name, address := range map[string]string{"sqlite": "sqlite://" + filepath.Join(t.TempDir(), "empty.db"),
		"postgres": storetest.EmptyPostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			env := []string{"DATABASE_URL=" + address, "UVBOARD_DATA_DIR=" + t.TempDir()}
			server := startServe(t, env, "--migrate=false")
			visitor := &client{t: t, base: server.base}
			visitor.want(http.StatusServiceUnavailable, "GET", "/readyz", "")
			do(t, 0, env, "migrate")
			visitor.want(http.StatusOK, "GET", "/readyz", "")
			if log := server.stop(syscall.SIGTERM); strings.Count(log, "run `uvboard migrate`") != 1 {
				t.Errorf("logged %s", log)
			}
		})
	}
}
