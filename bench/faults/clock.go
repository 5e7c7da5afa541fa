package faults

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// clockFile is the environment variable with the file that has the seconds by which the clock of the product is ahead.
const clockFile = "FAULTS_CLOCK"

// The clock of the kernel cannot be moved for one process, and a static Go program reads it without the C library. So
// the product is built with one change of Go's time package: the wall clock of time.Now is ahead by Jump. As in a real
// jump, the monotonic clock, which timers and deadlines use, goes on.
const (
	jumpVariable = "package time\n\nimport \"sync/atomic\"\n\n// Jump is in seconds.\nvar Jump atomic.Int64\n"
	jumpReader   = `package main

import (
	"os"
	"strconv"
	"time"
)

func init() {
	go func() {
		for ; ; time.Sleep(20 * time.Millisecond) {
			text, _ := os.ReadFile(os.Getenv("` + clockFile + `"))
			if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
				time.Jump.Store(n)
			}
		}
	}()
}
`
)

// buildWithClock builds the product in dir with a clock that can be moved, and returns its path.
func buildWithClock(dir string) (binary string, err error) {
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}", "uvboard")
	if err != nil {
		return "", err
	}
	source := filepath.Join(goroot, "src/time/time.go")
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	const read = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	if strings.Count(string(text), read) != 1 {
		return "", errors.New("the clock cannot be moved with this version of Go: time.Now is not as expected")
	}
	replaced := map[string]string{}
	for at, content := range map[string]string{
		source: strings.Replace(string(text), read, read+"\tsec += Jump.Load()\n", 1),
		filepath.Join(goroot, "src/time/jump.go"):          jumpVariable,
		filepath.Join(root, "backend/cmd/uvboard/jump.go"): jumpReader,
	} {
		file := filepath.Join(dir, "overlay-"+strconv.Itoa(len(replaced))+".go")
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			return "", err
		}
		replaced[at] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644); err != nil {
		return "", err
	}
	binary = filepath.Join(dir, "uvboard")
	_, err = output("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-ldflags", "-s -w", "-o", binary,
		"uvboard/backend/cmd/uvboard")
	return binary, err
}

func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", errors.Join(err, errors.New(string(failed.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}
