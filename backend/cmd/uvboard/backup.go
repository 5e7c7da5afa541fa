package main

import (
	"fmt"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
)

func newBackup() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy a SQLite database, beside a running server too",
		Long: `Copy a SQLite database, as it is at one moment, into a new file, beside a running server too.
Uploads are files of their own: copy them after the database, so that those it knows of are there. See docs/operating.md.`,
		Args: cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			// One that is to be migrated is copied as well, and best.
			return withDatabaseAsItIs(ctx, c, func(db *store.DB) error {
				if err := db.Backup(ctx, args[0]); err != nil {
					return fmt.Errorf("backup: %w", err)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s is a copy of %s; uploads are not in it\n", args[0], db.Place)
				return nil
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	return cmd
}
