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

// process is a running server, the product or a reference.
type process struct {
	addr string
	cmd  *exec.Cmd
	log  string // path
	done chan struct{}
}

// start starts a server and waits for the JSON log line "listening" with its address. The log goes to a file, so that this
// program does not spend time on it.
func start(ctx context.Context, dir, name string, cmd *exec.Cmd) (*process, error) {
	file, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cmd.Stdout, cmd.Stderr = file, file
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that an interrupt does not reach it before stop
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, log: file.Name(), done: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // the log has the reason
		close(p.done)
	}()
	for p.addr == "" {
		select {
		case <-ctx.Done():
			p.stop()
			return nil, ctx.Err()
		case <-p.done:
			log, _ := os.ReadFile(p.log)
			return nil, fmt.Errorf("%s did not start: %s", name, log)
		case <-time.After(20 * time.Millisecond):
			p.addr = p.listening()
		}
	}
	return p, nil
}

func (p *process) listening() string {
	log, _ := os.ReadFile(p.log)
	for line := range bytes.Lines(log) {
		var entry struct{ Msg, Addr string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			return entry.Addr
		}
	}
	return ""
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // may have ended already
	select {
	case <-p.done:
	case <-time.After(10 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
	_ = os.Remove(p.log)
}

// cpu returns the CPU time that the process has used.
func (p *process) cpu() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
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

// memory returns the resident memory of the process in MB: current and peak.
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
