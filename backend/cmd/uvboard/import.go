package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/ops/legacyimport"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
)

func newImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE.json",
		Short: "Import projects from an older system",
		Long: `Import projects from an older system: a JSON list of projects, or an object with the lists "users" and "projects".
A title is all that a project needs; missing fields are derived from the others. The smallest record and a fuller one:

  [{"title": "Pixel Garden"},
   {"id": "17", "title": "Tide Table", "author": {"username": "ada", "email": "ada@example.org"}, "tagline": "Tides at a glance",
    "description": "…", "primaryCategory": "utilities", "vibeTools": ["claude"], "createdAt": "2025-03-01T10:00:00Z"}]

Projects of an earlier import stay as they are, so a file can be imported again. A project is identified by its id; without
one by its owner, title and createdAt, so that a record with a changed title creates another project.
An owner who is a member already gets the projects: the member with the same confirmed email, or by the same username if
the record has no email. Any other owner gets an account that nobody can log in to until its password is reset; if the
username is taken, under another one, which the command prints. Projects without an owner go to an account called legacy. Votes, featuring and admin rights are not imported.
Invalid records are reported and left out; the exit status is then 1. A file that is not JSON in UTF-8 imports nothing.`,
		Args: cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			file, err := legacyimport.Parse(data)
			if err != nil { // before the database is created
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return withUploads(cmd.Context(), c, func(db *store.DB, uploads *media.Service) error {
				projects := project.NewService(db, uploads, time.Now)
				notice := func(text string) { fmt.Fprintln(cmd.OutOrStdout(), text) }
				problem := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), text) }
				done, err := legacyimport.Run(cmd.Context(), db, projects, time.Now(), file, notice, problem)
				if err != nil {
					err = fmt.Errorf("%s: %w", args[0], err)
				}
				fmt.Fprintf(cmd.OutOrStdout(),
					"%d projects and %d accounts imported, %d projects imported before, %d records left out\n",
					done.Projects, done.Users, done.Present, done.Bad)
				if err == nil && done.Bad > 0 {
					err = fmt.Errorf("%s: %d records left out", args[0], done.Bad)
				}
				return err
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	config.AddFlags(cmd.Flags(), "uploads-url")
	return cmd
}
