package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server that was started, the product or a reference, listening on addr.
type process struct {
	addr string
	cmd  *exec.Cmd
	log  string // path of what it says
	gone chan struct{}
}

// start runs a server that says in a line of JSON where it listens, as the product does, and waits for that line. Its
// log goes to a file, as that of a service does, and not through this program.
func start(ctx context.Context, dir, name string, cmd *exec.Cmd) (*process, error) {
	file, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cmd.Stdout, cmd.Stderr = file, file
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that it outlives an interrupt until it is stopped in order
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, log: file.Name(), gone: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // whoever waits for it reads the log
		close(p.gone)
	}()
	for p.addr == "" {
		select {
		case <-ctx.Done():
			p.stop()
			return nil, ctx.Err()
		case <-p.gone:
			said, _ := os.ReadFile(p.log)
			return nil, fmt.Errorf("%s did not start: %s", name, said)
		case <-time.After(20 * time.Millisecond):
			p.addr = p.listening()
		}
	}
	return p, nil
}

func (p *process) listening() string {
	said, _ := os.ReadFile(p.log)
	for line := range bytes.Lines(said) {
		var entry struct{ Msg, Addr string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			return entry.Addr
		}
	}
	return ""
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // gone already is as good
	select {
	case <-p.gone:
	case <-time.After(10 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.gone
	}
	_ = os.Remove(p.log)
}

// cpu is the processor time that the process has taken so far.
func (p *process) cpu() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The name, in parentheses, may hold spaces.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	const tick = 10 * time.Millisecond // the same on every Linux
	return time.Duration(user+system) * tick, nil
}

// memory is the resident size of the process in MB: now, and at its peak.
func (p *process) memory() (now, peak float64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
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
