package producttest

import (
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// The operator of an empty board finds the link in the log, makes an account with it and is an admin.
func TestSetupLink(t *testing.T) {
	env := []string{"UVBOARD_DATA_DIR=" + t.TempDir()}
	server := startServe(t, env)
	found := regexp.MustCompile(`/setup\?token=([\w-]+)`).FindStringSubmatch(server.log.String())
	if found == nil {
		t.Fatal(server.log.String())
	}
	visitor := &client{t: t, base: server.base}
	visitor.want(http.StatusOK, "GET", "/setup", "")
	body := func(username string) string {
		return `{"token":"` + found[1] + `","username":"` + username + `","email":"` + username +
			`@example.org","password":"rosebud-7"}`
	}
	admin := visitor.as("")
	admin.want(http.StatusCreated, "POST", "/api/setup", body("ada"))
	admin.want(http.StatusOK, "GET", "/api/admin/users", "")
	visitor.want(http.StatusNotFound, "POST", "/api/setup", body("grace"))
	server.stop(syscall.SIGTERM)

	if log := startServe(t, env).log.String(); strings.Contains(log, "/setup?token=") {
		t.Errorf("a link for a board with accounts: %s", log)
	}
	if out := do(t, 1, env, "admin", "setup-link"); !strings.Contains(out, "uvboard admin grant") {
		t.Errorf("setup-link: %s", out)
	}
	do(t, 0, env, "admin", "revoke", "ada", "--force")
	if out := do(t, 0, env, "admin", "setup-link", "--base-url", "https://board.example"); !strings.HasPrefix(out,
		"https://board.example/setup?token=") {
		t.Errorf("setup-link: %s", out)
	}
}
