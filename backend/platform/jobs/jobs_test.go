package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// fixture has a clock that the test moves.
type fixture struct {
	*testing.T
	db  *store.DB
	at  time.Time
	log bytes.Buffer
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	return &fixture{T: t, db: db, at: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}
}

func (f *fixture) now() time.Time { return f.at }

func (f *fixture) runner(list ...jobs.Job) *jobs.Runner {
	return jobs.New(f.db, list, slog.New(slog.NewTextHandler(&f.log, nil)), f.now)
}

func (f *fixture) enqueue(name string, payload any, at time.Time) {
	f.Helper()
	must.NoError(f, f.db.Write(f.Context(), func(ctx context.Context, tx *ent.Client) error {
		return jobs.Enqueue(ctx, tx, name, payload, f.at, at)
	}))
}

func (f *fixture) task() *ent.Task {
	f.Helper()
	return f.db.Client().Task.Query().OnlyX(f.Context())
}

func (f *fixture) state(name string) jobs.State {
	f.Helper()
	all, err := jobs.List(f.Context(), f.db.Client(), f.at)
	must.NoError(f, err)
	for _, s := range all {
		if s.ID == name {
			return s
		}
	}
	f.Fatalf("no job %s in %v", name, all)
	return jobs.State{}
}

func TestSchedule(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		runs, isDue := 0, true
		var failure error
		r := f.runner(jobs.Job{Name: "sweep", Every: time.Hour, Run: func(context.Context) error {
			runs++
			return failure
		}, Due: func(context.Context) (bool, error) { return isDue, nil }})
		// step runs what is due after a while.
		step := func(after time.Duration, wantRuns int, wantNext time.Duration) {
			t.Helper()
			f.at = f.at.Add(after)
			err := r.Work(t.Context())
			if (err != nil) != (failure != nil) || err != nil && !strings.Contains(err.Error(), "sweep: no broom") {
				t.Errorf("error %v", err)
			}
			if s := f.state("sweep"); runs != wantRuns || !s.NextRunAt.Equal(f.at.Add(wantNext)) || s.Running {
				t.Errorf("%d runs, want %d; next %v, want in %v", runs, wantRuns, s.NextRunAt.Sub(f.at), wantNext)
			}
		}
		step(0, 1, time.Hour)
		step(59*time.Minute, 1, time.Minute)
		step(time.Minute, 2, time.Hour)
		isDue = false
		step(time.Hour, 2, 0)
		isDue, failure = true, errors.New("no broom")
		step(0, 3, time.Minute)
		if s := f.state("sweep"); s.Failure != "no broom" || s.Failures != 1 || s.RanAt == nil || !s.RanAt.Equal(f.at) {
			t.Errorf("after a failure %v", s.Job)
		}
		for i, wait := range []time.Duration{2, 4, 8, 10, 10} { // minutes
			step(f.state("sweep").NextRunAt.Sub(f.at), 4+i, wait*time.Minute)
		}
		failure = nil
		step(10*time.Minute, 9, time.Hour)
		if s := f.state("sweep"); s.Failure != "" || s.Failures != 0 {
			t.Errorf("after a success %v", s.Job)
		}
	})
}

func TestTask(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		var done []string
		var work func(jobs.Task) error
		r := f.runner(jobs.Job{Name: "deliver", GiveUpAfter: 3 * time.Minute,
			Do: func(_ context.Context, task jobs.Task) error {
				var to string
				must.NoError(t, task.Read(&to))
				done = append(done, to)
				return work(task)
			}})
		ok := func(jobs.Task) error { return nil }

		t.Run("OK", func(t *testing.T) {
			work = ok
			f.enqueue("deliver", "second", f.at.Add(time.Minute))
			f.enqueue("deliver", "first", f.at)
			f.enqueue("deliver", "first", f.at.Add(time.Hour))
			must.NoError(t, r.Work(t.Context()))
			f.at = f.at.Add(time.Minute)
			must.NoError(t, r.Work(t.Context()))
			if got := strings.Join(done, " "); got != "first second" {
				t.Errorf("done: %s", got)
			}
		})
		t.Run("RolledBackWithItsCause", func(t *testing.T) {
			done = nil
			refused := errors.New("refused")
			err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				must.NoError(t, jobs.Enqueue(ctx, tx, "deliver", "nobody", f.at, f.at))
				return refused
			})
			if !errors.Is(err, refused) {
				t.Error(err)
			}
			if must.NoError(t, r.Work(t.Context())); len(done) > 0 {
				t.Errorf("done: %v", done)
			}
		})
		t.Run("IsRetriedAndGivenUp", func(t *testing.T) {
			done = nil
			work = func(task jobs.Task) error {
				if task.Last != (task.Attempts == 3) {
					t.Errorf("attempt %d, last %v", task.Attempts, task.Last)
				}
				if task.Attempts == 2 {
					panic("no address")
				}
				return errors.New("no \x00answer")
			}
			f.enqueue("deliver", "ada", f.at)
			for i, wait := range []time.Duration{time.Minute, 2 * time.Minute} {
				if err := r.Work(t.Context()); err == nil {
					t.Error("no error")
				}
				task := f.task()
				if task.Attempts != i+1 || !task.RunAt.Equal(f.at.Add(wait)) ||
					!strings.Contains(task.Failure, []string{"no answer", "panic: no address"}[i]) {
					t.Errorf("after attempt %d: %v", i+1, task)
				}
				f.at = f.at.Add(wait)
			}
			f.at = f.at.Add(-time.Second)
			if must.NoError(t, r.Work(t.Context())); len(done) != 2 {
				t.Errorf("retried too early: %v", done)
			}
			f.at = f.at.Add(time.Second)
			_ = r.Work(t.Context())
			if task := f.task(); task.State != jobs.Failed || task.Attempts != 3 || f.state("deliver").Failed != 1 {
				t.Errorf("given up: %v", task)
			}
			f.at = f.at.Add(24 * time.Hour)
			if must.NoError(t, r.Work(t.Context())); len(done) != 3 {
				t.Errorf("retried after it was given up: %v", done)
			}
			work = ok
			f.enqueue("deliver", "ada", f.at)
			if must.NoError(t, r.Work(t.Context())); len(done) != 4 || f.state("deliver").Failed+
				f.state("deliver").Waiting != 0 {
				t.Errorf("enqueued again: %v, %v", done, f.state("deliver"))
			}
		})
		t.Run("EnqueuedWhileItRuns", func(t *testing.T) {
			done = nil
			work = func(task jobs.Task) error {
				if len(done) == 1 {
					f.enqueue("deliver", "ada", f.at)
				}
				return nil
			}
			f.enqueue("deliver", "ada", f.at)
			if must.NoError(t, r.Work(t.Context())); len(done) != 2 || db.Client().Task.Query().
				CountX(t.Context()) != 0 {
				t.Errorf("done: %v", done)
			}
		})
		t.Run("FailedTasksAreDeletedAfterAMonth", func(t *testing.T) {
			work = func(jobs.Task) error { return errors.New("never") }
			f.enqueue("deliver", "ada", f.at)
			for range 3 {
				_ = r.Work(t.Context())
				f.at = f.at.Add(2 * time.Minute)
			}
			f.at = f.at.Add(31 * 24 * time.Hour)
			if must.NoError(t, r.Work(t.Context())); db.Client().Task.Query().CountX(t.Context()) != 0 {
				t.Errorf("left: %v", f.task())
			}
		})
	})
}

func TestPayloadIsShort(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return jobs.Enqueue(ctx, tx, "deliver", strings.Repeat("x", 1000), time.Now(), time.Now())
	})
	if err == nil || !strings.Contains(err.Error(), "deliver: the payload has 1002 bytes") {
		t.Error(err)
	}
}

// A task that another job enqueues is done in the same Work. Only one of several servers does a task.
func TestOneOfSeveralServersWorks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		var at atomic.Int32
		var mu sync.Mutex
		done := map[string]int{}
		list := []jobs.Job{{Name: "deliver", Do: func(_ context.Context, task jobs.Task) error {
			if at.Add(1) > 1 {
				t.Error("two servers at once")
			}
			defer at.Add(-1)
			mu.Lock()
			defer mu.Unlock()
			done[task.Payload]++
			return nil
		}}}
		for i := range 30 {
			f.enqueue("deliver", i, f.at)
		}
		must.Concurrently(t, 4, func(int) error {
			return jobs.New(db, list, slog.New(slog.DiscardHandler), f.now).Work(t.Context())
		})
		must.NoError(t, f.runner(list...).Work(t.Context()))
		for payload, n := range done {
			if n != 1 {
				t.Errorf("%s was done %d times", payload, n)
			}
		}
		if len(done) != 30 {
			t.Errorf("%d of 30 tasks done", len(done))
		}
	})
}

// A killed server leaves the job held and the task claimed.
func TestTakeover(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		done := 0
		r := f.runner(jobs.Job{Name: "deliver", Do: func(context.Context, jobs.Task) error {
			done++
			return nil
		}})
		must.NoError(t, r.Work(t.Context()))
		f.enqueue("deliver", "ada", f.at)
		storetest.Exec(t, db, "UPDATE jobs SET holder = 'killed', held_until = $1 WHERE id = 'deliver'",
			f.at.Add(time.Minute))
		storetest.Exec(t, db, "UPDATE tasks SET attempts = 1, run_at = $1", f.at.Add(time.Minute))
		if s := f.state("deliver"); !s.Running || s.Waiting != 1 {
			t.Errorf("held: %v", s)
		}
		for _, step := range []struct {
			after time.Duration
			want  int
		}{{59 * time.Second, 0}, {time.Second, 1}} {
			f.at = f.at.Add(step.after)
			if must.NoError(t, r.Work(t.Context())); done != step.want {
				t.Errorf("done %d times, want %d", done, step.want)
			}
		}
	})
}

// A server that cannot release a job, as with a full disk, need not wait for its own hold to expire.
func TestFailedRelease(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		done := 0
		deliver := jobs.Job{Name: "deliver", Do: func(context.Context, jobs.Task) error {
			if done++; done == 1 {
				storetest.Exec(t, db, "ALTER TABLE jobs RENAME TO unreachable")
			}
			return nil
		}}
		r := f.runner(deliver)
		f.enqueue("deliver", "ada", f.at)
		if err := r.Work(t.Context()); err == nil {
			t.Error("the failed release is not reported")
		}
		storetest.Exec(t, db, "ALTER TABLE unreachable RENAME TO jobs")
		if !f.state("deliver").Running {
			t.Error("the job was released")
		}
		f.enqueue("deliver", "grace", f.at)
		if must.NoError(t, f.runner(deliver).Work(t.Context())); done != 1 {
			t.Error("another server took the job over")
		}
		if must.NoError(t, r.Work(t.Context())); done != 2 || f.state("deliver").Running {
			t.Errorf("%d tasks done, want 2", done)
		}
	})
}

// On SQLite there is no other server that could hold a job.
func TestRestartAfterKill(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		done := make(chan struct{}, 1)
		r := f.runner(jobs.Job{Name: "deliver", Do: func(context.Context, jobs.Task) error {
			done <- struct{}{}
			return nil
		}})
		must.NoError(t, r.Work(t.Context()))
		f.enqueue("deliver", "ada", f.at)
		storetest.Exec(t, db, "UPDATE jobs SET holder = 'killed', held_until = $1 WHERE id = 'deliver'",
			f.at.Add(time.Minute))
		stop := r.Start(t.Context(), func(context.Context) error { return nil })
		defer stop()
		select {
		case <-done:
			if !db.IsSQLite() {
				t.Error("a job that another server may hold was taken over")
			}
		case <-time.After(2 * time.Second):
			if db.IsSQLite() {
				t.Error("the job waits for a server that was killed")
			}
		}
	})
}

// A job that ran, or whose server was killed, while the clock was ahead is not held until the clock is there again.
func TestClockSetBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		done := 0
		r := f.runner(jobs.Job{Name: "deliver", Do: func(context.Context, jobs.Task) error {
			done++
			return nil
		}})
		f.enqueue("deliver", "ada", f.at)
		f.at = f.at.Add(time.Hour)
		must.NoError(t, r.Work(t.Context()))
		f.at = f.at.Add(-time.Hour)
		f.enqueue("deliver", "grace", f.at)
		if must.NoError(t, r.Work(t.Context())); done != 2 {
			t.Errorf("%d tasks done after a run ahead of time, want 2", done)
		}
		storetest.Exec(t, db, "UPDATE jobs SET holder = 'killed', held_until = $1 WHERE id = 'deliver'",
			f.at.Add(time.Hour))
		f.enqueue("deliver", "joan", f.at)
		if f.state("deliver").Running {
			t.Error("the job of a server that was killed is running")
		}
		if must.NoError(t, r.Work(t.Context())); done != 3 {
			t.Errorf("%d tasks done after a server was killed, want 3", done)
		}
	})
}

func TestHold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		ran := 0
		r := f.runner(jobs.Job{Name: "sweep", Every: time.Hour, Run: func(context.Context) error {
			ran++
			return nil
		}})
		held, err := jobs.Hold(t.Context(), db, "sweep", f.now, func(ctx context.Context) error {
			if again, err := jobs.Hold(ctx, db, "sweep", f.now, nil); again || err != nil {
				t.Errorf("held twice: %v, %v", again, err)
			}
			return r.Work(ctx)
		})
		if !held || err != nil || ran != 0 {
			t.Errorf("held %v, %v, ran %d times", held, err, ran)
		}
		if must.NoError(t, r.Work(t.Context())); ran != 1 {
			t.Errorf("ran %d times", ran)
		}
	})
}

// A stop waits for the work and records it. Another server can continue at once.
func TestStop(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		f.enqueue("deliver", "ada", f.at)
		begun, asked := make(chan bool), 0
		first := true
		list := []jobs.Job{{Name: "deliver", Do: func(ctx context.Context, _ jobs.Task) error {
			if first {
				first = false
				begun <- true
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}}}
		stop := f.runner(list...).Start(t.Context(), func(context.Context) error {
			if asked++; asked == 1 {
				return errors.New("no schema")
			}
			return nil
		})
		<-begun
		stop()
		if task := f.task(); task.Attempts != 0 || !task.RunAt.Equal(f.at) {
			t.Errorf("after the stop %v", task)
		}
		if s := f.state("deliver"); s.Running || s.Failures != 0 || asked != 2 ||
			strings.Contains(f.log.String(), "ERROR") {
			t.Errorf("after the stop %v, asked %d times, log %s", s, asked, f.log.String())
		}
		must.NoError(t, f.runner(list...).Work(t.Context()))
		if n := db.Client().Task.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d tasks left", n)
		}
	})
}

func TestMetrics(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		r := f.runner(jobs.Job{Name: "deliver",
			Do: func(context.Context, jobs.Task) error { return errors.New("no answer") }})
		f.enqueue("deliver", "ada", f.at)
		if err := r.Work(t.Context()); err == nil || !strings.Contains(f.log.String(), "no answer") {
			t.Errorf("%v, log %s", err, f.log.String())
		}
		registry := prometheus.NewRegistry()
		registry.MustRegister(r)
		recorder := httptest.NewRecorder()
		promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).
			ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
		for _, line := range []string{
			`uvboard_tasks{job="deliver",state="waiting"} 1`, `uvboard_tasks{job="deliver",state="failed"} 0`,
			`uvboard_job_seconds_count{job="deliver",result="failed"} 1`,
			`uvboard_job_seconds_count{job="delete failed tasks",result="done"} 1`,
		} {
			if !strings.Contains(recorder.Body.String(), line+"\n") {
				t.Errorf("no %s in\n%s", line, recorder.Body)
			}
		}
	})
}

func TestRunNow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		runs, attempts := 0, 0
		r := f.runner(jobs.Job{Name: "sweep", Every: time.Hour, Run: func(context.Context) error {
			runs++
			return nil
		}}, jobs.Job{Name: "deliver", GiveUpAfter: time.Second, Do: func(context.Context, jobs.Task) error {
			attempts++
			return errors.New("no answer")
		}})
		f.enqueue("deliver", "ada", f.at)
		_ = r.Work(t.Context()) // gives up
		for _, step := range []struct {
			name  string
			found bool
		}{{"sweep", true}, {"deliver", true}, {"fire the kiln", false}} {
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				found, err := jobs.RunNow(ctx, tx, step.name, f.at)
				if found != step.found {
					t.Errorf("%s: found %v", step.name, found)
				}
				return err
			}))
		}
		if s := f.state("deliver"); s.Waiting != 1 || s.Next != nil {
			t.Errorf("deliver: %v", s)
		}
		_ = r.Work(t.Context())
		if s := f.state("sweep"); runs != 2 || attempts != 2 || s.Next == nil || !s.Next.Equal(f.at.Add(time.Hour)) {
			t.Errorf("%d runs, %d attempts, next %v", runs, attempts, s.Next)
		}
	})
}

// Tasks that hang take a quarter of the places of their owner, so that another owner's task runs meanwhile.
func TestOwnersHaveAShare(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		stubborn, ada := uuid.New(), uuid.New()
		var hanging, most atomic.Int32
		released, reached := make(chan struct{}), make(chan struct{})
		r := f.runner(jobs.Job{Name: "deliver", Parallel: 8, Do: func(_ context.Context, task jobs.Task) error {
			if task.Owner == ada.String() {
				close(reached)
				return nil
			}
			most.Store(max(most.Load(), hanging.Add(1)))
			defer hanging.Add(-1)
			<-released
			return nil
		}})
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for i := range 30 {
				if err := jobs.EnqueueFor(ctx, tx, "deliver", stubborn, i, f.at, f.at); err != nil {
					return err
				}
			}
			return jobs.EnqueueFor(ctx, tx, "deliver", ada, "ada", f.at, f.at)
		}))
		ended := make(chan error)
		go func() { ended <- r.Work(t.Context()) }()
		select {
		case <-reached:
		case <-time.After(10 * time.Second):
			t.Error("a task waits for those of another owner")
		}
		close(released)
		must.NoError(t, <-ended)
		if n := db.Client().Task.Query().CountX(t.Context()); n != 0 || most.Load() > 2 {
			t.Errorf("%d tasks left; %d of one owner at a time, want 2", n, most.Load())
		}
	})
}

// A task that hangs does not keep others of the job from running, not even those that are stored later.
func TestTasksDoNotWaitForASlowOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newFixture(t, db)
		released, reached := make(chan struct{}), make(chan string, 10)
		r := f.runner(jobs.Job{Name: "deliver", Parallel: 2, Do: func(_ context.Context, task jobs.Task) error {
			var to string
			must.NoError(t, task.Read(&to))
			reached <- to
			if to == "slow" {
				<-released
			}
			return nil
		}})
		f.enqueue("deliver", "slow", f.at)
		ended := make(chan error)
		go func() { ended <- r.Work(t.Context()) }()
		for _, to := range []string{"slow", "ada", "ben"} {
			if to != "slow" {
				f.enqueue("deliver", to, f.at)
			}
			select {
			case got := <-reached:
				if got != to {
					t.Errorf("%s runs, want %s", got, to)
				}
			case <-time.After(10 * time.Second):
				t.Errorf("%s waits for the slow task", to)
			}
		}
		close(released)
		must.NoError(t, <-ended)
	})
}
