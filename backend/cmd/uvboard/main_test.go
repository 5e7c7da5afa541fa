package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/pgtest"
)

// TestMain runs the program instead of the tests if a test started this binary as a process.
func TestMain(m *testing.M) {
	if os.Getenv("UVBOARD_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// program returns a command line of the program, with a clean environment and a free port.
func program(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append([]string{"UVBOARD_TEST_MAIN=1", "UVBOARD_ADDR=127.0.0.1:0", "HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}, env...)
	cmd.Dir = t.TempDir()
	return cmd
}

func TestExitStatus(t *testing.T) {
	data := "UVBOARD_DATA_DIR=" + t.TempDir()
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
		{"FlagBeforeTheCommand", []string{"UVBOARD_DATA_DIR=/proc/none", "UVBOARD_ADDR=nowhere"}, []string{"--data-dir", t.TempDir(), "migrate"}, 0, ""},
		{"MigrateAgain", []string{data}, []string{"migrate"}, 0, ""},
		{"UnknownCommand", nil, []string{"frobnicate"}, 2, `unknown command "frobnicate"`},
		{"UnknownFlag", nil, []string{"serve", "--nope"}, 2, "--nope"},
		{"FlagOfAnotherCommand", nil, []string{"mail", "list", "--addr", ":1"}, 2, "--addr"},
		{"MalformedFlag", nil, []string{"serve", "--migrate=perhaps"}, 2, "uvboard: --migrate must be true or false"},
		{"MalformedNumber", nil, []string{"seed", "--users", "x"}, 2, "uvboard: --users must be a whole number, of 18 digits at most"},
		{"NumberTooLarge", nil, []string{"seed", "--users", "99999999999999999999"}, 2, "uvboard: --users must be a whole number, of 18 digits at most"},
		{"NegativeSeed", nil, []string{"seed", "--rand-seed=-1"}, 2, "uvboard: --rand-seed must be a whole number from 0 on"},
		{"MalformedVariableOfAFlag", []string{"UVBOARD_USERS=x"}, []string{"seed"}, 1, "uvboard: UVBOARD_USERS (--users) must be a whole number"},
		{"TooManyArguments", nil, []string{"migrate", "now"}, 2, "now"},
		{"MissingArgument", nil, []string{"admin", "grant"}, 2, "accepts 1 arg"},
		{"WrongSetting", nil, []string{"serve", "--addr", "nowhere"}, 1, "UVBOARD_ADDR (--addr)"},
		{"WrongVariable", []string{"UVBOARD_BASE_URL=ftp://x"}, []string{"serve"}, 1, "UVBOARD_BASE_URL (--base-url)"},
		{"WrongVariableOfAFlag", []string{"UVBOARD_MIGRATE=perhaps"}, []string{"serve"}, 1, "UVBOARD_MIGRATE (--migrate) must be true or false"},
		{"UnreachableDatabase", []string{"DATABASE_URL=postgres://board:hunter2@127.0.0.1:1/board"}, []string{"serve"}, 1, "DATABASE_URL"},
		{"UnreadableDatabase", []string{"DATABASE_URL=postgres://board:hunter2 @127.0.0.1:1/board"}, []string{"serve"}, 1, "DATABASE_URL"},
		{"UnwritableDataDir", []string{"UVBOARD_DATA_DIR=/proc/none"}, []string{"serve"}, 1, "UVBOARD_DATA_DIR (--data-dir)"},
		{"UnwritableTemporaryFolder", []string{data, "TMPDIR=/proc/none"}, []string{"serve"}, 1, "TMPDIR"},
		{"PasswordWithASlash", []string{"DATABASE_URL=postgres://board:1/hunter2@127.0.0.1:1/board"}, []string{"serve"}, 1, "special characters in a password must be percent-encoded"},
		{"DataDirIsAFile", []string{"UVBOARD_DATA_DIR=/dev/null"}, []string{"migrate"}, 1, "UVBOARD_DATA_DIR (--data-dir)"},
		{"MailPasswordWithASlash", []string{data, "UVBOARD_SMTP_URL=smtp://board:1/hunter2@127.0.0.1"}, []string{"serve"}, 1, "UVBOARD_SMTP_URL (--smtp-url)"},
		{"UnknownStore", []string{data, "UVBOARD_UPLOADS_URL=ftp://hunter2@uploads"}, []string{"serve"}, 1, "UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"UnreadableStore", []string{data, "UVBOARD_UPLOADS_URL=s3://board?endpoint=hunter2"}, []string{"serve"}, 1, "UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"UnreachableStore", []string{data, "UVBOARD_UPLOADS_URL=s3://board?endpoint=http://127.0.0.1:1", "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=hunter2"}, []string{"serve"}, 1, "UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"UnwritableStore", []string{data, "UVBOARD_UPLOADS_URL=file:///proc/none"}, []string{"serve"}, 1, "UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"NoDatabaseForARole", nil, []string{"admin", "grant", "nobody"}, 1, "DATABASE_URL: there is no database"},
		{"NoDatabaseForMail", nil, []string{"mail", "list"}, 1, "DATABASE_URL: there is no database"},
		{"NoDatabaseForADoctor", nil, []string{"doctor"}, 1, "DATABASE_URL: there is no database"},
		{"UnknownMember", []string{data}, []string{"admin", "grant", "nobody"}, 1, "nobody: User not found"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out, errOut strings.Builder
			cmd := program(t, tc.env, tc.args...)
			cmd.Stdout, cmd.Stderr = &out, &errOut
			err := cmd.Run()
			if got := cmd.ProcessState.ExitCode(); got != tc.status {
				t.Errorf("exit status %d (%v), want %d", got, err, tc.status)
			}
			if tc.status == 0 && errOut.Len() > 0 || tc.status != 0 && (!strings.Contains(errOut.String(), tc.errOut) || strings.Count(errOut.String(), "\n") != 1) {
				t.Errorf("standard error %q, want one line with %q", errOut.String(), tc.errOut)
			}
			if strings.Contains(out.String()+errOut.String(), "hunter2") {
				t.Errorf("it prints a secret: %s%s", out.String(), errOut.String())
			}
		})
	}
}

func TestRevokeLastAdmin(t *testing.T) {
	data := "UVBOARD_DATA_DIR=" + t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		out, err := program(t, []string{data}, args...).CombinedOutput()
		if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
			t.Fatal(err)
		}
		return string(out)
	}
	run("seed", "--users", "2", "--projects", "1", "--votes", "0")
	if out := run("admin", "revoke", "kilnfire"); !strings.Contains(out, "only admin") || !strings.Contains(out, "--force") {
		t.Errorf("revoke says %q", out)
	}
	for range 2 { // the first call takes the role
		if out := run("admin", "revoke", "kilnfire", "--force"); out != "kilnfire is no longer an admin\n" {
			t.Errorf("revoke --force says %q", out)
		}
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
			var out strings.Builder
			if status := run(append(strings.Fields(tc.command), "--help"), &out, &out); status != 0 {
				t.Fatalf("exit status %d", status)
			}
			for _, variable := range tc.want {
				if !strings.Contains(out.String(), "[$"+variable+"]") {
					t.Errorf("no %s in %s", variable, out.String())
				}
			}
			for _, flag := range tc.none {
				if strings.Contains(out.String(), flag+" ") {
					t.Errorf("%s in %s", flag, out.String())
				}
			}
		})
	}
}

// TestServe starts the program on an empty directory and stops it by a signal.
func TestServe(t *testing.T) {
	parent, err := filepath.EvalSymlinks(t.TempDir())
	must.NoError(t, err)
	data := filepath.Join(parent, "data")
	cmd := program(t, []string{
		"UVBOARD_DATA_DIR=" + data, "UVBOARD_METRICS_ADDR=127.0.0.1:0", "UVBOARD_SMTP_URL=smtp://board:hunter2@mail.example:587",
	}, "serve", "--addr", "127.0.0.1:0")
	stderr, err := cmd.StderrPipe()
	must.NoError(t, err)
	must.NoError(t, cmd.Start())
	var listening struct {
		Msg, Addr string
		Metrics   string `json:"metrics_addr"`
	}
	starting := map[string]string{}
	lines := bufio.NewScanner(stderr)
	for listening.Msg != "listening" {
		if !lines.Scan() {
			t.Fatal("it ended without listening: ", lines.Text(), cmd.Wait())
		}
		if strings.Contains(lines.Text(), "hunter2") {
			t.Errorf("it logs a secret: %s", lines.Text())
		}
		if strings.Contains(lines.Text(), `"msg":"starting"`) {
			if err := json.Unmarshal(lines.Bytes(), &starting); err != nil {
				t.Fatalf("%v in %s", err, lines.Text())
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &listening); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
	}
	rest := make(chan string, 1)
	go func() {
		var b strings.Builder
		for lines.Scan() {
			b.WriteString(lines.Text() + "\n")
		}
		rest <- b.String()
	}()
	for path, want := range map[string]string{
		listening.Addr + "/readyz": "ready", listening.Addr + "/api/stats/community": `"activeVibers":0`, listening.Metrics + "/metrics": "uvboard_requests_in_flight",
		listening.Metrics + "/metrics?": `go_sql_open_connections{db_name="writes"} 1`, listening.Metrics + "/metrics?again": `uvboard_mails{state="waiting"} 0`,
	} {
		client := http.Client{Timeout: 10 * time.Second}
		response, err := client.Get("http://" + path)
		must.NoError(t, err)
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != 200 || !strings.Contains(string(body), want) {
			t.Errorf("%s: %s %v, want %s in %s", path, response.Status, err, want, body)
		}
	}
	if _, err := os.Stat(filepath.Join(data, "uvboard.db")); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]fs.FileMode{"": 0o700, "uvboard.db": 0o600, "uvboard.db-wal": 0o600, "uvboard.db-shm": 0o600, "uvboard.db.server": 0o600} {
		info, err := os.Stat(filepath.Join(data, name))
		if err != nil {
			t.Error(err)
		} else if info.Mode().Perm() != want {
			t.Errorf("%q is %v to others, want %v", name, info.Mode().Perm(), want)
		}
	}
	for attr, want := range map[string]string{"version": version, "database": filepath.Join(data, "uvboard.db"), "uploads": filepath.Join(data, "uploads"), "mail": "mail.example:587"} {
		if got := starting[attr]; got != want {
			t.Errorf("it starts with %s %q, want %q", attr, got, want)
		}
	}
	must.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	tail := <-rest
	if err := cmd.Wait(); err != nil {
		t.Errorf("stopped with %v\n%s", err, tail)
	}
	if !strings.Contains(tail, `"msg":"stopping"`) {
		t.Errorf("the log ends with %s", tail)
	}
}

func TestUnknownEnvironmentVariableIsLogged(t *testing.T) {
	var errOut strings.Builder
	cmd := program(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_DATADIR=hunter2", "UVBOARD_LOG_FORMAT=text", "UVBOARD_USERS=3"}, "migrate")
	cmd.Stderr = &errOut
	must.NoError(t, cmd.Run())
	got := errOut.String()
	if strings.Count(got, "\n") != 1 || !strings.Contains(got, `msg="unknown environment variable" variable=UVBOARD_DATADIR`) || strings.Contains(got, "hunter2") {
		t.Errorf("standard error %s", got)
	}
}

// A second server on a SQLite file is refused, also under another name of the file. Commands work while the first is running,
// and the next server starts after it was killed.
func TestOneServerOnASQLiteFile(t *testing.T) {
	data := t.TempDir()
	other := filepath.Join(t.TempDir(), "other.db")
	must.NoError(t, os.Symlink(filepath.Join(data, "uvboard.db"), other))
	env := []string{"UVBOARD_DATA_DIR=" + data, "UVBOARD_LOG_FORMAT=json"}
	for range 2 {
		first, _ := startServe(t, env)
		for _, address := range []string{"", "sqlite://" + other} {
			var errOut strings.Builder
			second := program(t, append(env, "DATABASE_URL="+address), "serve", "--addr", "127.0.0.1:0")
			second.Stderr = &errOut
			err := second.Run()
			want := fmt.Sprintf("another server (process %d) already serves this file", first.Process.Pid)
			if err == nil || second.ProcessState.ExitCode() != 1 || !strings.Contains(errOut.String(), "DATABASE_URL") || !strings.Contains(errOut.String(), want) {
				t.Errorf("%v: %s, want %s", err, errOut.String(), want)
			}
		}
		for _, args := range [][]string{{"migrate"}, {"doctor"}, {"mail", "list"}} {
			if out, err := program(t, env, args...).CombinedOutput(); err != nil {
				t.Errorf("%s beside the server: %v\n%s", args, err, out)
			}
		}
		must.NoError(t, first.Process.Kill())
		_ = first.Wait() // it was killed
	}
}

// If settings or arguments are wrong, no database is created.
func TestNoDatabaseIsLeftBehind(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	defer taken.Close()
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"TakenPort", []string{"serve", "--addr", taken.Addr().String()}, "UVBOARD_ADDR (--addr)"},
		{"ForeignAddress", []string{"serve", "--addr", "192.0.2.1:80"}, "UVBOARD_ADDR (--addr)"},
		{"TakenMetricsPort", []string{"serve", "--addr", "127.0.0.1:0", "--metrics-addr", taken.Addr().String()}, "UVBOARD_METRICS_ADDR (--metrics-addr)"},
		{"ServeWithoutUploads", []string{"serve", "--addr", "127.0.0.1:0", "--uploads-url", "file:///proc/none"}, "UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"WrongMailServer", []string{"serve", "--addr", "127.0.0.1:0", "--smtp-url", "smtp://mail:port"}, "UVBOARD_SMTP_URL (--smtp-url)"},
		{"SeedWithoutUploads", []string{"seed", "--uploads-url", "file:///proc/none"}, "UVBOARD_UPLOADS_URL (--uploads-url)"},
		{"NegativeSeed", []string{"seed", "--users", "-1"}, "--users"},
		{"ImportOfAMissingFile", []string{"import", "none.json"}, "none.json"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			data := t.TempDir()
			var errOut strings.Builder
			cmd := program(t, []string{"UVBOARD_DATA_DIR=" + data}, tc.args...)
			cmd.Stderr = &errOut
			if err := cmd.Run(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(errOut.String(), tc.want) {
				t.Errorf("%v: %s, want %s", err, errOut.String(), tc.want)
			}
			if _, err := os.Stat(filepath.Join(data, "uvboard.db")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("there is a database: %v", err)
			}
		})
	}
}

// A server on a database without a schema logs what to do, and is ready after `uvboard migrate`.
func TestServeWithoutMigrating(t *testing.T) {
	for _, database := range []struct {
		name    string
		address func(testing.TB) string
	}{
		{"sqlite", func(t testing.TB) string { return "sqlite://" + filepath.Join(t.TempDir(), "empty.db") }},
		{"postgres", func(t testing.TB) string {
			address, err := pgtest.CreateDatabase(t.Context(), fmt.Sprintf("empty_%d", os.Getpid()), "")
			must.NoError(t, err)
			return address
		}},
	} {
		t.Run(database.name, func(t *testing.T) {
			env := []string{"DATABASE_URL=" + database.address(t), "UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_LOG_FORMAT=json"}
			server := program(t, env, "serve", "--migrate=false", "--addr", "127.0.0.1:0")
			stderr, err := server.StderrPipe()
			must.NoError(t, err)
			must.NoError(t, server.Start())
			var log strings.Builder
			var line struct{ Msg, Addr string }
			lines := bufio.NewScanner(stderr)
			for line.Msg != "listening" {
				if !lines.Scan() {
					t.Fatal("it ended without listening: ", log.String(), server.Wait())
				}
				log.WriteString(lines.Text() + "\n")
				if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
					t.Fatalf("%v in %s", err, lines.Text())
				}
			}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				for lines.Scan() {
					log.WriteString(lines.Text() + "\n")
				}
			}()
			status := func() int {
				response, err := http.Get("http://" + line.Addr + "/readyz")
				must.NoError(t, err)
				response.Body.Close()
				return response.StatusCode
			}
			if got := status(); got != http.StatusServiceUnavailable {
				t.Errorf("/readyz says %d", got)
			}
			time.Sleep(jobInterval) // a job that does not wait would have failed by now
			if out, err := program(t, env, "migrate").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got := status(); got != http.StatusOK {
				t.Errorf("after the migration /readyz says %d", got)
			}
			must.NoError(t, server.Process.Signal(syscall.SIGTERM))
			<-ended
			if err := server.Wait(); err != nil {
				t.Error(err)
			}
			if got := log.String(); strings.Count(got, "run `uvboard migrate`") != 1 || strings.Contains(got, "job failed") {
				t.Errorf("logged %s", got)
			}
		})
	}
}
