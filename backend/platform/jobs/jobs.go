// Package jobs runs work in the background: on a schedule, and as tasks that are stored in the transaction of their
// cause. Of the servers on one database, only one runs a job at a time. If that server is killed, another one takes the
// job over within a minute, on SQLite the next one at once, so work may run twice and must tolerate that.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/job"
	"uvboard/ent/task"
)

// States of a task. A finished task has no row.
const (
	Waiting = "waiting"
	Failed  = "failed" // given up
)

const (
	firstBackoff    = time.Minute // doubles with every failure
	maxBackoff      = time.Hour
	maxScheduleWait = 10 * time.Minute // before a failed scheduled run is repeated
	maxFailure      = 300              // characters of an error that are stored
	maxPayload      = 1000
)

// never is the next run of a job without a schedule.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Job is background work. It has either Run or Do: tasks may follow each other for hours, and a schedule would wait for
// their end.
type Job struct {
	Name string // in logs, metrics and for admins, such as "deliver mail"

	// Run is called every Every. If Due is set, it is called first, and Run only if it reports true. Due only reads:
	// recording a run writes, which an idle server should not do.
	Every time.Duration
	Run   func(ctx context.Context) error
	Due   func(ctx context.Context) (bool, error)

	// Do works on a task. A failed task is retried with a growing delay, until it is GiveUpAfter old; 0 means that it
	// is never given up.
	Do          func(ctx context.Context, t Task) error
	GiveUpAfter time.Duration
	// Parallel is how many tasks Do works on at a time; 0 means 1. A job that calls other machines has several, and a
	// deadline for each call. Of these, the tasks of one owner take at most a quarter, so that machines that do not
	// answer delay their owner alone.
	Parallel int
}

// Task is a task during an attempt.
type Task struct {
	*ent.Task
	Last bool // the task is given up if this attempt fails; otherwise RunAt is the next attempt
}

// Read decodes the payload.
func (t Task) Read(payload any) error { return json.Unmarshal([]byte(t.Payload), payload) }

// Enqueue stores a task for the job of a name, in the transaction of its cause. It runs at the given time or later. The
// payload consists of ids, never of names or addresses, and is at most 1000 bytes of JSON. A task with the same payload
// that waits or was given up starts over; one that is running runs once more, perhaps earlier than the given time.
func Enqueue(ctx context.Context, tx *ent.Client, name string, payload any, now, at time.Time) error {
	return EnqueueFor(ctx, tx, name, uuid.Nil, payload, now, at)
}

// EnqueueFor is Enqueue for a task that calls other machines for a user, see Job.Parallel.
func EnqueueFor(
	ctx context.Context, tx *ent.Client, name string, owner uuid.UUID, payload any, now, at time.Time,
) error {
	by := ""
	if owner != uuid.Nil {
		by = owner.String()
	}
	encoded, err := json.Marshal(payload)
	if err == nil && len(encoded) > maxPayload {
		err = fmt.Errorf("the payload has %d bytes", len(encoded))
	}
	if err == nil {
		// With attempts = 0, a running attempt
		// does not delete the row, see attempt.
		_, err = tx.ExecContext(ctx,
			`INSERT INTO tasks (id, job, payload, owner, state, run_at, attempts, failure, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, 0, '', $7)
			ON CONFLICT (job, payload) DO UPDATE SET state = excluded.state, attempts = 0, failure = '', created_at = excluded.created_at,
			run_at = CASE WHEN tasks.state = excluded.state AND tasks.run_at < excluded.run_at THEN tasks.run_at ELSE excluded.run_at END`,
			store.NewID(now), name, string(encoded), by, Waiting, at, now)
	}
	if err != nil {
		return fmt.Errorf("enqueue for %s: %w", name, err)
	}
	return nil
}

// State is a job as admins see it.
type State struct {
	*ent.Job
	Running         bool
	Next            *time.Time // nil if the job runs when there is work for it
	Waiting, Failed int        // tasks
}

// List returns the jobs, by name.
func List(ctx context.Context, client *ent.Client, now time.Time) ([]State, error) {
	rows, err := client.Job.Query().Order(job.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("list jobs: %w", err)
	}
	counts, err := count(ctx, client)
	if err != nil {
		return nil, err
	}
	states := make([]State, len(rows))
	for i, row := range rows {
		states[i] = State{row, running(row, now), nil, counts[taskKey{row.ID, Waiting}],
			counts[taskKey{row.ID, Failed}]}
		if row.NextRunAt.After(now) && row.NextRunAt.Before(never) {
			states[i].Next = &row.NextRunAt
		}
	}
	return states, nil
}

// RunNow makes a job due, together with its tasks that were given up or wait for a retry. It reports whether the job
// exists. It does not change a running job.
func RunNow(ctx context.Context, tx *ent.Client, name string, now time.Time) (found bool, err error) {
	row, err := tx.Job.Get(ctx, name)
	if ent.IsNotFound(err) {
		return false, nil
	}
	if err == nil {
		err = tx.Job.Update().Where(job.ID(name), free(now), job.NextRunAtLT(never)).SetNextRunAt(now).Exec(ctx)
	}
	if err == nil && !running(row, now) {
		_, err = tx.ExecContext(ctx,
			"UPDATE tasks SET state = $1, attempts = 0, run_at = $2, created_at = $3 WHERE job = $4 AND attempts > 0",
			Waiting, now, now, name)
	}
	if err != nil {
		return false, fmt.Errorf("run %s: %w", name, err)
	}
	return true, nil
}

type taskKey struct{ job, state string }

func count(ctx context.Context, client *ent.Client) (map[taskKey]int, error) {
	var rows []struct {
		Job, State string
		Count      int
	}
	if err := client.Task.Query().GroupBy(task.FieldJob, task.FieldState).Aggregate(ent.Count()).
		Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("count tasks: %w", err)
	}
	counts := map[taskKey]int{}
	for _, row := range rows {
		counts[taskKey{row.Job, row.State}] = row.Count
	}
	return counts, nil
}

// backoff is the time until the retry after a number of earlier failures.
func backoff(failures int) time.Duration { return min(firstBackoff<<min(failures, 10), maxBackoff) }
