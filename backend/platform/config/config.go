// Package config reads the settings: flags, else environment variables, else defaults.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Secret is a text that is never printed.
type Secret string

// Reveal returns the text.
func (s Secret) Reveal() string { return string(s) }

func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[secret]"
}

// GoString hides the text from %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides the text from JSON and structured logs.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Config holds the validated settings.
type Config struct {
	Addr              string
	BaseURL           *url.URL
	DefaultBaseURL    bool // BaseURL follows the port of Addr
	DatabaseURL       Secret
	DatabaseReadURL   Secret // of standbys; empty for none
	DataDir           string
	DatabaseInDataDir bool   // DatabaseURL follows DataDir
	UploadsURL        Secret // empty for files in the data directory
	SMTPURL           Secret // empty keeps mail in the mail queue
	ContactEmail      string
	TrustedProxies    []netip.Prefix
	OutboundAllow     []string // in lower case
	RateLimits        bool
	LogFormat         string // text or json; empty for text on a terminal, else json
	LogLevel          slog.Level
	MetricsAddr       string
	Version           string        // of the program
	ReleaseURL        string        // of the files of the release, without a slash at the end; empty for none
	NewsFeeds         []Feed        // nil for the default ones
	NewsInterval      time.Duration // 0 for no schedule
	WeeklyRate        int           // mails a minute
	OpenAI            OpenAI
	ProductName       string
	GitHub            GitHub
	OIDC              []OIDC // sorted by id
	AdminSecondFactor bool   // required of admins
	StrongPasswords   bool   // required of new passwords

	// The Stripe account for donations; empty for no donations.
	StripeSecretKey, StripeWebhookSecret Secret
	StripePublishableKey                 string
	StripeAPIBase                        string // empty for Stripe's
}

// OpenAI is the AI provider of VibeKit.
type OpenAI struct {
	Key     Secret // empty for no provider
	BaseURL string // without a slash at the end
	Model   string
}

// GitHub is the OAuth app by which users log in with GitHub.
type GitHub struct {
	ClientID     string // empty for none
	ClientSecret Secret
	URL          string // of GitHub or an Enterprise server, without a slash at the end
}

// LocalBaseURL returns the default public origin.
func LocalBaseURL(port string) *url.URL { return &url.URL{Scheme: "http", Host: "localhost:" + port} }

type setting struct {
	flag, env, fallback, usage string
	read                       func(c *Config, value string) error
}

var settings = []setting{
	{"addr", "UVBOARD_ADDR", ":8080", "listen address; a port of 0 picks a free one",
		func(c *Config, value string) error {
			c.Addr = value
			return checkAddr(value)
		}},
	{"base-url", "UVBOARD_BASE_URL", "", "public origin (default: http://localhost and the port of the listen address)",
		func(c *Config, value string) (err error) {
			if c.DefaultBaseURL = value == ""; c.DefaultBaseURL {
				_, port, err := net.SplitHostPort(c.Addr) // already checked
				c.BaseURL = LocalBaseURL(port)
				return err
			}
			c.BaseURL, err = parseOrigin(value)
			return err
		}},
	{"database-url", "DATABASE_URL", "",
		"sqlite://PATH or postgres://… (default: sqlite, uvboard.db in the data directory)",
		func(c *Config, value string) error {
			c.DatabaseURL = Secret(value)
			if value == "" || hasScheme(value, "sqlite", "postgres", "postgresql") {
				return nil
			}
			return errors.New("must be sqlite://PATH or postgres://…")
		}},
	{"database-read-url", "DATABASE_READ_URL", "",
		"postgres://… with one or several hosts, standbys that may answer reads (default: none)",
		func(c *Config, value string) error {
			c.DatabaseReadURL = Secret(value)
			if value == "" || hasScheme(value, "postgres", "postgresql") {
				return nil
			}
			return errors.New("must be postgres://…")
		}},
	{"data-dir", "UVBOARD_DATA_DIR", "data", "where the SQLite file and uploads live",
		func(c *Config, value string) error {
			c.DataDir = value
			if value == "" {
				return errors.New("must name a directory")
			}
			return nil
		}},
	{"uploads-url", "UVBOARD_UPLOADS_URL", "", "store of uploads (default: files in the data directory)",
		func(c *Config, value string) error {
			c.UploadsURL = Secret(value)
			if value == "" || hasScheme(value, "file", "s3") {
				return nil
			}
			return errors.New("must be s3://BUCKET?region=… or file:///FOLDER")
		}},
	{"smtp-url", "UVBOARD_SMTP_URL", "",
		"mail server, smtp://user:pass@host:port (default: mail waits in the mail queue, which uvboard mail list shows)", func(c *Config, value string) error {
			c.SMTPURL = Secret(value)
			if value == "" || hasScheme(value, "smtp", "smtps") {
				return nil
			}
			return errors.New("must be smtp://user:pass@host:port")
		}},
	{"contact-email", "UVBOARD_CONTACT_EMAIL", "", "address shown to people who need help",
		func(c *Config, value string) error {
			c.ContactEmail = value
			if value == "" {
				return nil
			}
			if address, err := mail.ParseAddress(value); err != nil || address.Address != value {
				return errors.New("must be an e-mail address")
			}
			return nil
		}},
	{"trusted-proxies", "UVBOARD_TRUSTED_PROXIES", "",
		"CIDRs or single addresses, separated by commas, whose X-Forwarded-For is believed",
		func(c *Config, value string) (err error) {
			c.TrustedProxies, err = parsePrefixes(value)
			return err
		}},
	{"outbound-allow", "UVBOARD_OUTBOUND_ALLOW", "",
		"hosts or host:port, separated by commas, of images, login services, webhooks and push services that may be reached although their addresses are private", func(c *Config, value string) error {
			for host := range strings.SplitSeq(value, ",") {
				if host = strings.ToLower(strings.TrimSpace(host)); strings.ContainsAny(host, "/@ ") {
					return errors.New("must be hosts or host:port, separated by commas")
				} else if host != "" {
					c.OutboundAllow = append(c.OutboundAllow, host)
				}
			}
			return nil
		}},
	{"rate-limits", "UVBOARD_RATE_LIMITS", "on", "on, or off for load tests", func(c *Config, value string) error {
		c.RateLimits = value == "on"
		return oneOf(value, "on", "off")
	}},
	{"log-format", "UVBOARD_LOG_FORMAT", "", "text or json (default: text on a terminal, else json)",
		func(c *Config, value string) error {
			c.LogFormat = value
			return oneOf(value, "", "text", "json")
		}},
	{"log-level", "UVBOARD_LOG_LEVEL", "info", "debug, info, warn or error", func(c *Config, value string) error {
		if err := oneOf(value, "debug", "info", "warn", "error"); err != nil {
			return err
		}
		return c.LogLevel.UnmarshalText([]byte(value))
	}},
	{"metrics-addr", "UVBOARD_METRICS_ADDR", "", "address of Prometheus metrics and pprof (default: none)",
		func(c *Config, value string) error {
			c.MetricsAddr = value
			if value == "" {
				return nil
			}
			return checkAddr(value)
		}},
	{"release-url", "UVBOARD_RELEASE_URL", "",
		"address of the files of this release, which /docs/agents offers for other systems (default: none)",
		func(c *Config, value string) (err error) {
			if c.ReleaseURL = ""; value != "" {
				c.ReleaseURL, err = parseAPI(value)
			}
			return err
		}},
	{"news-feeds", "UVBOARD_NEWS_FEEDS", "", "YAML file with a list of {name, url} (default: six technology sites)",
		func(c *Config, value string) (err error) {
			c.NewsFeeds = nil
			if value != "" {
				c.NewsFeeds, err = readFeeds(value)
			}
			return err
		}},
	{"news-interval", "UVBOARD_NEWS_INTERVAL", "30m", "how often feeds are fetched; 0 for never",
		func(c *Config, value string) (err error) {
			c.NewsInterval, err = time.ParseDuration(value)
			if err != nil || c.NewsInterval != 0 && c.NewsInterval < time.Minute || c.NewsInterval > maxNewsInterval {
				return errors.New("must be 0, or a duration such as 30m from 1m to 168h")
			}
			return nil
		}},
	{"weekly-rate", "UVBOARD_WEEKLY_RATE", "120",
		"how many mails of the weekly are handed to the mail server in a minute, at most",
		func(c *Config, value string) (err error) {
			c.WeeklyRate, err = strconv.Atoi(value)
			if err != nil || c.WeeklyRate < 1 || c.WeeklyRate > 100_000 {
				return errors.New("must be a number from 1 to 100000")
			}
			return nil
		}},
	{"openai-api-key", "OPENAI_API_KEY", "", "key of the AI provider (default: none, VibeKit does not generate)",
		func(c *Config, value string) error {
			c.OpenAI.Key = Secret(strings.TrimSpace(value))
			if strings.ContainsFunc(string(c.OpenAI.Key), func(r rune) bool { return r <= ' ' || r > '~' }) {
				return errors.New("must be one word")
			}
			return nil
		}},
	{"openai-base-url", "OPENAI_BASE_URL", "https://api.openai.com/v1",
		"address of the AI provider's OpenAI-compatible API", func(c *Config, value string) (err error) {
			c.OpenAI.BaseURL, err = parseAPI(value)
			return err
		}},
	{"openai-model", "OPENAI_MODEL", "gpt-5.4-mini", "model of the AI provider; it must support structured outputs",
		func(c *Config, value string) error {
			c.OpenAI.Model = strings.TrimSpace(value)
			if c.OpenAI.Model == "" {
				return errors.New("must name a model")
			}
			return nil
		}},
	{"stripe-secret-key", "STRIPE_SECRET_KEY", "", "Stripe's secret key (default: no donations)",
		func(c *Config, value string) error {
			c.StripeSecretKey = Secret(value)
			return nil
		}},
	{"stripe-publishable-key", "STRIPE_PUBLISHABLE_KEY", "", "Stripe's publishable key",
		func(c *Config, value string) error {
			c.StripePublishableKey = value
			if value != "" && !strings.HasPrefix(value, "pk_") { // it may be the secret key, and browsers get this one
				return errors.New("must begin with pk_")
			}
			return nil
		}},
	{"stripe-webhook-secret", "STRIPE_WEBHOOK_SECRET", "",
		"signing secret of the webhook endpoint at /api/stripe/webhook", func(c *Config, value string) error {
			c.StripeWebhookSecret = Secret(value)
			return nil
		}},
	{"stripe-api-base", "STRIPE_API_BASE", "", "URL of another endpoint that speaks Stripe's API (default: Stripe's)",
		func(c *Config, value string) error {
			c.StripeAPIBase = value
			if value == "" || hasScheme(value, "http", "https") {
				return nil
			}
			return errors.New("must be a URL such as http://127.0.0.1:12111")
		}},
	{"github-client-id", "UVBOARD_GITHUB_CLIENT_ID", "",
		"client id of the OAuth app at GitHub (default: no login with GitHub)", func(c *Config, value string) error {
			c.GitHub.ClientID = value
			return nil
		}},
	{"github-client-secret", "UVBOARD_GITHUB_CLIENT_SECRET", "", "client secret of the OAuth app at GitHub",
		func(c *Config, value string) error {
			c.GitHub.ClientSecret = Secret(value)
			return nil
		}},
	{"github-url", "UVBOARD_GITHUB_URL", "https://github.com", "GitHub, or an Enterprise server",
		func(c *Config, value string) error {
			address, err := parseOrigin(value)
			if err == nil {
				c.GitHub.URL = address.String()
			}
			return err
		}},
	{"admin-second-factor", "UVBOARD_ADMIN_SECOND_FACTOR", "optional",
		"optional, or required: an admin without a second factor may not act as one",
		func(c *Config, value string) error {
			c.AdminSecondFactor = value == "required"
			if value != "required" && value != "optional" {
				return errors.New("must be optional or required")
			}
			return nil
		}},
	{"passwords", "UVBOARD_PASSWORDS", "any",
		"any, or strong: new passwords of 8 characters that are not common and have no name in them",
		func(c *Config, value string) error {
			c.StrongPasswords = value == "strong"
			if value != "strong" && value != "any" {
				return errors.New("must be any or strong")
			}
			return nil
		}},
	{"product-name", "UVBOARD_PRODUCT_NAME", "UV Board", "name that the interface shows",
		func(c *Config, value string) error {
			c.ProductName = strings.TrimSpace(value)
			if c.ProductName == "" || len(c.ProductName) > 60 ||
				strings.ContainsFunc(c.ProductName, func(r rune) bool { return r < ' ' }) {
				return errors.New("must be one line of at most 60 bytes")
			}
			return nil
		}},
}

// Database names the settings of every command that works on the database, including the settings of the log.
var Database = []string{"database-url", "data-dir", "log-format", "log-level"}

// AddFlags adds the flags of the named settings, or of all settings.
func AddFlags(flags *pflag.FlagSet, names ...string) {
	for _, s := range settings {
		if len(names) == 0 || slices.Contains(names, s.flag) {
			flags.String(s.flag, s.fallback, s.usage)
		}
	}
}

// Env returns the environment variable of a flag.
func Env(flag string) string {
	for _, s := range settings {
		if s.flag == flag {
			return s.env
		}
	}
	return "UVBOARD_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// UnknownEnv returns the sorted names of UVBOARD_* variables in environ, a list of name=value, that are not in known.
// Variables of the tests, UVBOARD_TEST_*, are left out.
func UnknownEnv(environ, known []string) []string {
	var unknown []string
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "UVBOARD_") && !strings.HasPrefix(name, "UVBOARD_TEST_") &&
			!oidcVariable.MatchString(name) && !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// ApplyEnv sets each flag that was not given from its environment variable. The error names both.
func ApplyEnv(flags *pflag.FlagSet, lookup func(string) (string, bool)) error {
	var err error
	flags.VisitAll(func(flag *pflag.Flag) {
		if err != nil || flag.Changed || flag.Name == "help" {
			return
		}
		value, given := lookup(Env(flag.Name))
		if !given || value == "" {
			return
		}
		if setErr := flag.Value.Set(value); setErr != nil {
			err = fmt.Errorf("%s (--%s) %w", Env(flag.Name), flag.Name, WrongValue(flag))
		}
	})
	return err
}

// WrongValue returns the error for a value that a flag cannot parse.
func WrongValue(flag *pflag.Flag) error {
	switch flag.Value.Type() {
	case "bool":
		return errors.New("must be true or false")
	case "int":
		return errors.New("must be a whole number, of 18 digits at most")
	case "uint64":
		return errors.New("must be a whole number from 0 on, of 19 digits at most")
	default:
		return errors.New("cannot be read")
	}
}

// Read reads and checks the settings. A setting without a flag has its default. The error names the setting and never
// contains the value of a secret.
func Read(flags *pflag.FlagSet) (*Config, error) {
	c := &Config{}
	for _, s := range settings {
		value := s.fallback
		if flag := flags.Lookup(s.flag); flag != nil {
			value = flag.Value.String()
		}
		if err := s.read(c, value); err != nil {
			return nil, fmt.Errorf("%s (--%s) %w", s.env, s.flag, err)
		}
	}
	if err := c.checkStripe(); err != nil {
		return nil, err
	}
	if (c.GitHub.ClientID == "") != (c.GitHub.ClientSecret == "") {
		return nil, errors.New("UVBOARD_GITHUB_CLIENT_ID and UVBOARD_GITHUB_CLIENT_SECRET must be set both, or neither")
	}
	c.DatabaseInDataDir = c.DatabaseURL == ""
	c.DatabaseURL = cmp.Or(c.DatabaseURL, Secret("sqlite://"+filepath.ToSlash(filepath.Join(c.DataDir, "uvboard.db"))))
	return c, nil
}

// checkStripe rejects an account with only some of its three keys.
func (c *Config) checkStripe() error {
	var missing []string
	keys := map[string]string{
		"STRIPE_SECRET_KEY": c.StripeSecretKey.Reveal(), "STRIPE_PUBLISHABLE_KEY": c.StripePublishableKey,
		"STRIPE_WEBHOOK_SECRET": c.StripeWebhookSecret.Reveal(),
	}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		if keys[name] == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 || len(missing) == len(keys) {
		return nil
	}
	return fmt.Errorf("%s must be set too: donations need all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET", strings.Join(missing, " and "))
}

func checkAddr(value string) error {
	_, port, err := net.SplitHostPort(value)
	if err != nil {
		return errors.New("must be HOST:PORT or :PORT")
	}
	if number, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(number, 10) != port {
		return errors.New("must end in a port from 0 to 65535")
	}
	return nil
}

func parseOrigin(value string) (*url.URL, error) {
	origin, err := url.Parse(value)
	if err != nil || origin.Scheme != "http" && origin.Scheme != "https" || origin.Hostname() == "" {
		return nil, errors.New("must be an origin such as https://board.example")
	}
	if origin.User != nil || origin.RawQuery != "" || origin.Fragment != "" || strings.Trim(origin.Path, "/") != "" {
		return nil, errors.New("must be an origin without path, query or user")
	}
	return &url.URL{Scheme: origin.Scheme, Host: origin.Host}, nil
}

// parseAPI reads the address of an OpenAI-compatible API. An address without a path gets /v1, which such APIs usually
// have.
func parseAPI(value string) (string, error) {
	address, err := url.Parse(value)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Hostname() == "" {
		return "", errors.New("must be an address such as https://api.openai.com/v1")
	}
	if address.User != nil || address.RawQuery != "" || address.Fragment != "" {
		return "", errors.New("must be an address without user and query")
	}
	address.Path = cmp.Or(strings.TrimRight(address.Path, "/"), "/v1")
	return address.String(), nil
}

func parsePrefixes(value string) ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	for item := range strings.SplitSeq(value, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(item)
		if err != nil {
			address, addressErr := netip.ParseAddr(item)
			if addressErr != nil {
				return nil, fmt.Errorf("must be CIDRs or addresses separated by commas; %q is neither", item)
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		if prefix.Addr().Is4In6() && prefix.Bits() >= 96 { // callers are compared by their IPv4 form
			prefix = netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-96)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}

func hasScheme(value string, schemes ...string) bool {
	scheme, rest, found := strings.Cut(value, "://")
	return found && rest != "" && oneOf(scheme, schemes...) == nil
}

func oneOf(value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	if words[0] == "" {
		words = words[1:]
	}
	return errors.New("must be " + strings.Join(words, " or "))
}
