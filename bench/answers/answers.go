// Package answers simulates a community of makers with the product's own assignment of reviews, on a database and a
// clock of its own, and measures how soon projects are answered.
package answers

import (
	"container/heap"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/feedback"
	"uvboard/backend/forum"
	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/bench/report"
	"uvboard/ent"
)

const (
	hour = time.Hour
	day  = 24 * hour
)

// habit is how one kind of makers behaves.
type habit struct {
	name     string
	share    float64 // of the makers
	projects float64 // that each shows in 60 days
	reviews  float64 // weight: how often one of them sits down to review, compared with the others
	arrives  bool    // in the course of the run; the others are there from the start
}

// habits are those of honest makers. Machines have one of their own.
var habits = []habit{
	{name: "regular", share: 0.2, projects: 4, reviews: 4},
	{name: "occasional", share: 0.3, projects: 2, reviews: 1},
	{name: "taker", share: 0.15, projects: 3, reviews: 0.1},
	{name: "newcomer", share: 0.25, projects: 1, reviews: 1, arrives: true},
	{name: "generous newcomer", share: 0.1, projects: 1.5, reviews: 4, arrives: true},
}

// What all of them do.
const (
	skips      = 0.1 // of assignments that a member sees
	abandons   = 0.1 // never written
	decides    = 0.7 // of reviews, the maker says a word, within a day; silence is a yes after a week
	useless    = 0.1 // of honest reviews, by the maker's word
	asksAgain  = 0.9 // of makers whose review was not useful
	machines   = 0.03
	machineJob = 20 * time.Second // a machine takes to write
)

type options struct {
	makers, days, queue int
	seed                uint64
	out                 io.Writer
}

// Run prints the tables for the arguments.
func Run(ctx context.Context, args []string) error {
	o := options{out: os.Stdout}
	flags := flag.NewFlagSet("bench answers", flag.ExitOnError)
	flags.IntVar(&o.makers, "makers", 500, "number of makers")
	flags.IntVar(&o.days, "days", 60, "simulated days, at least 10")
	flags.IntVar(&o.queue, "queue", 100_000, "waiting projects among which an assignment is timed")
	flags.Uint64Var(&o.seed, "seed", rand.Uint64(), "repeats a run")
	_ = flags.Parse(args) // exits
	if o.makers < 20 || o.days < 10 || flags.NArg() > 0 {
		flags.Usage()
		return errors.New("invalid arguments")
	}
	return measure(ctx, o)
}

func measure(ctx context.Context, o options) error {
	fmt.Fprintf(o.out, "%d makers over %d days, -seed %d\n\n", o.makers, o.days, o.seed)
	report.Head(o.out, "reviews per project", "machines", "projects", "written", "answered in 48 h", "p95", "longest",
		"unanswered after 7 days", "got what they were owed", "p95 of newcomers", "p95 of old hands",
		"honest projects with a useful review")
	for _, run := range []struct{ ratio, machine float64 }{{0.3, 0}, {0.6, 0}, {1, 0}, {1.2, 0}, {1, 0.3}} {
		r, err := simulate(ctx, o, run.ratio, run.machine)
		if err != nil {
			return err
		}
		report.Row(o.out, run.ratio, percent(run.machine), r.projects, r.written, percent(r.inTime), hours(r.p95),
			hours(r.longest), r.unanswered, percent(r.paid), hours(r.newcomers), hours(r.oldHands), percent(r.useful))
	}
	if o.queue == 0 {
		return nil
	}
	times, err := timed(ctx, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(o.out, "\nOne assignment among %d waiting projects: p50 %s, p95 %s\n", o.queue,
		report.Time(at(times, 0.5)), report.Time(at(times, 0.95)))
	return nil
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// hours is a wait as the table has it; never for one without an end.
func hours(d time.Duration) string {
	if d == never {
		return "never"
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

const never = time.Duration(math.MaxInt64)

func at(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}

// world is a community on a database.
type world struct {
	db       *store.DB
	service  *feedback.Service
	projects *project.Service
	silence  func(context.Context) error // the hourly job
	now      time.Time
}

func open(ctx context.Context) (w *world, closed func() error, err error) {
	dir, err := os.MkdirTemp("", "uvboard-answers-")
	if err != nil {
		return nil, nil, err
	}
	store.SkipSync()
	w = &world{now: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return w.now }
	if w.db, err = store.Open(ctx, "sqlite://"+filepath.Join(dir, "uvboard.db")); err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	closed = func() error { return errors.Join(w.db.Close(), os.RemoveAll(dir)) }
	bucket, err := media.OpenBucket(ctx, "", dir)
	if err == nil {
		err = w.db.Migrate(ctx)
	}
	if err != nil {
		return nil, nil, errors.Join(err, closed())
	}
	uploads := media.NewService(w.db, bucket, clock)
	w.projects = project.NewService(w.db, uploads, clock)
	w.service = feedback.NewService(w.db, forum.NewService(w.db, uploads, clock), w.projects, clock)
	d := feedback.Domain(w.service)
	w.db.SetListeners(d.Listeners...)
	w.silence = d.Jobs[slices.IndexFunc(d.Jobs, func(j jobs.Job) bool { return j.Run != nil })].Run
	return w, closed, nil
}

// member is a maker of the simulation.
type member struct {
	*auth.Caller
	habit
	machine bool
	since   time.Time
	shown   int
}

var words = strings.Fields(`clear quick import button page screen list chart export phone dark theme color search
	error login link mail label number table order reload draft undo sync chat map photo timer note share focus key
	scroll empty first second often never maybe today again better plain small large left right above below`)

// text returns a review of words that no other has in this order.
func text(random *rand.Rand) feedback.Texts {
	pick := make([]string, 60)
	for i := range pick {
		pick[i] = words[random.IntN(len(words))]
	}
	return feedback.Texts{Reach: "used", FirstImpression: strings.Join(pick, " ")}
}

// events are what happens next, the earliest first.
type events []happening

type happening struct {
	at time.Time
	n  int // breaks ties, so that a run repeats
	do func(context.Context) error
}

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at.Before(e[j].at) || e[i].at.Equal(e[j].at) && e[i].n < e[j].n
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(happening)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// showing is a project of the simulation.
type showing struct {
	by       *member
	at       time.Time
	isFirst  bool
	answered time.Duration
	useful   bool
}

// result is what one run measured.
type result struct {
	projects, written, unanswered     int
	inTime, paid, useful              float64
	p95, longest, newcomers, oldHands time.Duration
}

// simulation is a run.
type simulation struct {
	*world
	options
	random  *rand.Rand
	queue   events
	members []*member
	ratio   float64 // reviews that honest makers write for each project that is shown
	machine float64 // share of all reviews that machines try, on top of those
	shown   map[uuid.UUID]*showing
	given   map[*member]int // useful reviews
	got     map[*member]int
	written int
	end     time.Time
}

func (s *simulation) after(d time.Duration, do func(context.Context) error) {
	heap.Push(&s.queue, happening{s.now.Add(d), len(s.queue), do})
}

// simulate runs a community in which members write ratio reviews for each project that is shown. Of all reviews that
// are tried, machines try the share machine on top of those.
func simulate(ctx context.Context, o options, ratio, machine float64) (r result, err error) {
	w, closed, err := open(ctx)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	s := &simulation{world: w, options: o, random: rand.New(rand.NewPCG(o.seed, math.Float64bits(ratio+10*machine))),
		ratio: ratio, machine: machine, shown: map[uuid.UUID]*showing{}, given: map[*member]int{},
		got: map[*member]int{},
		end: w.now.Add(time.Duration(o.days) * day)}
	if err := s.populate(ctx, machine > 0); err != nil {
		return r, err
	}
	planned := s.plan()
	for d := hour; d < s.end.Sub(s.now); d += hour {
		s.after(d, s.silence)
	}
	for len(s.queue) > 0 {
		next := heap.Pop(&s.queue).(happening)
		if next.at.After(s.end) {
			break
		}
		s.now = next.at
		if err := next.do(ctx); err != nil {
			return r, err
		}
	}
	s.now = s.end
	r = s.result()
	if r.projects == 0 || planned == 0 {
		return r, errors.New("nothing was shown or reviewed")
	}
	return r, nil
}

// populate makes the members: by their habits, and a few machines.
func (s *simulation) populate(ctx context.Context, withMachines bool) error {
	for i := range s.makers {
		m := &member{Caller: &auth.Caller{Username: fmt.Sprint("maker", i), SessionID: uuid.New()}, since: s.now}
		place := (float64(i) + 0.5) / float64(s.makers)
		for _, h := range habits {
			if m.habit = h; place < h.share {
				break
			}
			place -= h.share
		}
		if m.arrives {
			m.since = s.now.Add(time.Duration(s.random.Float64() * float64(s.end.Sub(s.now))))
		}
		s.members = append(s.members, m)
	}
	if withMachines {
		for i := range max(1, int(machines*float64(s.makers))) {
			s.members = append(s.members, &member{Caller: &auth.Caller{Username: fmt.Sprint("machine", i),
				SessionID: uuid.New()}, machine: true, since: s.now,
				habit: habit{name: "machine", projects: 2, reviews: 1}})
		}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		for _, m := range s.members {
			u, err := account.NewUser(tx, m.Username, m.Username+"@example.com", "", s.now).Save(ctx)
			if err != nil {
				return err
			}
			m.UserID = u.ID
		}
		return nil
	})
}

// plan puts the showings into the queue, and returns the number of those of honest makers.
func (s *simulation) plan() int {
	shows := 0
	for _, m := range s.members {
		span := s.end.Sub(m.since)
		n := int(m.projects)
		if s.random.Float64() < m.projects-float64(n) {
			n++
		}
		for i := range n {
			delay := time.Duration(s.random.Float64() * float64(span))
			if i == 0 && m.arrives {
				delay = 0 // comes to show it
			}
			s.after(m.since.Sub(s.now)+delay, func(ctx context.Context) error { return s.show(ctx, m) })
			if !m.machine {
				shows++
			}
		}
	}
	return shows
}

// sit lets a member sit down to review within a day: by the habits, one of those who are there by then.
func (s *simulation) sit(machine bool) {
	delay := time.Duration(s.random.Float64() * float64(day))
	s.after(delay, func(ctx context.Context) error {
		var there []*member
		total := 0.0
		for _, m := range s.members {
			if m.machine == machine && !m.since.After(s.now) {
				there, total = append(there, m), total+m.reviews
			}
		}
		pick, i := s.random.Float64()*total, 0
		for ; i < len(there)-1 && pick >= there[i].reviews; i++ {
			pick -= there[i].reviews
		}
		return s.review(ctx, there[i])
	})
}

func (s *simulation) show(ctx context.Context, m *member) error {
	title := fmt.Sprintf("%s %d", m.Username, m.shown+1)
	p, err := s.projects.Create(ctx, m.Caller, project.Input{Title: &title, Tagline: new("What it does for you"),
		PrimaryCategory: new("games"), Stage: new("mvp"), VibeTools: []string{"cursor"}, Logo: new("/uploads/logo.png"),
		Tags: []string{words[s.random.IntN(len(words))]}})
	if err != nil {
		return err
	}
	s.shown[p.ID] = &showing{by: m, at: s.now, isFirst: m.shown == 0 && m.arrives, answered: never}
	m.shown++
	// Who comes to the board comes in proportion to what is shown.
	for range s.times(s.ratio / (1 - abandons)) {
		s.sit(false)
	}
	for range s.times(s.ratio / (1 - abandons) * s.machine / (1 - s.machine)) {
		s.sit(true)
	}
	return nil
}

// times is a number of which the mean is n.
func (s *simulation) times(n float64) int {
	whole := math.Floor(n)
	if s.random.Float64() < n-whole {
		whole++
	}
	return int(whole)
}

// review lets a member who has sat down take a project and write.
func (s *simulation) review(ctx context.Context, m *member) error {
	a, err := s.service.Assign(ctx, m.Caller)
	if f := fault.Of(err); f != nil && f.Kind == fault.KindRateLimited {
		return nil
	}
	if err != nil {
		return err
	}
	if a == nil { // somebody comes back another day
		s.sit(m.machine)
		return nil
	}
	if !m.machine && s.random.Float64() < skips {
		err := s.service.Skip(ctx, m.Caller, a.ID)
		if f := fault.Of(err); f == nil || f.Kind != fault.KindRateLimited {
			if err != nil {
				return err
			}
			return s.review(ctx, m)
		}
	}
	if !m.machine && s.random.Float64() < abandons {
		return nil
	}
	takes := 5*time.Minute + time.Duration(s.random.Float64()*float64(25*time.Minute))
	written := text(s.random)
	if m.machine {
		takes, written = machineJob, feedback.Texts{Reach: "used",
			FirstImpression: strings.Repeat("Great project, well done! ", 10)}
	}
	s.after(takes, func(ctx context.Context) error {
		p, err := s.service.Write(ctx, m.Caller, a.ID, written)
		if fault.IsNotFound(err) { // written by a second visit in the meantime
			return nil
		}
		if err != nil {
			return err
		}
		s.wrote(m, a.Project.ID, p.ID)
		return nil
	})
	return nil
}

// wrote counts a review, and lets its maker judge it.
func (s *simulation) wrote(m *member, projectID, postID uuid.UUID) {
	of := s.shown[projectID]
	s.written++
	s.got[of.by]++
	of.answered = min(of.answered, s.now.Sub(of.at))
	isUseful := !m.machine && s.random.Float64() >= useless
	if !m.machine && s.random.Float64() >= decides { // silence
		of.useful = true
		s.given[m]++
		return
	}
	s.after(time.Duration(s.random.Float64()*float64(day)), func(ctx context.Context) error {
		if _, err := s.service.SetUseful(ctx, of.by.Caller, postID, isUseful); err != nil {
			return err
		}
		if isUseful {
			of.useful = true
			s.given[m]++
			return nil
		}
		if s.random.Float64() >= asksAgain {
			return nil
		}
		_, err := s.service.Ask(ctx, of.by.Caller, projectID, nil)
		return err
	})
}

// result measures the projects that were shown at least seven days before the end.
func (s *simulation) result() (r result) {
	var all, newcomers, oldHands []time.Duration
	asked := map[*member]int{}
	honest, useful, inTime := 0, 0, 0
	for _, p := range s.shown {
		if s.end.Sub(p.at) < 7*day {
			continue
		}
		if !p.by.machine {
			honest++
			if p.useful {
				useful++
			}
		}
		asked[p.by]++
		all = append(all, p.answered)
		if p.isFirst {
			newcomers = append(newcomers, p.answered)
		} else {
			oldHands = append(oldHands, p.answered)
		}
		if p.answered <= 48*hour {
			inTime++
		}
		if p.answered > 7*day {
			r.unanswered++
		}
	}
	for _, list := range [][]time.Duration{all, newcomers, oldHands} {
		slices.Sort(list)
	}
	reviewers, paid := 0, 0
	for m, n := range s.given {
		if m.machine || asked[m] == 0 {
			continue
		}
		reviewers++
		if s.got[m] >= min(n+1, asked[m]) {
			paid++
		}
	}
	r.projects, r.written = len(all), s.written
	r.inTime, r.paid = share(inTime, len(all)), share(paid, reviewers)
	r.useful = share(useful, honest)
	r.p95, r.longest = at(all, 0.95), at(all, 1)
	r.newcomers, r.oldHands = at(newcomers, 0.95), at(oldHands, 0.95)
	return r
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// timed returns, sorted, how long assignments take among many waiting projects.
func timed(ctx context.Context, o options) (times []time.Duration, err error) {
	w, closed, err := open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	random := rand.New(rand.NewPCG(o.seed, 1))
	const makers, members, batch = 1000, 200, 500
	var users []uuid.UUID
	err = w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		for i := range makers + members {
			u, err := account.NewUser(tx, fmt.Sprint("user", i), fmt.Sprintf("u%d@example.com", i), "", w.now).Save(ctx)
			if err != nil {
				return err
			}
			users = append(users, u.ID)
			if i >= makers {
				skills := []string{words[random.IntN(len(words))]}
				if err := tx.User.UpdateOneID(u.ID).SetSkills(skills).Exec(ctx); err != nil {
					return err
				}
			}
		}
		return nil
	})
	for from := 0; from < o.queue && err == nil; from += batch {
		err = w.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			var projects []*ent.ProjectCreate
			var requests []*ent.FeedbackRequestCreate
			for i := from; i < min(from+batch, o.queue); i++ {
				at, by := w.now.Add(time.Duration(i)*time.Second), users[i%makers]
				id := store.NewID(at)
				projects = append(projects, tx.Project.Create().SetID(id).SetUserID(by).SetCreatedAt(at).
					SetUpdatedAt(at).SetTitle(fmt.Sprint(i)).SetTitleKey(fmt.Sprint(i)).SetTagline("").SetStage("mvp").
					SetPrimaryCategory("games").SetPublishedAt(at))
				requests = append(requests, tx.FeedbackRequest.Create().SetID(id).SetProjectID(id).SetUserID(by).
					SetRequestedAt(at).SetIsOwed(i < makers))
			}
			if err := tx.Project.CreateBulk(projects...).Exec(ctx); err != nil {
				return err
			}
			return tx.FeedbackRequest.CreateBulk(requests...).Exec(ctx)
		})
	}
	if err != nil {
		return nil, err
	}
	w.now = w.now.Add(time.Duration(o.queue) * time.Second)
	for _, id := range users[makers:] {
		begin := time.Now()
		a, err := w.service.Assign(ctx, &auth.Caller{UserID: id, SessionID: uuid.New()})
		if err != nil || a == nil {
			return nil, fmt.Errorf("assigned %v: %w", a, err)
		}
		times = append(times, time.Since(begin))
	}
	slices.Sort(times)
	return times, nil
}
