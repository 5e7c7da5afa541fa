package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"uvboard/backend/account"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/product"
	"uvboard/backend/signin"
)

func newAdmin() *cobra.Command {
	admin := &cobra.Command{
		Use:   "admin",
		Short: "Give or take the admin role, print a link for the first admin, log a user out, or help one who has lost the second factor",
		Args:  cobra.NoArgs,
		RunE:  help,
	}
	revoke := newRole("revoke", "Take the admin role from a user", "%s is no longer an admin\n",
		func(s *signin.Service, cmd *cobra.Command, username string) error {
			force, err := cmd.Flags().GetBool("force")
			if err != nil {
				return err
			}
			err = s.RevokeAdmin(cmd.Context(), username, force)
			if f := fault.Of(err); f != nil && f.Code == account.LastAdmin {
				return fmt.Errorf("%w To leave the board without an admin, use --force", err)
			}
			return err
		})
	revoke.Flags().Bool("force", false, "revoke the role of the only admin too")
	admin.AddCommand(
		newRole("grant", "Give a user the admin role", "%s is now an admin\n",
			func(s *signin.Service, cmd *cobra.Command, username string) error {
				return s.GrantAdmin(cmd.Context(), username)
			}),
		revoke,
		newRole("remove-second-factor", "Turn off the second factor of a user who has lost it, and log the user out",
			"%s logs in without a second factor\n",
			func(s *signin.Service, cmd *cobra.Command, username string) error {
				return s.RemoveSecondFactor(cmd.Context(), username)
			}),
		newRole("log-out", "End all sessions and access tokens of a user", "%s is logged out everywhere\n",
			func(s *signin.Service, cmd *cobra.Command, username string) error {
				return s.LogOut(cmd.Context(), username)
			}),
		newSetupLink(),
	)
	return admin
}

func newSetupLink() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "setup-link",
		Short: "Print a link that makes the first admin's account, as long as there is no admin",
		Args:  cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				link, err := product.NewAccounts(c, db).SetupLink(cmd.Context())
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), link)
				return err
			})
		}),
	}
	config.AddFlags(cmd.Flags(), append(slices.Clone(config.Database), "addr", "base-url")...)
	return cmd
}

func newRole(name, short, done string, change func(s *signin.Service, cmd *cobra.Command,
	username string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " USERNAME",
		Short: short,
		Args:  cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			return withExistingDatabase(cmd.Context(), c, func(db *store.DB) error {
				if err := change(product.NewAccounts(c, db), cmd, args[0]); err != nil {
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
