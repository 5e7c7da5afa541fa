package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/config"
	"uvboard/backend/doctor"
	"uvboard/backend/media"
	"uvboard/backend/store"
)

func newDoctor() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Recount every counter, compare every file with its upload, and report what differs",
		Args:  cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				drifts, err := doctor.Examine(cmd.Context(), db)
				if err != nil {
					return err
				}
				bucket, err := media.OpenBucket(cmd.Context(), c.UploadsURL.Reveal(), c.DataDir)
				if err != nil {
					return err
				}
				files, err := media.NewService(db, bucket, time.Now).Examine(cmd.Context())
				if err != nil {
					return fmt.Errorf("uploads: %w", err)
				}
				out := cmd.OutOrStdout()
				for _, d := range drifts {
					fmt.Fprintln(out, d)
				}
				for _, name := range files.Missing {
					fmt.Fprintf(out, "%s is missing: bring it back from a backup, or have it uploaded again\n", name)
				}
				for _, f := range files.Stray {
					fmt.Fprintf(out, "%s (%d bytes, of %s) belongs to nothing: it can be deleted\n", f.Name, f.Size, f.Modified.UTC().Format(time.DateTime))
				}
				if files.Young > 0 {
					fmt.Fprintf(out, "%d files of less than a day belong to nothing yet\n", files.Young)
				}
				if n := len(files.Missing) + len(files.Stray); len(drifts)+n > 0 {
					return fmt.Errorf("%d counters differ from what they count, and %d files from the uploads", len(drifts), n)
				}
				fmt.Fprintln(out, "every counter is exact, every file accounted for")
				return nil
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	config.AddFlags(cmd.Flags(), "uploads-url")
	return cmd
}
