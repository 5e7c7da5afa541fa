package producttest

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

const repository = "../../.."

func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "deploy", name))
	must.NoError(t, err)
	return string(text)
}

// documents returns all documents of a YAML file.
func documents(t *testing.T, name string) (all []map[string]any) {
	t.Helper()
	for decoder := yaml.NewDecoder(strings.NewReader(deployed(t, name))); ; {
		var document map[string]any
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return all
		}
		must.NoError(t, err)
		all = append(all, document)
	}
}

// at returns the value at a path of names and indexes.
func at[T any](t *testing.T, value any, path ...any) T {
	t.Helper()
	for i, step := range path {
		switch in := value.(type) {
		case map[string]any:
			value = in[step.(string)]
		case []any:
			value = in[step.(int)]
		default:
			t.Fatalf("there is no %v", path[:i+1])
		}
	}
	got, ok := value.(T)
	if !ok {
		t.Fatalf("%v is %v", path, value)
	}
	return got
}

// Every file of deploy is of its form, and every setting that it names exists.
func TestDeployFiles(t *testing.T) {
	settings := map[string]bool{}
	for _, variable := range regexp.MustCompile(`\[\$(\w+)\]`).FindAllStringSubmatch(do(t, 0, nil, "serve", "--help"),
		-1) {
		settings[variable[1]] = true
	}
	named := regexp.MustCompile(`\b(UVBOARD_[A-Z_]+|DATABASE_URL)\b`)
	must.NoError(t, fs.WalkDir(os.DirFS(filepath.Join(repository, "deploy")), ".", func(name string, entry fs.DirEntry,
		err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch filepath.Ext(name) {
		case ".yaml", ".yml":
			if len(documents(t, name)) == 0 {
				t.Errorf("%s is empty", name)
			}
		case ".json":
			var value any
			must.NoError(t, json.Unmarshal([]byte(deployed(t, name)), &value))
		}
		for _, variable := range named.FindAllString(deployed(t, name), -1) {
			if !settings[variable] {
				t.Errorf("%s names %s, which is no setting", name, variable)
			}
		}
		return nil
	}))
}

// expectCommand expects a command line of the program.
func expectCommand(t *testing.T, line ...string) {
	t.Helper()
	if help := do(t, 0, nil, append(line, "--help")...); !strings.Contains(help, "uvboard "+line[0]) {
		t.Errorf("%v is no command: %s", line, help)
	}
}

// instructions returns the instructions of the Dockerfile, such as "USER 65532".
func instructions(t *testing.T, name string) (all [][]string) {
	t.Helper()
	text := strings.ReplaceAll(deployed(t, name), "\\\n", " ")
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 && !strings.HasPrefix(line, "#") {
			all = append(all, words)
		}
	}
	return all
}

// The image runs as a user without privileges, from sources that exist, with a health check that is a command of the
// program.
func TestDockerfile(t *testing.T) {
	var user, base, command string
	environment := map[string]string{}
	stages := map[string]bool{}
	for _, words := range instructions(t, "Dockerfile") {
		switch words[0] {
		case "FROM":
			base, user = strings.Join(words[1:], " "), ""
			if i := slices.Index(words, "AS"); i > 0 {
				stages[words[i+1]] = true
			}
		case "COPY":
			sources := slices.DeleteFunc(words[1:len(words)-1],
				func(w string) bool { return strings.HasPrefix(w, "--") && !strings.HasPrefix(w, "--from=") })
			if stage, ok := strings.CutPrefix(sources[0], "--from="); ok {
				if !stages[stage] {
					t.Errorf("%v: there is no stage %s", words, stage)
				}
				break
			}
			for _, source := range sources {
				if found, err := filepath.Glob(filepath.Join(repository, source)); err != nil || len(found) == 0 {
					t.Errorf("%v: there is no %s", words, source)
				}
			}
		case "ENV":
			for _, setting := range words[1:] {
				name, value, _ := strings.Cut(setting, "=")
				environment[name] = value
			}
		case "USER":
			user = words[1]
		case "VOLUME":
			if words[1] != environment["UVBOARD_DATA_DIR"] {
				t.Errorf("the volume is %s, the data directory %s", words[1], environment["UVBOARD_DATA_DIR"])
			}
		case "EXPOSE":
			if ":"+words[1] != environment["UVBOARD_ADDR"] {
				t.Errorf("the port %s is open, the server listens at %s", words[1], environment["UVBOARD_ADDR"])
			}
		case "HEALTHCHECK", "CMD":
			var line []string
			text := strings.Join(words, " ")
			must.NoError(t, json.Unmarshal([]byte(text[strings.Index(text, "["):]), &line))
			if words[0] == "HEALTHCHECK" {
				line = line[1:] // without the entry point
			}
			command += strings.Join(line, " ") + "; "
			expectCommand(t, line...)
		}
	}
	if id, _, _ := strings.Cut(user, ":"); id == "" || id == "0" || strings.Trim(id, "0123456789") != "" {
		t.Errorf("the image runs as %q", user)
	}
	if !strings.Contains(base, "distroless/static") || command != "healthcheck; serve; " {
		t.Errorf("the image is on %s and runs %s", base, command)
	}
	modules, err := os.ReadFile(filepath.Join(repository, "go.mod"))
	must.NoError(t, err)
	if version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).
		FindSubmatch(modules)[1]; !strings.Contains(deployed(t, "Dockerfile"), "golang:"+string(version)+"-") {
		t.Errorf("the image is not built with Go %s", version)
	}
}

// The services of the compose file, the proxy and the settings of the program fit together.
func TestCompose(t *testing.T) {
	compose := documents(t, "compose.yaml")[0]
	environment := at[map[string]any](t, compose, "services", "board", "environment")
	values := map[string]string{}
	for line := range strings.Lines(deployed(t, ".env.example")) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(line, "#") {
			values[name] = value
		}
	}
	variable := regexp.MustCompile(`\$\{([A-Z_]+)[^}]*\}`)
	used := map[string]bool{}
	for _, match := range variable.FindAllStringSubmatch(deployed(t, "compose.yaml"), -1) {
		used[match[1]] = true
		if _, ok := values[match[1]]; !ok {
			t.Errorf("%s is not in .env.example", match[1])
		}
	}
	for name := range values {
		if !used[name] {
			t.Errorf("%s of .env.example is not used", name)
		}
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	config.AddFlags(flags)
	err := config.ApplyEnv(flags, func(name string) (string, bool) {
		value, ok := environment[name].(string)
		value = regexp.MustCompile(`\$\{[A-Z_]+:-\}`).ReplaceAllString(value, "")
		return variable.ReplaceAllString(value, "x"), ok
	})
	must.NoError(t, err)
	c, err := config.Read(flags)
	must.NoError(t, err)
	for _, backend := range []struct{ address, service string }{{c.DatabaseURL.Reveal(), "postgres"},
		{c.UploadsURL.Reveal(), "storage"}} {
		if _, ok := at[map[string]any](t, compose, "services")[backend.service]; !ok ||
			!regexp.MustCompile(`[@/]`+backend.service+`:\d+`).MatchString(backend.address) {
			t.Errorf("%s does not lead to the service %s", backend.address, backend.service)
		}
	}
	if port := at[string](t, compose, "services", "storage", "command", 1); !strings.HasSuffix(c.UploadsURL.Reveal(),
		"storage"+port) {
		t.Errorf("%s does not lead to the port %s", c.UploadsURL.Reveal(), port)
	}
	if subnet := at[string](t, compose, "networks", "inside", "ipam", "config", 0,
		"subnet"); c.TrustedProxies[0].String() != subnet {
		t.Errorf("the proxy is in %s, trusted is %v", subnet, c.TrustedProxies)
	}
	proxy := deployed(t, "Caddyfile")
	if _, port, _ := net.SplitHostPort(c.Addr); !strings.Contains(proxy, "h2c://board:"+port+"\n") ||
		!strings.Contains(proxy, "max_size 105MB") {
		t.Errorf("the proxy does not lead to the board on %s, or takes smaller bodies", port)
	}
	if targets := at[[]any](t, documents(t, "monitoring/prometheus.yml")[0], "scrape_configs", 0, "static_configs", 0,
		"targets"); !slices.Contains(targets, any("board"+c.MetricsAddr)) {
		t.Errorf("Prometheus reads %v, the metrics are at %s", targets, c.MetricsAddr)
	}
	for _, words := range instructions(t, "Dockerfile") {
		if words[0] == "ENV" && !slices.Contains(words, "UVBOARD_ADDR="+c.Addr) {
			t.Errorf("%v, but the default address is %s", words, c.Addr)
		}
	}
}

// The manifests fit together, with the image and with the program.
func TestKubernetes(t *testing.T) {
	kinds := map[string]map[string]any{}
	for _, name := range append(at[[]any](t, documents(t, "kubernetes/kustomization.yaml")[0], "resources"),
		"secret.example.yaml") {
		for _, document := range documents(t, "kubernetes/"+name.(string)) {
			kinds[at[string](t, document, "kind")] = document
		}
	}
	settings := at[map[string]any](t, kinds["ConfigMap"], "data")
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	config.AddFlags(flags)
	must.NoError(t, config.ApplyEnv(flags, func(name string) (string, bool) {
		for _, from := range []map[string]any{settings, at[map[string]any](t, kinds["Secret"], "stringData")} {
			if value, ok := from[name].(string); ok {
				return value, true
			}
		}
		return "", false
	}))
	c, err := config.Read(flags)
	must.NoError(t, err)

	if at[int](t, kinds["Deployment"], "spec", "replicas") < 2 {
		t.Error("there is one server")
	}
	pod := at[map[string]any](t, kinds["Deployment"], "spec", "template", "spec")
	for _, words := range instructions(t, "Dockerfile") {
		if words[0] == "USER" && words[1] != strconv.Itoa(at[int](t, pod, "securityContext", "runAsUser"))+":"+
			strconv.Itoa(at[int](t, pod, "securityContext", "runAsGroup")) {
			t.Errorf("the image has the user %s", words[1])
		}
	}
	if !at[bool](t, pod, "securityContext", "runAsNonRoot") {
		t.Error("it may run as root")
	}
	if grace := at[int](t, pod, "terminationGracePeriodSeconds"); grace < 45 {
		t.Errorf("%d seconds are too short for a stop", grace)
	}
	container := at[map[string]any](t, pod, "containers", 0)
	ports := map[string]int{}
	for _, port := range at[[]any](t, container, "ports") {
		ports[at[string](t, port, "name")] = at[int](t, port, "containerPort")
	}
	if want := map[string]int{"http": portOf(t, c.Addr), "metrics": portOf(t, c.MetricsAddr)}; !reflect.DeepEqual(ports,
		want) {
		t.Errorf("ports %v, want %v", ports, want)
	}
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()})
	for _, probe := range []string{"startupProbe", "livenessProbe", "readinessProbe"} {
		get := at[map[string]any](t, container, probe, "httpGet")
		if at[string](t, get, "port") != "http" {
			t.Errorf("%s asks another port", probe)
		}
		(&client{t: t, base: server.base}).want(http.StatusOK, "GET", at[string](t, get, "path"), "")
	}
	server.stop(syscall.SIGTERM)
	for _, of := range []map[string]any{container, at[map[string]any](t, pod, "initContainers", 0)} {
		var line []string
		for _, word := range at[[]any](t, of, "args") {
			line = append(line, word.(string))
		}
		expectCommand(t, line...)
		if !at[bool](t, of, "securityContext", "readOnlyRootFilesystem") ||
			at[bool](t, of, "securityContext", "allowPrivilegeEscalation") {
			t.Errorf("%s is not locked", line)
		}
		for i, kind := range []string{"ConfigMap", "Secret"} {
			reference := at[map[string]any](t, of, "envFrom", i, strings.ToLower(kind[:1])+kind[1:]+"Ref")
			if at[string](t, reference, "name") != at[string](t, kinds[kind], "metadata", "name") {
				t.Errorf("%s has no settings of %s", line, kind)
			}
		}
	}
	labels := at[map[string]any](t, kinds["Deployment"], "spec", "template", "metadata", "labels")
	for kind, path := range map[string][]any{
		"Deployment": {"spec", "selector", "matchLabels"}, "Service": {"spec", "selector"},
		"PodDisruptionBudget": {"spec", "selector", "matchLabels"}, "NetworkPolicy": {"spec", "podSelector",
			"matchLabels"},
	} {
		if got := at[map[string]any](t, kinds[kind], path...); !reflect.DeepEqual(got, labels) {
			t.Errorf("%s selects %v, the labels are %v", kind, got, labels)
		}
	}
	if at[string](t, kinds["Service"], "spec", "ports", 0, "targetPort") != "http" {
		t.Error("the service leads to another port")
	}
	to := at[map[string]any](t, kinds["Ingress"], "spec", "rules", 0, "http", "paths", 0, "backend", "service")
	if to["name"] != at[string](t, kinds["Service"], "metadata", "name") ||
		at[string](t, to, "port", "name") != at[string](t, kinds["Service"], "spec", "ports", 0, "name") {
		t.Errorf("the ingress leads to %v", to)
	}
	if host := at[string](t, kinds["Ingress"], "spec", "rules", 0, "host"); c.BaseURL.Host != host ||
		at[string](t, kinds["Ingress"], "spec", "tls", 0, "hosts", 0) != host {
		t.Errorf("the host is %s, the base URL %s", host, c.BaseURL)
	}
}

func portOf(t *testing.T, addr string) int {
	t.Helper()
	_, port, err := net.SplitHostPort(addr)
	must.NoError(t, err)
	number, err := strconv.Atoi(port)
	must.NoError(t, err)
	return number
}

func TestSystemdUnit(t *testing.T) {
	unit := deployed(t, "uvboard.service")
	line := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/uvboard (.+)$`).FindStringSubmatch(unit)
	if line == nil {
		t.Fatal("it starts no uvboard")
	}
	expectCommand(t, strings.Fields(line[1])...)
	for _, want := range []string{"User=uvboard", "NoNewPrivileges=yes", "ProtectSystem=strict", "TimeoutStopSec=60",
		"StateDirectory=uvboard", "UVBOARD_DATA_DIR=/var/lib/uvboard"} {
		if !strings.Contains(unit, want) {
			t.Errorf("%s is missing", want)
		}
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd-analyze is not installed; the unit was only read")
		return
	}
	// The program of this test, since a missing one is an error.
	path := filepath.Join(t.TempDir(), "uvboard.service")
	must.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(unit, "/usr/local/bin/uvboard", os.Args[0])), 0o600))
	if out, err := exec.CommandContext(t.Context(), analyze, "verify", path).CombinedOutput(); err != nil ||
		strings.Contains(string(out), path) {
		t.Errorf("%v\n%s", err, out)
	}
}

// A call without TLS is refused, not redirected, because its token would be readable on the way each time.
func TestProxyRedirectsPagesOnly(t *testing.T) {
	_, plain, found := strings.Cut(deployed(t, "Caddyfile"), "\nhttp://{$BOARD_HOST} {\n")
	listed := regexp.MustCompile(
		`(?s)@calls path (.+?)\n\thandle @calls \{\n\t\trespond "[^"]+" 403\n\t\}\n\thandle \{\n\t\tredir https://`).
		FindStringSubmatch(plain)
	if !found || listed == nil {
		t.Fatalf("no rule for calls without TLS: %s", plain)
	}
	refused := func(path string) bool {
		return slices.ContainsFunc(strings.Fields(listed[1]), func(p string) bool {
			start, isPrefix := strings.CutSuffix(p, "*")
			return path == p || isPrefix && strings.HasPrefix(path, start)
		})
	}
	paths := []string{"/mcp", "/oauth/token"}
	for method := range apitest.Methods() {
		paths = append(paths, "/"+string(method.Parent().FullName())+"/"+string(method.Name()))
	}
	for _, route := range routes(t) {
		paths = append(paths, route.Pattern)
	}
	for _, path := range paths {
		if !refused(path) {
			t.Errorf("%s is redirected", path)
		}
	}
	for _, page := range []string{"/", "/projects/x", "/docs/api", "/uploads/x.png"} {
		if refused(page) {
			t.Errorf("%s is refused", page)
		}
	}
}

// The guide for operators lists every metric of the product, and no other.
func TestMetricsAreDocumented(t *testing.T) {
	names := func(pattern string, text []byte) (found []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
			found = append(found, string(m[1]))
		}
		return found
	}
	var defined []string
	must.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		defined = append(defined, names(`(?:Name: +|NewDesc\()"(uvboard_\w+)"`, source)...)
		return err
	}))
	guide, err := os.ReadFile("../../../docs/operating.md")
	must.NoError(t, err)
	documented := names("(?m)^\\| `(uvboard_\\w+)` \\|", guide)
	slices.Sort(defined)
	slices.Sort(documented)
	if diff := cmp.Diff(defined, documented); diff != "" || len(defined) < 6 {
		t.Errorf("metrics -defined +documented\n%s", diff)
	}
}

// Every metric of the dashboard is one that a server exports.
func TestDashboard(t *testing.T) {
	type panel struct {
		ID      int
		Title   string
		Targets []struct{ Expr string }
	}
	var dashboard struct {
		UID        string
		Templating struct{ List []struct{ Definition string } }
		Panels     []panel
	}
	must.NoError(t, json.Unmarshal([]byte(deployed(t, "monitoring/grafana-dashboard.json")), &dashboard))
	server := startServe(t, []string{"DATABASE_URL=" + storetest.PostgresURL(t), "UVBOARD_DATA_DIR=" + t.TempDir()},
		"--metrics-addr", "127.0.0.1:0")
	(&client{t: t, base: server.base}).want(http.StatusOK, "GET", "/api/projects", "")
	exported := map[string]bool{}
	metrics := (&client{t: t, base: server.metrics}).want(http.StatusOK, "GET", "/metrics", "")
	for _, match := range regexp.MustCompile(`(?m)^([a-z_]+)[{ ]`).FindAllStringSubmatch(string(metrics), -1) {
		exported[match[1]] = true
	}
	server.stop(syscall.SIGTERM)
	metric := regexp.MustCompile(`\b(?:uvboard|go|process)_[a-z_]+\b`)
	shown, ids := map[string]bool{}, map[int]bool{}
	note := func(where, expression string) {
		for _, name := range metric.FindAllString(expression, -1) {
			if shown[name] = true; !exported[name] {
				t.Errorf("%s: %s is not exported", where, name)
			}
		}
	}
	for _, p := range dashboard.Panels {
		if ids[p.ID] {
			t.Errorf("two panels have the id %d", p.ID)
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			note(p.Title, target.Expr)
		}
	}
	for _, v := range dashboard.Templating.List {
		note("a variable", v.Definition)
	}
	if len(shown) < 10 {
		t.Errorf("the dashboard shows only %v", shown)
	}
}

func TestHealthcheck(t *testing.T) {
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()})
	_, port, err := net.SplitHostPort(strings.TrimPrefix(server.base, "http://"))
	must.NoError(t, err)
	for _, addr := range []string{"127.0.0.1:" + port, ":" + port, "0.0.0.0:" + port} {
		if out := do(t, 0, []string{"UVBOARD_ADDR=" + addr}, "healthcheck"); out != "up\n" {
			t.Errorf("%s: %s", addr, out)
		}
	}
	server.stop(syscall.SIGTERM)
	do(t, 1, []string{"UVBOARD_ADDR=127.0.0.1:" + port}, "healthcheck")
}
