// Package weekly publishes an issue of the weekly to many subscribers and kills the server while it sends, and counts
// what arrives at each address.
package weekly

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-smtp"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
	"uvboard/bench/process"
	"uvboard/bench/product"
	"uvboard/ent"
)

type options struct {
	readers, kills   int
	database, binary string // database: sqlite or postgres
	hurry            bool   // retries the mail that a kill interrupted at once, instead of a minute later
	out              io.Writer
}

// Run prints the result for the arguments.
func Run(ctx context.Context, args []string) error {
	o := options{out: os.Stdout}
	flags := flag.NewFlagSet("bench weekly", flag.ExitOnError)
	flags.IntVar(&o.readers, "readers", 10_000, "subscribers with a confirmed address")
	flags.IntVar(&o.kills, "kills", 5, "how often the server is killed while it sends")
	flags.StringVar(&o.database, "database", "sqlite", "sqlite or postgres")
	flags.StringVar(&o.binary, "binary", "bin/uvboard", "the product's binary")
	_ = flags.Parse(args) // exits
	if o.readers < o.kills+1 || flags.NArg() > 0 {
		flags.Usage()
		return errors.New("invalid arguments")
	}
	r, err := measure(ctx, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(o.out, "| database | readers | kills | got it | twice | unconfirmed | seconds | slowest other mail |\n"+
		"|---|---|---|---|---|---|---|---|\n| %s | %d | %d | %d | %d | %d | %.0f | %.1f s |\n", o.database, o.readers,
		o.kills, r.reached, r.duplicates, r.strangers, r.took.Seconds(), r.reset.Seconds())
	return r.check(o)
}

// result counts the mails of the issue.
type result struct {
	reached, duplicates int
	strangers           int // mails to addresses that are not confirmed
	took                time.Duration
	reset               time.Duration // the longest way of a password reset meanwhile
}

func (r result) check(o options) error {
	if r.reached != o.readers || r.duplicates > o.kills || r.strangers > 0 {
		return fmt.Errorf("%d of %d readers got it, %d twice with %d kills, %d strangers", r.reached, o.readers,
			r.duplicates, o.kills, r.strangers)
	}
	return nil
}

const (
	unconfirmed = 100
	adminEmail  = "admin@mail.example"
	timeout     = 30 * time.Minute
)

func reader(i int) string   { return fmt.Sprintf("reader%d@mail.example", i) }
func stranger(i int) string { return fmt.Sprintf("stranger%d@mail.example", i) }

func measure(ctx context.Context, o options) (r result, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	dir, err := os.MkdirTemp("", "weekly")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	database := "sqlite://" + filepath.Join(dir, "uvboard.db")
	if o.database == "postgres" {
		if database, err = pgtest.CreateDatabase(ctx, "weekly", ""); err != nil {
			return r, err
		}
	}
	box, address, err := listen()
	if err != nil {
		return r, err
	}
	server, err := product.New(o.binary, dir, []string{"DATABASE_URL=" + database, "UVBOARD_DATA_DIR=" + dir,
		"UVBOARD_SMTP_URL=smtp://" + address, "UVBOARD_RATE_LIMITS=off", "UVBOARD_WEEKLY_RATE=100000",
		"UVBOARD_LOG_FORMAT=json"})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	if err := server.Run(ctx, "migrate"); err != nil {
		return r, err
	}
	if err := subscribe(ctx, database, o.readers); err != nil {
		return r, err
	}
	if err := server.Start(ctx); err != nil {
		return r, err
	}
	admin, err := newAdmin(ctx, server)
	if err != nil {
		return r, err
	}
	if err := admin.publish(ctx); err != nil {
		return r, err
	}

	began := time.Now()
	for kill := 1; kill <= o.kills; kill++ {
		if err := box.wait(ctx, kill*o.readers/(o.kills+1)); err != nil {
			return r, err
		}
		took, err := admin.reset(ctx, box)
		if err != nil {
			return r, err
		}
		r.reset = max(r.reset, took)
		if err := server.Stop(syscall.SIGKILL); err != nil {
			return r, err
		}
		if err := server.Start(ctx); err != nil {
			return r, err
		}
	}
	if o.hurry {
		if err := box.wait(ctx, o.readers-o.kills); err != nil {
			return r, err
		}
		for {
			err := admin.call(ctx, http.MethodPost, "/api/admin/jobs/run", `{"name":"deliver bulk mail"}`, nil)
			if err != nil {
				return r, err
			}
			if n, _, _ := box.count(); n == o.readers || ctx.Err() != nil {
				break
			}
			process.Pause(ctx, 500*time.Millisecond)
		}
	}
	if err := box.wait(ctx, o.readers); err != nil {
		return r, err
	}
	r.took = time.Since(began)
	if err := admin.done(ctx); err != nil {
		return r, err
	}
	r.reached, r.duplicates, r.strangers = box.count()
	return r, nil
}

// subscribe adds confirmed and unconfirmed addresses to the database.
func subscribe(ctx context.Context, database string, readers int) (err error) {
	db, err := store.Open(ctx, database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	const batch = 500
	var rows []*ent.WeeklySubscriberCreate
	save := func() error {
		err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return tx.WeeklySubscriber.CreateBulk(rows...).Exec(ctx)
		})
		rows = nil
		return err
	}
	at := time.Now().Add(-time.Hour)
	for i := range readers + unconfirmed {
		address := reader(i)
		if i >= readers {
			address = stranger(i)
		}
		row := db.Client().WeeklySubscriber.Create().SetID(store.NewID(at)).SetEmail(address).SetEmailKey(address).
			SetCreatedAt(at).SetAskedAt(at)
		if i < readers {
			row.SetConfirmedAt(at)
		}
		if rows = append(rows, row); len(rows) == batch {
			if err := save(); err != nil {
				return err
			}
		}
	}
	return save()
}

// admin calls the server as an admin.
type admin struct {
	server *product.Server
	client *http.Client
}

func newAdmin(ctx context.Context, server *product.Server) (*admin, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	a := &admin{server: server, client: &http.Client{Jar: jar}}
	err = a.call(ctx, http.MethodPost, "/api/auth/register",
		`{"username":"editor","email":"`+adminEmail+`","password":"vibecoding"}`, nil)
	if err != nil {
		return nil, err
	}
	return a, server.Run(ctx, "admin", "grant", "editor")
}

func (a *admin) call(ctx context.Context, method, path, body string, answer any) error {
	request, err := http.NewRequestWithContext(ctx, method, a.server.URL()+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := a.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s %s: %s %s", method, path, response.Status, bytes.TrimSpace(content))
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(content, answer)
}

func (a *admin) publish(ctx context.Context) error {
	var project struct{ ID string }
	err := a.call(ctx, http.MethodPost, "/api/projects", `{"title":"Kilnfire","tagline":"Watches the kiln at night",
		"primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png"}`,
		&project)
	if err != nil {
		return err
	}
	err = a.call(ctx, http.MethodPut, "/api/admin/weekly/draft", `{"title":"The first week","introduction":
		"It was **hot**.","items":[{"type":"project","id":"`+project.ID+`","note":"Never leaves you in the cold."}]}`, nil)
	if err != nil {
		return err
	}
	return a.call(ctx, http.MethodPost, "/api/admin/weekly", "{}", nil)
}

// reset asks for a password reset, and returns the time until its mail arrives. Only five come in an hour.
func (a *admin) reset(ctx context.Context, box *mailbox) (time.Duration, error) {
	began, before := time.Now(), box.others()
	err := a.call(ctx, http.MethodPost, "/api/auth/password-reset", `{"email":"`+adminEmail+`"}`, nil)
	for err == nil && box.others() == before {
		process.Pause(ctx, 5*time.Millisecond)
		err = ctx.Err()
	}
	return time.Since(began), err
}

// done waits until the server says that all is sent.
func (a *admin) done(ctx context.Context) error {
	for {
		var sendings []struct{ Left int }
		if err := a.call(ctx, http.MethodGet, "/api/admin/weekly", "", &sendings); err != nil {
			return err
		}
		if len(sendings) == 1 && sendings[0].Left == 0 {
			return nil
		}
		process.Pause(ctx, 200*time.Millisecond)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// mailbox is a mail server that counts the mails to each address.
type mailbox struct {
	mu    sync.Mutex
	taken map[string]int
}

func listen() (*mailbox, string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	box := &mailbox{taken: map[string]int{}}
	server := smtp.NewServer(box)
	server.Domain = "localhost"
	server.ErrorLog = log.New(io.Discard, "", 0) // connections break
	go func() { _ = server.Serve(listener) }()   // until this process ends
	return box, listener.Addr().String(), nil
}

// NewSession implements smtp.Backend.
func (b *mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{box: b}, nil }

type session struct {
	box *mailbox
	to  string
}

func (s *session) Reset()                               {}
func (s *session) Logout() error                        { return nil }
func (s *session) Mail(string, *smtp.MailOptions) error { return nil }
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err // a mail that was cut is not taken
	}
	s.box.mu.Lock()
	defer s.box.mu.Unlock()
	s.box.taken[s.to]++
	return nil
}

// count returns how many readers got a mail, how many further ones they got, and how many others got.
func (b *mailbox) count() (reached, duplicates, strangers int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for address, n := range b.taken {
		switch {
		case strings.HasPrefix(address, "reader"):
			reached++
			duplicates += n - 1
		case address != adminEmail:
			strangers += n
		}
	}
	return reached, duplicates, strangers
}

// others returns the number of mails to the admin.
func (b *mailbox) others() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.taken[adminEmail]
}

// wait waits until a number of readers got a mail.
func (b *mailbox) wait(ctx context.Context, readers int) error {
	for {
		if n, _, _ := b.count(); n >= readers {
			return nil
		}
		process.Pause(ctx, 5*time.Millisecond)
		if err := ctx.Err(); err != nil {
			n, _, _ := b.count()
			return fmt.Errorf("%d of %d readers got it: %w", n, readers, err)
		}
	}
}
