package main

import (
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/news"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
)

func newNews() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "news",
		Short: "Fetch the news feeds",
		Args:  cobra.NoArgs,
		RunE:  help,
	}
	refresh := &cobra.Command{
		Use:   "refresh",
		Short: "Fetch every feed once, also while the server is running",
		Long: `Fetch every feed once, also while the server is running, and show what came of each. It fails if no feed could be
read.`,
		Args: cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return withDatabase(ctx, c, func(db *store.DB) error {
				service := news.NewService(db, c.NewsFeeds, c.NewsInterval, time.Now)
				out, done, failed := cmd.OutOrStdout(), 0, 0
				err := service.Refresh(ctx, func(r news.Result) {
					done++
					outcome := fmt.Sprintf("%d new", r.Added)
					for _, reason := range slices.Sorted(maps.Keys(r.Skipped)) {
						outcome += fmt.Sprintf(", %d left out %s", r.Skipped[reason], reason)
					}
					switch {
					case r.Err != nil:
						failed++
						outcome = "failed: " + r.Err.Error()
					case r.Unchanged:
						outcome = "unchanged"
					}
					fmt.Fprintf(out, "%d of %d  %s: %s\n", done, r.Of, r.Feed.Name, outcome)
				})
				if err == nil && failed == done {
					err = fmt.Errorf("none of the %d feeds could be read", done)
				}
				return err
			})
		}),
	}
	config.AddFlags(refresh.Flags(), config.Database...)
	config.AddFlags(refresh.Flags(), "news-feeds", "news-interval")
	cmd.AddCommand(refresh)
	return cmd
}
