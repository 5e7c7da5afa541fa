// Command uvboard serves UV Board and looks after its database.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"uvboard/backend/config"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit status: 0, 1 for a failure, 2 for a command line that is wrong.
func run(args []string, out, errOut io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.Execute()
	if err == nil {
		return 0
	}
	fmt.Fprintln(errOut, "uvboard: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	if _, failed := errors.AsType[failure](err); failed {
		return 1
	}
	return 2
}

// failure is an error of the work itself. All other errors are the command line's.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "uvboard",
		Short:         "A self-hosted community showcase",
		Args:          cobra.NoArgs,
		RunE:          help,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	config.AddFlags(root.PersistentFlags())
	root.AddCommand(newServe(), newMigrate(), newAdmin(), newDoctor(), newImport(), newSeed(), newMail(), newVersion())
	return root
}

// help is what a command that only has others under it does. Without it, one that does not exist would be no error.
func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// work makes the function of a command: settings are read and checked first, and what goes wrong is a failure.
func work(do func(cmd *cobra.Command, c *config.Config, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := config.ApplyEnv(cmd.Flags(), os.LookupEnv); err != nil {
			return failure{err}
		}
		c, err := config.Read(cmd.Flags())
		if err != nil {
			return failure{err}
		}
		if err := do(cmd, c, args); err != nil {
			return failure{err}
		}
		return nil
	}
}
