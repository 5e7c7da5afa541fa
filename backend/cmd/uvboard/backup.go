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
		Short: "Copy a SQLite database, also while the server is running",
		Long: `Copy a SQLite database, as of one moment, into a new file. It is safe while the server is running.
Uploads are separate files: copy them after the database, so that every file it refers to is there. See docs/operating.md.`,
		Args: cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			// A database of an older schema is copied too: a backup belongs before an upgrade.
			return withDatabaseAsItIs(ctx, c, func(db *store.DB) error {
				if err := db.Backup(ctx, args[0]); err != nil {
					return fmt.Errorf("backup: %w", err)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s is a copy of %s, without uploads\n", args[0], db.Place)
				return nil
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	return cmd
}
