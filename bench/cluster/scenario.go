package cluster

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"uvboard/bench/process"
)

// settle is the time of load before and after what a scenario does.
const settle = 3 * time.Second

// maxReadGap is the longest time without a read, in any scenario.
const maxReadGap = 3 * time.Second

// scenario is something that happens to a cluster under load.
type scenario struct {
	name        string
	maxWriteGap time.Duration
	noFailures  bool // every request succeeds
	run         func(context.Context, *cluster) error
}

var scenarios = []scenario{
	{name: "primary", maxWriteGap: 30 * time.Second, run: killPrimary},
	{name: "machine", maxWriteGap: 60 * time.Second, run: losePrimary},
	{name: "switchover", maxWriteGap: 30 * time.Second, run: switchOver},
	{name: "standby", maxWriteGap: 30 * time.Second, run: killStandby},
	{name: "board", maxWriteGap: 3 * time.Second, run: killBoard},
	{name: "rolling", maxWriteGap: 3 * time.Second, noFailures: true, run: restartBoards},
	{name: "store", maxWriteGap: 3 * time.Second, run: stopStore},
	{name: "etcd", maxWriteGap: 3 * time.Second, run: loseQuorum},
}

// killPrimary kills PostgreSQL on the primary. Its Patroni goes on.
func killPrimary(ctx context.Context, c *cluster) error {
	old, err := c.role(ctx, leader)
	if err != nil {
		return err
	}
	if err := old.signalPostgres(syscall.SIGKILL); err != nil {
		return err
	}
	return c.replaced(ctx, old)
}

// losePrimary kills PostgreSQL and Patroni of the primary, as when the machine loses its power, and starts them when
// there is another primary.
func losePrimary(ctx context.Context, c *cluster) error {
	old, err := c.role(ctx, leader)
	if err != nil {
		return err
	}
	if err := old.lose(); err != nil {
		return err
	}
	if err := c.replaced(ctx, old); err != nil {
		return err
	}
	process.Pause(ctx, settle)
	return old.patroni.Start()
}

// replaced waits until another member is the primary.
func (c *cluster) replaced(ctx context.Context, old *member) error {
	return c.until(ctx, "another primary", func() error {
		now, err := c.role(ctx, leader)
		if err == nil && now == old {
			err = fmt.Errorf("%s is still the primary", old.name)
		}
		return err
	})
}

// switchOver makes the synchronous standby the primary.
func switchOver(ctx context.Context, c *cluster) error {
	old, err := c.role(ctx, leader)
	if err != nil {
		return err
	}
	next, err := c.role(ctx, synchronous)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "patronictl", "-c", old.patroni.Command[1], "switchover", "uvboard", "--candidate",
		next.name, "--force")
	cmd.Env = append(os.Environ(), old.patroni.Env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("patronictl switchover: %w\n%s", err, out)
	}
	return c.replaced(ctx, old)
}

// killStandby kills PostgreSQL on the standby for which commits wait.
func killStandby(ctx context.Context, c *cluster) error {
	one, err := c.role(ctx, synchronous)
	if err != nil {
		return err
	}
	if err := one.lose(); err != nil {
		return err
	}
	process.Pause(ctx, 10*time.Second)
	return one.patroni.Start()
}

func killBoard(ctx context.Context, c *cluster) error {
	if err := c.boards[0].Stop(syscall.SIGKILL); err != nil {
		return err
	}
	process.Pause(ctx, settle)
	return c.startBoard(ctx, 0)
}

// restartBoards stops each board as an upgrade does, and starts the next version.
func restartBoards(ctx context.Context, c *cluster) error {
	for n, board := range c.boards {
		if err := board.Stop(syscall.SIGTERM); err != nil {
			return err
		}
		board.Command[0] = c.next
		if err := c.startBoard(ctx, n); err != nil {
			return err
		}
		process.Pause(ctx, time.Second) // for the proxy to notice
	}
	return nil
}

// stopStore stops the object store for a while.
func stopStore(ctx context.Context, c *cluster) error {
	if err := c.store.Stop(syscall.SIGKILL); err != nil {
		return err
	}
	process.Pause(ctx, 10*time.Second)
	return c.store.Start()
}

// loseQuorum kills two of three etcd for longer than the primary's lock lives.
func loseQuorum(ctx context.Context, c *cluster) error {
	before, err := c.role(ctx, leader)
	if err != nil {
		return err
	}
	for _, etcd := range c.etcds[1:] {
		if err := etcd.Stop(syscall.SIGKILL); err != nil {
			return err
		}
	}
	process.Pause(ctx, 40*time.Second)
	for _, etcd := range c.etcds[1:] {
		if err := etcd.Start(); err != nil {
			return err
		}
	}
	if err := c.healthy(ctx); err != nil {
		return err
	}
	after, err := c.role(ctx, leader)
	if err == nil && after != before {
		err = fmt.Errorf("%s has replaced %s", after.name, before.name)
	}
	return err
}
