// Command uvboard serves UV Board and maintains its database.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"uvboard/backend/platform/config"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit status: 0 for success, 1 for a failure, 2 for a wrong command line.
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

// failure is an error of the work itself. Other errors are mistakes in the command line.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "uvboard",
		Short: "A self-hosted community showcase",
		Long: `A self-hosted community showcase.
Each flag can be set by the environment variable in brackets. A flag wins over its variable.`,
		Version:       about(),
		Args:          cobra.NoArgs,
		RunE:          help,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
			return fmt.Errorf("--%s %w", wrong.GetFlag().Name, config.WrongValue(wrong.GetFlag()))
		}
		return err
	})
	root.AddCommand(newServe(), newMigrate(), newAdmin(), newDoctor(), newBackup(), newRestore(), newImport(),
		newSeed(), newMail(), newNews(), newHealthcheck(), newVersion(), newLogin(), newPublish(), newStatus())
	nameVariables(root)
	return root
}

// nameVariables appends the environment variable of each flag to its usage.
func nameVariables(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { flag.Usage += " [$" + config.Env(flag.Name) + "]" })
	for _, sub := range cmd.Commands() {
		nameVariables(sub)
	}
}

// help runs a command that only has subcommands. Without it cobra would not report an unknown subcommand as an error.
func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// work returns the function of a command: it reads and checks the settings, then calls do. Errors are failures.
func work(do func(cmd *cobra.Command, c *config.Config, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := config.ApplyEnv(cmd.Flags(), os.LookupEnv); err != nil {
			return failure{err}
		}
		c, err := config.Read(cmd.Flags())
		if err != nil {
			return failure{err}
		}
		if err := c.ReadOIDC(os.Environ()); err != nil {
			return failure{err}
		}
		warnOfUnknownEnv(cmd.Root(), c)
		if err := do(cmd, c, args); err != nil {
			return failure{err}
		}
		return nil
	}
}

// warnOfUnknownEnv logs each UVBOARD_* environment variable that no command reads.
func warnOfUnknownEnv(root *cobra.Command, c *config.Config) {
	var known []string
	note := func(flag *pflag.Flag) { known = append(known, config.Env(flag.Name)) }
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(note)
	}
	unknown := config.UnknownEnv(os.Environ(), known)
	if len(unknown) == 0 {
		return
	}
	log := c.Logger()
	for _, name := range unknown {
		log.Warn("unknown environment variable", "variable", name)
	}
}
