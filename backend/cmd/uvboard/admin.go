package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"uvboard/backend/account"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
)

func newAdmin() *cobra.Command {
	admin := &cobra.Command{
		Use:   "admin",
		Short: "Give or take the admin role",
		Args:  cobra.NoArgs,
		RunE:  help,
	}
	admin.AddCommand(
		newRole("grant", "Give a member the admin role", "%s is an admin now\n", (*account.Service).GrantAdmin),
		newRole("revoke", "Take the admin role from a member", "%s is no admin any more\n", (*account.Service).RevokeAdmin),
	)
	return admin
}

func newRole(name, short, done string, change func(*account.Service, context.Context, string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " USERNAME",
		Short: short,
		Args:  cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				if err := change(newAccounts(c, db), cmd.Context(), args[0]); err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), done, args[0])
				return err
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	return cmd
}
