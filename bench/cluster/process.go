package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// process is a program that can be stopped and started again. It ends with this process.
type process struct {
	name    string
	command []string
	env     []string // beside this process's own
	dir     string   // of its log
	user    *syscall.Credential

	now  *exec.Cmd
	gone chan struct{} // closed when it ends
}

func (p *process) start() error {
	log, err := os.OpenFile(p.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = append(os.Environ(), p.env...), p.dir, log, log
	// Its own process group, so that an interrupt of this program does not reach it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, Credential: p.user}
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
		return fmt.Errorf("start %s: %w", p.name, err)
	}
	p.now, p.gone = cmd, gone
	return nil
}

func (p *process) log() string { return filepath.Join(p.dir, p.name+".log") }

// running reports whether the process is running.
func (p *process) running() bool {
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

// stop sends a signal and waits for the end. It does nothing if the process is not running.
func (p *process) stop(signal syscall.Signal) error {
	if !p.running() {
		return nil
	}
	if err := p.now.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop %s: %w", p.name, err)
	}
	<-p.gone
	if code := p.now.ProcessState.ExitCode(); signal == syscall.SIGTERM && code != 0 {
		return fmt.Errorf("%s exited with %s", p.name, p.now.ProcessState)
	}
	return nil
}

// String is how the process is started, as in a shell.
func (p *process) String() string {
	return strings.Join(append(append([]string(nil), p.env...), p.command...), " ")
}
