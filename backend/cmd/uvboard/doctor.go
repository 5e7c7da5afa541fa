package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
)

func newDoctor() *cobra.Command {
	var fix *bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Recount every counter, compare every file with its upload, and report what differs",
		Long: `Recount every counter, compare every file with its upload, and report what differs; the exit status is then 1.
With --fix every counter is set to what was counted, beside a running server as well, which then waits with its writes.
Drift that is no counter, such as votes on a missing project, is left alone, as files are: it is a fault of the software,
to be reported with a copy of the database kept.`,
		Args: cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				out := cmd.OutOrStdout()
				bucket, err := media.OpenBucket(cmd.Context(), c.UploadsURL.Reveal(), c.DataDir)
				if err != nil {
					return err
				}
				all := newProduct(c, db, media.NewService(db, bucket, time.Now))
				if *fix {
					mended, err := doctor.Repair(cmd.Context(), db, all.domains)
					if err != nil {
						return fmt.Errorf("set counters: %w", err)
					}
					for _, d := range mended {
						fmt.Fprintf(out, "%s of %s was %v, set to %v\n", d.What, d.ID, d.Stored, d.Counted)
					}
				}
				drifts, err := doctor.Examine(cmd.Context(), db, all.domains)
				if err != nil {
					return err
				}
				files, err := all.uploads.Examine(cmd.Context())
				if err != nil {
					return fmt.Errorf("uploads: %w", err)
				}
				counters := 0
				for _, d := range drifts {
					fmt.Fprintln(out, d)
					if d.Counter {
						counters++
					}
				}
				for _, f := range files.Missing {
					fmt.Fprintf(out, "%s of %s is missing: bring it back from a backup, or have it uploaded again\n", f.Name, f.Of)
				}
				for _, f := range files.Stray {
					fmt.Fprintf(out, "%s (%d bytes, of %s) belongs to nothing: it can be deleted\n", f.Name, f.Size, f.Modified.UTC().Format(time.DateTime))
				}
				if files.Young > 0 {
					fmt.Fprintf(out, "%d files of less than a day belong to nothing yet\n", files.Young)
				}
				if n := len(files.Missing) + len(files.Stray); len(drifts)+n > 0 {
					next := "see `uvboard doctor --help`"
					if counters > 0 {
						next = "`uvboard doctor --fix` sets the counters right"
					}
					return fmt.Errorf("%d counters differ from what they count, %d other things are not as they should be, and %d files differ from the uploads; %s",
						counters, len(drifts)-counters, n, next)
				}
				fmt.Fprintln(out, "every counter is exact, every file accounted for")
				return nil
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	config.AddFlags(cmd.Flags(), "uploads-url")
	fix = cmd.Flags().Bool("fix", false, "set every counter to what was counted")
	return cmd
}
