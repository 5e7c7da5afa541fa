package cluster

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/tooltest"
)

// envCluster is set where the test runs, as every night: it takes a minute and needs packages of its own.
const envCluster = "UVBOARD_TEST_CLUSTER"

// forTheLoad are settings that a site does not need, which docs/operating.md leaves out.
var forTheLoad = []string{"UVBOARD_RATE_LIMITS", "UVBOARD_NEWS_INTERVAL", "UVBOARD_LOG_FORMAT",
	"PATRONI_POSTGRESQL_PGPASS", "--quiet"}

// Under load the primary is switched without a lost write and without a gap of reads, and docs/operating.md says how
// all was started.
func TestSwitchover(t *testing.T) {
	if os.Getenv(envCluster) == "" {
		t.Skip("it runs where " + envCluster + " is set")
	}
	_, _, err := programs()
	must.NoError(t, err)
	binary, err := tooltest.Program()
	must.NoError(t, err)
	var shown bytes.Buffer
	o := options{root: "../..", binary: binary, scenarios: []string{"switchover"}, writers: 4, seed: 1, verbose: true,
		out: io.MultiWriter(&shown, t.Output())}
	if err := runScenarios(t.Context(), o); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile("../../docs/operating.md")
	must.NoError(t, err)
	_, section, _ := strings.Cut(string(text), "\n## A cluster on three machines\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, name := range regexp.MustCompile(
		`\b(UVBOARD|DATABASE|AWS|PATRONI|ROOT|BOARD)_[A-Z0-9_]+|--[a-z][a-z-]+|target_session_attrs=[a-z-]+`).
		FindAllString(shown.String(), -1) {
		if !strings.Contains(section, name) && !slices.Contains(forTheLoad, name) {
			t.Errorf("docs/operating.md does not name %s", name)
		}
	}
}
