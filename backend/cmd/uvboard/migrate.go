package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
)

func newMigrate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database's schema up to date",
		Args:  cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withDatabase(cmd.Context(), c, func(*store.DB) error { return nil })
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	return cmd
}

// openDatabase opens the database. Errors name the setting at fault: the data directory if it alone says where the
// database is.
func openDatabase(ctx context.Context, c *config.Config) (*store.DB, error) {
	if c.DatabaseInDataDir {
		err := os.MkdirAll(c.DataDir, 0o700)
		if err == nil {
			err = checkWritable(c.DataDir)
		}
		if err != nil {
			return nil, fmt.Errorf("UVBOARD_DATA_DIR (--data-dir): %w", media.ExplainPermission(err))
		}
	}
	return store.Open(ctx, c.DatabaseURL.Reveal())
}

// checkWritable creates and deletes a file in a directory.
func checkWritable(path string) error {
	file, err := os.CreateTemp(path, ".writable-*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// withExistingDatabase calls do with an existing database. It neither creates nor migrates it, and refuses an older
// schema.
func withExistingDatabase(ctx context.Context, c *config.Config, do func(db *store.DB) error) error {
	return withDatabaseAsItIs(ctx, c, func(db *store.DB) error {
		if err := db.Ready(ctx); err != nil {
			return fmt.Errorf("the database is not ready, see `uvboard migrate`: %w", err)
		}
		return do(db)
	})
}

// withDatabaseAsItIs is withExistingDatabase for any schema.
func withDatabaseAsItIs(ctx context.Context, c *config.Config, do func(db *store.DB) error) (err error) {
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite://"); ok {
		if _, err := os.Stat(path); err != nil {
			if whole, absErr := filepath.Abs(path); absErr == nil {
				path = whole
			}
			return fmt.Errorf("DATABASE_URL: there is no database at %s: give this command the settings of the server, such as UVBOARD_DATA_DIR: %w", path, err)
		}
	}
	db, err := store.Open(ctx, c.DatabaseURL.Reveal())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return do(db)
}

// withUploads is withDatabase with the uploads. They are opened first, so that no database is created if that fails.
func withUploads(ctx context.Context, c *config.Config, do func(db *store.DB, uploads *media.Service) error) error {
	files, err := media.OpenBucket(ctx, c.UploadsURL.Reveal(), c.DataDir)
	if err != nil {
		return err
	}
	return withDatabase(ctx, c, func(db *store.DB) error { return do(db, media.NewService(db, files, time.Now)) })
}

// withDatabase calls do with the database, which it creates and migrates if needed.
func withDatabase(ctx context.Context, c *config.Config, do func(db *store.DB) error) (err error) {
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx); err != nil {
		return err
	}
	return do(db)
}
