package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/job"
	"uvboard/ent/predicate"
	"uvboard/ent/task"
)

const (
	pollInterval  = time.Second
	holdTime      = time.Minute
	renewInterval = holdTime / 3
	recordTime    = 5 * time.Second // to record a run during shutdown
	batchSize     = 20
	ownerShare    = 4 // an owner has a fourth of what a job does at a time
	keepFailed    = 30 * 24 * time.Hour
	scrapeTimeout = 2 * time.Second
)

// errLost ends a run whose job another server may have taken over.
var errLost = errors.New("the server could not keep the job")

// Runner runs the jobs of one server. It is a prometheus.Collector of their runs and tasks.
type Runner struct {
	db *store.DB
	// of the jobs that it runs. One that it could not release, as with a full disk, it may run again at once
	holder string
	jobs   []Job
	log    *slog.Logger
	now    func() time.Time
	runs   *prometheus.HistogramVec
}

// New returns a runner; now is the clock.
func New(db *store.DB, jobs []Job, log *slog.Logger, now func() time.Time) *Runner {
	r := &Runner{db: db, holder: uuid.NewString(), log: log, now: store.Clock(now),
		runs: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "uvboard_job_seconds", Help: "Runs of background jobs, by their result.",
			Buckets: []float64{.01, .1, 1, 10, 60, 600},
		}, []string{"job", "result"})}
	r.jobs = append([]Job{{Name: "delete failed tasks", Every: 24 * time.Hour, Run: r.deleteFailed}}, jobs...)
	return r
}

// deleteBatch limits the tasks that one step deletes, so that other writers do not wait long.
const deleteBatch = 500

// deleteFailed deletes tasks that were given up a month ago, in steps.
func (r *Runner) deleteFailed(ctx context.Context) error {
	old := []predicate.Task{task.State(Failed), task.RunAtLT(r.now().Add(-keepFailed))}
	for n := deleteBatch; n == deleteBatch; {
		ids, err := r.db.Client().Task.Query().Where(old...).Order(task.ByRunAt()).Limit(deleteBatch).IDs(ctx)
		if n = len(ids); err != nil || n == 0 {
			return err
		}
		err = r.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			// A task may have started over meanwhile.
			_, err := tx.Task.Delete().Where(task.IDIn(ids...)).Where(old...).Exec(ctx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Start runs the jobs, once ready returns no error, until ctx ends or stop is called. stop waits for running jobs and
// releases them, so that other servers can take them over at once.
func (r *Runner) Start(ctx context.Context, ready func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		ticker := time.NewTicker(pollInterval)
		defer ticker.Stop()
		var mu sync.Mutex
		running, asked := map[string]bool{}, map[string]time.Time{}
		registered := false
		for ; ctx.Err() == nil; wait(ctx, ticker.C) {
			if !registered {
				if ready(ctx) != nil {
					continue
				}
				if err := errors.Join(r.register(ctx), r.takeOver(ctx)); err != nil {
					r.log.Error("jobs not registered, will retry", "error", err.Error())
					continue
				}
				registered = true
			}
			due, err := r.due(ctx)
			if err != nil && ctx.Err() == nil {
				r.log.Error("cannot look for due jobs, will retry", "error", err.Error())
			}
			for _, d := range due {
				mu.Lock()
				skip := running[d.Name] || !d.tasks && d.Due != nil && time.Since(asked[d.Name]) < d.Every
				running[d.Name] = running[d.Name] || !skip
				mu.Unlock()
				if skip {
					continue
				}
				asked[d.Name] = time.Now()
				all.Go(func() {
					_, _ = r.run(ctx, d) // logged
					mu.Lock()
					defer mu.Unlock()
					delete(running, d.Name)
				})
			}
		}
	})
	return func() {
		cancel()
		all.Wait()
	}
}

func wait(ctx context.Context, tick <-chan time.Time) {
	select {
	case <-ctx.Done():
	case <-tick:
	}
}

// Work runs what is due, one job after the other, until nothing is due. It returns the errors of the runs.
func (r *Runner) Work(ctx context.Context) error {
	if err := r.register(ctx); err != nil {
		return err
	}
	var failed []error
	for worked := true; worked && ctx.Err() == nil; {
		due, err := r.due(ctx)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		worked = false
		for _, d := range due {
			ran, err := r.run(ctx, d)
			worked, failed = worked || ran, append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// register adds the rows of new jobs. A new scheduled job is due at once.
func (r *Runner) register(ctx context.Context) error {
	known, err := r.db.Client().Job.Query().IDs(ctx)
	if err != nil {
		return fmt.Errorf("look for jobs: %w", err)
	}
	missing := map[string]time.Time{}
	for _, j := range r.jobs {
		if missing[j.Name] = never; j.Run != nil {
			missing[j.Name] = r.now()
		}
	}
	for _, name := range known {
		delete(missing, name)
	}
	return add(ctx, r.db, r.now(), missing)
}

// takeOver ends the holds of a server that was killed. Only one server can use SQLite, so there it need not wait for
// them to expire.
func (r *Runner) takeOver(ctx context.Context) error {
	held := job.HolderNEQ("")
	if left, err := r.db.Client().Job.Query().Where(held).Exist(ctx); !r.db.IsSQLite() || err != nil || !left {
		return err
	}
	return r.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.Job.Update().Where(held).SetHolder("").Exec(ctx)
	})
}

// add adds jobs with their next run. Another server may have added them.
func add(ctx context.Context, db *store.DB, now time.Time, missing map[string]time.Time) error {
	if len(missing) == 0 {
		return nil
	}
	return db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		for _, name := range slices.Sorted(maps.Keys(missing)) { // in one order, which prevents a deadlock
			if _, err := tx.ExecContext(ctx,
				`INSERT INTO jobs (id, next_run_at, holder, held_until, run_ms, failures, failure)
				VALUES ($1, $2, '', $3, 0, 0, '') ON CONFLICT (id) DO NOTHING`, name, missing[name], now); err != nil {
				return fmt.Errorf("add the job %s: %w", name, err)
			}
		}
		return nil
	})
}

// due is a job with work to do that no other server is running.
type due struct {
	Job
	scheduled, tasks bool // what is due
	failures         int  // of the last runs
}

func (r *Runner) due(ctx context.Context) (all []due, err error) {
	now := r.now()
	client := r.db.Client()
	withTasks, err := client.Task.Query().Where(task.State(Waiting), task.RunAtLTE(now)).GroupBy(task.FieldJob).
		Strings(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for due tasks: %w", err)
	}
	has := map[string]bool{}
	for _, name := range withTasks {
		has[name] = true
	}
	rows, err := client.Job.Query().
		Where(job.Or(free(now), job.Holder(r.holder)), job.Or(job.NextRunAtLTE(now), job.IDIn(withTasks...))).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for due jobs: %w", err)
	}
	byName := map[string]*ent.Job{}
	for _, row := range rows {
		byName[row.ID] = row
	}
	for _, j := range r.jobs {
		if row := byName[j.Name]; row != nil {
			all = append(all, due{j, j.Run != nil && !row.NextRunAt.After(now), j.Do != nil && has[j.Name],
				row.Failures})
		}
	}
	return all, nil
}

// run runs a job unless it has nothing to do or another server runs it, and reports whether it did. An error is logged
// too.
func (r *Runner) run(ctx context.Context, d due) (ran bool, err error) {
	defer func() {
		if ctx.Err() != nil { // the server is stopping: not a failure of the job
			err = nil
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", d.Name, err)
			r.log.Error("job failed and will be retried", "job", d.Name, "error", err.Error())
		}
	}()
	if d.scheduled && d.Due != nil {
		if d.scheduled, err = d.Due(ctx); err != nil {
			return false, err
		}
	}
	if !d.scheduled && !d.tasks {
		return false, nil
	}
	return hold(ctx, r.db, d.Name, r.holder, r.now, func(ctx context.Context) (record func(*ent.JobUpdate), err error) {
		at, began := r.now(), time.Now()
		if d.scheduled {
			err = protect(func() error { return d.Run(ctx) })
		}
		if d.tasks {
			err = errors.Join(err, r.doTasks(ctx, d.Job))
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		took, result, next := time.Since(began), "done", d.Every
		if err != nil {
			result, next = "failed", min(backoff(d.failures), maxScheduleWait)
		}
		r.runs.WithLabelValues(d.Name, result).Observe(took.Seconds())
		return func(update *ent.JobUpdate) {
			update.SetRanAt(at).SetRunMs(int(took.Milliseconds())).SetFailures(0).SetFailure("")
			if err != nil {
				update.SetFailures(d.failures + 1).SetFailure(Short(err))
			}
			if d.scheduled {
				update.SetNextRunAt(r.now().Add(next))
			}
		}, err
	})
}

// doTasks works on the due tasks of a job, j.Parallel at a time, until there are no more.
func (r *Runner) doTasks(ctx context.Context, j Job) error {
	var (
		parallel = max(j.Parallel, 1)
		share    = max(parallel/ownerShare, 1)
		running  = map[uuid.UUID]string{} // the owner of each task
		byOwner  = map[string]int{}
		ended    = make(chan taskResult)
		next     []*ent.Task
		failed   error // of the first task that failed
		failures int
		stopped  error
		ticker   = time.NewTicker(pollInterval)
	)
	defer ticker.Stop()
	for looked := false; ; {
		stopping := stopped != nil || ctx.Err() != nil
		if len(next) == 0 && len(running) < parallel && !stopping && !looked {
			next, stopped = r.dueTasks(ctx, j, running, byOwner, share)
			looked = len(next) == 0
			continue
		}
		if len(next) > 0 && len(running) < parallel && !stopping {
			t := next[0]
			if next = next[1:]; t.Owner != "" && byOwner[t.Owner] >= share {
				continue // it is found again when the owner has a task less
			}
			running[t.ID] = t.Owner
			byOwner[t.Owner]++
			go func() { ended <- taskResult{t, r.attempt(ctx, j, t)} }()
			continue
		}
		if len(running) == 0 {
			if failures > 1 {
				failed = fmt.Errorf("%d tasks failed, the first was %w", failures, failed)
			}
			return errors.Join(failed, stopped)
		}
		select {
		case result := <-ended:
			delete(running, result.ID)
			if byOwner[result.Owner]--; byOwner[result.Owner] == 0 {
				delete(byOwner, result.Owner)
			}
			if result.err != nil {
				result.err = fmt.Errorf("task %s: %w", result.ID, result.err)
				failures, failed = failures+1, cmp.Or(failed, result.err)
				r.log.Warn("task failed", "job", j.Name, "error", result.err.Error()) // the run may go on for hours
			}
		case <-ticker.C: // other tasks may be due by now
		}
		looked = false
	}
}

type taskResult struct {
	*ent.Task
	err error
}

// dueTasks returns the next due tasks of a job, without those that run and those of owners who have their share.
func (r *Runner) dueTasks(
	ctx context.Context, j Job, running map[uuid.UUID]string, byOwner map[string]int, share int,
) ([]*ent.Task, error) {
	query := r.db.Client().Task.Query().Where(task.Job(j.Name), task.State(Waiting), task.RunAtLTE(r.now()))
	if len(running) > 0 {
		query.Where(task.IDNotIn(slices.Collect(maps.Keys(running))...))
	}
	var full []string
	for owner, n := range byOwner {
		if owner != "" && n >= share {
			full = append(full, owner)
		}
	}
	if len(full) > 0 {
		query.Where(task.OwnerNotIn(full...))
	}
	return query.Order(task.ByRunAt(), task.ByID()).Limit(batchSize).All(ctx)
}

// attempt works on a task. If the task is enqueued again meanwhile, its attempts are 0 and its row stays.
func (r *Runner) attempt(ctx context.Context, j Job, row *ent.Task) error {
	t := Task{Task: row}
	// Recorded first: a task that crashes the server must not be retried at once after every restart.
	began, before := r.now(), row.Attempts
	t.Attempts++
	t.RunAt = began.Add(backoff(before))
	t.Last = j.GiveUpAfter > 0 && t.RunAt.After(t.CreatedAt.Add(j.GiveUpAfter))
	claimed := 0
	err := r.db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
		claimed, err = tx.Task.Update().Where(task.ID(t.ID), task.State(Waiting), task.Attempts(before)).
			SetAttempts(t.Attempts).SetRunAt(t.RunAt).Save(ctx)
		return err
	})
	if err != nil || claimed == 0 {
		return err
	}
	failure := protect(func() error { return j.Do(ctx, t) })
	canceled := failure != nil && ctx.Err() != nil
	// The result is recorded during shutdown too: otherwise the work is done again.
	recording, done := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer done()
	err = r.db.Write(recording, func(ctx context.Context, tx *ent.Client) error {
		if failure == nil {
			_, err := tx.Task.Delete().Where(task.ID(t.ID), task.Attempts(t.Attempts)).Exec(ctx)
			return err
		}
		update := tx.Task.Update().Where(task.ID(t.ID), task.Attempts(t.Attempts))
		switch {
		case canceled: // not a failure of the task
			update.SetAttempts(before).SetRunAt(began)
		case t.Last:
			update.SetState(Failed).SetRunAt(began).SetFailure(Short(failure))
		default:
			update.SetFailure(Short(failure))
		}
		return update.Exec(ctx)
	})
	if canceled {
		failure = nil
	}
	return errors.Join(failure, err)
}

// protect turns a panic into an error.
func protect(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

// free matches jobs that no server runs. A hold that ends later than a hold lasts was taken before the clock was set
// back, and would keep the job until the clock is there again; the second holdTime is for a server whose clock is
// ahead.
func free(now time.Time) predicate.Job {
	return job.Or(job.Holder(""), job.HeldUntilLTE(now), job.HeldUntilGT(now.Add(2*holdTime)))
}

// running is the opposite of free.
func running(row *ent.Job, now time.Time) bool {
	return row.Holder != "" && row.HeldUntil.After(now) && !row.HeldUntil.After(now.Add(2*holdTime))
}

// Hold runs fn while no server runs the job, and reports whether it did. The context of fn ends if another server may
// have taken the job over, as when the database cannot be reached for a while.
func Hold(ctx context.Context, db *store.DB, name string, now func() time.Time,
	fn func(ctx context.Context) error) (held bool, err error) {
	now = store.Clock(now)
	if err := add(ctx, db, now(), map[string]time.Time{name: now()}); err != nil {
		return false, err
	}
	return hold(ctx, db, name, uuid.NewString(), now, func(ctx context.Context) (func(*ent.JobUpdate),
		error) {
		return nil, fn(ctx)
	})
}

// hold is Hold, and changes the row when fn has ended.
func hold(ctx context.Context, db *store.DB, name, holder string, now func() time.Time,
	fn func(ctx context.Context) (func(*ent.JobUpdate), error)) (held bool, err error) {
	take := func() (bool, error) {
		n := 0
		err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
			n, err = tx.Job.Update().Where(job.ID(name), job.Or(job.Holder(holder), free(now()))).
				SetHolder(holder).SetHeldUntil(now().Add(holdTime)).Save(ctx)
			return err
		})
		return n == 1, err
	}
	if held, err = take(); err != nil || !held {
		return false, err
	}
	working, cancel := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() {
		ticker := time.NewTicker(renewInterval)
		defer ticker.Stop()
		for wait(working, ticker.C); working.Err() == nil; wait(working, ticker.C) {
			if held, err := take(); err != nil || !held {
				cancel(errors.Join(errLost, err))
			}
		}
	})
	record, err := fn(working)
	cancel(nil)
	renewing.Wait()
	recording, done := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer done()
	return true, errors.Join(err, db.Write(recording, func(ctx context.Context, tx *ent.Client) error {
		update := tx.Job.Update().Where(job.ID(name), job.Holder(holder)).SetHolder("").SetHeldUntil(now())
		if record != nil {
			record(update)
		}
		return update.Exec(ctx)
	}))
}

// Short is the start of an error, as valid UTF-8: other servers may answer with any bytes, and PostgreSQL refuses
// those.
func Short(err error) string {
	return letters.Cut(store.Clean(strings.ToValidUTF8(err.Error(), "\uFFFD")), maxFailure)
}

// Describe implements prometheus.Collector.
func (r *Runner) Describe(descs chan<- *prometheus.Desc) {
	descs <- tasksDesc
	r.runs.Describe(descs)
}

// Collect implements prometheus.Collector. A failed count of tasks is reported to the scraper.
func (r *Runner) Collect(metrics chan<- prometheus.Metric) {
	r.runs.Collect(metrics)
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	counts, err := count(ctx, r.db.Client())
	if err != nil {
		metrics <- prometheus.NewInvalidMetric(tasksDesc, err)
		return
	}
	for _, j := range r.jobs {
		for _, state := range []string{Waiting, Failed} {
			if j.Do != nil {
				metrics <- prometheus.MustNewConstMetric(tasksDesc, prometheus.GaugeValue,
					float64(counts[taskKey{j.Name, state}]), j.Name, state)
			}
		}
	}
}

var tasksDesc = prometheus.NewDesc("uvboard_tasks",
	"Tasks of background jobs that wait, and tasks of the last 30 days that were given up.", []string{"job", "state"},
	nil)
