// Package seed fills an empty database with a community that could be real: members, what they made, how it looks and
// how they voted. The same options give the same community, only its dates move with the clock.
package seed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"uvboard/backend/auth"
	"uvboard/backend/media"
	"uvboard/backend/store"
	"uvboard/ent"
)

// Password is what every seeded account logs in with.
const Password = "vibecoding"

// Options say how much of everything is made.
type Options struct {
	Users    int
	Projects int
	Votes    int
	RandSeed uint64

	shrink int // tests draw their pictures so many times smaller
}

// Default is a community of a size that looks alive.
var Default = Options{Users: 240, Projects: 120, Votes: 3000, RandSeed: 1}

// Summary says what was made.
type Summary struct {
	Admin                  string // the username of the admin
	Users, Projects, Votes int
	Pictures               int
}

// How many rows go into one transaction. Statements stay below the number of parameters that both databases take.
const (
	userBatch    = 500
	projectBatch = 200
	drawBatch    = 20 // when every project has pictures of its own
	voteBatch    = 2000
)

type seeder struct {
	db    *store.DB
	media *media.Service
	plan  *plan
	pool  *pool // nil when every project has pictures of its own
	hash  string
	say   func(format string, args ...any)
	sum   Summary
}

// Run fills db, which must be empty. It tells its progress through say.
func Run(ctx context.Context, db *store.DB, pictures *media.Service, o Options, now time.Time, say func(format string, args ...any)) (Summary, error) {
	if err := o.check(); err != nil {
		return Summary{}, err
	}
	if err := checkEmpty(ctx, db); err != nil {
		return Summary{}, err
	}
	hash, err := auth.HashPassword(ctx, Password) // one for all: a hash takes longer than a member
	if err != nil {
		return Summary{}, err
	}
	s := &seeder{db: db, media: pictures, plan: newPlan(o, now.UTC().Truncate(time.Millisecond)), hash: hash, say: say}
	s.sum = Summary{Admin: username(0), Users: o.Users, Projects: o.Projects, Votes: s.plan.cast}
	if err := s.addUsers(ctx); err != nil {
		return Summary{}, err
	}
	if o.Projects > ownPictures {
		if err := s.fillPool(ctx); err != nil {
			return Summary{}, err
		}
	}
	if err := s.addProjects(ctx); err != nil {
		return Summary{}, err
	}
	return s.sum, nil
}

func (o Options) check() error {
	switch {
	case o.Users < 0 || o.Projects < 0 || o.Votes < 0:
		return errors.New("--users, --projects and --votes must not be negative")
	case o.Projects > 0 && o.Users < 2:
		return errors.New("--users must be at least 2 where there are projects: an admin and a maker")
	case o.Votes > 0 && o.Projects == 0:
		return errors.New("--votes must be 0 without projects")
	}
	return nil
}

func checkEmpty(ctx context.Context, db *store.DB) error {
	users, err := db.Client().User.Query().Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for users: %w", err)
	}
	if users {
		return errors.New("the database is not empty: seed only fills a new one")
	}
	return nil
}

func (s *seeder) addUsers(ctx context.Context) error {
	n := s.plan.Users
	for from := 0; from < n; from += userBatch {
		to := min(n, from+userBatch)
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return s.insertUsers(ctx, tx, from, to)
		})
		if err != nil {
			return fmt.Errorf("add users: %w", err)
		}
		s.progress("users", from, to, n)
	}
	return nil
}

func (s *seeder) addProjects(ctx context.Context) error {
	n, batch := s.plan.Projects, projectBatch
	if s.pool == nil {
		batch = drawBatch
	}
	for from := 0; from < n; from += batch {
		to := min(n, from+batch)
		exhibits := make([]*exhibit, 0, to-from)
		for i := from; i < to; i++ {
			exhibits = append(exhibits, s.compose(i))
		}
		if err := s.illustrate(ctx, exhibits); err != nil {
			return err
		}
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return s.insertProjects(ctx, tx, exhibits)
		})
		if err != nil {
			return fmt.Errorf("add projects: %w", err)
		}
		s.progress("projects", from, to, n)
	}
	return nil
}

// progress tells of every tenth, and of the end.
func (s *seeder) progress(what string, before, done, all int) {
	if before*10/all != done*10/all {
		s.say("%d of %d %s", done, all, what)
	}
}
