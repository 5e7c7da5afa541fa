package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/media"
	"uvboard/backend/ops/backup"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/store"
)

func newBackup() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Write the database and the uploads into one file, also while the server is running",
		Long: `Write the whole database as of one moment, and all uploads, into a new file. It is safe while the server is running.
uvboard restore reads the file into SQLite or PostgreSQL. Protect it: it contains password hashes, sessions and email addresses.`,
		Args: cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			ctx, stop := interruptible(cmd)
			defer stop()
			// A database of an older schema is backed up too: a backup belongs before an upgrade.
			return withDatabaseAsItIs(ctx, c, func(db *store.DB) error {
				files, err := media.OpenBucket(ctx, c.UploadsURL.Reveal(), c.DataDir)
				if err != nil {
					return err
				}
				begun := time.Now()
				sum, err := backup.Write(ctx, backup.Board{DB: db, Bucket: files}, args[0], version,
					sayTo(cmd.ErrOrStderr()))
				if err != nil {
					return fmt.Errorf("backup: %w", err)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s has %d rows and %d files, as of %s; it took %s\n",
					args[0], sum.AllRows(), sum.Files, begun.UTC().Format("2006-01-02 15:04:05 MST"), time.Since(begun).
						Round(time.Millisecond))
				if sum.Missing > 0 {
					fmt.Fprintf(cmd.OutOrStdout(),
						"%d files of uploads were missing; uvboard doctor shows which are still wanted\n", sum.Missing)
				}
				return nil
			})
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	config.AddFlags(cmd.Flags(), "uploads-url")
	return cmd
}

func newRestore() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Fill an empty place with a backup",
		Long: `Restore a file of uvboard backup into an empty database and an empty store of uploads. The database may be of another kind than
the one of the backup: so this is also the way from SQLite to PostgreSQL. The file is read whole and checked first. If it is damaged,
or if anything else fails, nothing is left behind. Start the server afterwards.`,
		Args: cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, c *config.Config, args []string) error {
			ctx, stop := interruptible(cmd)
			defer stop()
			begun, say := time.Now(), sayTo(cmd.ErrOrStderr())
			// Quick checks first: reading the archive may take minutes.
			if _, err := os.Stat(args[0]); err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			if err := checkEmptyIfExists(ctx, c); err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			archive, err := backup.Open(ctx, args[0], say)
			if err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			defer archive.Close()
			sum, err := restore(ctx, c, archive, say)
			if err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "restored %d rows and %d files in %s\n", sum.AllRows(), sum.Files,
				time.Since(begun).Round(time.Millisecond))
			return nil
		}),
	}
	config.AddFlags(cmd.Flags(), config.Database...)
	config.AddFlags(cmd.Flags(), "uploads-url")
	return cmd
}

// restore fills an empty board from an archive. If it fails, it removes everything that it created.
func restore(ctx context.Context, c *config.Config, archive *backup.Archive,
	say func(format string, args ...any)) (sum backup.Summary, err error) {
	created := newFiles(c)
	defer func() {
		if err != nil {
			err = errors.Join(err, remove(created))
		}
	}()
	db, err := openDatabase(ctx, c)
	if err != nil {
		return sum, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.ClaimForServer(); err != nil { // no server may start meanwhile
		return sum, err
	}
	files, err := media.OpenBucket(ctx, c.UploadsURL.Reveal(), c.DataDir)
	if err != nil {
		return sum, err
	}
	return archive.Restore(ctx, backup.Board{DB: db, Bucket: files}, say)
}

// checkEmptyIfExists returns an error if there is a database with rows. It creates none.
func checkEmptyIfExists(ctx context.Context, c *config.Config) error {
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite://"); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return withDatabaseAsItIs(ctx, c, func(db *store.DB) error { return bulk.CheckEmpty(ctx, db) })
}

// newFiles returns the files and folders that do not exist yet and that a restore will create, inner ones first.
func newFiles(c *config.Config) []string {
	var created []string
	add := func(path string) {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			created = append(created, path)
		}
	}
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite://"); ok {
		for _, suffix := range []string{"", "-wal", "-shm", ".server"} {
			add(path + suffix)
		}
	}
	add(c.DataDir + "/uploads")
	add(c.DataDir)
	return created
}

// remove removes files, and folders unless they contain something.
func remove(paths []string) error {
	var failed error
	for _, path := range paths {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			if err = os.Remove(path); err != nil && info.IsDir() {
				continue // not empty
			}
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// interruptible returns a context that a signal ends, so that a command can clean up.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
}

// sayTo returns a function that writes a line.
func sayTo(to io.Writer) func(format string, args ...any) {
	return func(format string, args ...any) { fmt.Fprintf(to, format+"\n", args...) }
}
