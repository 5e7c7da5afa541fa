package producttest

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
)

// program returns a command line of the program, with a clean environment and a free port.
func program(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := tooltest.Program()
	must.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Env = append([]string{"UVBOARD_ADDR=127.0.0.1:0", "UVBOARD_NEWS_INTERVAL=0", "HOME=" + t.TempDir(),
		"PATH=" + os.Getenv("PATH")}, env...)
	cmd.Dir = t.TempDir()
	return cmd
}

// do runs a command, expects an exit status, and returns all that the command writes.
func do(t *testing.T, status int, env []string, args ...string) string {
	t.Helper()
	cmd := program(t, env, args...)
	out, err := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != status {
		t.Fatalf("%s: exit status %d, want %d: %v\n%s", args, got, status, err, out)
	}
	return string(out)
}

// process is the program as a running server.
type process struct {
	*exec.Cmd
	t             *testing.T
	base, metrics string          // URLs
	log           strings.Builder // complete when ended is closed
	ended         chan struct{}
}

// startServe starts the program as a server and waits until it listens.
func startServe(t *testing.T, env []string, flags ...string) *process {
	t.Helper()
	return start(t, program(t, env, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...))
}

func start(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd, t: t, ended: make(chan struct{})}
	p.Env = append(p.Env, "UVBOARD_LOG_FORMAT=json")
	stderr, err := p.StderrPipe()
	must.NoError(t, err)
	must.NoError(t, p.Start())
	var line struct {
		Msg, Addr string
		Metrics   string `json:"metrics_addr"`
	}
	lines := bufio.NewScanner(stderr)
	for line.Msg != "listening" {
		if !lines.Scan() {
			t.Fatal("it ended without listening: ", p.log.String(), p.Wait())
		}
		p.log.WriteString(lines.Text() + "\n")
		must.NoError(t, json.Unmarshal(lines.Bytes(), &line))
	}
	p.base, p.metrics = "http://"+line.Addr, "http://"+line.Metrics
	go func() {
		defer close(p.ended)
		for lines.Scan() {
			p.log.WriteString(lines.Text() + "\n")
		}
	}()
	return p
}

// stop stops the server by a signal, expects that it ends without an error, and returns its log.
func (p *process) stop(by syscall.Signal) string {
	p.t.Helper()
	must.NoError(p.t, p.Process.Signal(by))
	<-p.ended
	if err := p.Wait(); err != nil {
		p.t.Errorf("stopped with %v\n%s", err, p.log.String())
	}
	return p.log.String()
}

func (p *process) kill() {
	p.t.Helper()
	must.NoError(p.t, p.Process.Kill())
	<-p.ended
	_ = p.Wait() // it was killed
}
