// Command with runs another command on a throw-away PostgreSQL, whose address it puts into DATABASE_URL, and ends as
// that one ends. Usage: go run ./backend/platform/store/pgtest/with COMMAND [ARGUMENT…]
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"

	"uvboard/backend/platform/store/pgtest"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: with COMMAND [ARGUMENT…]")
		os.Exit(2)
	}
	err := run(context.Background(), os.Args[1], os.Args[2:])
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, command string, args []string) (err error) {
	// A PostgreSQL that was there before may have another such database.
	name := "throwaway_" + strconv.Itoa(os.Getpid())
	address, err := pgtest.CreateDatabase(ctx, name, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pgtest.DropDatabase(ctx, name)) }()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+address)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	// The database has to outlive the command, which gets the signals of a terminal or a process group itself.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM)
	return cmd.Run()
}
