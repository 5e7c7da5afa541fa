// Package flood lets scripts and honest newcomers register and post on a board with the limits as shipped, through the
// product's own handlers, and counts what everybody sees.
package flood

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
	"uvboard/backend/product"
	"uvboard/bench/report"
	"uvboard/ent"
	"uvboard/ent/user"
)

// campaign is what the scripts of one flood do.
type campaign struct {
	name      string
	addresses int // from which they register and post, in turn
	posts     func(n int) []post
}

// post is one attempt to publish: in a kind's path, with a body.
type post struct {
	kind, body string
}

// campaigns are the floods. n counts the accounts of a flood.
func campaigns(accounts int) []campaign {
	texts := func(n int) []post {
		link := fmt.Sprintf("Best offers at https://offer-%d.example/buy now", n)
		return []post{
			{thread, fmt.Sprintf(`{"title":"Offer %d","content":%q,"channelId":"CHANNEL"}`, n, link)},
			{reply, fmt.Sprintf(`{"content":%q,"threadId":"THREAD"}`, link)},
			{story, fmt.Sprintf(`{"title":"Offer %d","content":%q}`, n, link)},
			{comment, fmt.Sprintf(`{"content":%q}`, link)},
		}
	}
	described := func(n int) []post {
		return []post{{project, projectBody(n, "{}", fmt.Sprintf("See https://offer-%d.example/buy", n))}}
	}
	fewSites := func(n int) []post {
		return []post{{project, projectBody(n, fmt.Sprintf(`{"demo":"https://p%d.offer-%d.example/%d"}`, n, n%5, n), "")}}
	}
	ownSites := func(n int) []post {
		return []post{{project, projectBody(n, fmt.Sprintf(`{"demo":"https://offer-%d.example"}`, n), "")}}
	}
	return []campaign{
		{"links in threads, replies, stories and comments", 5, texts},
		{"the same", accounts / 10, texts},
		{"the same", accounts, texts},
		{"links in descriptions of projects", accounts, described},
		{"projects that lead to 5 sites", accounts, fewSites},
		{"projects that lead to a site each", 5, ownSites},
		{"the same", accounts, ownSites},
	}
}

// habits are how many of a hundred honest newcomers post what first.
var habits = []struct {
	share int
	what  string
	posts func(n int) post
}{
	{38, "a project with a demo and a repository", func(n int) post {
		return post{project, projectBody(n, fmt.Sprintf(
			`{"demo":"https://app-%d.example","repo":"https://github.com/maker%d/app"}`, n, n),
			fmt.Sprintf("Its [manual](https://docs.app-%d.example) has more.", n))}
	}},
	{2, "a project whose description links to another site", func(n int) post {
		return post{project, projectBody(n, fmt.Sprintf(`{"demo":"https://app-%d.example"}`, n),
			"Made with [a library](https://library.example).")}
	}},
	{27, "a thread", func(n int) post {
		return post{thread, fmt.Sprintf(`{"title":"Question %d","content":"How do you do it?","channelId":"CHANNEL"}`, n)}
	}},
	{3, "a thread with a pasted link", func(n int) post {
		return post{thread, fmt.Sprintf(
			`{"title":"Question %d","content":"Have you seen https://news.example/%d","channelId":"CHANNEL"}`, n, n)}
	}},
	{20, "a reply", func(int) post { return post{reply, `{"content":"Thank you, that helped.","threadId":"THREAD"}`} }},
	{10, "a story", func(n int) post {
		return post{story, fmt.Sprintf(`{"title":"Story %d","content":"It began in May."}`, n)}
	}},
}

// Kinds of posts: the paths that take them.
const (
	project = "/api/projects"
	thread  = "/api/forum/threads"
	reply   = "/api/forum/posts"
	story   = "/api/blog/posts"
	comment = "/api/blog/posts/STORY/comments"
)

func projectBody(n int, links, more string) string {
	return fmt.Sprintf(`{"title":"Project %d","tagline":"Shows what it can do","description":%q,"links":%s,`+
		`"primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png"}`, n,
		"A small tool for people who like to keep a log of their work. "+more, links)
}

type options struct {
	accounts, honest int
	out              io.Writer
}

// Run prints the tables for the arguments.
func Run(ctx context.Context, args []string) error {
	o := options{out: os.Stdout}
	flags := flag.NewFlagSet("bench flood", flag.ExitOnError)
	flags.IntVar(&o.accounts, "accounts", 1000, "scripted registrations, at least 10")
	flags.IntVar(&o.honest, "honest", 100, "honest newcomers, in hundreds")
	_ = flags.Parse(args) // exits
	if o.accounts < 10 || o.honest < 100 || o.honest%100 != 0 || flags.NArg() > 0 {
		flags.Usage()
		return errors.New("invalid arguments")
	}
	return measure(ctx, o)
}

func measure(ctx context.Context, o options) error {
	fmt.Fprintf(o.out, "%d scripted registrations, limits as shipped, links reviewed\n\n", o.accounts)
	report.Head(o.out, "what they post", "addresses", "registered", "posts tried", "refused", "wait", "visible", "took")
	for _, c := range campaigns(o.accounts) {
		r, err := flood(ctx, c, o.accounts)
		if err != nil {
			return err
		}
		report.Row(o.out, c.name, c.addresses, r.registered, r.tried, r.tried-r.stored, r.stored-r.visible, r.visible,
			r.took)
	}
	fmt.Fprintf(o.out, "\n%d honest newcomers, each from an own address, after a flood of links in texts\n\n", o.honest)
	report.Head(o.out, "first post", "newcomers", "visible at once", "wait")
	return honest(ctx, o)
}

// result counts the posts of a flood.
type result struct {
	registered, tried, stored, visible int
	took                               time.Duration
}

func flood(ctx context.Context, c campaign, accounts int) (r result, err error) {
	b, err := open(ctx)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	start := time.Now()
	r, err = b.flood(c, accounts)
	r.took = time.Since(start)
	return r, err
}

func (b *board) flood(c campaign, accounts int) (r result, err error) {
	for n := range accounts {
		p := &person{board: b, addr: address(n % c.addresses)}
		registered, err := p.register(fmt.Sprintf("script%d", n))
		if err != nil {
			return r, err
		}
		if !registered {
			continue
		}
		r.registered++
		for _, post := range c.posts(n) {
			r.tried++
			stored, visible, err := p.publish(post)
			if err != nil {
				return r, err
			}
			if stored {
				r.stored++
			}
			if visible {
				r.visible++
			}
		}
	}
	return r, nil
}

func honest(ctx context.Context, o options) (err error) {
	b, err := open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if _, err := b.flood(campaigns(o.accounts)[1], o.accounts); err != nil {
		return err
	}
	all, seen, n := 0, 0, 0
	for _, h := range habits {
		newcomers, visible := h.share*o.honest/100, 0
		for range newcomers {
			n++
			p := &person{board: b, addr: address(100_000 + n)}
			registered, err := p.register(fmt.Sprintf("newcomer%d", n))
			if err != nil {
				return err
			}
			if !registered {
				continue
			}
			_, shown, err := p.publish(h.posts(n))
			if err != nil {
				return err
			}
			if shown {
				visible++
			}
		}
		report.Row(o.out, h.what, newcomers, visible, newcomers-visible)
		all, seen = all+newcomers, seen+visible
	}
	report.Row(o.out, "all", all, seen, all-seen)
	return nil
}

// board is a new board on SQLite, with a channel, a thread and a story of its admin.
type board struct {
	handler http.Handler
	close   func() error
	fill    *strings.Replacer // of ids in paths and bodies
	guests  int
}

func open(ctx context.Context) (b *board, err error) {
	dir, err := os.MkdirTemp("", "uvboard-flood-")
	if err != nil {
		return nil, err
	}
	store.SkipSync()
	db, err := store.Open(ctx, "sqlite://"+filepath.Join(dir, "uvboard.db"))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	b = &board{close: func() error { return errors.Join(db.Close(), os.RemoveAll(dir)) }}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close())
		}
	}()
	if err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	c := &config.Config{BaseURL: &url.URL{Scheme: "http", Host: "localhost:8080"}, DataDir: dir,
		ProductName: "UV Board", RateLimits: true,
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}
	files, err := media.OpenBucket(ctx, "", dir)
	if err != nil {
		return nil, err
	}
	p := product.New(c, db, media.NewService(db, files, time.Now))
	if b.handler, err = p.NewServer(slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	return b, b.begin(ctx, db)
}

// begin makes what newcomers reply to and comment on.
func (b *board) begin(ctx context.Context, db *store.DB) error {
	admin := &person{board: b, addr: address(200_000)}
	if registered, err := admin.register("overseer"); err != nil || !registered {
		return errors.Join(err, errors.New("the admin cannot register"))
	}
	err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.User.Update().Where(user.UsernameKey("overseer")).SetRole(user.RoleAdmin).Exec(ctx)
	})
	if err != nil {
		return err
	}
	var ids [3]string
	b.fill = strings.NewReplacer()
	for i, made := range []post{{"/api/forum/channels", `{"name":"General"}`},
		{thread, `{"title":"Welcome","content":"Say hello.","channelId":"CHANNEL"}`},
		{story, `{"title":"How it began","content":"With an idea."}`}} {
		status, body := admin.send("POST", b.fill.Replace(made.kind), b.fill.Replace(made.body))
		if ids[i] = body.ID; status != http.StatusCreated {
			return fmt.Errorf("%s: %d %s", made.kind, status, body.Error)
		}
		b.fill = strings.NewReplacer("CHANNEL", ids[0], "THREAD", ids[1], "STORY", ids[2])
	}
	return nil
}

// address returns the nth of many client addresses, each in an own /24.
func address(n int) netip.Addr {
	return netip.AddrFrom4([4]byte{10 + byte(n>>16), byte(n >> 8), byte(n), 7})
}

// person is a client with a session, at an address.
type person struct {
	board  *board
	addr   netip.Addr
	cookie string
}

// answer is what the responses of the API have in common.
type answer struct {
	ID    string `json:"id"`
	Error string `json:"error"`
	Raw   string `json:"-"`
}

func (p *person) send(method, path, body string) (status int, a answer) {
	r := httptest.NewRequest(method, "http://localhost:8080"+path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:9"
	r.Header.Set("X-Forwarded-For", p.addr.String())
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.cookie != "" {
		r.Header.Set("Cookie", p.cookie)
	}
	w := httptest.NewRecorder()
	p.board.handler.ServeHTTP(w, r)
	if cookies := w.Result().Cookies(); len(cookies) > 0 && cookies[0].MaxAge >= 0 {
		p.cookie = cookies[0].Name + "=" + cookies[0].Value
	}
	a.Raw = w.Body.String()
	_ = json.NewDecoder(bytes.NewReader(w.Body.Bytes())).Decode(&a) // a list has neither id nor error
	return w.Code, a
}

// register reports whether the board has taken the registration; a limit refuses some.
func (p *person) register(name string) (bool, error) {
	status, body := p.send("POST", "/api/auth/register", fmt.Sprintf(
		`{"username":%q,"email":"%s@mail.example","password":"vibecoding-%d"}`, name, name, rand.Uint32()))
	switch status {
	case http.StatusCreated:
		return true, nil
	case http.StatusTooManyRequests:
		return false, nil
	}
	return false, fmt.Errorf("register %s: %d %s", name, status, body.Error)
}

// publish reports whether the board has stored a post, and whether a guest sees it at once.
func (p *person) publish(made post) (stored, visible bool, err error) {
	path := p.board.fill.Replace(made.kind)
	status, body := p.send("POST", path, p.board.fill.Replace(made.body))
	switch status {
	case http.StatusCreated:
	case http.StatusTooManyRequests, http.StatusConflict:
		return false, false, nil
	default:
		return false, false, fmt.Errorf("%s: %d %s", made.kind, status, body.Error)
	}
	if uuid.Validate(body.ID) != nil {
		return false, false, fmt.Errorf("%s: no id in %s", made.kind, body.Raw)
	}
	p.board.guests++
	guest := &person{board: p.board, addr: address(300_000 + p.board.guests)}
	switch made.kind {
	case reply:
		path = p.board.fill.Replace("/api/forum/threads/THREAD/posts?limit=100")
	case comment:
		path += "?limit=100"
	default:
		path += "/" + body.ID
	}
	status, seen := guest.send("GET", path, "")
	return true, status == http.StatusOK && strings.Contains(seen.Raw, body.ID), nil
}
