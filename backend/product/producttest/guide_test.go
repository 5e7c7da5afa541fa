package producttest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uvboard/backend/ops/seed"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
)

const guideFolder = "../../../docs/api"

// guidePart is a part of a section of the guide, as the web app shows it: text, or one example in several languages.
type guidePart struct {
	HTML     string         `json:"html,omitempty"`
	Examples []guideExample `json:"examples,omitempty"`
}

type guideExample struct {
	Name string `json:"name"`
	HTML string `json:"html"`
}

type guideSection struct {
	Title string      `json:"title"`
	Parts []guidePart `json:"parts"`
}

// An example in the guide: its name, its file and the code.
var guideExamples = regexp.MustCompile("(?ms)^\\[([^\\]]+)\\]\\((examples/[^)]+)\\)\n\n(```\\w+\n(.*?)```\n)")

// The guide shows every file of the examples exactly, and /docs/api/guide shows the guide.
func TestGuide(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(guideFolder, "README.md"))
	must.NoError(t, err)
	var shown []string
	for _, match := range guideExamples.FindAllStringSubmatch(string(source), -1) {
		content, err := os.ReadFile(filepath.Join(guideFolder, match[2]))
		must.NoError(t, err)
		if diff := cmp.Diff(string(content), match[4]); diff != "" {
			t.Errorf("%s: -file +guide\n%s", match[2], diff)
		}
		shown = append(shown, match[2])
	}
	files, err := filepath.Glob(filepath.Join(guideFolder, "examples/*/*"))
	must.NoError(t, err)
	for _, file := range files {
		name, err := filepath.Rel(guideFolder, file)
		must.NoError(t, err)
		// The command line of the Go examples, and a file that the text quotes.
		if base := filepath.Base(name); base != "main.go" && base != "package.json" && !slices.Contains(shown, name) {
			t.Errorf("the guide does not show %s", name)
		}
	}

	var sections []guideSection
	for section := range strings.SplitSeq("\n"+string(source), "\n## ") {
		title, text, _ := strings.Cut(section, "\n\n")
		title = strings.TrimPrefix(strings.TrimSpace(title), "# ")
		sections = append(sections, guideSection{title, guideParts(text)})
	}
	var rendered bytes.Buffer
	encoder := json.NewEncoder(&rendered)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	must.NoError(t, encoder.Encode(sections))
	golden.Check(t, "../../../../webapp/src/features/docs/guide.json", rendered.String())
}

// guideParts renders the text of a section. Examples that follow each other are one part.
func guideParts(text string) []guidePart {
	var parts []guidePart
	end := 0
	add := func(plain string) {
		if strings.TrimSpace(plain) != "" {
			parts = append(parts, guidePart{HTML: markdown.HTML(plain)})
		}
	}
	for _, at := range guideExamples.FindAllStringSubmatchIndex(text, -1) {
		before := text[end:at[0]]
		add(before)
		example := guideExample{Name: text[at[2]:at[3]], HTML: markdown.HTML(text[at[6]:at[7]])}
		if last := len(parts) - 1; last >= 0 && parts[last].Examples != nil {
			parts[last].Examples = append(parts[last].Examples, example)
		} else {
			parts = append(parts, guidePart{Examples: []guideExample{example}})
		}
		end = at[1]
	}
	add(text[end:])
	return parts
}

// guideTools are the programs and the environment with which the examples run.
type guideTools struct {
	t       *testing.T
	program string // the Go examples
	ts      string // the folder of the TypeScript examples
	env     []string
}

// command is an example as the guide prints it.
func (g *guideTools) command(language, topic string, env ...string) *exec.Cmd {
	var cmd *exec.Cmd
	switch language {
	case "go":
		cmd = exec.CommandContext(g.t.Context(), g.program, topic)
	case "ts":
		cmd = exec.CommandContext(g.t.Context(), "node", filepath.Join(g.ts, topic+".js"))
	default:
		script, err := filepath.Abs(filepath.Join(guideFolder, "examples", language, topic+".sh"))
		must.NoError(g.t, err)
		cmd = exec.CommandContext(g.t.Context(), "bash", script)
	}
	cmd.Dir = g.ts // any folder for temporary files
	cmd.Env = append(slices.Concat(os.Environ(), g.env), env...)
	return cmd
}

// run returns the output of an example.
func (g *guideTools) run(language, topic string, env ...string) string {
	g.t.Helper()
	cmd := g.command(language, topic, env...)
	var errorText bytes.Buffer
	cmd.Stderr = &errorText
	out, err := cmd.Output()
	if err != nil {
		g.t.Fatalf("%s %s: %v\n%s%s", language, topic, err, out, errorText.String())
	}
	return strings.TrimSpace(string(out))
}

// newGuideTools builds what the examples need, as the guide says: grpcurl, the Go program, and the generated TypeScript
// code.
func newGuideTools(t *testing.T, board string) *guideTools {
	t.Helper()
	root, err := filepath.Abs("../../..")
	must.NoError(t, err)
	output := func(dir, name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		must.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	g := &guideTools{t: t, program: filepath.Join(t.TempDir(), "examples"), ts: t.TempDir()}
	output(root, "go", "build", "-o", g.program, "./docs/api/examples/go")
	bin := t.TempDir()
	must.NoError(t, os.Symlink(output(root, "go", "-C", "tools", "tool", "-n", "grpcurl"),
		filepath.Join(bin, "grpcurl")))
	g.env = []string{
		"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "NO_UPDATE_NOTIFIER=1",
		"BOARD=" + board, "HOST=" + strings.TrimPrefix(board, "http://"),
	}
	must.NoError(t, os.CopyFS(g.ts, os.DirFS(filepath.Join(guideFolder, "examples/ts"))))
	// npm install
	must.NoError(t, os.Symlink(filepath.Join(root, "webapp/node_modules"), filepath.Join(g.ts, "node_modules")))
	generate := exec.CommandContext(t.Context(), "bash", "-e", "generate.sh")
	generate.Dir, generate.Env = g.ts, slices.Concat(os.Environ(), g.env)
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("generating the TypeScript code: %v\n%s", err, out)
	}
	return g
}

// The examples of the guide run as printed, against a server with demo data.
func TestGuideExamples(t *testing.T) {
	t.Parallel()
	c, db := testConfig(t), storetest.Open(t, storetest.SQLiteURL(t))
	sizes := seed.Options{Users: 6, Projects: 23, Votes: 40, Threads: 1, Posts: 1, Stories: 1, Comments: 1, RandSeed: 1}
	_, err := seed.Run(t.Context(), db, openUploads(t, c, db), sizes, time.Now(), func(string, ...any) {})
	must.NoError(t, err)
	server := serveTest(t, c, db, io.Discard)
	g := newGuideTools(t, server.URL)
	languages := []string{"curl", "grpcurl", "go", "ts"}

	type project struct {
		ID, Title string
		Author    struct{ Username string }
	}
	projectsIn := func(text string) (all []project) {
		t.Helper()
		decoder := json.NewDecoder(strings.NewReader(text))
		for decoder.More() {
			var page json.RawMessage
			must.NoError(t, decoder.Decode(&page))
			var list []project
			if json.Unmarshal(page, &list) != nil { // gRPC has the list in a message
				var message struct{ Projects []project }
				must.NoError(t, json.Unmarshal(page, &message))
				list = message.Projects
			}
			all = append(all, list...)
		}
		return all
	}
	lines := func(projects []project, line func(project) string) string {
		var all []string
		for _, p := range projects {
			all = append(all, line(p))
		}
		return strings.Join(all, "\n")
	}
	title := func(p project) string { return p.Title }

	var created struct{ Token string }
	must.NoError(t, json.Unmarshal([]byte(g.run("curl", "token", "USERNAME=kilnfire", "PASSWORD="+seed.Password)),
		&created))
	g.env = append(g.env, "TOKEN="+created.Token)

	t.Run("Me", func(t *testing.T) {
		for _, language := range languages {
			if out := g.run(language, "me"); !strings.Contains(out, "kilnfire") {
				t.Errorf("%s: %s", language, out)
			}
		}
	})
	t.Run("Describe", func(t *testing.T) {
		out := g.run("grpcurl", "describe")
		for _, want := range []string{"uvboard.v1.LiveService", "rpc CastVote", "string target_id = 1"} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not in\n%s", want, out)
			}
		}
	})
	var listed []project
	for _, list := range []struct {
		topic string
		least int
		line  func(project) string
	}{
		{"list", 3, func(p project) string { return p.Title + " by " + p.Author.Username }},
		{"search", 1, title},
		{"pages", 21, title}, // three pages
	} {
		t.Run(list.topic, func(t *testing.T) {
			listed = projectsIn(g.run("curl", list.topic))
			if len(listed) < list.least {
				t.Fatalf("%d projects, want at least %d", len(listed), list.least)
			}
			want := lines(listed, list.line)
			for language, got := range map[string]string{
				"grpcurl": lines(projectsIn(g.run("grpcurl", list.topic)), list.line), "go": g.run("go", list.topic),
				"ts": g.run("ts", list.topic),
			} {
				if got != want {
					t.Errorf("%s: -want +got\n%s", language, cmp.Diff(want, got))
				}
			}
		})
	}
	t.Run("Create", func(t *testing.T) {
		for _, language := range languages {
			out := g.run(language, "create")
			id := regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`).FindString(out)
			page := &client{t: t, base: server.URL}
			if project := page.want(http.StatusOK, "GET", "/api/projects/"+id, ""); !bytes.Contains(project,
				[]byte("Pixel Garden")) {
				t.Errorf("%s: %s\n%s", language, out, project)
			}
		}
	})
	other := listed[slices.IndexFunc(listed, func(p project) bool { return p.Author.Username != "kilnfire" })]
	t.Run("Errors", func(t *testing.T) {
		const sentence = "Title must be at least 3 characters"
		for _, language := range languages {
			board := busyOnce(t, server.URL)
			cmd := g.command(language, "errors")
			if language != "grpcurl" { // which does not wait
				cmd.Env = append(cmd.Env, "BOARD="+board)
			}
			out, _ := cmd.CombinedOutput() // grpcurl ends with the code of the error
			if !strings.Contains(string(out), "VALIDATION_FAILED") || !strings.Contains(string(out), sentence) {
				t.Errorf("%s: %s", language, out)
			}
			if language == "curl" && !strings.HasSuffix(string(out), "\n400\n") {
				t.Errorf("curl: %s", out)
			}
		}
	})
	t.Run("Upload", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "image.png")
		var picture bytes.Buffer
		must.NoError(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 64, 64))))
		must.NoError(t, os.WriteFile(file, picture.Bytes(), 0o644))
		for _, language := range []string{"curl", "go", "ts"} {
			out := g.run(language, "upload", "IMAGE="+file)
			path := regexp.MustCompile(`/uploads/[^"\s]+`).FindString(out)
			(&client{t: t, base: server.URL}).want(http.StatusOK, "GET", path, "", "Authorization",
				"Bearer "+created.Token)
		}
	})
	t.Run("Live", func(t *testing.T) {
		voter := &client{t: t, base: server.URL}
		voter.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"kilnfire","password":"`+seed.Password+`"}`)
		for i, language := range []string{"grpcurl", "go", "ts"} {
			cmd := g.command(language, "live")
			out, err := cmd.StdoutPipe()
			must.NoError(t, err)
			must.NoError(t, cmd.Start())
			words := map[bool][]string{true: {`"ready"`, `"changedList"`},
				false: {"fetch everything", "have changed"}}[language == "grpcurl"]
			seen := 0
			for scanner := bufio.NewScanner(out); seen < len(words) && scanner.Scan(); {
				if !strings.Contains(scanner.Text(), words[seen]) {
					continue
				}
				if seen++; seen == 1 {
					kind := []string{"downvote", "upvote"}[i%2]
					body := `{"targetType":"project","targetId":"` + other.ID + `","voteType":"` + kind + `"}`
					response, answer := voter.send("POST", "/api/votes", body)
					if response.StatusCode != http.StatusCreated {
						t.Fatalf("%d %s", response.StatusCode, answer)
					}
				}
			}
			must.NoError(t, cmd.Process.Kill())
			_ = cmd.Wait() // killed
			if seen < len(words) {
				t.Errorf("%s ended before %s", language, words[seen])
			}
		}
	})
}

// busyOnce is a proxy that answers the first request as if the rate limit was reached.
func busyOnce(t *testing.T, origin string) string {
	t.Helper()
	target, err := url.Parse(origin)
	must.NoError(t, err)
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	var calls atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) > 1 {
			pass.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		if strings.HasPrefix(r.URL.Path, "/api/") {
			_, _ = io.WriteString(w, `{"error":"Too many requests.","code":"RATE_LIMITED"}`)
			return
		}
		_, _ = io.WriteString(w,
			`{"code":"resource_exhausted","message":"Too many requests.","details":[{"type":"uvboard.v1.ErrorDetail","value":"CgxSQVRFX0xJTUlURUQYAQ"}]}`)
	}))
	t.Cleanup(func() {
		proxy.Close()
		if calls.Load() == 1 {
			t.Error("the example did not try again")
		}
	})
	return proxy.URL
}
