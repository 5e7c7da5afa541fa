package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
)

func newImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE.json",
		Short: "Take in projects of earlier data",
		Long: `Take in projects of earlier data: a JSON list of projects, or an object with the lists "users" and "projects".
A title is all that a project needs; the rest is made from what is there. The least record, and a fuller one:

  [{"title": "Pixel Garden"},
   {"id": "17", "title": "Tide Table", "author": {"username": "ada", "email": "ada@example.org"}, "tagline": "Tides at a glance",
    "description": "…", "primaryCategory": "utilities", "vibeTools": ["claude"], "createdAt": "2025-03-01T10:00:00Z"}]

What an import made before stays as it is, so that a file can be imported again. A project is known by its id; without one
by its author, title and createdAt, so that a record whose title has changed makes another project.
Owners get an account each, which nobody can log in to before its password is reset; what nobody is said to have made goes
to an account called legacy. Votes, featuring and admin rights are not taken over.
Records that make no project are named and left out; the exit status is then 1. A file that is not JSON makes nothing.`,
		Args: cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			if err := checkFile(args[0]); err != nil { // said before anything is made
				return err
			}
			return withUploads(cmd.Context(), c, func(db *store.DB, uploads *media.Service) error {
				projects := project.NewService(db, uploads, time.Now)
				open := func() (io.ReadCloser, error) { return os.Open(args[0]) }
				problem := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), text) }
				done, err := projects.Import(cmd.Context(), open, problem)
				if err != nil {
					err = fmt.Errorf("%s: %w", args[0], err)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%d projects and %d accounts made, %d projects were there before, %d records left out\n",
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

func checkFile(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := project.CheckFile(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
