package secrets

import (
	"math/rand/v2"
	"os"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"uvboard/backend/platform/must"
)

// No key in this table is real, and each is put together when the test runs, so that scanners of repositories do not
// find it.
func TestScan(t *testing.T) {
	const alnum = "9qXzB4kTn7WvLs2HdRf8YcJm6GpKe3Ua5Nt1ob0iDwVxZrSyQhFjMgCPlAuE"
	for _, tc := range []struct{ about, text, rule string }{
		{"an AWS key", "AKIA" + "Q3EGWX5TLZ7RBN2M", "aws-access-token"},
		{"an AWS key in a link", "https://x.example/?k=AKIA" + "Q3EGWX5TLZ7RBN2M&a=1", "aws-access-token"},
		{"the key of AWS's documentation", "AKIA" + "IOSFODNN7EXAMPLE", ""},
		{"a GitHub token", "Clone it with ghp_" + alnum[:36] + ".", "github-pat"},
		{"a fine-grained GitHub token", "github_pat_" + alnum + alnum[:22], "github-fine-grained-pat"},
		{"a GitHub token of a guide", "ghp_" + strings.Repeat("x", 36), ""},
		{"a Stripe key", "key: sk_live_" + alnum[:24], "stripe-access-token"},
		{"a publishable Stripe key", "key: pk_live_" + alnum[:24], ""},
		{"an OpenAI key", "OPENAI_API_KEY=sk-proj-" + alnum[:58] + "-_" + alnum[2:16] + "T3BlbkFJ" + alnum[:58] + "-_" +
			alnum[4:18], "openai-api-key"},
		{"an Anthropic key", "sk-ant-api03-" + alnum + alnum[:33] + "AA", "anthropic-api-key"},
		{"a Slack token", "xoxb-" + "123456789012-123456789012-" + alnum[:24], "slack-bot-token"},
		{"a Slack webhook", "https://hooks.slack.com/services/T024BE7LD/B024BE7LH/" + alnum[:24], "slack-webhook-url"},
		{"a private key", "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat(alnum+"\n", 40) +
			"-----END RSA PRIVATE KEY-----", "private-key"},
		{"a public key", "-----BEGIN PUBLIC KEY-----\n" + strings.Repeat(alnum+"\n", 10) + "-----END PUBLIC KEY-----",
			""},
		{"a JSON Web Token", "eyJ" + alnum[:30] + ".eyJ" + alnum[5:40] + "." + alnum[:43], "jwt"},
		{"a GitLab token", "glpat-" + alnum[:20], "gitlab-pat"},
		{"an npm token", "npm_" + strings.ToLower(alnum[:36]), "npm-access-token"},
		{"a key with the name of its service", `cloudflare_api_key = "` + strings.ToLower(alnum[:40]) + `"`,
			"cloudflare-api-key"},
		{"a name of a variable", "Set AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY and STRIPE_KEY=${STRIPE_KEY}.", ""},
		{"a word after “password”", `password = "correct-horse-battery-staple-4"`, ""},
		{"a commit", "Fixed in 3b18e512dba79e4c8300dd08aeb37f8e728b8dad of sourcegraph.", ""},
		{"a UUID", "01976a00-0000-7000-8000-000000000001", ""},
		{"an address of an upload", "/uploads/01976a00-0000-7000-8000-000000000001/w800.jpeg", ""},
		{"a checksum", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", ""},
		{"a secret of the board's own webhooks", "whsec_" + alnum[:32], ""},
		{"nothing", "", ""},
		{"one byte", "s", ""},
	} {
		t.Run(tc.about, func(t *testing.T) {
			for _, around := range [][2]string{{"", ""}, {"Hello,\nthe key is ", " and more"},
				{"„é 🔑\n```\n", "\n```\n"}} {
				found := scan(around[0] + tc.text + around[1])
				line := 1 + strings.Count(around[0], "\n")
				switch {
				case tc.rule == "" && len(found) > 0:
					t.Errorf("found %v", found)
				case tc.rule != "" && !slices.Contains(found, finding{tc.rule, line}):
					t.Errorf("found %v, want %s in line %d", found, tc.rule, line)
				}
			}
		})
	}
}

// Every rule finds what its expression describes, also between other text, where only the parts near keywords are
// looked at. It fails if a new version of the file has a rule that the package does not understand, or whose keywords
// are not near its matches.
func TestEveryRule(t *testing.T) {
	var file struct{ Rules []map[string]any }
	must.NoError(t, toml.Unmarshal(rulesFile, &file))
	if want := len(file.Rules) - len(left) - 5; len(rules().Rules) != want || want < 190 { // 5 rules are about files
		t.Errorf("%d rules, want %d", len(rules().Rules), want)
	}
	known := strings.Fields("id description regex entropy secretGroup keywords allowlists path")
	for _, r := range file.Rules {
		for key := range r {
			if !slices.Contains(known, key) {
				t.Errorf("%s has %s, which the package does not know", r["id"], key)
			}
		}
	}
	for id := range left {
		if !slices.ContainsFunc(file.Rules, func(r map[string]any) bool { return r["id"] == id }) {
			t.Errorf("the file has no rule %s", id)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	padding := strings.Repeat("It was a long winter for the kilns, and they stayed cold.\n", 30)
	for i := range rules().Rules {
		r := &rules().Rules[i]
		t.Run(r.ID, func(t *testing.T) {
			if len(r.Keywords) == 0 ||
				slices.ContainsFunc(r.Keywords, func(k string) bool { return len(k) < 2 || k != strings.ToLower(k) }) {
				t.Fatalf("keywords %q", r.Keywords)
			}
			parsed, err := syntax.Parse(r.Regex, syntax.Perl)
			must.NoError(t, err)
			tried := 0
			for n := range 2000 {
				var b strings.Builder
				sample(random, parsed, &b)
				at := r.expression().FindStringSubmatchIndex(b.String())
				if at == nil {
					continue
				}
				secret := r.secret(b.String(), at)
				if entropy(secret) <= r.Entropy || rules().Allowlist.has(secret) ||
					slices.ContainsFunc(r.Allowlists, func(a allowlist) bool { return a.has(secret) }) {
					continue
				}
				text := padding + " " + b.String()
				if n%2 == 0 {
					text += "\n" + padding
				}
				if slices.Contains(anywhere, r.ID) {
					text = r.Keywords[0] + text
				}
				if !r.expression().MatchString(text) {
					continue
				}
				tried++
				found := scan(text)
				if !slices.ContainsFunc(found, func(f finding) bool { return f.rule == r.ID }) {
					t.Fatalf("%q is not found", b.String())
				}
				if tried == 20 {
					return
				}
			}
			t.Errorf("only %d samples match", tried)
		})
	}
}

// sample writes a text that an expression describes, of its shortest repetitions and a few more.
func sample(random *rand.Rand, e *syntax.Regexp, b *strings.Builder) {
	repeat := func(least, most int) {
		if most < 0 || most > least+4 {
			most = least + 4
		}
		for range least + random.IntN(most-least+1) {
			sample(random, e.Sub[0], b)
		}
	}
	switch e.Op {
	case syntax.OpLiteral:
		b.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		n := rune(0)
		for i := 0; i < len(e.Rune); i += 2 {
			n += min(e.Rune[i+1], 126) - min(e.Rune[i], 127) + 1
		}
		if n <= 0 {
			b.WriteRune(e.Rune[0])
			return
		}
		at := random.Int32N(n)
		for i := 0; i < len(e.Rune); i += 2 {
			size := min(e.Rune[i+1], 126) - min(e.Rune[i], 127) + 1
			if at < size {
				b.WriteRune(e.Rune[i] + at)
				return
			}
			at -= size
		}
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		b.WriteByte('.')
	case syntax.OpCapture:
		sample(random, e.Sub[0], b)
	case syntax.OpConcat:
		for _, sub := range e.Sub {
			sample(random, sub, b)
		}
	case syntax.OpAlternate:
		sample(random, e.Sub[random.IntN(len(e.Sub))], b)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpStar:
		repeat(0, -1)
	case syntax.OpPlus:
		repeat(1, -1)
	case syntax.OpRepeat:
		repeat(e.Min, e.Max)
	}
}

var articles = func() string {
	var b strings.Builder
	for _, name := range []string{"operating.md", "security.md", "webhooks.md", "limits.md", "adding-a-domain.md",
		"agents.md"} {
		text, err := os.ReadFile("../../../docs/" + name)
		if err != nil {
			panic(err)
		}
		b.Write(text)
	}
	return strings.Repeat(b.String(), 2)[:100_000]
}()

// 100 kB of documentation, which speaks of many services.
func BenchmarkScan(b *testing.B) {
	b.SetBytes(int64(len(articles)))
	for b.Loop() {
		if found := scan(articles); len(found) > 0 {
			b.Fatalf("found %v", found)
		}
	}
}

// 100 kB made to be slow: the keywords of all rules, again and again. The longest text of a member has 50,000
// characters.
func BenchmarkScanHostile(b *testing.B) {
	var words strings.Builder
	for words.Len() < 100_000 {
		for _, r := range rules().Rules {
			for _, k := range r.Keywords {
				words.WriteString(k + "_")
			}
		}
	}
	text := words.String()[:100_000]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		scan(text)
	}
}
