// Command age makes all accounts of a database a day older, for journeys: the search for rings looks at no younger
// ones.
// Usage: go run ./backend/ring/age sqlite://PATH
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"uvboard/backend/platform/store"
	"uvboard/ent"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: age sqlite://PATH")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address string) error {
	db, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	err = db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		users, err := tx.User.Query().All(ctx)
		if err != nil {
			return err
		}
		for _, u := range users {
			if _, err := tx.ExecContext(ctx, "UPDATE users SET created_at = $1 WHERE id = $2",
				u.CreatedAt.Add(-24*time.Hour), u.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if closed := db.Close(); err == nil {
		err = closed
	}
	return err
}
