package producttest

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"uvboard/backend/platform/must"
)

const projectFile = `# The board's page of this project.
title: Pixel Garden
tagline: A garden that grows with your commits
logo: logo.png
primaryCategory: other
stage: mvp
vibeTools: [claude]
links: {repo: https://example.com/pixel-garden}
`

// A folder is published from a terminal after a login, and from CI with variables, to the same project.
func TestPublishFolder(t *testing.T) {
	t.Parallel()
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()})
	ada, _ := (&client{t: t, base: server.base}).register("ada")
	token := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"terminal"}`), "token")
	folder, home := t.TempDir(), t.TempDir()
	write := func(name string, content []byte) {
		t.Helper()
		path := filepath.Join(folder, name)
		must.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.NoError(t, os.WriteFile(path, content, 0o644))
	}
	write("uvboard.yaml", []byte(projectFile))
	write("README.md", []byte(
		"# Pixel Garden\n\nEvery commit plants a pixel, and the garden grows with the history of your repository.\n"))
	picture := pngFile(t)
	write("logo.png", picture)
	write("screenshots/1.png", picture)
	write("screenshots/notes.txt", []byte("not an image"))

	terminal := []string{"XDG_CONFIG_HOME=" + home}
	if out := do(t, 1, terminal, "publish", folder); !strings.Contains(out, "not logged in") {
		t.Error(out)
	}
	if out := do(t, 1, append(terminal, "UVBOARD_TOKEN=uvb_wrong"), "login", "--server",
		server.base); !strings.Contains(out, "unknown or has expired") {
		t.Error(out)
	}
	login := program(t, terminal, "login", "--server", server.base+"/")
	login.Stdin = strings.NewReader(token + "\n")
	out, err := login.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "logged in to "+server.base+" as ada") ||
		strings.Contains(string(out), token) {
		t.Fatalf("%v: %s", err, out)
	}
	stored := filepath.Join(home, "uvboard", "client.json")
	if info, err := os.Stat(stored); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%s: %v, %v", stored, info, err)
	}

	first := do(t, 0, terminal, "publish", folder)
	if !strings.HasPrefix(first, "created the draft http://localhost:") ||
		!strings.Contains(first, "/projects/pixel-garden-") {
		t.Fatal(first)
	}
	named := strings.TrimSpace(first[strings.LastIndex(first, "/")+1:])
	id := valueAt(t, ada.want(http.StatusOK, "GET", "/api/projects/"+named, ""), "id")
	content, err := os.ReadFile(filepath.Join(folder, "uvboard.yaml"))
	must.NoError(t, err)
	if string(content) != projectFile+"id: "+id+"\n" {
		t.Errorf("file %s", content)
	}
	is := ada.want(http.StatusOK, "GET", "/api/projects/"+id, "")
	for path, want := range map[string]string{"media.screenshots.0": "/uploads/", "logo": "/uploads/",
		"description": "Every commit plants a pixel"} {
		if got := valueAt(t, is, path); !strings.HasPrefix(got, want) {
			t.Errorf("%s %q", path, got)
		}
	}

	// CI has a fresh copy without the id. It finds the project by its address.
	write("uvboard.yaml", []byte(projectFile+"isPublic: true\n"))
	ci := []string{"UVBOARD_SERVER=" + server.base, "UVBOARD_TOKEN=" + token}
	for range 2 { // the second time by the id
		if out := do(t, 0, ci, "publish", folder); out != "updated the public project "+valueAt(t, is, "url")+"\n" {
			t.Error(out)
		}
	}
	if out := do(t, 0, terminal, "status"); !strings.Contains(out, "ada at "+server.base+
		": 1 projects\npublic     0 votes  Pixel Garden  "+valueAt(t, is, "url")+"\n") {
		t.Error(out)
	}

	for wrong, want := range map[string]string{
		projectFile + "colour: green\n": "unknown field colour", strings.Replace(projectFile, "mvp", "ripe",
			1): "one of: idea",
		strings.Replace(projectFile, "logo.png", "../logo.png", 1): "not a file of the folder",
		strings.Replace(projectFile, "Pixel Garden", "P", 1):       "title: Title must be at least 3 characters",
	} {
		write("uvboard.yaml", []byte(wrong))
		if out := do(t, 1, terminal, "publish", folder); !strings.Contains(out, want) {
			t.Errorf("want %s: %s", want, out)
		}
	}
	server.stop(syscall.SIGTERM)
}

func pngFile(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	must.NoError(t, png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 400, 300))))
	return file.Bytes()
}
