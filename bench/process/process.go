// Package process runs programs that can be killed and started again. They end with this process.
package process

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Process is a program.
type Process struct {
	Name    string // of its log
	Command []string
	Env     []string // beside this process's own
	Dir     string   // of its log
	In      string   // working directory; empty for this process's
	User    *syscall.Credential
	Addr    string // where it listens, after Listen

	now  *exec.Cmd
	gone chan struct{} // closed when it ends
}

// Start starts the program.
func (p *Process) Start() error {
	log, err := os.OpenFile(p.Log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(p.Command[0], p.Command[1:]...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = append(os.Environ(), p.Env...), p.In, log, log
	// Its own process group, so that an interrupt of this program does not reach it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, Credential: p.User}
	started, gone := make(chan error), make(chan struct{})
	go func() {
		// Pdeathsig is sent when the thread that started the process ends, so keep this thread.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // cmd.ProcessState has the result
		}
		close(gone)
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start %s: %w", p.Name, err)
	}
	p.now, p.gone = cmd, gone
	return nil
}

// Log is the file with what it prints.
func (p *Process) Log() string { return filepath.Join(p.Dir, p.Name+".log") }

// Listen waits for the JSON log line "listening", which has the address.
func (p *Process) Listen(ctx context.Context) error {
	for {
		log, err := os.ReadFile(p.Log())
		if err != nil {
			return err
		}
		for line := range bytes.Lines(log) {
			var entry struct{ Msg, Addr string }
			if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
				p.Addr = entry.Addr
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.gone:
			return fmt.Errorf("%s did not start: %s", p.Name, log)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Running reports whether the program is running.
func (p *Process) Running() bool {
	if p.now == nil {
		return false
	}
	select {
	case <-p.gone:
		return false
	default:
		return true
	}
}

// Stop sends a signal and waits for the end. It fails if the program has ended before, or exits with another code than
// 0 after SIGTERM.
func (p *Process) Stop(signal syscall.Signal) error {
	if err := p.now.Process.Signal(signal); err != nil {
		return fmt.Errorf("stop %s: %w", p.Name, err)
	}
	<-p.gone
	if code := p.now.ProcessState.ExitCode(); signal == syscall.SIGTERM && code != 0 {
		return fmt.Errorf("%s exited with %s", p.Name, p.now.ProcessState)
	}
	return nil
}

// Close kills the program if it is running.
func (p *Process) Close() error {
	if !p.Running() {
		return nil
	}
	err := p.now.Process.Kill()
	<-p.gone
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// String is how the program is started, as in a shell.
func (p *Process) String() string {
	return strings.Join(append(append([]string(nil), p.Env...), p.Command...), " ")
}

// CPU returns the CPU time that the program has used.
func (p *Process) CPU() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.now.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The name, in parentheses, may contain spaces.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	const tick = 10 * time.Millisecond // on every Linux
	return time.Duration(user+system) * tick, nil
}

// Memory returns the resident memory of the program in MB: current and peak.
func (p *Process) Memory() (now, peak float64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.now.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(status)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kB, _ := strconv.ParseFloat(fields[1], 64)
		switch fields[0] {
		case "VmRSS:":
			now = kB / 1024
		case "VmHWM:":
			peak = kB / 1024
		}
	}
	return now, peak, nil
}

// Directory returns a new directory of a program of this one. It removes those that killed runs left, after clean.
func Directory(program string, clean func(stale string)) (string, error) {
	prefix := "uvboard-" + program + "-"
	stale, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*"))
	for _, dir := range stale {
		var pid int
		if _, err := fmt.Sscanf(filepath.Base(dir), prefix+"%d-", &pid); err != nil ||
			syscall.Kill(pid, 0) != syscall.ESRCH {
			continue
		}
		clean(dir)
		if err := os.RemoveAll(dir); err != nil {
			return "", err
		}
	}
	return os.MkdirTemp("", prefix+strconv.Itoa(os.Getpid())+"-")
}

// Pause waits, at most until ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
