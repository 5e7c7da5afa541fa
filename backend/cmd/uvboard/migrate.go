package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"uvboard/backend/config"
	"uvboard/backend/store"
)

func newMigrate() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database's schema up to date",
		Args:  cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withDatabase(cmd.Context(), c, func(*store.DB) error { return nil })
		}),
	}
}

// withDatabase opens the database, brings its schema up to date, and closes it after do.
func withDatabase(ctx context.Context, c *config.Config, do func(db *store.DB) error) (err error) {
	db, err := store.Open(ctx, c.DatabaseURL.Reveal())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx); err != nil {
		return err
	}
	return do(db)
}
