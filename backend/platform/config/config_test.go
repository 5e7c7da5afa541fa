package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"uvboard/backend/platform/must"
)

// read reads the settings from a command line and an environment.
func read(t *testing.T, env map[string]string, args ...string) (*Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("uvboard", pflag.ContinueOnError)
	AddFlags(flags)
	flags.Bool("migrate", true, "")
	must.NoError(t, flags.Parse(args))
	lookup := func(name string) (string, bool) { value, ok := env[name]; return value, ok }
	if err := ApplyEnv(flags, lookup); err != nil {
		return nil, err
	}
	return Read(flags)
}

func TestDefaultsRunWithNothing(t *testing.T) {
	c, err := read(t, nil)
	must.NoError(t, err)
	if c.Addr != ":8080" || c.BaseURL.String() != "http://localhost:8080" ||
		c.DatabaseURL.Reveal() != "sqlite://data/uvboard.db" ||
		!c.RateLimits || c.ProductName != "UV Board" || c.LogLevel != slog.LevelInfo || c.MetricsAddr != "" {
		t.Errorf("defaults %+v", c)
	}
}

func TestFlagWinsOverEnvironment(t *testing.T) {
	env := map[string]string{"UVBOARD_ADDR": ":1", "UVBOARD_DATA_DIR": "/srv/board", "UVBOARD_RATE_LIMITS": "off",
		"UVBOARD_TRUSTED_PROXIES": "10.0.0.0/8, 2001:db8::1,192.0.2.7, ::ffff:10.1.0.0/112"}
	c, err := read(t, env, "--addr", ":2")
	must.NoError(t, err)
	if c.Addr != ":2" {
		t.Errorf("addr %q, want the flag's", c.Addr)
	}
	if c.DataDir != "/srv/board" || c.DatabaseURL.Reveal() != "sqlite:///srv/board/uvboard.db" {
		t.Errorf("data dir %q, database %q", c.DataDir, c.DatabaseURL.Reveal())
	}
	if c.RateLimits {
		t.Error("rate limits are on")
	}
	if got := fmt.Sprint(c.TrustedProxies); got != "[10.0.0.0/8 2001:db8::1/128 192.0.2.7/32 10.1.0.0/16]" {
		t.Errorf("proxies %s", got)
	}
}

func TestBaseURLFollowsTheAddress(t *testing.T) {
	for _, tc := range []struct {
		name, addr, base, want string
		isDefault              bool
	}{
		{"Default", "", "", "http://localhost:8080", true},
		{"OtherPort", "127.0.0.1:9000", "", "http://localhost:9000", true},
		{"Given", ":9000", "https://board.example", "https://board.example", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := read(t, map[string]string{"UVBOARD_ADDR": tc.addr, "UVBOARD_BASE_URL": tc.base})
			must.NoError(t, err)
			if got := c.BaseURL.String(); got != tc.want || c.DefaultBaseURL != tc.isDefault {
				t.Errorf("%s, default %v; want %s, %v", got, c.DefaultBaseURL, tc.want, tc.isDefault)
			}
		})
	}
}

// Donations need three keys. An error names those that are missing, and no value.
func TestStripeKeysGoTogether(t *testing.T) {
	all := map[string]string{"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
		"STRIPE_WEBHOOK_SECRET": "whsec_1", "STRIPE_API_BASE": "http://127.0.0.1:1"}
	c, err := read(t, all)
	must.NoError(t, err)
	if c.StripeSecretKey.Reveal() != "sk_test_1" || c.StripePublishableKey != "pk_test_1" ||
		c.StripeWebhookSecret.Reveal() != "whsec_1" || c.StripeAPIBase != "http://127.0.0.1:1" {
		t.Errorf("config %+v", c)
	}
	for _, missing := range []string{"STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"} {
		some := maps.Clone(all)
		delete(some, missing)
		if _, err := read(t, some); err == nil || !strings.HasPrefix(err.Error(), missing+" must be set too") ||
			strings.Contains(err.Error(), "_1") {
			t.Errorf("without %s: %v", missing, err)
		}
	}
	_, err = read(t, map[string]string{"STRIPE_SECRET_KEY": "sk_test_1"})
	if err == nil || !strings.HasPrefix(err.Error(),
		"STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set too") {
		t.Errorf("one key: %v", err)
	}
}

func TestErrorsNameTheSetting(t *testing.T) {
	for _, tc := range []struct{ name, env, value string }{
		{"AddrWithoutPort", "UVBOARD_ADDR", "localhost"},
		{"SecretKeyIsPublished", "STRIPE_PUBLISHABLE_KEY", "sk_test_1"},
		{"StripeWithoutScheme", "STRIPE_API_BASE", "127.0.0.1:12111"},
		{"AddrPortOutOfRange", "UVBOARD_ADDR", ":70000"},
		{"BaseURLWithPath", "UVBOARD_BASE_URL", "https://board.example/app"},
		{"BaseURLWithoutScheme", "UVBOARD_BASE_URL", "board.example"},
		{"DatabaseOfAnotherKind", "DATABASE_URL", "mysql://root:hunter2@db/board"},
		{"UploadsOfAnotherKind", "UVBOARD_UPLOADS_URL", "ftp://key:hunter2@host"},
		{"MailServerOfAnotherKind", "UVBOARD_SMTP_URL", "imap://board:hunter2@host"},
		{"ContactIsNoAddress", "UVBOARD_CONTACT_EMAIL", "somebody"},
		{"ProxyIsNoCIDR", "UVBOARD_TRUSTED_PROXIES", "10.0.0.0/8,proxy"},
		{"RateLimitsIsNoSwitch", "UVBOARD_RATE_LIMITS", "yes"},
		{"LogFormat", "UVBOARD_LOG_FORMAT", "xml"},
		{"LogLevel", "UVBOARD_LOG_LEVEL", "loud"},
		{"MetricsAddr", "UVBOARD_METRICS_ADDR", "9090"},
		{"ProductNameOfTwoLines", "UVBOARD_PRODUCT_NAME", "UV\nBoard"},
		{"KeyOfTwoWords", "OPENAI_API_KEY", "sk-hunter2 sk"},
		{"ProviderWithAPassword", "OPENAI_BASE_URL", "https://board:hunter2@ai.example/v1"},
		{"ProviderWithoutScheme", "OPENAI_BASE_URL", "ai.example/v1"},
		{"BlankModel", "OPENAI_MODEL", " "},
		{"SwitchOfACommand", "UVBOARD_MIGRATE", "perhaps"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := read(t, map[string]string{tc.env: tc.value})
			switch {
			case err == nil:
				t.Fatal("no error")
			case !strings.HasPrefix(err.Error(), tc.env+" (--"):
				t.Errorf("%q does not begin with the setting", err)
			case strings.ContainsAny(err.Error(), "\n"), strings.Contains(err.Error(), "hunter2"):
				t.Errorf("%q is not one line without secrets", err)
			}
		})
	}
}

func TestSecretsNeverPrint(t *testing.T) {
	c, err := read(t, map[string]string{"DATABASE_URL": "postgres://board:hunter2@db/board",
		"UVBOARD_UPLOADS_URL": "s3://bucket?key=hunter2", "OPENAI_API_KEY": "sk-hunter2",
		"UVBOARD_GITHUB_CLIENT_ID": "board", "UVBOARD_GITHUB_CLIENT_SECRET": "hunter2"})
	must.NoError(t, err)
	if !strings.Contains(c.DatabaseURL.Reveal(), "hunter2") {
		t.Fatal("the secret itself is lost")
	}
	encoded, err := json.Marshal(c)
	must.NoError(t, err)
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "config", c, "url", c.DatabaseURL)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "config", c, "url", c.DatabaseURL)
	for name, text := range map[string]string{
		"%v": fmt.Sprintf("%v", c), "%+v": fmt.Sprintf("%+v", *c), "%#v": fmt.Sprintf("%#v", *c),
		"String": c.DatabaseURL.String(),
		"%q":     fmt.Sprintf("%q", c.DatabaseURL), "%x": fmt.Sprintf("%x", c.DatabaseURL), "JSON": string(encoded),
		"log": log.String(),
	} {
		if strings.Contains(text, "hunter2") || strings.Contains(text, fmt.Sprintf("%x", "hunter2")) {
			t.Errorf("%s prints the secret: %s", name, text)
		}
	}
}

func TestAIProvider(t *testing.T) {
	for value, want := range map[string]string{
		"": "https://api.openai.com/v1", "http://127.0.0.1:11434": "http://127.0.0.1:11434/v1",
		"http://ai.internal:8000/":      "http://ai.internal:8000/v1",
		"https://ai.example/openai/v1/": "https://ai.example/openai/v1",
	} {
		c, err := read(t, map[string]string{"OPENAI_BASE_URL": value, "OPENAI_API_KEY": "sk-1\n"})
		must.NoError(t, err)
		if c.OpenAI.BaseURL != want || c.OpenAI.Key.Reveal() != "sk-1" || c.OpenAI.Model == "" {
			t.Errorf("%q: %+v, want %s", value, c.OpenAI, want)
		}
	}
}

func TestUnknownEnv(t *testing.T) {
	known := []string{"UVBOARD_ADDR", "UVBOARD_DATA_DIR", "DATABASE_URL"}
	environ := []string{"UVBOARD_DATADIR=hunter2", "UVBOARD_ADDR=:1", "UVBOARD_ADRR", "UVBOARD_TEST_MAIN=1",
		"HOME=/root", "XUVBOARD_ADDR=1", "DATABASE_URL=x", "DATABSE_URL=x", "UVBOARD_OIDC_KILN_ISSUER=x"}
	if got, want := UnknownEnv(environ, known), []string{"UVBOARD_ADRR", "UVBOARD_DATADIR"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOIDC(t *testing.T) {
	c := &Config{}
	must.NoError(t, c.ReadOIDC([]string{
		"UVBOARD_OIDC_KILN_WORKS_ISSUER=https://login.kiln.example/realms/a", "UVBOARD_OIDC_KILN_WORKS_CLIENT_ID=board",
		"UVBOARD_OIDC_KILN_WORKS_CLIENT_SECRET=hunter2",
		"UVBOARD_OIDC_KILN_WORKS_NAME=Kiln Works", "UVBOARD_OIDC_CLAY_ISSUER=http://127.0.0.1:9000",
		"UVBOARD_OIDC_CLAY_CLIENT_ID=board", "UVBOARD_OIDC_CLAY_CLIENT_SECRET=hunter2", "UVBOARD_OIDC_GONE_NAME=",
	}))
	if len(c.OIDC) != 2 || c.OIDC[0].ID != "clay" || c.OIDC[0].Name != "clay" || c.OIDC[1].ID != "kiln_works" ||
		c.OIDC[1].Name != "Kiln Works" ||
		c.OIDC[1].Issuer != "https://login.kiln.example/realms/a" || c.OIDC[1].ClientSecret.Reveal() != "hunter2" {
		t.Errorf("services %+v", c.OIDC)
	}
	complete := []string{"UVBOARD_OIDC_A_ISSUER=https://a.example", "UVBOARD_OIDC_A_CLIENT_ID=board",
		"UVBOARD_OIDC_A_CLIENT_SECRET=hunter2"}
	for i := range complete {
		err := c.ReadOIDC(slices.Delete(slices.Clone(complete), i, i+1))
		if err == nil || !strings.HasPrefix(err.Error(), "UVBOARD_OIDC_A_ISSUER, ") ||
			strings.Contains(err.Error(), "hunter2") {
			t.Errorf("without %s: %v", complete[i], err)
		}
	}
	for _, wrong := range []string{"login.example", "ftp://login.example", "https://login.example/?x=1"} {
		if err := c.ReadOIDC(append(complete[1:], "UVBOARD_OIDC_A_ISSUER="+wrong)); err == nil ||
			!strings.HasPrefix(err.Error(), "UVBOARD_OIDC_A_ISSUER must") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if err := c.ReadOIDC([]string{"UVBOARD_OIDC_GITHUB_ISSUER=https://a.example"}); err == nil {
		t.Error("the id of GitHub is taken")
	}
}

func TestGitHub(t *testing.T) {
	c, err := read(t, map[string]string{"UVBOARD_GITHUB_CLIENT_ID": "board", "UVBOARD_GITHUB_CLIENT_SECRET": "hunter2",
		"UVBOARD_GITHUB_URL": "https://git.kiln.example/"})
	must.NoError(t, err)
	if c.GitHub.ClientID != "board" || c.GitHub.ClientSecret.Reveal() != "hunter2" ||
		c.GitHub.URL != "https://git.kiln.example" {
		t.Errorf("GitHub %+v", c.GitHub)
	}
	if _, err := read(t, map[string]string{"UVBOARD_GITHUB_CLIENT_SECRET": "hunter2"}); err == nil ||
		strings.Contains(err.Error(), "hunter2") {
		t.Errorf("without an id: %v", err)
	}
}
