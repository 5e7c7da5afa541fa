package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"uvboard/backend/config"
	"uvboard/backend/doctor"
	"uvboard/backend/store"
)

func newDoctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Recount every counter and report any drift",
		Args:  cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				drifts, err := doctor.Examine(cmd.Context(), db)
				if err != nil {
					return err
				}
				for _, d := range drifts {
					fmt.Fprintln(cmd.OutOrStdout(), d)
				}
				if len(drifts) > 0 {
					return fmt.Errorf("%d counters differ from what they count", len(drifts))
				}
				fmt.Fprintln(cmd.OutOrStdout(), "every counter is exact")
				return nil
			})
		}),
	}
}
