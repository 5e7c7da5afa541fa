// Package tooltest builds the product and starts servers that tools/go.mod pins, for tests.
package tooltest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Start builds the tool if needed, runs it and waits until it accepts connections at the address, a free port of this
// machine. It ends with this process. args returns its arguments for the address and an empty directory, which is also
// where it runs.
func Start(tool string, args func(address, dir string) ([]string, error)) (address string, err error) {
	removeStale(tool)
	program, err := Path(tool)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", prefix(tool)+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return "", err
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	address = "127.0.0.1:" + strconv.Itoa(port)
	arguments, err := args(address, dir)
	if err != nil {
		return "", err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return "", err
	}
	server := exec.Command(program, arguments...)
	server.Dir, server.Stdout, server.Stderr = dir, log, log
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	ended := make(chan error, 2)
	go func() {
		// Pdeathsig is sent when the thread that started the process ends, so keep this thread.
		runtime.LockOSThread()
		err := server.Start()
		if err == nil {
			err = server.Wait()
		}
		ended <- err
	}()
	for deadline := time.Now().Add(30 * time.Second); ; {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return address, conn.Close()
		}
		select {
		case err := <-ended:
			return "", describe(tool, log.Name(), err)
		case <-time.After(20 * time.Millisecond):
			if time.Now().After(deadline) {
				return "", describe(tool, log.Name(), err)
			}
		}
	}
}

// Path builds the tool if needed and returns the path of its program.
func Path(tool string) (string, error) {
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}", "uvboard")
	if err != nil {
		return "", err
	}
	return output("go", "-C", filepath.Join(root, "tools"), "tool", "-n", tool)
}

// Program returns the path of the product's program: what UVBOARD_TEST_BINARY names, or else one built by this process.
func Program() (string, error) {
	if built := os.Getenv("UVBOARD_TEST_BINARY"); built != "" {
		return built, nil
	}
	return program()
}

var program = sync.OnceValues(func() (string, error) {
	const tool = "program"
	removeStale(tool)
	dir, err := os.MkdirTemp("", prefix(tool)+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "uvboard")
	_, err = output("go", "build", "-ldflags", "-s -w", "-o", path, "uvboard/backend/cmd/uvboard")
	return path, err
})

func describe(tool, log string, err error) error {
	out, _ := os.ReadFile(log)
	return fmt.Errorf("%s did not start: %w\n%s", tool, err, out)
}

func output(name string, args ...string) (string, error) {
	cmd := exec.CommandContext(context.Background(), name, args...)
	// as in Taskfile.yml, also under the race detector: one build for all
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, failed.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func prefix(tool string) string { return "uvboard-" + tool + "-" }

// removeStale removes the directories of processes that have ended.
func removeStale(tool string) {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix(tool)+"*"))
	for _, dir := range dirs {
		var pid int
		if _, err := fmt.Sscanf(strings.TrimPrefix(filepath.Base(dir), prefix(tool)), "%d-", &pid); err == nil &&
			syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = os.RemoveAll(dir)
		}
	}
}
