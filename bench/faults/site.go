package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"uvboard/backend/donation/stripemock"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
	"uvboard/backend/vibekit/vibekittest"
	"uvboard/bench/product"
	"uvboard/bench/workload"
	entmail "uvboard/ent/mail"
)

// Names of the ways in Toxiproxy.
const (
	toDatabase = "database"
	toStore    = "object store"
	toMail     = "mail server"
	toProvider = "AI provider"
	toStripe   = "Stripe"
)

// site is the product, its database and all it talks to.
type site struct {
	*product.Server
	cluster       *pgtest.Cluster // nil on SQLite
	dir, data     string
	address       string // of the database, not through a proxy
	uploads       string // likewise of the uploads; empty for the data directory
	proxies       *proxies
	mails         *mailServer
	disk          *disk  // with the data directory; nil if there is none
	databaseDisk  *disk  // with PostgreSQL's data; nil if there is none
	group         *group // of the product; nil if there is none
	databaseGroup *group
	clock         string            // file with the seconds that the clock is ahead; empty if it cannot be moved
	missing       map[string]string // why a part is nil
	load          *workload.Workload
	prober        *workload.Writer
	asker         *asker
	unclean       time.Time // of the last fault in which the server could not give back a job
}

// newSite starts everything. bucket says whether uploads are in an object store.
func newSite(ctx context.Context, o options, dir, binary string, bucket bool, random *rand.Rand) (s *site, err error) {
	s = &site{dir: dir, missing: map[string]string{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if s.proxies, err = newProxies(); err != nil {
		return s, err
	}
	s.prepareMachine()
	s.data = filepath.Join(dir, "board", "data")
	if err := os.MkdirAll(s.data, 0o700); err != nil {
		return s, err
	}
	var env []string
	set := func(name, value string) { env = append(env, name+"="+value) }
	set("UVBOARD_DATA_DIR", s.data)
	set("UVBOARD_RATE_LIMITS", "off")
	set("UVBOARD_LOG_FORMAT", "json")
	set("DATABASE_URL", "")
	set("UVBOARD_UPLOADS_URL", "")

	var upstream, at string
	way := func(name, upstream string) string {
		if err == nil {
			at, err = s.proxies.to(name, upstream)
		}
		return at
	}
	s.address = "sqlite://" + filepath.Join(s.data, "uvboard.db")
	if o.database == "postgres" {
		if err := s.startPostgres(); err != nil {
			return s, err
		}
		s.address = s.cluster.URL.String()
		through := *s.cluster.URL
		through.Host = way(toDatabase, through.Host)
		set("DATABASE_URL", through.String())
	}
	if bucket {
		if upstream, err = startStore(ctx); err != nil {
			return s, err
		}
		for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": storeKey,
			"AWS_SECRET_ACCESS_KEY": storeSecret} {
			if err := os.Setenv(name, value); err != nil {
				return s, err
			}
		}
		s.uploads = "s3://board?region=us-east-1&endpoint=http://" + upstream
		set("UVBOARD_UPLOADS_URL", "s3://board?region=us-east-1&endpoint=http://"+way(toStore, upstream))
	}
	if s.mails, upstream, err = newMailServer(); err != nil {
		return s, err
	}
	set("UVBOARD_SMTP_URL", "smtp://"+way(toMail, upstream))
	set("OPENAI_BASE_URL", "http://"+way(toProvider, startProvider())+"/v1")
	set("OPENAI_API_KEY", vibekittest.Key)
	if upstream, err = startStripe(); err != nil {
		return s, err
	}
	set("STRIPE_API_BASE", "http://"+way(toStripe, upstream))
	set("STRIPE_SECRET_KEY", stripemock.SecretKey)
	set("STRIPE_PUBLISHABLE_KEY", stripemock.PublishableKey)
	set("STRIPE_WEBHOOK_SECRET", stripemock.WebhookSecret)
	program, err := os.ReadFile(binary)
	if err != nil {
		return s, err
	}
	if bytes.Contains(program, []byte(clockFile)) {
		s.clock = filepath.Join(dir, "clock")
		set(clockFile, s.clock)
	} else {
		s.missing["clock"] = "the product is not built with a clock that can be moved"
	}
	if err != nil {
		return s, err
	}
	if s.Server, err = product.New(binary, dir, env); err != nil {
		return s, err
	}
	if s.group != nil {
		s.Through = s.group.through()
	}
	if err := s.Start(ctx); err != nil {
		return s, err
	}
	if s.load, err = workload.New(ctx, s.URL, o.writers+1, random); err != nil {
		return s, err
	}
	s.prober, s.load.Writers = s.load.Writers[o.writers], s.load.Writers[:o.writers]
	if s.asker, err = newAsker(ctx, s.URL); err != nil {
		return s, err
	}
	return s, s.Run(ctx, "admin", "grant", s.asker.name)
}

// prepareMachine makes disks and groups, as far as this machine can.
func (s *site) prepareMachine() {
	var err error
	const size = 2 << 30
	if s.disk, err = newDisk(filepath.Join(s.dir, "board"), size); err != nil {
		s.missing["disk"] = "no file system can be mounted: " + err.Error()
	} else if s.databaseDisk, err = newDisk(filepath.Join(s.dir, "postgres"), size); err != nil {
		s.missing["disk"] = "no file system can be mounted: " + err.Error()
	}
	name := filepath.Base(filepath.Dir(s.dir)) + "-" + filepath.Base(s.dir) // others may run at the same time
	if s.group, err = newGroup(name + "-board"); err != nil {
		s.missing["group"] = "no cgroup (version 1) can be made: " + err.Error()
	} else if s.databaseGroup, err = newGroup(name + "-postgres"); err != nil {
		s.missing["group"] = "no cgroup (version 1) can be made: " + err.Error()
	}
}

// startPostgres starts PostgreSQL with its data on its disk.
func (s *site) startPostgres() (err error) {
	if s.databaseDisk != nil {
		before := os.Getenv("TMPDIR")
		if err := os.Setenv("TMPDIR", s.databaseDisk.dir); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.Setenv("TMPDIR", before)) }()
	}
	if s.cluster, err = pgtest.NewDurable(); err != nil {
		return err
	}
	return s.cluster.Start()
}

// postmaster is the process id of PostgreSQL.
func (s *site) postmaster() (int, error) {
	found, err := filepath.Glob(filepath.Join(s.databaseDisk.dir, "uvboard-pg-*", "data", "postmaster.pid"))
	if err != nil || len(found) != 1 {
		return 0, fmt.Errorf("%d files postmaster.pid: %w", len(found), err)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}

// setClock sets the clock of the product ahead.
func (s *site) setClock(ahead time.Duration) error {
	// A reader must not see a part of the number.
	next := s.clock + ".next"
	if err := os.WriteFile(next, fmt.Append(nil, int64(ahead.Seconds())), 0o644); err != nil {
		return err
	}
	err := os.Rename(next, s.clock)
	time.Sleep(200 * time.Millisecond) // it reads the file every 20 ms
	return err
}

// examine stops the product and returns what is wrong with uploads and mails.
func (s *site) examine(ctx context.Context) (files product.Files, lostMails, twiceMails int, err error) {
	if err := s.Stop(syscall.SIGTERM); err != nil {
		return files, 0, 0, err
	}
	db, err := store.Open(ctx, s.address)
	if err != nil {
		return files, 0, 0, err
	}
	sent, err := db.Client().Mail.Query().Where(entmail.State(mail.Sent)).IDs(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return files, 0, 0, err
	}
	for _, id := range sent {
		switch n := s.mails.count(id.String()); {
		case n == 0:
			lostMails++
		case n > 1:
			twiceMails++
		}
	}
	files, err = product.Examine(ctx, s.address, s.uploads, s.data)
	return files, lostMails, twiceMails, err
}

func (s *site) close() (err error) {
	if s.Server != nil {
		err = s.Close()
	}
	if s.cluster != nil && s.cluster.Running() {
		err = errors.Join(err, s.cluster.Stop(syscall.SIGQUIT))
		time.Sleep(500 * time.Millisecond) // its children end a little later
	}
	for _, d := range []*disk{s.disk, s.databaseDisk} {
		if d != nil {
			err = errors.Join(err, d.close())
		}
	}
	for _, g := range []*group{s.group, s.databaseGroup} {
		if g != nil {
			err = errors.Join(err, g.close())
		}
	}
	return err
}
