package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/store"
	"uvboard/backend/product"
)

func newDoctor() *cobra.Command {
	var fix *bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Recount every counter, compare every file with its upload, and report what differs",
		Long: `Recount every counter, compare every file with its upload, and report what differs; the exit status is then 1.
With --fix every counter is set to what was counted. It is safe while the server is running; writes wait until it ends.
Other differences, such as votes on a missing project, are only reported: they are bugs. Please report them, and keep a copy
of the database.`,
		Args: cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				bucket, err := media.OpenBucket(cmd.Context(), c.UploadsURL.Reveal(), c.DataDir)
				if err != nil {
					return err
				}
				p := product.New(c, db, media.NewService(db, bucket, time.Now))
				if *fix {
					repaired, err := doctor.Repair(cmd.Context(), db, p.Domains)
					if err != nil {
						return fmt.Errorf("repair counters: %w", err)
					}
					for _, d := range repaired {
						fmt.Fprintf(cmd.OutOrStdout(), "%s of %s was %v, set to %v\n", d.What, d.ID, d.Stored,
							d.Counted)
					}
				}
				drifts, err := doctor.Examine(cmd.Context(), db, p.Domains)
				if err != nil {
					return err
				}
				files, err := p.Uploads.Examine(cmd.Context(),
					domain.Collect(p.Domains, func(d domain.Domain) []domain.UploadUse { return d.Uploads }))
				if err != nil {
					return fmt.Errorf("uploads: %w", err)
				}
				return report(cmd.OutOrStdout(), drifts, files)
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	config.AddFlags(cmd.Flags(), "uploads-url")
	fix = cmd.Flags().Bool("fix", false, "set every counter to what was counted")
	return cmd
}

// report prints what was found. It returns an error if anything differs.
func report(out io.Writer, drifts []domain.Drift, files *media.Findings) error {
	counters := 0
	for _, d := range drifts {
		fmt.Fprintln(out, d)
		if d.Counter {
			counters++
		}
	}
	for _, f := range files.Missing {
		fmt.Fprintf(out, "%s of %s is missing: restore it from a backup, or upload it again\n", f.Name, f.Of)
	}
	for _, f := range files.Changed {
		fmt.Fprintf(out, "%s of %s has changed: its upload has %d bytes, and %d were stored; restore it from a backup, or upload it again\n", f.Name, f.Of, f.Bytes, f.Stored)
	}
	for _, f := range files.Stray {
		fmt.Fprintf(out, "%s (%d bytes, of %s) is unused: it can be deleted\n", f.Name, f.Size, f.Modified.UTC().
			Format(time.DateTime))
	}
	if files.Young > 0 {
		fmt.Fprintf(out, "%d files of less than a day are not used yet\n", files.Young)
	}
	n := len(files.Missing) + len(files.Changed) + len(files.Stray)
	if len(drifts)+n == 0 {
		fmt.Fprintln(out, "every counter is exact, every file accounted for")
		return nil
	}
	next := "see `uvboard doctor --help`"
	if counters > 0 {
		next = "`uvboard doctor --fix` repairs the counters"
	}
	return fmt.Errorf("%d counters differ from what they count, %d other checks failed, %d files are missing, changed or unused: %s",
		counters, len(drifts)-counters, n, next)
}
