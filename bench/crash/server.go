package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"time"

	"uvboard/backend/platform/store/pgtest"
	"uvboard/bench/product"
)

// server is the product with its database.
type server struct {
	*product.Server
	data, uploads string
	cluster       *pgtest.Cluster // nil on SQLite
}

func newServer(o options, dir string) (*server, error) {
	b := &server{data: filepath.Join(dir, "data"), uploads: o.uploads}
	env := []string{"UVBOARD_DATA_DIR=" + b.data, "UVBOARD_UPLOADS_URL=" + o.uploads,
		"UVBOARD_RATE_LIMITS=off", "UVBOARD_LOG_FORMAT=json", "DATABASE_URL="}
	if o.database == "postgres" {
		var err error
		if b.cluster, err = pgtest.NewDurable(); err != nil {
			return nil, err
		}
		if err := b.cluster.Start(); err != nil {
			return nil, err
		}
		env = append(env, "DATABASE_URL="+b.cluster.URL.String())
	}
	var err error
	b.Server, err = product.New(o.binary, dir, env)
	return b, err
}

// end sends the signals of e and waits for the product.
func (b *server) end(e ending) error {
	var err error
	if e.product != 0 {
		err = b.Stop(e.product)
	}
	if err == nil && e.database != 0 {
		err = b.cluster.Stop(e.database)
	}
	return err
}

// restartDatabase starts PostgreSQL if e stopped it, and returns the time that took.
func (b *server) restartDatabase(e ending) (time.Duration, error) {
	if e.database == 0 {
		return 0, nil
	}
	begin := time.Now()
	err := b.cluster.Start()
	return time.Since(begin), err
}

// restart starts the product if e stopped it.
func (b *server) restart(ctx context.Context, e ending, random *rand.Rand) error {
	if e.product == 0 {
		return nil
	}
	if e.again {
		if err := b.Launch(); err != nil {
			return err
		}
		wait(ctx, time.Duration(random.IntN(150))*time.Millisecond)
		if err := b.Stop(syscall.SIGKILL); err != nil {
			return err
		}
	}
	return b.Start(ctx)
}

// verifyFiles compares the rows of uploads with the files.
func (b *server) verifyFiles(ctx context.Context, r *report) error {
	if err := b.Stop(syscall.SIGTERM); err != nil {
		return err
	}
	address := "sqlite://" + filepath.Join(b.data, "uvboard.db")
	if b.cluster != nil {
		address = b.cluster.URL.String()
	}
	var err error
	r.files, err = product.Examine(ctx, address, b.uploads, b.data)
	return err
}

func (b *server) close() error {
	err := b.Close()
	if b.cluster != nil && b.cluster.Running() {
		err = errors.Join(err, b.cluster.Stop(syscall.SIGQUIT))
	}
	return err
}
