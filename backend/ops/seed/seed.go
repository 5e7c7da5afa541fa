// Package seed fills an empty database with believable demo data: users who follow each other, projects with images and
// updates, votes, a forum, stories and news. The same options give the same data, except that dates are relative to the
// current time.
package seed

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/news"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/weekly"
	"uvboard/ent"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

// Password is the password of every seeded account.
const Password = "vibecoding"

// Options are the amounts of data.
type Options struct {
	Users    int
	Projects int
	Votes    int
	Threads  int
	Posts    int // replies
	Stories  int
	Comments int // on stories
	RandSeed uint64
}

// Default is a small community.
var Default = Options{Users: 240, Projects: 120, Votes: 3000, Threads: 48, Posts: 360, Stories: 7, Comments: 19,
	RandSeed: 1}

// Summary counts what was created.
type Summary struct {
	Admin                  string // the username of the admin
	Users, Projects, Votes int
	Threads, Posts         int
	Stories, Comments      int
	Images                 int
}

// Batch sizes.
const (
	userBatch    = 1000
	projectBatch = 250
	threadBatch  = 100
	storyBatch   = 100
)

type seeder struct {
	db         *store.DB
	media      *media.Service
	plan       *plan
	images     map[string]*ent.Upload // of projects, by the name of the picture
	hash       string
	userIDs    []uuid.UUID
	channelIDs []uuid.UUID
	say        func(format string, args ...any)
}

// Run fills db, which must be empty, and reports progress with say. If it fails, it leaves no rows, but perhaps files.
func Run(ctx context.Context, db *store.DB, uploads *media.Service, o Options, now time.Time,
	say func(format string, args ...any)) (Summary, error) {
	if err := o.Check(); err != nil {
		return Summary{}, err
	}
	if err := checkEmpty(ctx, db); err != nil {
		return Summary{}, err
	}
	hash, err := auth.HashPassword(ctx, Password) // one for all users: hashing is expensive
	if err != nil {
		return Summary{}, err
	}
	s := &seeder{db: db, media: uploads, plan: newPlan(o, now.UTC().Truncate(time.Millisecond)), hash: hash, say: say}
	for i := range o.Users {
		s.userIDs = append(s.userIDs, newID(s.plan.joined(i), s.plan.random(aboutIDs, i)))
	}
	sum := Summary{Admin: username(0), Users: o.Users, Projects: o.Projects, Votes: s.plan.cast, Threads: o.Threads,
		Posts:   o.Posts,
		Stories: o.Stories, Comments: o.Comments}
	err = bulk.Load(ctx, db, func(l *bulk.Loader) error {
		avatars, err := s.addUsers(ctx, l)
		if err != nil {
			return fmt.Errorf("add users: %w", err)
		}
		images, err := s.addImages(ctx, l)
		if err != nil {
			return fmt.Errorf("add images: %w", err)
		}
		sum.Images = avatars + images
		if err := s.addAll(ctx, l, "projects", o.Projects, projectBatch, s.composeBatch); err != nil {
			return fmt.Errorf("add projects: %w", err)
		}
		if err := tag.Recount(ctx, l.Client, project.Tagged.Target); err != nil {
			return err
		}
		if err := s.addForum(ctx, l); err != nil {
			return fmt.Errorf("add the forum: %w", err)
		}
		if err := s.addFeedback(ctx, l); err != nil {
			return fmt.Errorf("add feedback: %w", err)
		}
		if err := s.addAll(ctx, l, "lists of follows", o.Users, followBatch, s.composeFollows); err != nil {
			return fmt.Errorf("add follows: %w", err)
		}
		if err := s.addAll(ctx, l, "changelogs", o.Projects, projectBatch, s.composeUpdates); err != nil {
			return fmt.Errorf("add updates: %w", err)
		}
		if err := s.addStories(ctx, l); err != nil {
			return fmt.Errorf("add stories: %w", err)
		}
		if err := weekly.AddDemo(ctx, l.Client, s.plan.now); err != nil {
			return err
		}
		if err := news.Add(ctx, l.Client, s.plan.articles()); err != nil {
			return fmt.Errorf("add news: %w", err)
		}
		if err := s.addVisits(ctx, l); err != nil {
			return fmt.Errorf("add visits: %w", err)
		}
		return nil
	})
	return sum, err
}

// Check returns an error that names the flag with an invalid number.
func (o Options) Check() error {
	switch {
	case min(o.Users, o.Projects, o.Votes, o.Threads, o.Posts, o.Stories, o.Comments) < 0:
		return errors.New("--users, --projects, --votes, --threads, --posts, --stories and --comments must not be negative")
	case o.Projects > 0 && o.Users < 2:
		return errors.New("--users must be at least 2 where there are projects: an admin and a maker")
	case o.Votes > 0 && o.Projects == 0:
		return errors.New("--votes must be 0 without projects")
	case o.Threads > 0 && o.Users < 2:
		return errors.New("--users must be at least 2 where there are threads: an admin and an author")
	case o.Posts > 0 && o.Threads == 0:
		return errors.New("--posts must be 0 without threads")
	case o.Stories > 0 && o.Users < 2:
		return errors.New("--users must be at least 2 where there are stories: an admin and an author")
	case o.Comments > 0 && o.Stories == 0:
		return errors.New("--comments must be 0 without stories")
	}
	return nil
}

func checkEmpty(ctx context.Context, db *store.DB) error {
	// The row of an erased account, such as one of earlier demo data, stays for a while with nothing behind it.
	erased := user.And(user.DeletedAtNotNil(), user.DeletingNotNil(), user.Deleting(account.Vanish))
	users, err := db.Client().User.Query().Where(user.Not(erased)).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for users: %w", err)
	}
	if users {
		return errors.New("the database is not empty: seed only fills a new one, such as that of another UVBOARD_DATA_DIR")
	}
	return nil
}

func (s *seeder) addUsers(ctx context.Context, l *bulk.Loader) (images int, err error) {
	n := s.plan.Users
	for from := 0; from < n; from += userBatch {
		to := min(n, from+userBatch)
		avatars, err := s.avatars(ctx, from, to)
		if err != nil {
			return 0, err
		}
		rows, err := s.userRows(from, to, avatars)
		if err != nil {
			return 0, err
		}
		if err := l.Add(ctx, rows...); err != nil {
			return 0, err
		}
		images += len(rows[1].Values)
		s.progress("users", from, to, n)
	}
	return images, stats.Add(ctx, l.Client, stats.Users, n)
}

type batch struct {
	tables  []bulk.Rows
	counted map[string]int // changes of counters
	to      int
	err     error
}

// compose returns the rows of the items from one index to before another.
type compose func(ctx context.Context, from, to int) batch

// addAll inserts n items, while the next ones are composed concurrently.
func (s *seeder) addAll(ctx context.Context, l *bulk.Loader, what string, n, size int, compose compose) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	counted, votes, done := map[string]int{}, 0, 0
	for ready := range composed(ctx, n, size, compose) {
		b := <-ready
		if b.err != nil {
			return b.err
		}
		if err := l.Add(ctx, b.tables...); err != nil {
			return err
		}
		for name, n := range b.counted {
			counted[name] += n
		}
		for _, rows := range b.tables {
			if rows.Table == entvote.Table {
				votes += len(rows.Values)
			}
		}
		s.progress(what, done, b.to, n)
		done = b.to
	}
	for name, n := range counted {
		if err := stats.Add(ctx, l.Client, name, n); err != nil {
			return err
		}
	}
	if err := stats.AddVotes(ctx, l.Client, uuid.Nil, votes); err != nil {
		return err
	}
	return ctx.Err()
}

// composed returns n items in order and composes a few batches in advance.
func composed(ctx context.Context, n, size int, compose compose) <-chan chan batch {
	queue := make(chan chan batch, runtime.GOMAXPROCS(0))
	go func() {
		defer close(queue)
		for from := 0; from < n; from += size {
			ready := make(chan batch, 1)
			select {
			case queue <- ready:
			case <-ctx.Done():
				return
			}
			go func() { ready <- compose(ctx, from, min(n, from+size)) }()
		}
	}()
	return queue
}

func (s *seeder) composeBatch(_ context.Context, from, to int) batch {
	b := batch{counted: map[string]int{}, to: to}
	exhibits := make([]*exhibit, 0, to-from)
	for i := from; i < to; i++ {
		e := s.compose(i)
		if e.project.IsPublic {
			b.counted[stats.Projects]++
			b.counted[stats.ProjectsAt(e.project.Stage)]++
			if e.project.Alive == project.Gone {
				b.counted[stats.Gone]++
				b.counted[stats.GoneAt(e.project.Stage)]++
			}
		}
		s.illustrate(e)
		exhibits = append(exhibits, e)
	}
	b.tables, b.err = s.rows(exhibits)
	return b
}

func (s *seeder) progress(what string, before, done, all int) {
	if before*10/all != done*10/all {
		s.say("%d of %d %s", done, all, what)
	}
}
