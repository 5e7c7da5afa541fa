package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/ops/erasure"
	"uvboard/backend/ops/seed"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
	"uvboard/backend/product"
)

func newSeed() *cobra.Command {
	o := seed.Default
	remove := false
	seedCommand := &cobra.Command{
		Use:   "seed",
		Short: "Fill an empty database with believable demo data",
		Long: `Fill an empty database with believable demo data: users, projects with images, votes, a forum, stories and news.
The same numbers give the same data, dated back from now. Every account has the password "` + seed.Password + `".

With --remove it removes what it made, and with it the replies and comments that others wrote on demo content.
A channel with a thread of a real user stays.`,
		Args: cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			out := cmd.OutOrStdout()
			if remove {
				return withUploads(cmd.Context(), c, func(db *store.DB, uploads *media.Service) error {
					return removeDemo(cmd.Context(), c, db, uploads, out)
				})
			}
			if err := o.Check(); err != nil {
				return err
			}
			return withUploads(cmd.Context(), c, func(db *store.DB, uploads *media.Service) error {
				begun := time.Now()
				say := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
				sum, err := seed.Run(cmd.Context(), db, uploads, o, begun, say)
				if err != nil {
					return err
				}
				say("%d users, %d projects, %d votes, %d threads, %d replies, %d stories, %d comments and %d images in %s",
					sum.Users, sum.Projects, sum.Votes, sum.Threads, sum.Posts, sum.Stories, sum.Comments, sum.Images,
					time.Since(begun).Round(time.Millisecond))
				if sum.Votes < o.Votes {
					say("%d votes left out: every user has voted on everything", o.Votes-sum.Votes)
				}
				if sum.Users > 0 {
					say("log in as the admin %s, or as any other user, with the password %s", sum.Admin, seed.Password)
				}
				return nil
			})
		}),
	}
	flags := seedCommand.Flags()
	config.AddFlags(flags, config.Database...)
	config.AddFlags(flags, "uploads-url")
	flags.BoolVar(&remove, "remove", false, "remove the demo data, while the server runs or not")
	flags.IntVar(&o.Users, "users", o.Users, "how many users")
	flags.IntVar(&o.Projects, "projects", o.Projects, "how many projects")
	flags.IntVar(&o.Threads, "threads", o.Threads, "how many forum threads")
	flags.IntVar(&o.Posts, "posts", o.Posts, "how many replies in them")
	flags.IntVar(&o.Stories, "stories", o.Stories, "how many stories, with likes")
	flags.IntVar(&o.Comments, "comments", o.Comments, "how many comments on them")
	flags.IntVar(&o.Votes, "votes", o.Votes, "how many votes on projects")
	flags.Uint64Var(&o.RandSeed, "rand-seed", o.RandSeed, "another number gives other data")
	return seedCommand
}

// removeDemo removes the demo data and waits until it is gone. Files that a running server may still show go later, as
// after any deletion.
func removeDemo(ctx context.Context, c *config.Config, db *store.DB, uploads *media.Service, out io.Writer) error {
	p := product.New(c, db, uploads)
	demo, err := p.Admin.Demo(ctx)
	if err != nil {
		return err
	}
	if err := p.Admin.WorkDemo(ctx); err != nil {
		return err
	}
	worker := erasure.NewWorker(db, p.Domains, time.Now)
	for demo != nil {
		if err := worker.Work(ctx); err != nil {
			return err
		}
		rest, err := p.Admin.Demo(ctx)
		if err != nil {
			return err
		}
		if rest == nil {
			break
		}
	}
	// Deleted channels that have threads left.
	if err := worker.Work(ctx); err != nil {
		return err
	}
	if err := media.NewCollector(uploads).Work(ctx); err != nil {
		return err
	}
	if demo == nil {
		fmt.Fprintln(out, "there is no demo data")
		return nil
	}
	fmt.Fprintf(out, "removed %d users, %d projects, %d threads, %d replies and comments, and %d stories; with them %d replies and comments of others\n",
		demo.Users, demo.Projects, demo.Threads, demo.Posts, demo.Stories, demo.Answers)
	if has, err := p.Accounts.HasAdmin(ctx); err != nil || has {
		return err
	}
	fmt.Fprintln(out, "no admin is left: uvboard admin setup-link prints a link with which the first one is made")
	return nil
}
