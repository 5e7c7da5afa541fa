package alive

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestRobots(t *testing.T) {
	for _, test := range []struct {
		file            string
		allowed, denied []string
	}{
		{"", []string{"/"}, nil},
		{"<html><p>Disallow: /", []string{"/"}, nil},
		{"Disallow: /", []string{"/"}, nil}, // of no group
		{"User-agent: *\nDisallow: /", nil, []string{"/", "/a"}},
		{"\uFEFFuser-AGENT : uvboard # us\r\ndisallow:/a # all of it\r\nDisallow: b", []string{"/", "/c"},
			[]string{"/a", "/ab", "/b"}},
		{"User-agent: UVBoard\nDisallow:\n\nUser-agent: *\nDisallow: /", []string{"/"}, nil},
		{"User-agent: *\nDisallow: /\nUser-agent: other\nUser-agent: UVBoard\nCrawl-delay: 1\nDisallow: /a",
			[]string{"/"}, []string{"/a"}},
		{"User-agent: UVBoard\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: UVBoard\nDisallow: /b",
			[]string{"/", "/c"}, []string{"/a", "/b"}},
		{"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c", []string{"/", "/a/b", "/a/b/d"},
			[]string{"/a", "/a/c", "/a/b/c"}},
		{"User-agent: *\nDisallow: /a\nAllow: /a", []string{"/a"}, nil},
		{"User-agent: *\nDisallow: /*.php$\nDisallow: *x*y\nDisallow: /end$\nDisallow: /b*",
			[]string{"/a.php5", "/yx", "/ending", "/"},
			[]string{"/a.php", "/a.php.php", "/axby", "/xy/z", "/end", "/b"}},
	} {
		rules := readRobots([]byte(test.file), Agent)
		for _, path := range test.allowed {
			if !rules.allow(path) {
				t.Errorf("%q does not allow %s", test.file, path)
			}
		}
		for _, path := range test.denied {
			if rules.allow(path) {
				t.Errorf("%q allows %s", test.file, path)
			}
		}
	}
}

// A file costs little, whatever its site writes into it.
func TestHostileRobots(t *testing.T) {
	const size = 2 << 20
	var agents strings.Builder
	for i := 0; agents.Len() < size/2; i++ {
		fmt.Fprintf(&agents, "User-agent: a%d\n", i)
	}
	path := "/" + strings.Repeat("a", 4000)
	for name, file := range map[string]string{
		"rules of many agents": agents.String() + strings.Repeat("Disallow: /\n", size/24),
		"patterns":             "User-agent: *\n" + strings.Repeat("Disallow: /*a*b\n", size/16),
		"one pattern":          "User-agent: *\nDisallow: /" + strings.Repeat("*a", size/2),
		"one line":             strings.Repeat("a", size),
		"short rules":          "User-agent: *\n" + strings.Repeat("Allow:/\n", size/8),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		rules := readRobots([]byte(file), Agent)
		rules.allow(path)
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 || took > time.Second {
			t.Errorf("%s: %d MB and %v", name, used>>20, took)
		}
	}
}

// The files of all sites have a bound together.
func TestRobotsKept(t *testing.T) {
	a := &asker{now: time.Now, robots: map[string]robots{}}
	large := readRobots([]byte("User-agent: *\n"+strings.Repeat("Allow: /abcdefgh\n", maxRobotsFile/17)), Agent)
	for i := range 3 * maxRobotsKept / large.size() {
		a.keep(fmt.Sprintf("https://%d.example", i/2), large)
		sum := 0
		for _, r := range a.robots {
			sum += r.rules.size()
		}
		if sum != a.kept || sum > maxRobotsKept || len(a.robots) == 0 {
			t.Fatalf("%d bytes of %d sites are kept, and %d counted", sum, len(a.robots), a.kept)
		}
	}
}
