package cluster

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver "postgres"

	"uvboard/backend/platform/tooltest"
	"uvboard/bench/process"
)

// The passwords of a cluster that listens on this machine only.
const (
	superuserPassword   = "superuser"
	replicationPassword = "replication"
	boardPassword       = "board"
	storeKey            = "uvboard"
	storeSecret         = "uvboard-secret"
)

// size is the number of machines: one etcd, one PostgreSQL with Patroni and one server of the board on each.
const size = 3

// cluster is all processes on one machine.
type cluster struct {
	dir     string
	bin     string // of PostgreSQL
	config  string // deploy/cluster
	next    string // the binary that a rolling restart starts
	etcds   []*process.Process
	members []*member
	store   *process.Process
	storeAt string
	boards  []*process.Process
	boardAt []string
	proxy   *process.Process
	url     string // of the proxy
}

// member is a PostgreSQL server and its Patroni.
type member struct {
	name    string
	patroni *process.Process
	data    string
	at, api string // host and port of PostgreSQL, and of Patroni's REST API
}

// programs finds what a cluster needs, or says which packages are missing.
func programs() (paths map[string]string, bin string, err error) {
	paths = map[string]string{}
	for _, name := range []string{"etcd", "patroni", "patronictl", "haproxy"} {
		path, missing := exec.LookPath(name)
		if missing != nil && name == "haproxy" {
			path, missing = exec.LookPath("/usr/sbin/haproxy")
		}
		if missing != nil {
			return nil, "", errMissing
		}
		paths[name] = path
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_rewind")
	if len(found) == 0 {
		return nil, "", errMissing
	}
	return paths, filepath.Dir(found[len(found)-1]), nil
}

var errMissing = errors.New("install etcd-server, patroni, haproxy and postgresql, Debian's packages, first")

// newCluster starts all processes but the boards and the proxy in front of them, in an empty directory, and creates the
// database.
func newCluster(ctx context.Context, root, dir, binary, next string) (c *cluster, err error) {
	paths, bin, err := programs()
	if err != nil {
		return nil, err
	}
	c = &cluster{dir: dir, bin: bin, config: filepath.Join(root, "deploy/cluster"), next: next}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.close())
		}
	}()
	credential, err := unprivileged(dir)
	if err != nil {
		return c, err
	}
	ports, err := freePorts(4*size + 2 + size)
	if err != nil {
		return c, err
	}
	take := func() (address string) {
		address, ports = "127.0.0.1:"+ports[0], ports[1:]
		return address
	}

	var peers, clients, initial []string
	for n := range size {
		peers, clients = append(peers, "http://"+take()), append(clients, "http://"+take())
		initial = append(initial, fmt.Sprintf("etcd%d=%s", n+1, peers[n]))
	}
	for n := range size {
		name := fmt.Sprintf("etcd%d", n+1)
		c.etcds = append(c.etcds, &process.Process{Name: name, Dir: dir, In: dir, User: credential,
			Command: []string{paths["etcd"],
				"--name", name, "--data-dir", filepath.Join(dir, name),
				"--listen-peer-urls", peers[n], "--initial-advertise-peer-urls", peers[n],
				"--listen-client-urls", clients[n], "--advertise-client-urls", clients[n],
				"--initial-cluster", strings.Join(initial, ","), "--initial-cluster-state", "new",
			}})
		if err := c.etcds[n].Start(); err != nil {
			return c, err
		}
	}

	var hosts []string
	for n := range size {
		m := &member{name: fmt.Sprintf("db%d", n+1), at: take(), api: take()}
		m.data = filepath.Join(dir, m.name)
		hosts = append(hosts, m.at)
		m.patroni = &process.Process{Name: m.name, Dir: dir, In: dir, User: credential,
			Command: []string{paths["patroni"], filepath.Join(c.config, "patroni.yml")}, Env: []string{
				"PATRONI_NAME=" + m.name,
				"PATRONI_ETCD3_HOSTS=" + strings.ReplaceAll(strings.Join(clients, ","), "http://", ""),
				"PATRONI_RESTAPI_LISTEN=" + m.api, "PATRONI_RESTAPI_CONNECT_ADDRESS=" + m.api,
				"PATRONI_POSTGRESQL_LISTEN=" + m.at, "PATRONI_POSTGRESQL_CONNECT_ADDRESS=" + m.at,
				"PATRONI_POSTGRESQL_DATA_DIR=" + m.data, "PATRONI_POSTGRESQL_BIN_DIR=" + bin,
				"PATRONI_POSTGRESQL_PGPASS=" + m.data + ".pgpass",
				"PATRONI_SUPERUSER_PASSWORD=" + superuserPassword, "PATRONI_REPLICATION_PASSWORD=" +
					replicationPassword,
			}}
		c.members = append(c.members, m)
		if err := m.patroni.Start(); err != nil {
			return c, err
		}
	}

	c.storeAt = take()
	versitygw, err := tooltest.Path("versitygw")
	if err != nil {
		return c, err
	}
	files, metadata := filepath.Join(dir, "files"), filepath.Join(dir, "metadata")
	// a folder is a bucket
	if err := errors.Join(os.MkdirAll(filepath.Join(files, "uploads"), 0o755), os.Mkdir(metadata, 0o755)); err != nil {
		return c, err
	}
	c.store = &process.Process{Name: "store", Dir: dir, In: dir, Env: []string{"ROOT_ACCESS_KEY=" + storeKey,
		"ROOT_SECRET_KEY=" + storeSecret},
		Command: []string{versitygw, "--port", c.storeAt, "--quiet", "posix", "--sidecar", metadata, files}}
	if err := c.store.Start(); err != nil {
		return c, err
	}

	haproxyEnv := []string{}
	public := take()
	c.url = "http://" + public
	for n := range size {
		at := take()
		c.boardAt = append(c.boardAt, at)
		haproxyEnv = append(haproxyEnv, fmt.Sprintf("BOARD_%d=%s", n+1, at))
		c.boards = append(c.boards, &process.Process{Name: fmt.Sprintf("board%d", n+1), Dir: dir, In: dir,
			Command: []string{binary, "serve"}, Env: []string{
				"UVBOARD_ADDR=" + at, "UVBOARD_BASE_URL=" + c.url, "UVBOARD_TRUSTED_PROXIES=127.0.0.1",
				"DATABASE_URL=postgres://uvboard:" + boardPassword + "@" + strings.Join(hosts, ",") +
					"/board?target_session_attrs=read-write&sslmode=disable",
				readURL(hosts),
				"UVBOARD_UPLOADS_URL=s3://uploads?region=us-east-1&endpoint=http://" + c.storeAt,
				"AWS_ACCESS_KEY_ID=" + storeKey, "AWS_SECRET_ACCESS_KEY=" + storeSecret,
				"UVBOARD_RATE_LIMITS=off", "UVBOARD_NEWS_INTERVAL=0", "UVBOARD_LOG_FORMAT=json", // for the load
			}})
	}
	c.proxy = &process.Process{Name: "haproxy", Dir: dir, In: dir, Command: []string{paths["haproxy"], "-db", "-f",
		filepath.Join(c.config, "haproxy.cfg")},
		Env: append(haproxyEnv, "BOARD_LISTEN="+public)}

	if err := c.healthy(ctx); err != nil {
		return c, err
	}
	return c, c.createDatabase(ctx)
}

func readURL(hosts []string) string {
	return "DATABASE_READ_URL=postgres://uvboard:" + boardPassword + "@" + strings.Join(hosts, ",") +
		"/board?sslmode=disable"
}

// serve starts the boards, one after the other, and the proxy in front of them.
func (c *cluster) serve(ctx context.Context) error {
	for n := range c.boards {
		if err := c.startBoard(ctx, n); err != nil {
			return err
		}
	}
	if err := c.proxy.Start(); err != nil {
		return err
	}
	return c.until(ctx, "the proxy to answer", func() error { return get(ctx, c.url+"/readyz", nil) })
}

// startBoard starts a board and waits until it is ready.
func (c *cluster) startBoard(ctx context.Context, n int) error {
	if err := c.boards[n].Start(); err != nil {
		return err
	}
	return c.until(ctx, c.boards[n].Name+" to be ready",
		func() error { return get(ctx, "http://"+c.boardAt[n]+"/readyz", nil) })
}

// createDatabase creates the board's user and database on the primary.
func (c *cluster) createDatabase(ctx context.Context) error {
	primary, err := c.role(ctx, leader)
	if err != nil {
		return err
	}
	address := url.URL{Scheme: "postgres", User: url.UserPassword("postgres", superuserPassword), Host: primary.at,
		Path: "/postgres", RawQuery: "sslmode=disable"}
	db, err := sql.Open("postgres", address.String())
	if err != nil {
		return err
	}
	defer db.Close()
	for _, statement := range []string{"CREATE ROLE uvboard LOGIN PASSWORD '" + boardPassword + "'",
		"CREATE DATABASE board OWNER uvboard"} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// Roles of members, in Patroni's words.
const (
	leader      = "leader"
	synchronous = "sync_standby"
)

// state asks Patroni for the members that run, by role. It fails if no Patroni answers.
func (c *cluster) state(ctx context.Context) (byRole map[string][]*member, err error) {
	for _, asked := range c.members {
		var answer struct {
			Members []struct{ Name, Role, State string }
		}
		if err = get(ctx, "http://"+asked.api+"/cluster", &answer); err != nil {
			continue
		}
		byRole = map[string][]*member{}
		for _, found := range answer.Members {
			if found.State != "running" && found.State != "streaming" {
				continue
			}
			for _, m := range c.members {
				if m.name == found.Name {
					byRole[found.Role] = append(byRole[found.Role], m)
				}
			}
		}
		return byRole, nil
	}
	return nil, err
}

// role returns the member with a role that only one has.
func (c *cluster) role(ctx context.Context, role string) (*member, error) {
	byRole, err := c.state(ctx)
	if err != nil {
		return nil, err
	}
	if len(byRole[role]) != 1 {
		return nil, fmt.Errorf("%d members with the role %s", len(byRole[role]), role)
	}
	return byRole[role][0], nil
}

// healthy waits until there are a primary, a synchronous standby and another standby.
func (c *cluster) healthy(ctx context.Context) error {
	return c.until(ctx, "a primary and two standbys", func() error {
		byRole, err := c.state(ctx)
		if err == nil && (len(byRole[leader]) != 1 || len(byRole[synchronous]) != 1 ||
			len(byRole["replica"]) != size-2) {
			err = fmt.Errorf("the cluster has %d primaries, %d synchronous standbys and %d others", len(byRole[leader]),
				len(byRole[synchronous]), len(byRole["replica"]))
		}
		return err
	})
}

// until waits until is returns nil.
func (c *cluster) until(ctx context.Context, what string, is func() error) error {
	for deadline := time.Now().Add(2 * time.Minute); ; {
		err := is()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return fmt.Errorf("waiting for %s: %w", what, errors.Join(err, ctx.Err()))
		}
		process.Pause(ctx, 100*time.Millisecond)
	}
}

// signalPostgres sends a signal to the PostgreSQL of a member.
func (m *member) signalPostgres(signal syscall.Signal) error {
	text, err := os.ReadFile(filepath.Join(m.data, "postmaster.pid"))
	if err != nil {
		return err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return err
	}
	return syscall.Kill(pid, signal)
}

// lose ends a member as if its machine had lost its power.
func (m *member) lose() error {
	return errors.Join(m.patroni.Stop(syscall.SIGKILL), m.signalPostgres(syscall.SIGKILL))
}

// doctor runs uvboard doctor, which recounts every counter.
func (c *cluster) doctor(ctx context.Context) error {
	board := c.boards[0]
	cmd := exec.CommandContext(ctx, board.Command[0], "doctor")
	cmd.Env = append(os.Environ(), board.Env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(out))
	}
	return nil
}

// processes returns all processes that have been made.
func (c *cluster) processes() (all []*process.Process) {
	all = append(all, c.etcds...)
	for _, m := range c.members {
		all = append(all, m.patroni)
	}
	return slices.DeleteFunc(append(append(append(all, c.store), c.boards...), c.proxy),
		func(p *process.Process) bool { return p == nil })
}

// close ends all processes. Data and logs stay.
func (c *cluster) close() error {
	var err error
	for _, p := range c.processes() {
		err = errors.Join(err, p.Close())
	}
	for _, m := range c.members {
		endPostgres(m.data)
	}
	return err
}

// endPostgres ends the PostgreSQL server of a data folder, if there is one, and waits for its end.
func endPostgres(data string) {
	m := member{data: data}
	for range 500 {
		if m.signalPostgres(syscall.SIGQUIT) != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// endStale ends the databases of a run that was killed.
func endStale(dir string) {
	data, _ := filepath.Glob(filepath.Join(dir, "db*", "postmaster.pid"))
	for _, file := range data {
		endPostgres(filepath.Dir(file))
	}
}

// unprivileged returns the user for PostgreSQL, which refuses root, and makes dir writable for it. It returns nil if
// this process is not root.
func unprivileged(dir string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Chown(dir, uid, gid)
}

// freePorts returns ports below the range for outgoing connections, one of which could take them before the processes
// listen.
func freePorts(n int) (ports []string, err error) {
	for port := 17_000 + os.Getpid()%10_000; len(ports) < n && port < 32_000; port++ {
		l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			return nil, err
		}
		ports = append(ports, strconv.Itoa(port))
	}
	if len(ports) < n {
		return nil, errors.New("not enough free ports")
	}
	return ports, nil
}

// get expects the status 200, and decodes the answer if it is not nil.
func get(ctx context.Context, address string, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s: %s", address, response.Status, body)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(body, answer)
}
