// Command with runs another command with DATABASE_URL set to a temporary PostgreSQL database, and exits with its
// status. Go tests that the command runs use the same server for their databases.
// Usage: go run ./backend/platform/store/pgtest/with COMMAND [ARGUMENT…]
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
	// Unique, since several commands may share one server.
	name := "throwaway_" + strconv.Itoa(os.Getpid())
	address, err := pgtest.CreateDatabase(ctx, name, "")
	if err != nil {
		return err
	}
	server, err := pgtest.ServerURL()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pgtest.DropDatabase(ctx, name)) }()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+address, pgtest.EnvURL+"="+server)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	// Ignore signals, which the command gets too: the database must outlive it.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM)
	return cmd.Run()
}
