package pgtest

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// Cluster is a PostgreSQL server with its own data folder, which can be stopped and restarted. It ends with the
// process, and the next process deletes its folder.
type Cluster struct {
	URL  *url.URL // of its empty database postgres
	cmd  []string
	dir  string
	attr syscall.SysProcAttr
	now  *exec.Cmd     // the running server
	gone chan struct{} // closed when it ends
}

func newCluster(bin string, settings ...string) (*Cluster, error) {
	// The C locale sorts capitals first, like SQLite.
	return makeCluster(bin, []string{"initdb", "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8",
		"--locale=C"}, settings)
}

// NewStandby copies a running server and returns its hot standby, which is not started.
func NewStandby(primary *Cluster) (*Cluster, error) {
	return makeCluster(filepath.Dir(primary.cmd[0]), []string{"pg_basebackup", "-d", primary.URL.String(), "-R", "-c",
		"fast", "--no-sync"}, nil)
}

// makeCluster makes a data folder with a command of PostgreSQL.
func makeCluster(bin string, initialize, settings []string) (*Cluster, error) {
	removeStale()
	dir, err := os.MkdirTemp("", "uvboard-pg-"+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, attr: syscall.SysProcAttr{Setpgid: true}}
	if os.Getuid() == 0 { // PostgreSQL refuses root
		if bin, err = readable(bin, dir); err != nil {
			return nil, err
		}
		nobody, err := user.Lookup("nobody")
		if err != nil {
			return nil, err
		}
		uid, _ := strconv.Atoi(nobody.Uid)
		gid, _ := strconv.Atoi(nobody.Gid)
		c.attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chmod(dir, 0o755); err != nil {
			return nil, err
		}
		if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
			return nil, err
		}
		if err := os.Chown(filepath.Join(dir, "data"), uid, gid); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(dir, "data")
	initializer := exec.Command(filepath.Join(bin, initialize[0]), append(initialize[1:], "-D", data)...)
	initializer.SysProcAttr, initializer.Dir = &c.attr, dir
	if out, err := initializer.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", initialize[0], err, out)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	c.cmd = append([]string{filepath.Join(bin, "postgres"), "-D", data, "-p", strconv.Itoa(port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=300"}, settings...)
	c.URL = &url.URL{Scheme: "postgres", User: url.User("postgres"), Host: "127.0.0.1:" + strconv.Itoa(port),
		Path: "/postgres", RawQuery: "sslmode=disable"}
	return c, nil
}

// Start starts the server and waits until it answers. It retries, since the children of a killed server end a little
// later and prevent a start.
func (c *Cluster) Start() error {
	db, err := sql.Open("postgres", c.URL.String())
	if err != nil {
		return err
	}
	defer db.Close()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if !c.Running() {
			if err := c.launch(); err != nil {
				return err
			}
		}
		if err = db.Ping(); err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			out, logErr := os.ReadFile(c.log())
			return fmt.Errorf("postgres did not start: %w\n%s", errors.Join(err, logErr), out)
		}
	}
}

// Running reports whether the server is running.
func (c *Cluster) Running() bool {
	if c.now == nil {
		return false
	}
	select {
	case <-c.gone:
		return false
	default:
		return true
	}
}

// Stop sends a signal to the server and waits for its end: SIGQUIT for an immediate shutdown, SIGKILL for a crash.
func (c *Cluster) Stop(signal syscall.Signal) error {
	if err := c.now.Process.Signal(signal); err != nil {
		return err
	}
	<-c.gone
	return nil
}

func (c *Cluster) log() string { return filepath.Join(c.dir, "log") }

func (c *Cluster) launch() error {
	log, err := os.OpenFile(c.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	server := exec.Command(c.cmd[0], c.cmd[1:]...)
	withDeathSignal := c.attr
	withDeathSignal.Pdeathsig = syscall.SIGKILL
	server.SysProcAttr, server.Dir, server.Stdout, server.Stderr = &withDeathSignal, c.dir, log, log
	started, gone := make(chan error), make(chan struct{})
	go func() {
		// Pdeathsig is sent when the thread that started the process ends, so keep this thread.
		runtime.LockOSThread()
		err := server.Start()
		started <- err
		if err == nil {
			_ = server.Wait() // its log says how it ended
		}
		close(gone)
	}()
	if err := <-started; err != nil {
		return err
	}
	c.now, c.gone = server, gone
	return nil
}
