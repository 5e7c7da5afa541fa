package admin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/news"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/store"
)

// checkTime limits a check, since the dashboard waits for the slowest one.
const checkTime = 3 * time.Second

// Check is a check of something that the board depends on.
type Check struct {
	Name string // such as "Database"
	// Look describes the state in a sentence and reports whether it is good. An error is logged and counts as not ok.
	Look func(ctx context.Context) (detail string, ok bool, err error)
}

// State is the result of a check.
type State struct {
	Name, Detail string
	OK           bool
}

// Checks returns what the dashboard checks: what /readyz checks, and what else needs an admin's attention.
func Checks(db *store.DB, uploads *media.Service, feeds *news.Service, sendsMail bool, now func() time.Time) []Check {
	return []Check{
		{"Database", func(ctx context.Context) (string, bool, error) {
			_, noPrimary := db.Standbys().Position(ctx) // standbys may be ready without one
			detail := "Reachable, and its schema is current."
			states := db.Standbys().States()
			out := slices.DeleteFunc(slices.Sorted(maps.Keys(states)),
				func(host string) bool { return states[host] == "" })
			for _, host := range out {
				detail += fmt.Sprintf(" The standby %s %s.", host, states[host])
			}
			return detail, len(out) == 0, errors.Join(db.Ready(ctx), noPrimary)
		}},
		{"Uploads", func(ctx context.Context) (string, bool, error) {
			return "Files can be stored and read.", true, uploads.Check(ctx)
		}},
		{"Mail", func(ctx context.Context) (string, bool, error) {
			waiting, failed, stuck, err := mail.Backlog(ctx, db, now())
			switch {
			case !sendsMail:
				return "No mail server is configured, so mails stay in the mail queue.", true, err
			case failed > 0:
				return fmt.Sprintf("%s given up in the last 30 days, %d waiting.", mails(failed), waiting), false, err
			case stuck:
				return mails(waiting) + " waiting for more than 15 minutes.", false, err
			}
			return mails(waiting) + " waiting.", true, err
		}},
		{"News feeds", func(ctx context.Context) (string, bool, error) {
			state, err := feeds.Reading(ctx)
			return state.String(), len(state.Failing) == 0, err
		}},
	}
}

func mails(n int) string {
	if n == 1 {
		return "1 mail"
	}
	return fmt.Sprintf("%d mails", n)
}

// examine runs all checks concurrently.
func examine(ctx context.Context, checks []Check) []State {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	states := make([]State, len(checks))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() {
			detail, ok, err := c.Look(ctx)
			if err != nil {
				slog.ErrorContext(ctx, "check failed", "check", c.Name, "error", err)
				detail, ok = "The check failed. The log says why.", false
			}
			states[i] = State{c.Name, detail, ok}
		})
	}
	all.Wait()
	return states
}
